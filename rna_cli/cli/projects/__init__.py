"""`rna projects …`: the group; each command is a module beside this one."""

from __future__ import annotations

from rna_cli.cli.tree import ProjectsGroup, new_app

app = new_app(
    cls=ProjectsGroup,
    epilog="rna projects list\nrna projects delete demo --dry-run",
)


@app.callback()
def projects() -> None:
    """List and delete whole projects."""

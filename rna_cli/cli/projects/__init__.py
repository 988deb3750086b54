"""`rna projects …`: the group; each command is a module beside this one."""

from __future__ import annotations

import typer

from rna_cli.cli.tree import HELP_NAMES, ProjectsGroup

app = typer.Typer(
    cls=ProjectsGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP_NAMES,
    epilog="rna projects list\nrna projects delete demo --dry-run",
)


@app.callback()
def projects() -> None:
    """List and delete whole projects."""

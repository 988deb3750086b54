"""`rna memory PROJECT_ID …`: the group; each command is a module beside this one."""

from __future__ import annotations

import typer

from rna_cli.cli.options import ProjectId
from rna_cli.cli.runtime import Runtime
from rna_cli.cli.tree import MemoryGroup, new_app

app = new_app(
    cls=MemoryGroup,
    epilog="rna memory demo initialize\nrna memory demo write --file note.md\nrna memory demo search release",
)


@app.callback()
def memory(ctx: typer.Context, project_id: ProjectId) -> None:
    """Remember, find, read and delete, in one project.

    Options go after the command: rna memory PROJECT_ID search --json WORDS
    """
    # Nothing else: this runs before `rna memory P search --help` and before the command's own usage errors.
    Runtime.of(ctx).project_id = project_id

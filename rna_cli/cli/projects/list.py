"""`rna projects list`."""

from __future__ import annotations

import typer

from rna_cli.cli.runtime import Runtime
from rna_cli.render.text import size_text, table
from rna_cli.render.values import status_value

EXAMPLES = ("rna projects list", "rna projects list --json")


def command(ctx: typer.Context) -> None:
    """List the projects of the chosen way to remember."""
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        projects = memory.reader.projects()
    if not projects:
        runtime.note("No project yet. Make one with: rna memory PROJECT_ID initialize")
    rows = [
        (each.project_id, str(each.documents), size_text(each.bytes), each.last_change_at or "never")
        for each in projects
    ]
    heading = [("PROJECT", "DOCUMENTS", "SIZE", "LAST CHANGE")] if rows else []
    runtime.answer({"projects": [status_value(each) for each in projects]}, table([*heading, *rows], right={1, 2}))

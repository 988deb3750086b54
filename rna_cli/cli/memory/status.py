"""`rna memory PROJECT_ID status`."""

from __future__ import annotations

import typer

from rna_cli.cli.runtime import Runtime
from rna_cli.render.text import status_text
from rna_cli.render.values import status_value

EXAMPLES = ("rna memory demo status",)


def command(ctx: typer.Context) -> None:
    """Show what is in a project: counts, size, last change."""
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        status = memory.reader.status(runtime.scope)
    runtime.answer(status_value(status), status_text(status))

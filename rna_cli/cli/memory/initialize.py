"""`rna memory PROJECT_ID initialize`."""

from __future__ import annotations

import typer

from rna_cli.cli.runtime import Runtime

EXAMPLES = ("rna memory demo initialize",)


def command(ctx: typer.Context) -> None:
    """Make a project's memory. Does nothing when it is there."""
    runtime = Runtime.of(ctx)
    scope = runtime.scope
    with runtime.memory() as memory:
        made = memory.gateway.initialize(scope)
    runtime.answer(
        {"project": scope.project_id, "uri": scope.uri, "initialized": made},
        f"{'Initialized' if made else 'Already initialized'}: {scope.uri}\n",
    )

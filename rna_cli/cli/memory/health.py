"""`rna memory PROJECT_ID health`."""

from __future__ import annotations

import typer

from rna_cli.cli.runtime import Runtime

EXAMPLES = ("rna memory demo health", "rna memory demo health --json")


def command(ctx: typer.Context) -> None:
    """Tell whether the chosen way to remember works for a project.

    Exits with the code of what is wrong: 69 when a server does not answer, 4 when the project is not initialized.
    """
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        health = memory.reader.health(runtime.scope)
    runtime.answer(
        {"status": "ok", "project": runtime.project_id, "backend": health.backend, "facts": health.facts},
        f"ok: {health.backend}. {health.detail}\n",
    )

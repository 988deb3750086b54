"""`rna memory PROJECT_ID history`."""

from __future__ import annotations

import typer

from rna_cli.cli.options import Target
from rna_cli.cli.runtime import Runtime
from rna_cli.render.text import history_text
from rna_cli.render.values import version_value

EXAMPLES = ("rna memory demo history note.md", "rna memory demo history note.md --json")


def command(ctx: typer.Context, uri: Target) -> None:
    """Show the versions of a file, newest first.

    The text of an earlier version: read URI --as-of, with a time between its RECORDED AT and SUPERSEDED AT.
    """
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        versions = memory.reader.history(runtime.scope, uri)
    runtime.answer({"versions": [version_value(version) for version in versions]}, history_text(versions))

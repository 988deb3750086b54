"""`rna memory PROJECT_ID unhide`."""

from __future__ import annotations

import typer

from rna_cli.cli.memory.hide import set_hidden
from rna_cli.cli.options import HiddenTarget
from rna_cli.cli.runtime import Runtime

EXAMPLES = ("rna memory demo unhide note.md",)


def command(ctx: typer.Context, uri: HiddenTarget) -> None:
    """Bring hidden files back into every read."""
    set_hidden(Runtime.of(ctx), uri, hidden=False)

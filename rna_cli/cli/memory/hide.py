"""`rna memory PROJECT_ID hide`."""

from __future__ import annotations

import typer

from rna_cli.cli.options import Target
from rna_cli.cli.runtime import Runtime

EXAMPLES = ("rna memory demo hide note.md", "rna memory demo list --hidden")


def command(ctx: typer.Context, uri: Target) -> None:
    """Withdraw a file, or all files below a directory, from every read, earlier versions included.

    Nothing is deleted; unhide brings it back. Its name is still shown by list --hidden and history.
    """
    set_hidden(Runtime.of(ctx), uri, hidden=True)


def set_hidden(runtime: Runtime, uri: str, *, hidden: bool) -> None:
    """Hide or bring back, and say what changed."""
    word = "hidden" if hidden else "unhidden"
    with runtime.memory() as memory:
        changed = memory.gateway.set_hidden(runtime.scope, uri, hidden=hidden)
    if not changed:
        runtime.note(f"Nothing to do: it was {word} already." if hidden else "Nothing to do: nothing there was hidden.")
    runtime.answer({word: [address.uri for address in changed]}, [f"{word} {address.path}\n" for address in changed])

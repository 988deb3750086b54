"""`rna memory PROJECT_ID list`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import AsOf, Limit, Offset, OptionalTarget
from rna_cli.cli.runtime import Runtime
from rna_cli.memory.reader import UNLIMITED, Window
from rna_cli.render.text import listing_text
from rna_cli.render.values import entry_value

EXAMPLES = (
    "rna memory demo list",
    "rna memory demo list docs --recursive --json",
    "rna memory demo list --hidden",
    "rna memory demo list --as-of 2026-01-31",
)


def command(
    ctx: typer.Context,
    uri: OptionalTarget = "",
    recursive: Annotated[
        bool, typer.Option("--recursive", "-r", help="All files below, not only what is there.")
    ] = False,
    hidden: Annotated[bool, typer.Option("--hidden", help="Only the files that are hidden.")] = False,
    offset: Offset = 0,
    limit: Limit = None,
    as_of: AsOf = None,
) -> None:
    """List a directory: files with size, version and day; directories with what they hold."""
    runtime = Runtime.of(ctx)
    window = Window(offset, limit or UNLIMITED)
    with runtime.memory() as memory:
        listing = memory.reader.entries(
            runtime.scope, uri, recursive=recursive, hidden=hidden, window=window, as_of=as_of
        )
    shown = len(listing.entries)
    value = {
        "project": runtime.project_id,
        "entries": [entry_value(entry) for entry in listing.entries],
        "offset": offset,
        "total": listing.total,
    }
    runtime.answer(value, listing_text(listing))
    if shown < listing.total:
        runtime.note(f"{shown} of {listing.total}, from {offset}.")
    elif not shown:
        runtime.note("Nothing is hidden there." if hidden else "Nothing is there.")

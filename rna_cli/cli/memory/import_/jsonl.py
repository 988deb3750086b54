"""`rna memory PROJECT_ID import jsonl`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import IO, Annotated

import typer

from rna_cli.cli.progress import ProgressBar
from rna_cli.cli.runtime import Runtime
from rna_cli.importers.jsonl import JsonLines
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.render.text import loaded_text
from rna_cli.render.values import loaded_value

LINE_CAP = 4
"""How many times as long as the largest document a line may be: it has other values, and escapes."""

EXAMPLES = (
    "rna memory demo import jsonl chats.jsonl",
    "jq -c '.messages[]' chat.json | rna memory demo import jsonl - --json",
)


def command(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The records, a line each, in UTF-8; - reads standard input.")
    ],
) -> None:
    """Bring in messages and documents from JSON Lines: all of them, or none.

    A message: {"conversation": "chat-1", "turn": 3, "place": 0, "speaker": "Ada", "role": "user", "time":
    "2026-01-31T09:30:00Z", "text": "..."}. Conversation and text are needed.

    A document: {"path": "notes/a.md", "title": "...", "text": "..."}. Path and text are needed.
    """
    runtime = Runtime.of(ctx)
    scope = runtime.scope
    with runtime.memory() as memory, runtime.open_input(file) as stream, ProgressBar(runtime, "importing") as bar:
        name = "standard input" if file == "-" else file
        lines = JsonLines(stream, name, max_line_bytes=LINE_CAP * memory.settings.max_document_bytes)
        loaded = memory.gateway.load(scope, _watched(lines, bar, _size(stream)))
    runtime.answer({"project": scope.project_id, "file": file, **loaded_value(loaded)}, loaded_text(loaded))


def _watched(lines: JsonLines, bar: ProgressBar, size: int) -> Iterator[Draft | MessageDraft]:
    """Yield the drafts, and tell how far the file has been read."""
    for draft in lines.drafts():
        bar(lines.bytes_read, size)
        yield draft


def _size(stream: IO[bytes]) -> int:
    """Return the size of a file; 0 where nobody knows it."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0

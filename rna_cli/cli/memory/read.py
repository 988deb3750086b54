"""`rna memory PROJECT_ID read`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import AsOf, LevelOption, Offset, Target
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.levels import DEFAULT_LINES, MAX_LINES, Level
from rna_cli.domain.records import Text
from rna_cli.memory.reader import Window
from rna_cli.render.text import said_by
from rna_cli.render.values import text_value

EXAMPLES = (
    "rna memory demo read note.md",
    "rna memory demo read viking://resources/projects/demo/note.md --level L2 --offset 200",
    "rna memory demo read docs --level L1",
    "rna memory demo read note.md --as-of 2026-01-31",
)


def command(
    ctx: typer.Context,
    uri: Target,
    level: LevelOption = None,
    offset: Offset = 0,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=MAX_LINES, help="Lines to show.")] = DEFAULT_LINES,
    as_of: AsOf = None,
) -> None:
    """Read a file by lines (L2), or a directory's abstract (L0) or overview (L1)."""
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        text = memory.reader.read(runtime.scope, uri, level=level, window=Window(offset, limit), as_of=as_of)
    shown = "".join(text.lines)
    if runtime.stdout.isatty() and not shown.endswith("\n"):
        shown += "\n"
    runtime.answer(text_value(text), shown)
    if not runtime.json:
        runtime.note(_position(text, runtime.project_id, limit, as_of))


def _position(text: Text, project_id: str, limit: int, as_of: str | None) -> str:
    """Say which lines are shown, and how to get the next ones."""
    end = text.offset + len(text.lines)
    position = f"{text.level.value} {text.address.uri}: lines {text.offset + 1}-{end} of {text.total_lines}"
    if text.saying:
        position += f", said by {said_by(text.saying)}"
    if end >= text.total_lines:
        return position
    options = "" if limit == DEFAULT_LINES else f" --limit {limit}"
    options += " --level L0" if text.level is Level.L0 else ""
    options += f" --as-of {as_of}" if as_of else ""
    return f"{position}. Next: rna memory {project_id} read {text.address.argument} --offset {end}{options}"

"""A long text as passages: the units that are indexed and ranked."""

from __future__ import annotations

import re
from typing import NamedTuple

TARGET_CHARS = 1000
"""A passage ends at the first good place after this many characters."""

MAX_CHARS = 1600
"""A passage is never longer."""

OVERLAP_CHARS = 64
"""Where a text has no place to cut, passages overlap by the longest term that is kept, so that none is lost."""

_HEADING = re.compile(r"#{1,6}\s")
_CUT = re.compile(r"[\s。！？、，；.!?,;](?=[^\s。！？、，；.!?,;]*\Z)")


class Span(NamedTuple):
    """Characters `start` to `end` of a text; `line` is the 0-based line on which `start` stands."""

    start: int
    end: int
    line: int


def split_passages(text: str) -> list[Span]:
    """Return spans that cover `text`, in order. Passages end at headings and blank lines, else at line ends."""
    if len(text) <= MAX_CHARS:
        return [Span(0, len(text), 0)]
    spans: list[Span] = []
    start = position = first_line = 0
    for line, content in enumerate(text.split("\n")):
        size = len(content) + 1
        taken = position - start
        is_break = taken >= TARGET_CHARS // 2 and _HEADING.match(content) is not None
        is_break = is_break or (taken >= TARGET_CHARS and not content.strip())
        if taken and (is_break or taken + size > MAX_CHARS):
            spans.append(Span(start, position, first_line))
            start, first_line = position, line
        position = min(position + size, len(text))
        while position - start > MAX_CHARS:
            cut, resume = _cut_long_line(text, start)
            spans.append(Span(start, cut, first_line))
            start = resume
    if start < len(text):
        spans.append(Span(start, len(text), first_line))
    return spans


def resume_after_cut(text: str, start: int, cut: int) -> int:
    """Return where to go on after a cut at `cut` that may lie inside a word: at the start of the word, or near it.

    What lies before `start` is not gone back to.
    """
    if cut <= start or cut >= len(text) or text[cut].isspace() or text[cut - 1] in " \n\t。！？":
        return cut
    lowest = max(start, cut - OVERLAP_CHARS)
    return max(text.rfind(" ", lowest, cut), text.rfind("\n", lowest, cut), lowest - 1) + 1


def _cut_long_line(text: str, start: int) -> tuple[int, int]:
    """Return where a passage that starts at `start` ends, and where the next one starts."""
    found = _CUT.search(text, start + TARGET_CHARS, start + MAX_CHARS)
    if found:
        return found.end(), found.end()
    return start + MAX_CHARS, start + MAX_CHARS - OVERLAP_CHARS

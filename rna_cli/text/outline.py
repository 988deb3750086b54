"""What a file says about itself: its title, its first sentence and its headings. Directory abstracts are made of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from rna_cli.text.lines import one_line

MAX_TITLE_CHARS = 200
MAX_LEAD_CHARS = 240
MAX_HEADINGS = 40

_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_FRONT_MATTER = re.compile(r"---\r?\n.*?^---[ \t]*\r?$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]+([^\r\n]*)|^(\S[^\r\n]*)\r?\n(?:={3,}|-{3,})[ \t]*\r?$", re.MULTILINE)
_LEAD_LINE = re.compile(r"^(?![ \t]*(?:#|\||```|~~~|={3,}|-{3,}|<|!\[))[ \t>*+-]*(?=[^\s])", re.MULTILINE)
# One set first, which a search skips to; what it means is looked at behind it.
_SENTENCE_END = re.compile(r"[.!?。！？\n](?:(?<=[.!?])(?=\s|$)|(?<=[。！？])|(?<=\n)(?=[ \t]*\r?\n|[#|`~*+>-]))")
_UNDERLINED = re.compile(r"[^\r\n]*\r?\n(?:={3,}|-{3,})[ \t]*\r?(?:\n|$)")


_PROSE = frozenset(["", "md", "markdown", "mdx", "txt", "text", "rst", "adoc", "org"])
"""Endings of files in which headings are looked for."""


class Outline(NamedTuple):
    """What a text is about.

    `title` is the first heading, empty without one; `lead` is the first sentence of the text below the headings, and
    stands at characters `lead_start` to `lead_end`; `headings` are the others, in order.
    """

    title: str
    lead: str
    headings: list[str]
    lead_start: int
    lead_end: int


def outline(text: str, name: str = "") -> Outline:
    """Return the outline of a Markdown or plain text; where `name` tells of code, `#` is a comment and no heading."""
    front = _FRONT_MATTER.match(text)
    body_start = front.end() if front else 0
    headings = _headings(text, body_start) if _is_prose(name) else []
    start = _lead_start(text, body_start)
    end_of_sentence = _SENTENCE_END.search(text, start, start + MAX_LEAD_CHARS)
    end = end_of_sentence.end() if end_of_sentence else min(len(text), start + MAX_LEAD_CHARS)
    return Outline(
        title=headings[0] if headings else "",
        lead=one_line(text[start:end], MAX_LEAD_CHARS),
        headings=headings[1:],
        lead_start=start,
        lead_end=end,
    )


def _is_prose(name: str) -> bool:
    stem, dot, suffix = name.rpartition("/")[2].rpartition(".")
    return not (stem and dot) or suffix.lower() in _PROSE


def _headings(text: str, start: int) -> list[str]:
    """Return the headings outside code blocks; texts without any marker are answered without a search."""
    if "#" not in text and "===" not in text and "---" not in text:
        return []
    fences = [match.span() for match in _FENCE.finditer(text)]
    starts = [begin for begin, _ in fences]
    found: list[str] = []
    for match in _HEADING.finditer(text, start):
        before = bisect_right(starts, match.start()) - 1  # the only fence that can hold it
        if before < 0 or match.start() >= fences[before][1]:
            heading = match[2] if match[1] is None else match[1].rstrip(" \t#")
            if heading:
                found.append(one_line(heading, MAX_TITLE_CHARS))
            if len(found) > MAX_HEADINGS:
                break
    return found


def _lead_start(text: str, start: int) -> int:
    """Return where the first line of prose starts, or `start` when there is none."""
    if not start and text[:1].isalnum() and "\n==" not in text and "\n--" not in text:
        return 0  # most short texts
    for match in _LEAD_LINE.finditer(text, start):
        if not _UNDERLINED.match(text, match.start()):
            return match.end()
    return start

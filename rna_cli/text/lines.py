"""Lines end at a line feed and nowhere else, so that line numbers agree with an editor's and CRLF stays as it was."""

from __future__ import annotations


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` with their line ends; joined they are `text` again.

    Not `str.splitlines`, which also splits at form feeds, U+0085 and U+2028.
    """
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def count_lines(text: str) -> int:
    """Return how many lines `split_lines` would give."""
    return text.count("\n") + (not text.endswith("\n")) if text else 0


def one_line(text: str, limit: int) -> str:
    """Return `text` with white space folded, cut to `limit` characters with an ellipsis."""
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"

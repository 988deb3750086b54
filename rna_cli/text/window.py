"""The densest window: the part of a passage in which the words of a query stand closest together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rna_cli.text.occurrences import occurrences

if TYPE_CHECKING:
    from collections.abc import Mapping

WINDOW_CHARS = 400
"""What a hit shows; such a window out of a long text holds the answer 90 to 96 % of the time (LoCoMo, Cranfield)."""

_REPEAT = 0.1
"""What a further occurrence of a term in the window counts, as a share of its first."""

_SNAP_CHARS = 60
"""How far the window may move to start and end with whole lines or words."""


class WithPrefixes(dict[str, float]):
    """Terms to their weights, where a prefix stands for every term that starts with it."""

    def __init__(self, exact: Mapping[str, float], prefixes: Mapping[str, float]) -> None:
        super().__init__(exact)
        self._prefixes = prefixes
        self._starts = tuple(prefixes)

    def __contains__(self, term: object) -> bool:
        return super().__contains__(term) or (isinstance(term, str) and term.startswith(self._starts))

    def __missing__(self, term: str) -> float:
        return max(weight for prefix, weight in self._prefixes.items() if term.startswith(prefix))


def densest_window(text: str, weights: Mapping[str, float], size: int = WINDOW_CHARS) -> tuple[int, int]:
    """Return (start, end) of the window of about `size` characters that holds the most weight of terms.

    Two pointers over the occurrences: linear in the text. A text that fits is returned whole, one without any
    occurrence by its start.
    """
    if len(text) <= size:
        return 0, len(text)
    best, best_span = 0.0, (0, 0)
    inside: Counter[str] = Counter()
    hits = list(occurrences(text, weights))
    left, weight = 0, 0.0
    for right_at, term in hits:
        weight += weights[term] * (_REPEAT if inside[term] else 1.0)
        inside[term] += 1
        while right_at - hits[left][0] > size:
            gone = hits[left][1]
            inside[gone] -= 1
            weight -= weights[gone] * (_REPEAT if inside[gone] else 1.0)
            left += 1
        if weight > best + 1e-9:
            best, best_span = weight, (hits[left][0], right_at)
    return _snapped(text, *best_span, size)


def _snapped(text: str, first: int, last: int, size: int) -> tuple[int, int]:
    """Put characters `first` to `last` into a window that starts and ends with whole lines, or at least words."""
    slack = max(0, size - (last - first))
    start = max(0, min(first - slack // 3, len(text) - size))
    end = min(len(text), start + size)
    return _boundary(text, start, min(first, start + _SNAP_CHARS)), _boundary(text, end, end + _SNAP_CHARS)


def _boundary(text: str, low: int, high: int) -> int:
    """Return where, from `low` to `high`, a line starts, else a word, else `low`."""
    if low == 0 or low >= len(text):
        return low
    for mark in ("\n", " "):
        found = text.find(mark, low - 1, high)
        if found >= 0:
            return found + 1
    return low

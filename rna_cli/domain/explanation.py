"""How an answer to a search came about; apart from the answer, since it is seldom asked for."""

from __future__ import annotations

from typing import NamedTuple


class TermUse(NamedTuple):
    """What became of a term: its `weight` in the ranking, how many `passages` have it, and its `use`.

    `use` is for people to read: `candidates` for a term that brings records in, `order only` for one that is too
    frequent to bring any in and only ranks what others found.
    """

    term: str
    weight: float
    passages: int
    use: str


class Dropped(NamedTuple):
    """A part of the query that was not looked for, and the reason in words, such as `common word`."""

    text: str
    reason: str


class Explanation(NamedTuple):
    """How an answer came about: of `passages` in the project, `candidates` were scored from `postings` read."""

    terms: list[TermUse]
    dropped: list[Dropped]
    candidates: int
    postings: int
    passages: int
    stages_ms: dict[str, float]

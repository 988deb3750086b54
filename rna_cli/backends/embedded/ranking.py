"""Scores: BM25 over the candidates that FTS5 has found, with the statistics of one project.

FTS5's own bm25() counts the words of all projects: what one project holds would change the order of another's hits,
and show in their scores. So it chooses candidates only; what is compared and shown is computed here, the same for
current and superseded passages.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import CURRENT, PAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.sqlite.connection import Connection
    from rna_cli.text.analyser import QueryTerm

K1 = 1.2
B = 0.75
"""BM25's usual constants: how soon repetition stops to count, and how much length does."""

TYPICAL_TERMS = 100
"""Terms of a passage of usual length. A constant, so that a score depends on nothing but the passage and its words."""

WEIGHTS = (5.0, 1.5, 1.0)
"""What a word counts in the title and path, in the first sentence and headings, and in the rest."""


class Candidate(NamedTuple):
    """A passage that FTS5 found, with its terms in the order of `WEIGHTS`, joined by spaces."""

    passage_pk: int
    version_pk: int
    path: str
    columns: tuple[str, str, str]


class Score(NamedTuple):
    """`total` ranks files; `own` leaves the title out, which all passages of a file share: it ranks these."""

    total: float
    own: float


def match_expression(term: QueryTerm) -> str:
    """Return a term as FTS5 takes it: always quoted, since `C++` or `a:b` would be syntax."""
    return f'"{term.term.replace(chr(34), chr(34) * 2)}"{"*" * term.prefix}'


class Ranking:
    """The weights of a query's terms in one project.

    Args:
        connection: open on the store.
        project: whose statistics count.
        terms: of the query.
    """

    def __init__(self, connection: Connection, project: Project, terms: Sequence[QueryTerm]) -> None:
        first, last = project.passages
        (newest,) = connection.execute(
            "SELECT max(passage_pk) FROM passage WHERE passage_pk BETWEEN ? AND ?", (first, last)
        ).fetchone()
        passages = (newest or first) - first + 1
        self._terms = terms
        frequencies = [self._frequency(connection, term, first, last) for term in terms]
        self._idf = [log(1 + passages / (frequency + 0.5)) for frequency in frequencies]

    @property
    def weights(self) -> dict[str, float]:
        """What each whole term counts: the rarer, the more."""
        return {term.term: idf for term, idf in zip(self._terms, self._idf, strict=True)}

    @staticmethod
    def _frequency(connection: Connection, term: QueryTerm, first: int, last: int) -> int:
        """Return how many passages of the project have a term, superseded ones included, as in the count of all."""
        frequency = 0
        for index in (CURRENT, PAST):
            (found,) = connection.execute(
                f"SELECT count(*) FROM {index} WHERE {index} MATCH ? AND rowid BETWEEN ? AND ?",
                (match_expression(term), first, last),
            ).fetchone()
            frequency += found
        return frequency

    def score(self, candidate: Candidate, columns: int = len(WEIGHTS)) -> Score:
        """Score a candidate by the first `columns` of its columns."""
        words = [column.split(" ") for column in candidate.columns[:columns]]
        length = B * sum(map(len, words)) / TYPICAL_TERMS + 1 - B
        total = own = 0.0
        for term, idf in zip(self._terms, self._idf, strict=True):
            counts = [_count(column, term) for column in words]
            frequency = sum(weight * count for weight, count in zip(WEIGHTS, counts, strict=False))
            total += idf * frequency * (K1 + 1) / (frequency + K1 * length)
            frequency -= WEIGHTS[0] * counts[0]
            own += idf * frequency * (K1 + 1) / (frequency + K1 * length)
        return Score(total, own)


def _count(words: list[str], term: QueryTerm) -> int:
    if term.prefix:
        return sum(word.startswith(term.term) for word in words)
    return words.count(term.term)

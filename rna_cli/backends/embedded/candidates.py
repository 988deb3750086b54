"""Which passages are worth scoring: those with the most, and the rarest, words of a query.

FTS5 is asked for the passages of each term, not for their bm25(): that counts the words of all projects, so that what
one project holds would change what is found in another, and it costs four times as much. The sum of the weights of a
passage's terms chooses as well: on every set of docs/benchmarks.md the best fifty by it hold the same ten hits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import CURRENT, PAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.backends.embedded.selection import Selected
    from rna_cli.backends.embedded.store import Project
    from rna_cli.backends.embedded.terms import Term
    from rna_cli.sqlite.connection import Connection

POSTINGS = 50_000
"""Passages of terms that one search reads, the rarest terms first; 0.25 µs each."""

MOST_TERMS = 200
"""Terms that are asked for: a statement takes 500 parts, and each term has up to two."""

UNLIMITED = 2**62


class Limits(NamedTuple):
    """How much one search looks at."""

    candidates: int = 50
    postings: int = POSTINGS
    terms: int = MOST_TERMS

    def raised(self) -> Limits:
        """Return four times as much; the terms are limited by what a statement takes."""
        return self._replace(candidates=min(self.candidates * 4, UNLIMITED), postings=min(self.postings * 4, UNLIMITED))


class Candidates(NamedTuple):
    """Passages, best first; `postings` were read for them.

    `too_frequent` are terms that brought none in. With `complete` no passage with a wanted term was left out.
    """

    passages: list[int]
    postings: int
    too_frequent: list[Term]
    complete: bool


def find_candidates(
    connection: Connection,
    project: Project,
    terms: Sequence[Term],
    limits: Limits,
    *,
    columns: Sequence[str],
    allowed: Selected | None,
    with_past: bool,
) -> Candidates:
    """Return the passages with the highest sum of the weights of their terms.

    Args:
        connection: open on the store.
        project: whose range of passages is looked at.
        terms: of the query.
        limits: how much to look at.
        columns: of the index that count; a term in the title counts twice.
        allowed: a condition on the versions; None for all that are current.
        with_past: whether superseded passages are looked at too.
    """
    ordered = sorted((term for term in terms if not term.order_only), key=lambda term: term.passages)
    used, postings = _within(ordered, limits)
    if not used:
        return Candidates([], 0, [], complete=True)
    parts: list[str] = []
    values: list[object] = []
    only = f"{{{' '.join(columns)}}} : " if len(columns) < 3 else ""
    for term in used:
        # Where all passages are candidates anyway, those with a term in their title need not be found again.
        for scope in (only, "{title_terms} : ")[: 1 + (postings > limits.candidates)]:
            for index in (CURRENT, PAST)[: 1 + with_past]:
                parts.append(_postings(index, term.weight, newest_only=term.passages > limits.postings))
                values += [scope + term.expression, *project.passage_range]
                values += [limits.postings] * (term.passages > limits.postings)
    inner = f"SELECT id, sum(weight) AS total FROM ({' UNION ALL '.join(parts)}) GROUP BY id"
    if allowed is not None:
        condition, parameters = allowed
        inner = (
            f"SELECT id, total FROM ({inner}) JOIN passage ON passage_pk = id JOIN visible USING (version_pk) "
            f"WHERE {condition}"
        )
        values += parameters
    rows = connection.execute(f"{inner} ORDER BY total DESC, id LIMIT ?", (*values, limits.candidates)).fetchall()
    complete = len(rows) < limits.candidates and len(used) == len(ordered) and used[-1].passages <= limits.postings
    return Candidates([row[0] for row in rows], postings, ordered[len(used) :], complete)


def _within(ordered: Sequence[Term], limits: Limits) -> tuple[list[Term], int]:
    """Return the terms, from the rarest on, whose passages are within the limits, and how many these are."""
    used: list[Term] = []
    postings = 0
    for term in ordered[: limits.terms]:
        if used and postings + term.passages > limits.postings:
            break
        used.append(term)
        postings += min(term.passages, limits.postings)
    return used, postings


def _postings(index: str, weight: float, *, newest_only: bool) -> str:
    found = f"SELECT rowid AS id, {weight!r} AS weight FROM {index} WHERE {index} MATCH ? AND rowid BETWEEN ? AND ?"
    # A word that is in more passages than are read is looked for in the newest ones.
    return f"SELECT * FROM ({found} ORDER BY rowid DESC LIMIT ?)" if newest_only else found

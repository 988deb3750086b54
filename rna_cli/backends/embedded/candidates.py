"""Which passages are worth scoring: those with the most, and the rarest, words of a query.

FTS5 is asked for the passages of each term, not for their bm25(): that counts the words of all projects, so that what
one project holds would change what is found in another, and it costs four times as much. The sum of the weights of a
passage's terms chooses well: with the best fifty by it, hit@5 on the sets of docs/benchmarks.md is within half a point
of scoring everything.
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

MOST_TERMS = 5_000
"""Terms of a query that bring passages in, the rarest; a statement takes 32,766 values."""

TIES = 10
"""How many times as many candidates there may be where the last of them have equal sums."""

_EQUAL = 1e-9


class Limits(NamedTuple):
    """How much one search looks at."""

    candidates: int = 50
    postings: int = POSTINGS

    def raised(self) -> Limits:
        """Return four times as much."""
        return Limits(self.candidates * 4, self.postings * 4)


class Candidates(NamedTuple):
    """Passages, best first; `postings` were read for them.

    More than were asked for where the last ones are equal by their words: what tells them apart is how often these
    stand in them, and how long they are. `too_frequent` are terms that brought none in. With `complete` no passage with
    a wanted term was left out.
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
    """Return the passages with the highest sum of the weights of their terms; among equal ones the newest first.

    Args:
        connection: open on the store.
        project: whose range of passages is looked at.
        terms: of the query.
        limits: how much to look at.
        columns: of the index that count; a term in the title counts twice.
        allowed: a condition on the versions; None for all that are current.
        with_past: whether superseded passages are looked at too.
    """
    ordered = sorted((term for term in terms if not term.order_only), key=lambda term: term.passages)[:MOST_TERMS]
    used, postings = _within(ordered, limits)
    if not used:
        return Candidates([], 0, [], complete=True)
    only = f"{{{' '.join(columns)}}} : " if len(columns) < 3 else ""
    # Where all passages are candidates anyway, those with a term in their title need not be found again.
    scopes = (only, "{title_terms} : ")[: 1 + (postings > limits.candidates)]
    asked: list[object] = [
        value for term in used for scope in scopes for value in (scope + term.expression, term.weight)
    ]
    parts = [_POSTINGS.format(index=index) for index in (CURRENT, PAST)[: 1 + with_past]]
    values = [*asked, *(list(project.passage_range) * len(parts))]
    # A word that is in more passages than are read is looked for in the newest.
    source = "found" if len(used) > 1 else "(SELECT * FROM found ORDER BY id DESC LIMIT ?)"
    statement = f"""
    WITH asked (expression, weight) AS (VALUES {", ".join(["(?, ?)"] * (len(asked) // 2))}),
    found AS ({" UNION ALL ".join(parts)})
    SELECT id, sum(weight) AS total FROM {source} GROUP BY id
    """
    if len(used) == 1:
        values.append(limits.postings * len(scopes))
    if allowed is not None:
        condition, parameters = allowed
        statement = (
            f"SELECT id, total FROM ({statement}) JOIN passage ON passage_pk = id JOIN visible USING (version_pk) "
            f"WHERE {condition}"
        )
        values += parameters
    most = limits.candidates * TIES
    rows: list[tuple[int, float]] = connection.execute(
        f"{statement} ORDER BY total DESC, id DESC LIMIT ?", (*values, most)
    ).fetchall()
    if len(rows) > limits.candidates:
        last = rows[limits.candidates - 1][1] - _EQUAL
        kept = [passage_pk for passage_pk, total in rows if total >= last]
    else:
        kept = [passage_pk for passage_pk, _ in rows]
    complete = len(kept) == len(rows) < most and len(used) == len(ordered) and used[0].passages <= limits.postings
    return Candidates(kept, postings, ordered[len(used) :], complete)


_POSTINGS = """
SELECT {index}.rowid AS id, weight FROM asked CROSS JOIN {index} ON {index} MATCH expression
WHERE {index}.rowid BETWEEN ? AND ?
"""


def _within(ordered: Sequence[Term], limits: Limits) -> tuple[list[Term], int]:
    """Return the terms, from the rarest on, whose passages are within the limits, and how many these are."""
    used: list[Term] = []
    postings = 0
    for term in ordered:
        if used and postings + term.passages > limits.postings:
            break
        used.append(term)
        postings += min(term.passages, limits.postings)
    return used, postings

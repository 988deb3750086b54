"""The terms of a query in one project: how frequent each is, what it weighs, and what stands in for unknown words."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import PAST
from rna_cli.backends.embedded.selection import rows_with
from rna_cli.domain.records import Repair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.sqlite.connection import Connection
    from rna_cli.text.queries import QueryTerm

SINGLE_HAN_WEIGHT = 0.7
"""What a single Han character counts beside the pairs: it tells less. Source: docs/benchmarks.md, CJK sentences."""

MOST_REPAIRED = 20
"""Unknown words of a query for which near ones are looked for; half a millisecond each."""

_LAST = "\U0010ffff"


class Term(NamedTuple):
    """A term that some passage of the project has.

    `passages` is how many have it, at most (of a prefix, the sum over its terms); `weight` is what it counts: the
    rarer, the more, and as often as the query repeats it. With `order_only` it brings no record in. `repairs` is the
    unknown word in whose place it stands, else empty.
    """

    text: str
    prefix: bool
    passages: int
    weight: float
    order_only: bool = False
    repairs: str = ""

    @property
    def expression(self) -> str:
        """The term as FTS5 takes it: always quoted, since `C++` or `a:b` would be syntax."""
        return quoted([self.text], prefix=self.prefix)


class Vocabulary(NamedTuple):
    """What became of the terms of a query: those that are known, repairs, and the words of which nothing is known."""

    terms: list[Term]
    repairs: list[Repair]
    unknown: list[str]


def quoted(texts: Iterable[str], *, prefix: bool = False) -> str:
    """Return terms as an FTS5 phrase; with `prefix` the last one may go on."""
    phrase = " ".join(texts).replace('"', '""')
    return f'"{phrase}"{"*" * prefix}'


def look_up(connection: Connection, project: Project, asked: Sequence[QueryTerm], *, with_past: bool) -> Vocabulary:
    """Find the terms of a query in a project.

    Args:
        connection: open on the store.
        project: whose words count.
        asked: the terms.
        with_past: whether terms that only superseded passages have are known too.
    """
    counts = count_passages(connection, project, [term.term for term in asked if not term.prefix])
    terms: list[Term] = []
    repairs: list[Repair] = []
    known: set[str] = set()
    tried = 0
    for each in asked:
        passages = _count_prefix(connection, project, each.term) if each.prefix else counts.get(each.term, 0)
        if not passages and with_past and not each.order_only:
            passages = _count_past(connection, project, each)
        if passages > 0:
            factor = SINGLE_HAN_WEIGHT if each.order_only else each.times
            terms.append(Term(each.term, each.prefix, passages, factor * _rarity(project, passages), each.order_only))
        else:
            stand_in = _stand_in(connection, project, each) if each.word and tried < MOST_REPAIRED else None
            tried += bool(each.word)
            if stand_in is None:
                continue
            repairs.append(Repair(each.word, stand_in[0]))
            terms.append(stand_in[1])
        if not each.order_only:
            known.add(each.token)
    unknown = dict.fromkeys(each.token for each in asked if not each.order_only and each.token not in known)
    return Vocabulary(_distinct(terms), repairs, list(unknown))


def count_passages(connection: Connection, project: Project, terms: Iterable[str]) -> dict[str, int]:
    """Return in how many current passages terms stand; those in none are left out."""
    statement = "SELECT term, passages FROM term WHERE project_pk = ? AND term IN ({keys})"
    return dict(rows_with(connection, statement, [project.project_pk], list(terms)))


def _count_prefix(connection: Connection, project: Project, prefix: str) -> int:
    (passages,) = connection.execute(
        "SELECT coalesce(sum(passages), 0) FROM term WHERE project_pk = ? AND term >= ? AND term < ?",
        (project.project_pk, prefix, prefix + _LAST),
    ).fetchone()
    return min(int(passages), project.passages)


def _count_past(connection: Connection, project: Project, term: QueryTerm) -> int:
    (passages,) = connection.execute(
        f"SELECT count(*) FROM {PAST} WHERE {PAST} MATCH ? AND rowid BETWEEN ? AND ?",
        (quoted([term.term], prefix=term.prefix), *project.passage_range),
    ).fetchone()
    return int(passages)


def _stand_in(connection: Connection, project: Project, term: QueryTerm) -> tuple[str, Term] | None:
    """Return the word that is nearest to an unknown one, with its term."""
    from rna_cli.text.spelling import nearest

    near = nearest(term.word, lambda terms: count_passages(connection, project, terms))
    if near is None:
        return None
    weight = term.times * _rarity(project, near.passages)
    return near.word, Term(near.term, False, near.passages, weight, repairs=term.word)


def _rarity(project: Project, passages: int) -> float:
    """Return the inverse document frequency of a term, always above 0."""
    return log(1 + max(project.passages, passages) / (passages + 0.5))


def _distinct(terms: list[Term]) -> list[Term]:
    """Leave out what stands in for an unknown word and was asked for anyway."""
    found: dict[tuple[str, bool], Term] = {}
    for term in sorted(terms, key=lambda term: bool(term.repairs)):
        found.setdefault((term.text, term.prefix), term)
    return list(found.values())

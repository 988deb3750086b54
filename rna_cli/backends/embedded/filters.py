"""What a query leaves out, and what an earlier time knew, as conditions on columns of `visible`.

A record has a phrase when one of its passages has the words next to each other in one column of the index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.embedded.schema import CURRENT, PAST
from rna_cli.backends.embedded.selection import known_at
from rna_cli.backends.embedded.terms import quoted
from rna_cli.text.queries import phrase_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.backends.embedded.selection import Selected
    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.query import Query


MOST_PHRASES = 10_000
"""Different phrases that are looked for; a statement takes 32,766 values."""


def allowed(project: Project, query: Query, as_of: str | None) -> Selected:
    """Select the versions that a query may find: with a phrase in any passage, or with an excluded one in none."""
    known, parameters = known_at(as_of)
    conditions = ["project_pk = ?", known]
    values: list[object] = [project.project_pk, *parameters]
    indexes = (CURRENT,) if as_of is None else (CURRENT, PAST)
    wanted = _expressions(query.phrases) + _expressions(query.titles, "{title_terms} : ")
    for operator, expressions in (("IN", wanted), ("NOT IN", _expressions(query.excluded))):
        if not expressions:
            continue  # or only common words and punctuation, which are in no index
        holders = " UNION ".join(map(_HOLDERS.format, indexes))
        enough = len(expressions) if operator == "IN" else 1
        conditions.append(
            f"version_pk {operator} (WITH wanted (expression) AS (VALUES {', '.join(['(?)'] * len(expressions))}) "
            f"SELECT version_pk FROM ({holders}) GROUP BY version_pk HAVING count(*) >= {enough})"
        )
        values += [*expressions, *list(project.passage_range) * len(indexes)]
    if query.kind is not None:
        conditions.append("kind = ?")
        values.append(query.kind.value)
    for moment, operator in ((query.after, ">="), (query.before, "<")):
        if moment is not None:
            conditions.append(f"coalesce(said_at, recorded_at) {operator} ?")
            values.append(moment)
    return " AND ".join(conditions), values


_HOLDERS = """
SELECT DISTINCT expression, version_pk
FROM wanted CROSS JOIN {0} ON {0} MATCH expression JOIN passage ON passage_pk = {0}.rowid
WHERE {0}.rowid BETWEEN ? AND ?
"""
"""Which versions have which phrase, each pair once."""


def _expressions(phrases: Iterable[str], columns: str = "") -> list[str]:
    """Return phrases as FTS5 takes them, each once, without those of which nothing is indexed."""
    found: dict[str, None] = {}
    for phrase in phrases:
        if terms := phrase_terms(phrase):
            found[columns + quoted((term.term for term in terms), prefix=terms[-1].prefix)] = None
    return list(found)[:MOST_PHRASES]

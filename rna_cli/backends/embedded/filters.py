"""What a query leaves out, and what an earlier time knew, as conditions on columns of `visible`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.embedded.schema import CURRENT, PAST
from rna_cli.backends.embedded.selection import known_at
from rna_cli.backends.embedded.terms import quoted
from rna_cli.text.queries import phrase_terms

if TYPE_CHECKING:
    from rna_cli.backends.embedded.selection import Selected
    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.query import Query


def allowed(project: Project, query: Query, as_of: str | None) -> Selected:
    """Select the versions that a query may find. Phrases are looked for in whole records, not in single passages."""
    known, parameters = known_at(as_of)
    conditions = ["project_pk = ?", known]
    values: list[object] = [project.project_pk, *parameters]
    wanted = [
        *((phrase, "", "IN") for phrase in query.phrases),
        *((title, "{title_terms} : ", "IN") for title in query.titles),
        *((phrase, "", "NOT IN") for phrase in query.excluded),
    ]
    for phrase, columns, operator in wanted:
        terms = phrase_terms(phrase)
        if not terms:
            continue  # only common words or punctuation, which are in no index
        expression = columns + quoted((term.term for term in terms), prefix=terms[-1].prefix)
        indexes = (CURRENT,) if as_of is None else (CURRENT, PAST)
        holders = " UNION ALL ".join(
            f"SELECT version_pk FROM {index} JOIN passage ON passage_pk = {index}.rowid "
            f"WHERE {index} MATCH ? AND {index}.rowid BETWEEN ? AND ?"
            for index in indexes
        )
        conditions.append(f"version_pk {operator} ({holders})")
        values += [expression, *project.passage_range] * len(indexes)
    if query.kind is not None:
        conditions.append("kind = ?")
        values.append(query.kind.value)
    for moment, operator in ((query.after, ">="), (query.before, "<")):
        if moment is not None:
            conditions.append(f"coalesce(said_at, recorded_at) {operator} ?")
            values.append(moment)
    return " AND ".join(conditions), values

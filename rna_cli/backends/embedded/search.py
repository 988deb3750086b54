"""Keyword search: FTS5 finds and ranks passages inside one project, the densest window of the best one is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import CURRENT, PAST
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Found, Hit, Kind, Passage
from rna_cli.domain.uri import Address
from rna_cli.errors import StoreCorrupt
from rna_cli.text.analyser import QueryTerm, query_terms
from rna_cli.text.window import Wanted, densest_window

if TYPE_CHECKING:
    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.scope import Scope
    from rna_cli.sqlite.connection import Connection

CANDIDATES = 50
"""Passages that are fetched first; four times as many while they belong to too few files."""

WEIGHTS = "5.0, 1.5, 1.0"
"""BM25 weights of title, head and body."""

_HEAD_COLUMNS = "{title_terms head_terms} : "


class _Scored(NamedTuple):
    """A file, the score of its best passage, and those of its passages that were found, best first."""

    path: str
    score: float
    passages: list[int]


def search_project(
    connection: Connection,
    project: Project,
    scope: Scope,
    query: str,
    level: Level | None,
    limit: int,
    as_of: str | None,
) -> Found:
    """Return the best files (L2) or directories (L0, L1).

    Without a level these are the files. A directory is shown only where none of its files is, and it can never be: it
    matches by the titles, paths, first sentences and headings of its files, each of which matches at least as well.
    """
    terms = query_terms(query)
    words = [term.term for term in terms]
    if not terms:
        return Found([], [])
    search = _Search(connection, project, scope, terms, as_of)
    if level in {Level.L0, Level.L1}:
        return Found(search.directories(level, limit), words)
    return Found(search.files(limit), words)


class _Search:
    """One query on one project."""

    def __init__(
        self, connection: Connection, project: Project, scope: Scope, terms: list[QueryTerm], as_of: str | None
    ) -> None:
        self._connection = connection
        self._project = project
        self._scope = scope
        self._wanted = Wanted(terms)
        self._match = " OR ".join(f'"{term.term.replace(chr(34), chr(34) * 2)}"{"*" * term.prefix}' for term in terms)
        self._as_of = as_of

    def files(self, limit: int) -> list[Hit]:
        """Return the best files, each with the densest window of its best passage."""
        return [self._file_hit(scored) for scored in self._best(self._match, limit)]

    def directories(self, level: Level, limit: int) -> list[Hit]:
        """Return the directories whose files' titles, first sentences and headings match best.

        A directory counts as its best file: a larger one is not better.
        """
        best: dict[str, float] = {}
        wanted = limit
        while True:
            found = self._best(f"{_HEAD_COLUMNS}({self._match})", wanted)
            for scored in found:
                best.setdefault(scored.path.rpartition("/")[0], scored.score)
            if len(best) >= limit or len(found) < wanted:
                break
            wanted *= 4
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))[:limit]
        return [self._directory_hit(path, score, level) for path, score in ranked]

    def _best(self, match: str, limit: int) -> list[_Scored]:
        """Return the `limit` best files. A file counts as its best passage: a longer one is not better."""
        wanted = max(CANDIDATES, min(2 * limit, 100_000))
        while True:
            rows = self._ranked_passages(match, wanted)
            if any(row[3] is None for row in rows):
                raise StoreCorrupt(
                    "The search index is damaged: it ranks nothing.", hint="Rebuild it: rna doctor --fix"
                )
            best: dict[int, _Scored] = {}
            for passage_pk, version_pk, path, score in rows:
                best.setdefault(version_pk, _Scored(path, score, [])).passages.append(passage_pk)
            if len(best) >= limit or len(rows) < wanted:
                return list(best.values())[:limit]
            wanted *= 4

    def _ranked_passages(self, match: str, wanted: int) -> list[tuple[int, int, str, float]]:
        """Return (passage_pk, version_pk, path, score) of the best passages, equal scores by id."""
        first, last = self._project.passages
        if self._as_of is None:
            # The inner query ranks row ids alone: joining before the limit would fetch a row for each match.
            query = f"""
            SELECT hit.rowid, version_pk, path, score FROM (
              SELECT rowid, -bm25({CURRENT}, {WEIGHTS}) AS score FROM {CURRENT}
              WHERE {CURRENT} MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score DESC, rowid LIMIT ?
            ) AS hit JOIN passage ON passage_pk = hit.rowid JOIN visible USING (version_pk)
            WHERE project_pk = ? ORDER BY score DESC, hit.rowid
            """
            rows = self._connection.execute(query, (match, first, last, wanted, self._project.project_pk))
            return rows.fetchall()
        parts = [
            f"""
            SELECT {index}.rowid AS id, version_pk, path, -bm25({index}, {WEIGHTS}) AS score
            FROM {index} JOIN passage ON passage_pk = {index}.rowid JOIN visible USING (version_pk)
            WHERE {index} MATCH ?1 AND {index}.rowid BETWEEN ?2 AND ?3 AND project_pk = ?4
              AND recorded_at <= ?5 AND (superseded_at IS NULL OR superseded_at > ?5)
            """
            for index in (CURRENT, PAST)
        ]
        query = " UNION ALL ".join(parts) + " ORDER BY score DESC, id LIMIT ?6"
        parameters = (match, first, last, self._project.project_pk, self._as_of, wanted)
        return self._connection.execute(query, parameters).fetchall()

    def _file_hit(self, scored: _Scored) -> Hit:
        # No comparison with the content hash here: that would read and hash the whole text for a window of it.
        title, number, recorded_at, first_line, text = self._connection.execute(
            """
            SELECT title, number, recorded_at, first_line, substr(body, start_char + 1, end_char - start_char)
            FROM passage JOIN version USING (version_pk) WHERE passage_pk = ?
            """,
            (self._passage_to_show(scored.passages),),
        ).fetchone()
        passage = _densest(text, self._wanted, first_line)
        address = Address(self._scope, scored.path)
        return Hit(address, Level.L2, Kind.DOCUMENT, title, scored.score, passage, recorded_at, number)

    def _passage_to_show(self, passages: list[int]) -> int:
        """Return the passage that itself has most of the words: title words count for every passage of a file."""
        if len(passages) == 1:
            return passages[0]
        marks = ", ".join("?" * len(passages))
        terms = {
            row[0]: {term for term in f"{row[1]} {row[2]}".split(" ") if term in self._wanted}
            for row in self._connection.execute(
                f"SELECT passage_pk, head_terms, body_terms FROM passage WHERE passage_pk IN ({marks})", passages
            )
        }
        return max(passages, key=lambda passage_pk: len(terms[passage_pk]))

    def _directory_hit(self, path: str, score: float, level: Level) -> Hit:
        from rna_cli.backends.embedded.levels import describe_directory

        address = Address(self._scope, path)
        text = describe_directory(self._connection, self._project, address, level, self._as_of)
        passage = _densest("".join(text.lines), self._wanted, 0)
        return Hit(address, level, Kind.DIRECTORY, address.name, score, passage, text.recorded_at, 0)


def _densest(text: str, wanted: Wanted, first_line: int) -> Passage:
    """Return the densest window of a passage that starts at 0-based line `first_line`."""
    start, end = densest_window(text, wanted, {})
    shown = text[start:end]
    leading = len(shown) - len(shown.lstrip())
    shown = shown.strip()
    line = first_line + text.count("\n", 0, start + leading) + 1
    return Passage(shown, line, line + shown.count("\n"))

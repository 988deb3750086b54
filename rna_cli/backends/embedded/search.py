"""Keyword search inside one project: FTS5 finds candidates, `ranking` orders them, the densest window is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.ranking import WEIGHTS, Candidate, Ranking, Score, match_expression
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

CANDIDATES = 100
"""Passages that are fetched first; four times as many while they belong to too few files."""

_MOST_CANDIDATES = 100_000

_HEAD_COLUMNS = 2
"""The title and path, and the first sentence and headings: what abstracts and overviews are made of."""


class _Ranked(NamedTuple):
    """A file: its score, which is that of its best passage, and the passage that itself has most of the words."""

    score: Score
    shown: Candidate


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

    Without a level these are the files: a directory is shown only where no file of it matches, and it matches by
    nothing but the titles, paths, first sentences and headings of its files.
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
        self._match = " OR ".join(map(match_expression, terms))
        self._ranking = Ranking(connection, project, terms)
        self._as_of = as_of

    def files(self, limit: int) -> list[Hit]:
        """Return the best files, each with the densest window of one passage."""
        return [self._file_hit(ranked) for ranked in self._best(limit)]

    def directories(self, level: Level, limit: int) -> list[Hit]:
        """Return the directories whose files' titles, first sentences and headings match best.

        A directory counts as its best file: a larger one is not better.
        """
        best: dict[str, float] = {}
        wanted = limit
        while True:
            found = self._best(wanted, _HEAD_COLUMNS)
            for ranked in found:
                best.setdefault(ranked.shown.path.rpartition("/")[0], ranked.score.total)
            if len(best) >= limit or len(found) < wanted:
                break
            wanted *= 4
        ranked_paths = sorted(best.items(), key=lambda item: (-item[1], item[0]))[:limit]
        return [self._directory_hit(path, score, level) for path, score in ranked_paths]

    def _best(self, limit: int, columns: int = len(WEIGHTS)) -> list[_Ranked]:
        """Return the `limit` best files by the first `columns`. A longer file is not better for its length."""
        wanted = max(CANDIDATES, min(2 * limit, _MOST_CANDIDATES))
        while True:
            candidates = self._candidates(columns, wanted)
            best: dict[int, _Ranked] = {}
            for candidate in candidates:
                score = self._ranking.score(candidate, columns)
                known = best.get(candidate.version_pk)
                if known is None:
                    best[candidate.version_pk] = _Ranked(score, candidate)
                else:
                    total = max(score.total, known.score.total)
                    own, shown = max((known.score.own, known.shown), (score.own, candidate), key=lambda pair: pair[0])
                    best[candidate.version_pk] = _Ranked(Score(total, own), shown)
            if len(best) >= limit or len(candidates) < wanted:
                ranked = sorted(best.values(), key=lambda each: (-each.score.total, each.shown.passage_pk))
                return ranked[:limit]
            wanted *= 4

    def _candidates(self, columns: int, wanted: int) -> list[Candidate]:
        """Return up to `wanted` passages from the index, twice that where superseded ones count too."""
        if self._as_of is None:
            return self._candidates_from(CURRENT, columns, wanted, "superseded_at IS NULL", ())
        known = "recorded_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)"
        times = (self._as_of, self._as_of)
        return [
            found for index in (CURRENT, PAST) for found in self._candidates_from(index, columns, wanted, known, times)
        ]

    def _candidates_from(
        self, index: str, columns: int, wanted: int, condition: str, parameters: tuple[str, ...]
    ) -> list[Candidate]:
        names = "title_terms head_terms body_terms".split()[:columns]
        match = f"{{{' '.join(names)}}} : ({self._match})"
        # The scope is a range of row ids, inside the query. For the current index nothing else is filtered, so the
        # limit may come before the join, which would fetch a row for each match.
        limit_inside, limit_outside = (wanted, -1) if index == CURRENT and not parameters else (-1, wanted)
        rows = self._connection.execute(
            f"""
            SELECT passage_pk, version_pk, path, title_terms, head_terms, body_terms, score FROM (
              SELECT rowid AS id, -bm25({index}, {", ".join(map(str, WEIGHTS))}) AS score FROM {index}
              WHERE {index} MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score DESC, id LIMIT ?
            ) JOIN passage ON passage_pk = id JOIN visible USING (version_pk)
            WHERE project_pk = ? AND {condition} ORDER BY score DESC, id LIMIT ?
            """,
            [match, *self._project.passages, limit_inside, self._project.project_pk, *parameters, limit_outside],
        ).fetchall()
        if any(row[6] is None for row in rows):
            raise StoreCorrupt("The search index is damaged: it ranks nothing.", hint="Rebuild it: rna doctor --fix")
        return [Candidate(row[0], row[1], row[2], row[3:6]) for row in rows]

    def _file_hit(self, ranked: _Ranked) -> Hit:
        # No comparison with the content hash here: that would read and hash the whole text for a window of it.
        title, number, recorded_at, first_line, text = self._connection.execute(
            """
            SELECT title, number, recorded_at, first_line, substr(body, start_char + 1, end_char - start_char)
            FROM passage JOIN version USING (version_pk) WHERE passage_pk = ?
            """,
            (ranked.shown.passage_pk,),
        ).fetchone()
        address = Address(self._scope, ranked.shown.path)
        passage = self._densest(text, first_line)
        return Hit(address, Level.L2, Kind.DOCUMENT, title, ranked.score.total, passage, recorded_at, number)

    def _directory_hit(self, path: str, score: float, level: Level) -> Hit:
        from rna_cli.backends.embedded.levels import describe_directory

        address = Address(self._scope, path)
        text = describe_directory(self._connection, self._project, address, level, self._as_of)
        passage = self._densest("".join(text.lines), 0)
        return Hit(address, level, Kind.DIRECTORY, address.name, score, passage, text.recorded_at, 0)

    def _densest(self, text: str, first_line: int) -> Passage:
        """Return the densest window of a text that starts at 0-based line `first_line`."""
        start, end = densest_window(text, self._wanted, self._ranking.weights)
        shown = text[start:end].rstrip()
        blank = len(shown) - len(shown.lstrip())
        start += shown.rfind("\n", 0, blank) + 1  # blank lines go, indentation stays
        shown = text[start:end].rstrip()
        line = first_line + text.count("\n", 0, start) + 1
        return Passage(shown, line, line + shown.count("\n"))

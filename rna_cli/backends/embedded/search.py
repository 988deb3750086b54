"""Keyword search inside one project: candidates from FTS5, scored with their neighbours, each with its best window."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.bodies import stored_kind
from rna_cli.backends.embedded.candidates import Candidates, Limits, find_candidates
from rna_cli.backends.embedded.filters import allowed
from rna_cli.backends.embedded.neighbourhood import Slot, Version, locate, runs_around
from rna_cli.backends.embedded.ranking import (
    SPEAKER,
    Numbers,
    Values,
    named_speaker,
    score_run,
    term_values,
    with_group_term,
)
from rna_cli.backends.embedded.selection import rows_with
from rna_cli.backends.embedded.terms import look_up
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Absence, Found, Hit, Kind, Passage, Saying
from rna_cli.domain.uri import Address
from rna_cli.text.queries import query_terms
from rna_cli.text.window import WithPrefixes, densest_window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.query import Query
    from rna_cli.domain.scope import Scope
    from rna_cli.sqlite.connection import Connection

COLUMNS = ("title_terms", "head_terms", "body_terms")

HEAD_COLUMNS = COLUMNS[:2]
"""The title and path, and the first sentence and headings: what abstracts and overviews are made of."""

_MOST_AT_FIRST = 100_000
"""Candidates that are asked for at once, however many hits are wanted."""


class Ranked(NamedTuple):
    """A record or directory: its score is that of its best passage; the one to show itself has most of the words."""

    score: float
    own: float
    slot: Slot


def search_project(
    connection: Connection,
    project: Project,
    scope: Scope,
    query: Query,
    level: Level | None,
    limit: int,
    as_of: str | None,
    *,
    explain: bool,
    limits: Limits | None = None,
) -> Found:
    """Return the best records (L2) or directories (L0, L1).

    Without a level these are the records: a directory, which would be shown only where no file of it matches, matches
    by nothing but the titles, paths, first sentences and headings of its files.
    """
    search = Search(connection, project, scope, query, as_of, limits or Limits())
    if not search.asked:
        return search.found([], Absence.NOTHING_TO_LOOK_FOR, explain=explain)
    hits = search.records(limit) if level in {None, Level.L2} else search.directories(level, limit)
    return search.found(hits, None if hits else search.absence(), explain=explain)


class Search:
    """One query on one project, and what is worth telling of how it went."""

    def __init__(
        self, connection: Connection, project: Project, scope: Scope, query: Query, as_of: str | None, limits: Limits
    ) -> None:
        self.stages_ms: dict[str, float] = {}
        self._started = perf_counter()
        self._connection = connection
        self.project = project
        self._scope = scope
        self.query = query
        self._as_of = as_of
        self._limits = limits
        self.asked = query_terms(query.text)
        self.vocabulary = look_up(connection, project, self.asked, with_past=as_of is not None)
        self.terms = self.vocabulary.terms
        self._numbers = Numbers.of(self.terms)
        exact, prefixes = (
            {term.text: term.weight for term in self.terms if term.prefix is prefix and not term.order_only}
            for prefix in (False, True)
        )
        self._weights = WithPrefixes(exact, prefixes) if prefixes else exact
        self._allowed = None if as_of is None and not query.filters else allowed(project, query, as_of)
        self._values: dict[int, Values] = {}
        self.candidates = Candidates([], 0, [], complete=True)
        self._lap("words")

    def records(self, limit: int) -> list[Hit]:
        """Return the best records, each with the densest window of one passage."""
        hits = [self._record_hit(ranked) for ranked in self._best(limit, COLUMNS)]
        self._lap("excerpts")
        return hits

    def directories(self, level: Level, limit: int) -> list[Hit]:
        """Return the directories whose files' titles, first sentences and headings match best.

        A directory counts as its best file: a larger one is not better.
        """
        hits = [self._directory_hit(ranked, level) for ranked in self._best(limit, HEAD_COLUMNS)]
        self._lap("excerpts")
        return hits

    def absence(self) -> Absence:
        """Say why there are no hits."""
        if not self.project.passages and self._as_of is None:
            return Absence.EMPTY_PROJECT
        if all(term.order_only for term in self.terms):
            return Absence.UNKNOWN_WORDS
        if self._find(self._limits._replace(candidates=1), COLUMNS, filtered=False).passages:
            return Absence.FILTERED
        return Absence.NO_MATCH

    def found(self, hits: list[Hit], absence: Absence | None, *, explain: bool) -> Found:
        """Return the answer."""
        explanation = None
        if explain:
            from rna_cli.backends.embedded.explaining import explanation_of

            explanation = explanation_of(self)
        return Found(
            hits,
            [term.text for term in self.terms if not term.order_only],
            tuple(self.vocabulary.repairs),
            absence,
            tuple(self.vocabulary.unknown),
            explanation,
        )

    def _best(self, limit: int, columns: Sequence[str]) -> list[Ranked]:
        """Return the `limit` best records or, by the columns of heads, directories.

        It looks at more passages while these belong to too few.
        """
        least = max(self._limits.candidates, min(2 * limit, _MOST_AT_FIRST))
        limits = self._limits._replace(candidates=least)
        while True:
            self.candidates = self._find(limits, columns, filtered=True)
            self._lap("candidates")
            found = self._chosen(limits.candidates, columns)
            best = self._score(found, columns)
            self._lap("order")
            if len(best) >= limit or (self.candidates.complete and len(found) == len(self.candidates.passages)):
                return best[:limit]
            limits = limits.raised()

    def _chosen(self, most: int, columns: Sequence[str]) -> list[tuple[Slot, Version]]:
        """Return the places of the candidates; of too many that have the same words, those that say most of them."""
        found = locate(self._connection, self.project, self.candidates.passages)
        if len(found) <= most:
            return found
        self._evaluate([slot for slot, _ in found], columns)
        place = {passage_pk: place for place, passage_pk in enumerate(self.candidates.passages)}
        found.sort(
            key=lambda each: (-sum(self._values[each[0].passage_pk].by_term.values()), place[each[0].passage_pk])
        )
        return found[:most]

    def _find(self, limits: Limits, columns: Sequence[str], *, filtered: bool) -> Candidates:
        return find_candidates(
            self._connection,
            self.project,
            self.terms,
            limits,
            columns=columns,
            allowed=self._allowed if filtered else None,
            with_past=self._as_of is not None,
        )

    def _score(self, found: Sequence[tuple[Slot, Version]], columns: Sequence[str]) -> list[Ranked]:
        """Return the records or directories of some passages, best first."""
        whole = columns == COLUMNS
        if whole:
            runs = list(runs_around(self._connection, self.project, found, self._as_of))
        else:
            runs = [[slot] for slot, _ in found]
        self._evaluate([slot for run in runs for slot in run], columns)
        scores = with_group_term(score for run in runs for score in score_run(run, self._values))
        speaker = named_speaker(self.query.text, {slot.speaker for _, slot in scores})
        # A neighbour of what was found may be the answer, but not when it would have to be of some kind.
        eligible = {slot.passage_pk for slot, _ in found} if self.query.filters else None
        best: dict[int | str, Ranked] = {}
        for score, slot in scores:
            if eligible is not None and slot.passage_pk not in eligible:
                continue
            total = score * SPEAKER if speaker and slot.speaker == speaker else score
            own = self._values[slot.passage_pk].own
            key = slot.version_pk if whole else slot.directory
            known = best.get(key)
            if known is None:
                best[key] = Ranked(total, own, slot)
            else:
                own, shown = max((known.own, known.slot), (own, slot), key=lambda pair: pair[0])
                best[key] = Ranked(max(total, known.score), own, shown)
        return [best[key] for key in sorted(best, key=lambda key: (-best[key].score, key))]

    def _evaluate(self, slots: Sequence[Slot], columns: Sequence[str]) -> None:
        """Find the values of the terms in each passage that is not known yet."""
        due = {slot.passage_pk: slot.kind for slot in slots if slot.passage_pk not in self._values}
        statement = f"SELECT passage_pk, {', '.join(columns)} FROM passage WHERE passage_pk IN ({{keys}})"
        for passage_pk, *found in rows_with(self._connection, statement, [], list(due)):
            self._values[passage_pk] = term_values(found, self.terms, self._numbers, due[passage_pk])

    def _record_hit(self, ranked: Ranked) -> Hit:
        # No comparison with the content hash here: that would read and hash the whole text for a window of it.
        kind, title, role, speaker, said_at, number, recorded_at, first_line, text = self._connection.execute(
            """
            SELECT kind, title, role, speaker, said_at, number, recorded_at, first_line,
              substr(body, start_char + 1, end_char - start_char)
            FROM passage JOIN version USING (version_pk) WHERE passage_pk = ?
            """,
            (ranked.slot.passage_pk,),
        ).fetchone()
        terms = [self.terms[number] for number in self._values[ranked.slot.passage_pk].by_term]
        return Hit(
            Address(self._scope, ranked.slot.path),
            Level.L2,
            stored_kind(kind),
            title,
            ranked.score,
            self._densest(text, first_line),
            recorded_at,
            number,
            matched=tuple(term.text for term in terms if not term.order_only),
            repaired=bool(terms) and all(term.repairs or term.order_only for term in terms),
            saying=Saying.of(role, speaker, said_at),
        )

    def _directory_hit(self, ranked: Ranked, level: Level) -> Hit:
        from rna_cli.backends.embedded.levels import describe_directory

        address = Address(self._scope, ranked.slot.directory)
        text = describe_directory(self._connection, self.project, address, level, self._as_of)
        passage = self._densest("".join(text.lines), 0)
        return Hit(address, level, Kind.DIRECTORY, address.name, ranked.score, passage, text.recorded_at, 0)

    def _densest(self, text: str, first_line: int) -> Passage:
        """Return the densest window of a text that starts at 0-based line `first_line`."""
        start, end = densest_window(text, self._weights)
        shown = text[start:end].rstrip()
        blank = len(shown) - len(shown.lstrip())
        start += shown.rfind("\n", 0, blank) + 1  # blank lines go, indentation stays
        shown = text[start:end].rstrip()
        line = first_line + text.count("\n", 0, start) + 1
        return Passage(shown, line, line + shown.count("\n"))

    def _lap(self, stage: str) -> None:
        now = perf_counter()
        self.stages_ms[stage] = self.stages_ms.get(stage, 0.0) + (now - self._started) * 1000
        self._started = now

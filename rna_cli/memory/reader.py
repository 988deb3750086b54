"""The read service: every question about a memory, from whatever way in, passes here.

Each call names a scope; the scope goes into the backend's query, and each result passes `Scope.admits` once more, so
that a mistake in a backend cannot show one project's text in another.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rna_cli.domain.clock import parse_moment
from rna_cli.domain.levels import Level
from rna_cli.domain.query import parse_query
from rna_cli.domain.records import (
    Absence,
    Capability,
    Entry,
    Found,
    Health,
    Hit,
    Listing,
    Match,
    ProjectStatus,
    Text,
    Version,
)
from rna_cli.domain.uri import parse_address
from rna_cli.errors import InternalError, NotFound, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.backends.protocol import Backend
    from rna_cli.domain.checks import Check
    from rna_cli.domain.scope import Scope
    from rna_cli.ledger.usage import UsageCounter


_Addressed = TypeVar("_Addressed", Hit, Match, Entry, Version)

UNLIMITED = 2**62
"""More than any store holds; still an SQLite integer."""


class Window(NamedTuple):
    """Which part of a long answer is wanted; `offset` counts from 0."""

    offset: int = 0
    limit: int = UNLIMITED

    def checked(self) -> Window:
        """Return the window with numbers that a backend can take.

        Raises:
            UsageError: a negative offset, or less than one line.
        """
        if self.offset < 0 or self.limit < 1:
            raise UsageError(
                f"There is no window of {self.limit} from {self.offset}.", hint="Count from 0, and ask for at least 1."
            )
        return Window(min(self.offset, UNLIMITED), min(self.limit, UNLIMITED))


ALL = Window()


class Reader:
    """Answers questions about the memory of a project.

    Args:
        backend: the one that the configuration chose.
        usage: counts searches, hits and reads.
    """

    def __init__(self, backend: Backend, usage: UsageCounter) -> None:
        self._backend = backend
        self._usage = usage

    def health(self, scope: Scope) -> Health:
        """Return what works; raises what does not."""
        return self._backend.health(scope)

    def projects(self) -> list[ProjectStatus]:
        """Return all projects: ids and counts, no content."""
        return self._backend.projects()

    def status(self, scope: Scope) -> ProjectStatus:
        """Return what is in the project."""
        return self._backend.status(scope)

    def search(
        self,
        scope: Scope,
        query: str,
        *,
        excluded: Sequence[str] = (),
        level: Level | None = None,
        limit: int,
        as_of: str | None = None,
        explain: bool = False,
    ) -> Found:
        """Return at most `limit` hits, best first. `query` is read as `rna_cli.domain.query` says.

        Args:
            scope: the project.
            query: words and operators.
            excluded: words or phrases that no hit may have, beside those that the query leaves out.
            level: which of directories and files; None for all.
            limit: how many hits at most.
            as_of: when the answer would have been given; now when left out.
            explain: whether the answer says how it came about.

        Raises:
            UsageError: a limit below 1, a time that is none, a query that cannot be read, or an operator where the
                backend follows none.
        """
        as_of = self._moment(as_of)
        limit = Window(0, limit).checked().limit
        parsed = parse_query(_without_surrogates(query), map(_without_surrogates, excluded))
        if parsed.filters and Capability.OPERATORS not in self._backend.capabilities:
            raise UsageError(
                f"The {self._backend.name} backend does not follow operators of a query (operators).",
                hint="Give words only: no quotation marks around them, -word, --not, title:, kind:, after: or before:.",
            )
        found = self._backend.search(scope, parsed, level=level, limit=limit, as_of=as_of, explain=explain)
        hits = _in_scope(scope, found.hits)[:limit]
        self._usage.count(scope, "search")
        self._usage.count(scope, "hit", len(hits))
        return found._replace(hits=hits, absence=None if hits else _absence(found))

    def read(self, scope: Scope, target: str, *, level: Level | None, window: Window, as_of: str | None = None) -> Text:
        """Return a window of a file's lines (L2), or a directory's abstract (L0) or overview (L1).

        Without a level a file is read at L2 and a directory at L1.

        Raises:
            UsageError: a level that the address does not have; the hint is the command that works.
            NotFound: nothing is there.
        """
        as_of = self._moment(as_of)
        address = parse_address(scope, target)
        directory = self._backend.is_directory(address, as_of=as_of)
        level = level or (Level.L1 if directory else Level.L2)
        command = f"rna memory {scope.project_id}"
        if directory and level is Level.L2:
            raise UsageError(
                f"{address.uri} is a directory; L2 is the text of a file.",
                hint=f"Its overview: {command} read {address.argument} --level L1\n"
                f"Its files: {command} list {address.argument}",
            )
        if not directory and level is not Level.L2:
            raise UsageError(
                f"{address.uri} is a file; {level.value} belongs to directories.",
                hint=f"Its text: {command} read {address.argument} --level L2",
            )
        window = window.checked()
        if directory:
            text = _window_of(self._backend.describe(address, level, as_of=as_of), window)
        else:
            text = self._backend.read(address, offset=window.offset, limit=window.limit, as_of=as_of)
        if not scope.admits(text.address.uri):
            raise InternalError(
                f"The {self._backend.name} backend answered with a text of another project.",
                hint="It is not shown. Please report it to the backend's author.",
                backend=self._backend.name,
            )
        if window.offset and window.offset >= text.total_lines:
            raise UsageError(
                f"{address.uri} has {text.total_lines} lines; offset {window.offset} is past the end.",
                hint=f"Its last lines: {command} read {address.argument} "
                f"--offset {max(0, text.total_lines - window.limit)}",
            )
        self._usage.count(scope, "read")
        return text

    def grep(
        self, scope: Scope, pattern: str, target: str, *, ignore_case: bool, fixed: bool, limit: int
    ) -> list[Match]:
        """Return the lines that hold `pattern`, a regular expression, or the text itself when `fixed`."""
        if not pattern:
            raise UsageError("The pattern is empty.", hint="Give the text or regular expression to look for.")
        expression = ("(?i)" if ignore_case else "") + (re.escape(pattern) if fixed else pattern)
        try:
            with warnings.catch_warnings(action="ignore"):  # about what later versions of `re` may read differently
                re.compile(expression)
        except (re.error, OverflowError, RecursionError) as error:
            raise UsageError(
                f"{pattern!r} is not a regular expression: {error}.", hint="--fixed looks for the text as it is."
            ) from None
        return _in_scope(
            scope, self._backend.grep(parse_address(scope, target), expression, limit=min(limit, UNLIMITED))
        )

    def entries(
        self,
        scope: Scope,
        target: str,
        *,
        recursive: bool = False,
        hidden: bool = False,
        window: Window = ALL,
        as_of: str | None = None,
    ) -> Listing:
        """Return what is in a directory, all files below it, or (with `hidden`) those that were hidden."""
        as_of = self._moment(as_of)
        if hidden and as_of:
            raise UsageError("--hidden and --as-of do not go together.", hint="Hidden is what is hidden now.")
        window = window.checked()
        listing = self._backend.entries(
            parse_address(scope, target),
            recursive=recursive,
            hidden=hidden,
            offset=window.offset,
            limit=window.limit,
            as_of=as_of,
        )
        entries: list[Entry] = _in_scope(scope, listing.entries)
        return listing._replace(entries=entries)

    def everything_at(self, scope: Scope, target: str) -> list[Entry]:
        """Return the files at or below an address, hidden ones too: what a deletion would take along.

        Raises:
            NotFound: nothing is there.
        """
        hidden = self.entries(scope, target, hidden=True).entries
        try:
            return [*self.entries(scope, target, recursive=True).entries, *hidden]
        except NotFound:
            if not hidden:
                raise
            return hidden

    def history(self, scope: Scope, target: str) -> list[Version]:
        """Return the versions of a file, newest first."""
        return _in_scope(scope, self._backend.history(parse_address(scope, target)))

    def checks(self, scope: Scope | None) -> list[Check]:
        """Examine the backend for doctor; nothing is repaired."""
        return self._backend.checks(scope, fix=False)

    def evolution(self, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
        """Return what happened to records: day to counts by kind of change, from day `since` on."""
        return self._backend.evolution(scope, since=since)

    def _moment(self, as_of: str | None) -> str | None:
        """Return a time as it is stored; what the caller says may be any ISO 8601 time."""
        if as_of is None:
            return None
        if Capability.AS_OF not in self._backend.capabilities:
            raise UsageError(
                f"The {self._backend.name} backend does not keep what was known earlier (as_of).",
                hint="Leave --as-of out.",
            )
        return parse_moment(as_of)


def _without_surrogates(text: str) -> str:
    """Return `text` that can be encoded: a lone surrogate stands for bytes of a command line that were no text."""
    return text.encode(errors="replace").decode()


def _absence(found: Found) -> Absence:
    """Return why there are no hits, where the backend does not say it."""
    return found.absence or (Absence.NO_MATCH if found.terms else Absence.NOTHING_TO_LOOK_FOR)


def _in_scope(scope: Scope, results: list[_Addressed]) -> list[_Addressed]:
    """The second of the two scope filters; the first is in the backend's query."""
    return [result for result in results if scope.admits(result.address.uri)]


def _window_of(text: Text, window: Window) -> Text:
    return text._replace(lines=text.lines[window.offset : window.offset + window.limit], offset=window.offset)

"""The embedded backend: the protocol's calls, each in one view or one transaction of the store."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rna_cli.backends.embedded.store import Store, find_project
from rna_cli.domain.clock import later_than, to_text
from rna_cli.domain.records import Capability, Found, Health, Listing, Match, ProjectStatus, Removed, Text, Version
from rna_cli.text import ANALYSER_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rna_cli.backends.embedded.unit import EmbeddedUnit
    from rna_cli.backends.protocol import BackendContext, Progress
    from rna_cli.domain.checks import Check
    from rna_cli.domain.levels import Level
    from rna_cli.domain.query import Query
    from rna_cli.domain.scope import Scope
    from rna_cli.domain.uri import Address


class EmbeddedBackend:
    """Everything in one private SQLite file."""

    name = "embedded"
    capabilities = frozenset({Capability.AS_OF, Capability.EXACT_DELETE, Capability.OPERATORS, Capability.REINDEX})

    def __init__(self, context: BackendContext) -> None:
        self._clock = context.clock
        self._store = Store(context.store, context.notify)

    def health(self, scope: Scope) -> Health:
        """Answer when the store opens and the project is there."""
        with self._store.project(scope):
            return Health(self.name, "The store opens.", {"store": str(self._store.path)})

    def checks(self, scope: Scope | None, *, fix: bool) -> list[Check]:
        """Examine the file; see `rna_cli.backends.embedded.checks`."""
        from rna_cli.backends.embedded.checks import examine

        return examine(self._store, scope, fix=fix)

    def initialize(self, scope: Scope) -> bool:
        """Make the store where it is missing, and the project."""
        self._store.create()
        with self._store.writing() as connection:
            made = connection.execute(
                """
                INSERT INTO project (project_id, initialized_at, analyser_version) VALUES (?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                (scope.project_id, to_text(self._clock()), ANALYSER_VERSION),
            )
            return made.rowcount == 1

    def projects(self) -> list[ProjectStatus]:
        """Return all projects; none when there is no store."""
        from rna_cli.backends.embedded.reading import read_status
        from rna_cli.domain.scope import Scope

        if not self._store.exists:
            return []
        with self._store.reading() as connection:
            ids = [row[0] for row in connection.execute("SELECT project_id FROM project ORDER BY project_id")]
            return [read_status(connection, find_project(connection, Scope(project_id))) for project_id in ids]

    def delete_project(self, scope: Scope) -> Removed:
        """Remove a project, its texts scrubbed."""
        from rna_cli.backends.embedded.unit import EmbeddedUnit
        from rna_cli.domain.uri import Address

        self._store.require(scope)
        with self._store.writing() as connection:
            project = find_project(connection, scope)
            unit = EmbeddedUnit(connection, project, later_than(project.changed_at, self._clock()))
            removed = unit.delete(Address(scope, "")) if unit.holds_anything() else Removed([], 0)
            unit.finish()
            connection.execute("DELETE FROM project WHERE project_pk = ?", (project.project_pk,))
        return removed

    @contextmanager
    def unit(self, scope: Scope) -> Iterator[EmbeddedUnit]:
        """Begin one transaction on a project."""
        from rna_cli.backends.embedded.unit import EmbeddedUnit

        self._store.require(scope)
        with self._store.writing() as connection:
            project = find_project(connection, scope)
            unit = EmbeddedUnit(connection, project, later_than(project.changed_at, self._clock()))
            yield unit
            unit.finish()

    def scrub(self) -> bool:
        """Write the file anew: the deletion alone leaves copies in unused parts of pages and in the log."""
        return self._store.scrub()

    def status(self, scope: Scope) -> ProjectStatus:
        """Return what is in the project."""
        from rna_cli.backends.embedded.reading import read_status

        with self._store.project(scope) as (connection, project):
            return read_status(connection, project)

    def is_directory(self, address: Address, *, as_of: str | None) -> bool:
        """Tell a directory from a file."""
        from rna_cli.backends.embedded.reading import is_directory

        with self._store.project(address.scope) as (connection, project):
            return is_directory(connection, project, address, as_of)

    def read(self, address: Address, *, offset: int, limit: int, as_of: str | None) -> Text:
        """Return a window of a file's lines."""
        from rna_cli.backends.embedded.reading import read_text

        with self._store.project(address.scope) as (connection, project):
            return read_text(connection, project, address, offset, limit, as_of)

    def describe(self, address: Address, level: Level, *, as_of: str | None) -> Text:
        """Return a directory's abstract or overview."""
        from rna_cli.backends.embedded.levels import describe_directory
        from rna_cli.backends.embedded.reading import is_directory

        with self._store.project(address.scope) as (connection, project):
            is_directory(connection, project, address, as_of)
            return describe_directory(connection, project, address, level, as_of)

    def search(
        self, scope: Scope, query: Query, *, level: Level | None, limit: int, as_of: str | None, explain: bool
    ) -> Found:
        """Return the best hits; see `rna_cli.backends.embedded.search`."""
        from rna_cli.backends.embedded.search import search_project

        self._store.bring_index_up_to_date(scope)
        with self._store.project(scope) as (connection, project):
            return search_project(connection, project, scope, query, level, limit, as_of, explain=explain)

    def reindex(self, scope: Scope, progress: Progress) -> int:
        """Derive the index of a project from its texts again, or go on with it."""
        from rna_cli.backends.embedded.reindexing import reindex_project

        return reindex_project(self._store, self._store.find(scope).project_pk, progress, again=True)

    def grep(self, address: Address, pattern: str, *, limit: int) -> list[Match]:
        """Return the lines in which a regular expression is found."""
        from rna_cli.backends.embedded.reading import grep_lines

        with self._store.project(address.scope) as (connection, project):
            return grep_lines(connection, project, address, re.compile(pattern), limit)

    def entries(
        self, address: Address, *, recursive: bool, hidden: bool, offset: int, limit: int, as_of: str | None
    ) -> Listing:
        """Return what is in a directory, all files below it, or only the hidden ones."""
        from rna_cli.backends.embedded.reading import is_directory, list_directory, list_files, list_hidden

        with self._store.project(address.scope) as (connection, project):
            if hidden:
                return list_hidden(connection, project, address, offset, limit)
            directory = is_directory(connection, project, address, as_of)
            lister = list_files if recursive or not directory else list_directory
            return lister(connection, project, address, offset, limit, as_of)

    def history(self, address: Address) -> list[Version]:
        """Return the versions of a file, newest first."""
        from rna_cli.backends.embedded.reading import read_history

        with self._store.project(address.scope) as (connection, project):
            return read_history(connection, project, address)

    def evolution(self, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
        """Return counts of changes by day."""
        if not self._store.exists:
            return {}
        days: dict[str, dict[str, int]] = {}
        with self._store.reading() as connection:
            for day, change, count in connection.execute(
                """
                SELECT day, change, sum(count) FROM evolution JOIN project USING (project_pk)
                WHERE day >= ? AND (project_id = ? OR ? IS NULL) GROUP BY day, change ORDER BY day, change
                """,
                (since, *(2 * [scope.project_id if scope else None])),
            ):
                days.setdefault(day, {})[change] = count
        return days

    def close(self) -> None:
        """Close the file."""
        self._store.close()

"""The file behind the embedded backend: opened once, when first needed, and made only by `initialize`."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import APPLICATION_ID, MIGRATIONS, PASSAGE_BITS, SCRUB_DUE
from rna_cli.errors import Busy, ProjectNotInitialized, StorageFailed
from rna_cli.sqlite.connection import (
    Connection,
    checkpoint,
    connect,
    reading,
    schema_version,
    vacuum,
    writing,
)
from rna_cli.sqlite.files import is_present
from rna_cli.text import ANALYSER_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rna_cli.backends.protocol import Notify
    from rna_cli.domain.scope import Scope


class Project(NamedTuple):
    """A project's row."""

    project_pk: int
    project_id: str
    initialized_at: str
    changed_at: str | None

    @property
    def passages(self) -> tuple[int, int]:
        """First and last id that a passage of this project can have."""
        first = self.project_pk << PASSAGE_BITS
        return first, first + (1 << PASSAGE_BITS) - 1


class Store:
    """`embedded.sqlite`. Everything that touches it runs inside `reading` or `writing`."""

    def __init__(self, path: Path, notify: Notify) -> None:
        self.path = path
        self._notify = notify
        self._connection: Connection | None = None

    @property
    def exists(self) -> bool:
        """Whether the file is there; raises when what is there can be no store."""
        return is_present(self.path)

    def create(self) -> None:
        """Make the file where there is none."""
        from rna_cli.sqlite.migrations import create_database

        if not self.exists:
            create_database(self.path, APPLICATION_ID, MIGRATIONS)

    def connection(self, *, update: bool = True) -> Connection:
        """Return the open connection.

        An older schema, and an index of another analyser, are brought up to date first. That is the one occasion on
        which a read writes; it is said, and a copy is kept of an older schema. Without `update` they are left as
        they are.
        """
        if self._connection is None:
            connection = connect(self.path, application_id=APPLICATION_ID)
            try:
                found = schema_version(connection, self.path, len(MIGRATIONS))
                if update and (found < len(MIGRATIONS) or analyser_of(connection, self.path) != ANALYSER_VERSION):
                    self._update(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _update(self, connection: Connection) -> None:
        from rna_cli.backends.embedded.passages import rebuild_indexes
        from rna_cli.sqlite.migrations import migrate_database

        copy = migrate_database(connection, self.path, MIGRATIONS)
        if copy is not None:
            self._notify(f"The store was brought to schema {len(MIGRATIONS)}; the old one is kept as {copy}.")
        if analyser_of(connection, self.path) != ANALYSER_VERSION:
            self._notify("The texts are indexed anew, since words are told apart in another way now.")
            with writing(connection, self.path):
                rebuild_indexes(connection)

    def reading(self) -> AbstractContextManager[Connection]:
        """One consistent view. Writes fail inside."""
        return reading(self.connection(), self.path)

    def writing(self) -> AbstractContextManager[Connection]:
        """One transaction, durable when the block ends."""
        return writing(self.connection(), self.path)

    def scrub(self) -> bool:
        """Write the file anew, without what deletions left in it; False when that could not be finished.

        Until it is, `SCRUB_DUE` stands in `meta`, so that neither a crash nor a busy store leaves a deletion half done
        without a trace.
        """
        connection = self.connection()
        try:
            vacuum(connection, self.path)
            if not checkpoint(connection, self.path):
                return False  # a reader keeps the old pages alive
            with self.writing():
                connection.execute("DELETE FROM meta WHERE key = ?", (SCRUB_DUE,))
            return checkpoint(connection, self.path)
        except (Busy, StorageFailed):
            return False

    @contextmanager
    def project(self, scope: Scope) -> Iterator[tuple[Connection, Project]]:
        """A consistent view of one project.

        Raises:
            ProjectNotInitialized: there is no such project, or no store at all.
        """
        self.require(scope)
        with self.reading() as connection:
            yield connection, find_project(connection, scope)

    def require(self, scope: Scope) -> None:
        """Refuse to go on without a store, instead of making one."""
        if not self.exists:
            raise not_initialized(scope)

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def analyser_of(connection: Connection, path: Path) -> int:
    """Return the version of the analyser that the texts were indexed with, 0 when the store does not say."""
    with reading(connection, path):
        row = connection.execute("SELECT value FROM meta WHERE key = 'analyser_version'").fetchone()
    return int(row[0]) if row and str(row[0]).isdigit() else 0


def find_project(connection: Connection, scope: Scope) -> Project:
    """Return the row of `scope`."""
    row = connection.execute(
        "SELECT project_pk, project_id, initialized_at, changed_at FROM project WHERE project_id = ?",
        (scope.project_id,),
    ).fetchone()
    if row is None:
        raise not_initialized(scope)
    return Project(*row)


def not_initialized(scope: Scope) -> ProjectNotInitialized:
    """Return the failure for a project that is not there."""
    return ProjectNotInitialized(
        f"Project {scope.project_id!r} is not initialized.",
        hint=f"Make it with: rna memory {scope.project_id} initialize",
        backend="embedded",
    )

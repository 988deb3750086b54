"""The file behind the embedded backend: opened once, when first needed, and made only by `initialize`."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.schema import APPLICATION_ID, MIGRATIONS, SCRUB_DUE, passage_range
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
    passages: int  # in its current index
    analyser_version: int  # that its texts are indexed with

    @property
    def passage_range(self) -> tuple[int, int]:
        """First and last id that a passage of this project can have."""
        return passage_range(self.project_pk)


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

        An older schema is brought up to date first. That is said, and a copy is kept of the file as it was. Without
        `update` it is left as it is.
        """
        if self._connection is None:
            connection = connect(self.path, application_id=APPLICATION_ID)
            try:
                if schema_version(connection, self.path, len(MIGRATIONS)) < len(MIGRATIONS) and update:
                    self._migrate(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _migrate(self, connection: Connection) -> None:
        from rna_cli.sqlite.migrations import migrate_database

        copy = migrate_database(connection, self.path, MIGRATIONS)
        if copy is not None:
            self._notify(f"The store was brought to schema {len(MIGRATIONS)}; the old one is kept as {copy}.")

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

    def find(self, scope: Scope) -> Project:
        """Return the row of a project."""
        with self.project(scope) as (_, project):
            return project

    def bring_index_up_to_date(self, scope: Scope) -> None:
        """Index a project's texts anew where another analyser did it. It is the one thing that a search writes.

        Raises:
            Busy: another version of rna is indexing them in its own way.
        """
        project = self.find(scope)
        if project.analyser_version == ANALYSER_VERSION:
            return
        from rna_cli.backends.embedded.reindexing import reindex_project

        self._notify(
            f"The texts of {scope.project_id} are indexed anew, since words are told apart in another way now."
        )
        reindex_project(self, project.project_pk, None, again=False)
        if self.find(scope).analyser_version != ANALYSER_VERSION:
            raise Busy(
                f"Another version of rna is indexing the texts of {scope.project_id}.",
                hint="Try again when it is done; use one version at a time.",
            )

    def require(self, scope: Scope) -> None:
        """Refuse to go on without a store, instead of making one."""
        if not self.exists:
            raise not_initialized(scope)

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def find_project(connection: Connection, scope: Scope) -> Project:
    """Return the row of `scope`."""
    row = connection.execute(
        f"SELECT {', '.join(Project._fields)} FROM project WHERE project_id = ?",
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

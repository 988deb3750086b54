"""Opening a database that exists, and transactions on it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rna_cli.errors import PlatformUnsupported, RnaError, StoreTooNew
from rna_cli.sqlite.failures import corrupt, translated
from rna_cli.sqlite.files import is_writable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Connection = sqlite3.Connection

OLDEST_SQLITE = (3, 37)
"""STRICT tables."""

_URI_ESCAPES = str.maketrans({"%": "%25", "?": "%3f", "#": "%23"})

_PRAGMAS = {
    "foreign_keys": 1,
    "secure_delete": 1,  # freed pages are overwritten
    "trusted_schema": 0,  # a foreign file's views and triggers run no functions
    "temp_store": 2,  # no private text in temporary files
}


def connect(path: Path, *, application_id: int | None, timeout_ms: int = 5000, durable: bool = True) -> Connection:
    """Open the existing database at `path`, for reading only until `writing` is used.

    Args:
        path: the file; it is never created here.
        application_id: what the file must say it is; None while it is under construction.
        timeout_ms: how long to wait for another process.
        durable: whether a commit waits for the disk.

    Raises:
        StoreCorrupt: the file is no database, or belongs to another program.
        Busy, StorageFailed, PermissionRefused: as the operating system says.
        PlatformUnsupported: SQLite is too old, has no FTS5, or does not take a setting.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise PlatformUnsupported(
            f"SQLite {sqlite3.sqlite_version} is too old; rna needs 3.37 or newer.",
            hint="Use a Python that is built with a newer SQLite.",
        )
    mode = "mode=ro&immutable=1" if _is_frozen(path) else "mode=rw"
    with translated(path):
        connection = sqlite3.connect(
            f"file://{str(path).translate(_URI_ESCAPES)}?{mode}", uri=True, isolation_level=None
        )
        try:
            _configure(connection, _PRAGMAS | {"busy_timeout": timeout_ms, "synchronous": 2 if durable else 0})
            if application_id is not None:
                _check_identity(connection, path, application_id)
        except UnicodeDecodeError as error:  # SQLite quotes from a damaged schema, and the quotation is no text
            connection.close()
            raise corrupt(path, "its schema holds bytes that are no text") from error
        except BaseException:
            connection.close()
            raise
    return connection


def connect_in_memory() -> Connection:
    """Open an empty database that is never in a file."""
    return sqlite3.connect(":memory:", isolation_level=None)


def _is_frozen(path: Path) -> bool:
    """Tell whether the database can only be read: a write-protected file or folder, a read-only disk.

    SQLite reads a WAL database through a -shm that it makes beside it, or leaves there when it may not remove it. Where
    it can do neither, it is told that nothing changes, which is so when there is no write-ahead log with content.
    """
    if is_writable(path):
        return False
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size == 0
    except OSError:
        return True


def _configure(connection: Connection, pragmas: dict[str, int]) -> None:
    """Set each pragma and read it back: a setting that does not take stops us."""
    for name, value in pragmas.items():
        connection.execute(f"PRAGMA {name}={value}")
        if connection.execute(f"PRAGMA {name}").fetchone() != (value,):
            raise PlatformUnsupported(
                f"This SQLite ({sqlite3.sqlite_version}) does not take {name}={value}.",
                hint="Use a Python that is built with a standard SQLite.",
            )
    connection.execute("PRAGMA query_only=1")


def _check_identity(connection: Connection, path: Path, application_id: int) -> None:
    found = connection.execute("PRAGMA application_id").fetchone()[0]
    if found != application_id:
        raise corrupt(path, f"its application id is {found:#x}, not {application_id:#x}")


def schema_version(connection: Connection, path: Path, newest: int) -> int:
    """Return the schema version of an open database.

    Raises:
        StoreTooNew: it is newer than `newest`.
    """
    with translated(path):
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > newest:
        raise StoreTooNew(
            f"{path} has schema {found}; this rna knows schemas up to {newest}.",
            hint="Update rna: nothing was changed.",
        )
    return found


@contextmanager
def reading(connection: Connection, path: Path) -> Iterator[Connection]:
    """One consistent view for several statements."""
    with translated(path), _damage_explained(connection, path):
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


@contextmanager
def writing(connection: Connection, path: Path) -> Iterator[Connection]:
    """One transaction: all of it is durable when the block ends, or nothing of it happened.

    IMMEDIATE, because a deferred transaction that turns to writing fails at once when another process writes,
    whatever the timeout.
    """
    with translated(path):
        connection.execute("PRAGMA query_only=0")
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.execute("PRAGMA query_only=1")


@contextmanager
def _damage_explained(connection: Connection, path: Path) -> Iterator[None]:
    """Say that the file is damaged where that is why the code that works on its content fails.

    A damaged page can make SQLite hand out rows that no code expects: a number for a text, nothing for a row.
    """
    try:
        yield
    except (RnaError, sqlite3.Error, OSError):
        raise
    except Exception as error:
        from rna_cli.sqlite.copies import integrity_problems

        if problems := integrity_problems(connection):
            raise corrupt(path, problems[0]) from error
        raise


def vacuum(connection: Connection, path: Path) -> None:
    """Write the whole database anew.

    secure_delete overwrites what is deleted, but not the copies of rows that SQLite leaves in the unused part of a page
    when it spreads a full page over several.
    """
    with translated(path):
        connection.execute("PRAGMA query_only=0")
        try:
            connection.execute("VACUUM")
        finally:
            connection.execute("PRAGMA query_only=1")


def checkpoint(connection: Connection, path: Path) -> bool:
    """Move the write-ahead log into the database and empty it; False when a reader keeps its old pages alive."""
    with translated(path):
        connection.execute("PRAGMA query_only=0")
        try:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute("PRAGMA query_only=1")
    return not busy

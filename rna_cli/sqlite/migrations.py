"""Making a database and bringing an older one up to date."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rna_cli.sqlite.connection import Connection, connect, connect_in_memory, schema_version, writing
from rna_cli.sqlite.copies import copy_database
from rna_cli.sqlite.failures import translated
from rna_cli.sqlite.files import file_under_construction, make_private_folder, put_in_place, refuse_orphans

if TYPE_CHECKING:
    from pathlib import Path

Migrations = Sequence[Sequence[str]]
"""Statement lists; the first brings an empty file to schema 1, the second from 1 to 2, and so on. Each list is applied
in one transaction with its version number. One statement a string: `executescript` would commit half of it."""


def create_database(path: Path, application_id: int, migrations: Migrations) -> bool:
    """Make the database at `path`; False when it was there, or another process was faster.

    It is built under a temporary name and linked into place, so that no one ever sees a half-made file.
    """
    make_private_folder(path.parent)
    refuse_orphans(path)
    with file_under_construction(path) as temporary:
        connection = connect(temporary, application_id=None)
        try:
            with writing(connection, temporary):
                connection.execute(f"PRAGMA application_id={application_id}")
                _apply(connection, migrations, 0)
            with translated(temporary):
                connection.execute("PRAGMA query_only=0")
                connection.execute("PRAGMA journal_mode=WAL")
        finally:
            connection.close()
        return put_in_place(temporary, path)


def migrate_database(connection: Connection, path: Path, migrations: Migrations) -> Path | None:
    """Bring an open database to the newest schema; return the copy that was kept, None when nothing was due.

    The copy is made inside the transaction, so that of two processes one migrates, and it copies the old schema.

    Raises:
        StoreTooNew: the database is newer than `migrations`.
    """
    newest = len(migrations)
    if schema_version(connection, path, newest) == newest:
        return None
    with writing(connection, path):
        found = schema_version(connection, path, newest)
        if found == newest:
            return None  # another process has migrated while this one waited for the lock
        copy = path.with_name(f"{path.name}.schema-{found}.copy")
        source = connect(path, application_id=None)  # SQLite copies nothing over a connection that is writing
        try:
            copy_database(source, copy)
        finally:
            source.close()
        _apply(connection, migrations, found)
    return copy


def _apply(connection: Connection, migrations: Migrations, done: int) -> None:
    for version, statements in enumerate(migrations[done:], done + 1):
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version={version}")


def expected_schema(migrations: Migrations) -> dict[str, str]:
    """Return what a database of the newest schema says of itself, as `schema_of` does."""
    connection = connect_in_memory()
    try:
        _apply(connection, migrations, 0)
        return schema_of(connection)
    finally:
        connection.close()


def schema_of(connection: Connection) -> dict[str, str]:
    """Return the names of the tables, views and indexes of an open database, and their SQL."""
    return dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))

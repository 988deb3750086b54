"""Copies of a live database. Through the backup API: a copied file would lack what is still in the -wal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.sqlite.connection import Connection, connect
from rna_cli.sqlite.failures import corrupt, translated
from rna_cli.sqlite.files import file_under_construction, replace_private_file

if TYPE_CHECKING:
    from pathlib import Path


def copy_database(connection: Connection, target: Path) -> None:
    """Copy an open database into the private file `target` and verify the copy.

    An older file of that name is replaced, by a complete copy only.

    Raises:
        StoreCorrupt: the copy does not pass SQLite's integrity check.
        PermissionRefused, StorageFailed: when the operating system refuses.
    """
    with file_under_construction(target) as temporary:
        copy = connect(temporary, application_id=None)
        try:
            with translated(temporary):
                copy.execute("PRAGMA query_only=0")
                connection.backup(copy)
                problems = integrity_problems(copy)
        finally:
            copy.close()
        if problems:
            raise corrupt(target, problems[0])
        replace_private_file(temporary, target)


def integrity_problems(connection: Connection) -> list[str]:
    """Return what SQLite's own check of the whole file finds; empty when it is sound."""
    rows = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    return [] if rows == ["ok"] else rows

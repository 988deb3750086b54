"""Copies of a live database. Through the backup API: a copied file would lack what is still in the -wal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.sqlite.connection import Connection, connect
from rna_cli.sqlite.failures import corrupt, translated
from rna_cli.sqlite.files import make_private_file

if TYPE_CHECKING:
    from pathlib import Path


def copy_database(connection: Connection, target: Path) -> None:
    """Copy an open database into the new private file `target` and verify the copy.

    Raises:
        StoreCorrupt: the copy does not pass SQLite's integrity check.
    """
    make_private_file(target)
    copy = connect(target, application_id=None)
    try:
        with translated(target):
            copy.execute("PRAGMA query_only=0")
            connection.backup(copy)
            problems = integrity_problems(copy)
    finally:
        copy.close()
    if problems:
        raise corrupt(target, problems[0])


def integrity_problems(connection: Connection) -> list[str]:
    """Return what SQLite's own check of the whole file finds; empty when it is sound."""
    rows = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    return [] if rows == ["ok"] else rows

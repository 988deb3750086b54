"""How often a memory was used, for doctor: counts a day, no query, no address.

Best effort by design. Nothing here may fail, slow down or change the command that is counted: counts are gathered in
memory and written at the end, without waiting for the disk; what cannot be written is dropped.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from rna_cli.domain.clock import Clock, to_text
from rna_cli.errors import RnaError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from rna_cli.domain.scope import Scope

APPLICATION_ID = 0x726E6175  # "rnau"

MIGRATIONS = (
    (
        """
        CREATE TABLE usage (
          day TEXT NOT NULL,
          project_id TEXT NOT NULL,
          verb TEXT NOT NULL,
          count INTEGER NOT NULL,
          PRIMARY KEY (day, project_id, verb)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)

KEPT_DAYS = 90
_WAIT_MS = 50


class UsageCounter:
    """Counts uses in memory; `flush` writes them down."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._counts: dict[tuple[str, str], int] = {}
        self._forgotten: list[str] = []

    def count(self, scope: Scope, verb: str, number: int = 1) -> None:
        """Count `number` uses of a kind, such as `write` or `hit`."""
        if number:
            key = (scope.project_id, verb)
            self._counts[key] = self._counts.get(key, 0) + number

    def forget(self, scope: Scope) -> None:
        """Drop what was counted for a project that is deleted."""
        self._forgotten.append(scope.project_id)

    def flush(self) -> None:
        """Write the counts down, or drop them."""
        counts, self._counts = self._counts, {}
        forgotten, self._forgotten = self._forgotten, []
        # Only beside a memory that is there: counting must not be what makes the state folder.
        if (counts or forgotten) and self._path.parent.is_dir():
            with suppress(RnaError, OSError):
                self._write(counts, forgotten)

    def _write(self, counts: Mapping[tuple[str, str], int], forgotten: list[str]) -> None:
        from rna_cli.sqlite.connection import connect, writing
        from rna_cli.sqlite.files import is_present

        if not is_present(self._path):
            from rna_cli.sqlite.migrations import create_database

            create_database(self._path, APPLICATION_ID, MIGRATIONS)
        today = self._clock()
        connection = connect(self._path, application_id=APPLICATION_ID, timeout_ms=_WAIT_MS, durable=False)
        try:
            with writing(connection, self._path):
                connection.executemany(
                    """
                    INSERT INTO usage VALUES (?, ?, ?, ?)
                    ON CONFLICT (day, project_id, verb) DO UPDATE SET count = count + excluded.count
                    """,
                    [(to_text(today)[:10], *key, number) for key, number in counts.items()],
                )
                connection.executemany("DELETE FROM usage WHERE project_id = ?", [(each,) for each in forgotten])
                connection.execute("DELETE FROM usage WHERE day < ?", (to_text(today - timedelta(KEPT_DAYS))[:10],))
        finally:
            connection.close()


def read_usage(path: Path, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
    """Return day (ISO date) to counts by verb, from day `since` on; of all projects without a scope.

    Raises:
        RnaError: the file is there and cannot be read.
    """
    from rna_cli.sqlite.connection import connect, reading
    from rna_cli.sqlite.files import is_present

    if not is_present(path):
        return {}
    days: dict[str, dict[str, int]] = {}
    connection = connect(path, application_id=APPLICATION_ID, timeout_ms=_WAIT_MS)
    try:
        with reading(connection, path):
            for day, verb, count in connection.execute(
                """
                SELECT day, verb, sum(count) FROM usage WHERE day >= ? AND (project_id = ? OR ? IS NULL)
                GROUP BY day, verb ORDER BY day, verb
                """,
                (since, *(2 * [scope.project_id if scope else None])),
            ):
                days.setdefault(day, {})[verb] = count
    finally:
        connection.close()
    return days

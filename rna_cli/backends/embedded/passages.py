"""The one place that writes passages, their index and its term counts, together, in the record's own transaction.

Not triggers: on an FTS5 table they fail under trusted_schema=OFF, and they double the time of a bulk load.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rna_cli.backends.embedded.schema import CURRENT, PAST, passage_range
from rna_cli.text.analyser import GAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.sqlite.connection import Connection

PassageRow = tuple[int, int, int, int, int, str, str, str]
"""A row of `passage`, in the order of its columns."""

_MOST_COUNTS = 200_000
"""Terms whose counts are kept until they are written; bounds the memory of a bulk load."""

_GAP = {GAP}

_PASSAGES = "SELECT * FROM passage WHERE passage_pk >= ? AND passage_pk < ?"


class PassageIndex:
    """The passages of one project, changed inside a write transaction that ends with `flush`.

    The terms of a passage are in the current index, in that of superseded versions, or (of hidden records) in none.
    Two indexes, because old versions crowd out new ones: with 300 old passages in one index, a search for the fifty
    best followed by a filter found no current one. Counted are the terms of the current index.
    """

    def __init__(self, connection: Connection, project_pk: int) -> None:
        self._connection = connection
        self._project_pk = project_pk
        self._counts: Counter[str] = Counter()
        self._passages = 0
        first, last = passage_range(project_pk)
        (highest,) = connection.execute(
            "SELECT max(passage_pk) FROM passage WHERE passage_pk BETWEEN ? AND ?", (first, last)
        ).fetchone()
        self.next_passage: int = first if highest is None else highest + 1

    def insert(self, rows: Sequence[PassageRow], index: str | None = CURRENT) -> None:
        """Store new passages and index them; those of hidden records are in no index."""
        self._connection.executemany("INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        if index is not None:
            self._add(index, rows)

    def withdraw(self, first: int, count: int, index: str) -> list[PassageRow]:
        """Take passages out of an index, and leave their rows; return these."""
        rows: list[PassageRow] = self._connection.execute(_PASSAGES, (first, first + count)).fetchall()
        # FTS5 must be given the very terms that went in: the row keeps them, so a newer analyser cannot corrupt the
        # index.
        self._connection.executemany(
            f"INSERT INTO {index} ({index}, rowid, title_terms, head_terms, body_terms) VALUES ('delete', ?, ?, ?, ?)",
            [(row[0], *row[5:]) for row in rows],
        )
        if index == CURRENT:
            self._passages -= len(rows)
            for row in rows:
                self._counts.subtract(_distinct(row))
        return rows

    def restore(self, first: int, count: int, index: str) -> None:
        """Bring withdrawn passages into an index again."""
        self._add(index, self._connection.execute(_PASSAGES, (first, first + count)).fetchall())

    def retire(self, first: int, count: int) -> None:
        """Move the passages of a version that is superseded from the current index to the past one."""
        self._add(PAST, self.withdraw(first, count, CURRENT))

    def delete(self, first: int, count: int, index: str | None) -> None:
        """Remove passages, from `index` too unless they are in none."""
        if index is not None:
            self.withdraw(first, count, index)
        self._connection.execute("DELETE FROM passage WHERE passage_pk >= ? AND passage_pk < ?", (first, first + count))

    def flush(self) -> None:
        """Write the counts; what is counted must never be committed without."""
        more = [(self._project_pk, term, change) for term, change in self._counts.items() if change > 0]
        fewer = [(self._project_pk, term, change) for term, change in self._counts.items() if change < 0]
        self._counts.clear()
        self._connection.executemany(
            """
            INSERT INTO term VALUES (?, ?, ?)
            ON CONFLICT (project_pk, term) DO UPDATE SET passages = passages + excluded.passages
            """,
            sorted(more) if len(more) > 1000 else more,  # in the order of the table: fewer pages are touched at a time
        )
        if fewer:
            self._connection.executemany(
                "UPDATE term SET passages = passages + ?3 WHERE project_pk = ?1 AND term = ?2", fewer
            )
            self._connection.executemany(
                "DELETE FROM term WHERE project_pk = ? AND term = ? AND passages <= 0", [row[:2] for row in fewer]
            )
        self._connection.execute(
            "UPDATE project SET passages = passages + ? WHERE project_pk = ?", (self._passages, self._project_pk)
        )
        self._passages = 0

    def _add(self, index: str, rows: Sequence[PassageRow]) -> None:
        self._connection.executemany(
            f"INSERT INTO {index} (rowid, title_terms, head_terms, body_terms) VALUES (?, ?, ?, ?)",
            [(row[0], *row[5:]) for row in rows],
        )
        if index == CURRENT:
            self._passages += len(rows)
            for row in rows:
                self._counts.update(_distinct(row))
            if len(self._counts) > _MOST_COUNTS:
                self.flush()


def _distinct(row: PassageRow) -> set[str]:
    """Return the terms of a passage, each once."""
    return set(" ".join(row[5:]).split()) - _GAP


def scrub_indexes(connection: Connection) -> None:
    """Merge each index into one segment: a deleted term stays in the file until its segment is rewritten."""
    for index in (CURRENT, PAST):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")


def miscounted_terms(connection: Connection) -> list[str]:
    """Return the ids of projects whose term counts are not those of their current passages, `?` for counts of none."""
    strays = connection.execute("SELECT 1 FROM term WHERE project_pk NOT IN (SELECT project_pk FROM project) LIMIT 1")
    wrong = ["?"] if strays.fetchone() else []
    for project_pk, project_id, passages in connection.execute(
        "SELECT project_pk, project_id, passages FROM project ORDER BY project_id"
    ).fetchall():
        counts: Counter[str] = Counter()
        found = 0
        for row in connection.execute(
            "SELECT * FROM current_passage WHERE passage_pk BETWEEN ? AND ?", passage_range(project_pk)
        ):
            found += 1
            counts.update(_distinct(row))
        stored = dict(connection.execute("SELECT term, passages FROM term WHERE project_pk = ?", (project_pk,)))
        if found != passages or stored != counts:
            wrong.append(project_id)
    return wrong

"""Deriving the index from the texts again, project by project, in steps of one transaction each.

A step replaces the passages of some versions and notes how far it came, so that a reindexing that was interrupted goes
on where it stopped, and two processes that come to it share the work. Between steps each text is in the index exactly
once. As long as the analyser is the same, searches find what they always find; after a change of the analyser, a
search first finishes the work.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from rna_cli.backends.embedded.indexing import Summary, derive
from rna_cli.backends.embedded.passages import PassageIndex
from rna_cli.backends.embedded.schema import CREATE_CURRENT_INDEX, CREATE_PAST_INDEX, CURRENT, PAST
from rna_cli.domain.records import Saying
from rna_cli.errors import StoreCorrupt
from rna_cli.text import ANALYSER_VERSION

if TYPE_CHECKING:
    from rna_cli.backends.embedded.store import Store
    from rna_cli.backends.protocol import Progress
    from rna_cli.sqlite.connection import Connection

STEP = 500
STEP_BYTES = 2 * 1024 * 1024
"""Versions in one transaction, and their size, but one at least: some tenths of a second, in which no other process
can write."""

_SET_DERIVED = ", ".join(f"{name} = ?" for name in (*Summary._fields, "first_passage", "passage_count"))


def reindex_project(store: Store, project_pk: int, progress: Progress | None, *, again: bool) -> int:
    """Finish what is begun, or begin; return how many versions were indexed by this call.

    Args:
        store: open.
        project_pk: of the project.
        progress: is told after each step, if somebody wants to know.
        again: also where nothing is due.
    """
    with store.writing() as connection:
        if not _begin(connection, project_pk, again=again):
            return 0
        (total,) = connection.execute(
            "SELECT count(*) FROM version WHERE project_pk = ? AND version_pk > "
            "(SELECT reindexed_to FROM project WHERE project_pk = ?)",
            (project_pk, project_pk),
        ).fetchone()
    done = 0
    while True:
        with store.writing() as connection:
            step = reindex_step(connection, project_pk)
        if step == 0:
            return done
        done += step
        if progress:
            progress(done, max(total, done))


def _begin(connection: Connection, project_pk: int, *, again: bool) -> bool:
    """Set the mark from which on versions are due; False when none is."""
    row = connection.execute(
        "SELECT analyser_version, reindexed_to, reindexing_version FROM project WHERE project_pk = ?", (project_pk,)
    ).fetchone()
    if row is None:
        return False  # it was deleted meanwhile
    version, reindexed_to, begun_by = row
    is_begun = reindexed_to is not None and begun_by == ANALYSER_VERSION
    if not is_begun and version == ANALYSER_VERSION and not again:
        return False  # another process has done it
    if not is_begun:
        connection.execute(
            "UPDATE project SET reindexed_to = 0, reindexing_version = ? WHERE project_pk = ?",
            (ANALYSER_VERSION, project_pk),
        )
    return True


def reindex_step(connection: Connection, project_pk: int) -> int:
    """Index some versions that are due, inside a write transaction; 0 when all are done."""
    reindexed_to, begun_by = connection.execute(
        "SELECT reindexed_to, reindexing_version FROM project WHERE project_pk = ?", (project_pk,)
    ).fetchone() or (None, None)
    if reindexed_to is None or begun_by != ANALYSER_VERSION:
        return 0  # another process has finished it, or it is at it with another analyser
    rows: list[tuple[int, int]] = connection.execute(
        """
        SELECT version_pk, size_bytes FROM version WHERE project_pk = ? AND version_pk > ?
        ORDER BY version_pk LIMIT ?
        """,
        (project_pk, reindexed_to, STEP),
    ).fetchall()
    sizes = list(accumulate(size for _, size in rows))
    due = [version_pk for (version_pk, _), size in zip(rows, sizes, strict=True) if size <= STEP_BYTES] or [
        version_pk for version_pk, _ in rows[:1]
    ]
    index = PassageIndex(connection, project_pk)
    for version_pk in due:
        _reindex_version(connection, index, version_pk)
    index.flush()
    if len(due) == STEP or len(due) < len(rows):
        connection.execute("UPDATE project SET reindexed_to = ? WHERE project_pk = ?", (due[-1], project_pk))
    else:
        connection.execute(
            """
            UPDATE project SET reindexed_to = NULL, reindexing_version = NULL, analyser_version = ?
            WHERE project_pk = ?
            """,
            (ANALYSER_VERSION, project_pk),
        )
    return len(due)


def rebuild_indexes(connection: Connection) -> None:
    """Derive everything from the texts again in one transaction, whatever state the indexes are in."""
    for index in (CURRENT, PAST):
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (f"{index}_data",)).fetchone():
            # FTS5 drops no table whose record of its own structure it cannot read, so it gets that of an empty one.
            connection.execute(
                f"INSERT INTO {index}_data (id, block) VALUES (10, zeroblob(7)) "
                "ON CONFLICT (id) DO UPDATE SET block = excluded.block"
            )
        connection.execute(f"DROP TABLE IF EXISTS {index}")
    connection.execute(CREATE_CURRENT_INDEX)
    connection.execute(CREATE_PAST_INDEX)
    connection.execute("DELETE FROM passage")
    connection.execute("DELETE FROM term")
    connection.execute("UPDATE version SET passage_count = 0")
    connection.execute("UPDATE project SET passages = 0, reindexed_to = 0, reindexing_version = ?", (ANALYSER_VERSION,))
    for (project_pk,) in connection.execute("SELECT project_pk FROM project").fetchall():
        while reindex_step(connection, project_pk):
            pass


def _reindex_version(connection: Connection, index: PassageIndex, version_pk: int) -> None:
    path, title, role, speaker, said_at, body, superseded_at, first, count, hidden = connection.execute(
        """
        SELECT path, title, role, speaker, said_at, body, superseded_at, first_passage, passage_count,
          record_pk IN (SELECT record_pk FROM hidden)
        FROM version WHERE version_pk = ?
        """,
        (version_pk,),
    ).fetchone()
    saying = Saying.of(role, speaker, said_at)
    place = None if hidden else PAST if superseded_at else CURRENT
    index.delete(first, count, place)
    try:
        indexed = derive(body, title, path, saying, version_pk=version_pk, first_passage=index.next_passage)
    except ValueError as error:  # what is stored is what was once checked
        raise StoreCorrupt(
            f"What is stored of {path} is damaged: {error}.", hint="Bring back a copy of the store."
        ) from error
    rows = indexed.passages
    if len(rows) == count:  # they keep their ids, by which equal ones are ordered
        rows = [(passage_pk, *row[1:]) for passage_pk, row in enumerate(rows, first)]
    else:
        index.next_passage += len(rows)
    index.insert(rows, place)
    connection.execute(
        f"UPDATE version SET {_SET_DERIVED} WHERE version_pk = ?",
        (*indexed.summary, rows[0][0], len(rows), version_pk),
    )

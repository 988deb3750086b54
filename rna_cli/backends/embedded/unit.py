"""Writing: the embedded backend's unit of work, one SQLite transaction."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, cast

from rna_cli.backends.embedded.bodies import BODY, intact_text, is_intact
from rna_cli.backends.embedded.current import Current, CurrentVersions
from rna_cli.backends.embedded.indexing import Indexed, derive
from rna_cli.backends.embedded.passages import PassageIndex, PassageRow, scrub_indexes
from rna_cli.backends.embedded.schema import CURRENT, PAST, SCRUB_DUE, VERSIONS_USED
from rna_cli.domain.batches import batches
from rna_cli.domain.records import Action, Document, Kind, Moved, Removed, Saying, Written
from rna_cli.domain.uri import Address
from rna_cli.errors import Conflict, StoreCorrupt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.backends.embedded.store import Project
    from rna_cli.sqlite.connection import Connection

_INSERT = f"INSERT INTO version VALUES ({', '.join('?' * 22)})"


class EmbeddedUnit:
    """Changes one project inside a transaction that the backend has begun.

    Args:
        connection: in a write transaction.
        project: the project's row.
        recorded_at: the one time of everything that happens in this unit.
    """

    def __init__(self, connection: Connection, project: Project, recorded_at: str) -> None:
        self._connection = connection
        self._project = project
        self._recorded_at = recorded_at
        self._index = PassageIndex(connection, project.project_pk)
        self._there = CurrentVersions(connection, project)
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (VERSIONS_USED,)).fetchone()
        if row is None:
            raise StoreCorrupt("The store does not say how many versions it had.", hint="Bring back a copy of it.")
        self._next_version = int(row[0]) + 1
        self._versions: list[tuple[object, ...]] = []
        self._passages: list[PassageRow] = []
        self._changes: dict[str, int] = {}
        self._removed_text = False

    def put(self, documents: Iterable[Document]) -> list[Written]:
        """Store documents; see `Unit.put`."""
        written: list[Written] = []
        for batch in batches(documents, lambda document: len(document.text)):
            self._there.learn([document.address for document in batch])
            for document in batch:
                try:
                    written.append(self._put(document))
                except Conflict as error:
                    error.path = document.address.path
                    raise
            self._insert()
        return written

    def _put(self, document: Document) -> Written:
        address = document.address
        current = self._there.known.get(address.path)
        if current is None:
            self._there.check_room(address)
        elif current.hidden:
            raise Conflict(
                f"{address.uri} is taken by a hidden record.",
                hint=f"Bring it back with `rna memory {self._project.project_id} unhide {address.argument}`, "
                "or delete it.",
            )
        elif document.create_only:
            raise Conflict(f"{address.uri} exists.", hint="Leave --create out to store a new version of it.")
        digest = hashlib.sha256(document.text.encode()).digest()
        indexed = self._derive(document.text, document.title, address.path, document.saying)
        if current and self._is_same(current, indexed.title, digest, document.saying):
            return Written(address, Action.UNCHANGED, current.number, indexed.title, current.size_bytes)
        staged = self._stage(address, document.text, indexed, digest, document.saying, current)
        action = Action.UPDATED if current else Action.CREATED
        self._count(action)
        return Written(address, action, staged.number, indexed.title, staged.size_bytes)

    def _is_same(self, current: Current, title: str, digest: bytes, saying: Saying | None) -> bool:
        """Tell whether nothing would change."""
        known = (current.content_hash, current.title, current.saying)
        return known == (digest, title, saying) and self._is_intact(current)

    def _is_intact(self, current: Current) -> bool:
        """Tell whether the stored text is still what was written; if not, writing it again puts it right."""
        row = self._connection.execute(
            f"SELECT {BODY} FROM version WHERE version_pk = ?", (current.version_pk,)
        ).fetchone()
        return row is None or is_intact(*row)  # none: it is staged, by this very batch

    def _stage(
        self,
        address: Address,
        text: str,
        indexed: Indexed,
        digest: bytes,
        saying: Saying | None,
        current: Current | None,
    ) -> Current:
        """Prepare a new version, in place of `current` where there is one."""
        role, speaker, said_at = saying or (None, None, None)
        staged = Current(
            version_pk=self._next_version,
            record_pk=current.record_pk if current else self._next_version,
            number=current.number + 1 if current else 1,
            path=address.path,
            title=indexed.title,
            role=role,
            speaker=speaker,
            said_at=said_at,
            content_hash=digest,
            size_bytes=indexed.summary.size_bytes,
            first_passage=self._index.next_passage,
            passage_count=len(indexed.passages),
            hidden=0,
        )
        self._next_version += 1
        self._index.next_passage += staged.passage_count
        if current:
            self._supersede(current)
        self._versions.append(self._row(staged, indexed, text))
        self._passages += indexed.passages
        self._there.known[address.path] = staged
        return staged

    def _derive(self, text: str, title: str | None, path: str, saying: Saying | None) -> Indexed:
        """Return what follows from a text that becomes the next version."""
        return derive(text, title, path, saying, version_pk=self._next_version, first_passage=self._index.next_passage)

    def _row(self, staged: Current, indexed: Indexed, text: str) -> tuple[object, ...]:
        """Return the row of a new version, in the order of the table's columns."""
        return (
            staged.version_pk,
            staged.record_pk,
            self._project.project_pk,
            staged.number,
            Kind.DOCUMENT if staged.role is None else Kind.MESSAGE,
            staged.path,
            staged.title,
            indexed.summary.lead,
            indexed.summary.headings,
            staged.role,
            staged.speaker,
            staged.said_at,
            staged.content_hash,
            staged.size_bytes,
            indexed.summary.line_count,
            self._recorded_at,
            None,  # superseded_at
            None,  # valid_from
            None,  # valid_to
            staged.first_passage,
            staged.passage_count,
            text,
        )

    def _insert(self) -> None:
        """Write what is staged, rows and index together."""
        self._connection.executemany(_INSERT, self._versions)
        self._index.insert(self._passages)
        self._versions.clear()
        self._passages.clear()

    def move(self, source: Address, target: Address) -> list[Moved]:
        """Give files new addresses; see `Unit.move`."""
        moved: list[Moved] = []
        for current in self._there.targets(source, hidden=False):
            address = Address(source.scope, target.path + current.path[len(source.path) :])
            self._there.learn([address])
            if address.path in self._there.known:
                raise Conflict(f"{address.uri} exists.", hint="Choose another address, or delete that one first.")
            self._there.check_room(address)
            body, digest = self._connection.execute(
                f"SELECT {BODY} FROM version WHERE version_pk = ?", (current.version_pk,)
            ).fetchone()
            text = intact_text(body, digest, current.path)
            title = address.name if current.title == current.path.rpartition("/")[2] else current.title
            indexed = self._derive(text, title, address.path, None)
            self._stage(address, text, indexed, current.content_hash, None, current)
            self._insert()
            self._count("moved")
            moved.append(Moved(Address(source.scope, current.path), address, current.number + 1))
        return moved

    def delete(self, address: Address) -> Removed:
        """Remove files with every version; see `Unit.delete`."""
        removed: list[Address] = []
        versions = 0
        for current in self._there.targets(address, hidden=None):
            rows = self._connection.execute(
                """
                SELECT version_pk, first_passage, passage_count FROM version
                WHERE version_pk = ? OR (record_pk = ? AND superseded_at IS NOT NULL)
                """,
                (current.version_pk, current.record_pk),
            ).fetchall()
            for version_pk, first, count in rows:
                index = CURRENT if version_pk == current.version_pk else PAST
                self._index.delete(first, count, None if current.hidden else index)
                self._connection.execute("DELETE FROM version WHERE version_pk = ?", (version_pk,))
            self._connection.execute("DELETE FROM hidden WHERE record_pk = ?", (current.record_pk,))
            self._count("deleted")
            removed.append(Address(address.scope, current.path))
            versions += len(rows)
        self._removed_text = True
        return Removed(removed, versions)

    def set_hidden(self, address: Address, *, hidden: bool) -> list[Address]:
        """Withdraw records or bring them back; see `Unit.set_hidden`. Hidden ones are in no index."""
        changed: list[Address] = []
        for current in self._there.targets(address, hidden=None):
            if bool(current.hidden) == hidden:
                continue
            self._connection.execute(
                "INSERT INTO hidden VALUES (?, ?)" if hidden else "DELETE FROM hidden WHERE record_pk = ?",
                (current.record_pk, self._recorded_at) if hidden else (current.record_pk,),
            )
            past = self._connection.execute(
                "SELECT first_passage, passage_count FROM version WHERE record_pk = ? AND superseded_at IS NOT NULL",
                (current.record_pk,),
            ).fetchall()
            change = self._index.withdraw if hidden else self._index.restore
            change(current.first_passage, current.passage_count, CURRENT)
            for first, count in past:
                change(first, count, PAST)
            self._count("hidden" if hidden else "unhidden")
            changed.append(Address(address.scope, current.path))
        return changed

    def holds_anything(self) -> bool:
        """Tell whether the project has any record."""
        return bool(self._there.below("", limit=1))

    def finish(self) -> None:
        """Write what belongs to the unit as a whole; the backend calls it before the commit."""
        self._index.flush()
        if self._removed_text:
            scrub_indexes(self._connection)
            self._connection.execute(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (SCRUB_DUE, self._recorded_at)
            )
        if not self._changes:
            return
        self._connection.execute(
            "UPDATE meta SET value = ? WHERE key = ?", (str(self._next_version - 1), VERSIONS_USED)
        )
        self._connection.execute(
            "UPDATE project SET changed_at = ? WHERE project_pk = ?", (self._recorded_at, self._project.project_pk)
        )
        self._connection.executemany(
            """
            INSERT INTO evolution VALUES (?, ?, ?, ?)
            ON CONFLICT (project_pk, day, change) DO UPDATE SET count = count + excluded.count
            """,
            [(self._project.project_pk, self._recorded_at[:10], *change) for change in self._changes.items()],
        )

    def _supersede(self, current: Current) -> None:
        if self._versions and current.version_pk >= cast("int", self._versions[0][0]):
            self._insert()  # it is one of these
        self._connection.execute(
            "UPDATE version SET superseded_at = ? WHERE version_pk = ?", (self._recorded_at, current.version_pk)
        )
        self._index.retire(current.first_passage, current.passage_count)

    def _count(self, change: str) -> None:
        self._changes[change] = self._changes.get(change, 0) + 1

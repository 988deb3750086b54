"""What is at the addresses of a project that is being changed: current versions, hidden ones too, and directories."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.selection import path_range
from rna_cli.domain.records import Saying
from rna_cli.domain.uri import Address, directories_above
from rna_cli.errors import Conflict, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.sqlite.connection import Connection


class Current(NamedTuple):
    """The current version at an address."""

    version_pk: int
    record_pk: int
    number: int
    path: str
    title: str
    role: str | None
    speaker: str | None
    said_at: str | None
    content_hash: bytes
    size_bytes: int
    first_passage: int
    passage_count: int
    hidden: int

    @property
    def saying(self) -> Saying | None:
        """Who said it, and when; None for a document."""
        return Saying.of(self.role, self.speaker, self.said_at)


_PATH = Current._fields.index("path")

_SELECT = f"""
SELECT {", ".join(Current._fields[:-1])}, record_pk IN (SELECT record_pk FROM hidden)
FROM version WHERE project_pk = ? AND superseded_at IS NULL
"""


class CurrentVersions:
    """The current versions of one project.

    `known` are those that `learn` was told of, by path; the unit of work adds those that it is about to write.
    """

    def __init__(self, connection: Connection, project: Project) -> None:
        self._connection = connection
        self._project = project
        self.known: dict[str, Current] = {}
        self._directories: set[str] = set()

    def learn(self, addresses: Sequence[Address]) -> None:
        """Learn what is at these addresses and above them, and which of them are directories; two queries in all."""
        paths = {address.path for address in addresses}
        for path in list(paths):
            for directory in directories_above(path):
                if directory in paths:
                    break  # and so are those above it
                paths.add(directory)
        asked = json.dumps(list(paths))
        found = self._connection.execute(
            f"{_SELECT} AND path IN (SELECT value FROM json_each(?))", (self._project.project_pk, asked)
        )
        self.known = {row[_PATH]: Current(*row) for row in found}
        found = self._connection.execute(
            """
            SELECT value FROM json_each(?) WHERE EXISTS (
              SELECT 1 FROM version WHERE project_pk = ? AND superseded_at IS NULL
              AND path > value || '/' AND path < value || '0')
            """,
            (asked, self._project.project_pk),
        )
        self._directories = {row[0] for row in found}

    def check_room(self, address: Address) -> None:
        """Refuse a file below a file, and a file where a directory is; note the directories that the file makes."""
        if address.path in self._directories:
            raise Conflict(f"{address.uri} is a directory.", hint=f"Name a file in it, as in {address.path}/name.md")
        for directory in directories_above(address.path):
            if directory in self._directories:
                break  # and so are those above it
            if directory in self.known:
                raise Conflict(
                    f"{directory} is a file, so {address.path} cannot be below it.", hint="Choose another address."
                )
            self._directories.add(directory)

    def at(self, path: str) -> Current | None:
        """Return the current version at a path."""
        row = self._connection.execute(f"{_SELECT} AND path = ?", (self._project.project_pk, path)).fetchone()
        return Current(*row) if row else None

    def below(self, path: str, *, limit: int = -1) -> list[Current]:
        """Return the current versions below a directory; all of them for the root."""
        low, high = path_range(path)
        rows = self._connection.execute(
            f"{_SELECT} AND path >= ? AND path < ? ORDER BY path LIMIT ?", (self._project.project_pk, low, high, limit)
        )
        return [Current(*row) for row in rows]

    def targets(self, address: Address, *, hidden: bool | None) -> list[Current]:
        """Return the file at an address, or the files below it; hidden ones, others, or (None) both."""
        current = self.at(address.path)
        there = [current] if current else self.below(address.path)
        found = [target for target in there if hidden is None or bool(target.hidden) == hidden]
        project_id = self._project.project_id
        if there and not found:
            raise NotFound(
                f"{address.uri} is hidden.",
                hint=f"Bring it back with: rna memory {project_id} unhide {address.argument}",
            )
        if not found:
            raise NotFound(f"Nothing is at {address.uri}.", hint=f"See what is there: rna memory {project_id} list")
        return found

"""What stands beside a candidate: the passages around it in its file, the messages around it in its conversation.

The answer to a question often stands next to the words of the question, in a message that has none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.backends.embedded.selection import known_by_index
from rna_cli.domain.conversations import conversation_path
from rna_cli.domain.records import Kind
from rna_cli.errors import StoreCorrupt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.sqlite.connection import Connection

RADIUS = {Kind.MESSAGE: 3, Kind.DOCUMENT: 1}
"""How far a neighbour may be: messages are short, the passages of a file long."""

_VERSION = "version_pk, kind, path, speaker, first_passage, passage_count"


class _Version(NamedTuple):
    version_pk: int
    kind: Kind
    path: str
    speaker: str | None
    first_passage: int
    passage_count: int


class Slot(NamedTuple):
    """A passage in its place; slots of one group sort as its texts go on."""

    path: str
    passage_pk: int
    version_pk: int
    kind: Kind
    speaker: str

    @property
    def group(self) -> str:
        """What it is a part of: a file, or a conversation."""
        return conversation_path(self.path) if self.kind is Kind.MESSAGE else self.path


def locate(connection: Connection, project: Project, passages: Sequence[int]) -> list[tuple[Slot, _Version]]:
    """Return the places of passages that the index has found.

    Raises:
        StoreCorrupt: the index names a passage that is not there.
    """
    marks = ", ".join("?" * len(passages))
    found = [
        (Slot(version.path, passage_pk, version.version_pk, version.kind, version.speaker or ""), version)
        for passage_pk, version in (
            (row[0], _version(row[1:]))
            for row in connection.execute(
                f"SELECT passage_pk, {_VERSION} FROM passage JOIN visible USING (version_pk) "
                f"WHERE project_pk = ? AND passage_pk IN ({marks})",
                (project.project_pk, *passages),
            )
        )
    ]
    if len(found) < len(passages):
        raise StoreCorrupt(
            "The search index is damaged: it finds what is not there.", hint="Rebuild it: rna doctor --fix"
        )
    return found


def runs_around(
    connection: Connection, project: Project, found: Iterable[tuple[Slot, _Version]], as_of: str | None
) -> Iterator[list[Slot]]:
    """Yield the slots around those that were found, as runs: in one, each slot stands next to the one before."""
    windows = sorted(
        (
            _messages_around(connection, project, version, slot, as_of)
            if version.kind is Kind.MESSAGE
            else _passages_around(version, slot)
        )
        for slot, version in found
    )
    run: list[Slot] = []
    for window in windows:
        if run and window[0] <= run[-1] and window[0].group == run[-1].group:
            run += [slot for slot in window if slot > run[-1]]
        else:
            if run:
                yield run
            run = window
    if run:
        yield run


def _passages_around(version: _Version, slot: Slot) -> list[Slot]:
    """Return the passages of one text around one of them."""
    radius = RADIUS[version.kind]
    first = max(version.first_passage, slot.passage_pk - radius)
    last = min(version.first_passage + version.passage_count - 1, slot.passage_pk + radius)
    return _slots(version, first, last)


def _messages_around(
    connection: Connection, project: Project, version: _Version, slot: Slot, as_of: str | None
) -> list[Slot]:
    radius = RADIUS[Kind.MESSAGE]
    directory = conversation_path(version.path)
    end = f"{directory[:-1]}0"
    window = _passages_around(version, slot)
    # A long message is many passages; of a neighbour, those count that are near.
    for message in _nearest(connection, project, as_of, "path < ? AND path >= ?", (version.path, directory), "DESC"):
        last = message.first_passage + message.passage_count - 1
        window = _slots(message, max(message.first_passage, last - radius + 1), last) + window
    for message in _nearest(connection, project, as_of, "path > ? AND path < ?", (version.path, end), "ASC"):
        first = message.first_passage
        window += _slots(message, first, min(first + radius, first + message.passage_count) - 1)
    return window


def _nearest(
    connection: Connection, project: Project, as_of: str | None, place: str, bounds: tuple[str, str], order: str
) -> list[_Version]:
    """Return the messages before or after a path, nearest first."""
    radius = RADIUS[Kind.MESSAGE]
    found: list[_Version] = []
    for known, parameters in known_by_index(as_of):  # each can be answered from an index
        found += map(
            _version,
            connection.execute(
                f"SELECT {_VERSION} FROM visible WHERE project_pk = ? AND {place} AND {known} "
                f"ORDER BY path {order} LIMIT ?",
                (project.project_pk, *bounds, *parameters, radius),
            ),
        )
    found.sort(key=lambda version: version.path, reverse=order == "DESC")
    return found[:radius]


def _version(row: Sequence[object]) -> _Version:
    version = _Version(*row)  # type: ignore[arg-type]
    return version._replace(kind=Kind(version.kind))


def _slots(version: _Version, first: int, last: int) -> list[Slot]:
    return [
        Slot(version.path, passage_pk, version.version_pk, version.kind, version.speaker or "")
        for passage_pk in range(first, last + 1)
    ]

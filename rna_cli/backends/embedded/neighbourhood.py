"""What stands beside a candidate: the passages around it in its file, the messages around it in its conversation.

The answer to a question often stands next to the words of the question, in a message that has none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rna_cli.backends.embedded.bodies import stored_kind
from rna_cli.backends.embedded.selection import known_by_index, rows_with
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


class Version(NamedTuple):
    """What a slot is a part of."""

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

    @property
    def directory(self) -> str:
        """The directory that its file is in."""
        return self.path.rpartition("/")[0]


def locate(connection: Connection, project: Project, passages: Sequence[int]) -> list[tuple[Slot, Version]]:
    """Return the places of passages that the index has found.

    Raises:
        StoreCorrupt: the index names a passage that is not there.
    """
    statement = (
        f"SELECT passage_pk, {_VERSION} FROM passage JOIN visible USING (version_pk) "
        "WHERE project_pk = ? AND passage_pk IN ({keys})"
    )
    found = []
    for passage_pk, *row in rows_with(connection, statement, [project.project_pk], passages):
        version = _version(row)
        found.append((Slot(version.path, passage_pk, version.version_pk, version.kind, version.speaker or ""), version))
    if len(found) < len(passages):
        raise StoreCorrupt(
            "The search index is damaged: it finds what is not there.", hint="Rebuild it: rna doctor --fix"
        )
    return found


def runs_around(
    connection: Connection, project: Project, found: Iterable[tuple[Slot, Version]], as_of: str | None
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


def _passages_around(version: Version, slot: Slot) -> list[Slot]:
    """Return the passages of one text around one of them."""
    radius = RADIUS[version.kind]
    first = max(version.first_passage, slot.passage_pk - radius)
    last = min(version.first_passage + version.passage_count - 1, slot.passage_pk + radius)
    return _slots(version, first, last)


def _messages_around(
    connection: Connection, project: Project, version: Version, slot: Slot, as_of: str | None
) -> list[Slot]:
    """Return what stands around a passage of a message: passages of its own, then of the messages beside it."""
    radius = RADIUS[Kind.MESSAGE]
    directory = conversation_path(version.path)
    window = _passages_around(version, slot)
    room = radius - (slot.passage_pk - version.first_passage)
    bounds = (directory, version.path)
    for message in _nearest(connection, project, as_of, "path >= ? AND path < ?", bounds, "DESC", room):
        last = message.first_passage + message.passage_count - 1
        window = _slots(message, max(message.first_passage, last - room + 1), last) + window
        room -= message.passage_count
        if room <= 0:
            break
    room = radius - (version.first_passage + version.passage_count - 1 - slot.passage_pk)
    bounds = (version.path, f"{directory[:-1]}0")
    for message in _nearest(connection, project, as_of, "path > ? AND path < ?", bounds, "ASC", room):
        first = message.first_passage
        window += _slots(message, first, min(first + room, first + message.passage_count) - 1)
        room -= message.passage_count
        if room <= 0:
            break
    return window


def _nearest(
    connection: Connection,
    project: Project,
    as_of: str | None,
    place: str,
    bounds: tuple[str, str],
    order: str,
    most: int,
) -> list[Version]:
    """Return the messages before or after a path, nearest first."""
    if most <= 0:
        return []
    found: list[Version] = []
    for known, parameters in known_by_index(as_of):  # each can be answered from an index
        found += map(
            _version,
            connection.execute(
                f"SELECT {_VERSION} FROM visible WHERE project_pk = ? AND {place} AND {known} "
                f"ORDER BY path {order} LIMIT ?",
                (project.project_pk, *bounds, *parameters, most),
            ),
        )
    found.sort(key=lambda version: version.path, reverse=order == "DESC")
    return found[:most]


def _version(row: Sequence[Any]) -> Version:
    version_pk, kind, *others = row
    return Version(version_pk, stored_kind(kind), *others)


def _slots(version: Version, first: int, last: int) -> list[Slot]:
    return [
        Slot(version.path, passage_pk, version.version_pk, version.kind, version.speaker or "")
        for passage_pk in range(first, last + 1)
    ]

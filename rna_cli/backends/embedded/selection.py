"""Which versions a read sees: those of one project, visible, current or as they were known at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rna_cli.domain.uri import MAX_PATH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.uri import Address
    from rna_cli.sqlite.connection import Connection

_ABOVE_ALL = "\U0010ffff" * MAX_PATH_BYTES

Selected = tuple[str, list[object]]
"""A condition on columns of `visible`, and its parameters."""


MOST_VALUES = 30_000
"""Of a list in one statement; SQLite takes 32,766."""


def rows_with(
    connection: Connection, statement: str, before: Sequence[object], keys: Sequence[object]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a statement whose `{keys}` are some of a list, however long it is.

    Args:
        connection: open on the store.
        statement: with `{keys}` in a pair of brackets, after its other parameters.
        before: these.
        keys: the list.
    """
    for start in range(0, len(keys), MOST_VALUES):
        part = keys[start : start + MOST_VALUES]
        yield from connection.execute(statement.format(keys=", ".join("?" * len(part))), (*before, *part))


def known_at(as_of: str | None) -> Selected:
    """Select what was current at `as_of`, or is now."""
    if as_of is None:
        return "superseded_at IS NULL", []
    return "recorded_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)", [as_of, as_of]


def known_by_index(as_of: str | None) -> list[Selected]:
    """Return what `known_at` selects in parts, each of which SQLite finds by one of the indexes on paths."""
    if as_of is None:
        return [known_at(None)]
    return [
        ("superseded_at IS NULL AND recorded_at <= ?", [as_of]),
        ("superseded_at IS NOT NULL AND recorded_at <= ? AND superseded_at > ?", [as_of, as_of]),
    ]


def at_path(project: Project, address: Address, as_of: str | None) -> Selected:
    """Select the version at an address."""
    condition, parameters = known_at(as_of)
    return f"project_pk = ? AND path = ? AND {condition}", [project.project_pk, address.path, *parameters]


def below(project: Project, address: Address, as_of: str | None) -> Selected:
    """Select the versions below a directory: `/` sorts right before `0`, so that a directory is one range of paths."""
    condition, parameters = known_at(as_of)
    low, high = path_range(address.path)
    return f"project_pk = ? AND path >= ? AND path < ? AND {condition}", [project.project_pk, low, high, *parameters]


def at_or_below(project: Project, address: Address, as_of: str | None) -> Selected:
    """Select the version at an address, and those below it."""
    condition, parameters = known_at(as_of)
    where = f"project_pk = ? AND (path = ? OR (path >= ? AND path < ?)) AND {condition}"
    return where, [project.project_pk, address.path, *path_range(address.path), *parameters]


def path_range(directory: str) -> tuple[str, str]:
    """Return the first path that can be below `directory`, and the first that is above all of them."""
    return (f"{directory}/", f"{directory}0") if directory else ("", _ABOVE_ALL)

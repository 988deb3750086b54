"""What a way to remember must do. Built-in and third-party backends implement it alike.

A backend keeps records below a scope and answers questions about them. It never decides *whether* something may be
written or shown: that is the gateway's and the reader's part (`rna_cli.memory`), through which every call comes. Which
of two backends is used is the user's choice; a backend that cannot answer raises `BackendUnavailable`.

`rna_cli.testing.BackendContract` is the executable form of this page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rna_cli.domain.checks import Check
    from rna_cli.domain.clock import Clock
    from rna_cli.domain.levels import Level
    from rna_cli.domain.query import Query
    from rna_cli.domain.records import (
        Capability,
        Document,
        Found,
        Health,
        Listing,
        Match,
        Moved,
        ProjectStatus,
        Removed,
        Text,
        Version,
        Written,
    )
    from rna_cli.domain.scope import Scope
    from rna_cli.domain.uri import Address


class BackendContext(NamedTuple):
    """What a backend is built from.

    `store` is the one local file it may keep (`<state>.rna/memory/<name>.sqlite`, not made yet); `options` is its own
    table of the configuration; `environ` is the process environment, for keys that the options name; `notify` takes
    one line for the person, such as "the store was migrated".
    """

    store: Path
    options: Mapping[str, object]
    environ: Mapping[str, str]
    clock: Clock
    notify: Notify


class Progress(Protocol):
    """Is told how far long work has come."""

    def __call__(self, done: int, total: int, /) -> None:
        """Note that `done` of `total` steps are done."""


class Notify(Protocol):
    """Tells the person something that is not the command's answer."""

    def __call__(self, line: str, /) -> None:
        """Show `line` on standard error."""


class Unit(Protocol):
    """One unit of work: all of it becomes durable when the block ends without an error, or none of it."""

    def put(self, documents: Iterable[Document]) -> list[Written]:
        """Store documents, each superseding what is at its address; unchanged ones are left as they are.

        An error that `documents` raises while it is consumed undoes the whole unit.

        Raises:
            Conflict: `create_only` and the address is taken; a file where a directory is needed, or the other way
                round; a hidden record at the address. Its `path` is that of the document.
        """

    def move(self, source: Address, target: Address) -> list[Moved]:
        """Give a file, or all files below a directory, new addresses. Each becomes a new version.

        Raises:
            NotFound: nothing is at `source`.
            Conflict: something is at a target address.
        """

    def delete(self, address: Address) -> Removed:
        """Remove a file, or all files below a directory, with every version, hidden ones included.

        Raises:
            NotFound: nothing is there.
        """

    def set_hidden(self, address: Address, *, hidden: bool) -> list[Address]:
        """Withdraw records from every read without deleting them, or bring them back. Returns those that changed.

        Raises:
            NotFound: nothing is there.
        """


class Backend(Protocol):
    """One way to remember. `as_of` is a stored time (see `rna_cli.domain.clock`), None for now."""

    name: str
    capabilities: frozenset[Capability]

    def health(self, scope: Scope) -> Health:
        """Answer when the backend works and the project is initialized; raise what is wrong otherwise."""

    def checks(self, scope: Scope | None, *, fix: bool) -> list[Check]:
        """Examine the backend for `doctor`, in depth, without raising; repair what is safe when told to."""

    def initialize(self, scope: Scope) -> bool:
        """Make the project, and the store when there is none; False when it was there."""

    def projects(self) -> list[ProjectStatus]:
        """Return all projects, by id."""

    def reindex(self, scope: Scope, progress: Progress) -> int:
        """Derive the index of a project from its texts again; return how many this took, every version counted.

        Asked only of backends with `Capability.REINDEX`. Interrupted, it goes on where it stopped when called again,
        and whatever a search finds in between is all that there is to find.
        """

    def delete_project(self, scope: Scope) -> Removed:
        """Remove a project and everything in it."""

    def unit(self, scope: Scope) -> AbstractContextManager[Unit]:
        """Begin a unit of work on a project that is initialized."""

    def scrub(self) -> bool:
        """Overwrite what deletions left in local files; False while another reader keeps it alive."""

    def status(self, scope: Scope) -> ProjectStatus:
        """Return what is in the project."""

    def is_directory(self, address: Address, *, as_of: str | None) -> bool:
        """Tell a directory from a file.

        Raises:
            NotFound: neither is there.
        """

    def read(self, address: Address, *, offset: int, limit: int, as_of: str | None) -> Text:
        """Return `limit` lines of a file from 0-based line `offset`."""

    def describe(self, address: Address, level: Level, *, as_of: str | None) -> Text:
        """Return a directory's abstract (L0) or overview (L1)."""

    def search(
        self, scope: Scope, query: Query, *, level: Level | None, limit: int, as_of: str | None, explain: bool
    ) -> Found:
        """Return at most `limit` hits, best first. At L0 and L1 the hits are directories, at L2 files.

        Without a level all are ranked, and a directory is a hit only where none of its files is. `query` has no
        filters when the backend has no `Capability.OPERATORS`. With `explain` a backend that can say how the answer
        came about does so (`Found.explanation`).
        """

    def grep(self, address: Address, pattern: str, *, limit: int) -> list[Match]:
        """Return the lines at or below an address in which `pattern`, a valid regular expression, is found."""

    def entries(
        self, address: Address, *, recursive: bool, hidden: bool, offset: int, limit: int, as_of: str | None
    ) -> Listing:
        """Return what is directly in a directory, or all files below it; with `hidden`, only hidden files."""

    def history(self, address: Address) -> list[Version]:
        """Return the versions of a file, newest first, hidden ones included."""

    def evolution(self, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
        """Return what happened to records: day (ISO date) to counts by kind of change, from day `since` on."""

    def close(self) -> None:
        """Let go of files and connections."""

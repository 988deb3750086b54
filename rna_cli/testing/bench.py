"""What the tests of the contract work with: a backend behind the gateway and the reader, in a place of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from rna_cli.backends.protocol import Backend, BackendContext
from rna_cli.domain.scope import Scope
from rna_cli.ledger.usage import UsageCounter
from rna_cli.memory.gateway import Draft, Gateway
from rna_cli.memory.reader import ALL, Reader

if TYPE_CHECKING:
    from pathlib import Path

    from rna_cli.domain.records import Found, Written

MakeBackend = Callable[[BackendContext], Backend]
"""Builds a backend, as the function does that an entry point of `rna.backends.v1` names."""

MAX_DOCUMENT_BYTES = 1024 * 1024


class SteadyClock:
    """Moves on by a second each time it is read, so that no two changes share a time."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.step = timedelta(seconds=1)

    def __call__(self) -> datetime:
        """Return the present."""
        self.now += self.step
        return self.now


class Bench:
    """A backend with two projects, `alpha` and `beta`, whose ids no other bench has; made, not initialized.

    Args:
        make: builds the backend.
        folder: where the backend may keep its file.
    """

    def __init__(self, make: MakeBackend, folder: Path) -> None:
        self._make = make
        self.clock = SteadyClock()
        self.notes: list[str] = []
        self.context = BackendContext(
            store=folder / "memory" / "contract.sqlite",
            options={},
            environ={},
            clock=self.clock,
            notify=self.notes.append,
        )
        mark = uuid4().hex[:8]
        self.alpha = Scope.of(f"alpha-{mark}")
        self.beta = Scope.of(f"beta-{mark}")
        self._usage = UsageCounter(folder / "usage.sqlite", self.clock)
        self.backend = make(self.context)

    def reopen(self) -> None:
        """Close the backend and build it again, as the next command does."""
        self.backend.close()
        self.backend = self._make(self.context)

    @property
    def reader(self) -> Reader:
        """The one way out."""
        return Reader(self.backend, self._usage)

    @property
    def gateway(self) -> Gateway:
        """The one way in."""
        return Gateway(self.backend, self._usage, max_document_bytes=MAX_DOCUMENT_BYTES)

    def write(
        self, path: str, text: str, *, title: str | None = None, create_only: bool = False, scope: Scope | None = None
    ) -> Written:
        """Write one document, into `alpha` unless told otherwise."""
        (written,) = self.gateway.write(scope or self.alpha, [Draft(path, text, title, create_only)])
        return written

    def text(self, path: str, *, scope: Scope | None = None, as_of: str | None = None) -> str:
        """Return a whole file."""
        return "".join(self.reader.read(scope or self.alpha, path, level=None, window=ALL, as_of=as_of).lines)

    def search(self, query: str, *, scope: Scope | None = None, as_of: str | None = None) -> Found:
        """Search at all levels."""
        return self.reader.search(scope or self.alpha, query, limit=50, as_of=as_of)

    def finds(self, query: str, path: str, *, scope: Scope | None = None, as_of: str | None = None) -> bool:
        """Tell whether a search shows the file at `path`; every hit must be of the project that was asked."""
        scope = scope or self.alpha
        hits = self.search(query, scope=scope, as_of=as_of).hits
        assert all(hit.address.scope == scope for hit in hits)
        return path in {hit.address.path for hit in hits}

    def paths(self, *, scope: Scope | None = None, hidden: bool = False) -> list[str]:
        """Return the paths of all files of a project, or of the hidden ones."""
        listing = self.reader.entries(scope or self.alpha, "", recursive=True, hidden=hidden)
        return [entry.address.path for entry in listing.entries]


class Benched:
    """The two fixtures that every part of the contract uses."""

    @pytest.fixture
    def make_backend(self) -> MakeBackend:
        """The function that builds the backend under test. Each subclass of the contract gives its own."""
        raise NotImplementedError("override the make_backend fixture: it returns a function that builds your backend")

    @pytest.fixture
    def empty_bench(self, make_backend: MakeBackend, tmp_path: Path) -> Iterator[Bench]:
        """A bench on which nothing was done yet."""
        bench = Bench(make_backend, tmp_path)
        yield bench
        bench.backend.close()

    @pytest.fixture
    def bench(self, empty_bench: Bench) -> Bench:
        """A bench with both projects initialized."""
        empty_bench.gateway.initialize(empty_bench.alpha)
        empty_bench.gateway.initialize(empty_bench.beta)
        return empty_bench

"""What is measured, and what it is measured beside: memories behind their gateway, and SQLite by itself."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.config.paths import find_places
from rna_cli.config.settings import load_settings
from rna_cli.domain.clock import system_clock
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft
from rna_cli.memory.session import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.texts import Texts

SCOPE = Scope.of("bench")
ROWS = "CREATE TABLE record (path TEXT, body TEXT)"
INSERT = "INSERT INTO record VALUES (?, ?)"
INDEX = "CREATE VIRTUAL TABLE words USING fts5(body, content='record', tokenize='unicode61')"
INDEX_ROW = "INSERT INTO words (rowid, body) VALUES (?, ?)"
"""What the memory is measured beside: two columns, and at most the plainest full-text index."""

SHORT_CHARS = 200
DOCUMENT_CHARS = 6000
_MIXED_CHARS = (200, 400, 800, 200, 600)
_ONE_IN = 50
_PER_DIRECTORY = 100


class Growth(NamedTuple):
    """How far stores grow, and how often they are asked."""

    records: tuple[int, ...]
    project: int
    """Records of one of the many projects that the largest store is split over."""
    queries: int
    """Of each number of words."""
    rounds: int
    """Of cold commands."""


class Sizes(NamedTuple):
    """How much is measured."""

    startup_rounds: int
    startup_records: int
    write_rounds: int
    writes_a_round: int
    stores: tuple[int, ...]
    """Records of the stores that are searched."""
    queries: int
    deletions: int
    bulk_records: int
    bulk_rounds: int
    batch: int
    asked: int
    """Questions of a retrieval set, at most."""
    every_way: bool
    """Whether all that can be beside the product is, or one way only."""
    sets: bool
    """Whether the sets that do not belong to the project are asked."""
    modules: int | None
    """Modules of the standard library whose functions are looked for; None for all."""
    growth: Growth


_QUICK_GROWTH = Growth((1000, 10_000), 1000, 25, 9)
_FULL_GROWTH = Growth((1000, 10_000, 100_000, 1_000_000), 10_000, 30, 31)
_TINY_GROWTH = Growth((20, 60), 20, 2, 1)

QUICK = Sizes(21, 1000, 15, 20, (1000, 10_000), 200, 5, 20_000, 3, 1000, 200, False, True, None, _QUICK_GROWTH)
FULL = Sizes(
    41, 1000, 31, 40, (1000, 10_000, 100_000), 400, 5, 100_000, 5, 1000, 10_000, True, True, None, _FULL_GROWTH
)
TINY = Sizes(1, 20, 1, 2, (20, 40), 4, 1, 60, 1, 20, 5, False, False, 3, _TINY_GROWTH)
"""Enough to see that everything runs; the figures mean nothing."""


def open_memory(folder: Path) -> Memory:
    """Return the embedded memory whose files are below `folder`, its project made."""
    places = find_places(str(folder / "state"), str(folder / "config.toml"), {})
    settings = load_settings(places, {"RNA_MEMORY_BACKEND": "embedded"})
    memory = Memory(places, settings, environ={}, clock=system_clock, notify=print)
    memory.gateway.initialize(SCOPE)
    return memory


def store_of(folder: Path) -> Path:
    """Return the file of the memory that is below `folder`."""
    return find_places(str(folder / "state"), str(folder / "config.toml"), {}).embedded_store


def bytes_of(database: Path) -> int:
    """Return what a closed database takes on disk, a write-ahead log that was left included."""
    files = [database, database.with_name(f"{database.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder that goes away."""
    with TemporaryDirectory(prefix="rna-bench-") as folder:
        yield Path(folder)


@contextmanager
def plain_sqlite(path: Path, *schema: str) -> Iterator[sqlite3.Connection]:
    """Yield a database that is as durable as the memory (WAL, synchronous=FULL), and no more."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        for statement in schema:
            connection.execute(statement)
        yield connection
    finally:
        connection.close()


def short_drafts(texts: Texts, count: int) -> list[Draft]:
    """Return short records, a thousand a directory."""
    return [Draft(f"notes/{n // 1000:04}/n{n:07}.md", texts.note(SHORT_CHARS)) for n in range(count)]


def mixed_drafts(texts: Texts, count: int) -> list[Draft]:
    """Return notes of 200 to 800 characters and, one in fifty, documents of 6 KB; a hundred a directory."""
    found = []
    for n in range(count):
        long = n % _ONE_IN == _ONE_IN - 1
        text = texts.document(DOCUMENT_CHARS) if long else texts.note(_MIXED_CHARS[n % len(_MIXED_CHARS)])
        found.append(Draft(f"notes/{n // _PER_DIRECTORY:04}/n{n:07}.md", text))
    return found


def clean_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a child: its own home and state, byte code kept."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "RNA_STATE": str(folder / "state"),
        "RNA_CONFIG": str(folder / "config.toml"),
        "RNA_MEMORY_BACKEND": "embedded",
    }

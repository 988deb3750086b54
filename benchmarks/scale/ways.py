"""Ways to keep records and to find them: the product, plain rows, plain full text, and Tantivy where it is installed.

Each builds a store in a file or folder of its own, in batches with a commit each. What a batch takes is measured;
reading its records from their file is not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.measure import Cost, cost_of
from benchmarks.memories import INDEX, INDEX_ROW, bytes_of, open_memory, plain_sqlite, store_of
from benchmarks.scale.records import Layout, Records, row_of, scope_of
from benchmarks.texts import SEED

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from benchmarks.scale.records import Row
    from rna_cli.memory.gateway import MessageDraft

LIMIT = 10
"""Hits that are asked for."""

Ask = Callable[[str], int]
"""Asks one query, fetches what is found, and returns how many hits that is."""

Asking = Callable[["Path", Layout], AbstractContextManager[Ask]]
"""Opens a store to ask it."""

_ROWS = "CREATE TABLE record (path TEXT, speaker TEXT, time TEXT, body TEXT)"
_INSERT = "INSERT INTO record VALUES (?, ?, ?, ?)"
_BEST = "SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
"""The rank is bm25(), and faster than where it is called by that name."""
_FETCH = f"SELECT path, speaker, time, body FROM ({_BEST}) JOIN record ON record.rowid = id"
_FIELDS = ("path", "speaker", "time")


class Way(NamedTuple):
    """How a store is built, what it takes on disk and, where it can be searched, how it is asked."""

    name: str
    build: Callable[[Path, Records, Layout], Cost]
    size: Callable[[Path], int]
    asking: Asking | None = None


def total(costs: Iterable[Cost]) -> Cost:
    """Return what several calls took together."""
    found = list(costs)
    return Cost(sum(cost.cpu for cost in found), sum(cost.wall for cost in found))


def _build_product(folder: Path, records: Records, layout: Layout) -> Cost:
    with open_memory(folder) as memory:
        gateway = memory.gateway
        for project in range(layout.projects):
            gateway.initialize(scope_of(project))

        def write(number: int, drafts: Sequence[MessageDraft]) -> None:
            gateway.write(scope_of(number if layout.projects > 1 else 0), drafts)

        return total(cost_of(partial(write, number, drafts)) for number, drafts in enumerate(records.batches(layout)))


@contextmanager
def _asking_product(folder: Path, layout: Layout) -> Iterator[Ask]:
    """Ask any of the projects, another one for each query."""
    choose = random.Random(SEED)
    with open_memory(folder) as memory:
        reader = memory.reader
        yield lambda query: len(reader.search(scope_of(choose.randrange(layout.projects)), query, limit=LIMIT).hits)


def _build_rows(path: Path, records: Records, layout: Layout, *, index: bool = False) -> Cost:
    with plain_sqlite(path, _ROWS, *([INDEX] if index else [])) as connection:
        written = 0
        costs = []
        for drafts in records.batches(layout):
            rows = [row_of(draft) for draft in drafts]
            costs.append(cost_of(partial(_insert, connection, rows, written + 1 if index else None)))
            written += len(rows)
        return total(costs)


def _insert(connection: sqlite3.Connection, rows: Sequence[Row], first_indexed: int | None) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(_INSERT, rows)
    if first_indexed is not None:
        connection.executemany(INDEX_ROW, ((number, row[-1]) for number, row in enumerate(rows, first_indexed)))
    connection.execute("COMMIT")


@contextmanager
def _asking_fts5(path: Path, _: Layout) -> Iterator[Ask]:
    with plain_sqlite(path) as connection:

        def ask(query: str) -> int:
            any_word = " OR ".join(f'"{word}"' for word in query.split())
            return len(connection.execute(_FETCH, (any_word, LIMIT)).fetchall())

        yield ask


def _build_tantivy(folder: Path, records: Records, layout: Layout) -> Cost:
    package = import_module("tantivy")
    schema = package.SchemaBuilder()
    for name in _FIELDS:
        schema.add_text_field(name, stored=True, tokenizer_name="raw")
    schema.add_text_field("body", stored=True)
    folder.mkdir()
    writer = package.Index(schema.build(), path=str(folder)).writer(num_threads=1)

    def write(rows: Sequence[Row]) -> None:
        for path, speaker, time, body in rows:
            writer.add_document(package.Document(path=[path], speaker=[speaker], time=[time], body=[body]))
        writer.commit()

    costs = [cost_of(partial(write, [row_of(draft) for draft in drafts])) for drafts in records.batches(layout)]
    return total([*costs, cost_of(writer.wait_merging_threads)])


@contextmanager
def _asking_tantivy(folder: Path, _: Layout) -> Iterator[Ask]:
    index: Any = import_module("tantivy").Index.open(str(folder))
    searcher = index.searcher()

    def ask(query: str) -> int:
        found = searcher.search(index.parse_query(query, ["body"]), LIMIT).hits
        return len([searcher.doc(address)["body"] for _, address in found])

    yield ask


def _bytes_below(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


PRODUCT = Way("rna", _build_product, lambda folder: bytes_of(store_of(folder)), _asking_product)
ROWS = Way("rows only: executemany, four columns", _build_rows, bytes_of)
FTS5 = Way("rows and a plain FTS5 index (unicode61)", partial(_build_rows, index=True), bytes_of, _asking_fts5)
TANTIVY = Way("Tantivy", _build_tantivy, _bytes_below, _asking_tantivy)


def has_tantivy() -> bool:
    """Tell whether the optional package is there."""
    return find_spec("tantivy") is not None


def ways_beside(layout: Layout) -> list[Way]:
    """Return the ways that a store of that layout is built in: full text beside us knows no projects."""
    if layout.projects > 1:
        return [ROWS, PRODUCT]
    return [ROWS, FTS5, *([TANTIVY] if has_tantivy() else []), PRODUCT]

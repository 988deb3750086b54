"""The embedded store in process: durable writes beside SQLite's own, then questions to stores of several sizes."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.ingest import ingest
from benchmarks.measure import Cost, Table, Target, cost_of, cpu, in_child, percentiles, ratio, rounds, settle, wall
from benchmarks.memories import (
    DOCUMENT_CHARS,
    INDEX,
    INDEX_ROW,
    INSERT,
    ROWS,
    SCOPE,
    SHORT_CHARS,
    Sizes,
    bytes_of,
    mixed_drafts,
    open_memory,
    plain_sqlite,
    scratch,
    store_of,
)
from benchmarks.texts import SEED, Texts
from rna_cli.domain.levels import Level
from rna_cli.memory.gateway import Draft
from rna_cli.memory.reader import Window

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from rna_cli.memory.session import Memory

_TARGETS = {"write, 200 characters": Target(1), "write, 6 KB document": Target(3)}
_BESIDE = {
    "row and plain FTS5 index, 200 characters": "raw insert, 200 characters",
    "write, 200 characters": "raw insert, 200 characters",
    "row and plain FTS5 index, 6 KB": "raw insert, 6 KB",
    "write, 6 KB document": "raw insert, 6 KB",
    "update, 6 KB document": "raw insert, 6 KB",
}


def store(sizes: Sizes) -> Iterator[Table]:
    """Measure, and yield the tables as they come."""
    yield from ingest(sizes)
    yield _writes_table(in_child(partial(_writes, sizes)), sizes)
    found = {records: _Answer(*in_child(partial(_questions, sizes, records))) for records in sizes.stores}
    yield _questions_table(found)
    yield _sizes_table(found)


def _writes(sizes: Sizes) -> dict[str, list[Cost]]:
    """Measure single durable writes, to a store that holds a thousand records already."""
    with scratch() as folder, open_memory(folder) as memory:
        memory.gateway.write(SCOPE, mixed_drafts(Texts(), sizes.stores[0]))
        with plain_sqlite(folder / "raw", ROWS) as raw, plain_sqlite(folder / "indexed", ROWS, INDEX) as indexed:
            ways = _Writes(memory, raw, indexed, sizes.writes_a_round).ways()
            rounds(ways, 1)  # imports, prepared statements, the first pages
            settle()
            return rounds(ways, sizes.write_rounds)


class _Writes:
    """Ways to write; each call makes as many writes, a commit each, and returns the cost of one.

    Texts are made before the clock starts. A document is updated in the order in which documents were written.
    """

    def __init__(self, memory: Memory, raw: sqlite3.Connection, indexed: sqlite3.Connection, count: int) -> None:
        self._gateway = memory.gateway
        self._raw = raw
        self._indexed = indexed
        self._count = count
        self._texts = Texts(SEED + 1)
        self._number = 0
        self._documents: list[str] = []

    def ways(self) -> dict[str, Callable[[], Cost]]:
        """Return the ways, in the order of the table."""
        return {
            "raw insert, 200 characters": lambda: self._each(self._insert, self._drafts("s", self._note)),
            "row and plain FTS5 index, 200 characters": lambda: self._each(
                self._insert_indexed, self._drafts("s", self._note)
            ),
            "write, 200 characters": lambda: self._each(self._write, self._drafts("s", self._note)),
            "raw insert, 6 KB": lambda: self._each(self._insert, self._drafts("d", self._document)),
            "row and plain FTS5 index, 6 KB": lambda: self._each(
                self._insert_indexed, self._drafts("d", self._document)
            ),
            "write, 6 KB document": self._write_documents,
            "update, 6 KB document": self._update_documents,
            "move, 6 KB document": self._move_documents,
        }

    def _note(self) -> str:
        return self._texts.note(SHORT_CHARS)

    def _document(self) -> str:
        return self._texts.document(DOCUMENT_CHARS)

    def _drafts(self, directory: str, make: Callable[[], str]) -> list[Draft]:
        self._number += self._count
        first = self._number - self._count
        return [Draft(f"{directory}/{number:06}.md", make()) for number in range(first, self._number)]

    def _each(self, write: Callable[[Draft], None], drafts: Sequence[Draft]) -> Cost:
        def work() -> None:
            for draft in drafts:
                write(draft)

        cost = cost_of(work)
        return Cost(cost.cpu / len(drafts), cost.wall / len(drafts))

    def _write_documents(self) -> Cost:
        drafts = self._drafts("d", self._document)
        self._documents = [draft.path for draft in drafts]
        return self._each(self._write, drafts)

    def _update_documents(self) -> Cost:
        return self._each(self._write, [Draft(path, self._document()) for path in self._documents])

    def _move_documents(self) -> Cost:
        return self._each(self._move, [Draft(path, "") for path in self._documents])

    def _write(self, draft: Draft) -> None:
        self._gateway.write(SCOPE, [draft])

    def _move(self, draft: Draft) -> None:
        self._gateway.move(SCOPE, draft.path, f"moved/{draft.path}")

    def _insert(self, draft: Draft) -> None:
        self._raw.execute("BEGIN IMMEDIATE")
        self._raw.execute(INSERT, draft[:2])
        self._raw.execute("COMMIT")

    def _insert_indexed(self, draft: Draft) -> None:
        self._indexed.execute("BEGIN IMMEDIATE")
        row = self._indexed.execute(INSERT, draft[:2]).lastrowid
        self._indexed.execute(INDEX_ROW, (row, draft.text))
        self._indexed.execute("COMMIT")


def _writes_table(found: dict[str, list[list[float]]], sizes: Sizes) -> Table:
    table = Table(
        "Durable writes, a commit each",
        ("one transaction", "CPU ms", "wall ms", "× raw insert", "target, CPU ms"),
        f"{sizes.write_rounds} rounds of {sizes.writes_a_round} each; a round's figure is the mean of one write. "
        f"WAL, synchronous=FULL on both sides; the store held {sizes.stores[0]:,} records.",
    )
    costs = {name: [Cost(*cost) for cost in taken] for name, taken in found.items()}
    for name, taken in costs.items():
        beside = ratio(taken, costs[_BESIDE[name]]) if name in _BESIDE else ""
        verdict = _TARGETS[name].verdict(cpu(taken).median) if name in _TARGETS else ""
        table.add(name, cpu(taken), wall(taken), beside, verdict)
    return table


class _Answer(NamedTuple):
    """Costs by question, and the bytes of the texts and of the store."""

    costs: dict[str, list[Cost]]
    text_bytes: int
    store_bytes: int


def _questions(sizes: Sizes, records: int) -> _Answer:
    """Measure questions to a store of so many records."""
    texts = Texts()
    drafts = mixed_drafts(texts, records)
    paths = [draft.path for draft in drafts]
    text_bytes = sum(len(draft.text.encode()) for draft in drafts)
    with scratch() as folder:
        with open_memory(folder) as memory:
            for start in range(0, records, sizes.batch):
                memory.gateway.write(SCOPE, drafts[start : start + sizes.batch])
        store_bytes = bytes_of(store_of(folder))
        with open_memory(folder) as memory:
            settle()
            costs = _ask(memory, paths, texts, sizes)
            costs["delete a file, scrubbed"] = _delete(memory, paths, sizes.deletions)
    return _Answer(costs, text_bytes, store_bytes)


def _ask(memory: Memory, paths: Sequence[str], texts: Texts, sizes: Sizes) -> dict[str, list[Cost]]:
    reader = memory.reader
    choose = random.Random(SEED)
    everything = Window(0, 100)
    queries = {number: [texts.query(number) for _ in range(sizes.queries)] for number in (1, 2, 5)}
    targets = choose.choices(paths, k=sizes.queries)
    directories = [path.rpartition("/")[0] for path in targets]

    def search(query: str, level: Level | None = None) -> Callable[[], object]:
        return lambda: reader.search(SCOPE, query, level=level, limit=10)

    questions: dict[str, list[Callable[[], object]]] = {
        "search, 1 word": [search(query) for query in queries[1]],
        "search, 2 words": [search(query) for query in queries[2]],
        "search, 5 words": [search(query) for query in queries[5]],
        "search, 2 words, files only (L2)": [search(query, Level.L2) for query in queries[2]],
        "read a file": [partial(reader.read, SCOPE, path, level=None, window=everything) for path in targets],
        "list a directory of 100": [partial(reader.entries, SCOPE, path) for path in directories],
        "list a directory of directories": [partial(reader.entries, SCOPE, "notes")] * min(20, sizes.queries),
        "list all, the first 100": [partial(reader.entries, SCOPE, "", recursive=True, window=everything)]
        * min(20, sizes.queries),
    }
    found = {}
    for name, calls in questions.items():
        calls[0]()  # imports and the first pages
        found[name] = [cost_of(call) for call in calls]
    return found


def _delete(memory: Memory, paths: Sequence[str], count: int) -> list[Cost]:
    return [cost_of(partial(memory.gateway.delete, SCOPE, path)) for path in paths[:count]]


def _questions_table(found: dict[int, _Answer]) -> Table:
    table = Table(
        "Questions to a store, in process",
        ("question", "records", "CPU ms, p50", "CPU ms, p95", "wall ms, p50", "asked"),
        "Notes of 200 to 800 characters and, one in fifty, documents of 6 KB. Queries are drawn over frequent and rare "
        "words alike; each opens its own view of the store and makes its passages, as the command does.",
    )
    for name in next(iter(found.values())).costs:
        for records, answer in found.items():
            costs = [Cost(*cost) for cost in answer.costs[name]]
            middle, high = percentiles(cost.cpu * 1000 for cost in costs)
            slow, _ = percentiles(cost.wall * 1000 for cost in costs)
            table.add(name, f"{records:,}", middle, high, slow, str(len(costs)))
    return table


def _sizes_table(found: dict[int, _Answer]) -> Table:
    table = Table("Size on disk", ("records", "text MB", "store MB", "store ÷ text"))
    for records, (_, text_bytes, store_bytes) in found.items():
        table.add(f"{records:,}", text_bytes / 1e6, store_bytes / 1e6, store_bytes / text_bytes)
    return table

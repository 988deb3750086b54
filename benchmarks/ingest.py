"""Bulk ingest: how much of SQLite's own speed is left, and where the rest goes."""

from __future__ import annotations

import gc
import hashlib
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measure import Cost, Spread, Table, Target, cost_of, in_child, ratio, settle
from benchmarks.memories import (
    INDEX,
    INDEX_ROW,
    INSERT,
    ROWS,
    SCOPE,
    Sizes,
    bytes_of,
    open_memory,
    plain_sqlite,
    scratch,
    short_drafts,
    store_of,
)
from benchmarks.texts import Texts
from rna_cli.domain.uri import parse_document_address
from rna_cli.memory.gateway import check_text
from rna_cli.text.analyser import analyse
from rna_cli.text.outline import outline
from rna_cli.text.passages import split_passages

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from rna_cli.memory.gateway import Draft

TARGET = Target(0.08, least=True)

_RAW = "rows only: executemany, two columns"
_RAW_BATCHES = "rows only, in batches"
_FTS = "rows and a plain FTS5 index (unicode61)"
_GATEWAY = "Gateway.write, one call"
_BATCHES = "Gateway.write, in batches"
_COLLECTED = "Gateway.write, one call, collector on"

_REPEATS = 3
"""Plain rows take so little that one disturbance shows: the median of three is their cost in a round."""

_Taken = dict[str, tuple[Cost, int]]
"""Way to cost and bytes on disk, of one round."""


def ingest(sizes: Sizes) -> Iterator[Table]:
    """Measure, and yield the tables."""
    drafts = short_drafts(Texts(), sizes.bulk_records)
    settle()
    totals: list[_Taken] = []
    parts: list[dict[str, Cost]] = []
    for _ in range(sizes.bulk_rounds):
        with scratch() as folder:
            taken: _Taken = {}
            for name, way in _ways(folder, drafts, sizes.batch).items():
                taken[name] = _run(name, way)
                if name == _GATEWAY:  # at once, so that a machine that is slow for a while is so for both
                    found = in_child(partial(_parts, folder / "one", folder / "parts", drafts))
            totals.append(taken)
            parts.append({name: Cost(*cost) for name, cost in found.items()})
    yield _totals_table(totals, sizes)
    yield _parts_table(totals, parts, sizes)


def _ways(folder: Path, drafts: Sequence[Draft], batch: int) -> dict[str, Callable[[], tuple[Cost, int]]]:
    return {
        _RAW: partial(_raw, folder / "raw", drafts, len(drafts)),
        _RAW_BATCHES: partial(_raw, folder / "raw-batches", drafts, batch),
        _FTS: partial(_raw_with_index, folder / "fts", drafts),
        _GATEWAY: partial(_gateway, folder / "one", drafts, len(drafts)),
        _BATCHES: partial(_gateway, folder / "batches", drafts, batch),
        _COLLECTED: partial(_gateway, folder / "collected", drafts, len(drafts), collect=True),
    }


def _run(name: str, way: Callable[[], tuple[Cost, int]]) -> tuple[Cost, int]:
    taken = sorted(in_child(way) for _ in range(_REPEATS if name in {_RAW, _RAW_BATCHES} else 1))
    cost, size = taken[len(taken) // 2]
    return Cost(*cost), size


def _touch(drafts: Sequence[Draft]) -> list[tuple[str, str]]:
    """Return plain rows. After a fork the first touch of each object copies its page: not while it is measured."""
    rows = [(draft.path, draft.text) for draft in drafts]
    sum(len(path) + len(text) for path, text in rows)
    return rows


def _raw(path: Path, drafts: Sequence[Draft], batch: int) -> tuple[Cost, int]:
    rows = _touch(drafts)
    path.unlink(missing_ok=True)
    with plain_sqlite(path, ROWS) as connection:

        def work() -> None:
            for start in range(0, len(rows), batch):
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(INSERT, rows[start : start + batch])
                connection.execute("COMMIT")

        cost = cost_of(work)
    return cost, bytes_of(path)


def _raw_with_index(path: Path, drafts: Sequence[Draft]) -> tuple[Cost, int]:
    rows = _touch(drafts)
    with plain_sqlite(path, ROWS, INDEX) as connection:

        def work() -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, rows)
            texts = ((number, text) for number, (_, text) in enumerate(rows, 1))
            connection.executemany(INDEX_ROW, texts)
            connection.execute("COMMIT")

        cost = cost_of(work)
    return cost, bytes_of(path)


def _gateway(folder: Path, drafts: Sequence[Draft], batch: int, *, collect: bool = False) -> tuple[Cost, int]:
    _touch(drafts)
    with open_memory(folder) as memory:
        gateway = memory.gateway
        if collect:
            gc.enable()

        def work() -> None:
            for start in range(0, len(drafts), batch):
                gateway.write(SCOPE, drafts[start : start + batch])

        cost = cost_of(work)
    return cost, bytes_of(store_of(folder))


def _parts(filled: Path, folder: Path, drafts: Sequence[Draft]) -> dict[str, Cost]:
    """Measure the parts of a bulk write, each by itself on the records that are in the store of `filled`."""
    rows = _touch(drafts)
    words = [path.replace("/", " ") for path, _ in rows]
    costs = {
        "checks: address, size, that it is text": cost_of(partial(_check, rows)),
        "outline: title, first sentence, headings": cost_of(lambda: [outline(text) for _, text in rows]),
        "passages: where a long text is split": cost_of(lambda: [split_passages(text) for _, text in rows]),
        "content hash (SHA-256)": cost_of(lambda: [hashlib.sha256(text.encode()).digest() for _, text in rows]),
        "analyser: the texts": cost_of(lambda: [analyse(text) for _, text in rows]),
        "analyser: the words of the paths": cost_of(lambda: [analyse(path) for path in words]),
    }
    open_memory(folder).close()
    return costs | _sqlite_parts(store_of(filled), store_of(folder), len(rows))


def _check(rows: Sequence[tuple[str, str]]) -> None:
    for path, text in rows:
        parse_document_address(SCOPE, path)
        check_text(text, path, 2**24)


def _sqlite_parts(filled: Path, empty: Path, least: int) -> dict[str, Cost]:
    """Copy what is in one store to another, table by table, with the memory's own settings."""
    costs = {}
    with plain_sqlite(filled) as source, plain_sqlite(empty) as target:
        for pragma in ("foreign_keys=1", "secure_delete=1", "trusted_schema=0", "temp_store=2"):
            target.execute(f"PRAGMA {pragma}")
        for name, is_index in _tables(source):
            columns = [row[1] for row in source.execute(f"PRAGMA table_info({name})")]
            columns = ["rowid", *columns] if is_index else columns
            rows = source.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()
            if len(rows) < least:
                continue
            insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            label = f"SQLite: FTS5 index {name}" if is_index else f"SQLite: rows of {name}, with their indexes"
            costs[label] = cost_of(partial(_insert, target, insert, rows))
    return costs


def _insert(connection: sqlite3.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(statement, rows)
    connection.execute("COMMIT")


def _tables(connection: sqlite3.Connection) -> list[tuple[str, bool]]:
    """Return the names of tables, and whether each is a full-text index; these come last, their own tables not."""
    found: list[tuple[str, str]] = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    indexes = [name for name, sql in found if sql.lstrip().upper().startswith("CREATE VIRTUAL")]
    plain = [name for name, _ in found if not any(name.startswith(index) for index in indexes)]
    return [*((name, False) for name in plain), *((name, True) for name in indexes)]


def _totals_table(totals: Sequence[_Taken], sizes: Sizes) -> Table:
    count = sizes.bulk_records
    table = Table(
        f"Bulk ingest of {count:,} short records (200 characters)",
        ("way", "CPU µs a record", "records/s (wall)", "× rows only", "rows only ÷ this", "bytes a record", "target"),
        f"Each in a process of its own; batches of {sizes.batch:,}, a commit each. Collector off unless said.",
    )
    base = [taken[_RAW][0] for taken in totals]
    for name in totals[0]:
        costs = [taken[name][0] for taken in totals]
        share = ratio(base, costs)
        size = totals[-1][name][1]
        table.add(
            name,
            Spread.of(cost.cpu / count * 1e6 for cost in costs),
            f"{Spread.of(count / cost.wall for cost in costs).median:,.0f}",
            ratio(costs, base),
            f"{share.median:.3f} ({share.low:.3f}–{share.high:.3f})",
            f"{size / count:,.0f}",
            TARGET.verdict(share.median) if name in {_GATEWAY, _BATCHES} else "",
            share=share._asdict(),
            store_bytes=size,
        )
    return table


def _parts_table(totals: Sequence[_Taken], parts: Sequence[dict[str, Cost]], sizes: Sizes) -> Table:
    scale = 1e6 / sizes.bulk_records
    table = Table(
        f"Where the time of one bulk write of {sizes.bulk_records:,} records goes",
        ("part, by itself on the same records", "CPU µs a record", "share", "× rows only"),
    )
    whole = [taken[_GATEWAY][0] for taken in totals]
    raw = [taken[_RAW][0] for taken in totals]

    def add(name: str, seconds: Sequence[float]) -> None:
        share = Spread.of(part / all_.cpu for part, all_ in zip(seconds, whole, strict=True)).median
        times = Spread.of(part / rows.cpu for part, rows in zip(seconds, raw, strict=True))
        table.add(name, Spread.of(part * scale for part in seconds), f"{share:.0%}", times)

    for name in parts[0]:
        add(name, [taken[name].cpu for taken in parts])
    sqlite = [sum(cost.cpu for name, cost in taken.items() if name.startswith("SQLite")) for taken in parts]
    add(
        "the rest: objects, look-ups, putting rows together",
        [all_.cpu - sum(cost.cpu for cost in taken.values()) for all_, taken in zip(whole, parts, strict=True)],
    )
    add("whole", [all_.cpu for all_ in whole])
    add("of it SQLite's own part", sqlite)
    bound = Spread.of(rows.cpu / part for rows, part in zip(raw, sqlite, strict=True)).median
    table.note = f"Were all Python free, rows only ÷ this would be {bound:.3f}: that is SQLite's own part."
    return table

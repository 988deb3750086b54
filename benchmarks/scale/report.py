"""The tables: what storing, asking and a whole command take as a store grows, and what a long text takes.

The long form takes some 4 GB of disk, in the folder for temporary files, for as long as it runs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.measure import Table, Target, cpu, percentiles, ratio, wall
from benchmarks.memories import scratch
from benchmarks.scale.cold import cold_costs
from benchmarks.scale.records import WORDS, Layout, Records, queries
from benchmarks.scale.stores import ask, build
from benchmarks.scale.ways import LIMIT, PRODUCT, ROWS, TANTIVY, has_tantivy, ways_beside
from benchmarks.scale.window import window_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.measure import Cost
    from benchmarks.memories import Growth, Sizes
    from benchmarks.scale.stores import Asked, Built

_ONE = Layout(1_000_000)
_MANY = Layout(1_000_000, 100)

SEARCH = {_ONE: Target(50), _MANY: Target(25)}
"""What 95 of 100 searches in process should take at most, in ms of CPU."""

COLD = {_ONE: Target(1.5), _MANY: Target(1.5)}
"""What a search as a process of its own should take, in multiples of one on the smallest store."""

INGEST = {Layout(100_000): Target(0.1, least=True)}
"""What should be left of the speed of plain rows."""


def scale(sizes: Sizes) -> Iterator[Table]:
    """Measure, and yield the tables as they come."""
    growth = sizes.growth
    with scratch() as folder:
        records = Records(folder / "texts", max(growth.records))
        built: dict[Layout, Built] = {}
        for layout in layouts_of(growth):
            print(f"  {layout.records:,} records, projects: {layout} …", file=sys.stderr, flush=True)
            built[layout] = build(folder, records, layout)
        yield _ingest_table(built)
        yield _questions_table(_questions(built, growth), growth)
        asked = records.known_queries(min(growth.records), growth.rounds)
        yield _cold_table(cold_costs({layout: found.paths[PRODUCT.name] for layout, found in built.items()}, asked))
    yield window_table(growth.rounds)


def layouts_of(growth: Growth) -> list[Layout]:
    """Return the stores: each size in one project, then the largest over many."""
    largest = max(growth.records)
    return [*map(Layout, growth.records), Layout(largest, largest // growth.project)]


def _questions(built: Mapping[Layout, Built], growth: Growth) -> dict[tuple[str, Layout], Asked]:
    asked = queries(growth.queries)
    return {
        (way.name, layout): ask(way.asking, found.paths[way.name], layout, asked)
        for layout, found in built.items()
        for way in ways_beside(layout)
        if way.asking
    }


def _ingest_table(built: Mapping[Layout, Built]) -> Table:
    table = Table(
        "Storing, as the store grows",
        ("way", "records", "projects", "CPU µs a record", "× rows only", "rows only ÷ this", "bytes/record", "target"),
        "Messages of 200 characters in conversations of 500, in batches of at most 50,000 of one project, a commit "
        "each; every store in a process of its own, small ones three times. Collector off.",
    )
    for layout, found in built.items():
        base = found.costs[ROWS.name]
        for name, costs in found.costs.items():
            share = ratio(base, costs)
            table.add(
                name,
                f"{layout.records:,}",
                str(layout),
                cpu(costs, 1e6 / layout.records),
                ratio(costs, base),
                share,
                f"{found.sizes[name] / layout.records:,.0f}",
                _verdict(INGEST, layout, share.median) if name == PRODUCT.name else "",
                store_bytes=found.sizes[name],
            )
    _say_what_is_missing(table)
    return table


def _questions_table(asked: Mapping[tuple[str, Layout], Asked], growth: Growth) -> Table:
    table = Table(
        "Questions in process, as the store grows",
        ("way", "records", "projects", "CPU ms, p50", "CPU ms, p95", "CPU ms, most", "with hits", "target, p95"),
        f"{growth.queries} queries each of {', '.join(map(str, WORDS))} words, the same for all: any of the words, the "
        f"{LIMIT} best with their texts. Where there are many projects, each query goes to one of them.",
    )
    for (name, layout), (costs, hits) in asked.items():
        times = [cost.cpu * 1000 for cost in costs]
        middle, high = percentiles(times)
        table.add(
            name,
            f"{layout.records:,}",
            str(layout),
            middle,
            high,
            max(times),
            f"{sum(map(bool, hits))} of {len(hits)}",
            _verdict(SEARCH, layout, high) if name == PRODUCT.name else "",
            hits=sum(hits),
            by_words=_by_words(times, growth.queries),
        )
    _say_what_is_missing(table)
    return table


def _by_words(times: Sequence[float], each: int) -> dict[int, dict[str, float]]:
    """Return the median and the most of the queries of each number of words."""
    groups = {words: times[at * each : (at + 1) * each] for at, words in enumerate(WORDS)}
    return {words: {"p50": percentiles(group)[0], "most": max(group)} for words, group in groups.items()}


def _cold_table(found: Mapping[Layout, Sequence[Cost]]) -> Table:
    smallest, base = next(iter(found.items()))
    table = Table(
        "`rna memory P search` as a cold process, as the store grows",
        ("records", "projects", "CPU ms", "wall ms", f"× on {smallest.records:,} records", "target"),
        f"{len(base)} rounds, a query of three words each that every store has; the store is in the page cache.",
    )
    for layout, costs in found.items():
        times = ratio(costs, base)
        verdict = _verdict(COLD, layout, times.median)
        table.add(f"{layout.records:,}", str(layout), cpu(costs), wall(costs), times, verdict)
    return table


def _verdict(targets: Mapping[Layout, Target], layout: Layout, value: float) -> str:
    """Return whether a target is met; a target is for one layout, and says nothing of others."""
    return targets[layout].verdict(value) if layout in targets else ""


def _say_what_is_missing(table: Table) -> None:
    if not has_tantivy():
        table.add(f"{TANTIVY.name}: not installed", *[""] * (len(table.columns) - 1))

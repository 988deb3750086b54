"""The stores of one layout: built in each way, then asked, each in a process of its own."""

from __future__ import annotations

import shutil
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import Cost, cost_of, in_child, settle
from benchmarks.scale.ways import ROWS, ways_beside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.scale.records import Layout, Records
    from benchmarks.scale.ways import Ask, Asking, Way

_ROUNDS = 3
_MOST_RECORDS = 300_000
"""Built in all the rounds of one way: a large store is built once."""

_REPEATS = 3
"""Plain rows take so little that one disturbance shows: the median of three is their cost in a round."""


class Built(NamedTuple):
    """By the name of a way: where its store is, what that took in each round, and its size."""

    paths: dict[str, Path]
    costs: dict[str, list[Cost]]
    sizes: dict[str, int]


class Asked(NamedTuple):
    """What queries took, one by one, and how many hits each had."""

    costs: list[Cost]
    hits: list[int]


def build(folder: Path, records: Records, layout: Layout) -> Built:
    """Build the stores of a layout, small ones more than once; those of the last round stay."""
    found = Built({}, {}, {})
    for _ in range(max(1, min(_ROUNDS, _MOST_RECORDS // layout.records))):
        for number, way in enumerate(ways_beside(layout)):
            path = folder / f"{layout.records}-{layout.projects}-{number}"
            taken = []
            for _ in range(_REPEATS if way is ROWS else 1):
                _remove(path)
                cost, size = in_child(partial(_build, way, path, records, layout))
                taken.append(Cost(*cost))
            found.costs.setdefault(way.name, []).append(sorted(taken)[len(taken) // 2])
            found.paths[way.name], found.sizes[way.name] = path, size
    return found


def _build(way: Way, path: Path, records: Records, layout: Layout) -> tuple[Cost, int]:
    settle()
    cost = way.build(path, records, layout)
    return cost, way.size(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


def ask(asking: Asking, path: Path, layout: Layout, queries: Sequence[str]) -> Asked:
    """Ask queries, one after the other, in one process that has just opened the store."""
    costs, hits = in_child(partial(_ask, asking, path, layout, queries))
    return Asked([Cost(*cost) for cost in costs], hits)


def _ask(asking: Asking, path: Path, layout: Layout, queries: Sequence[str]) -> Asked:
    asked = Asked([], [])
    with asking(path, layout) as hits_of:
        hits_of(queries[0])  # imports and the first pages
        settle()
        asked.costs.extend(cost_of(partial(_keep, hits_of, query, asked.hits)) for query in queries)
    return asked


def _keep(hits_of: Ask, query: str, hits: list[int]) -> None:
    hits.append(hits_of(query))

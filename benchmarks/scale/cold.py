"""A whole search as a cold process, on stores of several sizes."""

from __future__ import annotations

import subprocess
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measure import ROOT, Cost, cost_of_process, rounds
from benchmarks.memories import SCOPE, clean_environment
from benchmarks.startup import program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.scale.records import Layout


def cold_costs(stores: Mapping[Layout, Path], queries: Sequence[str]) -> dict[Layout, list[Cost]]:
    """Return what a search takes on each store, a query a round, in the first of its projects."""
    search = [*program(), "memory", SCOPE.project_id, "search"]
    for folder in stores.values():
        _see_hits([*search, *queries[0].split()], clean_environment(folder))
    ways = {
        str(number): partial(_next, [*search], clean_environment(folder), iter(queries))
        for number, folder in enumerate(stores.values())
    }
    costs = rounds(ways, len(queries))
    return dict(zip(stores, costs.values(), strict=True))


def _next(search: Sequence[str], environ: Mapping[str, str], queries: Iterator[str]) -> Cost:
    return cost_of_process([*search, *next(queries).split()], environ)


def _see_hits(command: Sequence[str], environ: Mapping[str, str]) -> None:
    """Run a search once, so that its byte code is there, and see that it finds something."""
    done = subprocess.run(
        command, env=environ, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode or "conversations/" not in done.stdout:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr or done.stdout}")

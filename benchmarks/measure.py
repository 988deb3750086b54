"""Measuring: CPU and wall time of processes and of calls, in rounds, so that what disturbs one way disturbs all.

CPU is user and system time together. A round takes each way once; a ratio is made within a round, so that a machine
that is slow for a while is slow on both sides of it. Shown are medians over the rounds, with the least and the most.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent


class Cost(NamedTuple):
    """What something took, in seconds."""

    cpu: float
    wall: float


class Spread(NamedTuple):
    """A median, with the least and the most."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """Return the spread of `values`, of which there is at least one."""
        found = list(values)
        return cls(statistics.median(found), min(found), max(found))

    def __str__(self) -> str:
        """Return `1.23 (1.20–1.40)`."""
        return f"{figure(self.median)} ({figure(self.low)}–{figure(self.high)})"


def figure(value: float) -> str:
    """Return a number with three significant digits, or more where they stand before the point."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"


def percentiles(values: Iterable[float]) -> tuple[float, float]:
    """Return the 50th and the 95th percentile of `values`, of which there is at least one."""
    found = sorted(values)
    return statistics.median(found), found[min(len(found) - 1, int(0.95 * len(found)))]


class Target(NamedTuple):
    """What a figure should be: at most (or, with `least`, at least) `bound`."""

    bound: float
    least: bool = False

    def verdict(self, value: float) -> str:
        """Return the target and whether `value` meets it."""
        met = value >= self.bound if self.least else value <= self.bound
        return f"{'≥' if self.least else '≤'} {self.bound:g}: {'met' if met else 'MISSED'}"


class Table:
    """Rows for people and, beside them, the same figures for a program."""

    def __init__(self, title: str, columns: Sequence[str], note: str = "") -> None:
        self.title = title
        self.columns = columns
        self.note = note
        self.rows: list[Sequence[str]] = []
        self.figures: list[dict[str, Any]] = []

    def add(self, *cells: str | Spread | float, **figures: object) -> None:
        """Add a row: a cell a column, and what `--json` says of it; spreads are taken from the cells by themselves."""
        self.rows.append([figure(cell) if isinstance(cell, float) else str(cell) for cell in cells])
        pairs = zip(self.columns, cells, strict=True)
        given = {name: cell._asdict() if isinstance(cell, Spread) else cell for name, cell in pairs if cell != ""}
        self.figures.append(given | figures)

    def __str__(self) -> str:
        """Return a Markdown table, its columns aligned."""
        lines = [list(self.columns), *map(list, self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        shown = []
        for number, cells in enumerate(lines):
            padded = [
                cell.ljust(width) if not at else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            shown.append(f"| {' | '.join(padded)} |")
            if not number:
                rule = ["-" * width if not at else "-" * (width - 1) + ":" for at, width in enumerate(widths)]
                shown.append(f"| {' | '.join(rule)} |")
        head = [f"## {self.title}", ""] + ([self.note, ""] if self.note else [])
        return "\n".join([*head, *shown, ""])


def cost_of(call: Callable[[], object]) -> Cost:
    """Return what one call took in this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Cost(time.process_time() - cpu, time.perf_counter() - wall)


def cost_of_process(command: Sequence[str], environ: Mapping[str, str]) -> Cost:
    """Return what a whole process took, from the fork to its end; it runs in the checkout, with no terminal."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command,
        env=environ,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    wall, after = time.perf_counter() - wall, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def rounds(ways: Mapping[str, Callable[[], Cost]], count: int) -> dict[str, list[Cost]]:
    """Take each way once a round, and return the costs by way, in the order of the rounds."""
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(count):
        for name, way in ways.items():
            costs[name].append(way())
    return costs


def cpu(costs: Sequence[Cost], scale: float = 1000) -> Spread:
    """Return the CPU time, in milliseconds unless `scale` says otherwise."""
    return Spread.of(cost.cpu * scale for cost in costs)


def wall(costs: Sequence[Cost], scale: float = 1000) -> Spread:
    """Return the wall time, in milliseconds unless `scale` says otherwise."""
    return Spread.of(cost.wall * scale for cost in costs)


def ratio(above: Sequence[Cost], below: Sequence[Cost]) -> Spread:
    """Return the ratio of the CPU times, made round by round."""
    return Spread.of(a.cpu / b.cpu for a, b in zip(above, below, strict=True))


def in_child(work: Callable[[], Any]) -> Any:
    """Return what `work` returns, as JSON gives it back, from a forked process.

    Each measurement so starts from the same state: no memory of words that an earlier one has filled, no heap that it
    has left. What is handed down is touched first by whoever measures, for the first touch copies the page.
    """
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as pipe:
                json.dump(work(), pipe)
            status = 0
        except BaseException:  # the child ends here, whatever happened
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("a measurement failed; see above")
    return json.loads(answer)


def settle() -> None:
    """Go on as `rna` runs, without the garbage collector; what is there already stays out of its way."""
    gc.collect()
    gc.freeze()
    gc.disable()


def machine() -> dict[str, str]:
    """Return what the figures were measured on."""
    import platform
    import sqlite3

    model = platform.processor() or platform.machine()
    about = Path("/proc/cpuinfo")
    if about.exists():
        lines = about.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "cpu": f"{model}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
    }

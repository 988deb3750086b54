"""Run benchmarks and print their tables: `python -m benchmarks [startup] [store] [retrieval] [scale] [--json FILE]`.

Quick, in some two minutes; with FULL=1 in the environment, the long form, in many.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import machine
from benchmarks.memories import FULL, QUICK, TINY, Sizes
from benchmarks.retrieval.report import retrieval
from benchmarks.scale.report import scale
from benchmarks.startup import startup
from benchmarks.store import store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.measure import Table

BENCHMARKS: dict[str, Callable[[Sizes], Iterator[Table]]] = {
    "startup": startup,
    "store": store,
    "retrieval": retrieval,
    "scale": scale,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{' or '.join(BENCHMARKS)}; all when left out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--tiny", action="store_true", help="only see that everything runs")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(BENCHMARKS):
        parser.error(f"there is no benchmark called {', '.join(sorted(unknown))}")
    full = os.environ.get("FULL", "") not in {"", "0"}
    sizes = TINY if options.tiny else FULL if full else QUICK
    about = machine()
    print(", ".join(f"{name} {value}" for name, value in about.items()), flush=True)
    tables = []
    for name in options.names or BENCHMARKS:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        for table in BENCHMARKS[name](sizes):
            print(f"\n{table}", end="", flush=True)
            tables.append({"title": table.title, "rows": table.figures})
    if options.json:
        options.json.write_text(json.dumps({"machine": about, "tables": tables}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The benchmarks run, and say what they should. What they measure is asserted nowhere: machines differ."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.measure import Spread, Table, Target, figure, percentiles
from benchmarks.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[2]

TABLES = {
    "startup": {
        "Cold commands on a store of 20 records": [
            "python -c pass",
            'python -c "import typer"',
            "python -m rna_cli --version",
            "memory P search",
            "memory P search --json",
            "memory P read",
            "memory P list",
            "memory P search --help",
            "completion of",
        ]
    },
    "store": {
        "Bulk ingest of 60 short records (200 characters)": [
            "rows only: executemany, two columns",
            "rows and a plain FTS5 index (unicode61)",
            "Gateway.write, one call",
            "Gateway.write, in batches",
        ],
        "Where the time of one bulk write of 60 records goes": ["checks", "outline", "analyser", "SQLite", "whole"],
        "Durable writes, a commit each": ["raw insert, 200", "write, 200", "raw insert, 6 KB", "write, 6 KB", "update"],
        "Questions to a store, in process": ["search, 2 words", "read a file", "list a directory", "delete a file"],
        "Size on disk": ["20", "40"],
    },
}

TARGETS = {"startup": {"≤ 7": 2}, "store": {"≥ 0.08": 2, "≤ 1": 1, "≤ 3": 1}}
"""How often each target stands beside a figure."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the benchmarks in a process of their own: they fork, and switch the collector off."""
    command = [sys.executable, "-m", "benchmarks", *arguments]
    environ = {name: value for name, value in os.environ.items() if name != "FULL"}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environ, check=False, timeout=110)


@pytest.mark.parametrize("name", TABLES)
def test_each_benchmark_prints_its_tables_and_writes_its_figures(name: str, tmp_path: Path) -> None:
    done = run(name, "--tiny", "--json", str(tmp_path / "figures.json"))
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert figures["machine"]["python"] in done.stdout
    assert [table["title"] for table in figures["tables"]] == list(TABLES[name])
    for title, rows in TABLES[name].items():
        assert f"## {title}\n" in done.stdout
        table = done.stdout.partition(f"## {title}\n")[2].partition("\n## ")[0]
        for row in rows:
            assert any(row in line for line in table.splitlines() if line.startswith("| ")), row
    for target, count in TARGETS[name].items():
        assert done.stdout.count(f" {target}: ") == count, target
    other = next(title for theirs, titles in TABLES.items() if theirs != name for title in titles)
    assert other not in done.stdout


def test_an_unknown_name_is_refused_before_anything_runs() -> None:
    done = run("speed")
    assert done.returncode == 2
    assert not done.stdout
    assert "no benchmark called speed" in done.stderr


def test_text_is_the_same_for_the_same_seed() -> None:
    def sample(seed: int) -> Sequence[str]:
        texts = Texts(seed)
        return [texts.note(200), texts.document(1000), texts.query(3)]

    assert sample(1) == sample(1)
    assert sample(1) != sample(2)


def test_notes_are_as_long_as_asked_and_words_are_as_unequal_as_in_a_language() -> None:
    texts = Texts()
    notes = [texts.note(200) for _ in range(500)]
    assert all(150 < len(note) <= 200 for note in notes)
    words = " ".join(notes).split()
    counts = sorted((words.count(word) for word in set(words)), reverse=True)
    assert sum(islice(counts, 50)) > len(words) / 4
    assert sum(count == 1 for count in counts) > len(counts) / 3


def test_a_target_is_met_on_its_own_side() -> None:
    assert Target(7).verdict(6.9) == "≤ 7: met"
    assert Target(7).verdict(7.1) == "≤ 7: MISSED"
    assert Target(0.08, least=True).verdict(0.09) == "≥ 0.08: met"
    assert Target(0.08, least=True).verdict(0.07) == "≥ 0.08: MISSED"


def test_figures_have_three_digits() -> None:
    assert [figure(value) for value in (0.0123, 1.234, 12.34, 1234.5)] == ["0.012", "1.23", "12.3", "1234"]
    assert str(Spread.of([3.0, 1.0, 2.0])) == "2.00 (1.00–3.00)"
    assert percentiles(range(100)) == (49.5, 95)


def test_a_table_is_markdown_for_people_and_figures_for_programs() -> None:
    table = Table("Times", ("what", "CPU ms", "target"))
    table.add("this", Spread(1.0, 0.5, 2.0), "")
    assert str(table).splitlines() == [
        "## Times",
        "",
        "| what |            CPU ms | target |",
        "| ---- | ----------------: | -----: |",
        "| this | 1.00 (0.500–2.00) |        |",
    ]
    assert table.figures == [{"what": "this", "CPU ms": {"median": 1.0, "low": 0.5, "high": 2.0}}]

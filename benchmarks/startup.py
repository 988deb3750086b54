"""Whole commands as cold processes, in multiples of an interpreter that does nothing."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import ROOT, Table, Target, cost_of_process, cpu, ratio, rounds, wall
from benchmarks.memories import SCOPE, Sizes, clean_environment, mixed_drafts, open_memory, scratch
from benchmarks.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

SEARCH = Target(7)
VERSION = Target(1.5)
_QUERY = ("report", "release")


class _Command(NamedTuple):
    """One row: what it is called, what is run, with which more of an environment, and what it should take."""

    name: str
    words: list[str]
    environ: dict[str, str]
    target: Target | None = None


def startup(sizes: Sizes) -> Iterator[Table]:
    """Measure, and yield the table."""
    with scratch() as folder:
        with open_memory(folder) as memory:
            drafts = mixed_drafts(Texts(), sizes.startup_records)
            memory.gateway.write(SCOPE, drafts)
        commands = _commands(drafts[0].path)
        environ = clean_environment(folder)
        for command in commands:
            _warm_up(command, environ)
        ways = {
            command.name: partial(cost_of_process, command.words, environ | command.environ) for command in commands
        }
        costs = rounds(ways, sizes.startup_rounds)
    table = Table(
        f"Cold commands on a store of {sizes.startup_records:,} records",
        ("command", "CPU ms", "wall ms", "× bare interpreter", "target"),
        f"{sizes.startup_rounds} rounds; byte code is there, and the store is in the page cache.",
    )
    base = costs[commands[0].name]
    for command in commands:
        taken = costs[command.name]
        times = ratio(taken, base)
        table.add(
            f"`{command.name}`",
            cpu(taken),
            wall(taken),
            times,
            command.target.verdict(times.median) if command.target else "",
        )
    yield table


def program() -> list[str]:
    """Return the words that start `rna`: the installed script or, where there is none, the package."""
    script = Path(sys.executable).with_name("rna")
    return [str(script)] if script.exists() else [sys.executable, "-m", "rna_cli"]


def _commands(path: str) -> list[_Command]:
    python, module, rna = [sys.executable], [sys.executable, "-m", "rna_cli"], program()
    memory = [*rna, "memory", SCOPE.project_id]
    shown = "python -m rna_cli" if rna == module else "rna"
    found = [
        _Command("python -c pass", [*python, "-c", "pass"], {}),
        _Command('python -c "import typer"', [*python, "-c", "import typer"], {}),
        _Command("python -m rna_cli --version", [*module, "--version"], {}, VERSION),
        _Command(f"{shown} memory P search", [*memory, "search", *_QUERY], {}, SEARCH),
        _Command(f"{shown} memory P search --json", [*memory, "search", "--json", *_QUERY], {}, SEARCH),
        _Command(f"{shown} memory P read", [*memory, "read", path], {}),
        _Command(f"{shown} memory P list", [*memory, "list", "notes"], {}),
        _Command(f"{shown} memory P search --help", [*memory, "search", "--help"], {}),
        _Command(f"completion of {shown} memory P read", rna, _completion(path)),
    ]
    if rna != module:
        found.insert(2, _Command("rna --version", [*rna, "--version"], {}, VERSION))
    return found


def _completion(path: str) -> dict[str, str]:
    """Return what the shell's script tells the program when somebody presses the tab key behind a directory."""
    words = f"rna memory {SCOPE.project_id} read {path.rpartition('/')[0]}/"
    return {"_RNA_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "4"}


def _warm_up(command: _Command, environ: dict[str, str]) -> None:
    """Run a command once, so that its byte code is there, and see that it does what is to be measured."""
    done = subprocess.run(
        command.words,
        env=environ | command.environ,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    silent = command.words[-2:-1] == ["-c"]
    if done.returncode or not (silent or done.stdout.strip()):
        raise RuntimeError(f"{command.name} ended with {done.returncode}, and printed: {done.stderr or 'nothing'}")

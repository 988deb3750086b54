"""Every write goes through the gateway and every read through the reader, whatever way it comes.

A new way in is added to `WAYS_IN`; a test fails until it is.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rna_cli
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.errors import RnaError
from rna_cli.memory.gateway import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Rna

PACKAGE = Path(rna_cli.__file__).parent

WRITES = {"unit", "initialize", "delete_project", "scrub"}
READS = {"status", "describe", "search", "grep", "entries", "history", "projects", "evolution"}
"""Calls of the backend protocol that show something. `read` and `health` are not here: much else is named so."""


def _write(rna: Rna, path: str) -> int:
    return rna("memory", "p", "write", "--file", "-", "--path", path, stdin=b"A text about otters.").exit_code


def _write_file(rna: Rna, path: str) -> int:
    file = rna.folder / "source.md"
    file.write_text("A text about otters.")
    return rna("memory", "p", "write", "--file", str(file), "--path", path).exit_code


def _move(rna: Rna, path: str) -> int:
    rna.write("movable.md", "A text about otters.")
    return rna("memory", "p", "move", "movable.md", path).exit_code


def _move_directory(rna: Rna, path: str) -> int:
    folder, _, name = path.rpartition("/")
    rna.write(f"movable/{name}", "A text about otters.")
    return rna("memory", "p", "move", "movable", folder or name).exit_code


def _library(rna: Rna, path: str) -> int:
    with Runtime(environ=rna.environ, clock=rna.clock).memory() as memory:
        try:
            memory.gateway.write(Scope.of("p"), [Draft(path, "A text about otters.")])
        except RnaError as error:
            return int(error.exit_code)
    return 0


def _import(rna: Rna, path: str) -> int:
    line = json.dumps({"path": path, "text": "A text about otters."}) + "\n"
    return rna("memory", "p", "import", "jsonl", "-", stdin=line.encode()).exit_code


WAYS_IN: dict[str, Callable[[Rna, str], int]] = {
    "write from standard input": _write,
    "write from a file": _write_file,
    "move": _move,
    "move of a directory": _move_directory,
    "import of JSON Lines": _import,
    "the gateway, from Python": _library,
}

COMMANDS_THAT_CHANGE = {
    "memory/initialize.py",
    "memory/write.py",
    "memory/move.py",
    "memory/delete.py",
    "memory/hide.py",
    "memory/import_/jsonl.py",
    "memory/reindex.py",
    "projects/delete.py",
}
"""Commands that use the gateway; those that bring texts in have a way of their own above."""


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_way_in_passes_what_the_gateway_forbids(project: Rna, way: str) -> None:
    refused = 65 if way == "import of JSON Lines" else 2  # what is wrong is in the file, not on the command line
    assert WAYS_IN[way](project, "conversations/otters.md") == refused
    assert [path for path in project.hits("otters") if path.startswith("conversations")] == []
    assert WAYS_IN[way](project, "fine/otters.md") == 0
    assert "fine/otters.md" in project.hits("otters")


def test_every_command_that_uses_the_gateway_is_known() -> None:
    folder = PACKAGE / "cli"
    found = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if ".gateway." in path.read_text()}
    assert found == COMMANDS_THAT_CHANGE


@pytest.mark.parametrize(("calls", "owner"), [(WRITES, "memory/gateway.py"), (READS, "memory/reader.py")])
def test_nobody_else_calls_a_backend(calls: set[str], owner: str) -> None:
    assert set(_callers(calls)) == {owner}


def _callers(calls: set[str]) -> Iterator[str]:
    """Yield the modules, backends and their test suite apart, that call such a method of something called a backend."""
    for path in PACKAGE.rglob("*.py"):
        name = str(path.relative_to(PACKAGE))
        if name.startswith(("backends/", "testing/")):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in calls:
                target = node.func.value
                holder = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
                if holder in {"backend", "_backend"}:
                    yield name

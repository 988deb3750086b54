"""Golden help: the exact `--help` of each command at 80 columns."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

from generators.commands import Command, commands
from rna_cli.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "tests/golden/help"


def files(_root: Path) -> dict[str, str]:
    """Return the help texts."""
    return {f"{FOLDER}/{each.page}.txt": help_of(each) for each in commands()}


def help_of(command: Command) -> str:
    """Return what `--help` prints. `gen.py` sets the width."""
    words: list[str] = []
    for each in (*command.parents, command):
        words.append(each.words[-1])
        if each is not command:
            words += ["demo" for _ in each.arguments]
    printed = StringIO()
    with redirect_stdout(printed):
        run([*words[1:], "--help"])
    return printed.getvalue()

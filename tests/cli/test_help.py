"""Help: the exact text of each command, its examples, and the words of the tree."""

from __future__ import annotations

import os
import shlex
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.core import TyperArgument, TyperGroup

from rna_cli.cli.app import app
from rna_cli.cli.shells import FILE_PARAMETERS
from rna_cli.cli.tree import walk
from rna_cli.domain.scope import RESERVED_IDS
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rna

GOLDEN = ROOT / "tests" / "golden" / "help"


@cache
def _tree() -> dict[tuple[str, ...], Any]:
    """Return words (without `rna`) to command, for the root, the groups and the commands."""
    return {words[1:]: command for words, command in walk(typer.main.get_command(app))}


def _line(words: tuple[str, ...]) -> list[str]:
    """Return the command line that asks for the help of a command."""
    line: list[str] = []
    for length in range(len(words) + 1):
        group = _tree()[words[:length]]
        if length < len(words):
            line += ["demo" for param in group.params if isinstance(param, TyperArgument)] + [words[length]]
    return [*line, "--help"]


EVERY = pytest.mark.parametrize("words", list(_tree()), ids=lambda words: "-".join(("rna", *words)))
LEAVES = [words for words, command in _tree().items() if not isinstance(command, TyperGroup)]


@EVERY
def test_help_is_the_golden_one(words: tuple[str, ...], rna: Rna, update_golden: bool) -> None:
    golden = GOLDEN / f"{'-'.join(('rna', *words))}.txt"
    # A wide terminal in a language of its own: neither changes the text.
    environ = {"COLUMNS": "80", "LANG": "de_DE.UTF-8", "LANGUAGE": "de", "NO_COLOR": "1"}
    done = rna.process(*_line(words), environ=environ)
    assert (done.returncode, done.stderr) == (0, b"")
    if update_golden:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_bytes(done.stdout)
    assert golden.is_file(), f"{golden.name} is missing: make gen"
    assert done.stdout.decode() == golden.read_text(encoding="utf-8")


def test_no_golden_help_is_left_over() -> None:
    wanted = {f"{'-'.join(('rna', *words))}.txt" for words in _tree()}
    assert {path.name for path in GOLDEN.iterdir()} == wanted


def test_help_touches_nothing(rna: Rna) -> None:
    for words in _tree():
        rna.process(*_line(words)) if len(words) < 2 else rna(*_line(words))
    assert list(rna.folder.iterdir()) == []


@EVERY
def test_help_has_an_example_and_every_command_has_json(words: tuple[str, ...]) -> None:
    text = (GOLDEN / f"{'-'.join(('rna', *words))}.txt").read_text(encoding="utf-8")
    _, _, examples = text.partition("\nExamples:\n")
    assert examples.strip()
    assert all("rna " in line for line in examples.splitlines())
    if words in LEAVES:
        assert "\n  --json " in text
        start = ["rna", *_line(words)[:-1]]
        assert any(_holds(shlex.split(line), start) for line in examples.splitlines()), "no example of this command"
    assert all(len(line) <= 80 for line in text.partition("\nExamples:\n")[0].splitlines())


def _holds(line: list[str], start: list[str]) -> bool:
    return any(line[at : at + len(start)] == start for at in range(len(line)))


def _examples() -> list[str]:
    return sorted({line for command in _tree().values() for line in (command.epilog or "").splitlines()})


@pytest.mark.parametrize("example", _examples())
def test_every_example_is_understood(
    example: str, project: Rna, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run it for real on a throw-away state: it may find nothing, but it may not be a usage error."""
    folder = tmp_path / "here"
    (folder / "docs").mkdir(parents=True)
    (folder / "note.md").write_text("# Note\n\nA changelog for release v1.2 in C++.\n")
    (folder / "docs" / "setup.md").write_text("# Setup\n\nText.\n")
    record = b'{"conversation": "chat-1", "text": "A changelog for release v1.2."}\n'
    (folder / "chats.jsonl").write_bytes(record)
    monkeypatch.chdir(folder)
    project.ok("memory", "demo", "initialize")
    for path in ("note.md", "notes/a.md", "docs/b.md"):
        project.write(path, "# Note\n\n" + "A changelog for release v1.2 in C++.\n" * 300, project="demo")
    words = shlex.split(example)
    words = words[words.index("|") + 1 :] if "|" in words else words
    assert words.pop(0) == "rna"
    before = set(os.environ.items())
    result = project(*words, stdin=record if "import" in words else b"# From a pipe\n")
    assert result.exit_code in _expected(words), result.stderr
    assert "Traceback" not in result.stderr
    assert set(os.environ.items()) == before


def _expected(words: list[str]) -> set[int]:
    """Return the exit codes that an example may end with."""
    if words[0] == "doctor":
        return {0, 3}  # it may find something to report
    if "delete" in words and not {"--yes", "--dry-run"} & set(words):
        return {6}  # nobody is there to be asked
    if "unhide" in words or "--as-of" in words:
        return {0, 4}  # nothing is hidden; nothing was there at that time
    return {0}


def test_an_example_that_is_not_understood_is_found(project: Rna) -> None:
    """The twin of the test above."""
    assert project("memory", "demo", "search", "release", "--levle", "L1").exit_code == 2


def test_every_word_of_the_tree_is_reserved() -> None:
    words = {word for path in _tree() for word in path} | {"rna"}
    assert words <= RESERVED_IDS
    assert {"memory", "search", "doctor"} <= words


def test_each_option_that_takes_a_file_is_completed_as_one() -> None:
    """Files are completed by the shell, for parameters of these names; no other kind may have such a name."""
    kinds: dict[str, set[str]] = {}
    for command in _tree().values():
        for param in command.params:
            kinds.setdefault(param.name, set()).add(param.metavar or "")
    assert set(kinds) >= FILE_PARAMETERS
    files = {name for name, metavars in kinds.items() if metavars & {"PATH", "FILE"}}
    assert files - {"path"} == FILE_PARAMETERS
    assert all(kinds[name] <= {"PATH", "FILE"} for name in FILE_PARAMETERS)

"""The generator: current on this tree, and it names what is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPT = ROOT / "scripts" / "gen.py"
FOLDERS = ("man", "completions", "docs", "tests/golden", "scripts", "rna_cli")


def _gen(root: Path, *arguments: str, **environ: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(root / "scripts" / "gen.py"), *arguments],
        env={"PATH": "/usr/bin:/bin", "HOME": str(root)} | environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the generator reads and writes, at a path with a space."""
    root = tmp_path / "a copy"
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def test_everything_is_current_wherever_it_is_checked() -> None:
    assert _gen(ROOT, "--check") == (0, _all_current())
    odd = {"COLUMNS": "200", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "7", "RNA_STATE": "/dev/null/x"}
    assert _gen(ROOT, "--check", **odd, FORCE_COLOR="1", TERM="xterm-256color") == (0, _all_current())


def _all_current() -> str:
    pages = len(list((ROOT / "man").glob("*.1")))
    return f"gen: {2 * pages + 3 + 1} files, all current\n"


def test_stale_missing_and_surplus_files_are_named_and_put_right(copy: Path) -> None:
    page = copy / "man" / "rna-memory-search.1"
    with page.open("a") as file:
        file.write('.\\" touched\n')
    (copy / "man" / "rna-gone.1").write_text("x\n")
    (copy / "completions" / "_rna").unlink()
    (copy / "tests/golden/help/rna-gone.txt").write_text("x\n")
    codes = copy / "docs" / "exit-codes.md"
    codes.write_text(codes.read_text().replace("| 69 | `UNAV", "| 96 | `UNAV").replace("# Exit codes", "# Codes"))
    code, said = _gen(copy, "--check")
    assert code == 1
    assert said.splitlines() == [
        "missing: completions/_rna",
        "stale: docs/exit-codes.md",
        "surplus: man/rna-gone.1",
        "stale: man/rna-memory-search.1",
        "surplus: tests/golden/help/rna-gone.txt",
        "Run: make gen",
    ]
    assert page.read_text().endswith("touched\n"), "a check changes nothing"
    assert _gen(copy)[0] == 0
    assert _gen(copy, "--check") == (0, _all_current())
    assert page.read_bytes() == (ROOT / "man" / "rna-memory-search.1").read_bytes()
    assert not (copy / "man" / "rna-gone.1").exists()
    assert codes.read_text() == (ROOT / "docs" / "exit-codes.md").read_text().replace("# Exit codes", "# Codes")


def test_a_changed_command_makes_its_pages_stale(copy: Path) -> None:
    source = copy / "rna_cli" / "cli" / "memory" / "initialize.py"
    source.write_text(source.read_text().replace('"""Make a project', '"""Build a project'))
    assert _gen(copy, "--check") == (
        1,
        "stale: man/rna-memory-initialize.1\n"
        "stale: man/rna-memory.1\n"
        "stale: tests/golden/help/rna-memory-initialize.txt\n"
        "stale: tests/golden/help/rna-memory.txt\n"
        "Run: make gen\n",
    )


def test_a_page_without_markers_is_not_overwritten(copy: Path) -> None:
    (copy / "docs" / "exit-codes.md").write_text("# By hand\n")
    code, said = _gen(copy)
    assert (code, said.startswith("gen: docs/exit-codes.md needs these two lines")) == (1, True)
    assert (copy / "docs" / "exit-codes.md").read_text() == "# By hand\n"


def test_an_unknown_argument_is_a_usage_error() -> None:
    assert _gen(ROOT, "--chekc") == (2, "usage: scripts/gen.py [--check]\n")


def test_nothing_generated_names_this_machine() -> None:
    for folder, pattern in (("man", "*"), ("completions", "*"), ("tests/golden/help", "*"), ("docs", "exit-codes.md")):
        for path in (ROOT / folder).glob(pattern):
            text = path.read_text(encoding="utf-8")
            assert not [place for place in (str(ROOT), sys.prefix, str(Path.home())) if place in text], path

"""The start-up check: passes on this tree, and finds what somebody plants."""

from __future__ import annotations

import importlib.util
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


@pytest.fixture
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_startup", ROOT / "scripts" / "check_startup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "rna_cli", tmp_path / "rna_cli", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_this_tree_passes(checker: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main() == 0
    printed = capsys.readouterr().out
    assert "startup: rna memory p search changelog: ok: " in printed
    assert "startup: rna --version: ok: " in printed
    assert "FAILED" not in printed


@pytest.mark.parametrize(
    ("module", "planted", "line", "found"),
    [
        ("cli/memory/search.py", "import xml.dom", "rna memory p search changelog:", {"xml", "xml.dom"}),
        ("text/window.py", "import rna_cli.doctor", "rna memory p search changelog --json:", {"rna_cli.doctor"}),
        ("memory/session.py", "import logging", "rna memory p read note.md:", {"logging"}),
        ("cli/memory/search.py", "import rna_cli.cli.memory.hide", "rna memory p search", {"rna_cli.cli.memory.hide"}),
        ("__main__.py", "import typer", "rna --version:", {"typer", "typer.main"}),
    ],
)
def test_a_planted_import_is_found(
    checker: ModuleType,
    copy: Path,
    capsys: pytest.CaptureFixture[str],
    module: str,
    planted: str,
    line: str,
    found: set[str],
) -> None:
    path = copy / "rna_cli" / module
    text = path.read_text(encoding="utf-8")
    start = "from __future__ import annotations\n" if "__future__" in text else "import gc\n"
    path.write_text(text.replace(start, f"{start}{planted}\n", 1), encoding="utf-8")
    assert checker.main(copy) == 1
    reported = [each for each in capsys.readouterr().out.splitlines() if each.startswith(f"startup: {line}")]
    assert reported
    _, _, names = reported[0].partition("FAILED: loads ")
    assert found <= set(names.partition(" (")[0].split(", "))


def test_a_command_that_fails_is_not_taken_for_a_fast_one(checker: ModuleType, copy: Path) -> None:
    (copy / "rna_cli" / "text" / "window.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(checker.StartupFailed, match="expected"):
        checker.main(copy)


def test_a_part_that_was_renamed_is_noticed(checker: ModuleType, copy: Path) -> None:
    shutil.move(copy / "rna_cli" / "doctor", copy / "rna_cli" / "physician")
    with pytest.raises(checker.StartupFailed, match=r"no module rna_cli\.doctor"):
        checker.main(copy)

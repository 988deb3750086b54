"""A third-party backend as users get it: built, installed by pip, found by its entry point."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture(scope="session")
def installed_memo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the package `rna-memo`; nothing is downloaded."""
    folder = tmp_path_factory.mktemp("memo")
    source, target = folder / "source", folder / "site"
    shutil.copytree(PLUGIN, source, ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-cache-dir"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--no-build-isolation", "--target", target, source],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture
def memo_on_path(installed_memo: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where this process finds it."""
    monkeypatch.syspath_prepend(str(installed_memo))
    return installed_memo

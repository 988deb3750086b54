"""Completion scripts, as a process of their own prints them."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAMES = {"bash": "rna.bash", "zsh": "_rna", "fish": "rna.fish"}


def files(root: Path) -> dict[str, str]:
    """Return the scripts."""
    return {f"completions/{name}": _script(shell, root) for shell, name in NAMES.items()}


def _script(shell: str, root: Path) -> str:
    printed = subprocess.run(
        [sys.executable, "-m", "rna_cli"],
        env={"PATH": os.defpath, "PYTHONPATH": str(root), "_RNA_COMPLETE": f"source_{shell}"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return printed.stdout.decode()

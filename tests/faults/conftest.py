"""Processes that can be stopped at any moment, and processes that may do less than others."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Rna

WORKERS = Path(__file__).with_name("workers.py")
RESTRICTED = Path(__file__).with_name("restricted.py")


@dataclass
class Workers:
    """Starts functions of `workers.py` as processes, in the state of `rna`."""

    rna: Rna

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        command = [sys.executable, "-u", str(WORKERS), *arguments]
        environ = self.rna.process_environ
        return subprocess.Popen(
            command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
        )


@pytest.fixture
def workers(rna: Rna) -> Iterator[Workers]:
    workers = Workers(rna)
    started: list[subprocess.Popen[str]] = []
    start = workers.start

    def remembered(*arguments: str, **options: Any) -> subprocess.Popen[str]:
        started.append(start(*arguments, **options))
        return started[-1]

    workers.start = remembered
    yield workers
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def under(rna: Rna) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command line as a process under a restriction of `restricted.py`."""

    def run(
        restriction: str, *arguments: str, stdin: bytes = b"", **environ: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, str(RESTRICTED), restriction, *arguments],
            input=stdin,
            capture_output=True,
            env=rna.process_environ | environ,
            timeout=60,
            check=False,
        )

    return run

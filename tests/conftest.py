"""What every test runs in: a home of its own, no network but loopback, a clock of its own."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rna_cli.cli.app import run
from rna_cli.cli.runtime import Runtime

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@dataclass
class Result:
    """What a command line printed, and its exit code."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


@dataclass
class Clock:
    """A clock that moves by a second each time it is read, so that no two changes share a time."""

    now: datetime = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    step: timedelta = timedelta(seconds=1)

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


@dataclass
class Rna:
    """Runs command lines in this process, in a state of its own, on the embedded way unless told otherwise.

    `rna("memory", "p", "write", …)` returns a `Result`. `rna.ok(…)` asserts exit code 0, `rna.fails(code, …)` another.
    """

    folder: Path
    clock: Clock = field(default_factory=Clock)
    environ: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.environ |= {
            "HOME": os.environ["HOME"],
            "RNA_STATE": str(self.state),
            "RNA_CONFIG": str(self.config),
            "RNA_MEMORY_BACKEND": "embedded",
        }

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    @property
    def store(self) -> Path:
        return Path(f"{self.state}.rna") / "memory" / "embedded.sqlite"

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Result:
        stdout, stderr = io.StringIO(), io.StringIO()
        runtime = Runtime(stdin=io.BytesIO(stdin), stdout=stdout, stderr=stderr, environ=self.environ, clock=self.clock)
        code = run(arguments, runtime)
        return Result(code, stdout.getvalue(), stderr.getvalue())

    def ok(self, *arguments: str, stdin: bytes = b"") -> Result:
        result = self(*arguments, stdin=stdin)
        assert result.exit_code == 0, f"{arguments}: {result.exit_code}\n{result.stdout}\n{result.stderr}"
        return result

    def fails(self, code: int, *arguments: str, stdin: bytes = b"") -> Result:
        """Run a command line that must fail with `code`, as text and as JSON; checks the manners of both."""
        result = self(*arguments, stdin=stdin)
        assert result.exit_code == code, f"{arguments}: {result.exit_code}\n{result.stdout}\n{result.stderr}"
        assert result.stderr.startswith("rna: ")
        assert "Traceback" not in result.stderr
        as_json = self(*_with_json(arguments), stdin=stdin)
        assert as_json.exit_code == code, as_json
        error = as_json.json["error"]
        assert set(error) == {"code", "status", "message", "hint", "backend"}
        assert error["message"].split(". ")[0][:40] in as_json.stderr
        return result

    def write(self, path: str, text: str, *options: str, project: str = "p") -> Result:
        """Write a text through the command line."""
        return self.ok("memory", project, "write", "--file", "-", "--path", path, *options, stdin=text.encode())

    def hits(self, *words: str, project: str = "p", options: tuple[str, ...] = ()) -> list[str]:
        """Return the paths that a search finds, best first."""
        result = self.ok("memory", project, "search", *options, "--json", "--", *words)
        prefix = f"viking://resources/projects/{project}"
        return [hit["uri"].removeprefix(prefix).lstrip("/") for hit in result.json["hits"]]

    def process(
        self, *arguments: str, stdin: bytes | None = None, environ: dict[str, str] | None = None, **options: Any
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command line as a real process, in the same state."""
        return subprocess.run(
            [sys.executable, "-m", "rna_cli", *arguments],
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            env=self.process_environ | (environ or {}),
            timeout=60,
            check=False,
            **options,
        )

    @property
    def process_environ(self) -> dict[str, str]:
        return self.environ | {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}


def _with_json(arguments: tuple[str, ...]) -> list[str]:
    """Put `--json` where it counts: before any `--`."""
    words = list(arguments)
    words.insert(words.index("--") if "--" in words else len(words), "--json")
    return words


@pytest.fixture(autouse=True)
def isolation(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the user's home, settings, terminal or network."""
    for name in list(os.environ):
        if name.startswith(("RNA_", "XDG_", "OPENVIKING_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        assert self.family == socket.AF_UNIX or address[0] in {"127.0.0.1", "::1", "localhost"}, address
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def rna(tmp_path: Path) -> Rna:
    """The command line on an empty state."""
    return Rna(tmp_path)


@pytest.fixture
def project(rna: Rna) -> Rna:
    """The command line with project `p` initialized."""
    rna.ok("memory", "p", "initialize")
    return rna

"""A shell on a terminal of its own, typed at as a person would."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>78]|[\x07\r]")

SHOW = "\x18\x04"
"""The keys (Ctrl-X Ctrl-D) that each shell is told to write its command line down at."""


class Terminal:
    """Starts `command`; `type` sends keys, `line` asks for the command line, `screen` is what was printed."""

    def __init__(self, command: list[str], environ: dict[str, str], dump: Path) -> None:
        self._dump = dump
        self._master, slave = pty.openpty()
        self._shell = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ | {"TERM": "dumb", "COLUMNS": "200", "LINES": "50", "DUMP": str(dump)},
            start_new_session=True,
        )
        os.close(slave)
        self._printed = b""

    @property
    def screen(self) -> str:
        """What was printed since it was last forgotten, without escapes."""
        return _ESCAPES.sub("", self._printed.decode(errors="replace"))

    def forget(self) -> None:
        self._printed = b""

    def wait(self, text: str, seconds: float = 30) -> None:
        """Wait until `text` was printed."""
        end = time.monotonic() + seconds
        while text not in self.screen:
            assert time.monotonic() < end, f"{text!r} was not printed; but this was: {self.screen!r}"
            self._read(0.05)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def line(self, seconds: float = 30) -> str:
        """Return the command line as it stands, once everything typed was taken in."""
        self._dump.unlink(missing_ok=True)
        self.type(SHOW)
        end = time.monotonic() + seconds
        while not self._dump.exists():
            assert time.monotonic() < end, f"the shell does not answer; the screen: {self.screen!r}"
            self._read(0.02)
        self._read(0.1)
        return self._dump.read_text().removesuffix("\n")

    def _read(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            try:
                self._printed += os.read(self._master, 65536)
            except OSError:  # the shell has left
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.kill()
        self._shell.wait()
        with contextlib.suppress(OSError):
            os.close(self._master)

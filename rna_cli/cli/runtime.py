"""What a command runs in: streams, environment and clock, handed in, so that a test can replace the world."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

import typer

from rna_cli.domain.clock import system_clock
from rna_cli.domain.scope import Scope
from rna_cli.errors import Refused, StorageFailed, UsageError

if TYPE_CHECKING:
    from rna_cli.config.model import Settings
    from rna_cli.config.paths import Places
    from rna_cli.memory.session import Memory


class Runtime:
    """The world of one command. The options that every command has are kept here by `rna_cli.cli.tree`."""

    def __init__(
        self,
        *,
        stdin: IO[bytes] | None = None,
        stdout: IO[str] | None = None,
        stderr: IO[str] | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], datetime] = system_clock,
    ) -> None:
        self._stdin = stdin
        self.stdout = stdout or sys.stdout
        self.stderr = stderr or sys.stderr
        self.environ = os.environ if environ is None else environ
        self.clock = clock
        self.project_id = ""
        self.json = False
        self.state: str | None = None
        self.config: str | None = None
        self.debug = False
        self.no_color = False
        for stream in (self.stdout, self.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # Text that the terminal's encoding lacks must not end a command, nor line ends be translated.
                stream.reconfigure(errors="backslashreplace", newline="\n")

    @classmethod
    def of(cls, context: typer.Context) -> Runtime:
        """Return the runtime that `context` carries."""
        runtime = context.obj
        if not isinstance(runtime, cls):
            raise TypeError("the command was not started through rna_cli.cli.app.run")
        return runtime

    @property
    def scope(self) -> Scope:
        """The project of a memory command."""
        return Scope.of(self.project_id)

    @property
    def places(self) -> Places:
        """Where things are kept."""
        from rna_cli.config.paths import find_places

        return find_places(self.state, self.config, self.environ)

    def settings(self) -> Settings:
        """The settings in force."""
        from rna_cli.config.settings import load_settings

        return load_settings(self.places, self.environ)

    def memory(self, settings: Settings | None = None) -> Memory:
        """Open the memory that the settings choose; use it in a `with` block."""
        from rna_cli.memory.session import Memory

        return Memory(
            self.places, settings or self.settings(), environ=self.environ, clock=self.clock, notify=self.note
        )

    @property
    def stdin(self) -> IO[bytes]:
        """Standard input, as bytes."""
        return self._stdin or sys.stdin.buffer

    def answer(self, value: Mapping[str, Any], text: str | Iterable[str]) -> None:
        """Print the command's answer on standard output: `value` with `--json`, else `text`."""
        if self.json:
            self.print_json(value)
        else:
            texts = [text] if isinstance(text, str) else text
            if self.stdout.isatty():
                from rna_cli.render.text import printable

                texts = map(printable, texts)  # stored text must not move the cursor or rewrite the screen
            self.write(texts)
        self.flush()  # before any note: on a terminal, and in `2>&1`, the answer comes first

    def print_json(self, value: Mapping[str, Any]) -> None:
        """Print one JSON document."""
        from json import dumps

        unicode_out = (getattr(self.stdout, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"
        self.write([dumps(value, ensure_ascii=not unicode_out, indent=2) + "\n"])

    def write(self, texts: Iterable[str]) -> None:
        """Write to standard output.

        Raises:
            BrokenPipeError: who reads it has left.
            StorageFailed: it cannot be written: a full disk, a closed stream.
        """
        try:
            self.stdout.writelines(texts)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _output_failed(error) from error

    def flush(self) -> None:
        """Hand on what was written to standard output; raises what `write` does."""
        try:
            self.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _output_failed(error) from error

    def note(self, line: str) -> None:
        """Tell the person something that is not the answer. Where nobody can hear it, it is lost."""
        from rna_cli.render.text import printable

        try:
            self.stderr.write(f"{printable(line)}\n")
        except OSError:
            return

    @property
    def colour(self) -> bool:
        """Whether standard output is a terminal that wants colour."""
        plain = self.no_color or self.environ.get("NO_COLOR") or self.environ.get("TERM") == "dumb"
        return self.stdout.isatty() and not plain

    def confirm(self, question: str, *, yes: bool) -> None:
        """Ask before something is destroyed.

        Raises:
            Refused: the answer is no, or there is no terminal to ask at.
        """
        if yes:
            return
        if self._stdin is not None or not (sys.stdin.isatty() and self.stderr.isatty()):
            raise Refused(f"{question} Not without a confirmation.", hint="Add --yes; --dry-run shows what would go.")
        self.stderr.write(f"{question} [y/N] ")
        self.stderr.flush()
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            raise Refused("Nothing was changed.", hint="Answer y, or add --yes.")

    def read_input(self, source: str, limit: int) -> bytes:
        """Return what is in the file `source`, or on standard input for `-`; at most one byte over `limit`.

        Raises:
            InputMissing, UsageError, PermissionRefused, StorageFailed: the file cannot be read.
        """
        if source == "-":
            return self.stdin.read(limit + 1)
        from rna_cli.cli.files import read_file

        return read_file(_named(source), limit)

    @contextmanager
    def open_input(self, source: str) -> Iterator[IO[bytes]]:
        """Open the file `source` for reading, or give standard input for `-`.

        Raises:
            InputMissing, UsageError, PermissionRefused, StorageFailed: the file cannot be opened.
        """
        if source == "-":
            yield self.stdin
            return
        from rna_cli.cli.files import open_file

        with open_file(_named(source)) as stream:
            yield stream


def _named(source: str) -> str:
    if not source:
        raise UsageError("The file name is empty.", hint="Give a file, or - for standard input.")
    return source


def _output_failed(error: OSError) -> StorageFailed:
    return StorageFailed(
        f"Standard output cannot be written: {error.strerror or error}.",
        hint="The command itself was done; only its answer is lost.",
    )

"""Shows how far long work has come: on a terminal, and only when it takes over a second."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rna_cli.cli.runtime import Runtime

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE_S = 1.0
_INTERVAL_S = 0.1


class ProgressBar:
    """A bar on standard error; call it as often as you like. Use it in a `with` block, which takes it away again.

    Args:
        runtime: whose standard error it is.
        what: is being done, such as "importing".
    """

    def __init__(self, runtime: Runtime, what: str) -> None:
        self._runtime = runtime
        self._what = what
        self._due = monotonic() + _PATIENCE_S
        self._drawn: tuple[Progress, TaskID] | None = None

    def __call__(self, done: int, total: int, /) -> None:
        """Note that `done` of `total` steps are done; a total of 0 means that nobody knows."""
        now = monotonic()
        if now < self._due or not self._runtime.stderr.isatty():
            return
        self._due = now + _INTERVAL_S
        progress, task = self._drawn = self._drawn or self._draw()
        progress.update(task, completed=done, total=total or None)
        progress.refresh()

    def _draw(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        console = Console(file=self._runtime.stderr, color_system="auto" if self._runtime.colour else None)
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        # Drawn when it is told something: a thread of its own would outlive a command that ends in the middle.
        progress = Progress(*columns, console=console, transient=True, auto_refresh=False)
        progress.start()
        return progress, progress.add_task(self._what)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._drawn[0].stop()

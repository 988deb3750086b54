"""A limit for work that has no natural end."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from rna_cli.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Stop the block after `seconds`. Python's regular expressions look for signals while they match, so a timer works.

    Raises:
        Busy: `what` took too long.
    """

    def expire(_number: int, _frame: object) -> NoReturn:
        raise Busy(f"{what} took over {seconds:g} s and was stopped.", hint="Simplify the expression, or use --fixed.")

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

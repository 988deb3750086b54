"""One writer at a time, by a lock file."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rna_cli.errors import Busy
from rna_cli.files.private import FILE_MODE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK_WAIT_S = 5.0
_POLL_S = 0.02


@contextmanager
def lock(path: Path, subject: Path) -> Iterator[None]:
    """Hold the lock file `path` alone. It is left in place: removing it would let two in at once.

    Args:
        path: the lock file, created 0600 when missing.
        subject: the file that the lock guards, for the error text.

    Raises:
        Busy: somebody else held it for `LOCK_WAIT_S` seconds.
        OSError: as the system says.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, FILE_MODE)
    try:
        os.fchmod(descriptor, FILE_MODE)
        _acquire(descriptor, subject)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, subject: Path) -> None:
    deadline = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                break
            time.sleep(_POLL_S)
        else:
            return
    raise Busy(
        f"Another process has been changing {subject} for over {LOCK_WAIT_S:g} s.",
        hint="Nothing was changed. Try again when it is done.",
    )

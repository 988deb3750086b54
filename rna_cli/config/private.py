"""Private files: replaced atomically, 0600 whatever the umask, one writer at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rna_cli.errors import Busy, ConfigError, PermissionRefused, RnaError, StorageFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700
LOCK_WAIT_S = 5.0

_POLL_S = 0.02
_ELSEWHERE = "Name another file with --config or RNA_CONFIG."
_UNUSABLE_PATH = frozenset({errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EISDIR})
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def explain(error: OSError, path: Path, doing: str) -> RnaError:
    """Return the error that tells a person why `doing` ("read", "write") to `path` failed."""
    if isinstance(error, PermissionError):
        hint = f"Check the owner and the mode of the file and its directory. {_ELSEWHERE}"
        return PermissionRefused(f"No permission to {doing} {path}.", hint=hint)
    reason = f"Cannot {doing} {path}: {error.strerror or 'I/O error'}."
    if error.errno in _UNUSABLE_PATH:
        return ConfigError(reason, hint=_ELSEWHERE)
    if error.errno in _FULL:
        return StorageFailed(reason, hint="Free some space and run the command again.")
    if error.errno == errno.EROFS:
        return StorageFailed(reason, hint=f"The file system is read-only. {_ELSEWHERE}")
    return StorageFailed(reason, hint="Check the disk and run the command again.")


def make_directory(directory: Path) -> None:
    """Create `directory` and what is missing above it, each 0700; existing directories keep their mode.

    Raises:
        OSError: as the system says.
    """
    missing = [directory, *directory.parents]
    for path in reversed([path for path in missing if not path.exists()]):
        # Not mkdir(parents=True): that gives the directories above the mode that the umask leaves.
        with suppress(FileExistsError):
            path.mkdir(mode=DIRECTORY_MODE)
            path.chmod(DIRECTORY_MODE)


def replace(path: Path, data: bytes) -> None:
    """Put `data` at `path`, 0600, so that a reader or a crash sees the old file or the new one, never a part.

    Raises:
        OSError: as the system says; the old file is intact and no temporary file is left.
    """
    temporary = path.with_name(f".rna-{os.urandom(8).hex()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            os.fchmod(descriptor, FILE_MODE)
            stream.write(data)
            stream.flush()
            os.fsync(descriptor)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_directory(path.parent)


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


def _sync_directory(directory: Path) -> None:
    """Make the new name itself durable."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

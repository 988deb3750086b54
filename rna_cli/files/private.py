"""Private files: 0600 in 0700 folders, whatever the umask; replaced whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path) -> None:
    """Make `folder` and what is missing above it, each 0700; existing folders keep their mode.

    Raises:
        OSError: as the system says.
    """
    missing = [folder, *folder.parents]
    for path in reversed([path for path in missing if not path.exists()]):
        # Not mkdir(parents=True): that gives the folders above the mode that the umask leaves.
        with suppress(FileExistsError):
            path.mkdir(mode=FOLDER_MODE)
            path.chmod(FOLDER_MODE)


def make_file(path: Path) -> None:
    """Make an empty file of mode 0600 that was not there before, following no link.

    Raises:
        OSError: as the system says; FileExistsError when something is there.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        os.fchmod(descriptor, FILE_MODE)  # a umask like 0777 takes bits away
    finally:
        os.close(descriptor)


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
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Private files: 0600 in 0700 folders, whatever the umask.

A database file is made before SQLite opens it, because -wal, -shm and -journal inherit its mode; a chmod afterwards
would leave them as they were.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rna_cli.errors import PermissionRefused, RnaError, StorageFailed, StoreCorrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_MODE = 0o600
FOLDER_MODE = 0o700
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite may keep beside a database, as suffixes of its name; the first is the database itself."""


def failure_of(error: OSError, doing: str, path: Path) -> RnaError:
    """Return the failure that stands for what the operating system said while `doing` something to `path`."""
    reason = error.strerror or str(error)
    if isinstance(error, PermissionError):
        return PermissionRefused(f"Cannot {doing} {path}: {reason}.", hint="Check who owns it and its mode.")
    return StorageFailed(f"Cannot {doing} {path}: {reason}.", hint="Check the path and the free disk space.")


def make_private_folder(folder: Path) -> None:
    """Make `folder` and its missing parents, 0700 each; folders that exist are left as they are.

    Raises:
        PermissionRefused, StorageFailed: when the operating system refuses.
    """
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        try:
            path.mkdir(mode=FOLDER_MODE, exist_ok=True)
            path.chmod(FOLDER_MODE)  # a umask like 0777 takes bits away from mkdir's mode
        except OSError as error:
            raise failure_of(error, "make the folder", path) from error


def make_private_file(path: Path) -> None:
    """Make an empty file of mode 0600 that was not there before, following no link.

    Raises:
        PermissionRefused, StorageFailed: when the operating system refuses, an existing file included.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    except OSError as error:
        raise failure_of(error, "make the file", path) from error
    try:
        os.fchmod(descriptor, FILE_MODE)
    finally:
        os.close(descriptor)


@contextmanager
def file_under_construction(path: Path) -> Iterator[Path]:
    """Yield a private temporary file beside `path`; remove it, and what SQLite kept beside it, at the end.

    Call `put_in_place` or `replace_private_file` inside the block. An interrupted build leaves at most a file that
    ends in `.new`.
    """
    temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
    make_private_file(temporary)
    try:
        yield temporary
    finally:
        for suffix in COMPANIONS:
            with suppress(FileNotFoundError):
                Path(f"{temporary}{suffix}").unlink()


def put_in_place(temporary: Path, path: Path) -> bool:
    """Give the finished `temporary` its final name; False when another process was faster (its file stays).

    A link, not a rename: a rename would replace what the other process has made and perhaps written to.
    """
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        return False
    except OSError as error:
        raise failure_of(error, "create", path) from error
    sync_folder(path.parent)
    return True


def replace_private_file(temporary: Path, path: Path) -> None:
    """Give the finished `temporary` its final name, in place of an older file."""
    try:
        temporary.replace(path)
    except OSError as error:
        raise failure_of(error, "replace", path) from error
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_writable(path: Path) -> bool:
    """Tell whether this process may change the database at `path`, and keep a write-ahead log beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def is_present(path: Path) -> bool:
    """Tell whether a database file is at `path`; looks at the name only and opens nothing.

    Not by opening it: closing any descriptor of a database drops the locks that SQLite holds on it in this process.

    Raises:
        PermissionRefused: a symbolic link, or a folder that may not be searched.
        StoreCorrupt: something that is no file, or an empty one: that is damage, never "new".
    """
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise failure_of(error, "look at", path) from error
    if stat.S_ISLNK(status.st_mode):
        raise PermissionRefused(
            f"{path} is a symbolic link; a store is opened only under its own name.",
            hint="Point --state at the real place instead.",
        )
    if not stat.S_ISREG(status.st_mode):
        raise StoreCorrupt(f"{path} is not a file.", hint="Move it away, or choose another --state.")
    if status.st_size == 0:
        raise StoreCorrupt(
            f"{path} is empty (0 bytes): its content is lost.",
            hint="Move it away and bring back a copy; or move it away and start anew with `initialize`.",
        )
    return True


def refuse_orphans(path: Path) -> None:
    """Refuse to make a database where the log of a lost one lies: SQLite would replay it into the new one.

    Raises:
        StoreCorrupt: there is a -wal, -shm or -journal without its database.
    """
    orphans = [name for suffix in COMPANIONS[1:] if os.path.lexists(name := f"{path}{suffix}")]
    if orphans and not os.path.lexists(path):
        raise StoreCorrupt(
            f"{orphans[0]} is there without {path.name}: the store was removed and its log was not.",
            hint=f"Bring the store back, or move {', '.join(orphans)} away to start anew.",
        )

"""The files of a database.

A database file is made before SQLite opens it, because -wal, -shm and -journal inherit its mode; a chmod afterwards
would leave them as they were.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rna_cli.errors import PermissionRefused, StoreCorrupt
from rna_cli.files.failures import failure_of
from rna_cli.files.private import make_file, make_folder, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite may keep beside a database, as suffixes of its name; the first is the database itself."""


def make_private_folder(folder: Path) -> None:
    """Make `folder` and its missing parents, 0700 each; folders that exist are left as they are.

    Raises:
        PermissionRefused, StorageFailed: when the operating system refuses.
    """
    try:
        make_folder(folder)
    except OSError as error:
        raise failure_of(error, "make the folder", folder) from error


def make_private_file(path: Path) -> None:
    """Make an empty file of mode 0600 that was not there before, following no link.

    Raises:
        PermissionRefused, StorageFailed: when the operating system refuses, an existing file included.
    """
    try:
        make_file(path)
    except OSError as error:
        raise failure_of(error, "make the file", path) from error


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

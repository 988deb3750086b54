"""SQLite's terse errors, as failures that say what to do."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rna_cli.errors import (
    Busy,
    InternalError,
    PermissionRefused,
    PlatformUnsupported,
    RnaError,
    StorageFailed,
    StoreCorrupt,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MISSING_PART = re.compile(
    "no such (?:table|column|index|module|tokenizer)|has no column|cannot join using column"
    "|vtable constructor failed|unrecognized option|parse error in|error in tokenizer"
)
"""What SQLite says of statements that are right when the schema is not what this program made."""

_NO_SPACE_BYTES = 64 * 1024
"""Less than SQLite needs beside a database to read it: on a full disk even that fails, as an I/O error."""

_WRONG_TYPE = 3091
"""SQLITE_CONSTRAINT_DATATYPE: this program stores no value of a wrong type, but SQLite may, out of a damaged page."""

_PRIMARY = 0xFF
"""Extended result codes keep the primary code in their low byte."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises while working on `path` into the matching `RnaError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _failure_of(error, path) from error


def _failure_of(error: sqlite3.Error, path: Path) -> RnaError:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and "decode to UTF-8" in str(error):
        return corrupt(path, "it holds bytes that are no text")
    if code is None:
        return InternalError(f"SQLite was used wrongly: {error}", hint="Please report this with --debug.")
    if "no such module: fts5" in str(error):
        return PlatformUnsupported(
            "This Python's SQLite has no FTS5.", hint="Use a Python that is built with a standard SQLite."
        )
    if code == _WRONG_TYPE:
        return corrupt(path, f"what it holds is not of the kind that it should be ({error})")
    if code == sqlite3.SQLITE_CORRUPT_VTAB:
        return corrupt(path, "its index is malformed", hint="Rebuild the index from the texts: rna doctor --fix")
    match code & _PRIMARY:
        case sqlite3.SQLITE_ERROR if _MISSING_PART.search(str(error)):
            return corrupt(path, str(error), hint="A lost index is made again by `rna doctor --fix`.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(f"{path} is held by another process.", hint="Try again in a moment.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_FORMAT:
            return corrupt(path, str(error))
        case sqlite3.SQLITE_FULL:
            return StorageFailed(
                f"The disk is full; nothing was changed in {path}.", hint="Free some space, try again."
            )
        case sqlite3.SQLITE_READONLY:
            return StorageFailed(
                f"{path} cannot be written: it is read-only.", hint="Check its mode, its folder's mode, and the disk."
            )
        case sqlite3.SQLITE_IOERR:
            if shutil.disk_usage(path.parent).free < _NO_SPACE_BYTES:
                return StorageFailed(f"The disk is full: {path} cannot be used.", hint="Free some space, try again.")
            return StorageFailed(f"Reading or writing {path} failed: {error}.", hint="Check the disk.")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            if os.access(path, os.R_OK) and os.access(path.parent, os.W_OK):
                return StorageFailed(f"{path} cannot be opened: {error}.", hint="Check the disk and its free space.")
            return PermissionRefused(f"{path} may not be opened.", hint="Check who owns it, its mode and its folder.")
    return InternalError(f"SQLite failed on {path}: {error}", hint="Please report this with --debug.")


def corrupt(path: Path, detail: str, hint: str = "Move it away and bring back a copy.") -> StoreCorrupt:
    """Return the failure for a damaged database at `path`."""
    return StoreCorrupt(
        f"{path} is damaged or is no store of rna: {detail}.",
        hint=hint,
    )

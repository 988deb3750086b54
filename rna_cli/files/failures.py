"""What the operating system says, as failures that say what to do."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from rna_cli.errors import PermissionRefused, RnaError, StorageFailed

if TYPE_CHECKING:
    from pathlib import Path

_UNUSABLE_PATH = frozenset({errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EISDIR})
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def failure_of(
    error: OSError,
    doing: str,
    path: Path,
    *,
    elsewhere: str = "",
    unusable: type[RnaError] = StorageFailed,
) -> RnaError:
    """Return the failure that tells a person why `doing` something to `path` failed.

    Args:
        error: what the operating system said.
        doing: the verb, such as "read" or "make the folder".
        path: of the file or folder.
        elsewhere: what to do where the path itself is the trouble.
        unusable: the kind of failure that a path that cannot be is.
    """
    if isinstance(error, PermissionError):
        hint = f"Check the owner and the mode of the file and its directory. {elsewhere}"
        return PermissionRefused(f"No permission to {doing} {path}.", hint=hint.strip())
    reason = f"Cannot {doing} {path}: {error.strerror or 'I/O error'}."
    if error.errno in _UNUSABLE_PATH:
        return unusable(reason, hint=elsewhere or "Check the path.")
    if error.errno in _FULL:
        return StorageFailed(reason, hint="Free some space and run the command again.")
    if error.errno == errno.EROFS:
        return StorageFailed(reason, hint=f"The file system is read-only. {elsewhere}".strip())
    return StorageFailed(reason, hint="Check the disk and run the command again.")

"""Every failure that `rna` expects, as one tree, and the exit codes of the command line.

RnaError 1
├─ UsageError 2
├─ NotFound 4
│  ├─ ProjectNotInitialized
│  └─ InputMissing
├─ Conflict 5
├─ Refused 6
├─ DataError 65
│  ├─ InputUnusable
│  └─ StoreCorrupt
├─ BackendUnavailable 69
├─ InternalError 70
├─ StorageFailed 74
├─ Busy 75
├─ StoreTooNew 76
├─ PermissionRefused 77
├─ ConfigError 78
│  ├─ PlatformUnsupported
│  └─ BackendUnknown
└─ Interrupted 130

A class stands for one kind of failure: its `code` is the stable word that scripts compare, its `exit_code` and
`status` (an HTTP status, for readers of the JSON form) follow from the kind, and its docstring says what it means.
`message` says what happened, in one line; `hint` says what to do next.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What the process exits with. `docs/exit-codes.md` is generated from this enum."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> ExitCode:
        """Make a member that carries its one-line meaning beside its number."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    OK = 0, "The command did what it was asked, a search without hits included."
    FAILURE = 1, "A failure that has no code of its own."
    USAGE = 2, "The command line is wrong: an unknown option, a bad value, a malformed URI."
    CHECK_FAILED = 3, "`doctor` found a failure; the report is printed in full first."
    NOT_FOUND = 4, "The project, URI or input file is not there."
    CONFLICT = 5, "The address is taken, or a file stands where a directory is needed."
    REFUSED = 6, "Not done without a confirmation: pass `--yes`, or answer at a terminal."
    DATA = 65, "Data that cannot be used: a corrupt store, or input that cannot be stored."
    UNAVAILABLE = 69, "The chosen way to remember cannot answer (503). The other way was not touched."
    INTERNAL = 70, "A defect in `rna`; `--debug` shows the traceback."
    IO = 74, "Reading or writing failed: disk full, read-only, an I/O error."
    BUSY = 75, "Somebody else holds the store, or time ran out: try again."
    TOO_NEW = 76, "The store was written by a newer `rna`."
    PERMISSION = 77, "No permission for a file, or the key was refused."
    CONFIG = 78, "The configuration or the platform cannot be used."
    INTERRUPTED = 130, "Interrupted with Ctrl-C; nothing acknowledged is lost."


class RnaError(Exception):
    """Any failure that `rna` expects and explains.

    Args:
        message: what happened, one line, no trailing newline.
        hint: what to do next; may hold several lines.
        backend: name of the backend that failed, where one did.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.FAILURE
    code: ClassVar[str] = "failure"
    status: ClassVar[int] = 500

    def __init__(self, message: str, *, hint: str = "", backend: str | None = None) -> None:
        """Keep the three parts that the text and JSON forms print."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.backend = backend


class UsageError(RnaError):
    """A value on the command line cannot be used."""

    exit_code = ExitCode.USAGE
    code = "usage"
    status = 400


class NotFound(RnaError):
    """What was asked for is not there."""

    exit_code = ExitCode.NOT_FOUND
    code = "not_found"
    status = 404


class ProjectNotInitialized(NotFound):
    """A command on a project that was never initialized."""

    code = "project_not_initialized"


class InputMissing(NotFound):
    """An input file does not exist."""

    code = "input_missing"


class Conflict(RnaError):
    """The address is taken."""

    exit_code = ExitCode.CONFLICT
    code = "conflict"
    status = 409
    path: str = ""
    """Of the document that found no place, where the backend says it: of many, it tells which one."""


class Refused(RnaError):
    """A destructive step was not confirmed."""

    exit_code = ExitCode.REFUSED
    code = "refused"
    status = 403


class DataError(RnaError):
    """Data cannot be used."""

    exit_code = ExitCode.DATA
    code = "data"
    status = 422


class InputUnusable(DataError):
    """Input that cannot be stored: binary, not UTF-8, empty, too large, or no record of an import."""

    code = "input_unusable"


class StoreCorrupt(DataError):
    """A store file is damaged, or is not a store of `rna`."""

    code = "store_corrupt"
    status = 500


class BackendUnavailable(RnaError):
    """The chosen way to remember cannot answer. No other way is tried."""

    exit_code = ExitCode.UNAVAILABLE
    code = "unavailable"
    status = 503


class InternalError(RnaError):
    """A defect in `rna`."""

    exit_code = ExitCode.INTERNAL
    code = "internal"
    status = 500


class StorageFailed(RnaError):
    """The operating system refused to read or write."""

    exit_code = ExitCode.IO
    code = "io"
    status = 507


class Busy(RnaError):
    """Another process holds the store, or a `grep` took too long."""

    exit_code = ExitCode.BUSY
    code = "busy"
    status = 503


class StoreTooNew(RnaError):
    """The store has a schema that this program does not know."""

    exit_code = ExitCode.TOO_NEW
    code = "store_too_new"
    status = 500


class PermissionRefused(RnaError):
    """A file may not be read or written, or a key was refused."""

    exit_code = ExitCode.PERMISSION
    code = "permission"
    status = 403


class ConfigError(RnaError):
    """The configuration cannot be used."""

    exit_code = ExitCode.CONFIG
    code = "config"
    status = 500


class PlatformUnsupported(ConfigError):
    """The operating system or its SQLite lacks what `rna` relies on."""

    code = "platform"


class BackendUnknown(ConfigError):
    """The configuration names a backend that is not installed, or one that does not load."""

    code = "backend_unknown"


class Interrupted(RnaError):
    """The person pressed Ctrl-C."""

    exit_code = ExitCode.INTERRUPTED
    code = "interrupted"
    status = 499

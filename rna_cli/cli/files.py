"""Files that a person names: reading one as text, writing a report."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from rna_cli.errors import InputMissing, InputUnusable, UsageError
from rna_cli.files.failures import failure_of
from rna_cli.files.private import replace

_BOM = "\ufeff"


def read_file(source: str, limit: int) -> bytes:
    """Return the bytes of a file, at most one over `limit`.

    Raises:
        InputMissing: there is no such file.
        UsageError: it is a directory.
        PermissionRefused, StorageFailed: it cannot be read.
    """
    try:
        with open_file(source) as stream:
            return stream.read(limit + 1)
    except OSError as error:
        raise failure_of(error, "read", Path(source)) from error


def open_file(source: str) -> IO[bytes]:
    """Return a file, open for reading.

    Raises:
        InputMissing: there is no such file.
        UsageError: it is a directory.
        PermissionRefused, StorageFailed: it cannot be opened.
    """
    path = Path(source)
    try:
        return path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise InputMissing(f"There is no file {source}.", hint="Check its name; - reads standard input.") from None
    except IsADirectoryError:
        raise UsageError(f"{source} is a directory.", hint="Name its files one by one.") from None
    except ValueError:
        raise UsageError("The file name has a NUL character.", hint="Check the name.") from None
    except OSError as error:
        raise failure_of(error, "read", path) from error


def decode_text(data: bytes, name: str) -> str:
    """Return `data` as text: UTF-8, a byte-order mark dropped, line ends kept.

    Raises:
        InputUnusable: it is binary, or in another encoding.
    """
    try:
        return data.decode().removeprefix(_BOM)
    except UnicodeDecodeError as error:
        if b"\0" in data[:4096]:
            raise InputUnusable(f"{name} is binary.", hint="Only text in UTF-8 can be remembered.") from None
        raise InputUnusable(
            f"{name} is not UTF-8: byte {error.start} is {data[error.start]:#04x}.",
            hint=f"Convert it first, e.g. iconv -f latin1 -t utf-8 {name}",
        ) from None


def write_report(target: str, text: str) -> None:
    """Write a report to the file `target`, whole or not at all.

    Raises:
        UsageError: it is no file name.
        PermissionRefused, StorageFailed: it cannot be written.
    """
    path = Path(target)
    if not path.name or "\0" in target:
        raise UsageError(f"{target!r} is not the name of a file.", hint="Name the file that the report goes to.")
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a pipe, a device
        else:
            replace(path.resolve(), text.encode(errors="replace"))
    except OSError as error:
        raise failure_of(error, "write", path) from error

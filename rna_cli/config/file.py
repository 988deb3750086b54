"""The configuration file: read with errors that name the line, written so that nothing is lost."""

from __future__ import annotations

import os
import stat
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn

from rna_cli.config.check import Source, check_table
from rna_cli.errors import ConfigError, PermissionRefused, RnaError
from rna_cli.files.failures import failure_of
from rna_cli.files.lock import lock
from rna_cli.files.private import FILE_MODE, make_folder, replace

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_BYTES = 1024 * 1024

_EDIT = "Correct the file in an editor; nothing was changed."
_ERROR_LINE = r" \(at line (\d+), column \d+\)$"
_ERROR_END = " (at end of document)"
_NOTHING: Mapping[str, object] = MappingProxyType({})
_ELSEWHERE = "Name another file with --config or RNA_CONFIG."


def _failure(error: OSError, doing: str, path: Path) -> RnaError:
    return failure_of(error, doing, path, elsewhere=_ELSEWHERE, unusable=ConfigError)


def read_table(path: Path) -> tuple[dict[str, object], str]:
    """Return the checked content of the file, and its text; both are empty when there is no file.

    Raises:
        ConfigError: not UTF-8, not TOML, an unknown key, a bad value, or no file at all but a directory.
        PermissionRefused: the file may not be read.
        StorageFailed: reading failed.
    """
    text = _decode(path, _read_bytes(path))
    if not text:
        return {}, ""
    source = Source(path, text)
    table = _parse(source)
    check_table(table, source)
    return table, text


def write_table(path: Path, table: Mapping[str, object]) -> Path | None:
    """Replace the file atomically, 0600; a symbolic link stays, and what it points to is replaced.

    Returns:
        The copy of the old file, `<name>.bak`, when that had comments, which a rewritten file loses; otherwise None.

    Raises:
        ConfigError: something that is not a file stands there.
        PermissionRefused: the file or its directory may not be written.
        StorageFailed: the disk is full, read-only or broken; the old file is intact.
    """
    import tomli_w

    from rna_cli.config.scan import has_comments

    target = _target(path)
    data = tomli_w.dumps(table).encode()
    _require_writable(target)
    old = _read_bytes(target)
    backup = None
    try:
        make_folder(target.parent)
        if has_comments(old.decode("utf-8", "replace")):
            backup = target.with_name(f"{target.name}.bak")
            replace(backup, old)
        replace(target, data)
    except OSError as error:
        raise _failure(error, "write", path) from error
    return backup


def update_file(path: Path, changes: Mapping[str, object], initial: Mapping[str, object] = _NOTHING) -> Path | None:
    """Set some options and keep the others, also when another process sets others at the same time.

    Args:
        path: the configuration file.
        changes: checked values by dotted key.
        initial: what a new file says besides, where `changes` do not.

    Returns:
        The copy of the old file, as `write_table` does.

    Raises:
        Busy: another process is changing the file.
        ConfigError: the file that is there cannot be used; it is left as it is.
        PermissionRefused: as `write_table`.
        StorageFailed: as `write_table`.
    """
    target = _target(path)
    _require_writable(target)
    try:
        make_folder(target.parent)
        # Beside the target, so that a writer that comes through a symbolic link takes the same lock.
        with lock(target.with_name(f"{target.name}.lock"), path):
            table, text = read_table(path)
            merged = _merge(table, changes if text else {**initial, **changes})
            if text and merged == table:
                target.chmod(FILE_MODE)  # nothing to say: the comments can stay
                return None
            return write_table(path, merged)
    except OSError as error:
        raise _failure(error, "write", path) from error


def _read_bytes(path: Path) -> bytes:
    """Return the content, nothing for a missing file. Bounded: the path may name a device that never ends."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return b""
    except IsADirectoryError:
        raise ConfigError(f"{path} is a directory.", hint="Name a file with --config or RNA_CONFIG.") from None
    except OSError as error:
        raise _failure(error, "read", path) from error
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path} is over {MAX_BYTES} bytes long: not a configuration.", hint=_EDIT)
    return data


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: not UTF-8 text.", hint="Save the file as UTF-8.") from None


def _parse(source: Source) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(source.text)
    except RecursionError:
        raise ConfigError(f"{source.path}: nested too deeply.", hint=_EDIT) from None
    except ValueError as error:
        _explain_syntax(source, str(error))


def _explain_syntax(source: Source, message: str) -> NoReturn:
    """Raise the error for a text that is not TOML, given what tomllib says about it."""
    import re

    from rna_cli.config.scan import find_duplicate, show_path

    last = source.text.count("\n") + 1
    match = re.search(_ERROR_LINE, message)
    line = int(match[1]) if match else last
    # tomllib names no key. It stops at the first error, so a repetition up to that line is the error.
    duplicate = find_duplicate(source.text)
    if duplicate and duplicate.line <= line:
        where = f"{source.path}:{duplicate.line}: key '{show_path(duplicate.path)}'"
        raise ConfigError(f"{where} is set twice, first on line {duplicate.first_line}.", hint=_EDIT)
    reason = re.sub(_ERROR_LINE, "", message).removesuffix(_ERROR_END)
    raise ConfigError(f"{source.path}:{line}: not valid TOML: {reason}.", hint=_EDIT)


def _target(path: Path) -> Path:
    """Follow symbolic links: people keep the real file with their other dotfiles."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        raise ConfigError(f"{path} is a symbolic link that leads nowhere.", hint="Correct the link.") from None


def _require_writable(target: Path) -> None:
    """Refuse what a rename would silently replace although the person said, or meant, otherwise.

    Raises:
        ConfigError: a device, a pipe or a directory stands there.
        PermissionRefused: the file is write-protected.
    """
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise _failure(error, "write", target) from error
    if not stat.S_ISREG(mode):
        raise ConfigError(f"{target} is not a regular file.", hint="Name a file with --config or RNA_CONFIG.")
    if not os.access(target, os.W_OK):
        raise PermissionRefused(f"{target} is write-protected.", hint=f"Allow it with: chmod u+w '{target}'")


def _merge(table: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """Return a copy of `table` with the dotted `changes` in."""
    merged = dict(table)
    for key, value in changes.items():
        name, _, last = key.partition(".")
        content = merged.get(name, {})
        merged[name] = {**(content if isinstance(content, dict) else {}), last: value}
    return merged

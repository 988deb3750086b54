"""The settings in force: flag, else environment, else file, else default."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rna_cli.config.check import plugin_tables
from rna_cli.config.file import read_table, update_file
from rna_cli.config.model import BY_KEY, OPTIONS, InvalidValue, Option, Settings, Value
from rna_cli.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from rna_cli.config.paths import Places

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Saved(NamedTuple):
    """A written configuration. `backup` is the old file, kept because it had comments; otherwise None."""

    path: Path
    backup: Path | None


def load_settings(places: Places, environ: Mapping[str, str], flags: Mapping[str, object] = _NOTHING) -> Settings:
    """Return the settings in force, each checked, and where each comes from.

    Args:
        places: where the file is; a missing file is an empty one.
        environ: the environment; an empty variable counts as not set.
        flags: by dotted key, typed or as text; None counts as not given.

    Raises:
        UsageError: a flag's value is refused.
        ConfigError: the file or an environment variable cannot be used.
        PermissionRefused: the file may not be read.
        StorageFailed: reading failed.
    """
    given = _check_flags(flags)
    table, _ = read_table(places.config)
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for option in OPTIONS:
        in_file = _lookup(table, option)
        if option.key in given:
            values[option.name], origins[option.key] = given[option.key], f"flag {option.flag}"
        elif option.env and (text := environ.get(option.env)):
            values[option.name], origins[option.key] = _check_env(option, text), f"environment {option.env}"
        elif in_file is not None:
            values[option.name], origins[option.key] = option.check(in_file), f"file {places.config}"
        else:
            values[option.name], origins[option.key] = option.default, "default"
    return Settings(**values, plugin_tables=plugin_tables(table), origins=origins)


def save_settings(places: Places, changes: Mapping[str, object]) -> Saved:
    """Write `changes` to the configuration file, all or none; what the file says besides stays.

    A new file says which backend it means, so that a later change of the default does not change the memory.

    Args:
        places: where the file is.
        changes: by dotted key, typed or as text; None counts as not given.

    Raises:
        UsageError: a value is refused.
        ConfigError: the file that is there cannot be used.
        Busy: another process is changing the file.
        PermissionRefused: the file may not be written.
        StorageFailed: writing failed.
    """
    checked = _check_flags(changes)
    read_table(places.config)  # before the first lock or directory is made: a refused change leaves no trace
    backend = BY_KEY["memory.backend"]
    return Saved(places.config, update_file(places.config, checked, {backend.key: backend.default}))


def _check_flags(flags: Mapping[str, object]) -> dict[str, Value]:
    """Return the values that were given, checked.

    Raises:
        UsageError: an unknown key or a refused value.
    """
    checked: dict[str, Value] = {}
    for key, value in flags.items():
        option = BY_KEY.get(key)
        if option is None:
            raise UsageError(f"There is no option '{key}'.", hint=f"Known: {', '.join(BY_KEY)}.")
        if value is None:
            continue
        try:
            checked[key] = option.check_text(value) if isinstance(value, str) else option.check(value)
        except InvalidValue as error:
            hint = option.hint or "Nothing was changed; see rna memory-config --help."
            raise UsageError(f"{option.flag} {error}.", hint=hint) from None
    return checked


def _check_env(option: Option, text: str) -> Value:
    try:
        return option.check_text(text)
    except InvalidValue as error:
        hint = option.hint or f"Correct it, or remove it with: unset {option.env}"
        raise ConfigError(f"Environment variable {option.env} {error}.", hint=hint) from None


def _lookup(table: Mapping[str, object], option: Option) -> object:
    """Return the value in a checked table, None when it is not set; TOML has no null."""
    content = table.get(option.table)
    return content.get(option.name) if isinstance(content, dict) else None

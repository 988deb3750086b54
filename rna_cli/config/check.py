"""Whether a table read from the configuration file can be used; each error names file, line and key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn, cast

from rna_cli.config.model import BY_KEY, PLUGIN_TABLE, TABLES, InvalidValue
from rna_cli.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from rna_cli.config.scan import KeyPath

ENTRY_POINT_GROUP = "rna.backends.v1"

_EDIT = "Correct the line in an editor; nothing was changed."


class Source(NamedTuple):
    """A configuration file: where it is, and its text, from which the lines of keys are found."""

    path: Path
    text: str

    def fault(self, key: KeyPath, problem: str, hint: str = "", *, what: str = "key") -> NoReturn:
        """Raise the error that `key` has `problem`, the rest of a sentence.

        Raises:
            ConfigError: always.
        """
        from rna_cli.config.scan import line_of, show_path  # 1 ms of patterns that a good file does not need

        line = line_of(self.text, key)
        raise ConfigError(f"{self.path}:{line}: {what} '{show_path(key)}' {problem}.", hint=hint or _EDIT)


def check_table(table: dict[str, object], source: Source) -> None:
    """Check a whole configuration.

    Raises:
        ConfigError: an unknown key or table, a wrong type or a bad value; the first that is found.
    """
    for name, content in table.items():
        if name not in TABLES and name != PLUGIN_TABLE:
            what = "table" if isinstance(content, dict) else "key"
            source.fault((name,), "is unknown", _suggest((name,), what), what=what)
        if not isinstance(content, dict):
            source.fault((name,), f"must be a table, written [{name}]")
        if name == PLUGIN_TABLE:
            _check_plugin_tables(content, source)
            continue
        for key, value in content.items():
            _check_key((name, key), value, source)


def plugin_tables(table: dict[str, object]) -> dict[str, dict[str, object]]:
    """Return the `[backends.NAME]` tables of a checked configuration, by name."""
    return cast("dict[str, dict[str, object]]", table.get(PLUGIN_TABLE, {}))


def _check_key(path: KeyPath, value: object, source: Source) -> None:
    option = BY_KEY.get(".".join(path))
    if option is None:
        source.fault(path, "is unknown", _suggest(path, "key"))
    try:
        option.check(value)
    except InvalidValue as error:
        source.fault(path, str(error), option.hint)


def _check_plugin_tables(tables: dict[str, object], source: Source) -> None:
    """Accept the tables of registered backends; their content is the backend's own affair."""
    registered: frozenset[str] | None = None
    for name, content in tables.items():
        path = (PLUGIN_TABLE, name)
        if not isinstance(content, dict):
            source.fault(path, f"must be a table, written [{PLUGIN_TABLE}.NAME]")
        registered = _registered() if registered is None else registered
        if name not in registered:
            source.fault(
                path,
                "is unknown: no installed package registers a backend of that name",
                "Install the package that provides the backend beside rna, or remove the table.",
                what="table",
            )


def _registered() -> frozenset[str]:
    """Return the names of the third-party backends. Asked only when the file has a table for one: it costs 24 ms."""
    from importlib.metadata import entry_points

    return frozenset(point.name for point in entry_points(group=ENTRY_POINT_GROUP))


def _suggest(path: KeyPath, what: str) -> str:
    """Return a hint that names the nearest thing that exists, or else everything that does."""
    from difflib import get_close_matches

    known = sorted({*TABLES, PLUGIN_TABLE} if what == "table" else BY_KEY)
    same_name = [key for key in known if key.rpartition(".")[2] == path[-1]]
    near = same_name or get_close_matches(".".join(path), known, n=1)
    if near:
        return f"Did you mean '{near[0]}'? {_EDIT}"
    return f"Known {what}s: {', '.join(known)}. {_EDIT}"

"""The settings as data: one table of options, and the values that a command works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rna_cli.config.values import backend_problem, endpoint_problem, variable_problem

if TYPE_CHECKING:
    from collections.abc import Callable

Value = str | bool | int | float

PLUGIN_TABLE = "backends"
"""`[backends.NAME]` holds the settings of a third-party backend."""

_MIB = 1024 * 1024
_SHOWN_MAX = 10**18
_WORDS = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


class InvalidValue(ValueError):
    """A value that an option refuses. The text goes on after the option's name, and never repeats a text value."""


class Option(NamedTuple):
    """One setting. Make it with `_text`, `_switch`, `_whole` or `_number`."""

    key: str
    """Dotted key in the file, `table.name`."""
    kind: type[Value]
    default: Value
    help: str
    """One line for people."""
    allowed: str
    """What a value may be; goes on after "it must be"."""
    problem: Callable[[Any], str]
    """Returns what is wrong with a value of the right type, or nothing."""
    env: str = ""
    """Environment variable that overrides the file, if any."""
    hint: str = ""
    """What to do about a refused value, where the message does not say it all."""

    @property
    def name(self) -> str:
        """The attribute of `Settings`: the last part of the key."""
        return self.key.rpartition(".")[2]

    @property
    def table(self) -> str:
        """The table of the file that holds the option."""
        return self.key.rpartition(".")[0]

    @property
    def flag(self) -> str:
        """The option of `rna memory-config`."""
        return "--" + self.name.replace("_", "-")

    def check(self, value: object) -> Value:
        """Return `value` in the option's type; a whole number passes as a number, true and false never do.

        Raises:
            InvalidValue: wrong type, out of range, or malformed.
        """
        if self.kind is float and type(value) is int and not self.problem(value):
            return float(value)
        if type(value) is not self.kind:
            raise InvalidValue(f"is {_describe(value)}; it must be {self.allowed}")
        if problem := self.problem(value):
            raise InvalidValue(f"{problem}; it must be {self.allowed}")
        return value

    def check_text(self, text: str) -> Value:
        """Return what `text`, from the command line or the environment, means.

        Raises:
            InvalidValue: when it cannot be read as the option's type, or the value is refused.
        """
        return self.check(_read(self.kind, text))


def _text(
    key: str, default: str, text: str, allowed: str, problem: Callable[[str], str], env: str = "", hint: str = ""
) -> Option:
    return Option(key, str, default, text, allowed, problem, env, hint)


def _switch(key: str, default: bool, text: str) -> Option:
    return Option(key, bool, default, text, "true or false", lambda _: "")


def _whole(key: str, default: int, low: int, high: int, text: str) -> Option:
    return Option(key, int, default, text, f"a whole number from {low} to {high}", _within(low, high))


def _number(key: str, default: float, low: float, high: float, text: str) -> Option:
    return Option(key, float, default, text, f"a number from {low:g} to {high:g}", _within(low, high))


def _within(low: float, high: float) -> Callable[[float], str]:
    # Compared before any conversion: a whole number of 400 digits does not fit a float. NaN fails both comparisons.
    return lambda value: "" if low <= value <= high else f"is {_describe(value)}"


OPTIONS: tuple[Option, ...] = (
    _text(
        "memory.backend",
        "openviking",
        "Which way to remember: openviking, embedded, or an installed third-party backend.",
        "a name of lower-case letters, digits, '_' and '-', such as openviking or embedded",
        backend_problem,
        env="RNA_MEMORY_BACKEND",
    ),
    _switch("memory.auto_recall", True, "Attach recalled excerpts at the start of an agent's turn."),
    _switch("memory.auto_save", True, "Capture finished turns without being asked."),
    _whole("memory.context_budget", 2048, 1, 1_000_000, "Tokens (estimated) that recalled excerpts may take."),
    _whole("memory.search_limit", 10, 1, 1000, "Hits that a search shows unless told otherwise."),
    _whole("memory.max_document_bytes", 10 * _MIB, 1, 1024 * _MIB, "Size of the largest document, in bytes of UTF-8."),
    _text(
        "openviking.endpoint",
        "http://127.0.0.1:1933",
        "URL of the OpenViking server.",
        "an http:// or https:// URL with a host, without user name, password, query or fragment",
        endpoint_problem,
        hint="A key belongs in an environment variable; give that variable's name with --api-key-env.",
    ),
    _text(
        "openviking.api_key_env",
        "OPENVIKING_API_KEY",
        "Name of the environment variable that holds the server's key.",
        "a name of letters, digits and '_', such as OPENVIKING_API_KEY",
        variable_problem,
        hint="Put the key into an environment variable and give the variable's name; the key itself is never stored.",
    ),
    _number("openviking.timeout_s", 30.0, 0.1, 3600.0, "Seconds to wait for an answer of the server."),
)
"""Every option, in the order in which they are shown."""

BY_KEY: dict[str, Option] = {option.key: option for option in OPTIONS}
TABLES: frozenset[str] = frozenset(option.table for option in OPTIONS)


class Settings(NamedTuple):
    """The values in force; one attribute for each option, named like the last part of its key."""

    backend: str
    auto_recall: bool
    auto_save: bool
    context_budget: int
    search_limit: int
    max_document_bytes: int
    endpoint: str
    api_key_env: str
    timeout_s: float
    plugin_tables: dict[str, dict[str, object]]
    """The `[backends.NAME]` tables, by name, as they stand in the file."""
    origins: dict[str, str]
    """Where each value comes from, by dotted key: `flag --endpoint`, `environment RNA_…`, `file /…`, `default`."""


def _read(kind: type[Value], text: str) -> object:
    """Return `text` as `kind`; text that is no such thing stays text, which `Option.check` refuses by its type."""
    if kind is str:
        return str(text)  # a member of a text enum becomes plain text
    if kind is bool:
        return _WORDS.get(text.strip().lower(), text)
    try:
        return kind(text)
    except ValueError:
        return text


def _describe(value: object) -> str:
    """Say what a refused value is; texts are named, not shown."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > _SHOWN_MAX:
        return "a very large number"  # str() itself refuses numbers of thousands of digits
    if isinstance(value, int | float):
        return str(value)
    names = ((str, "text"), (list, "an array"), (dict, "a table"))
    return next((name for kind, name in names if isinstance(value, kind)), "a date or time")

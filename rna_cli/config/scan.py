"""Where in a TOML text a key stands, and whether there are comments: what tomllib reads but does not tell.

A value is only skipped, never read, so strings and nested arrays matter here only for where they end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

KeyPath = tuple[str, ...]

_QUOTED = r""" "(?:\\.|[^"\\\n])*" | '[^'\n]*' """
_PART = rf"(?: [A-Za-z0-9_-]+ | {_QUOTED} )"
_KEY = rf"{_PART} (?: [ \t]*\.[ \t]* {_PART} )*"
_PARTS = re.compile(_PART, re.VERBOSE)
_STATEMENT = re.compile(
    rf"[ \t\r\n]* (?: (?P<open>\[\[?) [ \t]* (?P<header>{_KEY}) [ \t]* \] | (?P<key>{_KEY}) [ \t]* = )", re.VERBOSE
)
# A multi-line string may end in up to five quotes: two of its own and the three that close it.
_TOKEN = re.compile(
    rf"""
    (?P<string> \"\"\" (?:\\.|[^\\])*? "{{3,5}} | ''' .*? '{{3,5}} | {_QUOTED} )
    | (?P<comment> \#[^\n]* )
    | (?P<newline> \n )
    | (?P<opening> [\[{{] )
    | (?P<closing> [\]}}] )
    | (?P<stray> ["'] )
    """,
    re.VERBOSE | re.DOTALL,
)


class Statement(NamedTuple):
    """A `[table]` header or a `key = value`, with its whole path and its 1-based line."""

    path: KeyPath
    line: int
    array: bool = False
    """Whether it is a `[[table]]` header, which may stand there again."""


class Duplicate(NamedTuple):
    """A key or table that was set before, with both 1-based lines."""

    path: KeyPath
    first_line: int
    line: int


def has_comments(text: str) -> bool:
    """Tell whether `text` holds a comment; a `#` inside a string is none."""
    return any(match.lastgroup == "comment" for match in _TOKEN.finditer(text))


def line_of(text: str, path: KeyPath) -> int:
    """Return the 1-based line on which `path` is set.

    What is set inside an inline table has the line of the key that holds the table. A path that is not there has the
    line of the nearest table above it, or line 1.
    """
    best, line = 0, 1
    for statement in _statements(text):
        shared = _shared(statement.path, path)
        if shared > best:
            best, line = shared, statement.line
    return line


def find_duplicate(text: str) -> Duplicate | None:
    """Return the first key or table that stands in `text` twice. `text` may be broken after that."""
    lines: dict[KeyPath, int] = {}
    for path, line, array in _statements(text):
        if array:
            lines = {seen: at for seen, at in lines.items() if seen[: len(path)] != path}
        elif path in lines:
            return Duplicate(path, lines[path], line)
        else:
            lines[path] = line
    return None


def show_path(path: KeyPath) -> str:
    """Return `path` as one would write it, on one line and at most 100 characters long."""
    shown = ".".join(part if re.fullmatch(r"[\w-]+", part) else _quote(part) for part in path)
    return shown if len(shown) <= 100 else shown[:99] + "…"


def _statements(text: str) -> Iterator[Statement]:
    """Yield the statements in order; stop where the text is no longer TOML."""
    table: KeyPath = ()
    position, line, counted = 0, 1, 0
    while position < len(text):
        match = _STATEMENT.match(text, position)
        if match:
            header = match["header"]
            path = _split(header or match["key"])
            start = match.start("header" if header else "key")
            line, counted = line + text.count("\n", counted, start), start
            table = path if header else table
            yield Statement(path if header else table + path, line, match["open"] == "[[")
            position = match.end()
        position = _end_of_statement(text, position)


def _end_of_statement(text: str, position: int) -> int:
    """Return the place after the line end that closes the value, or the rest of the line, at `position`."""
    depth = 0
    for match in _TOKEN.finditer(text, position):
        kind = match.lastgroup
        if kind == "opening":
            depth += 1
        elif kind == "closing":
            depth -= 1
        elif kind == "stray":  # a string that never ends: what follows cannot be told apart
            break
        elif kind == "newline" and depth <= 0:
            return match.end()
    return len(text)


def _split(dotted: str) -> KeyPath:
    """Return the parts of a dotted key."""
    return tuple(_unquote(match[0]) for match in _PARTS.finditer(dotted))


def _unquote(part: str) -> str:
    """Return the key that a bare or quoted part means."""
    if part[0] not in "\"'":
        return part
    import tomllib

    try:
        return str(tomllib.loads(f"part = {part}")["part"])
    except ValueError:
        return part


def _quote(part: str) -> str:
    return '"' + part.encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'


def _shared(left: KeyPath, right: KeyPath) -> int:
    """Return how many leading parts two paths share."""
    count = 0
    for ours, theirs in zip(left, right, strict=False):
        if ours != theirs:
            break
        count += 1
    return count

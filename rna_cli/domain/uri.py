"""Addresses: where a record lives below its project.

A uri is `viking://resources/projects/<project>/<path>`. Commands also take the path alone. A path is NFC, its segments
are joined by `/`, and it is never decoded: `100%.md` is a name like any other, and a segment that would *become* a
`..` or a separator once somebody decodes it is refused.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.domain.scope import ROOT_URI, Scope
from rna_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SEGMENT_BYTES = 255
MAX_PATH_BYTES = 1024

DERIVED_NAMES = frozenset({".abstract.md", ".overview.md", ".relations.json"})
"""Names under which OpenViking keeps what it derives; a document of that name would pass for derived text."""

RESERVED_DIRECTORIES = frozenset({"conversations"})
"""First segments that belong to captured turns; documents cannot be written there."""


_PLAIN_PATH = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*")
"""Paths that need no further look when they are short: ASCII names, none of which starts with a dot."""


_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Invisible, and they show a name in another order than it has: `exe.gnp` for `png.exe`."""


class Address(NamedTuple):
    """A place in a project. `path` is empty for the project's own directory; it never starts or ends with `/`."""

    scope: Scope
    path: str

    @property
    def uri(self) -> str:
        """The full uri."""
        return f"{self.scope.uri}/{self.path}" if self.path else self.scope.uri

    @property
    def name(self) -> str:
        """The last segment; the project id at the root."""
        return self.path.rpartition("/")[2] or self.scope.project_id

    @property
    def argument(self) -> str:
        """The place as a word of a command line: quoted, and as a uri where the path would pass for an option."""
        from shlex import quote

        return quote(self.uri if not self.path or self.path.startswith("-") else self.path)


def directories_above(path: str) -> Iterator[str]:
    """Yield the directories above `path`, nearest first, without the root: `a/b/c` gives `a/b`, `a`."""
    end = path.rfind("/")
    while end > 0:
        yield path[:end]
        end = path.rfind("/", 0, end)


def parse_address(scope: Scope, text: str) -> Address:
    """Return the address that `text`, a uri of this project or a path below it, names.

    Raises:
        UsageError: another project's uri, an unusable segment, or a name that is too long.
    """
    path = _below(scope, text)
    if len(path) <= MAX_SEGMENT_BYTES and _PLAIN_PATH.fullmatch(path):
        return Address(scope, path)
    path = unicodedata.normalize("NFC", path.removesuffix("/"))
    path = "" if path == "." else path.removeprefix("./")
    if path:
        for segment in path.split("/"):
            _check_segment(segment, text)
    if len(path.encode("utf-8", "surrogatepass")) > MAX_PATH_BYTES:
        raise UsageError(f"The address is over {MAX_PATH_BYTES} bytes long.", hint="Use a shorter --path.")
    return Address(scope, path)


def parse_document_address(scope: Scope, text: str) -> Address:
    """Return an address at which a document can be written.

    Raises:
        UsageError: what `parse_address` refuses, a directory, a derived name, or a place kept for captured turns.
    """
    address = parse_address(scope, text)
    if not address.path or text.endswith("/"):
        raise UsageError(f"{text!r} names a directory, not a file.", hint="Name the file: --path notes/name.md")
    derived = [name for name in address.path.split("/") if name.casefold() in DERIVED_NAMES]
    if derived:
        raise UsageError(
            f"{derived[0]} is a derived name and cannot be written.",
            hint="Directory abstracts and overviews are derived from the files; choose another name.",
        )
    if (first := address.path.partition("/")[0]) in RESERVED_DIRECTORIES:
        raise UsageError(
            f"'{first}/' is kept for captured conversations.",
            hint="Choose another directory.",
        )
    return address


def _below(scope: Scope, text: str) -> str:
    """Return the path part of `text`, which may be a full uri."""
    if "://" not in text:
        return text
    if scope.admits(text.rstrip("/")):
        return text[len(scope.uri) :].removeprefix("/")
    other = text[len(ROOT_URI) :].partition("/")[0]
    if text.startswith(ROOT_URI) and other:
        raise UsageError(
            f"{_shown(text)} belongs to project {_shown(other)!r}, not to {scope.project_id!r}.",
            hint=f"Ask that project: rna memory {_shown(other)} …",
        )
    raise UsageError(f"{_shown(text)} is not an address of this project.", hint=f"Addresses start with {scope.uri}/")


def _check_segment(segment: str, text: str) -> None:
    """Refuse a segment that is empty, climbs, hides a separator, or cannot be a file name."""
    problem = ""
    decoded = _decode(segment) if len(segment) <= MAX_SEGMENT_BYTES else segment  # decoding a long one takes seconds
    if not segment:
        problem = "has an empty segment"
    elif decoded.strip() in {".", ".."}:
        problem = "climbs out of the project"
    elif "\\" in decoded or "/" in decoded:
        problem = "has a backslash or an encoded separator"
    elif any("\ud800" <= char <= "\udfff" for char in segment):
        problem = "has bytes that are no text"
    elif any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} or char in _DIRECTIONS for char in decoded):
        problem = "has a control character"
    elif segment != segment.strip():
        problem = "has a name that starts or ends with a space"
    elif len(segment.encode()) > MAX_SEGMENT_BYTES:
        problem = f"has a name of over {MAX_SEGMENT_BYTES} bytes"
    if problem:
        raise UsageError(
            f"{_shorten(text)!r} {problem}.", hint="An address is names joined by '/', like notes/name.md."
        )


def _decode(segment: str) -> str:
    """Undo percent encoding until nothing changes: `%252e` hides a dot as well as `%2e` does."""
    while "%" in segment:
        from urllib.parse import unquote

        decoded = unquote(segment)
        if decoded == segment:
            break
        segment = decoded
    return segment


def _shown(text: str) -> str:
    """Return `text` as it can stand in a message of one line."""
    short = _shorten(text)
    return short if short.isprintable() else repr(short)[1:-1]


def _shorten(text: str, limit: int = 80) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"

"""JSON Lines: a record a line, a message or a document. docs/import.md says what a record has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from rna_cli.errors import InputUnusable
from rna_cli.files.failures import failure_of
from rna_cli.importers.turns import Turns
from rna_cli.memory.gateway import RAISE_CAP, Draft, MessageDraft

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYS: dict[str, dict[str, type[Any]]] = {
    "message": dict.fromkeys("kind conversation speaker role time text".split(), str) | {"turn": int, "place": int},
    "document": dict.fromkeys("kind path title text".split(), str),
}
_NEEDED = {"message": ("conversation", "text"), "document": ("path", "text")}
_TYPES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}

_MOST_DIGITS = 9
"""Of any number; the gateway says how high each may be."""

_BOM = b"\xef\xbb\xbf"


class JsonLines:
    """The records of a file, read as they are asked for: at no time more than one line is held.

    Args:
        stream: the file, open for reading bytes.
        name: what errors call it.
        max_line_bytes: the longest line that is read.
    """

    def __init__(self, stream: IO[bytes], name: str, *, max_line_bytes: int) -> None:
        self._stream = stream
        self._name = name
        self._max_line_bytes = max_line_bytes
        self._line = 0
        self._turns = Turns()
        self.bytes_read = 0

    def drafts(self) -> Iterator[Draft | MessageDraft]:
        """Yield the records in the order of the file. Blank lines are skipped, and a byte-order mark at the start.

        Raises:
            InputUnusable: a line that is no record, or a file without any.
        """
        found = False
        while line := self._next_line():
            self._line += 1
            self.bytes_read += len(line)
            if len(line) > self._max_line_bytes:
                self._refuse(f"the line has over {self._max_line_bytes} bytes.", RAISE_CAP)
            if self._line == 1:
                line = line.removeprefix(_BOM)
            if line.strip():
                found = True
                yield self._draft(self._record(line))
        if not found:
            raise InputUnusable(f"{self._name} is empty: there is nothing to import.", hint="Check the file's name.")

    def _next_line(self) -> bytes:
        try:
            return self._stream.readline(self._max_line_bytes + 1)
        except OSError as error:
            raise failure_of(error, "read", Path(self._name)) from error

    @property
    def _origin(self) -> str:
        return f"{self._name}, line {self._line}"

    def _refuse(self, problem: str, hint: str) -> NoReturn:
        raise InputUnusable(f"{self._origin}: {problem}", hint=hint)

    def _record(self, line: bytes) -> dict[str, Any]:
        """Return the object that a line holds."""
        try:
            value = _DECODER.decode(line.decode())
        except UnicodeDecodeError as error:
            byte = line[error.start]
            self._refuse(
                f"byte {error.start} is {byte:#04x}, which is not UTF-8.",
                f"Convert the file first, e.g. iconv -f latin1 -t utf-8 {self._name}",
            )
        except json.JSONDecodeError as error:
            self._refuse(
                f"not JSON: {error.msg} at character {error.colno}.",
                'Write one JSON object a line; a line break inside a text is "\\n".',
            )
        except (ValueError, RecursionError) as error:
            problem = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            self._refuse(f"not JSON: {problem}.", "Correct the line.")
        if not isinstance(value, dict):
            self._refuse(f"{_type(value)} is no record.", "Write one JSON object a line.")
        return value

    def _draft(self, record: dict[str, Any]) -> Draft | MessageDraft:
        kind = self._kind(record)
        given = {key: value for key, value in record.items() if value is not None}
        for key, value in given.items():
            self._check(kind, key, value)
        for key in _NEEDED[kind]:
            if key not in given:
                self._refuse(f"a {kind} without {key!r}.", f"A {kind} needs {' and '.join(map(repr, _NEEDED[kind]))}.")
        if not given["text"].strip():
            self._refuse("the text is empty.", "Give the text, or leave the line out.")
        return self._message(given) if kind == "message" else self._document(given)

    def _kind(self, record: dict[str, Any]) -> str:
        kind = record.get("kind")
        if kind is None:
            likely = [kind for kind, needed in _NEEDED.items() if record.get(needed[0]) is not None]
            if len(likely) != 1:
                self._refuse(
                    f"{'both' if likely else 'neither'} 'conversation' {'and' if likely else 'nor'} 'path' "
                    f"{'are' if likely else 'is'} there, so it is not clear what the record is.",
                    "A message has a 'conversation', a document has a 'path'.",
                )
            return likely[0]
        if not isinstance(kind, str) or kind not in _KEYS:
            self._refuse(f"{kind!r:.80} is no kind of record.", "'kind' is 'message' or 'document', or left out.")
        return kind

    def _check(self, kind: str, key: str, value: object) -> None:
        """Refuse a key that a record of this kind does not have, or a value of the wrong type."""
        wanted = _KEYS[kind].get(key)
        if wanted is None:
            self._refuse(f"a {kind} has no {key!r:.80}.", f"It has {', '.join(map(repr, _KEYS[kind]))}.")
        if type(value) is not wanted:  # not isinstance: true is an int
            self._refuse(f"{key!r} is {_type(value)}.", f"It must be {_TYPES[wanted]}.")

    def _message(self, given: dict[str, Any]) -> MessageDraft:
        turn, place = given.get("turn"), given.get("place")
        if place is not None and turn is None:
            self._refuse("'place' without 'turn'.", "Give the turn that the message is in, or leave both out.")
        draft = MessageDraft(
            given["conversation"],
            0,
            0,
            given["text"],
            given.get("role", "user"),
            given.get("speaker", ""),
            given.get("time"),
            origin=self._origin,
        )
        try:
            return self._turns.placed(draft, turn, place)
        except InputUnusable as error:
            self._refuse(error.message, error.hint)

    def _document(self, given: dict[str, Any]) -> Draft:
        return Draft(given["path"], given["text"], given.get("title"), origin=self._origin)


def _type(value: object) -> str:
    """Return what a JSON value is, in words."""
    return _TYPES.get(type(value), "null")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; JSON leaves it open which of two equal keys counts, so none does."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r:.80} is there twice")
        found[key] = value
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_int=_integer)

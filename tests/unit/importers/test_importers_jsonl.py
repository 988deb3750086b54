"""JSON Lines as drafts: what a line may be, what it may not be, and how little of a file is held."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.errors import InputUnusable, StorageFailed
from rna_cli.importers.jsonl import JsonLines
from rna_cli.memory.gateway import Draft, MessageDraft

if TYPE_CHECKING:
    from collections.abc import Iterable

CAP = 1000


def _read(data: bytes) -> list[Draft | MessageDraft]:
    return list(JsonLines(io.BytesIO(data), "f.jsonl", max_line_bytes=CAP).drafts())


def _lines(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_a_message_with_everything() -> None:
    record = {
        "kind": "message",
        "conversation": "chat-1",
        "turn": 3,
        "place": 2,
        "speaker": "Ada",
        "role": "assistant",
        "time": "2026-01-31T09:30:00Z",
        "text": "Yes.\nNo.",
    }
    (draft,) = _read(_lines(record))
    assert draft == MessageDraft(
        "chat-1", 3, 2, "Yes.\nNo.", "assistant", "Ada", "2026-01-31T09:30:00Z", "Yes.", "f.jsonl, line 1"
    )


def test_the_least_of_a_message_and_of_a_document() -> None:
    assert _read(_lines({"conversation": "c", "text": "T"}, {"path": "a.md", "text": "U"})) == [
        MessageDraft("c", 0, 0, "T", "user", "", None, "T", "f.jsonl, line 1"),
        Draft("a.md", "U", None, origin="f.jsonl, line 2"),
    ]


def test_a_document_with_everything() -> None:
    record = {"kind": "document", "path": "notes/a.md", "title": "A", "text": " # B\n"}
    assert _read(_lines(record)) == [Draft("notes/a.md", " # B\n", "A", origin="f.jsonl, line 1")]


def test_null_is_left_out() -> None:
    bare = {"kind": None, "conversation": "c", "turn": None, "place": None, "speaker": None, "role": None, "time": None}
    assert _read(_lines(bare | {"text": "T", "kind": None})) == _read(_lines({"conversation": "c", "text": "T"}))
    assert _read(_lines({"path": "a", "title": None, "text": "T", "kind": "document"}))


def test_blank_lines_line_ends_and_a_byte_order_mark_are_no_trouble() -> None:
    line = b'{"path": "a.md", "text": "T\\r\\n"}'
    drafts = _read(b"\xef\xbb\xbf" + line + b"\r\n\r\n \t\n" + line + b"\n\n  " + line)
    assert [draft.origin for draft in drafts] == ["f.jsonl, line 1", "f.jsonl, line 4", "f.jsonl, line 6"]
    assert {draft.text for draft in drafts} == {"T\r\n"}


def test_a_line_ends_at_a_line_feed_only() -> None:
    data = '{"path": "a", "text": "x\u2028y\u0085z"}\n'.encode()
    assert [draft.text for draft in _read(data)] == ["x\u2028y\u0085z"]


GOOD = b'{"path": "a", "text": "T"}\n'
REFUSED = {
    "no JSON": (b"text\n", "not JSON: Expecting value at character 1"),
    "half an object": (b'{"path": "a", "text": \n', "not JSON"),
    "two objects": (b'{"path": "a", "text": "T"} {}\n', "not JSON: Extra data"),
    "a line break in a text": (b'{"path": "a", "text": "T\n"}\n', "not JSON"),
    "a byte-order mark inside": (b"\xef\xbb\xbf" + GOOD, "not JSON"),
    "a list": (b"[1]\n", "a list is no record"),
    "a text": (b'"T"\n', "text is no record"),
    "a number": (b"1.5\n", "a number is no record"),
    "null": (b"null\n", "null is no record"),
    "NaN": (b'{"path": "a", "text": NaN}\n', "NaN is no number"),
    "Infinity": (b'{"path": "a", "text": "T", "x": -Infinity}\n', "-Infinity is no number"),
    "a key twice": (b'{"path": "a", "text": "T", "text": "U"}\n', "the key 'text' is there twice"),
    "a key twice further in": (b'{"path": "a", "text": {"b": 1, "b": 1}}\n', "the key 'b' is there twice"),
    "nested": (b'{"path": "a", "text": ' + b"[" * 400 + b"]" * 400 + b"}\n", "'text' is a list"),
    "not UTF-8": (b'{"path": "a", "text": "\xe9"}\n', "byte 23 is 0xe9, which is not UTF-8"),
    "UTF-16": ('{"path": "a"}'.encode("utf-16"), "byte 0 is 0xff"),
    "an unknown key": (b'{"path": "a", "text": "T", "txt": "U"}\n', "a document has no 'txt'"),
    "a key of the other kind": (b'{"kind": "message", "conversation": "c", "text": "T", "path": "p"}\n', "no 'path'"),
    "neither kind": (b'{"text": "T"}\n', "neither 'conversation' nor 'path' is there"),
    "both kinds": (b'{"path": "a", "conversation": "c", "text": "T"}\n', "both 'conversation' and 'path' are there"),
    "another kind": (b'{"kind": "directory", "path": "a", "text": "T"}\n', "'directory' is no kind of record"),
    "a kind that is no text": (b'{"kind": ["message"], "path": "a", "text": "T"}\n', "is no kind of record"),
    "no text": (b'{"path": "a"}\n', "a document without 'text'"),
    "a text that is null": (b'{"path": "a", "text": null}\n', "a document without 'text'"),
    "no path": (b'{"kind": "document", "text": "T"}\n', "a document without 'path'"),
    "no conversation": (b'{"kind": "message", "text": "T"}\n', "a message without 'conversation'"),
    "an empty text": (b'{"path": "a", "text": " \\n"}\n', "the text is empty"),
    "a text that is a number": (b'{"path": "a", "text": 1}\n', "'text' is a whole number"),
    "a turn that is text": (b'{"conversation": "c", "turn": "1", "text": "T"}\n', "'turn' is text"),
    "a turn that is true": (b'{"conversation": "c", "turn": true, "text": "T"}\n', "'turn' is true or false"),
    "a turn with a point": (b'{"conversation": "c", "turn": 1.0, "text": "T"}\n', "'turn' is a number"),
    "a turn with many digits": (
        b'{"conversation": "c", "turn": ' + b"9" * 500 + b', "text": "T"}\n',
        "not JSON: a number has 500 digits",
    ),
    "a place without a turn": (b'{"conversation": "c", "place": 1, "text": "T"}\n', "'place' without 'turn'"),
    "a turn that comes back": (
        _lines(*({"conversation": "c", "turn": turn, "text": "T"} for turn in (0, 1, 0))),
        "turn 0 of conversation 'c' has no 'place'",
    ),
    "too long": (b'{"path": "a", "text": "' + b"x" * CAP + b'"}\n', f"the line has over {CAP} bytes"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_record_is_refused_with_its_line(kind: str) -> None:
    data, message = REFUSED[kind]
    drafts = JsonLines(io.BytesIO(GOOD + b"\n" + data), "f.jsonl", max_line_bytes=CAP).drafts()
    assert next(drafts) == Draft("a", "T", origin="f.jsonl, line 1")
    with pytest.raises(InputUnusable) as failure:
        list(drafts)
    line = 5 if "comes back" in kind else 3
    assert failure.value.message.startswith(f"f.jsonl, line {line}: ")
    assert message in failure.value.message
    assert failure.value.message.endswith(".")
    assert len(failure.value.message) < 300
    assert failure.value.hint


def test_many_digits_and_deep_nesting_are_no_defects() -> None:
    for line in (b"9" * 100_000, b"[" * 1_000_000):
        with pytest.raises(InputUnusable, match=r"f\.jsonl, line 1: not JSON"):
            list(JsonLines(io.BytesIO(line), "f.jsonl", max_line_bytes=2_000_000).drafts())


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\n", b"\xef\xbb\xbf"])
def test_nothing_is_no_import(data: bytes) -> None:
    with pytest.raises(InputUnusable, match=r"f\.jsonl is empty") as failure:
        _read(data)
    assert failure.value.hint


class _Source(io.RawIOBase):
    """A file without end that says how much of it was read."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = next(self._chunks)
        assert len(chunk) <= len(buffer)
        buffer[: len(chunk)] = chunk
        self.given += len(chunk)
        return len(chunk)


def _endless(chunk: bytes) -> Iterable[bytes]:
    while True:
        yield chunk


def test_a_file_is_read_as_it_is_asked_for() -> None:
    source = _Source(_endless(GOOD))
    drafts = JsonLines(io.BufferedReader(source, 100), "f.jsonl", max_line_bytes=CAP).drafts()
    for _ in range(1000):
        next(drafts)
    assert source.given <= 1010 * len(GOOD)


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    source = _Source(_endless(b"x" * 50))
    with pytest.raises(InputUnusable, match="over 1000 bytes"):
        list(JsonLines(io.BufferedReader(source, 100), "f.jsonl", max_line_bytes=CAP).drafts())
    assert source.given <= CAP + 200


def test_a_disk_that_fails_is_named() -> None:
    class Failing(io.RawIOBase):
        def readline(self, _size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(StorageFailed, match=r"Cannot read f\.jsonl: Input/output error"):
        list(JsonLines(Failing(), "f.jsonl", max_line_bytes=CAP).drafts())

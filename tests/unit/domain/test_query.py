"""The query grammar on examples whose answer is known."""

from __future__ import annotations

from typing import Any

import pytest

from rna_cli.domain.query import Query, parse_query
from rna_cli.domain.records import Kind
from rna_cli.errors import UsageError

TEXT = [
    "",
    "release notes",
    "-5",
    "-5 degrees",
    "-.5",
    "--flag",
    "-",
    "--",
    "- draft",
    "-_x",
    "-😀",
    "a-b",
    "x -- y",
    "(-draft)",
    "a:b",
    "http://x.y/z",
    "subtitle:x",
    "xkind:message",
    "(title:x",
    "title:",
    "title: x",
    "kind:",
    "after:",
    "before: 2026-01-31",
    'title:""',
    'kind:" "',
    'after:"',
    "tıtle:x",
    '"',
    '""',
    '" "',
    '"unclosed words',
    'closed"',
    '5"x',
    '5"',
    '12" and 15" boards',
    'say"hi"there',
    '"hi"there',
    'say"hi"',
    '"a"b c"',
    '-"',
    '-""',
    "“release notes”",
    "„release notes“",
    "«release notes»",
    "'release notes'",
    "NOT x",
    "a AND b OR c",
    "a*",
    "NEAR(a b)",
    "+a",
]


@pytest.mark.parametrize("text", TEXT)
def test_what_is_text(text: str) -> None:
    assert parse_query(text) == Query(text)


@pytest.mark.parametrize(
    ("text", "words", "parts"),
    [
        ('"release notes"', "release notes", {"phrases": ("release notes",)}),
        ('old "release notes" of may', "old release notes of may", {"phrases": ("release notes",)}),
        ('"a" "b"', "a b", {"phrases": ("a", "b")}),
        ('"a""b"', "a b", {"phrases": ("a", "b")}),
        ('" a  b "', "a b", {"phrases": ("a  b",)}),
        ('("a b")', "( a b )", {"phrases": ("a b",)}),
        ('"a b", c', "a b , c", {"phrases": ("a b",)}),
        ('x-"a b"', "x- a b", {"phrases": ("a b",)}),
        ('"-draft"', "-draft", {"phrases": ("-draft",)}),
        ('"kind:foo"', "kind:foo", {"phrases": ("kind:foo",)}),
        ('"after:dinner" mint', "after:dinner mint", {"phrases": ("after:dinner",)}),
        ('5" "a b"', '5" a b', {"phrases": ("a b",)}),
        ('"one" and "unclosed', 'one and "unclosed', {"phrases": ("one",)}),
        ("release -draft", "release", {"excluded": ("draft",)}),
        ("-draft release", "release", {"excluded": ("draft",)}),
        ("a -b -c", "a", {"excluded": ("b", "c")}),
        ("a -draft, b", "a b", {"excluded": ("draft,",)}),
        ("a -x:y", "a", {"excluded": ("x:y",)}),
        ("a -日本", "a", {"excluded": ("日本",)}),
        ("a -fno-exceptions", "a", {"excluded": ("fno-exceptions",)}),
        ('a -"first draft"', "a", {"excluded": ("first draft",)}),
        ('a -"first draft", b', "a , b", {"excluded": ("first draft",)}),
        ('a -b"c d"', 'a -b"c d"', {}),
        ("title:release", "release", {"titles": ("release",)}),
        ("TITLE:Release", "Release", {"titles": ("Release",)}),
        ("title:a:b", "a:b", {"titles": ("a:b",)}),
        ('title:"release notes" x', "release notes x", {"titles": ("release notes",)}),
        ("title:a title:b", "a b", {"titles": ("a", "b")}),
        ('title:"a"b', 'title:"a"b', {}),
        ("notes kind:message", "notes", {"kind": Kind.MESSAGE}),
        ("kind:document notes", "notes", {"kind": Kind.DOCUMENT}),
        ("KIND:MESSAGE notes", "notes", {"kind": Kind.MESSAGE}),
        ('kind:"message" notes', "notes", {"kind": Kind.MESSAGE}),
        ("kind:message kind:Message notes", "notes", {"kind": Kind.MESSAGE}),
        ("x after:2026-01-31", "x", {"after": "2026-01-31T00:00:00.000000Z"}),
        ("x before:2026-01-31", "x", {"before": "2026-01-31T00:00:00.000000Z"}),
        ("x Before:2026-01-31t09:30z", "x", {"before": "2026-01-31T09:30:00.000000Z"}),
        ('x after:"2026-01-31 09:30"', "x", {"after": "2026-01-31T09:30:00.000000Z"}),
        ("x after:2026-01-31T09:30+02:00", "x", {"after": "2026-01-31T07:30:00.000000Z"}),
        ("x after:2026-01-01 after:2026-02-01", "x", {"after": "2026-02-01T00:00:00.000000Z"}),
        ("x after:2026-02-01 after:2026-01-01", "x", {"after": "2026-02-01T00:00:00.000000Z"}),
        ("x before:2026-01-01 before:2026-02-01", "x", {"before": "2026-01-01T00:00:00.000000Z"}),
        (
            "x after:2026-02-01 before:2026-01-01",  # nothing is found, and that is an answer
            "x",
            {"after": "2026-02-01T00:00:00.000000Z", "before": "2026-01-01T00:00:00.000000Z"},
        ),
        ("－draft release", "release", {"excluded": ("draft",)}),
        ("ｔｉｔｌｅ：release", "release", {"titles": ("release",)}),
        ("ｋind：ｍessage x", "x", {"kind": Kind.MESSAGE}),
        ("＂release notes＂", "release notes", {"phrases": ("release notes",)}),
        ("x\u3000－draft", "x", {"excluded": ("draft",)}),
        ("５＂x", '5"x', {}),
    ],
)
def test_operators(text: str, words: str, parts: dict[str, Any]) -> None:
    assert parse_query(text) == Query(words, **parts)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("-draft", "says only what to leave out", """'"-word"'"""),
        ("-fno-exceptions", "says only what to leave out", "list"),
        ('-"a b" kind:message', "says only what to leave out", "Add a word"),
        ("after:2026-01-31", "says only what to leave out", "Add a word"),
        ("x after:dinner", "'dinner' is not a time", '"after:dinner"'),
        ("x before:2026-13-01", "'2026-13-01' is not a time", "ISO 8601"),
        ("x after:2026-01-31,", "'2026-01-31,' is not a time", "ISO 8601"),
        ("x kind:foo", "no kind 'foo'", "kind:document or kind:message"),
        ("x kind:directory", "no kind 'directory'", '"kind:directory"'),
        ("kind:message kind:document x", "No record is of two kinds", "Leave kind: out"),
    ],
)
def test_what_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError, match=message) as failure:
        parse_query(text)
    assert hint in failure.value.hint


def test_words_to_leave_out_come_beside_those_of_the_text() -> None:
    query = parse_query("release -draft", ["-5", " first  draft "])
    assert query == Query("release", excluded=("-5", "first draft", "draft"))
    assert parse_query("release", ["ｄraft"]) == parse_query("release -draft")
    with pytest.raises(UsageError, match="only what to leave out"):
        parse_query("", ["draft"])
    for blank in ("", " \t"):
        with pytest.raises(UsageError, match="is empty"):
            parse_query("release", [blank])


def test_filters_are_everything_but_words() -> None:
    assert not parse_query("release notes").filters
    assert not parse_query("").filters
    filtered = ['"release"', "release -draft", "title:release", "release kind:message", "release after:2026-01-31"]
    assert all(parse_query(text).filters for text in filtered)
    assert parse_query("release", ["draft"]).filters


def test_a_long_query_is_read_in_time() -> None:
    for text in (
        '"' + "a" * 200_000,
        '"' * 200_000,
        '" ' * 100_000,
        "title:" * 40_000,
        '-"' * 100_000,
        "x-a" * 100_000,
    ):
        assert parse_query(text).text


def test_marks_without_end_are_cut_and_the_rest_is_read() -> None:
    marks = "\u0301\u0323" * 40_000
    query = parse_query(f"heron a{marks} -pike{marks}x", [f"otter{marks}"])
    assert query.text.startswith("heron")
    assert len(query.text) < 60
    assert [len(each) < 60 for each in query.excluded] == [True, True]
    assert parse_query("vi\u0323\u0302t").text == "v\u1ecb\u0302t"

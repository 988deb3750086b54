"""Projects and addresses on examples whose answer is known."""

from __future__ import annotations

import pytest

from rna_cli.domain.scope import RESERVED_IDS, Scope
from rna_cli.domain.uri import Address, parse_address, parse_document_address
from rna_cli.errors import UsageError

P = Scope("p")


@pytest.mark.parametrize("text", ["p", "P", "0", "a.b", "a-b_c", "x" * 64, "Demo", "v1.0"])
def test_ids_that_name_a_project(text: str) -> None:
    assert Scope.of(text).uri == f"viking://resources/projects/{text}"


@pytest.mark.parametrize("text", ["", ".", "..", "-a", "_a", ".a", "a/b", "a b", "é", "x" * 65, "a\n", "a%2e", "а"])
def test_ids_that_do_not(text: str) -> None:
    with pytest.raises(UsageError, match="not a project id"):
        Scope.of(text)


@pytest.mark.parametrize("word", ["health", "search", "memory", "forget", "recall", "projects"])
def test_words_of_the_command_tree_are_no_ids(word: str) -> None:
    assert word in RESERVED_IDS
    with pytest.raises(UsageError, match="is a command"):
        Scope.of(word)
    assert Scope.of(word.upper()).project_id == word.upper()


def test_a_scope_admits_its_own_only() -> None:
    for uri in ("viking://resources/projects/p", "viking://resources/projects/p/a", "viking://resources/projects/p/"):
        assert P.admits(uri)
    for uri in (
        "viking://resources/projects/p2",
        "viking://resources/projects/p2/a",
        "viking://resources/projects/P/a",
    ):
        assert not P.admits(uri)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ""),
        ("/", ""),
        ("viking://resources/projects/p", ""),
        ("viking://resources/projects/p/", ""),
        ("a.md", "a.md"),
        ("a/b/c.md", "a/b/c.md"),
        ("a/", "a"),
        ("viking://resources/projects/p/a/b.md", "a/b.md"),
        ("cafe\u0301.md", "café.md"),
        ("100%.md", "100%.md"),
        ("a b.md", "a b.md"),
        (".hidden", ".hidden"),
        ("...", "..."),
        ("日本語/ノート.md", "日本語/ノート.md"),
    ],
)
def test_addresses(text: str, path: str) -> None:
    assert parse_address(P, text) == Address(P, path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("..", "climbs"),
        ("a/../b", "climbs"),
        ("a/./b", "climbs"),
        ("%2e%2e/a", "climbs"),
        ("%252e%252e/a", "climbs"),
        (" .. /a", "climbs"),
        ("a%2fb", "separator"),
        ("a\\b", "separator"),
        ("a%5cb", "separator"),
        ("a//b", "empty segment"),
        ("/a", "empty segment"),
        ("a\nb", "control character"),
        ("a%00b", "control character"),
        ("a\u2028b", "control character"),
        ("a\ud800", "bytes that are no text"),
        (" a", "space"),
        ("x" * 256, "255 bytes"),
        ("é" * 128, "255 bytes"),
        ("/".join(["x" * 200] * 6), "1024 bytes"),
        ("viking://resources/projects/q/a", "belongs to project 'q'"),
        ("viking://resources/projects/p2/a", "belongs to project 'p2'"),
        ("viking://resources/projects/", "not an address"),
        ("https://example.org/a", "not an address"),
        ("VIKING://resources/projects/p/a", "not an address"),
        ("viking://resources/projects/\n/x\ny", "belongs to project"),
    ],
)
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as failure:
        parse_address(P, text)
    assert len(failure.value.message.splitlines()) == 1
    assert len(failure.value.message) < 300
    assert failure.value.hint
    assert parse_address(P, "a.md").path == "a.md"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a/",
        ".abstract.md",
        "a/.Overview.md",
        ".relations.json",
        "conversations/x",
        "conversations",
        "a/.ABSTRACT.MD/x",
    ],
)
def test_places_where_no_document_can_be(text: str) -> None:
    with pytest.raises(UsageError):
        parse_document_address(P, text)
    assert parse_document_address(P, "a/conversations/x.md").path == "a/conversations/x.md"


def test_the_parts_of_an_address() -> None:
    address = parse_address(P, "a/b/c.md")
    assert (address.name, address.uri) == ("c.md", "viking://resources/projects/p/a/b/c.md")
    assert Address(P, "").name == "p"
    assert Address(P, "").uri == "viking://resources/projects/p"


def test_a_long_encoded_name_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="255 bytes"):
        parse_address(P, "%" + "25" * 500_000)

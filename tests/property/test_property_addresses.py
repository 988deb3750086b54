"""Addresses: one place has one spelling, and nothing leaves its project."""

from __future__ import annotations

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rna_cli.domain.scope import Scope
from rna_cli.domain.uri import (
    MAX_PATH_BYTES,
    MAX_SEGMENT_BYTES,
    Address,
    parse_address,
    parse_document_address,
)
from rna_cli.errors import UsageError

SCOPE = Scope("p")
OTHER = Scope("p2")

ORDINARY = """a b.md .. . / // %2e %2E%2e %252e %2f %5c % \\ é e\u0301 한 \u1112\u1161\u11ab ﬁ - ~ 👩‍👩‍👧 viking://
conversations/ viking://resources/projects/ viking://resources/projects/p viking://resources/projects/p2
.abstract.md""".split()
PIECES = st.sampled_from(ORDINARY) | st.sampled_from(
    ["", " ", "\t", "\n", "\0", "\ud800", "\u2028", "\u202e", "\U0010ffff", "x" * 300]
)
ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=40),
    st.lists(PIECES, max_size=8).map("".join),
    st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=8).map("/".join),
)
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="/\\%"), max_size=20)


def _parsed(text: str) -> Address | None:
    try:
        return parse_address(SCOPE, text)
    except UsageError as error:
        refused = error
    assert refused.message
    assert refused.hint
    assert len(refused.message.splitlines()) == 1
    return None


@settings(max_examples=400)
@given(ANY_TEXT)
@example("")
@example("a/../../../p2/note.md")
@example(SCOPE.uri + "/../p2")
@example(SCOPE.uri + "2/a")
@example("%" + "25" * 5000)
def test_any_text_parses_or_is_refused(text: str) -> None:
    address = _parsed(text)
    if address is None:
        return
    assert address.scope == SCOPE
    assert SCOPE.admits(address.uri)
    assert not OTHER.admits(address.uri)
    assert unicodedata.is_normalized("NFC", address.path)
    assert not address.path.startswith("/")
    assert not address.path.endswith("/")
    assert len(address.path.encode()) <= MAX_PATH_BYTES
    for segment in address.path.split("/") if address.path else []:
        assert segment not in {"", ".", ".."}
        assert len(segment.encode()) <= MAX_SEGMENT_BYTES
        assert segment.isprintable() or not any(unicodedata.category(char) in {"Cc", "Cs"} for char in segment)


@settings(max_examples=300)
@given(ANY_TEXT)
def test_path_and_uri_are_two_spellings_of_one_place(text: str) -> None:
    address = _parsed(text)
    if address is not None:
        assert parse_address(SCOPE, address.path) == address
        assert parse_address(SCOPE, address.uri) == address
        assert _parsed(address.uri + "/") == address


@given(ANY_TEXT)
def test_equal_under_nfc_is_one_place(text: str) -> None:
    spellings = {_parsed(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(spellings) == 1


@given(
    st.lists(NAMES.filter(lambda name: name.strip() == name and name not in {"", ".", ".."}), min_size=1, max_size=4)
)
def test_ordinary_names_are_addresses(names: list[str]) -> None:
    path = "/".join(names)
    address = _parsed(path)
    if all(len(unicodedata.normalize("NFC", name).encode()) <= MAX_SEGMENT_BYTES for name in names):
        assert address is not None
        assert address.path == unicodedata.normalize("NFC", path)
        assert address.name == unicodedata.normalize("NFC", names[-1])


@given(ANY_TEXT)
def test_a_document_is_at_a_file_address_of_its_own(text: str) -> None:
    try:
        address = parse_document_address(SCOPE, text)
    except UsageError:
        return
    assert address == parse_address(SCOPE, text)
    assert address.path
    assert not text.endswith("/")
    assert address.name.casefold() not in {".abstract.md", ".overview.md", ".relations.json"}
    assert not address.path.startswith("conversations/")


@given(st.text(max_size=70))
def test_a_project_id_is_safe_or_refused(text: str) -> None:
    try:
        scope = Scope.of(text)
    except UsageError:
        return
    assert scope.project_id.isascii()
    assert "/" not in scope.project_id
    assert parse_address(scope, scope.uri) == Address(scope, "")

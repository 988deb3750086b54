"""The query grammar: any text is a query or refused, and equal spellings are equal queries."""

from __future__ import annotations

import unicodedata

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rna_cli.domain.query import Query, parse_query
from rna_cli.errors import UsageError

PIECES = st.sampled_from(
    [
        *"release Notes - -- -5 -draft －draft -日本 --flag a:b title: title:x Title：Release kind:".split(),
        *"kind:message KIND:Document kind:foo after: after:2026-01-31 before:20260131 after:dinner ( ) , . '".split(),
        *"ﬁle ẞ ß ſ İ ı ŉ ǆ \u0345 ½ ① 😀 か\u3099 \u202e \ud800 \0".split(),
        *""" " "" ＂ “ ” -" -"first 5" x"y title:"a before:"2026-01-31 """.split(),
        *['"release notes"', '-"first draft"', 'title:"a b"', "\u3000", "\u00a0", "\n", " "],
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=12).map(" ".join),
    st.lists(PIECES, max_size=8).map("".join),
)
PLAIN = st.text(st.characters(exclude_characters='"-:', exclude_categories=()), max_size=60)


def _parsed(text: str, *excluded: str) -> Query | None:
    try:
        return parse_query(text, excluded)
    except UsageError:
        return None


def _folded(query: Query | None) -> object:
    """A query without regard to the case of its words."""
    if query is None:
        return None
    words = (query.phrases, query.excluded, query.titles)
    return query.text.casefold(), *([each.casefold() for each in some] for some in words), *query[4:]


@settings(max_examples=500)
@given(TEXTS, st.lists(TEXTS, max_size=2))
@example("\ud800", [])
@example('"' + " " * 50, [])
def test_any_text_is_a_query_or_refused(text: str, excluded: list[str]) -> None:
    query = _parsed(text, *excluded)
    if query is None:
        return
    assert query.text == " ".join(query.text.split())
    assert query.text or query == Query("")
    assert len(query.excluded) >= len(excluded)
    words = query.text.split()
    for part in query.phrases + query.titles + query.excluded:
        assert part == part.strip() != ""
    for part in query.phrases + query.titles:
        assert set(part.split()) <= set(words)


@settings(max_examples=500)
@given(TEXTS)
def test_equal_spellings_are_equal_queries(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert _parsed(unicodedata.normalize(form, text)) == _parsed(text)
    assert _parsed(f" \t{text}\n") == _parsed(text)


@settings(max_examples=500)
@given(TEXTS)
def test_upper_and_lower_case_are_equal_queries(text: str) -> None:
    normalised = unicodedata.normalize("NFKC", text)
    for other in (normalised.upper(), normalised.lower()):
        if other.casefold() == normalised.casefold() and unicodedata.is_normalized("NFKC", other):
            assert _folded(_parsed(other)) == _folded(_parsed(normalised))


@settings(max_examples=300)
@given(PLAIN)
def test_a_text_without_operators_is_kept(text: str) -> None:
    normalised = unicodedata.normalize("NFKC", text)
    assume(not set('"-:') & set(normalised))
    assert parse_query(text) == Query(" ".join(normalised.split()))


@given(PLAIN)
def test_in_quotation_marks_anything_is_words(text: str) -> None:
    words = " ".join(unicodedata.normalize("NFKC", text).split())
    assume(words and not set('"-:') & set(words))
    for operator in ("-", "kind:", "after:", ""):
        query = parse_query(f'"{operator}{text}"')
        assert len(query.phrases) == 1
        assert query == Query(query.text, phrases=query.phrases)
    query = parse_query("other", [text])
    assert query == Query("other", excluded=(words,))

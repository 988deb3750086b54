"""The analyser: equal spellings are equal queries, and a stored text is found by what stands in it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rna_cli.text.analyser import GAP, MAX_TERM, analyse
from rna_cli.text.occurrences import occurrences
from rna_cli.text.queries import QueryTerm, query_terms
from rna_cli.text.window import WINDOW_CHARS, densest_window

WORDS = st.sampled_from(
    """
    release Conventions went don't the C++ snake_case camelCase HTTPServer a/b.py v1.2.3 state-of-the-art café
    cafe\u0301 naïve İstanbul ß ſ ﬁle Σίσυφος привет हिन्दी עברית 日本語 2005年に ｶﾞｲﾄﾞ か\u3099
    漢字 東京タワー 학교에서는 한국어를
    สวัสดี 😀 👩‍👩‍👧 → ŉ ᾳ ΐ ﷺ ℡ ½ ㎏ Ⅷ ① ǆ \u0345 \u037a a\u0345 ' ’s __ # - @~+
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    """.split()
)
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(WORDS, max_size=25).map(" ".join), st.lists(WORDS, max_size=6).map("".join)
)
CJK = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2, max_size=40)


@settings(max_examples=300)
@given(TEXTS)
def test_terms_are_words(text: str) -> None:
    terms = analyse(text)
    assert "" not in terms.split(" ") or not terms
    assert terms.split() == (terms.split(" ") if terms else [])
    for term in [*terms.split(), *(each.term for each in query_terms(text))]:
        assert term
        assert not any(char.isspace() for char in term)
        assert len(term) <= MAX_TERM
        assert '"' not in term


@settings(max_examples=300)
@given(TEXTS)
def test_equal_spellings_are_equal_queries(text: str) -> None:
    terms = query_terms(text)
    assert len(set(terms)) == len(terms)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert query_terms(unicodedata.normalize(form, text)) == terms
    assert query_terms(text.casefold()) == terms
    assert query_terms(f" \t{text}\n") == terms


@given(st.text(st.characters(max_codepoint=0x17F), max_size=40))
def test_upper_and_lower_case_are_equal_queries(text: str) -> None:
    if text.upper().casefold() == text.casefold():
        assert query_terms(text.upper()) == query_terms(text)
    if text.lower().casefold() == text.casefold():
        assert query_terms(text.lower()) == query_terms(text)


@settings(max_examples=300)
@given(TEXTS)
@example("ﷺ")
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    assume("\u0345" not in unicodedata.normalize("NFKC", text))  # a mark that folds to a letter
    stored = analyse(text).split()
    for word in text.split():
        wanted = query_terms(word)
        if wanted:
            assert any(_matches(term, stored) for term in wanted), word


@given(CJK, st.sampled_from(["", "2005", "abc ", "、", "word "]), st.sampled_from(["", "2005", " abc", "。"]))
def test_every_pair_of_han_characters_is_a_term(run: str, before: str, after: str) -> None:
    stored = analyse(before + run + after).split()
    for pair in map("".join, pairwise(run)):
        wanted = next(iter(query_terms(pair)))
        assert wanted[:2] == (pair, False)
        assert pair in stored
    for char in run:
        (wanted,) = query_terms(char)
        assert wanted[:2] == (char, True)
        assert _matches(wanted, stored)


@settings(max_examples=200)
@given(TEXTS)
def test_occurrences_stand_in_the_text(text: str) -> None:
    stored = analyse(text).split()
    found = list(occurrences(text, frozenset(stored)))
    assert Counter(term for _, term in found) == Counter(term for term in stored if term != GAP)
    assert [at for at, _ in found] == sorted(at for at, _ in found) or any(len(word) > 1 for word in text.split())
    assert all(0 <= at < len(text) for at, _ in found)


@settings(max_examples=200)
@given(st.lists(WORDS, min_size=1, max_size=400).map(" ".join), WORDS, st.integers(20, WINDOW_CHARS))
def test_the_densest_window_holds_a_wanted_word(text: str, word: str, size: int) -> None:
    wanted = {term.term: 1.0 for term in query_terms(word)}
    start, end = densest_window(text, wanted, size)
    assert 0 <= start < end <= len(text)
    assert end - start <= size + 120 or len(text) <= size
    places = [at for at, _ in occurrences(text, wanted)]
    assert not places or any(start <= at < end for at in places)


def _matches(term: QueryTerm, stored: list[str]) -> bool:
    text, prefix = term.term, term.prefix
    return any(each.startswith(text) for each in stored) if prefix else text in stored

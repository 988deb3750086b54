"""The analyser: equal spellings are equal queries, and a stored text is found by what stands in it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rna_cli.text.analyser import GAP, MAX_TERM, analyse, analyse_name, fold, token_terms, tokens
from rna_cli.text.occurrences import occurrences
from rna_cli.text.queries import QueryTerm, phrase_terms, query_terms
from rna_cli.text.window import WINDOW_CHARS, densest_window

if TYPE_CHECKING:
    import re
    from random import Random

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
MIXED = st.lists(
    st.one_of(
        st.text("漢字東京見学校日本語年人々〇〆𠮷𠀀\U000e0100", min_size=1, max_size=6),
        st.text("あかがぱきょっンーヴゝｶﾞｷﾊﾟｱｰ", min_size=1, max_size=6),
        st.text("한국어학교에서는을가나다라ㄱㅏ", min_size=1, max_size=6),
        st.text("\u1112\u1161\u11ab\u1100\u11a8", min_size=1, max_size=6),
        st.text("abcépyß", min_size=1, max_size=5),
        st.text("0129１２", min_size=1, max_size=4),
        st.text(" 、。・「」-_./:'’😀→\u3000\u200b", min_size=1, max_size=3),
        st.sampled_from([" ", "snake_case ", "v1.2.3 ", "the ", "c++ ", "สวัสดี", "ສະບາຍ", "សួស្តី", "မြန်မာ"]),
    ),
    max_size=9,
).map("".join)
"""Han with extension B, kana (half-width and voiced ones, too), Hangul (jamo, too), words, digits and punctuation."""
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


@settings(max_examples=400)
@given(MIXED)
@example("〆〆1b 人々")
@example("Pythonで書く、iPhone用")
@example("학교에서는2005年に")
def test_each_pair_of_adjacent_characters_finds_its_text(text: str) -> None:
    normal = unicodedata.normalize("NFKC", text)
    stored = analyse(text).split()
    in_no_index = {at for token in tokens(normal) for at in _particle(token)}
    for at, pair in enumerate(map("".join, pairwise(normal))):
        if all(map(_is_cjk, pair)) and at + 1 not in in_no_index:
            wanted = [term for term in query_terms(pair) if not term.order_only]
            assert any(_matches(term, stored) for term in wanted), pair


@settings(max_examples=400)
@given(MIXED, st.data())
def test_a_phrase_stands_in_the_terms_of_its_text(text: str, data: st.DataObject) -> None:
    """A phrase is a part of a text that is cut where a term starts or ends: at a token, or within a run of CJK.

    Of a Korean run whose particle is in no index, a phrase that goes up to it must have two characters before it, and
    one that ends within the particle is no phrase of this text.
    """
    text = fold(unicodedata.normalize("NFKC", text))
    found = list(tokens(text))
    assume(found)
    first = data.draw(st.integers(0, len(found) - 1))
    last = data.draw(st.integers(first, len(found) - 1))
    start, end = found[first].start(), found[last].end()
    if found[last].lastgroup == "unspaced":
        kept = len(found[last][0]) - len(_particle(found[last]))
        end = found[last].start() + data.draw(st.sampled_from([*range(1, kept + 1), len(found[last][0])]))
    if found[first].lastgroup == "unspaced":
        particle = _particle(found[first])
        before = (particle.start - 1 if end > particle.start else min(particle.start, end)) if particle else end
        start = data.draw(st.integers(start, max(start, min(before, found[first].end()) - 1)))
    terms = phrase_terms(text[start:end])
    stored = analyse(text).split()
    assert not terms or any(_holds_phrase(terms, stored[at:]) for at in range(len(stored))), text[start:end]


@settings(max_examples=300)
@given(st.text(st.characters(max_codepoint=0x1FFFF), max_size=40), st.randoms())
def test_any_case_is_the_same_query(text: str, random: Random) -> None:
    assume("\u0345" not in unicodedata.normalize("NFKD", text))  # a mark that folds to a letter
    other = "".join(random.choice(_cases(char)) for char in text)
    assert query_terms(other) == query_terms(text)
    assert phrase_terms(other) == phrase_terms(text)


@settings(max_examples=300)
@given(
    st.text(
        st.one_of(st.characters(exclude_categories=()), st.sampled_from("'’-_.:+#\ud800\udc80\0\"*()")), max_size=60
    )
)
def test_any_text_is_a_legal_query(text: str) -> None:
    stored = analyse(text).split()
    assert sorted(analyse_name(text).split()) == sorted(stored)
    for term in [*query_terms(text), *phrase_terms(text)]:
        assert term.term.encode()
    for term in stored:
        assert term.encode()
    assert all(0 <= at < len(text) for at, _ in occurrences(text, frozenset(stored)))


def _is_cjk(char: str) -> bool:
    scripts = ("CJK UNIFIED", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL")
    return char.isalnum() and unicodedata.name(char, "").startswith(scripts)


def _particle(token: re.Match[str]) -> range:
    """Return where the particle of a Korean run stands that is in no index; empty where there is none."""
    if token.lastgroup != "unspaced" or not unicodedata.name(token[0].rstrip("\U000e0100")[-1]).startswith("HANGUL"):
        return range(0)
    return range(token.start() + len(token_terms(token)) + token[0].count("\U000e0100"), token.end())


def _cases(char: str) -> list[str]:
    forms = [char, char.upper(), char.lower(), char.title(), char.swapcase()]
    return [form for form in forms if form.casefold() == char.casefold()]


def _holds_phrase(terms: list[QueryTerm], stored: list[str]) -> bool:
    """Tell whether a phrase stands at the start of some terms."""
    return len(stored) >= len(terms) and all(
        each.startswith(term.term) if term.prefix else each == term.term
        for term, each in zip(terms, stored, strict=False)
    )

"""The analyser on examples whose answer is known."""

from __future__ import annotations

import pytest

from rna_cli.text.analyser import MAX_TERM, analyse, analyse_name
from rna_cli.text.english import IRREGULAR, STOP_WORDS
from rna_cli.text.occurrences import occurrences
from rna_cli.text.queries import QueryTerm, phrase_terms, query_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", ""),
        ("?!.,; -- \n\t", ""),
        ("The releases of the Tags", "releas tag"),
        ("she went and has gone", "go go"),
        ("children mice feet", "child mous foot"),
        ("running runs ran", "run run run"),
        ("don't can't what's", ""),
        ("Anna's book", "anna book"),
        ("snake_case", "snake_case # snake case"),
        ("camelCase", "camelcas # camel case"),
        ("HTTPServer", "httpserver # http server"),
        ("rna_cli/text/lines.py", "rna_cli/text/lines.py # rna cli text line py"),
        ("v1.2.3", "v1.2.3 # 1.2.3 v1 2 3"),
        ("state-of-the-art", "state-of-the-art # state art"),
        ("C++ C# c", "c++ c# c # c # c"),
        ("user@example.org", "user@example.org # user exampl org"),
        ("café Ångström naïve", "cafe angstrom naiv"),
        ("cafe\u0301", "cafe"),
        ("ﬁle ﬃ", "file ffi"),
        ("Straße", "strass"),
        ("Ελλάς ΕΛΛΆΣ", "ελλάσ ελλάσ"),
        ("й и", "й и"),
        ("2005年に", "2005 年に に"),
        ("漢字", "漢字 字"),
        ("猫", "猫"),
        ("ｶﾞｲﾄﾞ", "ガイ イド ド"),
        ("か\u3099く", "がく く"),
        ("ＡＢＣ１２３", "abc123"),
        ("학교에서는", "학교 교"),
        ("한국어를 배운다", "한국 국어 어 배운 운다 다"),
        ("나는", "나는 는"),
        ("สวัสดี", "สว วั ัส สด ดี ี"),
        ("😀👍🏽 →", "😀 👍 →"),
        ("हिन्दी", "हिन्दी"),
        ("हिन्दी-भाषा", "हिन्दी-भाषा # हिन्दी भाषा"),
        ("q\u0301\u0332", "q"),
        ("´", ""),
        ("____", ""),
    ],
)
def test_terms(text: str, terms: str) -> None:
    assert analyse(text) == terms
    assert analyse_name(text).split() == terms.split()
    assert sorted(analyse(f"\n{text}  {text}").split()) == sorted(terms.split() * 2)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("", []),
        ("the of and", []),
        ("Release release RELEASES", ["releas"]),
        ("camelCase", ["camelcas"]),
        ("a/b.py", ["a/b.py", "b", "py"]),
        ("漢字", ["漢字"]),
        ("漢字 漢字", ["漢字"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("猫", [QueryTerm("猫", prefix=True)]),
        ("ﾈｺ", ["ネコ"]),
        ("학교에서는", ["학교"]),
        ('"quoted" NEAR(x) a:b -c *', ["quot", "near", "x", "a:b", "b", "c"]),
    ],
)
def test_query_terms(query: str, terms: list[str | QueryTerm]) -> None:
    expected = [term[:2] if isinstance(term, QueryTerm) else (term, False) for term in terms]
    assert [term[:2] for term in query_terms(query) if not term.order_only] == expected


def test_a_query_term_knows_how_often_it_stands_there_and_its_word() -> None:
    terms = query_terms("Releases of the release, and running snake_case v1.2")
    assert [(term.term, term.times, term.word, term.token) for term in terms] == [
        ("releas", 2, "releases", "releases"),
        ("run", 1, "running", "running"),
        ("snake_case", 1, "", "snake_case"),
        ("snake", 1, "snake", "snake_case"),
        ("case", 1, "case", "snake_case"),
        ("v1.2", 1, "", "v1.2"),
        ("1.2", 1, "", "v1.2"),
        ("v1", 1, "", "v1.2"),
        ("2", 1, "", "v1.2"),
    ]


def test_single_han_characters_of_a_run_only_order() -> None:
    terms = query_terms("猫 東京の東")
    assert [(term.term, term.prefix, term.order_only) for term in terms] == [
        ("猫", True, False),
        ("東京", False, False),
        ("京の", False, False),
        ("の東", False, False),
        ("東", True, True),
        ("京", True, True),
    ]
    assert [term.term for term in query_terms("ひらがな") if term.order_only] == []


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        ("Release notes", "releas note"),
        ("the notes", "note"),
        ("東京", "東京"),
        ("東京 タワー", "東京 京 タワ ワー"),
        ("東京 tower", "東京 京 tower"),
        ("snake_case here", "snake_case"),
        ("camelCase names v1.2", "camelcas name v1.2"),
        ("?!", ""),
    ],
)
def test_phrase_terms_stand_in_the_index_as_they_are(phrase: str, terms: str) -> None:
    found = phrase_terms(phrase)
    assert " ".join(term.term for term in found) == terms
    assert not any(term.prefix for term in found)
    assert f" {terms} " in f" {analyse(f'before {phrase}都 after')} " or not terms


def test_a_phrase_that_ends_in_a_single_character_may_go_on() -> None:
    assert phrase_terms("猫") == [QueryTerm("猫", prefix=True)]
    assert phrase_terms("tower 猫") == [QueryTerm("tower"), QueryTerm("猫", prefix=True)]


def test_long_blobs_are_kept_by_their_start() -> None:
    (term,) = analyse("x" * 500).split()
    assert term == "x" * MAX_TERM
    assert [each.term for each in query_terms("X" * 500)] == [term]
    assert [each.term for each in query_terms("x" * 499 + "y")] == [term]


def test_ten_thousand_words_are_a_query() -> None:
    assert len(query_terms(" ".join(f"word{number}" for number in range(10_000)))) == 10_000


def test_occurrences_stand_at_their_words() -> None:
    text = "The heron wades; HERONS stand. 猫と犬"
    assert list(occurrences(text, {"heron"})) == [(4, "heron"), (17, "heron")]
    assert list(occurrences(text, {"と犬"})) == [(text.index("と犬"), "と犬")]
    assert list(occurrences(text, {"pike"})) == []


def test_the_tables_agree_with_the_analyser() -> None:
    for form, base in IRREGULAR.items():
        assert analyse(form) in {analyse(base), ""}
    assert all(analyse(word) == "" for word in STOP_WORDS)
    assert analyse("heron")


def test_ever_more_apostrophes_are_one_tail() -> None:
    assert analyse("dog" + "'s" * 5000 + " book") == "dog book"
    assert [term.term for term in query_terms("dog" + "'s" * 5000)] == ["dog"]


def test_letters_with_two_marks_are_found_by_themselves() -> None:
    for word in ("ọ̀rọ̀", "Ọ̀RỌ̀", "oro"):
        assert [term.term for term in query_terms(word)] == ["oro"]
    assert analyse("ọ̀rọ̀ ni") == "oro ni"

"""The analyser on examples whose answer is known."""

from __future__ import annotations

import pytest

from rna_cli.text.analyser import MAX_TERM, QueryTerm, analyse, analyse_name, occurrences, query_terms
from rna_cli.text.english import IRREGULAR, STOP_WORDS


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
        ("snake_case", "snake_case snake case"),
        ("camelCase", "camelcas camel case"),
        ("HTTPServer", "httpserver http server"),
        ("rna_cli/text/lines.py", "rna_cli/text/lines.py rna cli text line py"),
        ("v1.2.3", "v1.2.3 v1 2 3"),
        ("state-of-the-art", "state-of-the-art state art"),
        ("C++ C# c", "c++ c c# c c"),
        ("user@example.org", "user@example.org user exampl org"),
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
        ("हिन्दी-भाषा", "हिन्दी-भाषा हिन्दी भाषा"),
        ("q\u0301\u0332", "q"),
        ("´", ""),
        ("____", ""),
    ],
)
def test_terms(text: str, terms: str) -> None:
    assert analyse(text) == terms
    assert analyse_name(text).split() == terms.split()
    assert analyse(f"\n{text}  {text}").split() == terms.split() * 2


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
    expected = [
        QueryTerm(term) if isinstance(term, str) and not isinstance(term, QueryTerm) else term for term in terms
    ]
    assert query_terms(query) == expected


def test_long_blobs_are_kept_by_their_start() -> None:
    (term,) = analyse("x" * 500).split()
    assert term == "x" * MAX_TERM
    assert query_terms("X" * 500) == [QueryTerm(term)]
    assert query_terms("x" * 499 + "y") == [QueryTerm(term)]


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

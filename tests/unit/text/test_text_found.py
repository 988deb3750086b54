"""What a record must be found by: names and ids whole and in parts, scripts without spaces, forms of a word."""

from __future__ import annotations

import pytest

from rna_cli.text.analyser import analyse, analyse_name
from rna_cli.text.english import IRREGULAR, STOP_WORDS
from rna_cli.text.occurrences import occurrences
from rna_cli.text.queries import QueryTerm, phrase_terms, query_terms

HASH = "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f00"

RECORDS_AND_QUERIES = [
    # (a text, queries that find it, one that does not)
    ("call load_user_names here", "load_user_names LOAD_USER_NAMES load user names", "file_paths"),
    ("call loadUserNames here", "loadUserNames LOADUSERNAMES user names", "loadUser"),
    ("the HTTPServer2 class", "HTTPServer2 httpserver2 http server2", "servers3"),
    (
        "at rna_cli/text/lines.py:12 it fails",
        "rna_cli/text/lines.py:12 lines.py lines text/lines.py:12 12",
        "words.rs:13",
    ),
    ("pass --no-cache to it", "--no-cache no-cache cache", "--no-color"),
    ("since v1.2.3 it works", "v1.2.3 V1.2.3 1.2.3", "v4.5.6"),
    ("it fails with ERR_CONN_RESET", "ERR_CONN_RESET err_conn_reset conn", "BAD_NAME"),
    ("it says ORA-00942 or TS2345 or E1234", "ORA-00942 00942 TS2345 ts2345 E1234", "E4321"),
    ("code 0x80070005", "0x80070005 0X80070005", "0x80070006"),
    (
        "in 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f00 it was mended",
        "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f00 9f8a7b6 9f8a7b6c5d 9F8A7B6C5D4E",
        "9f8a7b7",
    ),
    ("in commit 9f8a7b6c it was mended", "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f00 9f8a7b6", "9f8a7b7c"),
    (
        "id 550e8400-e29b-41d4-a716-446655440000",
        "550e8400-e29b-41d4-a716-446655440000 550e8400 446655440000",
        "660e8400-f29b-51d4-b716-556655440000",
    ),
    ("C++ and C# and .NET and node.js", "C++ c++ C# .NET node.js node", "F#"),
    ("std::vector<int> x = obj.method();", "std::vector vector obj.method method int", "list"),
    ("ask user@example.org or https://example.org/a?b=c", "user@example.org example.org/a user example", "else.com"),
    ("set $HOME and PATH=/usr/bin", "$HOME HOME /usr/bin usr", "$USER"),
    ("see #123, @ada", "#123 123 @ada ada", "#124"),
    ("Pythonで書く、iPhone用", "Python python で書 書く 書 iPhone 用", "読"),
    ("2005年に始まった", "2005 年に 年 始まった ２００５ 始", "２００６"),
    ("ｶﾞｷﾞｸﾞ", "ガギ ｶﾞｷﾞ ギグ ガ グ", "ゲ"),
    ("パーティーの写真", "パーティー 写真 写 真 パーティー", "映画"),
    ("我們在圖書館見面", "圖書館 書館 圖 館 見面 面", "机"),
    ("我们在图书馆见面", "图书馆 图 馆 见面", "圖"),
    ("도서관에서 만났다", "도서관 도서관에서 도서 만났다 관", "박물관"),
    ("커피를", "커피 커피를 커피가 피", "녹차"),
    ("good👍 👩‍👩‍👧 done", "👍 good done 👩", "🐍"),
    ("สวัสดีครับ", "สวัสดี สวั ครับ", "ไทย"),
    ("ສະບາຍດີ", "ສະບາຍດີ ບາຍ", "ລາວ"),
    ("សួស្តី", "សួស្តី សួ", "ខ្មែរ"),
    ("𠮷野家", "𠮷野 𠮷 野家 家", "吉"),
    (f"https://example.org/o/r/commit/{HASH} it was", f"{HASH} 9f8a7b6 9F8A7B6C5D commit example.org", "9f8a7b7"),
    (f"pinned at pkg@{HASH[:10]}", f"{HASH} 9f8a7b6 pkg@9f8a7b6c5d pkg", "9f8a7b7c"),
    (f"merged {HASH[:12]}..1b0c9d8e7f6a", "9f8a7b6 1b0c9d8 1b0c9d8e", "1b0c9d9"),
    ("image sha256:9f8a7b6c5d4e3f2a", "9f8a7b6c5d 9f8a7b6 sha256", "9f8a7b7c5d"),
    ("id 550E8400-E29B-41D4-A716-446655440000", "550e8400 e29b 446655440000 550e840", "650e8400"),
    ("pass --flag or -v", "--flag flag -v v", "--flux"),
    ("Foo::barBaz() of foo::bar", "foo::bar Foo::barBaz bar baz foo", "foot"),
    ("O’Brien's rock’n’roll", "O'Brien O’Brien o'brien’s brien rock'n'roll roll", "bryan"),
    ("the users’ books", "user users' users", "uses"),
    ("co\u00adoperate, co\u00adop\u00aderation", "cooperate cooperation", "operate"),
    ("the ❤\ufe0f and 1\ufe0f\u20e3", "❤ ❤\ufe0f 1", "2"),
    ("葛\U000e0100城市と葛\ufe00飾", "葛城 城市 葛 飾 葛\U000e0100城", "葛市"),
    ("〆切は明日", "〆切 〆 切 明日", "締切"),
    ("မြန်မာ။စာ၊၂၀၂၄", "မြန်မာ စာ ၂၀၂၄", "၂၀၂၅"),
    ("ABCは１２３", "abc 123 は ａｂｃ", "abcd"),
    ("東京tower2塔", "東京 tower2 塔 TOWER2", "塔東"),
]


@pytest.mark.parametrize(("text", "queries", "other"), RECORDS_AND_QUERIES)
def test_found_by_the_whole_and_by_the_parts(text: str, queries: str, other: str) -> None:
    stored = analyse(text).split()
    assert sorted(analyse_name(text).split()) == sorted(stored)
    for query in queries.split():
        assert any(_holds(stored, term) for term in query_terms(query) if not term.order_only), query
    assert not any(_holds(stored, term) for term in query_terms(other) if not term.order_only)


def _holds(stored: list[str], term: QueryTerm) -> bool:
    return any(each.startswith(term.term) for each in stored) if term.prefix else term.term in stored


def test_what_nobody_sees_is_no_part_of_a_word() -> None:
    for seen, hidden in (("葛城市", "葛\U000e0100城\ufe00市"), ("cooperate", "co\u00adoperate"), ("❤", "❤\ufe0f")):
        assert analyse(hidden) == analyse(seen)
        assert [term[:2] for term in query_terms(hidden)] == [term[:2] for term in query_terms(seen)]
        assert phrase_terms(hidden) == phrase_terms(seen)
    assert analyse("\u00ad \ufe0f \U000e0100") == ""
    assert [term for _, term in occurrences("葛\U000e0100城市", {"葛城"})] == ["葛城"]


def test_typographic_and_plain_apostrophes_are_one_spelling() -> None:
    for word in ("O’Brien", "don’t", "Anna’s", "rock’n’roll", "’tis", "users’"):
        assert query_terms(word.replace("’", "'"))[:1] == [
            term._replace(token=term.token.replace("’", "'")) for term in query_terms(word)[:1]
        ]
        assert analyse(word) == analyse(word.replace("’", "'"))
    assert analyse("wont") != analyse("won’t") == ""


@pytest.mark.parametrize(
    "forms",
    [
        "try tries tried trying",
        "die dies died dying",
        "lie lies lied lying",
        "fly flies flew flown flying",
        "go goes went gone going",
        "focus focuses focused focusing",
        "alias aliases aliased",
        "status statuses",
        "analysis analyses",
        "quiz quizzes",
        "rewrite rewrote rewritten rewriting rewrites",
        "undo undid undone",
        "half halves",
    ],
)
def test_forms_of_a_word_are_one_term(forms: str) -> None:
    assert len(set(analyse(forms).split())) == 1, analyse(forms)


def test_no_irregular_form_is_a_stop_word_or_another_base() -> None:
    bases = set(IRREGULAR.values())
    assert not set(IRREGULAR) & bases
    assert {form for form in IRREGULAR if form in STOP_WORDS} <= {"was", "were", "been", "being"}


@pytest.mark.parametrize(
    "text",
    [
        "x" + "'s" * 100_000 + "q",
        "x" + "'s'q" * 50_000,
        "é" + "'s" * 100_000,
        "'" * 200_000,
        "a'" * 100_000,
        "aB" * 100_000,
        "a.b" * 70_000,
        "c++" * 70_000,
        "\u00c0\u0301" * 100_000,
        "漢字" * 100_000,
        "한국어를" * 50_000,
        "a1b2c3d4" * 25_000,
        "👍🏽" * 100_000,
        "葛\U000e0100" * 100_000,
        "\ud800" * 200_000,
        "\u00ad" * 200_000,
    ],
    ids=lambda text: ascii(text[:6]),
)
def test_what_is_long_and_the_same_is_read_once(text: str) -> None:
    """What grows by the square of the length would take minutes here, and end at the time limit of every test."""
    assert len(analyse(text)) <= 5 * len(text)
    query_terms(text)
    phrase_terms(text)

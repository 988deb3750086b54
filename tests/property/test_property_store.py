"""The embedded store from outside: what goes in comes out, and what stands in a text finds it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rna_cli.backends.embedded import create
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Action
from rna_cli.errors import InputUnusable
from rna_cli.memory.reader import ALL, Window
from rna_cli.testing import Bench
from rna_cli.text.lines import split_lines
from rna_cli.text.window import WINDOW_CHARS

if TYPE_CHECKING:
    from collections.abc import Iterator

BITS = st.sampled_from(
    "\n|\r\n|\r| |\t|\x0c|\x0b|\x85|\u2028|\u2029|word|# Head|---|```|。|文字|한국어|ｶﾞ|👩‍👩‍👧|\u202e|\u200b|é".split(
        "|"
    )
)
VALID = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TEXTS = st.one_of(st.text(VALID, max_size=300), st.lists(BITS, max_size=60).map("".join)).filter(str.strip)
HAN = "あいうえおかきくけこ天地玄黄宇宙洪荒日月盈昃辰宿列張가나다라마바사아자차카타파하"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    bench = Bench(create, tmp_path_factory.mktemp("store"))
    bench.gateway.initialize(bench.alpha)
    bench.gateway.initialize(bench.beta)
    yield bench
    checks = bench.backend.checks(bench.alpha, fix=False)
    assert {check.verdict.value for check in checks} <= {"ok", "info"}, checks
    bench.backend.close()


@settings(max_examples=150)
@given(text=TEXTS, limit=st.integers(1, 7))
@example(text="a\r\nb\x0cc\u2028d\x85e\n\n", limit=1)
@example(text="\ufeffx", limit=1)
@example(text="x" * 5000 + "\n" + "字" * 3000, limit=1)
def test_a_text_comes_back_and_its_windows_join(bench: Bench, text: str, limit: int) -> None:
    bench.write("round/trip.md", text)
    whole = bench.reader.read(bench.alpha, "round/trip.md", level=None, window=ALL)
    assert "".join(whole.lines) == text
    assert whole.lines == split_lines(text)
    joined, offset = [], 0
    while offset < whole.total_lines:
        part = bench.reader.read(bench.alpha, "round/trip.md", level=Level.L2, window=Window(offset, limit))
        joined += part.lines
        offset += len(part.lines)
    assert joined == whole.lines
    assert bench.write("round/trip.md", text).action is Action.UNCHANGED


@given(st.one_of(st.just(" \n\t"), st.text(max_size=9).map(lambda text: f"{text}\0"), st.just("a\ud800b")))
def test_what_is_no_text_is_refused(bench: Bench, text: str) -> None:
    with pytest.raises(InputUnusable):
        bench.write("refused.md", text)
    assert "refused.md" not in bench.paths()
    bench.write("accepted.md", text.replace("\0", "").replace("\ud800", "") + "x")
    assert "accepted.md" in bench.paths()


@settings(max_examples=200)
@given(query=st.one_of(st.text(st.characters(), max_size=60), st.lists(BITS, max_size=20).map(" ".join)))
@example(query='" OR "a')
@example(query="NEAR(a, b) AND {title_terms}: x*")
@example(query="\ud800")
def test_any_text_is_a_query(bench: Bench, query: str) -> None:
    bench.write("fixed.md", "A word 文字 한국어 ガ 👩.\n")
    for level in (None, Level.L1, Level.L2):
        hits = bench.reader.search(bench.alpha, query, level=level, limit=5).hits
        assert len(hits) <= 5
        assert all(hit.address.scope == bench.alpha for hit in hits)
        assert all(len(hit.passage.text) <= WINDOW_CHARS + 120 for hit in hits)
    assert bench.finds("word", "fixed.md")


@settings(max_examples=25)
@given(data=st.data(), filler=st.sampled_from(["", "x ", "Some words come first.\n\n", "字", "# 見出し\n\n"]))
def test_every_cjk_pair_of_a_text_finds_it(bench: Bench, data: st.DataObject, filler: str) -> None:
    """At any place: at the end of the first sentence, of a passage, and where a text without a gap is cut."""
    times = data.draw(st.integers(0, 400))
    run = data.draw(st.text(st.sampled_from(HAN), min_size=2, max_size=30))
    # Together with its neighbours: the pairs at both ends of the run reach into what stands beside it.
    text = normalize("NFKC", filler * times + run + "界")
    bench.write("cjk.md", text)
    for pair in {first + second for first, second in pairwise(run + "界")}:
        assert bench.finds(pair, "cjk.md"), (pair, len(filler) * times)
    bench.write("cjk.md", "nothing of it\n")
    assert not bench.finds(run + "界", "cjk.md")


@settings(max_examples=20)
@given(length=st.integers(230, 260), gap=st.integers(0, 3))
@example(length=240, gap=0)
def test_cjk_pairs_around_the_end_of_the_lead(bench: Bench, length: int, gap: int) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(length + 40 + gap))
    bench.write("lead.md", text)
    for at in range(length - 12, length + 12):
        assert bench.finds(text[at : at + 2], "lead.md"), at
    assert not bench.finds("龍龜", "lead.md")


@settings(max_examples=20)
@given(start=st.integers(1580, 1620))
def test_cjk_pairs_around_the_end_of_a_passage(bench: Bench, start: int) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(start + 30))
    bench.write("cut.md", text)
    for at in range(start - 24, start + 24, 3):
        assert bench.finds(text[at : at + 2], "cut.md"), at
    assert not bench.finds("龍龜", "cut.md")


@given(particle=st.sampled_from("에서 으로 은 는 이 가 을 를 의 에 와 과 도 만 부터 까지".split()))
def test_a_korean_word_is_found_with_and_without_its_particle(bench: Bench, particle: str) -> None:
    bench.write("korean.md", f"우리는 도서관{particle} 갔다.\n")
    assert bench.finds("도서관", "korean.md")
    assert bench.finds(f"도서관{particle}", "korean.md")
    assert bench.finds("도서", "korean.md")
    assert not bench.finds("박물관", "korean.md")


@settings(max_examples=40)
@given(
    words=st.lists(st.sampled_from("heron stork pike lynx otter".split()), min_size=1, max_size=4), mine=st.booleans()
)
def test_two_projects_never_see_each_other(bench: Bench, words: list[str], mine: bool) -> None:
    home, away = (bench.alpha, bench.beta) if mine else (bench.beta, bench.alpha)
    path = f"isolated/{home.project_id}.md"
    bench.write(path, " ".join(words), scope=home)
    assert bench.finds(" ".join(words), path, scope=home)
    for level in (None, *Level):
        hits = bench.reader.search(away, " ".join(words), level=level, limit=50).hits
        assert all(hit.address.scope == away for hit in hits)
    assert path not in bench.paths(scope=away)

"""Laws of searching: what may change an answer, and what may not."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rna_cli.backends.embedded import create
from rna_cli.domain.scope import Scope
from rna_cli.errors import UsageError
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.testing import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rna_cli.domain.records import Hit

WORDS = st.sampled_from("heron stork pike lynx otter 鳥類 白鳥 v1.2 snake_case Ⅷ ﬁsh Straße river".split())
SENTENCES = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
RECORDS = st.lists(st.tuples(st.booleans(), SENTENCES), min_size=1, max_size=14)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    bench = Bench(create, tmp_path_factory.mktemp("store"))
    yield bench
    checks = bench.backend.checks(None, fix=False)
    assert {check.verdict.value for check in checks} <= {"ok", "info"}, checks
    bench.backend.close()


class Fresh:
    """A new project for each example, since a store is made once for all."""

    number = 0

    @classmethod
    def project(cls, bench: Bench, records: Sequence[tuple[bool, str]] = ()) -> Scope:
        cls.number += 1
        scope = Scope.of(f"p{cls.number}")
        bench.gateway.initialize(scope)
        bench.gateway.write(scope, drafts(records))
        return scope


def drafts(records: Sequence[tuple[bool, str]]) -> list[Draft | MessageDraft]:
    """Messages of one conversation, and documents."""
    return [
        MessageDraft("chat", number, 0, text, speaker="Ada", time="2026-01-31") if said else Draft(f"d/{number}", text)
        for number, (said, text) in enumerate(records)
    ]


def answer(bench: Bench, scope: Scope, query: str) -> list[tuple[str, float, str, tuple[str, ...]]]:
    """An answer, without what names the project."""
    return [shown(hit) for hit in bench.search(query, scope=scope).hits]


def shown(hit: Hit) -> tuple[str, float, str, tuple[str, ...]]:
    return hit.address.path, hit.score, hit.passage.text, hit.matched


@settings(max_examples=25)
@given(RECORDS, RECORDS, SENTENCES)
def test_what_another_project_holds_changes_nothing(
    bench: Bench, mine: list[tuple[bool, str]], theirs: list[tuple[bool, str]], query: str
) -> None:
    scope = Fresh.project(bench, mine)
    before = answer(bench, scope, query)
    other = Fresh.project(bench, theirs)
    assert answer(bench, scope, query) == before
    bench.gateway.write(other, [Draft("more", query)])
    assert answer(bench, scope, query) == before
    assert answer(bench, other, query), "the twin: there it is found"


@settings(max_examples=25)
@given(RECORDS, SENTENCES)
def test_the_same_question_has_the_same_answer_also_after_indexing_again(
    bench: Bench, records: list[tuple[bool, str]], query: str
) -> None:
    scope = Fresh.project(bench, records)
    bench.gateway.write(scope, [Draft("d/0x", "superseded heron"), Draft("d/0x", "river"), Draft("d/gone", query)])
    bench.gateway.delete(scope, "d/gone")
    before = answer(bench, scope, query)
    assert answer(bench, scope, query) == before
    bench.reopen()
    assert answer(bench, scope, query) == before
    assert bench.gateway.reindex(scope, lambda _done, _total: None) == len(records) + 2
    assert answer(bench, scope, query) == before
    assert bench.finds(query, "d/0x", scope=scope) is ("river" in query)


@settings(max_examples=15)
@given(RECORDS, st.data())
def test_deleting_all_but_one_leaves_that_one_first(
    bench: Bench, records: list[tuple[bool, str]], data: st.DataObject
) -> None:
    scope = Fresh.project(bench, records)
    paths = bench.paths(scope=scope)
    kept = data.draw(st.sampled_from(paths))
    query = bench.text(kept, scope=scope)
    assert bench.finds(query, kept, scope=scope)
    for path in paths:
        if path != kept:
            bench.gateway.delete(scope, path)
    assert [hit.address.path for hit in bench.search(query, scope=scope).hits] == [kept]


@settings(max_examples=60)
@given(RECORDS, st.one_of(SENTENCES, st.text(max_size=30)))
@example([(False, "ガギグ 2005 fish")], "ｶﾞｷﾞｸﾞ ２００５ ﬁsh")
@example([(True, "Straße")], "STRASSE")
def test_equal_queries_have_equal_answers(bench: Bench, records: list[tuple[bool, str]], query: str) -> None:
    assume(query < "\ud800" or not any("\ud800" <= char <= "\udfff" for char in query))
    scope = Fresh.project(bench, records)
    asked = [query, normalize("NFKC", query), f"  {query}\n"]
    asked += [query.upper()] * (query.upper().casefold() == query.casefold())
    asked += [query.lower()] * (query.lower().casefold() == query.casefold())
    answers = [_outcome(bench, scope, each) for each in asked]
    assert all(each == answers[0] for each in answers)


def _outcome(bench: Bench, scope: Scope, query: str) -> object:
    """An answer, or the kind of refusal."""
    try:
        return answer(bench, scope, query)
    except UsageError as error:
        return type(error)


@settings(max_examples=30)
@given(RECORDS, WORDS)
def test_an_excluded_word_is_in_no_hit_and_a_phrase_in_each(
    bench: Bench, records: list[tuple[bool, str]], word: str
) -> None:
    scope = Fresh.project(bench, records)
    query = "heron stork pike lynx otter river"
    everything = {path for path, *_ in answer(bench, scope, query)}
    without = {path for path, *_ in answer(bench, scope, f'{query} -"{word}"')}
    only = {path for path, *_ in answer(bench, scope, f'{query} "{word}"')}
    words = {path: set(bench.text(path, scope=scope).split()) for path in bench.paths(scope=scope)}
    holders = {path for path, found in words.items() if word in found}
    asked = {path for path, found in words.items() if found & set(query.split())}
    assert without == asked - holders
    assert only == holders
    assert asked <= everything

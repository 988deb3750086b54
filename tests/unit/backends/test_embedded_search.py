"""What the parts of the embedded search do: the budget, the neighbours, the speaker, the filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.embedded import create, search
from rna_cli.backends.embedded.candidates import Limits
from rna_cli.backends.embedded.ranking import named_speaker
from rna_cli.backends.embedded.search import search_project
from rna_cli.domain.query import parse_query
from rna_cli.domain.records import Absence
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.testing import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rna_cli.domain.records import Found


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(create, tmp_path)
    bench.gateway.initialize(bench.alpha)
    bench.gateway.initialize(bench.beta)
    yield bench
    assert {check.verdict.value for check in bench.backend.checks(bench.alpha, fix=False)} <= {"ok", "info"}
    bench.backend.close()


def say(bench: Bench, *texts: str, conversation: str = "chat", **more: str) -> None:
    drafts = [MessageDraft(conversation, turn, 0, text, **more) for turn, text in enumerate(texts)]  # type: ignore[arg-type]
    bench.gateway.write(bench.alpha, drafts)


def paths(found: Found) -> list[str]:
    return [hit.address.path for hit in found.hits]


def limited(bench: Bench, query: str, limits: Limits, limit: int = 10) -> Found:
    store = bench.backend._store  # type: ignore[attr-defined]
    with store.project(bench.alpha) as (connection, project):
        return search_project(
            connection, project, bench.alpha, parse_query(query), None, limit, None, explain=True, limits=limits
        )


def test_the_answer_beside_the_question_is_found(bench: Bench) -> None:
    say(bench, "Lunch was late.", "Which bird did you see?", "A heron.", "Nice.", "It rains.", "Yes.", "No.", "Well.")
    found = bench.search("which bird was it")
    assert paths(found)[0] == "conversations/chat/000001/0000"
    assert "conversations/chat/000002/0000" in paths(found)
    assert "conversations/chat/000007/0000" not in paths(found), "too far away"
    beside = next(hit for hit in found.hits if hit.address.path.endswith("000002/0000"))
    assert beside.matched == ()


def test_another_conversation_is_no_neighbour(bench: Bench) -> None:
    say(bench, "Which bird did you see?", conversation="a")
    say(bench, "A heron.", conversation="b")
    assert paths(bench.search("bird")) == ["conversations/a/000000/0000"]
    say(bench, "Which bird did you see?", "A heron.", conversation="a")
    assert "conversations/a/000001/0000" in paths(bench.search("bird")), "the twin: in its own it is"


def test_conversations_that_take_turns_keep_their_neighbours(bench: Bench) -> None:
    lines = ["Which bird did you see?", "A heron.", "Nice."]
    for turn, text in enumerate(lines):
        for conversation, line in (("a", text), ("b", f"Other {turn}")):
            bench.gateway.write(bench.alpha, [MessageDraft(conversation, turn, 0, line)])
    assert paths(bench.search("bird")) == [f"conversations/a/{turn:06d}/0000" for turn in range(3)]


def test_hidden_and_deleted_neighbours_are_not_shown(bench: Bench) -> None:
    say(bench, "Which bird did you see?", "A heron.", "Nice.")
    bench.gateway.set_hidden(bench.alpha, "conversations/chat/000001", hidden=True)
    assert paths(bench.search("bird")) == [f"conversations/chat/{turn:06d}/0000" for turn in (0, 2)]
    bench.gateway.delete(bench.alpha, "conversations/chat/000002")
    assert paths(bench.search("bird")) == ["conversations/chat/000000/0000"]


def test_neighbours_as_they_were(bench: Bench) -> None:
    say(bench, "Which bird did you see?", "A heron.")
    then = bench.reader.history(bench.alpha, "conversations/chat/000001/0000")[0].recorded_at
    say(bench, "Which bird did you see?", "A stork.", "Later.")
    earlier = bench.search("bird", as_of=then)
    assert [hit.passage.text for hit in earlier.hits] == ["Which bird did you see?", "A heron."]
    assert [hit.passage.text for hit in bench.search("bird").hits] == ["Which bird did you see?", "A stork.", "Later."]


def test_the_named_speaker_comes_first(bench: Bench) -> None:
    for turn, speaker in enumerate(["Ada", "Bob", "Ada", "Bob"]):
        bench.gateway.write(bench.alpha, [MessageDraft("chat", turn, 0, "I like sailing boats.", speaker=speaker)])
    assert {path.split("/")[2] for path in paths(bench.search("what does Bob like sailing"))[:2]} == {
        "000001",
        "000003",
    }
    assert {path.split("/")[2] for path in paths(bench.search("what does ada like sailing"))[:2]} == {
        "000000",
        "000002",
    }


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("what did Ada say", "Ada"),
        ("WHAT DID ADA SAY", "Ada"),
        ("what did Bob Miller say", "Bob Miller"),
        ("what did Bob say", "Bob Miller"),
        ("Ada and Bob", ""),
        ("an adamant user", ""),
        ("what did the user say", ""),
        ("カロリンは何を食べた", "カロリン"),
    ],
)
def test_who_is_named(query: str, named: str) -> None:
    assert named_speaker(query, {"Ada", "Bob Miller", "user", "カロリン", ""}) == named


def test_a_message_is_found_by_its_day_and_speaker(bench: Bench) -> None:
    say(bench, "We met at the harbour.", speaker="Ada", time="2023-05-08T13:56:00")
    say(bench, "We met at the station.", conversation="other", speaker="Bob", time="2024-11-02T13:56:00")
    for query in ("8 May 2023", "2023-05-08", "ada", "2023"):
        assert paths(bench.search(query))[0].startswith("conversations/chat/"), query
    assert paths(bench.search("november"))[0].startswith("conversations/other/")


def test_frequent_words_only_order_when_the_budget_is_spent(bench: Bench) -> None:
    bench.gateway.write(bench.alpha, [Draft(f"n/{number}", f"common word {number}") for number in range(40)])
    bench.gateway.write(bench.alpha, [Draft("n/rare", "a rare one"), Draft("n/both", "a rare and common one")])
    found = limited(bench, "rare common", Limits(candidates=5, postings=10), limit=2)
    assert paths(found) == ["n/both", "n/rare"]
    assert found.explanation is not None
    assert [dropped.text for dropped in found.explanation.dropped] == ["common"]
    assert {use.term: use.use for use in found.explanation.terms} == {"rare": "candidates", "common": "order only"}
    assert found.explanation.postings == 2
    full = limited(bench, "rare common", Limits(), limit=2)
    assert full.explanation is not None
    assert full.explanation.dropped == []
    assert full.explanation.postings == 43


def test_a_limit_that_is_not_reached_makes_the_search_look_further(bench: Bench) -> None:
    bench.gateway.write(bench.alpha, [Draft(f"n/{number}", f"common word {number}") for number in range(40)])
    assert len(limited(bench, "common", Limits(candidates=3, postings=4), limit=30).hits) == 30
    assert len(limited(bench, "common", Limits(candidates=3, postings=4), limit=1000).hits) == 40


def test_of_a_word_that_is_everywhere_the_newest_are_looked_at(bench: Bench) -> None:
    bench.gateway.write(bench.alpha, [Draft(f"n/{number}", "common word") for number in range(40)])
    found = limited(bench, "common", Limits(candidates=3, postings=3), limit=3)
    assert sorted(paths(found)) == ["n/37", "n/38", "n/39"]


def test_a_word_in_the_title_counts_in_the_choice_of_candidates(bench: Bench) -> None:
    drafts = [Draft(f"n/{number}.txt", "The heron stands here.", f"Note {number}") for number in range(60)]
    bench.gateway.write(bench.alpha, [*drafts[:30], Draft("n/x.txt", "Something else.", "Heron"), *drafts[30:]])
    assert paths(limited(bench, "heron", Limits(candidates=5)))[0] == "n/x.txt"


def test_why_there_are_no_hits(bench: Bench) -> None:
    assert bench.search("heron").absence is Absence.EMPTY_PROJECT
    bench.write("a.md", "The heron stands.")
    assert bench.search("the of").absence is Absence.NOTHING_TO_LOOK_FOR
    unknown = bench.search("quixotic")
    assert (unknown.absence, unknown.unknown) == (Absence.UNKNOWN_WORDS, ("quixotic",))
    assert bench.search("heron kind:message").absence is Absence.FILTERED
    assert bench.search("heron -stands").absence is Absence.FILTERED
    assert bench.search("heron").absence is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("heron", {"d/a.md", "d/b.md", "m"}),
        ("heron -draft", {"d/a.md", "m"}),
        ('heron -"first draft"', {"d/a.md", "m"}),
        ('"heron stands"', {"d/a.md"}),
        ('"stands heron"', set()),
        ("title:birds heron", {"d/a.md"}),
        ("title:birds", {"d/a.md"}),
        ("heron kind:message", {"m"}),
        ("heron kind:document", {"d/a.md", "d/b.md"}),
        ("heron before:2026-01-01", {"m"}),
        ("heron after:2026-01-01", {"d/a.md", "d/b.md"}),
        ("heron after:2023-05-08 before:2023-05-09", {"m"}),
        ("heron after:2023-05-09 before:2023-05-10", set()),
    ],
)
def test_operators(bench: Bench, query: str, expected: set[str]) -> None:
    bench.write("d/a.md", "# Birds\n\nThe heron stands.\n")
    bench.write("d/b.md", "A first draft on herons.\n")
    say(bench, "I saw a heron.", time="2023-05-08T13:56:00")
    found = {"m" if path.startswith("conversations/") else path for path in paths(bench.search(query))}
    assert found == expected


def test_an_excluded_word_excludes_the_whole_file(bench: Bench) -> None:
    filler = "\n\n".join(f"Paragraph {number}. " + "words " * 60 for number in range(20))
    bench.write("long.md", f"The heron stands.\n\n{filler}\n\nThe end is a draft.\n")
    assert bench.finds("heron", "long.md")
    assert not bench.finds("heron -draft", "long.md")
    assert bench.finds('heron "end is a draft"', "long.md"), "a phrase may stand in another passage"


def test_a_misspelt_word_is_repaired_and_said(bench: Bench) -> None:
    bench.write("a.md", "We talked about communication in the team.")
    bench.write("b.md", "We talked about something else.")
    found = bench.search("comunication")
    assert paths(found) == ["a.md"]
    assert found.hits[0].repaired
    assert [repair.word for repair in found.repairs] == ["comunication"]
    both = bench.search("comunication talked")
    assert {hit.address.path: hit.repaired for hit in both.hits} == {"a.md": False, "b.md": False}
    assert not bench.search("communication").repairs, "the twin: a known word is left alone"


def test_words_of_another_project_repair_nothing(bench: Bench) -> None:
    bench.write("secret.md", "The communication of beta.", scope=bench.beta)
    bench.write("a.md", "Nothing near it.")
    found = bench.search("comunication")
    assert (found.absence, found.repairs) == (Absence.UNKNOWN_WORDS, ())
    assert bench.search("comunication", scope=bench.beta).repairs


def test_a_damaged_index_is_not_an_empty_answer(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("a.md", "The heron stands.")
    assert bench.finds("heron", "a.md")
    real = search.find_candidates
    monkeypatch.setattr(search, "find_candidates", lambda *args, **more: real(*args, **more)._replace(passages=[2**40]))
    with pytest.raises(Exception, match="index is damaged"):
        bench.search("heron")

"""What the parts of the embedded search do: the budget, the neighbours, the speaker, the filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.embedded import create
from rna_cli.backends.embedded.candidates import Limits
from rna_cli.backends.embedded.ranking import named_speaker
from rna_cli.backends.embedded.search import search_project
from rna_cli.backends.embedded.terms import MOST_REPAIRED
from rna_cli.domain.levels import Level
from rna_cli.domain.query import parse_query
from rna_cli.domain.records import Absence
from rna_cli.errors import StoreCorrupt
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.testing import Bench
from rna_cli.text import spelling

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
        ("the heron", ""),
        ("в январе", ""),
        ("что сказал Ян", "Ян"),
        ("what did Zoe\u0308 say", "Zoë"),
    ],
)
def test_who_is_named(query: str, named: str) -> None:
    assert named_speaker(query, {"Ada", "Bob Miller", "user", "カロリン", "", "The Bot", "Ян", "Zoë"}) == named


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
    assert {use.term: use.use for use in found.explanation.terms} == {
        "rare": "candidates",
        "common": "too frequent: orders only",
    }
    assert found.explanation.postings == 2
    full = limited(bench, "rare common", Limits(), limit=2)
    assert full.explanation is not None
    assert {use.use for use in full.explanation.terms} == {"candidates"}
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


def test_a_damaged_index_is_not_an_empty_answer(bench: Bench) -> None:
    bench.write("a.md", "The heron stands.")
    assert bench.finds("heron", "a.md")
    with bench.backend._store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute("DELETE FROM passage")
    with pytest.raises(StoreCorrupt):
        bench.search("heron")
    assert any(check.verdict.value == "fail" for check in bench.backend.checks(bench.alpha, fix=False))
    bench.backend.checks(bench.alpha, fix=True)
    assert bench.finds("heron", "a.md")


def test_a_long_message_between_others_is_found_by_what_is_deep_in_it(bench: Bench) -> None:
    filler = "".join(f"Line {number} of the long message goes on and on.\n" for number in range(300))
    long = f"{filler}The heron caught a pike in the marsh.\n{filler}"
    say(bench, "A heron was there.", long, "Nice.", f"{filler}A heron, again.\n{filler}")
    found = bench.search("heron pike marsh")
    assert found.hits[0].address.path == "conversations/chat/000001/0000"
    assert found.hits[0].matched == ("heron", "pike", "marsh")
    assert "caught a pike" in found.hits[0].passage.text
    assert paths(bench.search("pike kind:message")) == ["conversations/chat/000001/0000"]


def test_the_first_hit_does_not_hang_on_the_limit(bench: Bench) -> None:
    drafts = [
        Draft(f"n/{number}.txt", f"Notes of day {number}. Some heron. {'More words. ' * 9}") for number in range(90)
    ]
    bench.gateway.write(bench.alpha, [*drafts[:20], Draft("n/x.txt", "Heron, heron, heron."), *drafts[20:]])
    assert {limit: limited(bench, "heron", Limits(), limit).hits[0].address.name for limit in (1, 10, 200)} == {
        1: "x.txt",
        10: "x.txt",
        200: "x.txt",
    }


@pytest.mark.parametrize("as_of", [None, "2040-01-01"])
def test_a_query_of_very_many_words(bench: Bench, as_of: str | None) -> None:
    words = [f"word{number}x" for number in range(600)]
    drafts = [Draft(f"n/{number}", f"{word} {words[number - 1]}") for number, word in enumerate(words)]
    bench.gateway.write(bench.alpha, drafts)
    found = bench.reader.search(bench.alpha, " ".join(words), limit=1000, as_of=as_of, explain=True)
    assert len(found.hits) == 600
    assert found.explanation is not None
    assert {use.use for use in found.explanation.terms} == {"candidates"}


def test_very_many_operators(bench: Bench) -> None:
    bench.write("a.md", "The heron stands.")
    bench.write("b.md", "The heron and word7x.")
    assert paths(bench.search("heron " + " ".join(f"-word{number}x" for number in range(2500)))) == ["a.md"]
    assert paths(bench.search('"heron" ' + '"heron stands" "stands" ' * 600)) == ["a.md"]


def test_no_phrase_spans_what_is_not_next_to_each_other(bench: Bench) -> None:
    text = "# Herons\n\nFirst things first. Second thoughts.\n\n## Food\n\nFish.\n\n## Nests\n\nSee load_names now.\n"
    bench.write("ponds/birds.md", text)
    for phrase in ("Herons Second", "Food Nests", "names load", "Herons ponds", "load names now"):
        assert not bench.finds(f'"{phrase}"', "ponds/birds.md"), phrase
        assert bench.finds(f'thoughts -"{phrase}"', "ponds/birds.md"), phrase
    for phrase in ("Second thoughts", "first things", "see load_names now", "load names"):
        assert bench.finds(f'"{phrase}"', "ponds/birds.md"), phrase


def test_unknown_words_are_named_as_they_were_typed(bench: Bench) -> None:
    bench.write("a.md", "The heron stands at v1.2.3.")
    assert list(bench.search("heron deadbeef12 foo_bar 東京都 1.2.3").unknown) == ["deadbeef12", "foo_bar", "東京都"]


def test_a_project_of_hidden_records_has_nothing_to_be_found(bench: Bench) -> None:
    bench.write("a.md", "The heron stands.")
    bench.gateway.set_hidden(bench.alpha, "a.md", hidden=True)
    assert bench.search("heron").absence is Absence.EMPTY_PROJECT


def test_known_characters_of_unknown_pairs_find_nothing(bench: Bench) -> None:
    bench.write("a.md", "日月")
    assert bench.search("日本").absence is Absence.UNKNOWN_WORDS
    assert bench.finds("日", "a.md")


def test_a_conversation_is_found_by_what_it_is_about(bench: Bench) -> None:
    say(bench, "Let us talk of herons.\nThey stand.", "Fine.")
    (hit,) = bench.reader.search(bench.alpha, "herons", level=Level.L1, limit=5).hits
    assert hit.address.path == "conversations/chat/000000"
    assert not bench.reader.search(bench.alpha, "stand", level=Level.L1, limit=5).hits


def test_many_files_of_one_directory_are_one_hit(bench: Bench) -> None:
    bench.gateway.write(bench.alpha, [Draft(f"n/{number}", "The heron stands.") for number in range(300)])
    bench.write("m/1", "A heron.")
    hits = bench.reader.search(bench.alpha, "heron", level=Level.L0, limit=5).hits
    assert {hit.address.path for hit in hits} == {"n", "m"}


def test_a_repaired_word_counts_as_often_as_it_was_asked(bench: Bench) -> None:
    bench.write("a.md", "The heron stands.")
    once, thrice = (
        bench.reader.search(bench.alpha, query, limit=5, explain=True).explanation
        for query in ("herno stands", "herno herno herno stands")
    )
    assert once is not None
    assert thrice is not None
    weights = [{use.term: use.weight for use in each.terms}["heron"] for each in (once, thrice)]
    assert weights[1] == pytest.approx(3 * weights[0])


def test_only_some_unknown_words_are_repaired(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("a.md", "The heron stands.")
    asked: list[str] = []
    real = spelling.nearest
    monkeypatch.setattr(spelling, "nearest", lambda word, *more: asked.append(word) or real(word, *more))
    letters = "abcdefghijklmnopqrst"
    unknown = " ".join(f"zz{first}{second}qq" for first in letters for second in letters)
    assert bench.finds(f"{unknown} heron", "a.md")
    assert len(asked) == MOST_REPAIRED


def test_a_kind_that_no_record_has_is_damage(bench: Bench) -> None:
    bench.write("a.md", "The heron stands.")
    for kind in ("directory", "doCument"):
        with bench.backend._store.writing() as connection:  # type: ignore[attr-defined]
            connection.execute("UPDATE version SET kind = ?", (kind,))
        with pytest.raises(StoreCorrupt):
            bench.search("heron")
        assert any(check.verdict.value == "fail" for check in bench.backend.checks(bench.alpha, fix=False))
    with bench.backend._store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute("UPDATE version SET kind = 'document'")
    assert bench.finds("heron", "a.md")

"""What is said of an answer beside its hits."""

from __future__ import annotations

import pytest

from rna_cli.domain.explanation import Dropped, Explanation, TermUse
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Absence, Found, Hit, Kind, Passage, Repair
from rna_cli.domain.scope import Scope
from rna_cli.domain.uri import Address
from rna_cli.render.found import explanation_text, found_notes
from rna_cli.render.text import hits_text

HIT = Hit(
    Address(Scope("p"), "a.md"),
    Level.L2,
    Kind.DOCUMENT,
    "Herons",
    1.0,
    Passage("The heron.", 1, 1),
    "2026-03-01T12:00:00.000000Z",
    1,
    matched=("heron",),
)
REPAIR = Repair("heorn", "heron")


def _notes(found: Found, *choices: str) -> list[str]:
    return found_notes(found, "p", "the query -x", "the query", choices)


def test_nothing_is_said_of_a_plain_answer() -> None:
    assert _notes(Found([HIT], ["heron"])) == []


def test_words_that_are_in_no_text_are_named() -> None:
    found = Found([HIT], ["heron"], repairs=[REPAIR], unknown=["zebra", "qagga"])
    assert _notes(found) == [
        "'heorn' is in no text; looked for 'heron'.",
        "In no text: 'zebra', 'qagga'.",
    ]


@pytest.mark.parametrize(
    ("absence", "choices", "said"),
    [
        (Absence.NOTHING_TO_LOOK_FOR, [], ["only common words or punctuation", "rna memory p grep --fixed TEXT"]),
        (Absence.EMPTY_PROJECT, [], ["Nothing is in p yet", "rna memory p write --file PATH"]),
        (Absence.UNKNOWN_WORDS, [], ["no text has 'zebra' or a word near", "rna memory p grep TEXT"]),
        (Absence.FILTERED, [], ["the query left out every record", "rna memory p search -- 'the query'"]),
        (Absence.FILTERED, ["--level L0"], ["--level L0 left out every record", "search -- 'the query'"]),
        (Absence.FILTERED, ["a", "b"], ["a and b left out every record"]),
        (Absence.NO_MATCH, [], ["No hits in p for: the query -x"]),
    ],
)
def test_no_hits_say_why_and_what_to_do(absence: Absence, choices: list[str], said: list[str]) -> None:
    unknown = ["zebra"] if absence is Absence.UNKNOWN_WORDS else []
    (note,) = _notes(Found([], [], absence=absence, unknown=unknown), *choices)
    for part in said:
        assert part in note


def test_repairs_that_found_nothing_are_told_too() -> None:
    notes = _notes(Found([], ["heron"], repairs=[REPAIR], absence=Absence.FILTERED), "--as-of")
    assert notes[0].startswith("'heorn' is in no text")
    assert notes[1].startswith("No hits in p: --as-of left out")


def test_a_note_is_one_short_line() -> None:
    (note,) = found_notes(Found([], ["x"], absence=Absence.NO_MATCH), "p", "word\n" * 500, "word", [])
    assert len(note) <= 400
    assert "\n" not in note


def test_a_repaired_hit_is_marked() -> None:
    repaired = HIT._replace(repaired=True)
    assert hits_text([HIT, repaired]).splitlines()[0] == "1. L2 Herons"
    assert hits_text([HIT, repaired]).splitlines()[4] == "2. L2 Herons (near word)"


def test_an_explanation_is_two_tables() -> None:
    explanation = Explanation(
        terms=[TermUse("heron", 1.609, 12, "candidates"), TermUse("bird", 0.5, 3000, "order only")],
        dropped=[Dropped("the", "common word")],
        candidates=12,
        postings=3012,
        passages=4000,
        stages_ms={"words": 0.123, "order": 1.5},
    )
    assert explanation_text(explanation, [HIT, HIT._replace(matched=())]) == (
        "TERM   WEIGHT  PASSAGES  USE\n"
        "heron    1.61        12  candidates\n"
        "bird     0.50      3000  order only\n"
        "\n"
        "left out    the (common word)\n"
        "candidates  12 of 4000 passages\n"
        "postings    3012\n"
        "time        words 0.12 ms, order 1.50 ms\n"
        "hit 1       heron\n"
        "hit 2       -\n"
    )
    assert "TERM" not in explanation_text(explanation._replace(terms=[]), [])

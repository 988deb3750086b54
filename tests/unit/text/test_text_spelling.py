from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.text.spelling import Near, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

VOCABULARY = {"commun": 3, "releas": 9, "pleas": 2, "привет": 1, "form": 5, "from": 7, "farm": 9, "lettuc": 1} | {
    "thief": 4,
    "wish": 2,
    "room": 2,
}


def known(terms: Iterable[str]) -> dict[str, int]:
    return {term: VOCABULARY[term] for term in terms if term in VOCABULARY}


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("comunication", "communication"),
        ("communicatoin", "communication"),
        ("communicarion", "communication"),
        ("communiccation", "communication"),
        ("ocmmunication", "communication"),
        ("relleases", "releases"),
        ("првет", "привет"),
        ("letuce", "lettuce"),
    ],
)
def test_one_slip_is_repaired(word: str, near: str) -> None:
    found = nearest(word, known)
    assert found is not None
    assert found.word == near
    assert found.passages == VOCABULARY[found.term]


@pytest.mark.parametrize("word", ["cmnication", "xyzzy", "rel", "的的的的", ""])
def test_what_is_near_to_nothing_is_left_alone(word: str) -> None:
    assert nearest(word, known) is None


def test_swapped_letters_come_before_another_letter_and_the_first_letter_is_seldom_wrong() -> None:
    assert nearest("fomr", known) == Near("form", "form", 5)
    assert nearest("qlease", known) == Near("please", "pleas", 2)


def test_among_equals_the_more_frequent_comes_first() -> None:
    assert nearest("fbrm", known) == Near("farm", "farm", 9)


def test_the_vocabulary_is_asked_once() -> None:
    calls: list[int] = []

    def counted(terms: Iterable[str]) -> dict[str, int]:
        calls.append(len(list(terms)))
        return {}

    assert nearest("communicate", counted) is None
    assert len(calls) == 1
    assert calls[0] < 1000


@pytest.mark.parametrize("word", ["thier", "wich", "rfom"])
def test_a_slip_in_a_stop_word_is_not_taken_for_another_word(word: str) -> None:
    assert nearest(word, known) is None  # their, which, from


def test_words_as_near_as_a_stop_word_are_not_looked_up() -> None:
    asked: set[str] = set()

    def listening(terms: Iterable[str]) -> dict[str, int]:
        asked.update(terms)
        return {}

    nearest("thier", listening)
    assert "thief" not in asked
    nearest("thieg", listening)
    assert "thief" in asked

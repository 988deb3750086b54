"""Turns, places and titles of messages whose source leaves them out."""

from __future__ import annotations

import pytest

from rna_cli.errors import InputUnusable
from rna_cli.importers.turns import Turns
from rna_cli.memory.gateway import MessageDraft

Given = tuple[str, int | None, int | None]


def _placed(*given: Given) -> list[tuple[int, int]]:
    """Return turn and place of messages, given as (conversation, turn, place)."""
    turns = Turns()
    drafts = [turns.placed(MessageDraft(name, 0, 0, "Text."), turn, place) for name, turn, place in given]
    return [(draft.turn, draft.place) for draft in drafts]


@pytest.mark.parametrize(
    ("given", "placed"),
    [
        ([("a", None, None)] * 3, [(0, 0), (1, 0), (2, 0)]),
        ([("a", None, None), ("b", None, None), ("a", None, None)], [(0, 0), (0, 0), (1, 0)]),
        ([("a", 5, None), ("a", None, None)], [(5, 0), (6, 0)]),
        ([("a", 0, None), ("a", 0, None), ("a", 1, None)], [(0, 0), (0, 1), (1, 0)]),
        ([("a", 0, None), ("b", 0, None), ("a", 0, None)], [(0, 0), (0, 0), (0, 1)]),
        ([("a", 0, 3), ("a", 0, None), ("a", 0, 1), ("a", 0, None)], [(0, 3), (0, 4), (0, 1), (0, 5)]),
        ([("a", 9, None), ("a", 8, None), ("a", 8, None), ("a", None, None)], [(9, 0), (8, 0), (8, 1), (10, 0)]),
        ([("a", 0, None), ("a", 2, None), ("a", 1, 0), ("a", 0, 7)], [(0, 0), (2, 0), (1, 0), (0, 7)]),
        ([("é", None, None), ("e\u0301", None, None)], [(0, 0), (1, 0)]),  # one address, so one conversation
    ],
)
def test_places(given: list[Given], placed: list[tuple[int, int]]) -> None:
    assert _placed(*given) == placed


def test_going_back_to_an_earlier_turn_needs_a_place() -> None:
    before: list[Given] = [("a", 0, None), ("a", 2, None)]
    for turn in (0, 1):
        with pytest.raises(InputUnusable, match=f"turn {turn} of conversation 'a' .* after turn 2") as failure:
            _placed(*before, ("a", turn, None))
        assert "'place'" in failure.value.hint
        assert _placed(*before, ("a", turn, 4))[-1] == (turn, 4)
        assert _placed(*before, ("b", turn, None))[-1] == (turn, 0)


def _titles(*said: tuple[str, str]) -> list[str | None]:
    """Return the titles of the messages of one turn, given as (role, text)."""
    turns = Turns()
    return [turns.placed(MessageDraft("a", 0, 0, text, role), 0, None).title for role, text in said]


def test_a_title_is_what_the_user_said_first() -> None:
    assert _titles(("user", "\n  Why?\nTell me."), ("assistant", "Because."), ("user", "Oh.")) == ["Why?"] * 3
    assert _titles(("assistant", "Hello."), ("tool", "x"), ("user", "Hi!"), ("assistant", "How are you?")) == [
        "Hello.",
        "Hello.",
        "Hi!",
        "Hi!",
    ]


def test_a_title_is_one_short_line_that_can_be_shown() -> None:
    (title,) = _titles(("user", "word " * 100))
    assert title is not None
    assert len(title) <= 80
    assert title.endswith("…")
    assert _titles(("user", "a\tb\x1b[31mc\r\nnext")) == ["a b [31mc"]
    assert _titles(("user", "\x1b\nshown"), ("user", "Next.")) == ["", "Next."]


def test_a_turn_has_a_title_of_its_own() -> None:
    turns = Turns()
    drafts = [turns.placed(MessageDraft("a", 0, 0, text), turn, None) for turn, text in ((0, "One."), (1, "Two."))]
    assert [draft.title for draft in drafts] == ["One.", "Two."]

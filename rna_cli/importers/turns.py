"""Where messages stand whose source does not say it: turns and places in the order of the source, and turns' titles."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.errors import InputUnusable
from rna_cli.memory.gateway import message_title

if TYPE_CHECKING:
    from rna_cli.memory.gateway import MessageDraft


class _Last(NamedTuple):
    """What is known of a conversation: its turns so far, and the turn of its last message."""

    lowest: int
    highest: int
    turn: int
    place: int
    title: str
    asked: bool
    """Whether the title is what a user said."""


class Turns:
    """Gives messages turns, places and titles as they come.

    It remembers one turn of each conversation, so that what it holds grows with the conversations and not with their
    messages.
    """

    def __init__(self) -> None:
        self._last: dict[str, _Last] = {}

    def placed(self, draft: MessageDraft, turn: int | None, place: int | None) -> MessageDraft:
        """Return a draft with its turn, its place and the title of its turn.

        Args:
            draft: the message; what it says of the three does not matter.
            turn: None for one of its own, after the highest of its conversation.
            place: None for the next of the turn.

        Raises:
            InputUnusable: no place, and the message goes back to a turn before the last, whose places are forgotten.
        """
        key = unicodedata.normalize("NFC", draft.conversation)  # as its address has it
        last = self._last.get(key)
        if turn is None:
            turn = last.highest + 1 if last else 0
        same = last is not None and turn == last.turn
        if place is None:
            if last and not same and last.lowest <= turn <= last.highest:
                raise InputUnusable(
                    f"turn {turn} of conversation {draft.conversation[:80]!r} has no 'place', and comes after turn "
                    f"{last.turn}.",
                    hint="Put the messages of a turn together, or give each its 'place'.",
                )
            place = last.place + 1 if last and same else 0
        title, asked = (last.title, last.asked) if last and same else ("", False)
        if not title or (draft.role == "user" and not asked):
            title, asked = message_title(draft.text), draft.role == "user"
        self._last[key] = _Last(
            min(turn, last.lowest) if last else turn,
            max(turn, last.highest) if last else turn,
            turn,
            max(place, last.place) if last and same else place,
            title,
            asked,
        )
        return draft._replace(turn=turn, place=place, title=title)

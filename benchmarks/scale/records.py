"""What the stores hold, the first so many of one stream of messages, and what is asked of them."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.memories import SCOPE, SHORT_CHARS
from benchmarks.texts import SEED, Texts
from rna_cli.domain.conversations import message_address
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import MessageDraft

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BATCH = 50_000
"""Records that are written at a time, and committed."""

WORDS = (1, 2, 3, 5, 8, 12)
"""How many words a query has."""

_CONVERSATION = 500
_SPEAKERS = ("Ada", "Bob")
_ROLES = ("user", "assistant")
_START = datetime(2024, 1, 1, 9)

Row = tuple[str, str, str, str]
"""Path, speaker, time and text of a message."""


class Layout(NamedTuple):
    """How many records a store holds, and over how many projects of the same size they are spread."""

    records: int
    projects: int = 1

    def __str__(self) -> str:
        """Return how it is called in a table."""
        return f"{self.projects:,} of {self.records // self.projects:,}" if self.projects > 1 else "one"

    @property
    def batch(self) -> int:
        """How many records are written at a time: never those of two projects."""
        return min(BATCH, self.records // self.projects)


class Records:
    """Messages whose texts are in a file, a line each, so that nobody has to make them anew, or to hold them all.

    Args:
        file: where the texts are put.
        count: how many there are.
    """

    def __init__(self, file: Path, count: int) -> None:
        self._file = file
        texts = Texts()
        with file.open("w", encoding="utf-8") as lines:
            lines.writelines(f"{texts.note(SHORT_CHARS)}\n" for _ in range(count))

    def batches(self, layout: Layout) -> Iterator[list[MessageDraft]]:
        """Yield the records of a store, in batches; a project's come one after the other."""
        with self._file.open(encoding="utf-8") as lines:
            drafts = (_message(number, line.rstrip("\n")) for number, line in enumerate(islice(lines, layout.records)))
            while batch := list(islice(drafts, layout.batch)):
                yield batch

    def known_queries(self, records: int, count: int) -> list[str]:
        """Return queries that find something in every store: three words out of one of the first `records`."""
        choose = random.Random(SEED)
        with self._file.open(encoding="utf-8") as lines:
            texts = list(islice(lines, records))
        found = []
        for text in choose.choices(texts, k=count):
            words = [word for word in text.split() if len(word) > 4 and word.isalpha() and word.islower()]
            found.append(" ".join(choose.sample(words, 3)))
        return found


def _message(number: int, text: str) -> MessageDraft:
    conversation, place = divmod(number, _CONVERSATION)
    part = place % 2
    said_at = (_START + timedelta(minutes=number)).isoformat()
    return MessageDraft(
        f"c{conversation:05}", place // 2, part, text, _ROLES[part], speaker=_SPEAKERS[part], time=said_at
    )


def row_of(draft: MessageDraft) -> Row:
    """Return a message as a plain row."""
    address = message_address(SCOPE, draft.conversation, draft.turn, draft.place)
    return address.path, draft.speaker, draft.time or "", draft.text


def scope_of(project: int) -> Scope:
    """Return the scope of a store's project of that number, from 0."""
    return Scope.of(f"{SCOPE.project_id}-{project}") if project else SCOPE


def queries(each: int) -> list[str]:
    """Return `each` queries of each number of words. A small store has not every word."""
    texts = Texts(SEED + 2)
    return [texts.query(words) for words in WORDS for _ in range(each)]

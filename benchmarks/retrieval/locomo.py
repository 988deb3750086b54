"""LoCoMo: long conversations of two people in sessions, and questions with the turns that answer them.

A conversation is a project, a session is one of its conversations, and a question counts when it is of category 1 to 4
(several turns, time, open, one turn; the fifth has no answer) and at least one of its turns is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.retrieval.sets import Project, Question, Record, Trial, path_of
from benchmarks.retrieval.typos import misspelt
from rna_cli.memory.gateway import Draft, MessageDraft

if TYPE_CHECKING:
    from pathlib import Path

TURN = "turn"
SPEAKER_IN_TEXT = "turn, speaker in the text only"
TWO_TURNS = "two turns"
SESSION = "session"
POOLED = "turn, all conversations in one project"
TYPO = "turn, a typo in each question"

_CATEGORIES = {1, 2, 3, 4}
_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D\d+:\d+")
_TIME = "%I:%M %p on %d %B, %Y"


class _Turn(NamedTuple):
    """One turn: its id (`D3:12`), its number in the session, who speaks, and the text with the caption of a picture."""

    turn_id: str
    number: int
    speaker: str
    text: str

    @property
    def line(self) -> str:
        """The turn as it stands in a transcript."""
        return f"{self.speaker}: {self.text}"


class _Session(NamedTuple):
    """The turns of a session; `said_at` is the time as the file has it."""

    name: str
    said_at: str
    turns: Sequence[_Turn]

    @property
    def time(self) -> str:
        """The time as ISO 8601, without a zone: the file has none."""
        return datetime.strptime(self.said_at, _TIME).isoformat()


class _Held(NamedTuple):
    """A record, and the ids of the turns that are in it."""

    record: Record
    turn_ids: Sequence[str]


_Unit = Callable[[_Session, str], Iterator[_Held]]
"""Makes records of a session; the second argument comes before its name."""


def read(path: Path) -> list[Trial]:
    """Return the trials of a file of conversations."""
    return trials(json.loads(path.read_text(encoding="utf-8")))


def trials(conversations: Sequence[Mapping[str, Any]]) -> list[Trial]:
    """Return the same questions over records of several sizes, the last time misspelt."""
    turns = [_project(each, _turn_records) for each in conversations]
    return [
        Trial(TURN, turns),
        Trial(SPEAKER_IN_TEXT, [_project(each, _anonymous_records) for each in conversations]),
        Trial(TWO_TURNS, [_project(each, _pair_records) for each in conversations]),
        Trial(SESSION, [_project(each, _session_records) for each in conversations]),
        Trial(POOLED, [_pooled([_project(each, _turn_records, prefixed=True) for each in conversations])]),
        Trial(TYPO, [_misspelt(project) for project in turns]),
    ]


def _turn_records(session: _Session, prefix: str) -> Iterator[_Held]:
    for turn in session.turns:
        record = MessageDraft(prefix + session.name, turn.number, 0, turn.text, speaker=turn.speaker, time=session.time)
        yield _Held(record, [turn.turn_id])


def _anonymous_records(session: _Session, prefix: str) -> Iterator[_Held]:
    for turn in session.turns:
        yield _Held(MessageDraft(prefix + session.name, turn.number, 0, turn.line, time=session.time), [turn.turn_id])


def _pair_records(session: _Session, prefix: str) -> Iterator[_Held]:
    for at in range(0, len(session.turns), 2):
        pair = session.turns[at : at + 2]
        text = "\n".join(turn.line for turn in pair)
        record = MessageDraft(prefix + session.name, pair[0].number, 0, text, time=session.time)
        yield _Held(record, [turn.turn_id for turn in pair])


def _session_records(session: _Session, prefix: str) -> Iterator[_Held]:
    text = "\n".join([session.said_at, *(turn.line for turn in session.turns)])
    yield _Held(Draft(f"sessions/{prefix}{session.name}.md", text), [turn.turn_id for turn in session.turns])


def _project(source: Mapping[str, Any], unit: _Unit, *, prefixed: bool = False) -> Project:
    name = str(source["sample_id"]).replace("conv-", "c")
    held = [
        each for session in _sessions(source["conversation"]) for each in unit(session, f"{name}-" if prefixed else "")
    ]
    paths = {turn_id: path_of(each.record) for each in held for turn_id in each.turn_ids}
    return Project(name, [each.record for each in held], list(_questions(source["qa"], paths)))


def _sessions(conversation: Mapping[str, Any]) -> Iterator[_Session]:
    numbers = [int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key))]
    for number in sorted(numbers):
        turns = [_turn(each) for each in conversation[f"session_{number}"]]
        yield _Session(f"session-{number}", conversation[f"session_{number}_date_time"], turns)


def _turn(source: Mapping[str, Any]) -> _Turn:
    turn_id, caption = source["dia_id"], source.get("blip_caption")
    text = f"{source['text']} {caption}" if caption else source["text"]
    return _Turn(turn_id, int(turn_id.partition(":")[2]), source["speaker"], text)


def _questions(sources: Sequence[Mapping[str, Any]], paths: Mapping[str, str]) -> Iterator[Question]:
    """Yield what can be asked. Some ids are malformed: what can be read of them counts, if it is there."""
    for source in sources:
        turn_ids = _EVIDENCE.findall(" ".join(source.get("evidence", ())))
        relevant = frozenset(paths[turn_id] for turn_id in turn_ids if turn_id in paths)
        if source["category"] in _CATEGORIES and relevant:
            yield Question(source["question"], relevant)


def _pooled(projects: Sequence[Project]) -> Project:
    return Project(
        "pooled",
        [record for project in projects for record in project.records],
        [question for project in projects for question in project.questions],
    )


def _misspelt(project: Project) -> Project:
    questions = [question._replace(text=misspelt(question.text)) for question in project.questions]
    return project._replace(questions=questions)

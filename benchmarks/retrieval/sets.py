"""What a set is made of: records, questions to them, and which records answer each."""

from __future__ import annotations

import random
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.memories import SCOPE
from benchmarks.texts import SEED
from rna_cli.domain.conversations import message_address
from rna_cli.memory.gateway import Draft, MessageDraft

if TYPE_CHECKING:
    from collections.abc import Sequence

Record = Draft | MessageDraft


class Question(NamedTuple):
    """What is asked, and the paths of the records that answer it."""

    text: str
    relevant: frozenset[str]


class Project(NamedTuple):
    """Records that are searched together, and what is asked of them."""

    name: str
    records: Sequence[Record]
    questions: Sequence[Question]


class Trial(NamedTuple):
    """A row of a table: projects whose records are of one kind."""

    name: str
    projects: Sequence[Project]

    @property
    def questions(self) -> list[Question]:
        """All questions, in the order of the projects."""
        return [question for project in self.projects for question in project.questions]

    @property
    def records(self) -> int:
        """How many records there are."""
        return sum(len(project.records) for project in self.projects)


def path_of(record: Record) -> str:
    """Return the path at which a record is found."""
    if isinstance(record, MessageDraft):
        return message_address(SCOPE, record.conversation, record.turn, record.place).path
    return record.path


def text_of(record: Record) -> str:
    """Return all that a record says, for ways to search that know nothing but text.

    The day of a message is written out: baselines find more so than by its ISO form, and than without it.
    """
    if isinstance(record, MessageDraft):
        return " ".join(filter(None, (record.speaker, record.time and day(record.time), record.text)))
    return f"{record.title} {record.text}" if record.title else record.text


def day(time: str) -> str:
    """Return the day of an ISO time as people write it: `8 May 2023`."""
    moment = datetime.fromisoformat(time)
    return f"{moment.day} {moment:%B %Y}"


def sampled(trial: Trial, most: int) -> Trial:
    """Return the trial with at most so many questions; trials that ask the same keep the same ones."""
    count = len(trial.questions)
    if count <= most:
        return trial
    kept = set(random.Random(SEED).sample(range(count), most))
    projects, number = [], 0
    for project in trial.projects:
        chosen = [question for at, question in enumerate(project.questions, number) if at in kept]
        number += len(project.questions)
        projects.append(project._replace(questions=chosen))
    return trial._replace(projects=projects)

"""The product, by its own way in and out: records through the gateway, questions through the reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.memories import open_memory, scratch
from benchmarks.retrieval.measures import DEPTH
from rna_cli.domain.scope import Scope

if TYPE_CHECKING:
    from benchmarks.retrieval.sets import Trial

_QUOTE = re.compile(r'["＂]')
_PREFIX = re.compile(r"\b(title|kind|after|before)[:：﹕︓]", re.IGNORECASE)
_DASH = re.compile(r"(?<!\S)[-－﹣]+")


def plain(question: str) -> str:
    """Return a question of which nothing is an operator: no quotation marks, no `-word`, no `title:word`."""
    return _DASH.sub("", _PREFIX.sub(r"\1 ", _QUOTE.sub(" ", question)))


def product(trial: Trial) -> list[list[str]]:
    """Return the paths that are found for each question; the projects are all in one store."""
    answers = []
    with scratch() as folder, open_memory(folder) as memory:
        for project in trial.projects:
            scope = Scope.of(project.name)
            memory.gateway.initialize(scope)
            memory.gateway.write(scope, project.records)
        reader = memory.reader
        for project in trial.projects:
            scope = Scope.of(project.name)
            for question in project.questions:
                found = reader.search(scope, plain(question.text), limit=DEPTH)
                answers.append([hit.address.path for hit in found.hits])
    return answers

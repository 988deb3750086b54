"""Sets in the format of SQuAD, in Chinese and Japanese: a question, and where in a paragraph its answer starts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.retrieval.sets import Project, Question, Record, Trial, path_of
from rna_cli.memory.gateway import Draft, MessageDraft

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

PARAGRAPH = "paragraph"
SENTENCE = "sentence"

_SEPARATOR = " [SEP] "
_SENTENCE = re.compile(r"[^。！？]*[。！？]|[^。！？]+")


class _Paragraph(NamedTuple):
    """A paragraph, the title of its article, and what is asked: the question, and where in `text` the answer starts."""

    title: str
    text: str
    asked: Sequence[tuple[str, int]]


def read(path: Path) -> list[Trial]:
    """Return the two trials of a file."""
    return trials(json.loads(path.read_text(encoding="utf-8")), path.stem.partition("_")[0])


def trials(source: Mapping[str, Any], name: str) -> list[Trial]:
    """Return the trials, their questions looking for a paragraph and for the sentence that holds the answer."""
    paragraphs = list(_paragraphs(source))
    return [
        Trial(f"{name}, {PARAGRAPH}", [_by_paragraph(name, paragraphs)]),
        Trial(f"{name}, {SENTENCE}", [_by_sentence(name, paragraphs)]),
    ]


def _paragraphs(source: Mapping[str, Any]) -> Iterator[_Paragraph]:
    for article in source["data"]:
        for paragraph in article["paragraphs"]:
            title, separator, text = paragraph["context"].partition(_SEPARATOR)
            if not separator:
                title, text = article.get("title", ""), paragraph["context"]
            before = len(paragraph["context"]) - len(text)
            asked = [
                (each["question"], each["answers"][0]["answer_start"] - before)
                for each in paragraph["qas"]
                if each["answers"]
            ]
            yield _Paragraph(title, text, asked)


def _by_paragraph(name: str, paragraphs: Sequence[_Paragraph]) -> Project:
    records, questions = [], []
    for number, paragraph in enumerate(paragraphs):
        record = Draft(f"p/{number}.md", paragraph.text, paragraph.title or None)
        records.append(record)
        questions += [Question(text, frozenset({record.path})) for text, _ in paragraph.asked]
    return Project(name, records, questions)


def _by_sentence(name: str, paragraphs: Sequence[_Paragraph]) -> Project:
    records: list[Record] = []
    questions: list[Question] = []
    for number, paragraph in enumerate(paragraphs):
        sentences = [found for found in _SENTENCE.finditer(paragraph.text) if found[0].strip()]
        messages = [MessageDraft(f"p-{number}", turn, 0, found[0].strip()) for turn, found in enumerate(sentences)]
        records += messages
        for text, start in paragraph.asked:
            holding = [
                path_of(each) for each, at in zip(messages, sentences, strict=True) if start in range(*at.span())
            ]
            if holding:  # else the answer is in the title
                questions.append(Question(text, frozenset(holding)))
    return Project(name, records, questions)

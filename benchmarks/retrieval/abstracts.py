"""Cranfield and CISI: abstracts, questions of experts, and which abstracts these found relevant."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.retrieval.data import CISI, CRANFIELD
from benchmarks.retrieval.sets import Project, Question, Trial
from rna_cli.memory.gateway import Draft

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_START = re.compile(r"^\.I (\d+)\s*$", re.MULTILINE)
_FIELD = re.compile(r"^\.([A-Z])[ \t]*$", re.MULTILINE)

_Fields = tuple[str, dict[str, str]]
"""An id, and the fields by their letter: T is the title, W the text."""


def cranfield(folder: Path) -> Trial:
    """Return Cranfield. A question's number is its place in the file; a judgement below 1 says `not relevant`."""
    documents, queries, judgements = (_text(folder, name) for name in CRANFIELD)
    numbered = ((str(number), query) for number, (_, query) in enumerate(_fields(queries), 1))
    relevant = _relevant(line[:2] for line in map(str.split, judgements.splitlines()) if line and int(line[2]) >= 1)
    return Trial("Cranfield", [_project("cranfield", _fields(documents), numbered, relevant)])


def cisi(folder: Path) -> Trial:
    """Return CISI, the questions that were judged."""
    documents, queries, judgements = (_text(folder, name) for name in CISI)
    relevant = _relevant(line[:2] for line in map(str.split, judgements.splitlines()) if line)
    return Trial("CISI", [_project("cisi", _fields(documents), _fields(queries), relevant)])


def _text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8", errors="replace")


def _fields(text: str) -> Iterator[_Fields]:
    """Yield the entries of a file."""
    _, *parts = _START.split(text)
    for number, body in zip(parts[::2], parts[1::2], strict=True):
        _, *pieces = _FIELD.split(body)
        fields: dict[str, str] = {}
        for letter, piece in zip(pieces[::2], pieces[1::2], strict=True):
            fields.setdefault(letter, piece.strip())
        yield number, fields


def _relevant(pairs: Iterable[list[str]]) -> dict[str, set[str]]:
    """Return the ids of the documents by the number of the question."""
    found = defaultdict(set)
    for query, document in pairs:
        found[query].add(document)
    return found


def _project(
    name: str, documents: Iterable[_Fields], queries: Iterable[_Fields], relevant: Mapping[str, set[str]]
) -> Project:
    records = {}
    for number, fields in documents:
        title = " ".join(fields.get("T", "").split())
        if text := fields.get("W") or title:
            records[number] = Draft(f"d/{number}.txt", text, title or None)
    questions = []
    for number, fields in queries:
        paths = frozenset(records[document].path for document in relevant.get(number, ()) if document in records)
        text = " ".join(f"{fields.get('T', '')} {fields.get('W', '')}".split())
        if paths and text:
            questions.append(Question(text, paths))
    return Project(name, list(records.values()), questions)

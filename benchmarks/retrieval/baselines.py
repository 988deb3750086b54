"""What everybody has: full-text search by SQLite alone and, where the packages are there, bm25s and Tantivy.

A baseline takes the texts, the questions and how many results are wanted, and returns for each question the numbers of
the texts that it found, best first.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from benchmarks.retrieval.measures import DEPTH
from benchmarks.retrieval.sets import path_of, text_of

if TYPE_CHECKING:
    from benchmarks.retrieval.sets import Trial

Found = list[list[int]]
Baseline = Callable[[Sequence[str], Sequence[str], int], Found]

_WORD = re.compile(r"[^\W_]+")
_MATCH = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?"


def beside(baseline: Baseline, trial: Trial) -> list[list[str]]:
    """Return the paths that a baseline finds for each question, of the same texts as the product."""
    answers = []
    for project in trial.projects:
        if project.questions:
            paths = [path_of(record) for record in project.records]
            texts = [text_of(record) for record in project.records]
            found = baseline(texts, [question.text for question in project.questions], DEPTH)
            answers += [[paths[number] for number in numbers] for numbers in found]
    return answers


def _fts5(tokenizer: str, texts: Sequence[str], questions: Sequence[str], limit: int) -> Found:
    """Search an FTS5 index for any of the words, ordered by its own bm25."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE words USING fts5(body, tokenize='{tokenizer}')")
        connection.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", enumerate(texts))
        found = []
        for question in questions:
            match = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
            found.append([row[0] for row in connection.execute(_MATCH, (match, limit))] if match else [])
        return found


fts5_plain: Baseline = partial(_fts5, "unicode61")
fts5_porter: Baseline = partial(_fts5, "porter unicode61")


def has(package: str) -> bool:
    """Tell whether an optional package is there."""
    return find_spec(package) is not None


def bm25s(texts: Sequence[str], questions: Sequence[str], limit: int) -> Found:
    """Search with bm25s as its own pages show it: English stop words, Snowball stems, the method of Lucene."""
    package = import_module("bm25s")
    stemmer = import_module("Stemmer").Stemmer("english")

    def tokens(of: Sequence[str]) -> object:
        return package.tokenize(list(of), stopwords="en", stemmer=stemmer, show_progress=False)

    index = package.BM25(method="lucene")
    index.index(tokens(texts), show_progress=False)
    numbers, scores = index.retrieve(tokens(questions), k=min(limit, len(texts)), show_progress=False)
    return [
        [int(number) for number, score in zip(*row, strict=True) if score > 0]
        for row in zip(numbers, scores, strict=True)
    ]


def tantivy(texts: Sequence[str], questions: Sequence[str], limit: int) -> Found:
    """Search a Tantivy index, its English stems, for any of the words."""
    package = import_module("tantivy")
    builder = package.SchemaBuilder()
    builder.add_integer_field("number", stored=True)
    builder.add_text_field("body", tokenizer_name="en_stem")
    index = package.Index(builder.build())
    writer = index.writer(num_threads=1)
    for number, text in enumerate(texts):
        writer.add_document(package.Document(number=number, body=[text]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    found = []
    for question in questions:
        words = " ".join(_WORD.findall(question.lower()))  # in small letters, none of them is an operator
        query, _ = index.parse_query_lenient(words, ["body"])  # it drops words of over 40 letters, and may have none
        found.append([searcher.doc(address)["number"][0] for _, address in searcher.search(query, limit).hits])
    return found

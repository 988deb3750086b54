"""The tables: what is found of what should be, by the product and by what is beside it."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import Table, Target
from benchmarks.retrieval import abstracts, functions, locomo, made, squad
from benchmarks.retrieval.baselines import beside, bm25s, fts5_plain, fts5_porter, tantivy
from benchmarks.retrieval.baselines import has as has_package
from benchmarks.retrieval.data import CISI, CRANFIELD, SQUAD, data_folder, has, locomo_files, missing_table
from benchmarks.retrieval.dense import Dense, has_dense
from benchmarks.retrieval.measures import Figures, figures_of, rank_of
from benchmarks.retrieval.product import product
from benchmarks.retrieval.sets import sampled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.memories import Sizes
    from benchmarks.retrieval.sets import Trial

    _Way = Callable[[Trial], list[list[str]]]

PRODUCT = "rna"
_DENSE = "MiniLM"
_HYBRID = "MiniLM + FTS5 porter"

_MOST_SQUAD = 5000
"""Questions of one of the sets in Chinese and Japanese; more would only take longer."""

_TARGETS = {
    locomo.TURN: Target(77, least=True),
    locomo.SPEAKER_IN_TEXT: Target(74, least=True),
    locomo.TWO_TURNS: Target(80, least=True),
    squad.PARAGRAPH: Target(97, least=True),
    squad.SENTENCE: Target(85, least=True),
    "Cranfield": Target(80, least=True),
    "CISI": Target(85, least=True),
    "function": Target(64, least=True),
}
"""What hit@5 of the product should be, by the name of the trial, for the sets in other scripts by its last word."""

_MEAN = Target(92, least=True)
_TYPO_COST = Target(5)

_COLUMNS = (
    "what is looked for",
    "way",
    "records",
    "questions",
    "hit@1",
    "hit@5",
    "95 % of hit@5",
    "hit@10",
    "MRR@10",
    "target, hit@5",
)

_LOCOMO_NOTE = (
    "Which turn answers? A hit is a record with one of the turns that do. Speaker and time are given, but where the "
    "name says that the speaker is only in the text; two turns and sessions have no speaker either."
)
_SQUAD_NOTE = (
    "Which paragraph answers, and which sentence of them all does the answer start in? MiniLM is left out: it was made "
    "for English."
)
_ABSTRACTS_NOTE = "A hit is one of the abstracts that were judged relevant."
_FUNCTIONS_NOTE = (
    "Functions of this Python's own library without their doc strings; a question is the first paragraph of one."
)

_Results = dict[tuple[str, str], Figures]
"""By trial and way."""


class _Family(NamedTuple):
    """Trials that share a table.

    `close` adds rows that are made of the others; `without` are ways that would say nothing here.
    """

    title: str
    note: str
    trials: Sequence[Trial]
    close: Callable[[Table, _Results], None] = lambda table, results: None
    without: frozenset[str] = frozenset()


def retrieval(sizes: Sizes) -> Iterator[Table]:
    """Measure, and yield the tables as they come."""
    ways = _ways(every=sizes.every_way)
    if not sizes.sets:
        yield _measured(
            _Family("Made conversations", _LOCOMO_NOTE, locomo.trials(made.conversations(2)), _typo_cost), ways, sizes
        )
    else:
        folder = data_folder()
        for family in _families(folder):
            yield _measured(family, ways, sizes)
        if missing := missing_table(folder):
            yield missing
    yield _measured(_Family("Code", _FUNCTIONS_NOTE, [functions.functions(sizes.modules)]), ways, sizes)


def _ways(*, every: bool) -> Mapping[str, _Way]:
    """Return the ways to search; the optional ones where their packages are installed."""
    ways: dict[str, _Way] = {PRODUCT: product, "FTS5 porter": partial(beside, fts5_porter)}
    if every:
        ways["FTS5 unicode61"] = partial(beside, fts5_plain)
        if has_package("bm25s"):
            ways["bm25s"] = partial(beside, bm25s)
        if has_package("tantivy"):
            ways["Tantivy"] = partial(beside, tantivy)
        if has_dense():
            dense = Dense()
            ways[_DENSE] = partial(beside, dense)
            ways[_HYBRID] = partial(beside, dense.hybrid)
    return ways


def _families(folder: Path) -> Iterator[_Family]:
    for path in locomo_files(folder):
        yield _Family(f"Conversations: {path.stem}", _LOCOMO_NOTE, locomo.read(path), _typo_cost)
    if files := [folder / name for name in SQUAD if has(folder, name)]:
        trials = [sampled(trial, _MOST_SQUAD) for path in files for trial in squad.read(path)]
        yield _Family("Chinese and Japanese", _SQUAD_NOTE, trials, _sentence_mean, frozenset({_DENSE, _HYBRID}))
    sets = {abstracts.cranfield: CRANFIELD, abstracts.cisi: CISI}
    if collections := [read(folder) for read, names in sets.items() if has(folder, *names)]:
        yield _Family("Abstracts", _ABSTRACTS_NOTE, collections)


def _measured(family: _Family, ways: Mapping[str, _Way], sizes: Sizes) -> Table:
    """Ask every question of a family in every way."""
    table = Table(family.title, _COLUMNS, family.note)
    results: _Results = {}
    for whole in family.trials:
        trial = sampled(whole, sizes.asked)
        print(f"  {family.title}: {trial.name} …", file=sys.stderr, flush=True)
        for way, search in ways.items():
            if way in family.without:
                continue
            answers = zip(search(trial), trial.questions, strict=True)
            results[trial.name, way] = found = figures_of([rank_of(answer, each.relevant) for answer, each in answers])
            _add(table, trial, way, found)
    family.close(table, results)
    return table


def _add(table: Table, trial: Trial, way: str, found: Figures) -> None:
    target = _TARGETS.get(trial.name.rpartition(", ")[2]) or _TARGETS.get(trial.name)
    table.add(
        trial.name,
        way,
        f"{trial.records:,}",
        f"{found.questions:,}",
        found.hit1,
        found.hit5,
        str(found.interval),
        found.hit10,
        found.mrr,
        target.verdict(found.hit5) if target and way == PRODUCT else "",
        interval=found.interval._asdict(),
    )


def _typo_cost(table: Table, results: _Results) -> None:
    """Say how many points of hit@5 a typo takes."""
    for (name, way), found in results.items():
        if name == locomo.TYPO:
            cost = results[locomo.TURN, way].hit5 - found.hit5
            verdict = _TYPO_COST.verdict(cost) if way == PRODUCT else ""
            table.add("points that a typo costs", way, "", "", "", cost, "", "", "", verdict)


def _sentence_mean(table: Table, results: _Results) -> None:
    """Say what the sets reach together, each counting the same."""
    for way in dict.fromkeys(way for _, way in results):
        found = [figures.hit5 for (name, by), figures in results.items() if by == way and name.endswith(squad.SENTENCE)]
        mean = sum(found) / len(found)
        verdict = _MEAN.verdict(mean) if way == PRODUCT else ""
        table.add(f"{squad.SENTENCE}, mean of {len(found)} sets", way, "", "", "", mean, "", "", "", verdict)

"""The densest window of a long text: what a hit shows of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measure import Cost, Table, Target, cost_of, cpu, in_child, settle, wall
from benchmarks.texts import SEED, Texts
from rna_cli.text.queries import query_terms
from rna_cli.text.window import densest_window

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = Target(30)
CHARS = 1_000_000
_WORDS = 5
_TIMES = ("the first time", "again")


def window_table(rounds: int) -> Table:
    """Measure, and return the table."""
    text = Texts().document(CHARS)
    texts = Texts(SEED + 3)
    found = [in_child(partial(_windows, text, texts.query(_WORDS))) for _ in range(rounds)]
    table = Table(
        f"The densest window of a text of {CHARS:,} characters",
        (f"{_WORDS} words", "CPU ms", "wall ms", "target, CPU ms"),
        f"{rounds} rounds, a query and a process each; the first time the process knows none of the words of the text.",
    )
    for number, name in enumerate(_TIMES):
        costs = [Cost(*taken[number]) for taken in found]
        table.add(name, cpu(costs), wall(costs), TARGET.verdict(cpu(costs).median))
    return table


def _windows(text: str, query: str) -> Sequence[Cost]:
    wanted = {term.term: 1.0 for term in query_terms(query)}
    densest_window(text[: CHARS // 1000], wanted)  # what is imported or compiled late
    settle()
    return [cost_of(partial(densest_window, text, wanted)) for _ in _TIMES]

"""How good answers are: hits among the first few, the mean reciprocal rank, and how far chance may have helped."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.texts import SEED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

DEPTH = 10
"""Results of an answer that are looked at."""

RESAMPLES = 1000


class Interval(NamedTuple):
    """Where a figure lies in 95 of 100 samples."""

    low: float
    high: float

    def __str__(self) -> str:
        """Return `71.5–77.0`."""
        return f"{self.low:.1f}–{self.high:.1f}"


class Figures(NamedTuple):
    """What is said of the answers to some questions. Hits are percentages of the questions."""

    questions: int
    hit1: float
    hit5: float
    hit10: float
    mrr: float
    interval: Interval
    """That of `hit5`."""


def rank_of(answer: Sequence[str], relevant: Collection[str]) -> int:
    """Return the place of the first relevant result, from 1; 0 when there is none among the first ten."""
    return next((rank for rank, path in enumerate(answer[:DEPTH], 1) if path in relevant), 0)


def hits(ranks: Sequence[int], among: int) -> float:
    """Return the percentage of the questions that found something relevant among the first so many."""
    return 100 * sum(0 < rank <= among for rank in ranks) / len(ranks)


def figures_of(ranks: Sequence[int]) -> Figures:
    """Return the figures; there is at least one question."""
    return Figures(
        len(ranks),
        hits(ranks, 1),
        hits(ranks, 5),
        hits(ranks, 10),
        sum(1 / rank for rank in ranks if rank) / len(ranks),
        bootstrap(ranks, 5),
    )


def bootstrap(ranks: Sequence[int], among: int, resamples: int = RESAMPLES) -> Interval:
    """Return the 95 % interval of `hits`, from questions drawn anew, with replacement; the same each time."""
    chance = random.Random(SEED)
    found = [0 < rank <= among for rank in ranks]
    shares = sorted(100 * sum(chance.choices(found, k=len(found))) / len(found) for _ in range(resamples))
    return Interval(shares[round(0.025 * (resamples - 1))], shares[round(0.975 * (resamples - 1))])

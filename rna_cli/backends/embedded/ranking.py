"""Scores: BM25 with the statistics of one project, over a passage and what stands beside it.

Source of the constants: docs/benchmarks.md. Turns are short and seldom repeat a word, long texts do.
"""

from __future__ import annotations

import re
from collections import Counter
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from rna_cli.backends.embedded.neighbourhood import RADIUS
from rna_cli.domain.records import Kind
from rna_cli.text.analyser import GAP
from rna_cli.text.english import STOP_WORDS
from rna_cli.text.scripts import CJK, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rna_cli.backends.embedded.neighbourhood import Slot
    from rna_cli.backends.embedded.terms import Term


class Constants(NamedTuple):
    """How one kind of record is scored.

    `k1` says how soon repetition stops to count, `b` how much length does. `typical_terms` is the usual length, a
    constant, so that a score depends on nothing but the passage, its neighbours and the weights of the words.
    `columns` is what a term counts in the title and path, in the first sentence and headings, and in the rest.
    """

    k1: float
    b: float
    typical_terms: int
    columns: tuple[float, float, float]


CONSTANTS = {
    Kind.DOCUMENT: Constants(k1=1.2, b=0.6, typical_terms=100, columns=(5.0, 1.5, 1.0)),
    Kind.MESSAGE: Constants(k1=0.9, b=0.3, typical_terms=40, columns=(1.0, 1.0, 1.0)),
}

NEIGHBOUR = (0.6, 0.42, 0.294)
"""What a term counts that stands in the next passage, in the one after it, and so on: 0.6 · 0.7^(distance - 1)."""

GROUP = 0.3
"""What the mean of the three best passages of a file or conversation adds to each of its passages."""

GROUP_BEST = 3

SPEAKER = 1.5
"""What a message counts whose speaker is the one that the query names."""

ROLES = frozenset({"user", "assistant", "system", "tool", "human", "ai"})
"""Names that are no one's: they say which side spoke."""


class Values(NamedTuple):
    """What a passage has: the value of each term by its number, and of them all when the title is left out.

    The title is on every passage of a file: `own` says which of them to show.
    """

    by_term: dict[int, float]
    own: float


_NOTHING = Values({}, 0.0)
_NO_COUNTS: Counter[str] = Counter()


class Numbers(NamedTuple):
    """Terms to their numbers in a query, whole ones and prefixes apart, so that a passage finds its own at once."""

    whole: dict[str, int]
    prefixes: dict[str, int]

    @classmethod
    def of(cls, terms: Sequence[Term]) -> Numbers:
        """Return the numbers of terms in their order."""
        return cls(
            {term.text: number for number, term in enumerate(terms) if not term.prefix},
            {term.text: number for number, term in enumerate(terms) if term.prefix},
        )


def term_values(columns: Sequence[str], terms: Sequence[Term], numbers: Numbers, kind: Kind) -> Values:
    """Return the BM25 values of the terms in a passage, whose `columns` of terms may be the first few only."""
    words = [column.split() for column in (*columns, "", "")[:3]]
    if not numbers.prefixes and all(map(numbers.whole.keys().isdisjoint, words)):
        return _NOTHING  # as most neighbours have
    k1, b, typical, weights = CONSTANTS[kind]
    counts = [Counter(column) if column else _NO_COUNTS for column in words]
    length = k1 * (1 - b + b * sum(count.total() - count[GAP] for count in counts if count) / typical)
    # Every prefix is a single character, so that one count by first characters serves them all.
    firsts = [_first_characters(count) for count in counts] if numbers.prefixes else counts
    found = {numbers.whole[word] for count in counts for word in numbers.whole.keys() & count.keys()}
    found |= {numbers.prefixes[first] for count in firsts for first in numbers.prefixes.keys() & count.keys()}
    values: dict[int, float] = {}
    own = 0.0
    for number in sorted(found):
        term = terms[number]
        title, head, rest = (count[term.text] for count in (firsts if term.prefix else counts))
        below = weights[1] * head + weights[2] * rest
        frequency = weights[0] * title + below
        values[number] = term.weight * frequency * (k1 + 1) / (frequency + length)
        own += term.weight * below * (k1 + 1) / (below + length)
    return Values(values, own)


def _first_characters(counts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for first, times in zip(map(itemgetter(0), counts), counts.values(), strict=True):
        found[first] += times
    return found


def score_run(run: Sequence[Slot], values: Mapping[int, Values]) -> list[tuple[float, Slot]]:
    """Score each slot of a run: of each term, the best that the passage itself or a neighbour has to offer."""
    scores = []
    for place, slot in enumerate(run):
        best = dict(values.get(slot.passage_pk, _NOTHING).by_term)
        for distance, share in enumerate(NEIGHBOUR[: RADIUS[slot.kind]], 1):
            for other in (place - distance, place + distance):
                if 0 <= other < len(run):
                    for number, value in values.get(run[other].passage_pk, _NOTHING).by_term.items():
                        if share * value > best.get(number, 0.0):
                            best[number] = share * value
        scores.append((sum(best.values()), slot))
    return scores


def with_group_term(scores: Iterable[tuple[float, Slot]]) -> list[tuple[float, Slot]]:
    """Add what a file or conversation as a whole has to each of its passages.

    A mean, not a sum: a longer one is not better for its length.
    """
    groups: dict[str, list[float]] = {}
    known = list(scores)
    for score, slot in known:
        groups.setdefault(slot.group, []).append(score)
    means = {group: _mean_of_best(found) for group, found in groups.items()}
    return [(score + GROUP * means[slot.group], slot) for score, slot in known]


def _mean_of_best(scores: list[float]) -> float:
    best = nlargest(GROUP_BEST, scores)
    return sum(best) / len(best)


def named_speaker(query: str, speakers: Iterable[str]) -> str:
    """Return the one speaker whose name, or first name, stands in a query; empty for none, and for more than one."""
    folded = _folded(query)
    named = {speaker for speaker in speakers if speaker and any(_stands_in(name, folded) for name in _names(speaker))}
    return named.pop() if len(named) == 1 else ""


def _names(speaker: str) -> set[str]:
    folded = _folded(speaker)
    return {folded, folded.split(" ")[0]} - ROLES - STOP_WORDS


def _folded(text: str) -> str:
    return normalize("NFKC", normalize("NFKC", text).casefold())


def _stands_in(name: str, query: str) -> bool:
    if name not in query:
        return False
    # Where words are not written apart, nothing marks the end of a name.
    return _is_unspaced(name) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", query) is not None


def _is_unspaced(name: str) -> bool:
    return re.search(f"[{CJK}{UNSPACED}]", name) is not None

"""Near words: what an unknown word of a query may have been meant to be.

Each word at one edit from it (a letter too many, too few, another one, or two swapped) is turned into its term, and the
terms that the project has are the candidates: that takes some hundred look-ups, whatever the size of the vocabulary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.text.analyser import analyse_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

SHORTEST = 4
"""Letters of the shortest word that is repaired: a shorter one is near to too many."""

LONGEST = 24
"""Letters of the longest: what is longer is a name or a blob, and costs time."""

_FAR = 9.0
"""More than any edit costs."""

_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў", "αβγδεζηθικλμνξοπρστυφχψως")


class Near(NamedTuple):
    """A `word` near an unknown one; `passages` of the project have its `term`."""

    word: str
    term: str
    passages: int


def nearest(word: str, passages_with: Callable[[Iterable[str]], Mapping[str, int]]) -> Near | None:
    """Return the word that is nearest to a folded word and that the project has; of equals the more frequent one.

    There is none where a stop word is as near: `thier` is `their`, which is in no index, and not `thief`.

    Args:
        word: that no text has; of other lengths than `SHORTEST` to `LONGEST` nothing is near.
        passages_with: takes terms, and returns in how many passages those stand that are known.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return None
    ranked: dict[str, tuple[float, int, str]] = {}
    stop_word = _FAR
    for variant, cost in _variants(word):
        term = analyse_name(variant)
        if not term:
            stop_word = min(stop_word, cost)
        elif " " not in term:
            ranked[term] = min(ranked.get(term, (_FAR, 0, "")), (cost, len(variant), variant))
    known = passages_with([term for term, (cost, *_) in ranked.items() if cost < stop_word])
    found = [Near(ranked[term][2], term, passages) for term, passages in known.items()]
    return min(found, key=lambda near: (ranked[near.term][0], -near.passages, near.term), default=None)


def _variants(word: str) -> Iterator[tuple[str, float]]:
    """Yield the words at one edit, with what the edit costs: a slip of the fingers less than another first letter."""
    alphabet = next((letters for letters in _ALPHABETS if word[0] in letters), "")
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        first = 0.5 * (at == 0)
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:], 0.0 + first
        if tail:
            yield head + tail[1:], (0.5 if tail[:1] in {head[-1:], tail[1:2]} else 1.0) + first
        for letter in alphabet:
            if tail and letter != tail[0]:
                yield head + letter + tail[1:], 1.0 + first
            yield head + letter + tail, (0.5 if letter in {head[-1:], tail[:1]} else 1.0) + first

"""One slip of the fingers in a question."""

from __future__ import annotations

import random
import re
import string

from benchmarks.texts import SEED

_WORD = re.compile(r"[^\W\d_]+")


def misspelt(question: str) -> str:
    """Return the question with one edit in its longest word, the first of them; always the same for the same question.

    The edit is a letter instead of another, one left out, one too many, or two that changed places.
    """
    words = list(_WORD.finditer(question))
    if not words:
        return question
    found = max(words, key=lambda word: word.end() - word.start())
    return question[: found.start()] + _edited(found[0], random.Random(f"{SEED} {question}")) + question[found.end() :]


def _edited(word: str, chance: random.Random) -> str:
    """Return another word, one edit away."""
    kind = chance.choice(("substitution", "deletion", "insertion", "transposition"))
    swaps = [at for at in range(len(word) - 1) if word[at] != word[at + 1]]
    if kind == "transposition" and swaps:
        at = chance.choice(swaps)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    at = chance.randrange(len(word))
    if kind == "deletion" and len(word) > 1:
        return word[:at] + word[at + 1 :]
    letter = chance.choice([letter for letter in string.ascii_lowercase if letter != word[at].lower()])
    return word[:at] + letter + word[at if kind == "insertion" else at + 1 :]

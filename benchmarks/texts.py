"""Text to measure with: the same on every machine, from a list of words in this file.

Real text has few words that are everywhere, many that are rare, and some that never come again; what a memo of words
saves, and what an index costs, depends on that. Words are drawn by Zipf's law from some 30,000: function words first,
then stems, then stems with prefixes and endings. One word in forty is a name, a version or a number. The pieces
between white space are then about as varied as in the doc strings of Python's own library: 17,500 different ones in
the first 100,000 (there 16,100; in the abstracts of one field of science 13,400).
"""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 20261130

_FUNCTION_WORDS = """
the of and to in is a that for it as with be on by are this or an from at which not have was we can has but they when if
one all will there their its more no so would other into than only then any some these what each where who how may our
about them must out up after before also should because over between through under while during both such most
""".split()

_STEMS = """
access account act adapt address agent align allow amend answer append apply arrange array assert assign attach audit
author back balance band base batch bind blank block board bound branch break bridge brief buffer build bundle button
cache call cancel card carry cast catch chain change channel charge chart check class clean clear client clock clone
close code collect column command comment commit compare compile concept concern condition confirm connect consult
contain content context control convert copy correct count course cover craft create credit cross current cycle data
date deal debate decide default defend define delay demand depend deploy depth derive describe design detail detect
develop differ digest direct discover display distance document domain draft draw drift drive drop edge edit effect
elect embed emit empty enable end engine enter equal error escape event evict exact example exceed expand expect expire
export express extend extract factor fail fetch field figure file filter final find finish fix flag flow flush fold
follow force fork form format forward frame front function gain gather general global grant graph group grow guard guide
handle harden hash head health hint hold hook host idle image import improve include index infer inform inject input
insert inspect install instance intend invent issue iterate join journal judge jump keep kernel key label lack land
launch layer lead learn level library limit line link list load local lock log loop manage map mark market master match
matter measure member memory mention merge message method migrate mirror miss model module monitor mount move name
narrow nest network note notice number object observe offer open operate option order origin output owner pack page
panel parse part pass patch path pattern peer perform permit phase pick pipe place plan plant point policy pool port
post present press prevent print process produce profile program project promise prompt proof protect prove provide
publish pull push quality query queue quote raise range rank rate reach reason record recover reduce refer reflect
refresh region register reject relate release remain remark remote remove render repair repeat replace report request
require reserve resist resolve respond restore result retain retry return reveal review revise reward ring role roll
root round route rule run safe sample save scale scan schema scope score screen script search second section secure
segment select send sense serve session set shape share shell shift ship sign signal size skip sort source space span
split stack stage stamp stand start state station status step stop storage store stream stress string strip structure
style subject submit suggest supply support surface survey switch symbol sync system table target task team tend term
test text thread ticket time token tool topic total touch trace track trade train transfer transform transit translate
transport travel treat trend trial trigger trust turn type union unit update upgrade use value vary vector verify
version view visit voice volume wait walk warn watch weight window wire wonder word work wrap write yield zone
""".split()

_PREFIXES = ("", "re", "un", "pre", "sub", "over", "out")
_ENDINGS = ("", "s", "ed", "ing", "er", "ers", "able", "ment", "ly")
_PLAIN = len(_FUNCTION_WORDS)


def _vocabulary() -> list[str]:
    """Return the words, the most frequent first."""
    order = random.Random(SEED)
    stems = list(_STEMS)
    order.shuffle(stems)
    derived = [
        prefix + (stem.removesuffix("e") if ending[:1] in {"e", "i", "a"} else stem) + ending
        for stem in _STEMS
        for prefix in _PREFIXES
        for ending in _ENDINGS
        if prefix or ending
    ]
    order.shuffle(derived)
    return [*_FUNCTION_WORDS, *stems, *derived]


class Texts:
    """A stream of text; two with the same seed give the same.

    Args:
        seed: where the stream starts.
    """

    def __init__(self, seed: int = SEED) -> None:
        self._random = random.Random(seed)
        self._vocabulary = _vocabulary()
        self._weights = list(accumulate((rank + 2.7) ** -1.2 for rank in range(len(self._vocabulary))))
        self._stream = self._words()

    def note(self, characters: int) -> str:
        """Return prose of so many characters."""
        taken: list[str] = []
        length = 0
        while length < characters:
            word = next(self._stream)
            taken.append(word)
            length += len(word) + 1
        return " ".join(taken)[: characters - 1].rstrip(" .,") + "."

    def document(self, characters: int) -> str:
        """Return Markdown of about so many characters: a title, sections, paragraphs."""
        parts = [f"# {self._title()}"]
        length = 0
        while length < characters:
            paragraph = self.note(self._random.randint(250, 600))
            if len(parts) % 4 == 3:
                parts.append(f"## {self._title()}")
            parts.append(paragraph)
            length += len(paragraph) + 2
        return "\n\n".join(parts)[:characters] + "\n"

    def query(self, words: int) -> str:
        """Return words as people look for them: no function words, rarer ones as often as common ones."""
        ranks = (int(_PLAIN * (len(self._vocabulary) / _PLAIN) ** self._random.random()) for _ in range(words))
        return " ".join(self._vocabulary[rank] for rank in ranks)

    def _title(self) -> str:
        return self.query(self._random.randint(2, 4)).capitalize()

    def _words(self) -> Iterator[str]:
        """Yield words with the punctuation of sentences."""
        chance = self._random.random
        left = 0
        while True:
            for word in self._random.choices(self._vocabulary, cum_weights=self._weights, k=2000):
                rare = chance()
                shown = self._name(word) if rare < 1 / 40 else word
                if left == 0:
                    left = int(6 + 14 * chance())
                    yield shown[:1].upper() + shown[1:]
                    continue
                left -= 1
                yield shown + ("." if left == 0 else "," if rare > 0.93 else "")

    def _name(self, word: str) -> str:
        """Return what stands in technical prose for the first and only time."""
        number = self._random.randrange(10_000)
        other = self._vocabulary[_PLAIN + number % len(_STEMS)]
        forms = (
            f"{other}_{word}",
            f"v{number % 10}.{number % 97}.{number % 31}",
            str(number),
            f"{other}/{word}.py",
            f"{other}{word.capitalize()}",
            f"{other}-{number}",
        )
        return forms[number % len(forms)]

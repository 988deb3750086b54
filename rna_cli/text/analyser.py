"""The analyser: text to the terms under which it is stored and looked for.

One analyser for records, queries and passages; a change to it means a new `rna_cli.text.ANALYSER_VERSION`.

- NFKC and case folding; diacritics are dropped from Latin letters only (in other scripts they make other words).
  Soft hyphens and variation selectors are dropped, and a typographic apostrophe is a plain one.
- A word is stemmed (Porter, after a table of irregular English forms); English stop words are dropped.
- A compound (`snake_case`, `camelCase`, `a/b.py`, `v1.2.3`, `state-of-the-art`) is a term whole and by its parts. The
  parts come after all else, so that words next to each other in a text are so in its terms, as phrases need it.
- CJK text is indexed as adjacent pairs and the last character of each run, so that a single character finds every
  run that holds it by prefix. Korean particles are stripped first. Thai, Lao, Burmese and Khmer likewise.
- An emoji is a term.

Source: the recipe and its measurements are in docs/embedded-memory.md.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from operator import add
from typing import TYPE_CHECKING

import Stemmer

from rna_cli.text.english import IRREGULAR, STOP_WORDS
from rna_cli.text.scripts import CJK, HANGUL, IGNORED, MARKS, PICTOGRAPHS, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TERM = 64
"""Characters of a term that are kept; what is longer is a blob, found by its start."""

ABBREVIATED = 7
"""Characters by which a hexadecimal id, such as that of a commit, is known when it is abbreviated. An id of eight or
more, alone or as a part of a compound, is indexed and looked for by these too: one abbreviation finds another."""

GAP = "#"
"""A term that no query has. In a text's terms it stands before the parts of each compound, so that no phrase spans."""

PART = "\x1f"
"""Stands, in the memo, before and after the parts of a compound."""

_ASCII_TOKEN = re.compile(r"(?P<word>\w+(?:['./:@~+&-]\w+)*(?:\+\+|#)?)")
_WORD = rf"(?:[^\W{CJK}{UNSPACED}]|[{MARKS}{IGNORED}])+"
_TOKEN = (
    rf"(?P<unspaced>(?![{IGNORED}])(?:[{CJK}{IGNORED}]+|[{UNSPACED}{IGNORED}]+))|(?P<pictograph>[{PICTOGRAPHS}])"
    rf"|(?P<word>{_WORD}(?:['’./:@~+&-]{_WORD})*(?:\+\+|#)?)"
)
# What no term holds and no compound is joined by, so that it may as well be a space.
_SEPARATORS = bytes.maketrans(_NO_TERM := b'!"$%()*,;<=>?[\\]^`{|}', b" " * len(_NO_TERM))
JOINT = re.compile(r"['’./:@~+&_#-]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VERSION = re.compile(r"v\d+\.")
_HEX_ID = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}")
# Read from the end of a word: to look for tails that reach it from the front takes time by the square of the length.
_ENGLISH_TAILS_BACKWARDS = re.compile(r"(?:s'|'|t'n|er'|ev'|ll'|d'|m')*")
_LATIN = "\u00c0-\u024f\u1e00-\u1eff"
_LATIN_MARKED = re.compile(f"[{_LATIN}][{_LATIN}\u0300-\u036f]*|(?<=[a-z])[\u0300-\u036f]+")
_HANGUL = f"[{HANGUL}]+"


_PARTICLES = tuple(
    """
    에서부터 으로부터 에게서 에서는 에서도 으로는 으로도 이라는 이라고 까지 부터 에서 에게 한테 께서 으로 처럼 보다 마다
    조차 마저 밖에 이나 이란 라는 라고 하고 은 는 이 가 을 를 의 에 와 과 도 만 로 나
    """.split()
)
"""Korean particles, longest first, so that the first that fits is the one to strip."""

_stem_word = Stemmer.Stemmer("porter", 0).stemWord


class _ChunkTerms(dict[str, str]):
    """Memo of chunks, the pieces of text between white space, to their terms, ready to be joined.

    A space stands before each term, and the parts of a compound stand between two marks.

    No term spans white space, so a text is analysed chunk by chunk, and most chunks of a text were seen before.
    Long chunks are CJK sentences or blobs and do not come again.
    """

    LONGEST = 32
    MOST = 200_000

    def __missing__(self, chunk: str) -> str:
        # Most words that end a sentence are known without their full stop.
        found = self[chunk[:-1]] if chunk[-1] == "." and chunk[:-1].isalpha() else _join_terms(chunk)
        if len(chunk) <= self.LONGEST:
            if len(self) >= self.MOST:
                self.clear()
            self[chunk] = found
        return found


chunk_terms = _ChunkTerms()


def analyse(text: str) -> str:
    """Return the terms of `text` joined by spaces, repeated as often as they occur: in order, then those of parts."""
    if text.isascii():
        # `word,` and `word` are one entry of the memo. As bytes, since translating a text takes seven times as long.
        text = text.encode("ascii").translate(_SEPARATORS).decode("ascii")
    return _parts_last("".join(map(chunk_terms.__getitem__, text.split())))


def analyse_name(name: str) -> str:
    """Return what `analyse` does, without keeping it in the memo, where file names would crowd out words."""
    return _parts_last(_join_terms(name))


def _join_terms(text: str) -> str:
    """Return the terms of `text` as the memo has them; most chunks are plain words and need no search for tokens."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    elif text.isalpha() and (text.islower() or text.istitle()):
        return f" {term}" if (term := term_of(text)) else ""
    return "".join(map(_marked, tokens(text)))


def _marked(token: re.Match[str]) -> str:
    """Return the terms of a token as the memo has them."""
    terms = token_terms(token)
    if token.lastgroup != "word" or len(terms) < 2:
        return " " + " ".join(terms) if terms else ""
    return f" {terms[0]}{PART} {GAP} {' '.join(terms[1:])}{PART}"


def _parts_last(terms: str) -> str:
    """Return terms as the memo has them in the order in which they are indexed."""
    if PART in terms:
        outside_and_parts = terms.split(PART)
        terms = "".join(outside_and_parts[::2] + outside_and_parts[1::2])
    return terms[1:]


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Find the tokens of NFKC text. The full pattern takes 4 ms to compile, so not where a process sees only ASCII."""
    return (_ASCII_TOKEN if text.isascii() else _any_token()).finditer(text)


@cache
def _any_token() -> re.Pattern[str]:
    return re.compile(_TOKEN)


@cache
def _ignored() -> re.Pattern[str]:
    return re.compile(f"[{IGNORED}]+")


def token_terms(token: re.Match[str]) -> list[str]:
    """Return the terms of one match of `_TOKEN`; those of a CJK run stand one character apart."""
    text = token[0]
    if not (text.isalnum() or text.isascii()):
        text = _ignored().sub("", text)
    if token.lastgroup == "word":
        return _word_terms(text)
    if token.lastgroup == "unspaced":
        run = _without_particle(text)
        return [*map(add, run, run[1:]), run[-1]]
    return [text]


def _word_terms(token: str) -> list[str]:
    """Return the terms of a word or compound, as it stands in NFKC text."""
    if "'" in token or "’" in token:
        token = _without_ending(token.replace("’", "'"))
    if token.isalnum() and not _is_mixed(token):
        return _plain_terms(token)
    if not any(map(str.isalnum, token)):
        return []  # underscores, or marks without a letter
    # Split at what joins: to find runs of letters would take Indic words apart at their vowel signs.
    parts = [part for part in JOINT.split(token) if part]
    pieces = [piece for part in parts for piece in (_CAMEL.split(part) if _is_mixed(part) else [part])]
    whole = term_of(token) if parts == [token] else fold(token)[:MAX_TERM]
    if pieces == [token]:
        return [whole] if whole else []
    if _VERSION.match(whole):
        pieces = [whole[1:], *pieces]  # `1.2.3` finds `v1.2.3`
    terms = [whole, *(term for piece in pieces for term in _plain_terms(piece) if term != whole)]
    return terms if whole else terms[1:]


def _without_ending(token: str) -> str:
    """Return a word without `'s`, `n't` and the like, as it is when it has none, and empty for a stop word."""
    folded = fold(token)
    if folded in STOP_WORDS:
        return ""
    tails = _ENGLISH_TAILS_BACKWARDS.match(folded[::-1])
    return folded[: -tails.end()] if tails and tails.end() else token


def _plain_terms(word: str) -> list[str]:
    """Return the term of a word, none for a stop word; a hexadecimal id has its abbreviation, too."""
    term = term_of(word)
    if len(term) > ABBREVIATED and not term.isalpha() and _HEX_ID.fullmatch(term):
        return [term, term[:ABBREVIATED]]
    return [term] if term else []


def _is_mixed(word: str) -> bool:
    """Tell camel case from `word`, `Word` and `WORD`."""
    return not (word.islower() or word.isupper() or word.istitle() or word.isdigit())


def term_of(word: str) -> str:
    """Return the term of a plain word, empty for a stop word."""
    folded = word.lower() if word.isascii() else fold(word)
    if folded in STOP_WORDS:
        return ""
    if len(folded) > MAX_TERM:
        return folded[:MAX_TERM]
    if not folded.isalpha():
        return folded  # an id or a number that ends like a word
    stem: str = _stem_word(IRREGULAR.get(folded, folded))
    return stem


def fold(word: str) -> str:
    """Case-fold; drop diacritics from Latin letters."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.casefold())
    return _LATIN_MARKED.sub(_bare_letter, folded)


def _bare_letter(match: re.Match[str]) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", match[0]) if not unicodedata.combining(char))


def _without_particle(run: str) -> str:
    """Return a CJK run without the Korean particle at its end; at least two Hangul characters stay before it."""
    for particle in _PARTICLES:
        if run.endswith(particle):
            stem = run[: -len(particle)]
            if re.fullmatch(_HANGUL, stem[-2:]) and len(stem) >= 2:
                return stem
    return run

"""The analyser: text to the terms under which it is stored and looked for.

One analyser for records, queries and passages; a change to it means a new `rna_cli.text.ANALYSER_VERSION`.

- NFKC and case folding; diacritics are dropped from Latin letters only (in other scripts they make other words).
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
from typing import TYPE_CHECKING

import Stemmer

from rna_cli.text.english import IRREGULAR, STOP_WORDS
from rna_cli.text.scripts import CJK, HANGUL, MARKS, PICTOGRAPHS, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TERM = 64
"""Characters of a term that are kept; what is longer is a blob, found by its start."""

ABBREVIATED = 7
"""Characters by which a hexadecimal id, such as that of a commit, is known when it is abbreviated. An id of eight or
more is indexed and looked for by these too, so that one abbreviation finds another."""

GAP = "#"
"""A term that no query has. In a text's terms it stands before the parts of each compound, so that no phrase spans."""

PART = "\x1f"
"""Marks, in the memo, what is a part of the compound before it."""

_ASCII_TOKEN = re.compile(r"(?P<word>\w+(?:['./:@~+&-]\w+)*(?:\+\+|#)?)")
_WORD = rf"(?:[^\W{CJK}{UNSPACED}]|[{MARKS}])+"
_TOKEN = (
    rf"(?P<unspaced>[{CJK}]+|[{UNSPACED}]+)|(?P<pictograph>[{PICTOGRAPHS}])"
    rf"|(?P<word>{_WORD}(?:['’./:@~+&-]{_WORD})*(?:\+\+|#)?)"
)
# What no term holds and no compound is joined by, so that it may as well be a space.
_SEPARATORS = bytes.maketrans(_NO_TERM := b'!"$%()*,;<=>?[\\]^`{|}', b" " * len(_NO_TERM))
JOINT = re.compile(r"['’./:@~+&_#-]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VERSION = re.compile(r"v\d+\.")
_HEX_ID = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}")
_ENGLISH_TAIL = re.compile(r"(?:'s|'|n't|'re|'ve|'ll|'d|'m)+$")
_LATIN_MARKED = re.compile("[\u00c0-\u024f\u1e00-\u1eff][\u0300-\u036f]*|(?<=[a-z])[\u0300-\u036f]+")
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
    """Memo of chunks, the pieces of text between white space, to their terms, joined by spaces.

    No term spans white space, so a text is analysed chunk by chunk, and most chunks of a text were seen before.
    Long chunks are CJK sentences or blobs and do not come again.
    """

    LONGEST = 32
    MOST = 200_000

    def __missing__(self, chunk: str) -> str:
        found = _join_terms(chunk)
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
    terms = " ".join(filter(None, map(chunk_terms.__getitem__, text.split())))
    return _parts_last(terms) if PART in terms else terms


def analyse_name(name: str) -> str:
    """Return what `analyse` does, without keeping it in the memo, where file names would crowd out words."""
    terms = _join_terms(name)
    return _parts_last(terms) if PART in terms else terms


def _join_terms(text: str) -> str:
    """Return the terms of `text`, joined by spaces; most chunks are plain words and need no search for tokens."""
    if text.isascii():
        word = text[:-1] if text[-1:] == "." else text
        if word.isalpha() and (word.islower() or word.istitle()):
            return term_of(word)
    else:
        text = unicodedata.normalize("NFKC", text)
    return " ".join([term for token in tokens(text) for term in _marked(token)])


def _marked(token: re.Match[str]) -> list[str]:
    """Return the terms of a token, those of its parts with a mark."""
    terms = token_terms(token)
    if token.lastgroup != "word" or len(terms) < 2:
        return terms
    return [terms[0], *(PART + term for term in terms[1:])]


def _parts_last(terms: str) -> str:
    """Return marked terms in the order in which they are indexed."""
    wholes: list[str] = []
    parts: list[str] = []
    for term in terms.split(" "):
        if not term.startswith(PART):
            wholes.append(term)
            is_first = True
        else:
            parts += [GAP, term[1:]] if is_first else [term[1:]]
            is_first = False
    return " ".join(wholes + parts)


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Find the tokens of NFKC text. The full pattern takes 4 ms to compile, so not where a process sees only ASCII."""
    return (_ASCII_TOKEN if text.isascii() else _any_token()).finditer(text)


@cache
def _any_token() -> re.Pattern[str]:
    return re.compile(_TOKEN)


def token_terms(token: re.Match[str]) -> list[str]:
    """Return the terms of one match of `_TOKEN`; those of a CJK run stand one character apart."""
    if token.lastgroup == "word":
        return _word_terms(token[0])
    if token.lastgroup == "unspaced":
        run = _without_particle(token[0])
        return [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]
    return [token[0]]


def _word_terms(token: str) -> list[str]:
    """Return the terms of a word or compound, as it stands in NFKC text."""
    if token.isalnum() and not _is_mixed(token):
        if not token.isalpha() and _HEX_ID.fullmatch(token.lower()):
            return [token.lower()[:MAX_TERM], token.lower()[:ABBREVIATED]]
        return [term] if (term := term_of(token)) else []
    if not any(map(str.isalnum, token)):
        return []  # underscores, or marks without a letter
    # Split at what joins: to find runs of letters would take Indic words apart at their vowel signs.
    parts = [part for part in JOINT.split(token) if part]
    if "'" in token or "’" in token:
        whole = fold(token).replace("’", "'")
        trimmed = _ENGLISH_TAIL.sub("", whole)
        if whole in STOP_WORDS or not trimmed:
            return []
        if trimmed != whole:
            return _word_terms(trimmed)
    pieces = [piece for part in parts for piece in (_CAMEL.split(part) if _is_mixed(part) else [part])]
    whole = term_of(token) if parts == [token] else fold(token)[:MAX_TERM]
    if pieces == [token]:
        return [whole] if whole else []
    if _VERSION.match(whole):
        pieces = [whole[1:], *pieces]  # `1.2.3` finds `v1.2.3`
    terms = [whole, *(term for piece in pieces if (term := term_of(piece)) and term != whole)]
    return terms if whole else terms[1:]


def _is_mixed(word: str) -> bool:
    """Tell camel case from `word`, `Word` and `WORD`."""
    return not (word.islower() or word.isupper() or word.istitle() or word.isdigit())


def term_of(word: str) -> str:
    """Return the term of a plain word, empty for a stop word."""
    folded = fold(word)
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

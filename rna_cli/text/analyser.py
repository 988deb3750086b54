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
from typing import TYPE_CHECKING, NamedTuple

import Stemmer

from rna_cli.text.english import IRREGULAR, STOP_WORDS
from rna_cli.text.scripts import CJK, HAN, HANGUL, MARKS, PICTOGRAPHS, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

MAX_TERM = 64
"""Characters of a term that are kept; what is longer is a blob, found by its start."""

ABBREVIATED = 7
"""Characters by which a hexadecimal id, such as that of a commit, is known when it is abbreviated. An id of eight or
more is indexed and looked for by these too, so that one abbreviation finds another."""

GAP = "#"
"""A term that no query has. In a text's terms it stands before the parts of each compound, so that no phrase spans."""

_PART = "\x1f"
"""Marks, in the memo, what is a part of the compound before it."""

_ASCII_TOKEN = re.compile(r"(?P<word>\w+(?:['./:@~+&-]\w+)*(?:\+\+|#)?)")
_WORD = rf"(?:[^\W{CJK}{UNSPACED}]|[{MARKS}])+"
_TOKEN = (
    rf"(?P<unspaced>[{CJK}]+|[{UNSPACED}]+)|(?P<pictograph>[{PICTOGRAPHS}])"
    rf"|(?P<word>{_WORD}(?:['’./:@~+&-]{_WORD})*(?:\+\+|#)?)"
)
# What no term holds and no compound is joined by, so that it may as well be a space.
_SEPARATORS = bytes.maketrans(_NO_TERM := b'!"$%()*,;<=>?[\\]^`{|}', b" " * len(_NO_TERM))
_JOINT = re.compile(r"['’./:@~+&_#-]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VERSION = re.compile(r"v\d+\.")
_HEX_ID = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}")
_ENGLISH_TAIL = re.compile(r"(?:'s|'|n't|'re|'ve|'ll|'d|'m)$")
_LATIN_MARKED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]|(?<=[a-z])[\u0300-\u036f]+")
_HANGUL = f"[{HANGUL}]+"
_HAN = re.compile(f"[{HAN}]")

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


_terms_of_chunk = _ChunkTerms()


class QueryTerm(NamedTuple):
    """One term of a query.

    With `prefix` it stands for every term that starts with it: it is a single CJK character. `times` is how often it
    stands in the query. `word` is the folded word that it came from, whose spelling can be repaired; empty for what is
    no plain word. With `rescoring` it only refines an order: a single Han character of a longer run.
    """

    term: str
    prefix: bool = False
    times: int = 1
    word: str = ""
    rescoring: bool = False


def analyse(text: str) -> str:
    """Return the terms of `text` joined by spaces, repeated as often as they occur: in order, then those of parts."""
    if text.isascii():
        # `word,` and `word` are one entry of the memo. As bytes, since translating a text takes seven times as long.
        text = text.encode("ascii").translate(_SEPARATORS).decode("ascii")
    terms = " ".join(filter(None, map(_terms_of_chunk.__getitem__, text.split())))
    return _parts_last(terms) if _PART in terms else terms


def analyse_name(name: str) -> str:
    """Return what `analyse` does, without keeping it in the memo, where file names would crowd out words."""
    terms = _join_terms(name)
    return _parts_last(terms) if _PART in terms else terms


def occurrences(text: str, wanted: Container[str]) -> Iterator[tuple[int, str]]:
    """Yield (offset, term) for each place in `text` where a wanted term stands, in order of the offsets.

    Within a chunk whose length NFKC changes (half-width kana, ligatures), offsets are scaled, so they are near.
    """
    places = _Places(wanted)
    at = 0
    # To look the chunks up is twice as fast as to find each with its offset; those that count are then looked for.
    for chunk, found in filter(None, map(places.__getitem__, text.split())):
        at = _next_chunk(text, chunk, at)
        for inside, term in found:
            yield at + inside, term
        at += len(chunk)


class _Places(dict[str, tuple[str, list[tuple[int, str]]] | None]):
    """Memo of chunks to themselves and (offset, term) of the wanted terms in them; None for chunks without any."""

    def __init__(self, wanted: Container[str]) -> None:
        super().__init__()
        self._wanted = wanted

    def __missing__(self, chunk: str) -> tuple[str, list[tuple[int, str]]] | None:
        terms = _terms_of_chunk[chunk].replace(_PART, "").split(" ")
        found = self[chunk] = (
            (chunk, self._find(chunk)) if any(term in self._wanted for term in terms if term) else None
        )
        return found

    def _find(self, chunk: str) -> list[tuple[int, str]]:
        normalised = unicodedata.normalize("NFKC", chunk)
        scale = len(chunk) / len(normalised)
        found = []
        for token in _tokens(normalised):
            for step, term in enumerate(_token_terms(token)):
                if term in self._wanted:
                    inside = token.start() + (step if token.lastgroup == "unspaced" else 0)
                    found.append((int(inside * scale), term))
        return found


def _next_chunk(text: str, chunk: str, start: int) -> int:
    """Return where a chunk stands next, as a whole."""
    while True:
        at = text.index(chunk, start)
        end = at + len(chunk)
        if (at == 0 or text[at - 1].isspace()) and (end == len(text) or text[end].isspace()):
            return at
        start = at + 1


def query_terms(text: str) -> list[QueryTerm]:
    """Return the distinct terms to look for, in order of first appearance.

    The whole query is case-folded first, so that spellings that differ in case only are one query; a camel-case
    name is found by its whole. A run of one CJK character becomes a prefix. In a longer run the last character is
    left out: as a term of its own it matches so much that it costs more than all pairs together.
    """
    found: dict[tuple[str, bool], QueryTerm] = {}
    singles: dict[str, None] = {}
    for match in _tokens(_fold(unicodedata.normalize("NFKC", text))):
        terms = _token_terms(match)
        if match.lastgroup == "unspaced":
            singles.update(dict.fromkeys(_HAN.findall(match[0])) if len(terms) > 1 else {})
            asked = [QueryTerm(term) for term in terms[:-1]] or [QueryTerm(terms[0], prefix=True)]
        else:
            words = {_term_of(part): part for part in _JOINT.split(match[0]) if part.isalpha()}
            asked = [QueryTerm(term, word=words.get(term, "")) for term in terms]
        for term in asked:
            known = found.get(term[:2])
            found[term[:2]] = known._replace(times=known.times + 1) if known else term
    refining = [QueryTerm(char, prefix=True, rescoring=True) for char in singles if (char, True) not in found]
    return [*found.values(), *refining]


def phrase_terms(text: str) -> list[QueryTerm]:
    """Return the terms of a phrase in the order in which they stand next to each other in the index.

    Where it ends in a run of CJK characters, the text may go on. So the last single character of a run is left out, and
    a run of one character is a prefix. Case is folded as in a query; the particle of a Korean run is in no index.
    """
    found: list[QueryTerm] = []
    for match in _tokens(_fold(unicodedata.normalize("NFKC", text))):
        terms = _token_terms(match)
        may_go_on = match.lastgroup == "unspaced"
        found += [QueryTerm(term) for term in (terms if may_go_on else terms[:1])]
    if found and may_go_on:
        last = found.pop()
        found += [] if len(terms) > 1 else [last._replace(prefix=True)]
    return found


def _join_terms(text: str) -> str:
    """Return the terms of `text`, joined by spaces; most chunks are plain words and need no search for tokens."""
    if text.isascii():
        word = text[:-1] if text[-1:] == "." else text
        if word.isalpha() and (word.islower() or word.istitle()):
            return _term_of(word)
    else:
        text = unicodedata.normalize("NFKC", text)
    return " ".join([term for token in _tokens(text) for term in _marked(token)])


def _marked(token: re.Match[str]) -> list[str]:
    """Return the terms of a token, those of its parts with a mark."""
    terms = _token_terms(token)
    if token.lastgroup != "word" or len(terms) < 2:
        return terms
    return [terms[0], *(_PART + term for term in terms[1:])]


def _parts_last(terms: str) -> str:
    """Return marked terms in the order in which they are indexed."""
    wholes: list[str] = []
    parts: list[str] = []
    for term in terms.split(" "):
        if not term.startswith(_PART):
            wholes.append(term)
            is_first = True
        else:
            parts += [GAP, term[1:]] if is_first else [term[1:]]
            is_first = False
    return " ".join(wholes + parts)


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Find the tokens of NFKC text. The full pattern takes 4 ms to compile, so not where a process sees only ASCII."""
    return (_ASCII_TOKEN if text.isascii() else _any_token()).finditer(text)


@cache
def _any_token() -> re.Pattern[str]:
    return re.compile(_TOKEN)


def _token_terms(token: re.Match[str]) -> list[str]:
    """Return the terms of one match of `_TOKEN`; those of a CJK run stand one character apart."""
    if token.lastgroup == "word":
        return _word_terms(token[0])
    if token.lastgroup == "unspaced":
        run = _without_particle(token[0])
        return [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]
    return [token[0]]


def _word_terms(token: str) -> list[str]:
    """Return the terms of a word or compound, as it stands in NFKC text."""
    if token.isalnum() and (token.islower() or token.isdigit() or token.istitle()):
        if not token.isalpha() and _HEX_ID.fullmatch(token.lower()):
            return [token.lower()[:MAX_TERM], token.lower()[:ABBREVIATED]]
        return [term] if (term := _term_of(token)) else []
    if not any(map(str.isalnum, token)):
        return []  # underscores, or marks without a letter
    # Split at what joins: to find runs of letters would take Indic words apart at their vowel signs.
    parts = [part for part in _JOINT.split(token) if part]
    if "'" in token or "’" in token:
        whole = _fold(token).replace("’", "'")
        trimmed = _ENGLISH_TAIL.sub("", whole)
        if whole in STOP_WORDS or not trimmed:
            return []
        if trimmed != whole:
            return _word_terms(trimmed)
    pieces = [piece for part in parts for piece in (_CAMEL.split(part) if _is_mixed(part) else [part])]
    whole = _term_of(token) if parts == [token] else _fold(token)[:MAX_TERM]
    if pieces == [token]:
        return [whole] if whole else []
    if _VERSION.match(whole):
        pieces = [whole[1:], *pieces]  # `1.2.3` finds `v1.2.3`
    terms = [whole, *(term for piece in pieces if (term := _term_of(piece)) and term != whole)]
    return terms if whole else terms[1:]


def _is_mixed(word: str) -> bool:
    """Tell camel case from `word`, `Word` and `WORD`."""
    return not (word.islower() or word.isupper() or word.istitle() or word.isdigit())


def _term_of(word: str) -> str:
    """Return the term of a plain word, empty for a stop word."""
    folded = _fold(word)
    if folded in STOP_WORDS:
        return ""
    if len(folded) > MAX_TERM:
        return folded[:MAX_TERM]
    stem: str = _stem_word(IRREGULAR.get(folded, folded))
    return stem


def _fold(word: str) -> str:
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

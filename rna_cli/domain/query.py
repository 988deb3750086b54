"""The query grammar: what of a query is text, and what says which records may be found.

    release notes           words; a record with more of them, and with rarer ones, comes first
    "release notes"         a phrase: only records with these words next to each other
    -draft  -"first draft"  only records without
    title:release           only documents with the word in their title or path; messages have neither
    kind:message            only records of a kind
    after:2026-01-31        only what was said, or else recorded, on that day or later
    before:2026-01-31       only what was said, or else recorded, before that day

A value may be quoted: `title:"release notes"`. Everything else is text, whatever it looks like: `-5`, `--flag`, `a:b`,
`title:` with nothing after it, a quotation mark that has no partner or stands in the middle of a word. Operators are
read after NFKC and without regard to case, so that a query that is equal to another one for the analyser means the
same: `－draft` and `Title：release` are operators, typographic quotation marks are not.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.domain.clock import parse_start
from rna_cli.domain.records import Kind
from rna_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

_QUOTED = r'"(?!\s*")(?P<{name}>[^"]*)"(?!\w)'
"""Something between two quotation marks of which none is inside a word, as those of 12" and 15" are."""

MOST_MARKS = 30

_MARKS = frozenset('":-')
"""Each operator has one of these."""

_SEARCHED = (Kind.DOCUMENT, Kind.MESSAGE)


class Query(NamedTuple):
    """A query, taken apart. A backend that cannot do what a part asks for says so (`Capability.OPERATORS`).

    `text` holds every word that is looked for, those of `phrases` and `titles` too, in the order of the query.
    `after` and `before` are stored times (see `rna_cli.domain.clock`); a record's is when it was said, else recorded.
    A phrase, a title or an exclusion may be without a word that an analyser keeps; it then decides nothing.
    """

    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    kind: Kind | None = None
    after: str | None = None
    before: str | None = None

    @property
    def filters(self) -> bool:
        """Whether anything but the words decides what may be found."""
        return self != Query(self.text)


class _Parts:
    """What was found so far, piece by piece."""

    def __init__(self, excluded: Iterable[str]) -> None:
        self.words: list[str] = []
        self.phrases: list[str] = []
        self.excluded = [_wanted_out(each) for each in excluded]
        self.titles: list[str] = []
        self.kinds: set[Kind] = set()
        self.after: list[str] = []
        self.before: list[str] = []

    def take(self, piece: re.Match[str]) -> None:
        """Add an operator."""
        if piece["phrase"]:
            self.phrases.append(piece["phrase"].strip())
            self.words.append(piece["phrase"])
        elif piece["filter"]:
            self._take_filter(piece["filter"].lower(), (piece["quoted"] or piece["plain"]).strip())
        else:
            self.excluded.append((piece["excluded_phrase"] or piece["excluded"]).strip())

    def _take_filter(self, name: str, value: str) -> None:
        if name == "title":
            self.titles.append(value)
            self.words.append(value)
        elif name == "kind":
            self.kinds.add(_kind(value))
        else:
            (self.after if name == "after" else self.before).append(_start(name, value))

    def query(self) -> Query:
        """Return the whole. Of several times the strictest counts: all of them were asked for."""
        if len(self.kinds) > 1:
            raise UsageError("No record is of two kinds.", hint="Leave kind: out to find records of every kind.")
        return Query(
            " ".join(" ".join(self.words).split()),
            tuple(self.phrases),
            tuple(self.excluded),
            tuple(self.titles),
            next(iter(self.kinds), None),
            max(self.after, default=None),
            min(self.before, default=None),
        )


def parse_query(text: str, excluded: Iterable[str] = ()) -> Query:
    """Take a query apart; `excluded` are words or phrases that no hit may have, beside those of the text.

    Raises:
        UsageError: nothing to look for but filters and exclusions, a time that is none, an unknown kind or two of
            them, or an empty word to exclude.
    """
    normalised = unicodedata.normalize("NFKC", _stream_safe(text))
    parts = _Parts(excluded)
    end = 0
    for piece in _operator().finditer(normalised) if _MARKS.intersection(normalised) else ():
        parts.words.append(normalised[end : piece.start()])
        parts.take(piece)
        end = piece.end()
    parts.words.append(normalised[end:])
    query = parts.query()
    if not query.text and query.filters:
        raise UsageError(
            "The query says only what to leave out or to choose from.",
            hint="Add a word to look for. A word with a dash before it is looked for in quotation marks: "
            """'"-word"'\nEverything there is: rna memory PROJECT_ID list""",
        )
    return query


@cache
def _operator() -> re.Pattern[str]:
    """Match an operator; to compile it takes half a millisecond."""
    return re.compile(
        rf"""
        (?<!\S)-{_QUOTED.format(name="excluded_phrase")}
        | (?<!\S)-(?P<excluded>[^\W\d_][^\s"]*)(?!\S)
        | (?<!\S)(?P<filter>(?ai:title|kind|after|before)):(?:{_QUOTED.format(name="quoted")}|(?P<plain>[^\s"]+)(?!\S))
        | (?<!\w){_QUOTED.format(name="phrase")}
        """,
        re.VERBOSE,
    )


def _stream_safe(text: str) -> str:
    """Leave out what is over `MOST_MARKS` combining marks in a row, which to normalise takes time by their square.

    Source: UAX #15, Stream-Safe Text Format.
    """
    if text.isascii():
        return text
    kept = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _wanted_out(word: str) -> str:
    folded = " ".join(unicodedata.normalize("NFKC", _stream_safe(word)).split())
    if not folded:
        raise UsageError("The word to leave out is empty.", hint="Say which, as in --not draft")
    return folded


def _kind(name: str) -> Kind:
    for kind in _SEARCHED:
        if kind.value == name.casefold():
            return kind
    kinds = " or ".join(f"kind:{kind.value}" for kind in _SEARCHED)
    raise UsageError(f"There is no kind {name!r} to search.", hint=f"Use {kinds}, or {_as_words('kind', name)}")


def _start(bound: str, value: str) -> str:
    try:
        return parse_start(value.upper())
    except UsageError as error:
        raise UsageError(f"{value!r} is not a time.", hint=f"{error.hint}\nOr {_as_words(bound, value)}") from None


def _as_words(name: str, value: str) -> str:
    return f"""look for the words, in quotation marks: '"{name}:{value}"'"""

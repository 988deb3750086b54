"""What to look for: the terms of a query and of a phrase, in the form in which `analyser` indexes them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from rna_cli.text.analyser import JOINT, fold, term_of, token_terms, tokens
from rna_cli.text.scripts import HAN


@cache
def _han() -> re.Pattern[str]:
    """Match a Han character; to compile it takes 1 ms, so not where a query has none."""
    return re.compile(f"[{HAN}]")


class QueryTerm(NamedTuple):
    """One term of a query.

    With `prefix` it stands for every term that starts with it: it is a single CJK character. `times` is how often it
    stands in the query. `word` is the folded word that it came from, whose spelling can be repaired; empty for what is
    no plain word. With `order_only` it brings nothing in: it is a single Han character of a longer run. `token` is the
    folded piece of the query that it is a term of.
    """

    term: str
    prefix: bool = False
    times: int = 1
    word: str = ""
    order_only: bool = False
    token: str = ""


def query_terms(text: str) -> list[QueryTerm]:
    """Return the distinct terms to look for, in order of first appearance.

    The whole query is case-folded first, so that spellings that differ in case only are one query; a camel-case
    name is found by its whole. A run of one CJK character becomes a prefix. In a longer run the last character is
    left out: as a term of its own it matches so much that it costs more than all pairs together.
    """
    found: dict[tuple[str, bool], QueryTerm] = {}
    times: dict[tuple[str, bool], int] = {}
    singles: dict[str, None] = {}
    for match in tokens(fold(unicodedata.normalize("NFKC", text))):
        terms = token_terms(match)
        if match.lastgroup == "unspaced":
            singles.update(dict.fromkeys(_han().findall(match[0])) if len(terms) > 1 else {})
            keys = [(term, False) for term in terms[:-1]] or [(terms[0], True)]
        else:
            keys = [(term, False) for term in terms]
        known = len(times)
        for key in keys:
            times[key] = times.get(key, 0) + 1
        if len(times) > known:
            parts = [] if match.lastgroup == "unspaced" else JOINT.split(match[0])
            words = {term_of(part): part for part in parts if part.isalpha()}
            for key in keys:
                found.setdefault(key, QueryTerm(*key, word=words.get(key[0], ""), token=match[0]))
    counted = [term._replace(times=times[key]) if times[key] > 1 else term for key, term in found.items()]
    singly = [QueryTerm(char, prefix=True, order_only=True) for char in singles if (char, True) not in found]
    return [*counted, *singly]


def phrase_terms(text: str) -> list[QueryTerm]:
    """Return the terms of a phrase in the order in which they stand next to each other in the index.

    Where it ends in a run of CJK characters, the text may go on. So the last single character of a run is left out, and
    a run of one character is a prefix. Case is folded as in a query; the particle of a Korean run is in no index.
    """
    found: list[QueryTerm] = []
    for match in tokens(fold(unicodedata.normalize("NFKC", text))):
        terms = token_terms(match)
        may_go_on = match.lastgroup == "unspaced"
        found += [QueryTerm(term) for term in (terms if may_go_on else terms[:1])]
    if found and may_go_on:
        last = found.pop()
        found += [] if len(terms) > 1 else [last._replace(prefix=True)]
    return found

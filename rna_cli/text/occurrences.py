"""Where in a text wanted terms stand."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from rna_cli.text.analyser import PART, chunk_terms, token_terms, tokens

if TYPE_CHECKING:
    from collections.abc import Container, Iterator


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
        terms = chunk_terms[chunk].replace(PART, "").split(" ")
        found = self[chunk] = (
            (chunk, self._find(chunk)) if any(term in self._wanted for term in terms if term) else None
        )
        return found

    def _find(self, chunk: str) -> list[tuple[int, str]]:
        normalised = unicodedata.normalize("NFKC", chunk)
        scale = len(chunk) / len(normalised)
        found = []
        for token in tokens(normalised):
            for step, term in enumerate(token_terms(token)):
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

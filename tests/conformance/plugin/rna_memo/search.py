"""Finding by counting words: the simplest search that is one."""

from __future__ import annotations

import re
from typing import Any

from rna_cli.domain.records import Passage


def words_of(text: str) -> set[str]:
    """Return the words of a text, in lower case."""
    return set(re.findall(r"\w+", text.casefold()))


def score_of(version: dict[str, Any], words: set[str]) -> float:
    """Return how often the words stand in a text, its title and its path; 0 when none does."""
    found = re.findall(r"\w+", f"{version['title']} {version['path']} {version['text']}".casefold())
    return float(sum(word in words for word in found))


def shown_passage(text: str, words: set[str]) -> Passage:
    """Return the line that holds most of the words."""
    lines = text.split("\n")
    best = max(range(len(lines)), key=lambda number: len(words & words_of(lines[number])))
    return Passage(lines[best].strip(), best + 1, best + 1)

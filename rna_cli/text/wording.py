"""Numbers and nouns that agree."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`, `3 directories`."""
    if number == 1:
        return f"{number} {noun}"
    if noun.endswith("y"):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}{'es' if noun.endswith(('ch', 's')) else 's'}"

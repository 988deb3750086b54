"""The three levels at which a memory can be searched and read."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """L0 is a directory's abstract, L1 a directory's overview, L2 the full text of a file."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"


DEFAULT_LINES = 200
"""Lines that a read at L2 shows unless told otherwise."""

MAX_LINES = 500
"""Lines that a read at L2 shows at most."""

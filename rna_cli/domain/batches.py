"""Many records a few thousand at a time: the more at once the faster, but they are in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST = 5_000
MOST_CHARS = 4 * 1024 * 1024

_Item = TypeVar("_Item")


def batches(items: Iterable[_Item], chars_of: Callable[[_Item], int]) -> Iterator[list[_Item]]:
    """Yield items in lists of at most `MOST`, each ended by the item with which it has over `MOST_CHARS`."""
    batch: list[_Item] = []
    chars = 0
    for item in items:
        batch.append(item)
        chars += chars_of(item)
        if len(batch) == MOST or chars > MOST_CHARS:
            yield batch
            batch, chars = [], 0
    if batch:
        yield batch

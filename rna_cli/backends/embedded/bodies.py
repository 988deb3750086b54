"""Stored texts: taken out only as they were put in.

SQLite notices a damaged page, not a changed letter on a sound one. Every whole text is compared with its hash on the
way out, which costs less than decoding it.
"""

from __future__ import annotations

from rna_cli.domain.records import Kind
from rna_cli.errors import StoreCorrupt

_STORED = frozenset({Kind.DOCUMENT.value, Kind.MESSAGE.value})

BODY = "CAST(body AS BLOB), content_hash"
"""The columns that `intact_text` takes. As bytes: damaged ones need not be text."""


def is_intact(body: bytes, content_hash: bytes) -> bool:
    """Tell whether `body` is what was written."""
    from hashlib import sha256  # 4 ms that a search does not pay

    return sha256(body).digest() == content_hash


def intact_text(body: bytes, content_hash: bytes, path: str) -> str:
    """Return a stored text.

    Raises:
        StoreCorrupt: it is not what was written at `path`.
    """
    if not is_intact(body, content_hash):
        raise StoreCorrupt(
            f"The stored text of {path} is damaged: it is not what was written.",
            hint="Bring back a copy of the store, or write the text again; what is damaged goes with `delete`.",
            backend="embedded",
        )
    return body.decode()


def stored_kind(name: str) -> Kind:
    """Return the kind of a record.

    Raises:
        StoreCorrupt: there is no such kind.
    """
    if name in _STORED:
        return Kind(name)
    raise StoreCorrupt(
        f"The store is damaged: it has a record of kind {name!r}.",
        hint="Bring back a copy of the store.",
        backend="embedded",
    )

"""The write gateway: every change to a memory, from whatever way in, passes here.

It checks what a backend must not have to think about (scope, address, size, that a text is a text) and opens the unit
of work in which the change, and what is kept about it, become durable together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rna_cli.domain.records import Action, Document, Moved, Removed, Written
from rna_cli.domain.uri import Address, parse_address, parse_document_address
from rna_cli.errors import InputUnusable, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.backends.protocol import Backend
    from rna_cli.domain.checks import Check
    from rna_cli.domain.scope import Scope
    from rna_cli.ledger.usage import UsageCounter

MAX_TITLE_CHARS = 500

RAISE_CAP = "Split it, or raise the cap: rna memory-config --max-document-bytes N"


class Draft(NamedTuple):
    """A document as it comes in: nothing about it has been checked. `path` may be a full uri."""

    path: str
    text: str
    title: str | None = None
    create_only: bool = False


class Deleted(NamedTuple):
    """What a deletion took along, and whether its bytes have left the files already."""

    removed: Removed
    scrubbed: bool


class Gateway:
    """Changes the memory of a project.

    Args:
        backend: the one that the configuration chose.
        usage: counts what is done.
        max_document_bytes: the largest text that is taken, in bytes of UTF-8.
    """

    def __init__(self, backend: Backend, usage: UsageCounter, *, max_document_bytes: int) -> None:
        self._backend = backend
        self._usage = usage
        self._max_document_bytes = max_document_bytes

    def initialize(self, scope: Scope) -> bool:
        """Make a project; False when it was there."""
        return self._backend.initialize(scope)

    def write(self, scope: Scope, drafts: Iterable[Draft]) -> list[Written]:
        """Store documents in one unit of work: all of them or none.

        Raises:
            UsageError: an unusable address or title.
            InputUnusable: a text that is empty, too large, or not text.
            Conflict: an address is taken.
        """
        with self._backend.unit(scope) as unit:
            # Checked as they are taken: a bad one undoes the unit, and a large import is never in memory as a whole.
            written = unit.put(self._checked(scope, draft) for draft in drafts)
        self._usage.count(scope, "write", sum(each.action is not Action.UNCHANGED for each in written))
        return written

    def move(self, scope: Scope, source: str, target: str) -> list[Moved]:
        """Give a file, or the files below a directory, new addresses."""
        old, new = parse_address(scope, source), parse_document_address(scope, target.rstrip("/"))
        if not old.path or new.path == old.path or new.path.startswith(old.path + "/"):
            raise UsageError(
                f"{old.uri} cannot be moved to {new.uri}.", hint="Name another address, outside of what is moved."
            )
        if target.endswith("/") and not self._backend.is_directory(old, as_of=None):
            raise UsageError(
                f"{target!r} names a directory, and {old.uri} is a file.",
                hint=f"Name the file: rna memory {scope.project_id} move "
                f"{old.argument} {Address(scope, f'{new.path}/{old.name}').argument}",
            )
        with self._backend.unit(scope) as unit:
            moved = unit.move(old, new)
            for each in moved:
                parse_document_address(scope, each.target.path)  # a longer directory name can make a path too long
            return moved

    def delete(self, scope: Scope, target: str) -> Deleted:
        """Remove a file, or the files below a directory, with every version."""
        address = parse_address(scope, target)
        with self._backend.unit(scope) as unit:
            removed = unit.delete(address)
        return Deleted(removed, self._backend.scrub())

    def set_hidden(self, scope: Scope, target: str, *, hidden: bool) -> list[Address]:
        """Withdraw records from every read, or bring them back; returns those that changed."""
        address = parse_address(scope, target)
        with self._backend.unit(scope) as unit:
            return unit.set_hidden(address, hidden=hidden)

    def delete_project(self, scope: Scope) -> Deleted:
        """Remove a project and everything in it."""
        removed = self._backend.delete_project(scope)
        self._usage.forget(scope)
        return Deleted(removed, self._backend.scrub())

    def repair(self, scope: Scope | None) -> list[Check]:
        """Examine the backend for doctor, and repair what is safe to repair."""
        return self._backend.checks(scope, fix=True)

    def _checked(self, scope: Scope, draft: Draft) -> Document:
        address = parse_document_address(scope, draft.path)
        check_text(draft.text, address.name, self._max_document_bytes)
        return Document(address, draft.text, _checked_title(draft.title), draft.create_only)


def check_text(text: str, name: str, max_bytes: int) -> None:
    """Refuse what cannot be kept as it is.

    Raises:
        InputUnusable: says which defect, and what to do.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise InputUnusable(
            f"{name} has a lone surrogate at character {error.start}.", hint="Save the text as UTF-8 and try again."
        ) from None
    if not text.strip():
        raise InputUnusable(f"{name} is empty: there is nothing to remember.", hint="Check the file's name.")
    if size > max_bytes:
        raise InputUnusable(
            f"{name} has {size} bytes; at most {max_bytes} are taken.",
            hint=RAISE_CAP,
        )
    if "\0" in text:
        raise InputUnusable(
            f"{name} has a NUL character at {text.index(chr(0))}: it is no text.", hint="Only text can be remembered."
        )


def _checked_title(title: str | None) -> str | None:
    if title is None:
        return None
    folded = " ".join(title.split())
    problem = ""
    if not folded:
        problem = "is empty"
    elif len(folded) > MAX_TITLE_CHARS:
        problem = f"is over {MAX_TITLE_CHARS} characters long"
    elif any(char < " " or char == "\x7f" or "\ud800" <= char <= "\udfff" for char in folded):
        problem = "has characters that are no text"
    if problem:
        raise UsageError(f"The title {problem}.", hint="Leave --title out to take the first heading or the name.")
    return folded

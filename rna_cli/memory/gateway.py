"""The write gateway: every change to a memory, from whatever way in, passes here.

It checks what a backend must not have to think about (scope, address, size, that a text is a text) and opens the unit
of work in which the change, and what is kept about it, become durable together.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.domain.batches import batches
from rna_cli.domain.clock import parse_start
from rna_cli.domain.conversations import CONVERSATIONS, message_address
from rna_cli.domain.records import Action, Capability, Document, Kind, Moved, Removed, Saying, Written
from rna_cli.domain.uri import Address, parse_address, parse_document_address
from rna_cli.errors import Conflict, InputUnusable, UsageError
from rna_cli.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.backends.protocol import Backend, Progress
    from rna_cli.domain.checks import Check
    from rna_cli.domain.scope import Scope
    from rna_cli.ledger.usage import UsageCounter

MAX_TITLE_CHARS = 500
MAX_MESSAGE_TITLE_CHARS = 80
MAX_NAME_CHARS = 100

_TITLE_SOURCE_CHARS = 320
"""Of a long first line; what is left when white space is folded is longer than a title."""

_NO_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")

RAISE_CAP = "Split it, or raise the cap: rna memory-config --max-document-bytes N"


class Draft(NamedTuple):
    """A document as it comes in: nothing about it has been checked. `path` may be a full uri.

    `origin` is where it comes from, such as a line of a file; an error about it then names that.
    """

    path: str
    text: str
    title: str | None = None
    create_only: bool = False
    origin: str = ""


class MessageDraft(NamedTuple):
    """A message as it comes in: nothing about it has been checked.

    `turn` and `place` are numbers from 0: which turn of the conversation, and which message of the turn. `time` is ISO
    8601. `title` is that of the turn, the message's first line when left out. `origin` is that of `Draft`.
    """

    conversation: str
    turn: int
    place: int
    text: str
    role: str = "user"
    speaker: str = ""
    time: str | None = None
    title: str | None = None
    origin: str = ""


Loaded = Counter[tuple[Kind, Action]]
"""How many records of a kind were created, updated or left as they were."""

_Sourced = tuple[Document, str]
"""A checked document, and the origin of its draft."""


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

    def write(self, scope: Scope, drafts: Iterable[Draft | MessageDraft]) -> list[Written]:
        """Store documents and messages in one unit of work: all of them or none.

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

    def load(self, scope: Scope, drafts: Iterable[Draft | MessageDraft]) -> Loaded:
        """Store any number of documents and messages in one unit of work, as `write` does, and only count them.

        Raises:
            InputUnusable: what `write` refuses, and how it refuses it; names the draft's origin.
            Conflict: an address is taken; names the origin, too.
        """
        loaded: Loaded = Counter()
        self._backend.health(scope)  # before anything is taken from a source that nothing could be stored of
        drafts = iter(drafts)
        first = list(islice(drafts, 1))  # nobody is locked out while a source has nothing to say yet
        with self._backend.unit(scope) as unit:
            checked = ((self._checked(scope, draft), draft.origin) for draft in chain(first, drafts))
            for batch in batches(checked, lambda pair: len(pair[0].text)):
                documents = [document for document, _ in batch]
                try:
                    written = unit.put(documents)
                except Conflict as error:
                    raise Conflict(f"{_origin_of(error, batch)}: {error.message}", hint=error.hint) from None
                for document, each in zip(documents, written, strict=True):
                    loaded[Kind.MESSAGE if document.saying else Kind.DOCUMENT, each.action] += 1
        self._usage.count(scope, "write", sum(loaded[key] for key in loaded if key[1] is not Action.UNCHANGED))
        return loaded

    def move(self, scope: Scope, source: str, target: str) -> list[Moved]:
        """Give a file, or the files below a directory, new addresses. What was said stays where it was said."""
        old, new = parse_address(scope, source), parse_document_address(scope, target.rstrip("/"))
        if old.path.partition("/")[0] == CONVERSATIONS:
            raise UsageError(
                f"{old.uri} cannot be moved: a message keeps its place in its conversation.",
                hint="Hide it or delete it, or write its text as a document.",
            )
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

    def reindex(self, scope: Scope, progress: Progress) -> int:
        """Derive the index of a project from its texts again, or go on with it; return how many texts this took.

        Raises:
            UsageError: the backend keeps no index of its own.
        """
        if Capability.REINDEX not in self._backend.capabilities:
            raise UsageError(
                f"The {self._backend.name} backend has no index that could be made anew here (reindex).",
                hint="It keeps its index itself.",
            )
        return self._backend.reindex(scope, progress)

    def repair(self, scope: Scope | None) -> list[Check]:
        """Examine the backend for doctor, and repair what is safe to repair."""
        return self._backend.checks(scope, fix=True)

    def _checked(self, scope: Scope, draft: Draft | MessageDraft) -> Document:
        try:
            if isinstance(draft, MessageDraft):
                return self._checked_message(scope, draft)
            return self._checked_document(scope, draft)
        except (UsageError, InputUnusable) as error:
            if not draft.origin:
                raise
            # What is wrong is in the data, not on the command line that names it.
            raise InputUnusable(f"{draft.origin}: {error.message}", hint=error.hint) from None

    def _checked_document(self, scope: Scope, draft: Draft) -> Document:
        address = parse_document_address(scope, draft.path)
        check_text(draft.text, address.name, self._max_document_bytes)
        return Document(address, draft.text, _checked_title(draft.title), draft.create_only)

    def _checked_message(self, scope: Scope, draft: MessageDraft) -> Document:
        address = message_address(scope, draft.conversation, draft.turn, draft.place)
        check_text(draft.text, address.path, self._max_document_bytes)
        said_at = None if draft.time is None else parse_start(draft.time)
        saying = Saying(_checked_name("role", draft.role), _checked_name("speaker", draft.speaker), said_at)
        if not saying.role:
            raise UsageError("The role is empty.", hint="Say who speaks: user, assistant or another role.")
        title = _checked_title(draft.title) if draft.title else message_title(draft.text)
        return Document(address, draft.text, title, saying=saying)


def _origin_of(error: Conflict, batch: list[_Sourced]) -> str:
    """Return where the document came from that found no place; where a backend does not say which, all that may be."""
    for document, origin in batch:
        if document.address.path == error.path:
            return origin
    return batch[0][1] if len(batch) == 1 else f"{batch[0][1]} to {batch[-1][1]}"


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


def message_title(text: str) -> str:
    """Return the first line of a message as a title; empty where nothing in it can be shown."""
    line = text.strip().partition("\n")[0]
    return one_line(_NO_TEXT.sub(" ", line[:_TITLE_SOURCE_CHARS]), MAX_MESSAGE_TITLE_CHARS)


def _checked_name(what: str, name: str) -> str:
    """Return a role or a speaker's name, with white space folded."""
    folded = " ".join(name.split())
    if len(folded) > MAX_NAME_CHARS or not folded.isprintable():
        raise UsageError(
            f"The {what} is no name: {folded[:40]!r}.", hint=f"Use up to {MAX_NAME_CHARS} printable characters."
        )
    return folded


def _checked_title(title: str | None) -> str | None:
    if title is None:
        return None
    folded = " ".join(title.split())
    problem = ""
    if not folded:
        problem = "is empty"
    elif len(folded) > MAX_TITLE_CHARS:
        problem = f"is over {MAX_TITLE_CHARS} characters long"
    elif _NO_TEXT.search(folded):
        problem = "has characters that are no text"
    if problem:
        raise UsageError(f"The title {problem}.", hint="Leave it out to take the first heading or the name.")
    return folded

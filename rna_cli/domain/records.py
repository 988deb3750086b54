"""What goes in and out of a backend. Values only; sizes in bytes of UTF-8, lines counted from 0 unless said."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rna_cli.domain.explanation import Explanation
    from rna_cli.domain.levels import Level
    from rna_cli.domain.uri import Address


class Capability(StrEnum):
    """What a backend can do beyond the protocol's minimum; asking for what it lacks is a clear error."""

    AS_OF = "as_of"
    """Reads, searches and lists what was known at an earlier time."""
    EXACT_DELETE = "exact_delete"
    """A deleted text leaves the backend's files at once."""
    SEMANTIC = "semantic"
    """Finds by meaning, not by words."""
    DISTILS = "distils"
    """Derives memories from conversations with a model."""
    REINDEX = "reindex"
    """Keeps an index that it can derive from its texts again."""
    OPERATORS = "operators"
    """Follows the operators of a query: phrases, exclusions, and filters by title, kind and time."""


class Kind(StrEnum):
    """What a record is."""

    DOCUMENT = "document"
    MESSAGE = "message"
    DIRECTORY = "directory"


class Action(StrEnum):
    """What a write did."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class Saying(NamedTuple):
    """Who said a message, and when: `said_at` is a stored time, None when nobody knows."""

    role: str
    speaker: str = ""
    said_at: str | None = None

    @classmethod
    def of(cls, role: str | None, speaker: str | None, said_at: str | None) -> Saying | None:
        """Return what a store keeps in three columns; None where there is no role: a document is not said."""
        return None if role is None else cls(role, speaker or "", said_at)


class Document(NamedTuple):
    """A checked text on its way in: `text` is valid Unicode without NUL; `title` is None when none was given.

    With a `saying` it is a message of a conversation, and its address is one of `rna_cli.domain.conversations`.
    """

    address: Address
    text: str
    title: str | None = None
    create_only: bool = False
    saying: Saying | None = None


class Written(NamedTuple):
    """What became of a document; of an unchanged one, what is there."""

    address: Address
    action: Action
    version: int
    title: str
    size: int


class Moved(NamedTuple):
    """One file that changed its address."""

    source: Address
    target: Address
    version: int


class Removed(NamedTuple):
    """What a deletion took along: the files, and how many versions they had in all."""

    addresses: list[Address]
    versions: int


class Text(NamedTuple):
    """A window of a text: `lines` from 0-based `offset`, out of `total_lines`. `lines` keep their line ends."""

    address: Address
    level: Level
    title: str
    version: int
    recorded_at: str
    lines: list[str]
    offset: int
    total_lines: int
    saying: Saying | None = None


class Passage(NamedTuple):
    """A part of a text, with the 1-based lines that it stands on."""

    text: str
    first_line: int
    last_line: int


class Hit(NamedTuple):
    """One search result. `score` is larger for better; it orders this answer and says nothing across queries.

    `matched` are the terms of the query that stand in it; with `repaired` it was found only through a word that stood
    in for an unknown one (see `Repair`).
    """

    address: Address
    level: Level
    kind: Kind
    title: str
    score: float
    passage: Passage
    recorded_at: str
    version: int
    trust: str = "asserted"
    matched: tuple[str, ...] = ()
    repaired: bool = False
    saying: Saying | None = None


class Repair(NamedTuple):
    """A `word` of the query that no text has, and the one that was looked for in its place."""

    word: str
    used: str


class Absence(StrEnum):
    """Why a search found nothing."""

    NOTHING_TO_LOOK_FOR = "nothing_to_look_for"
    """The query has only common words or punctuation."""
    EMPTY_PROJECT = "empty_project"
    """No record is there to be found."""
    UNKNOWN_WORDS = "unknown_words"
    """No text has any word of the query, nor one near it."""
    FILTERED = "filtered"
    """There are texts with the words; the operators or the level of the query leave all of them out."""
    NO_MATCH = "no_match"
    """None of the above."""


class Found(NamedTuple):
    """An answer to a search: `hits`, best first, and the `terms` that were looked for (none: nothing searchable).

    `unknown` are the words of the query that no text has and that nothing stood in for; `absence` says why there are
    no hits, and is None when there are some. `explanation` is there when it was asked for.
    """

    hits: list[Hit]
    terms: list[str]
    repairs: Sequence[Repair] = ()
    absence: Absence | None = None
    unknown: Sequence[str] = ()
    explanation: Explanation | None = None


class Match(NamedTuple):
    """One line that a pattern matched; `line` is 1-based."""

    address: Address
    line: int
    text: str


class Entry(NamedTuple):
    """One row of a listing. A directory counts the files below it and sums their size."""

    address: Address
    kind: Kind
    title: str
    size: int
    files: int
    version: int
    recorded_at: str
    hidden: bool = False


class Listing(NamedTuple):
    """A window of a directory's entries, of `total` entries."""

    entries: list[Entry]
    total: int


class Version(NamedTuple):
    """One version of a record, as `history` shows it. The newest has no `superseded_at`."""

    address: Address
    version: int
    title: str
    size: int
    content_hash: str
    recorded_at: str
    superseded_at: str | None


class ProjectStatus(NamedTuple):
    """What is in a project. `bytes` counts current texts only; `last_change_at` is None in an empty project."""

    project_id: str
    initialized_at: str
    documents: int
    hidden: int
    versions: int
    bytes: int
    last_change_at: str | None
    messages: int = 0


class Health(NamedTuple):
    """A backend that answered."""

    backend: str
    detail: str
    facts: dict[str, str | int]

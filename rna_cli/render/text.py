"""Plain text for terminals and pipes."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from rna_cli.domain.records import Action, Kind
from rna_cli.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rna_cli.domain.records import Entry, Hit, Listing, ProjectStatus, Saying, Version
    from rna_cli.memory.gateway import Loaded

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Return `text` without characters that a terminal would obey; line feeds and tabs stay."""
    return _CONTROL.sub(lambda match: "" if match[0] == "\r" else "\ufffd", text)


def hits_text(hits: Sequence[Hit]) -> str:
    """Hits, best first: a line of facts, then the passage, indented; marked where only a near word was found."""
    blocks = []
    for rank, hit in enumerate(hits, 1):
        first, last = hit.passage.first_line, hit.passage.last_line
        lines = f":{first}" if first == last else f":{first}-{last}"
        passage = "\n".join(f"   {line}" for line in hit.passage.text.split("\n"))
        mark = " (near word)" if hit.repaired else ""
        said = f"{said_by(hit.saying)}: " if hit.saying else ""
        blocks.append(f"{rank}. {hit.level.value} {said}{hit.title}{mark}\n   {hit.address.uri}{lines}\n{passage}\n")
    return "\n".join(blocks)


def said_by(saying: Saying) -> str:
    """Who said a message, and on which day."""
    day = f" ({saying.said_at[:10]})" if saying.said_at else ""
    return f"{saying.speaker or saying.role}{day}"


def listing_text(listing: Listing) -> str:
    """A directory's entries, a row each: size, version, day, name, title."""
    rows = [
        (size_text(entry.size), f"v{entry.version}" if entry.version else "-", entry.recorded_at[:10], *_named(entry))
        for entry in listing.entries
    ]
    return table(rows, right={0})


def _named(entry: Entry) -> tuple[str, str]:
    if entry.kind is not Kind.DIRECTORY:
        return entry.address.path, entry.title
    return f"{entry.address.path}/", f"({counted(entry.files, 'file')})"


def history_text(versions: Sequence[Version]) -> str:
    """Versions, newest first: number, from when, until when, size, where, title."""
    rows = [
        (
            f"v{version.version}",
            version.recorded_at,
            version.superseded_at or "now",
            size_text(version.size),
            version.address.path,
            version.title,
        )
        for version in versions
    ]
    return table([("VERSION", "RECORDED AT", "SUPERSEDED AT", "SIZE", "PATH", "TITLE"), *rows], right={3})


def tree_text(name: str, tree: Tree) -> str:
    """A directory tree, drawn with lines."""
    return "\n".join([f"{name}/", *_branches(tree, "")]) + "\n"


Tree = dict[str, "Tree | str"]
"""Name to subtree, or to the title of a file; a directory that is not shown further is an empty tree."""


def _branches(tree: Tree, indent: str) -> Iterable[str]:
    for number, (name, child) in enumerate(sorted(tree.items()), 1):
        last = number == len(tree)
        branch, below = ("└── ", "    ") if last else ("├── ", "│   ")
        if isinstance(child, str):
            title = "" if child == name else f"  ({child})"
            yield f"{indent}{branch}{name}{title}"
        else:
            yield f"{indent}{branch}{name}/"
            yield from _branches(child, indent + below)


def loaded_text(loaded: Loaded) -> str:
    """How many records of each kind were created, updated and left as they were."""
    heading = ["", *(action.value.upper() for action in Action)]
    rows = [[f"{kind}s", *(str(loaded[kind, action]) for action in Action)] for kind in (Kind.MESSAGE, Kind.DOCUMENT)]
    return table([heading, *rows], right=range(1, len(heading)))


def status_text(status: ProjectStatus) -> str:
    """What is in a project, a fact a line."""
    rows = [
        ("project", status.project_id),
        ("initialized", status.initialized_at),
        ("documents", str(status.documents)),
        ("messages", str(status.messages)),
        ("hidden", str(status.hidden)),
        ("versions", str(status.versions)),
        ("size", size_text(status.bytes)),
        ("last change", status.last_change_at or "never"),
    ]
    return table(rows)


def size_text(size: int) -> str:
    """A number of bytes, in the unit that a person reads best."""
    amount = float(size)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024 or unit == "GiB":
            break
        amount /= 1024
    return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Rows as aligned columns, two spaces apart; `right` names the columns that are set flush right."""
    if not rows:
        return ""
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for column, cell in enumerate(row):
            space = " " * (widths[column] - display_width(cell))
            cells.append(space + cell if column in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def display_width(text: str) -> int:
    """Return how many columns a terminal takes for `text`: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )

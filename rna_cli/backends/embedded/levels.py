"""Abstracts (L0) and overviews (L1) of directories, made at read time from the rows of their files.

Derived when asked for, so that a write touches no directory and an earlier time needs no stored copy.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rna_cli.backends.embedded.selection import below
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Text
from rna_cli.text.lines import one_line
from rna_cli.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.uri import Address
    from rna_cli.sqlite.connection import Connection

ABSTRACT_CHARS = 500
OVERVIEW_CHARS = 8000
_MAX_ROWS = 400
"""Files that are looked at: more would not fit into an overview."""

FileHead = tuple[str, str, str, str]
"""Path below the directory, title, first sentence, headings (a line each)."""


def describe_directory(
    connection: Connection, project: Project, address: Address, level: Level, as_of: str | None
) -> Text:
    """Return the abstract or overview of a directory that is known to be there."""
    where, parameters = below(project, address, as_of)
    skip = len(address.path) + 2 if address.path else 1
    names: list[tuple[str, int, str]] = connection.execute(
        f"""
        SELECT substr(rest, 1, instr(rest, '/')) AS directory, count(*), max(recorded_at)
        FROM (SELECT substr(path, ?) AS rest, recorded_at FROM visible WHERE {where})
        GROUP BY directory ORDER BY directory
        """,
        [skip, *parameters],
    ).fetchall()
    heads: list[FileHead] = connection.execute(
        f"SELECT substr(path, ?), title, lead, headings FROM visible WHERE {where} ORDER BY path LIMIT ?",
        [skip, *parameters, _MAX_ROWS],
    ).fetchall()
    counts = {directory: count for directory, count, _ in names}
    text = _abstract(address, heads, counts) if level is Level.L0 else _overview(address, heads, counts)
    newest = max((recorded_at for *_, recorded_at in names), default=project.initialized_at)
    lines = [line + "\n" for line in text]
    return Text(address, level, address.name, 0, newest, lines, 0, len(lines))


def _abstract(address: Address, heads: list[FileHead], counts: dict[str, int]) -> list[str]:
    """One or two lines: how many files, in which directories, about what."""
    directories = [directory.rstrip("/") for directory in counts if directory]
    where = f" in {counted(len(directories), 'directory')}: {', '.join(directories)}" if directories else ""
    titles = _titles(heads)
    lines = [one_line(f"{address.name}: {counted(sum(counts.values()), 'file')}{where}.", ABSTRACT_CHARS)]
    return [*lines, one_line(titles, ABSTRACT_CHARS - len(lines[0]) // 2)] if titles else lines


def _overview(address: Address, heads: list[FileHead], counts: dict[str, int]) -> list[str]:
    """A heading, a line for each file with its first sentence and headings, a line for each directory."""
    total = sum(counts.values())
    lines = [f"# {address.name}", "", f"{counted(total, 'file')}."]
    lines += [""] * bool(heads)
    room = OVERVIEW_CHARS - sum(map(len, lines)) - 80
    shown = 0
    for files, line in _entries(heads, counts):
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
        shown += files
    if shown < total:
        lines.append(f"- … and {counted(total - shown, 'file')} more")
    return lines


def _entries(heads: list[FileHead], counts: dict[str, int]) -> Iterator[tuple[int, str]]:
    """Yield (number of files, line) for each file and directory."""
    for directory, group in groupby(heads, key=lambda head: head[0].partition("/")[0] + "/" if "/" in head[0] else ""):
        members = list(group)
        if directory:
            about = one_line(_titles(members), 240)
            yield counts[directory], f"- {directory} ({counted(counts[directory], 'file')}): {about}"
            continue
        for path, title, lead, headings in members:
            about = f": {lead}" if lead and lead != title else ""
            sections = f" [{one_line(', '.join(headings.splitlines()), 200)}]" if headings else ""
            yield 1, f"- {path} ({title}){about}{sections}"


def _titles(heads: list[FileHead]) -> str:
    """Return the titles, each once: the messages of a turn share theirs."""
    return "; ".join(dict.fromkeys(title for _, title, *_ in heads))

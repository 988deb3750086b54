"""Reading files, listings and histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.embedded.bodies import BODY, intact_text, stored_kind
from rna_cli.backends.embedded.selection import at_or_below, at_path, below
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Entry, Kind, Listing, Match, ProjectStatus, Saying, Text, Version
from rna_cli.domain.uri import Address
from rna_cli.errors import NotFound
from rna_cli.text.lines import split_lines

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from rna_cli.backends.embedded.store import Project
    from rna_cli.domain.scope import Scope
    from rna_cli.sqlite.connection import Connection


def is_directory(connection: Connection, project: Project, address: Address, as_of: str | None) -> bool:
    """Tell a directory from a file; the project's own directory is always there."""
    where, parameters = at_path(project, address, as_of)
    if connection.execute(f"SELECT 1 FROM visible WHERE {where}", parameters).fetchone():
        return False
    where, parameters = below(project, address, as_of)
    if not address.path or connection.execute(f"SELECT 1 FROM visible WHERE {where} LIMIT 1", parameters).fetchone():
        return True
    raise _not_found(connection, project, address, as_of)


def read_text(
    connection: Connection, project: Project, address: Address, offset: int, limit: int, as_of: str | None
) -> Text:
    """Return a window of a file's lines."""
    where, parameters = at_path(project, address, as_of)
    row = connection.execute(
        f"SELECT title, number, recorded_at, line_count, role, speaker, said_at, {BODY} FROM visible WHERE {where}",
        parameters,
    ).fetchone()
    if row is None:
        raise _not_found(connection, project, address, as_of)
    title, number, recorded_at, total, role, speaker, said_at, body, digest = row
    saying = Saying.of(role, speaker, said_at)
    lines = split_lines(intact_text(body, digest, address.path))
    return Text(address, Level.L2, title, number, recorded_at, lines[offset : offset + limit], offset, total, saying)


def list_directory(
    connection: Connection, project: Project, address: Address, offset: int, limit: int, as_of: str | None
) -> Listing:
    """Return what is directly in a directory: files, and directories with what they hold in sum."""
    where, parameters = below(project, address, as_of)
    query = f"""
    SELECT child, is_directory, max(kind), max(title), sum(size_bytes), count(*), max(number), max(recorded_at) FROM (
      SELECT *, instr(rest, '/') > 0 AS is_directory,
             CASE WHEN instr(rest, '/') THEN substr(rest, 1, instr(rest, '/') - 1) ELSE rest END AS child
      FROM (SELECT substr(path, ?) AS rest, kind, title, size_bytes, number, recorded_at FROM visible WHERE {where})
    ) GROUP BY child, is_directory ORDER BY child
    """
    prefix = f"{address.path}/" if address.path else ""
    rows = connection.execute(query, [len(prefix) + 1, *parameters]).fetchall()
    entries = [
        Entry(Address(address.scope, prefix + child), Kind.DIRECTORY, "", size, files, 0, recorded_at)
        if directory
        else Entry(Address(address.scope, prefix + child), stored_kind(kind), title, size, 1, number, recorded_at)
        for child, directory, kind, title, size, files, number, recorded_at in rows[offset : offset + limit]
    ]
    return Listing(entries, len(rows))


def list_files(
    connection: Connection, project: Project, address: Address, offset: int, limit: int, as_of: str | None
) -> Listing:
    """Return the file at an address, or those below it, by path."""
    where, parameters = at_or_below(project, address, as_of)
    total = connection.execute(f"SELECT count(*) FROM visible WHERE {where}", parameters).fetchone()[0]
    rows = connection.execute(
        f"""
        SELECT path, kind, title, size_bytes, number, recorded_at FROM visible
        WHERE {where} ORDER BY path LIMIT ? OFFSET ?
        """,
        [*parameters, limit, offset],
    )
    return Listing([_entry(address.scope, row) for row in rows], total)


def list_hidden(connection: Connection, project: Project, address: Address, offset: int, limit: int) -> Listing:
    """Return the files at or below an address that are hidden: the one way to see that they are there."""
    where, parameters = at_or_below(project, address, None)
    rows = connection.execute(
        f"""
        SELECT path, kind, title, size_bytes, number, recorded_at FROM version
        WHERE {where} AND record_pk IN (SELECT record_pk FROM hidden) ORDER BY path
        """,
        parameters,
    ).fetchall()
    entries = [_entry(address.scope, row)._replace(hidden=True) for row in rows[offset : offset + limit]]
    return Listing(entries, len(rows))


def _entry(scope: Scope, row: tuple[str, str, str, int, int, str]) -> Entry:
    path, kind, title, size, number, recorded_at = row
    return Entry(Address(scope, path), stored_kind(kind), title, size, 1, number, recorded_at)


def read_history(connection: Connection, project: Project, address: Address) -> list[Version]:
    """Return the versions of the record that is at an address, or was last there, newest first."""
    row = connection.execute(
        """
        SELECT record_pk, version_pk, superseded_at IS NULL FROM version WHERE project_pk = ? AND path = ?
        ORDER BY superseded_at IS NOT NULL, superseded_at DESC
        """,
        (project.project_pk, address.path),
    ).fetchone()
    if row is None:
        raise _not_found(connection, project, address, None)
    record_pk, version_pk, current = row
    # Asked by an earlier address, the record is somewhere else by now, and no index says where.
    now_at, parameter = ("version_pk = ?2", version_pk) if current else ("project_pk = ?2", project.project_pk)
    rows = connection.execute(
        f"""
        SELECT path, number, title, size_bytes, lower(hex(content_hash)), recorded_at, superseded_at FROM version
        WHERE (record_pk = ?1 AND superseded_at IS NOT NULL) OR (record_pk = ?1 AND superseded_at IS NULL AND {now_at})
        ORDER BY number DESC
        """,
        (record_pk, parameter),
    )
    return [Version(Address(address.scope, path), *rest) for path, *rest in rows]


def grep_lines(
    connection: Connection, project: Project, address: Address, pattern: re.Pattern[str], limit: int
) -> list[Match]:
    """Return the lines at or below an address in which `pattern` is found, by path and line."""
    return [match for match, _ in zip(_matches(connection, project, address, pattern), range(limit), strict=False)]


def _matches(connection: Connection, project: Project, address: Address, pattern: re.Pattern[str]) -> Iterator[Match]:
    is_directory(connection, project, address, None)
    where, parameters = at_or_below(project, address, None)
    rows = connection.execute(f"SELECT path, {BODY} FROM visible WHERE {where} ORDER BY path", parameters)
    for path, body, digest in rows:
        for number, line in enumerate(split_lines(intact_text(body, digest, path)), 1):
            content = line.rstrip("\r\n")
            if pattern.search(content):
                yield Match(Address(address.scope, path), number, content)


def read_status(connection: Connection, project: Project) -> ProjectStatus:
    """Return what is in a project."""
    now = "project_pk = ? AND superseded_at IS NULL"
    shown, messages, size = connection.execute(
        f"SELECT count(*), count(role), coalesce(sum(size_bytes), 0) FROM visible WHERE {now}", (project.project_pk,)
    ).fetchone()
    (records,) = connection.execute(f"SELECT count(*) FROM version WHERE {now}", (project.project_pk,)).fetchone()
    (past,) = connection.execute(
        "SELECT count(*) FROM version WHERE project_pk = ? AND superseded_at IS NOT NULL", (project.project_pk,)
    ).fetchone()
    return ProjectStatus(
        project_id=project.project_id,
        initialized_at=project.initialized_at,
        documents=shown - messages,
        messages=messages,
        hidden=records - shown,
        versions=records + past,
        bytes=size,
        last_change_at=project.changed_at,
    )


def _not_found(connection: Connection, project: Project, address: Address, as_of: str | None) -> NotFound:
    """Return the failure for an address, saying whether something hidden is there now."""
    where, parameters = at_or_below(project, address, None)
    hidden = connection.execute(
        f"SELECT 1 FROM version WHERE {where} AND record_pk IN (SELECT record_pk FROM hidden) LIMIT 1", parameters
    ).fetchone()
    if hidden:
        return NotFound(
            f"{address.uri} is hidden.",
            hint=f"Bring it back with: rna memory {project.project_id} unhide {address.argument}",
        )
    moment = f" as of {as_of}" if as_of else ""
    return NotFound(
        f"Nothing is at {address.uri}{moment}.", hint=f"See what is there: rna memory {project.project_id} list"
    )

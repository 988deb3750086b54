"""The one place that writes passages and their index, together, in the record's own transaction.

Not triggers: on an FTS5 table they fail under trusted_schema=OFF, and they double the time of a bulk load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.embedded.schema import CREATE_CURRENT_INDEX, CREATE_PAST_INDEX, CURRENT, PASSAGE_BITS, PAST
from rna_cli.text import ANALYSER_VERSION
from rna_cli.text.analyser import analyse, analyse_name
from rna_cli.text.lines import count_lines
from rna_cli.text.outline import Outline, outline
from rna_cli.text.passages import resume_after_cut, split_passages

if TYPE_CHECKING:
    from rna_cli.sqlite.connection import Connection

SUMMARY = ("lead", "headings", "size_bytes", "line_count")
"""Columns of `version` that follow from the text."""

PassageRow = tuple[int, int, int, int, int, str, str, str]
"""A row of `passage`, in the order of its columns."""


def passage_rows(
    text: str, title: str, path: str, found: Outline, *, version_pk: int, first_passage: int
) -> list[PassageRow]:
    """Analyse a document. Each word is indexed once: those of the lead leave the body of the first passage.

    Args:
        text: the whole document.
        title: its title, which every passage carries.
        path: its path below the project: the words of directory and file names are found like those of the title.
        found: the outline of `text`.
        version_pk: the version that the passages belong to.
        first_passage: the id of the first of them; the others follow.
    """
    directory, _, name = path.rpartition("/")
    words = directory.replace("/", " ") if title == name else f"{title} {directory.replace('/', ' ')}"
    title_terms = f"{analyse(words)} {analyse_name(name)}"
    first, *others = split_passages(text)
    lead_end = min(found.lead_end, first.end)
    lead_start = min(found.lead_start, lead_end)
    lead = text[lead_start:lead_end] if lead_start < lead_end else found.lead
    head_terms = analyse("\n".join([lead, *found.headings]) if found.headings else lead)
    body_terms = analyse(f"{text[:lead_start]}\n{text[resume_after_cut(text, lead_start, lead_end) : first.end]}")
    rows = [(first_passage, version_pk, 0, first.end, 0, title_terms, head_terms, body_terms)]
    for passage_pk, (start, end, line) in enumerate(others, first_passage + 1):
        rows.append((passage_pk, version_pk, start, end, line, title_terms, "", analyse(text[start:end])))
    return rows


def summary(text: str, found: Outline) -> tuple[str, str, int, int]:
    """Return what a version says of its text beside its title, in the order of `SUMMARY`."""
    return found.lead, "\n".join(found.headings), len(text.encode()), count_lines(text)


def insert_passages(connection: Connection, rows: list[PassageRow], index: str | None = CURRENT) -> None:
    """Store new passages and index them; those of hidden records are in no index."""
    connection.executemany("INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    if index is not None:
        _add(connection, index, rows)


def withdraw_passages(connection: Connection, first: int, count: int, index: str) -> list[PassageRow]:
    """Take passages out of an index, and leave their rows; return these."""
    rows: list[PassageRow] = connection.execute(
        "SELECT * FROM passage WHERE passage_pk >= ? AND passage_pk < ?", (first, first + count)
    ).fetchall()
    # FTS5 must be given the very terms that went in: the row keeps them, so a newer analyser cannot corrupt the index.
    connection.executemany(
        f"INSERT INTO {index} ({index}, rowid, title_terms, head_terms, body_terms) VALUES ('delete', ?, ?, ?, ?)",
        [(row[0], *row[5:]) for row in rows],
    )
    return rows


def restore_passages(connection: Connection, first: int, count: int, index: str) -> None:
    """Bring withdrawn passages into an index again."""
    rows: list[PassageRow] = connection.execute(
        "SELECT * FROM passage WHERE passage_pk >= ? AND passage_pk < ?", (first, first + count)
    ).fetchall()
    _add(connection, index, rows)


def retire_passages(connection: Connection, first: int, count: int) -> None:
    """Move the passages of a superseded version from the current index to the past one.

    Two indexes, because old versions crowd out new ones: with 300 old passages in one index, a search for the fifty
    best followed by a filter found no current one.
    """
    _add(connection, PAST, withdraw_passages(connection, first, count, CURRENT))


def delete_passages(connection: Connection, first: int, count: int, index: str | None) -> None:
    """Remove passages, from `index` too unless they are in none."""
    if index is not None:
        withdraw_passages(connection, first, count, index)
    connection.execute("DELETE FROM passage WHERE passage_pk >= ? AND passage_pk < ?", (first, first + count))


def scrub_indexes(connection: Connection) -> None:
    """Merge each index into one segment: a deleted term stays in the file until its segment is rewritten."""
    for index in (CURRENT, PAST):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")


def rebuild_indexes(connection: Connection) -> None:
    """Derive everything from the texts again: both indexes, whatever state they are in, and the summaries."""
    for index in (CURRENT, PAST):
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (f"{index}_data",)).fetchone():
            # FTS5 drops no table whose record of its own structure it cannot read, so it gets that of an empty one.
            connection.execute(
                f"INSERT INTO {index}_data (id, block) VALUES (10, zeroblob(7)) "
                "ON CONFLICT (id) DO UPDATE SET block = excluded.block"
            )
        connection.execute(f"DROP TABLE IF EXISTS {index}")
    connection.execute(CREATE_CURRENT_INDEX)
    connection.execute(CREATE_PAST_INDEX)
    connection.execute("DELETE FROM passage")
    next_passage: dict[int, int] = {}
    versions = connection.execute("SELECT version_pk FROM version ORDER BY version_pk").fetchall()
    for (version_pk,) in versions:
        project_pk, path, title, body, superseded_at, hidden = connection.execute(
            """
            SELECT project_pk, path, title, body, superseded_at, record_pk IN (SELECT record_pk FROM hidden)
            FROM version WHERE version_pk = ?
            """,
            (version_pk,),
        ).fetchone()
        first = next_passage.get(project_pk) or first_free_passage(connection, project_pk)
        found = outline(body, path)
        rows = passage_rows(body, title, path, found, version_pk=version_pk, first_passage=first)
        next_passage[project_pk] = first + len(rows)
        insert_passages(connection, rows, None if hidden else PAST if superseded_at else CURRENT)
        connection.execute(
            f"UPDATE version SET {', '.join(f'{name} = ?' for name in (*SUMMARY, 'first_passage', 'passage_count'))} "
            "WHERE version_pk = ?",
            (*summary(body, found), first, len(rows), version_pk),
        )
    connection.execute(
        "INSERT INTO meta VALUES ('analyser_version', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(ANALYSER_VERSION),),
    )


def first_free_passage(connection: Connection, project_pk: int) -> int:
    """Return the lowest passage id that is free at the end of a project's range."""
    low = project_pk << PASSAGE_BITS
    row = connection.execute(
        "SELECT max(passage_pk) FROM passage WHERE passage_pk BETWEEN ? AND ?", (low, low + (1 << PASSAGE_BITS) - 1)
    ).fetchone()
    return low if row[0] is None else int(row[0]) + 1


def _add(connection: Connection, index: str, rows: list[PassageRow]) -> None:
    connection.executemany(
        f"INSERT INTO {index} (rowid, title_terms, head_terms, body_terms) VALUES (?, ?, ?, ?)",
        [(row[0], *row[5:]) for row in rows],
    )

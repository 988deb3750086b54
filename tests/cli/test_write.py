from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.cli.samples import NOTE, ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_a_file_goes_under_its_own_name(project: Rna) -> None:
    file = project.folder / "note.md"
    file.write_text(NOTE)
    result = project.ok("memory", "p", "write", "--file", str(file))
    assert (result.stdout, result.stderr) == (f"created {ROOT}/note.md v1\n", "")
    assert project.ok("memory", "p", "read", "note.md").stdout == NOTE


def test_a_taken_name_is_superseded_and_said_so(notes: Rna) -> None:
    result = notes.write("note.md", "new text\n")
    assert result.stdout == f"updated {ROOT}/note.md v2\n"
    assert result.stderr == "It supersedes version 1, which stays in history.\n"
    assert notes.ok("memory", "p", "history", "note.md").stdout.count("note.md") == 3


def test_the_same_text_is_unchanged(notes: Rna) -> None:
    result = notes.write("note.md", NOTE)
    assert (result.stdout, result.stderr) == (f"unchanged {ROOT}/note.md v1\n", "")


def test_as_json(notes: Rna) -> None:
    written = notes.write("new.md", NOTE, "--title", "Tags", "--json").json
    expected = {"uri": f"{ROOT}/new.md", "version": 1, "title": "Tags", "bytes": len(NOTE)}
    assert written == {"action": "created"} | expected
    assert notes.write("new.md", NOTE, "--title", "Tags", "--json").json == {"action": "unchanged"} | expected


@pytest.mark.parametrize(
    ("text", "options", "title"),
    [
        (NOTE, (), "Release conventions"),
        (NOTE, ("--title", "  My\n title "), "My title"),
        ("no heading\n", (), "x.md"),
        ("Setext\n======\n\ntext\n", (), "Setext"),
    ],
)
def test_title_is_given_or_the_first_heading_or_the_name(
    project: Rna, text: str, options: tuple[str, ...], title: str
) -> None:
    assert project.write("x.md", text, *options, "--json").json["title"] == title


def test_a_new_title_alone_is_an_update(notes: Rna) -> None:
    assert notes.write("note.md", NOTE, "--title", "Tags").stdout == f"updated {ROOT}/note.md v2\n"
    assert notes.hits("tags")[0] == "note.md"


@pytest.mark.parametrize(
    ("title", "problem"),
    [("", "is empty"), (" \t", "is empty"), ("x" * 501, "over 500 characters"), ("a\x1b[31m", "no text")],
)
def test_a_bad_title_is_refused_and_nothing_stored(project: Rna, title: str, problem: str) -> None:
    words = ("memory", "p", "write", "--file", "-", "--path", "x.md", "--title", title)
    assert problem in project.fails(2, *words, stdin=b"text").stderr
    assert project.ok("memory", "p", "list", "--json").json["total"] == 0
    project.write("x.md", "text", "--title", "x" * 500)
    assert project.ok("memory", "p", "list", "--json").json["total"] == 1


def test_create_refuses_a_taken_address(notes: Rna) -> None:
    result = notes.fails(
        5, "memory", "p", "write", "--file", "-", "--path", "note.md", "--create", stdin=b"zebra words\n"
    )
    assert result.stderr == f"rna: {ROOT}/note.md exists. Leave --create out to store a new version of it.\n"
    assert notes.ok("memory", "p", "read", "note.md").stdout == NOTE
    notes.write("fresh.md", "zebra words\n", "--create")
    assert notes.hits("zebra") == ["fresh.md"]


def test_standard_input_needs_an_address(project: Rna) -> None:
    result = project.fails(2, "memory", "p", "write", "--file", "-", stdin=b"text")
    assert result.stderr == ("rna: Text from standard input needs an address. Add --path, as in --path notes/name.md\n")


def test_path_may_be_a_full_uri(project: Rna) -> None:
    assert project.write(f"{ROOT}/a/b.md", "text").stdout == f"created {ROOT}/a/b.md v1\n"


def test_names_are_nfc(project: Rna) -> None:
    project.write("cafe\u0301.md", "text\n")
    assert project.ok("memory", "p", "list", "--json").json["entries"][0]["uri"] == f"{ROOT}/caf\u00e9.md"
    assert project.ok("memory", "p", "read", "cafe\u0301.md").stdout == "text\n"


def test_a_file_is_no_directory_and_a_directory_no_file(notes: Rna) -> None:
    words = ("memory", "p", "write", "--file", "-", "--path")
    below = notes.fails(5, *words, "note.md/x.md", stdin=b"alpha")
    assert below.stderr == "rna: note.md is a file, so note.md/x.md cannot be below it. Choose another address.\n"
    over = notes.fails(5, *words, "docs", stdin=b"alpha")
    assert over.stderr == f"rna: {ROOT}/docs is a directory. Name a file in it, as in docs/name.md\n"
    assert notes.hits("alpha") == []
    notes.write("docs/name.md", "alpha")
    assert notes.hits("alpha") == ["docs/name.md"]


def test_a_place_kept_for_conversations_is_refused(project: Rna) -> None:
    words = ("memory", "p", "write", "--file", "-", "--path")
    assert "captured conversations" in project.fails(2, *words, "conversations/x.md", stdin=b"alpha").stderr
    project.write("talks/conversations/x.md", "alpha")
    assert project.hits("alpha") == ["talks/conversations/x.md"]


def test_a_hidden_file_is_not_overwritten(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "note.md")
    result = notes.fails(5, "memory", "p", "write", "--file", "-", "--path", "note.md", stdin=b"new")
    assert result.stderr == (
        f"rna: {ROOT}/note.md is taken by a hidden record. "
        "Bring it back with `rna memory p unhide note.md`, or delete it.\n"
    )
    notes.ok("memory", "p", "unhide", "note.md")
    assert notes.ok("memory", "p", "read", "note.md").stdout == NOTE


def test_what_is_written_is_data_and_never_an_option(project: Rna) -> None:
    project.write("-x.md", "--yes --limit 0\n")
    assert project.ok("memory", "p", "read", "--", "-x.md").stdout == "--yes --limit 0\n"


def test_writing_a_damaged_text_again_puts_it_right(project: Rna) -> None:
    project.write("note.md", "The heron waits.\n")
    with closing(sqlite3.connect(project.store)) as connection, connection:
        connection.execute("UPDATE version SET body = 'The heron wails.' || char(10)")
    assert "damaged" in project.fails(65, "memory", "p", "read", "note.md").stderr
    assert project.write("note.md", "The heron waits.\n").stdout.startswith("updated")
    assert project.ok("memory", "p", "read", "note.md").stdout == "The heron waits.\n"
    assert project.write("note.md", "The heron waits.\n").stdout.startswith("unchanged")


def test_a_comment_in_code_is_no_title(project: Rna) -> None:
    assert project.write("tool.py", "# -*- coding: utf-8 -*-\nprint(1)\n", "--json").json["title"] == "tool.py"
    assert project.write("tool.md", "# A tool\n", "--json").json["title"] == "A tool"


def test_a_path_that_starts_here_is_the_path(project: Rna) -> None:
    project.write("./docs/a.md", "text")
    assert project.ok("memory", "p", "list", ".", "-r", "--json").json["entries"][0]["uri"].endswith("/p/docs/a.md")

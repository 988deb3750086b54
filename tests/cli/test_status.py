from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, PLAN, SETUP, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_counts_what_is_there(notes: Rna) -> None:
    result = notes.ok("memory", "p", "status")
    assert result.stdout == (
        "project      p\n"
        f"initialized  {START}\n"
        "documents    3\n"
        "messages     0\n"
        "hidden       0\n"
        "versions     3\n"
        f"size         {len(NOTE + SETUP + PLAN)} B\n"
        f"last change  {moment(2)}\n"
    )
    assert result.stderr == ""


def test_as_json_with_hidden_and_earlier_versions(notes: Rna) -> None:
    notes.write("note.md", "new\n")
    notes.ok("memory", "p", "hide", "docs/setup.md")
    assert notes.ok("memory", "p", "status", "--json").json == {
        "project": "p",
        "initialized_at": START,
        "documents": 2,
        "messages": 0,
        "hidden": 1,
        "versions": 4,
        "bytes": len("new\n" + PLAN),
        "last_change_at": moment(4),
    }


def test_empty_project(project: Rna) -> None:
    assert project.ok("memory", "p", "status").stdout.endswith("size         0 B\nlast change  never\n")
    assert project.ok("memory", "p", "status", "--json").json["last_change_at"] is None


def test_reading_is_no_write(notes: Rna) -> None:
    before = notes.ok("memory", "p", "status").stdout
    assert notes.hits("changelog") == ["note.md"]
    notes.ok("memory", "p", "read", "note.md")
    assert notes.ok("memory", "p", "status").stdout == before

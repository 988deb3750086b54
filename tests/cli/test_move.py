from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, PLAN, ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_a_file(notes: Rna) -> None:
    result = notes.ok("memory", "p", "move", "note.md", "archive/release.md")
    assert (result.stdout, result.stderr) == ("moved note.md -> archive/release.md v2\n", "")
    assert notes.ok("memory", "p", "read", "archive/release.md").stdout == NOTE
    notes.fails(4, "memory", "p", "read", "note.md")
    assert notes.hits("changelog") == ["archive/release.md"]


def test_a_directory_as_json(notes: Rna) -> None:
    assert notes.ok("memory", "p", "move", "docs", "guide", "--json").json == {
        "moved": [
            {"from": f"{ROOT}/docs/deep/plan.md", "to": f"{ROOT}/guide/deep/plan.md", "version": 2},
            {"from": f"{ROOT}/docs/setup.md", "to": f"{ROOT}/guide/setup.md", "version": 2},
        ]
    }
    notes.fails(4, "memory", "p", "list", "docs")
    assert notes.ok("memory", "p", "read", "guide/deep/plan.md").stdout == PLAN


def test_a_name_that_served_as_title_follows(notes: Rna) -> None:
    notes.ok("memory", "p", "move", "docs/deep/plan.md", "spring.md")
    notes.ok("memory", "p", "move", "note.md", "release.md")
    titles = {entry["uri"]: entry.get("title") for entry in notes.ok("memory", "p", "list", "--json").json["entries"]}
    assert titles[f"{ROOT}/spring.md"] == "spring.md"
    assert titles[f"{ROOT}/release.md"] == "Release conventions"


def test_a_taken_target_is_refused_and_all_stays(notes: Rna) -> None:
    notes.write("guide/setup.md", "taken\n")
    before = notes.ok("memory", "p", "list", "--recursive").stdout
    result = notes.fails(5, "memory", "p", "move", "docs", "guide")
    assert result.stderr == f"rna: {ROOT}/guide/setup.md exists. Choose another address, or delete that one first.\n"
    assert notes.ok("memory", "p", "list", "--recursive").stdout == before
    notes.ok("memory", "p", "move", "docs", "guide2")


def test_not_into_itself(notes: Rna) -> None:
    for source, target in (("docs", "docs/docs"), ("note.md", "note.md"), ("", "all")):
        notes.fails(2, "memory", "p", "move", source, target)
    assert notes.ok("memory", "p", "list", "--recursive", "--json").json["total"] == 3


def test_a_file_to_a_directory_names_the_command_that_works(notes: Rna) -> None:
    result = notes.fails(2, "memory", "p", "move", "note.md", "docs/")
    assert result.stderr == (
        f"rna: 'docs/' names a directory, and {ROOT}/note.md is a file. "
        "Name the file: rna memory p move note.md docs/note.md\n"
    )
    notes.ok(*result.stderr.partition("Name the file: rna ")[2].split())
    assert notes.ok("memory", "p", "read", "docs/note.md").stdout == NOTE
    notes.ok("memory", "p", "move", "docs/", "guide/")
    assert notes.ok("memory", "p", "read", "guide/note.md").stdout == NOTE


def test_nothing_there(notes: Rna) -> None:
    notes.fails(4, "memory", "p", "move", "nope.md", "x.md")
    notes.fails(4, "memory", "p", "read", "x.md")


def test_never_to_another_project(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.fails(2, "memory", "p", "move", "note.md", "viking://resources/projects/q/note.md")
    assert notes.hits("changelog", project="q") == []
    assert notes.hits("changelog") == ["note.md"]


def test_derived_names_and_kept_places_are_refused(notes: Rna) -> None:
    for target in (".abstract.md", "docs/.Overview.md", "conversations/x.md"):
        notes.fails(2, "memory", "p", "move", "note.md", target)
    assert notes.ok("memory", "p", "read", "note.md").stdout == NOTE


def test_a_name_that_becomes_too_long_moves_nothing(notes: Rna) -> None:
    deep = "/".join(["d" * 200] * 5)
    notes.write("short/" + "f" * 100, "text\n")
    notes.fails(2, "memory", "p", "move", "short", deep)
    assert notes.ok("memory", "p", "read", "short/" + "f" * 100).stdout == "text\n"

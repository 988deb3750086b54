from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_list(notes: Rna) -> None:
    notes.ok("memory", "empty", "initialize")
    result = notes.ok("projects", "list")
    assert result.stdout == (
        "PROJECT  DOCUMENTS   SIZE  LAST CHANGE\n"
        "empty            0    0 B  never\n"
        f"p                3  156 B  {moment(2)}\n"
    )
    assert result.stderr == ""


def test_list_as_json(notes: Rna) -> None:
    assert notes.ok("projects", "list", "--json").json == {
        "projects": [
            {
                "project": "p",
                "initialized_at": START,
                "documents": 3,
                "messages": 0,
                "hidden": 0,
                "versions": 3,
                "bytes": 156,
                "last_change_at": moment(2),
            }
        ]
    }


def test_list_without_any_makes_nothing(rna: Rna) -> None:
    result = rna.ok("projects", "list")
    assert result.stdout == ""
    assert result.stderr == "No project yet. Make one with: rna memory PROJECT_ID initialize\n"
    assert rna.ok("projects", "list", "--json").json == {"projects": []}
    assert not rna.store.parent.exists()


def test_delete_needs_yes(notes: Rna) -> None:
    result = notes.fails(6, "projects", "delete", "p")
    assert result.stderr == (
        "rna: Delete project p with 3 files and 3 versions? Not without a confirmation. "
        "Add --yes; --dry-run shows what would go.\n"
    )
    assert notes.hits("changelog") == ["note.md"]


def test_delete_dry_run(notes: Rna) -> None:
    assert notes.ok("projects", "delete", "p", "--dry-run").stdout == "would delete p: 3 files\n"
    assert notes.hits("changelog") == ["note.md"]


def test_delete_takes_one_project_with_its_bytes_and_no_other(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("note.md", NOTE.replace("changelog", "xyzzyplugh"), project="q")
    notes.ok("memory", "q", "hide", "note.md")
    assert notes.ok("projects", "delete", "q", "--yes", "--json").json == {
        "project": "q",
        "files": 1,
        "versions": 1,
        "dry_run": False,
        "scrubbed": True,
    }
    notes.fails(4, "memory", "q", "status")
    assert notes.hits("changelog") == ["note.md"]
    files = list(notes.store.parent.glob("embedded.sqlite*"))
    assert not any(b"xyzzyplugh" in path.read_bytes() for path in files)
    assert any(b"changelog" in path.read_bytes() for path in files)


def test_an_empty_project_can_be_deleted_and_made_again(project: Rna) -> None:
    assert project.ok("projects", "delete", "p", "--yes").stdout == "deleted p: 0 files\n"
    project.fails(4, "projects", "delete", "p", "--yes")
    project.ok("memory", "p", "initialize")
    project.write("note.md", NOTE)
    assert project.hits("changelog") == ["note.md"]


def test_a_word_of_the_command_tree_is_no_project(project: Rna) -> None:
    result = project.fails(2, "projects", "delete", "health", "--yes")
    assert result.stderr.startswith("rna: 'health' is a command, not a project id.")
    project.ok("projects", "delete", "p", "--yes")

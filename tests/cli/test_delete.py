from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_without_a_terminal_it_needs_yes(notes: Rna) -> None:
    result = notes.fails(6, "memory", "p", "delete", "note.md")
    assert result.stderr == (
        "rna: Delete 1 file with 1 version at note.md? Not without a confirmation. "
        "Add --yes; --dry-run shows what would go.\n"
    )
    assert notes.ok("memory", "p", "read", "note.md").stdout == NOTE


def test_a_file(notes: Rna) -> None:
    result = notes.ok("memory", "p", "delete", "note.md", "--yes")
    assert (result.stdout, result.stderr) == ("deleted note.md\n", "")
    notes.fails(4, "memory", "p", "read", "note.md")
    assert notes.hits("changelog") == []
    assert notes.hits("setup") == ["docs/setup.md"]


def test_a_directory_as_json(notes: Rna) -> None:
    notes.write("docs/setup.md", "new\n")
    assert notes.ok("memory", "p", "delete", "docs", "--yes", "--json").json == {
        "deleted": [f"{ROOT}/docs/deep/plan.md", f"{ROOT}/docs/setup.md"],
        "versions": 3,
        "dry_run": False,
        "scrubbed": True,
    }
    assert notes.ok("memory", "p", "list", "--json").json["total"] == 1


def test_dry_run_changes_nothing(notes: Rna) -> None:
    before = notes.store.read_bytes()
    assert notes.ok("memory", "p", "delete", "docs", "--dry-run").stdout == (
        "would delete docs/deep/plan.md\nwould delete docs/setup.md\n"
    )
    assert notes.ok("memory", "p", "delete", "docs", "--dry-run", "--json").json == {
        "deleted": [f"{ROOT}/docs/deep/plan.md", f"{ROOT}/docs/setup.md"],
        "versions": 2,
        "dry_run": True,
        "scrubbed": False,
    }
    assert notes.store.read_bytes() == before


def test_every_version_goes_and_the_bytes_leave_the_files(notes: Rna) -> None:
    notes.write("secret.md", "the word is xyzzyplugh\n")
    notes.write("secret.md", "the word was changed\n")
    files = [path for path in notes.store.parent.iterdir() if path.name.startswith("embedded")]
    assert any(b"xyzzyplugh" in path.read_bytes() for path in files)
    notes.ok("memory", "p", "delete", "secret.md", "--yes")
    notes.fails(4, "memory", "p", "read", "secret.md", "--as-of", "2026-03-01T12:00:00.000003Z")
    files = [path for path in notes.store.parent.iterdir() if path.name.startswith("embedded")]
    assert not any(b"xyzzyplugh" in path.read_bytes() for path in files)
    assert any(b"changelog" in path.read_bytes() for path in files)


def test_hidden_files_go_too(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "docs/setup.md")
    assert notes.ok("memory", "p", "delete", "docs", "--yes", "--json").json["deleted"] == [
        f"{ROOT}/docs/deep/plan.md",
        f"{ROOT}/docs/setup.md",
    ]
    assert notes.ok("memory", "p", "list", "--hidden", "--json").json["total"] == 0


def test_the_same_text_may_be_written_again(notes: Rna) -> None:
    notes.ok("memory", "p", "delete", "note.md", "--yes")
    assert notes.write("note.md", NOTE).stdout == f"created {ROOT}/note.md v1\n"
    assert notes.hits("changelog") == ["note.md"]


def test_nothing_there(notes: Rna) -> None:
    for option in ("--yes", "--dry-run"):
        result = notes.fails(4, "memory", "p", "delete", "nope", option)
        assert result.stderr == f"rna: Nothing is at {ROOT}/nope. See what is there: rna memory p list\n"
    assert notes.ok("memory", "p", "list", "--recursive", "--json").json["total"] == 3


def test_an_address_that_a_file_has_left_is_empty(notes: Rna) -> None:
    notes.ok("memory", "p", "move", "note.md", "moved.md")
    notes.fails(4, "memory", "p", "delete", "note.md", "--yes")
    assert notes.ok("memory", "p", "read", "moved.md").stdout == NOTE


def test_of_another_project_nothing_goes(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("note.md", NOTE, project="q")
    notes.ok("memory", "q", "delete", "note.md", "--yes")
    assert notes.hits("changelog", project="q") == []
    assert notes.hits("changelog") == ["note.md"]

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_makes_a_project(rna: Rna) -> None:
    result = rna.ok("memory", "p", "initialize")
    assert (result.stdout, result.stderr) == (f"Initialized: {ROOT}\n", "")
    assert rna.ok("memory", "p", "health").exit_code == 0


def test_twice_changes_nothing(project: Rna) -> None:
    project.write("note.md", "kept\n")
    before = project.ok("memory", "p", "status").stdout
    assert project.ok("memory", "p", "initialize").stdout == f"Already initialized: {ROOT}\n"
    assert project.ok("memory", "p", "status").stdout == before
    assert project.hits("kept") == ["note.md"]


def test_as_json(rna: Rna) -> None:
    assert rna.ok("memory", "p", "initialize", "--json").json == {"project": "p", "uri": ROOT, "initialized": True}
    assert rna.ok("memory", "p", "initialize", "--json").json["initialized"] is False


def test_ids_that_differ_in_case_are_two_projects(rna: Rna) -> None:
    rna.ok("memory", "Demo", "initialize")
    rna.fails(4, "memory", "demo", "status")
    rna.ok("memory", "Demo", "status")


def test_no_other_command_makes_a_project(rna: Rna) -> None:
    rna.fails(4, "memory", "p", "write", "--file", "-", "--path", "note.md", stdin=b"text")
    assert not rna.store.parent.exists()
    rna.ok("memory", "p", "initialize")
    rna.write("note.md", "text")
    assert rna.store.exists()


def test_state_is_the_path_as_given_with_a_suffix(rna: Rna) -> None:
    place = rna.folder / "x y" / "state.json"
    rna.ok("memory", "p", "initialize", "--state", str(place))
    assert (rna.folder / "x y" / "state.json.rna" / "memory" / "embedded.sqlite").is_file()
    assert not place.exists()
    assert not rna.store.exists()

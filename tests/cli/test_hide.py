from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_hide_and_unhide_a_file(notes: Rna) -> None:
    result = notes.ok("memory", "p", "hide", "note.md")
    assert (result.stdout, result.stderr) == ("hidden note.md\n", "")
    assert notes.hits("changelog") == []
    result = notes.ok("memory", "p", "unhide", "note.md")
    assert (result.stdout, result.stderr) == ("unhidden note.md\n", "")
    assert notes.hits("changelog") == ["note.md"]


def test_a_directory_as_json(notes: Rna) -> None:
    files = [f"{ROOT}/docs/deep/plan.md", f"{ROOT}/docs/setup.md"]
    assert notes.ok("memory", "p", "hide", "docs", "--json").json == {"hidden": files}
    assert notes.ok("memory", "p", "list", "--json").json["total"] == 1
    assert notes.ok("memory", "p", "unhide", "docs", "--json").json == {"unhidden": files}
    assert notes.ok("memory", "p", "list", "--recursive", "--json").json["total"] == 3


def test_a_hidden_file_is_in_no_answer(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "note.md")
    result = notes.fails(4, "memory", "p", "read", "note.md")
    assert result.stderr == f"rna: {ROOT}/note.md is hidden. Bring it back with: rna memory p unhide note.md\n"
    for words in (("list", "-r"), ("tree",), ("grep", "."), ("read", ROOT), ("read", ROOT, "--level", "L0")):
        shown = notes.ok("memory", "p", *words).stdout
        assert "elease conventions" not in shown
        assert "etup" in shown
    assert notes.hits("release", options=("--level", "L1")) == []


def test_the_way_back_works_for_an_odd_name(project: Rna) -> None:
    import shlex

    project.write("an odd 'name'.md", "text\n")
    project.ok("memory", "p", "hide", "an odd 'name'.md")
    hint = project.fails(4, "memory", "p", "read", "an odd 'name'.md").stderr.partition("with: rna ")[2]
    project.ok(*shlex.split(hint))
    assert project.ok("memory", "p", "read", "an odd 'name'.md").stdout == "text\n"


def test_nothing_to_do_is_said(notes: Rna) -> None:
    assert notes.ok("memory", "p", "unhide", "note.md").stderr == "Nothing to do: nothing there was hidden.\n"
    notes.ok("memory", "p", "hide", "note.md")
    result = notes.ok("memory", "p", "hide", "note.md")
    assert (result.stdout, result.stderr) == ("", "Nothing to do: it was hidden already.\n")
    assert notes.ok("memory", "p", "hide", "note.md", "--json").json == {"hidden": []}


def test_earlier_versions_come_back_too(notes: Rna) -> None:
    notes.write("note.md", "new words\n")
    notes.ok("memory", "p", "hide", "note.md")
    notes.ok("memory", "p", "unhide", "note.md")
    assert notes.hits("changelog", options=("--as-of", "2026-03-01T12:00:00.000002")) == ["note.md"]
    assert notes.hits("words") == ["note.md"]
    assert notes.ok("memory", "p", "read", "note.md").stdout == "new words\n"


def test_hiding_is_not_deleting(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "note.md")
    assert notes.ok("memory", "p", "status", "--json").json["versions"] == 3
    assert any(NOTE.encode()[-20:] in path.read_bytes() for path in notes.store.parent.iterdir())


def test_nothing_there(notes: Rna) -> None:
    notes.fails(4, "memory", "p", "hide", "nope")
    notes.fails(4, "memory", "p", "unhide", "nope")
    assert notes.ok("memory", "p", "list", "--hidden", "--json").json["total"] == 0

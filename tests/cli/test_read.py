from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft
from tests.cli.samples import NOTE, ROOT, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_a_file(notes: Rna) -> None:
    result = notes.ok("memory", "p", "read", "note.md")
    assert (result.stdout, result.stderr) == (NOTE, f"L2 {ROOT}/note.md: lines 1-3 of 3\n")


def test_a_uri_is_as_good_as_a_path(notes: Rna) -> None:
    assert notes.ok("memory", "p", "read", f"{ROOT}/note.md", "--level", "L2").stdout == NOTE


def test_a_file_as_json(notes: Rna) -> None:
    result = notes.ok("memory", "p", "read", "note.md", "--offset", "2", "--json")
    assert result.json == {
        "uri": f"{ROOT}/note.md",
        "level": "L2",
        "title": "Release conventions",
        "version": 1,
        "recorded_at": START,
        "offset": 2,
        "lines": 1,
        "total_lines": 3,
        "next_offset": None,
        "text": "Tag as vX.Y.Z after the changelog is dated.\n",
    }
    assert result.stderr == ""


def test_an_abstract(notes: Rna) -> None:
    result = notes.ok("memory", "p", "read", "docs", "--level", "L0")
    assert result.stdout == "docs: 2 files in 1 directory: deep.\nplan.md; Setup\n"
    assert result.stderr == f"L0 {ROOT}/docs: lines 1-2 of 2\n"


def test_an_overview_which_a_directory_shows_by_itself(notes: Rna) -> None:
    overview = "# docs\n\n2 files.\n\n- deep/ (1 file): plan.md\n- setup.md (Setup): Install with make. [Linux]\n"
    assert notes.ok("memory", "p", "read", "docs", "--level", "L1").stdout == overview
    assert notes.ok("memory", "p", "read", "docs").stdout == overview
    assert notes.ok("memory", "p", "read", "docs/", "--level", "l1").stdout == overview


def test_the_project_itself_is_a_directory(notes: Rna) -> None:
    value = notes.ok("memory", "p", "read", ROOT, "--level", "L0", "--json").json
    assert value == {
        "uri": ROOT,
        "level": "L0",
        "title": "p",
        "version": 0,
        "recorded_at": moment(2),
        "offset": 0,
        "lines": 2,
        "total_lines": 2,
        "next_offset": None,
        "text": "p: 3 files in 1 directory: docs.\nplan.md; Setup; Release conventions\n",
    }


def test_lines_are_200_by_default_and_at_most_500(project: Rna) -> None:
    project.write("long.txt", "".join(f"{n}\n" for n in range(1200)))
    first = project.ok("memory", "p", "read", "long.txt")
    assert first.stdout.splitlines() == [str(n) for n in range(200)]
    assert first.stderr == (f"L2 {ROOT}/long.txt: lines 1-200 of 1200. Next: rna memory p read long.txt --offset 200\n")
    project.fails(2, "memory", "p", "read", "long.txt", "--limit", "501")
    assert project.ok("memory", "p", "read", "long.txt", "--limit", "500").stdout.count("\n") == 500


@pytest.mark.parametrize("path", ["long.txt", "with space & more/日本 語.txt", "-dash.txt"])
@pytest.mark.parametrize("as_of", [(), ("--as-of", "2026-03-01T12:00:30")])
def test_the_command_for_the_next_lines_leads_to_the_end(project: Rna, path: str, as_of: tuple[str, ...]) -> None:
    import shlex

    text = "".join(f"{n}\n" for n in range(1000)) + "no line end"
    project.write(path, text)
    if as_of:
        project.clock.now = project.clock.now.replace(minute=5)
        project.write(path, "something else\n")
    shown, words = "", ["memory", "p", "read", *as_of, "--limit", "300", "--", path]
    for _ in range(4):
        result = project.ok(*words)
        shown += result.stdout
        words = shlex.split(result.stderr.partition("Next: rna ")[2])
    assert shown == text
    assert words == []


def test_the_next_lines_of_an_abstract_are_of_the_abstract(notes: Rna) -> None:
    result = notes.ok("memory", "p", "read", "docs", "--level", "L0", "--limit", "1")
    assert result.stderr.endswith("Next: rna memory p read docs --offset 1 --limit 1 --level L0\n")
    assert notes.ok(*result.stderr.partition("Next: rna ")[2].split()).stdout == "plan.md; Setup\n"


def test_lines_end_at_line_feeds_only(project: Rna) -> None:
    project.write("x.txt", "a\x0cb\u2028c\rd\r\ne")
    assert project.ok("memory", "p", "read", "x.txt", "--limit", "1").stdout == "a\x0cb\u2028c\rd\r\n"
    assert project.ok("memory", "p", "read", "x.txt", "--offset", "1").stdout == "e"


def test_nothing_there(notes: Rna) -> None:
    result = notes.fails(4, "memory", "p", "read", "nope.md")
    assert result.stderr == f"rna: Nothing is at {ROOT}/nope.md. See what is there: rna memory p list\n"


def test_an_overview_counts_all_files_however_many_it_shows(project: Rna) -> None:
    drafts = [Draft(f"{folder}/{number}.md", f"text {number}") for folder in ("a", "b") for number in range(450)]
    with Runtime(environ=project.environ, clock=project.clock).memory() as memory:
        memory.gateway.write(Scope.of("p"), drafts)
    assert project.ok("memory", "p", "read", "", "--level", "L0").stdout.startswith(
        "p: 900 files in 2 directories: a, b."
    )
    assert "- a/ (450 files)" in project.ok("memory", "p", "read", "").stdout


def test_the_next_offset_leads_through_a_text(project: Rna) -> None:
    project.write("long.md", "".join(f"line {number}\n" for number in range(25)))
    shown, offset = [], 0
    while offset is not None:
        window = project.ok("memory", "p", "read", "long.md", "--json", "--limit", "10", "--offset", str(offset)).json
        shown.append(window["text"])
        offset = window["next_offset"]
    assert (len(shown), "".join(shown).count("\n")) == (3, 25)

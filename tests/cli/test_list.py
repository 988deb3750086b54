from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, PLAN, ROOT, SETUP, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_a_directory(notes: Rna) -> None:
    result = notes.ok("memory", "p", "list")
    assert result.stdout == (
        "89 B  -   2026-03-01  docs/    (2 files)\n67 B  v1  2026-03-01  note.md  Release conventions\n"
    )
    assert result.stderr == ""


def test_as_json(notes: Rna) -> None:
    assert notes.ok("memory", "p", "list", "--json").json == {
        "project": "p",
        "entries": [
            {
                "uri": f"{ROOT}/docs",
                "kind": "directory",
                "bytes": len(SETUP + PLAN),
                "files": 2,
                "recorded_at": moment(2),
            },
            {
                "uri": f"{ROOT}/note.md",
                "kind": "document",
                "bytes": len(NOTE),
                "title": "Release conventions",
                "version": 1,
                "hidden": False,
                "recorded_at": START,
            },
        ],
        "offset": 0,
        "total": 2,
    }


def test_all_files_below(notes: Rna) -> None:
    assert notes.ok("memory", "p", "list", "docs", "--recursive").stdout == (
        "16 B  v1  2026-03-01  docs/deep/plan.md  plan.md\n73 B  v1  2026-03-01  docs/setup.md      Setup\n"
    )


def test_a_file_lists_itself(notes: Rna) -> None:
    assert notes.ok("memory", "p", "list", "note.md").stdout == "67 B  v1  2026-03-01  note.md  Release conventions\n"
    assert notes.ok("memory", "p", "list", "note.md", "--json").json["total"] == 1


def test_an_empty_project_says_so(project: Rna) -> None:
    result = project.ok("memory", "p", "list")
    assert (result.stdout, result.stderr) == ("", "Nothing is there.\n")


def test_what_is_not_there_is_an_error_not_an_empty_list(notes: Rna) -> None:
    result = notes.fails(4, "memory", "p", "list", "nope")
    assert result.stderr == f"rna: Nothing is at {ROOT}/nope. See what is there: rna memory p list\n"
    assert notes.ok("memory", "p", "list", "docs/").stdout.count("\n") == 2


def test_windows_join_to_the_whole(project: Rna) -> None:
    for number in range(7):
        project.write(f"{number}.md", "text\n")
    whole = project.ok("memory", "p", "list").stdout
    for recursive in ((), ("--recursive",)):
        parts = [
            project.ok("memory", "p", "list", *recursive, "--limit", "3", "--offset", str(offset))
            for offset in (0, 3, 6)
        ]
        assert "".join(part.stdout for part in parts) == whole
        assert [part.stderr for part in parts] == ["3 of 7, from 0.\n", "3 of 7, from 3.\n", "1 of 7, from 6.\n"]


def test_hidden_files_are_only_in_their_own_list(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "note.md")
    assert "note.md" not in notes.ok("memory", "p", "list", "--recursive").stdout
    result = notes.ok("memory", "p", "list", "--hidden")
    assert result.stdout == "67 B  v1  2026-03-01  note.md  Release conventions\n"
    assert notes.ok("memory", "p", "list", "--hidden", "--json").json["entries"][0]["hidden"] is True
    assert notes.ok("memory", "p", "list", "docs", "--hidden").stderr == "Nothing is hidden there.\n"


def test_wide_characters_keep_the_columns(project: Rna) -> None:
    project.write("日本語.md", "# 手順\n\ntext\n")
    project.write("z.md", "text\n")
    assert project.ok("memory", "p", "list").stdout == (
        " 5 B  v1  2026-03-01  z.md       z.md\n15 B  v1  2026-03-01  日本語.md  手順\n"
    )


def test_a_name_that_sorts_after_the_slash_is_not_in_the_directory(project: Rna) -> None:
    for path in ("a/x.md", "a.md", "a0.md", "a-b/y.md"):
        project.write(path, "text\n")
    entries = project.ok("memory", "p", "list", "a", "--json").json["entries"]
    assert [entry["uri"] for entry in entries] == [f"{ROOT}/a/x.md"]

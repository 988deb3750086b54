from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tests.cli.samples import NOTE, ROOT, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_versions_newest_first(notes: Rna) -> None:
    notes.write("note.md", "new\n", "--title", "New")
    result = notes.ok("memory", "p", "history", "note.md")
    assert result.stdout == (
        "VERSION  RECORDED AT                  SUPERSEDED AT                SIZE  PATH     TITLE\n"
        f"v2       {moment(3)}  now                           4 B  note.md  New\n"
        f"v1       {START}  {moment(3)}  67 B  note.md  Release conventions\n"
    )
    assert result.stderr == ""


def test_as_json(notes: Rna) -> None:
    assert notes.ok("memory", "p", "history", "note.md", "--json").json == {
        "versions": [
            {
                "uri": f"{ROOT}/note.md",
                "version": 1,
                "title": "Release conventions",
                "bytes": len(NOTE),
                "sha256": hashlib.sha256(NOTE.encode()).hexdigest(),
                "recorded_at": START,
                "superseded_at": None,
            }
        ]
    }


def _paths(rna: Rna, path: str) -> list[tuple[int, str]]:
    versions = rna.ok("memory", "p", "history", path, "--json").json["versions"]
    return [(version["version"], version["uri"].removeprefix(f"{ROOT}/")) for version in versions]


def test_follows_a_move_from_either_address(notes: Rna) -> None:
    notes.ok("memory", "p", "move", "note.md", "moved.md")
    assert _paths(notes, "moved.md") == [(2, "moved.md"), (1, "note.md")]
    assert _paths(notes, "note.md") == [(2, "moved.md"), (1, "note.md")]


def test_a_new_file_at_an_old_address_has_a_history_of_its_own(notes: Rna) -> None:
    notes.ok("memory", "p", "move", "note.md", "moved.md")
    notes.write("note.md", "another record\n")
    assert _paths(notes, "moved.md") == [(2, "moved.md"), (1, "note.md")]
    assert _paths(notes, "note.md") == [(1, "note.md")]


def test_a_hidden_file_keeps_its_history(notes: Rna) -> None:
    notes.ok("memory", "p", "hide", "note.md")
    assert _paths(notes, "note.md") == [(1, "note.md")]


def test_what_was_deleted_has_none(notes: Rna) -> None:
    notes.ok("memory", "p", "delete", "note.md", "--yes")
    notes.fails(4, "memory", "p", "history", "note.md")
    assert _paths(notes, "docs/setup.md") == [(1, "docs/setup.md")]


def test_each_version_can_be_read_between_its_times(notes: Rna) -> None:
    texts = {1: NOTE, 2: "second\n", 3: "third\n"}
    notes.write("note.md", texts[2])
    notes.write("note.md", texts[3])
    for version in notes.ok("memory", "p", "history", "note.md", "--json").json["versions"]:
        result = notes.ok("memory", "p", "read", "note.md", "--as-of", version["recorded_at"])
        assert result.stdout == texts[version["version"]]

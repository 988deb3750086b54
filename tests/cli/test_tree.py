from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.samples import ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_draws_directories_and_titles(notes: Rna) -> None:
    result = notes.ok("memory", "p", "tree")
    assert result.stdout == (
        "p/\n"
        "├── docs/\n"
        "│   ├── deep/\n"
        "│   │   └── plan.md\n"
        "│   └── setup.md  (Setup)\n"
        "└── note.md  (Release conventions)\n"
    )
    assert result.stderr == ""


def test_as_json(notes: Rna) -> None:
    assert notes.ok("memory", "p", "tree", "--json").json == {
        "uri": ROOT,
        "files": 3,
        "tree": {
            "docs": {"deep": {"plan.md": "plan.md"}, "setup.md": "Setup"},
            "note.md": "Release conventions",
        },
    }


def test_depth(notes: Rna) -> None:
    assert notes.ok("memory", "p", "tree", "--depth", "1").stdout == (
        "p/\n├── docs/\n└── note.md  (Release conventions)\n"
    )
    assert notes.ok("memory", "p", "tree", "--depth", "2").stdout == (
        "p/\n├── docs/\n│   ├── deep/\n│   └── setup.md  (Setup)\n└── note.md  (Release conventions)\n"
    )
    notes.fails(2, "memory", "p", "tree", "--depth", "0")


def test_a_subdirectory(notes: Rna) -> None:
    assert notes.ok("memory", "p", "tree", "docs").stdout == (
        "docs/\n├── deep/\n│   └── plan.md\n└── setup.md  (Setup)\n"
    )


def test_a_file_is_not_drawn_as_a_directory(notes: Rna) -> None:
    assert notes.ok("memory", "p", "tree", "note.md").stdout == "note.md  (Release conventions)\n"


def test_an_empty_project_and_a_place_that_is_not_there(project: Rna) -> None:
    assert project.ok("memory", "p", "tree").stdout == "p/\n"
    project.fails(4, "memory", "p", "tree", "nope")

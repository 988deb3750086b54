from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rna_cli.backends.embedded import reindexing
from rna_cli.cli import progress
from tests.cli.processes import confined, on_terminal

if TYPE_CHECKING:
    import pytest

    from tests.conftest import Rna


def test_it_says_how_many_texts_there_are(notes: Rna) -> None:
    before = notes.ok("memory", "p", "search", "changelog", "--json").json
    assert notes.ok("memory", "p", "reindex").stdout == "Indexed anew: 3 texts of p.\n"
    notes.write("note.md", "Another changelog.\n")
    result = notes.ok("memory", "p", "reindex", "--json")
    assert result.json == {"project": "p", "texts": 4}
    assert result.stderr == ""
    assert before["hits"] != []
    assert "Another" in notes.ok("memory", "p", "search", "changelog").stdout
    notes.ok("doctor", "p", "--strict")


def test_an_empty_project(project: Rna) -> None:
    assert project.ok("memory", "p", "reindex").stdout == "Indexed anew: 0 texts of p.\n"


def test_the_project_must_be_there(rna: Rna) -> None:
    assert "initialize" in rna.fails(4, "memory", "p", "reindex").stderr
    assert not rna.store.exists()


def test_other_projects_are_left_alone(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("other.md", "A changelog of q.\n", project="q")
    before = notes.ok("memory", "q", "search", "changelog", "--json").json
    assert notes.ok("memory", "p", "reindex", "--json").json["texts"] == 3
    assert notes.ok("memory", "q", "search", "changelog", "--json").json == before


def test_a_read_only_store_is_refused_and_still_searched(notes: Rna) -> None:
    notes.store.chmod(0o400)
    notes.store.parent.chmod(0o500)
    try:
        refused = confined(notes, "memory", "p", "reindex", "--json")
        found = confined(notes, "memory", "p", "search", "changelog", "--json")
    finally:
        notes.store.parent.chmod(0o700)
        notes.store.chmod(0o600)
    assert refused.returncode == 74
    assert json.loads(refused.stdout)["error"]["hint"]
    assert [hit["uri"].rpartition("/")[2] for hit in json.loads(found.stdout)["hits"]] == ["note.md"]


def test_ctrl_c_ends_with_130_and_loses_nothing(notes: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reindexing, "STEP", 1)
    for number in range(5):
        notes.write(f"n/{number}.md", "A changelog.\n")
    real = progress.ProgressBar.__call__

    def interrupt(self: progress.ProgressBar, done: int, total: int, /) -> None:
        if done == 3:
            raise KeyboardInterrupt
        real(self, done, total)

    monkeypatch.setattr(progress.ProgressBar, "__call__", interrupt)
    assert notes("memory", "p", "reindex").exit_code == 130
    monkeypatch.setattr(progress.ProgressBar, "__call__", real)
    assert len(notes.hits("changelog")) == 6
    notes.ok("doctor", "p", "--strict")
    assert notes.ok("memory", "p", "reindex", "--json").json["texts"] == 3 + 5 - 3
    assert len(notes.hits("changelog")) == 6


def test_progress_is_shown_on_a_terminal(notes: Rna) -> None:
    records = "".join(json.dumps({"path": f"n/{number}", "text": "heron " * 2000}) + "\n" for number in range(4000))
    notes.ok("memory", "p", "import", "jsonl", "-", stdin=records.encode())
    code, printed = on_terminal(notes, "memory", "p", "reindex")
    assert code == 0
    assert b"indexing" in printed
    assert b"Indexed anew: 4003 texts of p." in printed

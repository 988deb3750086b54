"""The commands of the README, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_write_search_read(rna: Rna) -> None:
    rna.ok("memory", "p", "initialize")
    rna.write("note.md", "# Release conventions\n\nTag as vX.Y.Z after the changelog is dated.\n")
    assert rna.hits("changelog") == ["note.md"]
    assert rna.ok("memory", "p", "read", "note.md").stdout.endswith("is dated.\n")
    rna.ok("memory", "q", "initialize")
    assert rna.hits("changelog", project="q") == []

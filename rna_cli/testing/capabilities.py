"""What a backend promises in `capabilities`; and that asking for what it does not promise is a clear error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.domain.clock import to_text
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Capability
from rna_cli.errors import NotFound, UsageError
from rna_cli.memory.reader import ALL
from rna_cli.testing.bench import Bench, Benched

if TYPE_CHECKING:
    from pathlib import Path


class CapabilityContract(Benched):
    """A capability is a promise, and its absence an error."""

    def test_as_of_a_read_shows_what_was_known(self, bench: Bench) -> None:
        before, early, late = _history_of_a_move(bench)
        if Capability.AS_OF not in bench.backend.capabilities:
            _lacks_as_of(bench, early)
            return
        assert bench.text("note.md", as_of=early) == "The capital is Bonn.\n"
        assert bench.text("note.md", as_of=late) == "The capital is Berlin.\n"
        assert bench.text("moved.md") == "The capital is Berlin.\n"
        for path, moment in (("note.md", before), ("note.md", None), ("moved.md", late)):
            with pytest.raises(NotFound):
                bench.text(path, as_of=moment)

    def test_as_of_a_listing_shows_what_was_there(self, bench: Bench) -> None:
        before, early, late = _history_of_a_move(bench)
        if Capability.AS_OF not in bench.backend.capabilities:
            _lacks_as_of(bench, early)
            return
        listed = {moment: _listed(bench, moment) for moment in (before, early, late, None)}
        assert listed == {before: [], early: [("note.md", 1)], late: [("note.md", 2)], None: [("moved.md", 3)]}
        overview = bench.reader.read(bench.alpha, "", level=Level.L1, window=ALL, as_of=early)
        assert "note.md" in "".join(overview.lines)
        assert "moved.md" not in "".join(overview.lines)

    def test_as_of_a_search_finds_what_was_known(self, bench: Bench) -> None:
        before, early, late = _history_of_a_move(bench)
        if Capability.AS_OF not in bench.backend.capabilities:
            _lacks_as_of(bench, early)
            return
        assert bench.finds("Bonn", "note.md", as_of=early)
        assert bench.finds("Berlin", "note.md", as_of=late)
        assert bench.finds("Berlin", "moved.md")
        assert "Berlin" not in "".join(hit.passage.text for hit in bench.search("Berlin", as_of=early).hits)
        assert bench.search("Bonn", as_of=before).hits == []
        (hit,) = [hit for hit in bench.search("Bonn", as_of=early).hits if hit.level is Level.L2]
        assert (hit.version, "Bonn" in hit.passage.text) == (1, True)

    def test_as_of_stays_in_its_project(self, bench: Bench) -> None:
        bench.write("other.md", "Of beta: Bonn.\n", scope=bench.beta)
        _, early, _ = _history_of_a_move(bench)
        if Capability.AS_OF not in bench.backend.capabilities:
            _lacks_as_of(bench, early)
            return
        assert not bench.finds("Bonn", "other.md", as_of=early)
        assert bench.finds("Bonn", "other.md", scope=bench.beta, as_of=early)

    def test_hidden_is_hidden_at_every_time(self, bench: Bench) -> None:
        _, early, _ = _history_of_a_move(bench)
        if Capability.AS_OF not in bench.backend.capabilities:
            _lacks_as_of(bench, early)
            return
        bench.gateway.set_hidden(bench.alpha, "moved.md", hidden=True)
        assert not bench.finds("Bonn", "note.md", as_of=early)
        assert _listed(bench, early) == []
        bench.gateway.set_hidden(bench.alpha, "moved.md", hidden=False)
        assert bench.finds("Bonn", "note.md", as_of=early)
        assert _listed(bench, early) == [("note.md", 1)]

    def test_a_deleted_text_leaves_the_files(self, bench: Bench) -> None:
        bench.write("gone.md", "# Zqgonehead\n\nZqgonebody in the text.\n", title="Zqgonetitle")
        bench.write("gone.md", "# Zqgonehead\n\nZqgonebody, changed.\n", title="Zqgonetitle")
        bench.write("sibling.md", "Zqkept text.\n")
        bench.reopen()
        folder = bench.context.store.parent
        promised = Capability.EXACT_DELETE in bench.backend.capabilities
        if promised:
            assert _holds(folder, "zqgonebody")
            assert _holds(folder, "zqkept")
        deleted = bench.gateway.delete(bench.alpha, "gone.md")
        assert not bench.finds("Zqgonebody", "gone.md")
        assert bench.finds("Zqkept", "sibling.md")
        assert deleted.scrubbed is promised
        if promised:
            assert not any(_holds(folder, word) for word in ("zqgonebody", "zqgonehead", "zqgonetitle", "zqgone"))
            assert _holds(folder, "zqkept")

    def test_a_deleted_project_leaves_the_files(self, bench: Bench) -> None:
        bench.write("gone.md", "Zqgonebody in the text.\n")
        bench.write("kept.md", "Zqkept text.\n", scope=bench.beta)
        deleted = bench.gateway.delete_project(bench.alpha)
        assert bench.finds("Zqkept", "kept.md", scope=bench.beta)
        assert deleted.scrubbed is (Capability.EXACT_DELETE in bench.backend.capabilities)
        if deleted.scrubbed:
            assert not _holds(bench.context.store.parent, "zqgonebody")
            assert _holds(bench.context.store.parent, "zqkept")


def _history_of_a_move(bench: Bench) -> tuple[str, str, str]:
    """Write, update and move a file; return moments before it, of its first version and of its second."""
    before = to_text(bench.clock())
    bench.write("note.md", "The capital is Bonn.\n")
    early = to_text(bench.clock())
    bench.write("note.md", "The capital is Berlin.\n")
    late = to_text(bench.clock())
    bench.gateway.move(bench.alpha, "note.md", "moved.md")
    return before, early, late


def _lacks_as_of(bench: Bench, moment: str) -> None:
    """Assert that every way to ask for an earlier time is refused in plain words, and works without it."""
    asked = (
        lambda as_of: bench.reader.search(bench.alpha, "capital", as_of=as_of, limit=10),
        lambda as_of: bench.reader.read(bench.alpha, "moved.md", level=None, window=ALL, as_of=as_of),
        lambda as_of: bench.reader.entries(bench.alpha, "", as_of=as_of),
    )
    for ask in asked:
        with pytest.raises(UsageError) as failure:
            ask(moment)
        assert bench.backend.name in failure.value.message
        assert "as_of" in failure.value.message
        assert failure.value.hint
        ask(None)


def _listed(bench: Bench, as_of: str | None) -> list[tuple[str, int]]:
    listing = bench.reader.entries(bench.alpha, "", recursive=True, as_of=as_of)
    return [(entry.address.path, entry.version) for entry in listing.entries]


def _holds(folder: Path, word: str) -> bool:
    """Tell whether any file below `folder` has the bytes of `word`, in whatever case."""
    wanted = word.lower().encode()
    return any(wanted in path.read_bytes().lower() for path in folder.rglob("*") if path.is_file())

"""Listings, histories, and counts."""

from __future__ import annotations

import pytest

from rna_cli.domain.records import Entry, Kind
from rna_cli.domain.uri import parse_address
from rna_cli.errors import NotFound
from rna_cli.memory.reader import Window
from rna_cli.testing.bench import Bench, Benched


class ListingContract(Benched):
    """A listing shows what is there, once, in order, of one project."""

    def test_a_directory_shows_its_files_and_its_directories(self, bench: Bench) -> None:
        for path in ("b.md", "a/1.md", "a/c/2.md", "ab"):
            bench.write(path, f"# Title of {path}\n")
        bench.write("b.md", "# Newer\n")
        entries = bench.reader.entries(bench.alpha, "").entries
        assert [(each.address.path, each.kind) for each in entries] == [
            ("a", Kind.DIRECTORY),
            ("ab", Kind.DOCUMENT),
            ("b.md", Kind.DOCUMENT),
        ]
        directory, _, file = entries
        assert (directory.files, directory.size) == (2, len("# Title of a/1.md\n# Title of a/c/2.md\n"))
        assert (file.title, file.version, file.size, file.files) == ("Newer", 2, len("# Newer\n"), 1)
        assert _paths(bench.reader.entries(bench.alpha, "a").entries) == ["a/1.md", "a/c"]

    def test_recursively_it_shows_all_files(self, bench: Bench) -> None:
        written = ["a/1.md", "a/c/2.md", "a.md", "b/3.md"]
        for path in written:
            bench.write(path, "Text.\n")
        listing = bench.reader.entries(bench.alpha, "", recursive=True)
        assert _paths(listing.entries) == sorted(written)
        assert {each.kind for each in listing.entries} == {Kind.DOCUMENT}
        assert _paths(bench.reader.entries(bench.alpha, "a", recursive=True).entries) == ["a/1.md", "a/c/2.md"]

    @pytest.mark.parametrize("recursive", [False, True])
    def test_windows_join_to_the_listing(self, bench: Bench, recursive: bool) -> None:
        for number in range(7):
            bench.write(f"file-{number}", "Text.\n")
        shown: list[Entry] = []
        while len(shown) < 7:
            part = bench.reader.entries(bench.alpha, "", recursive=recursive, window=Window(len(shown), 3))
            assert part.total == 7
            assert part.entries
            shown += part.entries
        assert shown == bench.reader.entries(bench.alpha, "", recursive=recursive).entries

    def test_a_listing_is_of_one_project(self, bench: Bench) -> None:
        bench.write("of-alpha.md", "Text.\n")
        bench.write("of-beta.md", "Text.\n", scope=bench.beta)
        assert bench.paths() == ["of-alpha.md"]
        assert bench.paths(scope=bench.beta) == ["of-beta.md"]
        for recursive in (False, True):
            listing = bench.backend.entries(
                parse_address(bench.alpha, ""), recursive=recursive, hidden=False, offset=0, limit=10, as_of=None
            )
            assert [entry.address.uri for entry in listing.entries] == [f"{bench.alpha.uri}/of-alpha.md"]
        with pytest.raises(NotFound):
            bench.reader.history(bench.alpha, "of-beta.md")
        assert len(bench.reader.history(bench.beta, "of-beta.md")) == 1

    def test_what_is_not_there_is_not_found(self, bench: Bench) -> None:
        bench.write("a/note.md", "Text.\n")
        for path in ("b", "a/b"):
            with pytest.raises(NotFound):
                bench.reader.entries(bench.alpha, path)
            with pytest.raises(NotFound):
                bench.reader.history(bench.alpha, path)
        assert _paths(bench.reader.entries(bench.alpha, "a").entries) == ["a/note.md"]
        assert bench.reader.entries(bench.beta, "").entries == []

    def test_a_directory_goes_with_its_last_file(self, bench: Bench) -> None:
        bench.write("a/b/note.md", "Text.\n")
        assert _paths(bench.reader.entries(bench.alpha, "").entries) == ["a"]
        bench.gateway.delete(bench.alpha, "a/b/note.md")
        assert bench.reader.entries(bench.alpha, "").entries == []
        with pytest.raises(NotFound):
            bench.reader.entries(bench.alpha, "a")

    def test_the_status_counts(self, bench: Bench) -> None:
        empty = bench.reader.status(bench.alpha)
        assert (empty.documents, empty.hidden, empty.versions, empty.bytes) == (0, 0, 0, 0)
        assert (empty.project_id, empty.last_change_at) == (bench.alpha.project_id, None)
        bench.write("a.md", "Four")
        bench.write("b.md", "Longer text")
        bench.write("b.md", "Five5")
        bench.write("c.md", "Hidden")
        bench.gateway.set_hidden(bench.alpha, "c.md", hidden=True)
        status = bench.reader.status(bench.alpha)
        assert (status.documents, status.hidden, status.versions, status.bytes) == (2, 1, 4, 9)
        assert status.last_change_at is not None
        assert status.initialized_at == empty.initialized_at <= status.last_change_at
        assert bench.reader.status(bench.beta).versions == 0

    def test_evolution_counts_by_day(self, bench: Bench) -> None:
        bench.write("a.md", "One.\n")
        bench.write("a.md", "Two.\n")
        bench.write("b.md", "One.\n")
        bench.write("c.md", "One.\n", scope=bench.beta)
        bench.gateway.delete(bench.alpha, "b.md")
        counts = bench.backend.evolution(bench.alpha, since="2026-03-01")
        assert counts == {"2026-03-01": {"created": 2, "updated": 1, "deleted": 1}}
        assert bench.backend.evolution(bench.beta, since="2026-03-01") == {"2026-03-01": {"created": 1}}
        assert bench.backend.evolution(bench.alpha, since="2026-03-02") == {}


def _paths(entries: list[Entry]) -> list[str]:
    return [entry.address.path for entry in entries]

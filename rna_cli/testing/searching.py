"""Searching. A backend that finds by meaning may show more than the words; none may show another project."""

from __future__ import annotations

import pytest

from rna_cli.domain.levels import Level
from rna_cli.domain.query import parse_query
from rna_cli.domain.records import Capability, Kind
from rna_cli.testing.bench import Bench, Benched

QUERIES = [
    "",
    " ",
    '"',
    '"unclosed',
    "*",
    "NEAR(",
    "NEAR(a b)",
    "a AND",
    "OR",
    "NOT x",
    "a:b",
    "title:",
    "-",
    "--",
    "-5",
    "--flag",
    "“quoted”",
    "C++",
    "(",
    "{a}",
    "^a",
    "a*b",
    "the of and",
    "?!.,;",
    "'; DROP TABLE version; --",
    "%_\\",
    "日",
    "ｶﾞｲﾄﾞ",
    "👩‍👩‍👧",
    "\u202e\u200b",
    "ß ẞ İ ı",
    "word " * 500,
    "x" * 5000,
]


class SearchingContract(Benched):
    """A search finds words, ranks them, and stays in its project."""

    def test_finds_what_was_written(self, bench: Bench) -> None:
        bench.write("birds/heron.md", "# Herons\n\nThe grey heron wades in shallow ponds.\n")
        bench.write("birds/stork.md", "# Storks\n\nThe white stork clatters on the roof.\n")
        found = bench.search("grey heron")
        assert found.terms
        assert found.hits[0].address.path == "birds/heron.md"
        assert found.hits[0].level is Level.L2
        assert found.hits[0].kind is Kind.DOCUMENT
        assert found.hits[0].title == "Herons"
        assert bench.search("white stork").hits[0].address.path == "birds/stork.md"

    def test_finds_by_title_and_by_name(self, bench: Bench) -> None:
        bench.write("zebra-crossing.md", "Plain text.\n", title="Quagga notes")
        assert bench.finds("quagga", "zebra-crossing.md")
        assert bench.finds("zebra", "zebra-crossing.md")

    def test_another_project_is_never_shown(self, bench: Bench) -> None:
        bench.write("secret.md", "The passphrase is marzipan.\n")
        bench.write("plain.md", "Nothing of note about pastry.\n", scope=bench.beta)
        for level in (None, *Level):
            hits = bench.reader.search(bench.beta, "passphrase marzipan", level=level, limit=50).hits
            # And before the reader has looked: the scope belongs in the backend's own query.
            query = parse_query("passphrase marzipan")
            hits += bench.backend.search(bench.beta, query, level=level, limit=50, as_of=None, explain=False).hits
            assert all(hit.address.scope == bench.beta for hit in hits)
            assert "marzipan" not in "".join(hit.passage.text for hit in hits)
        assert bench.finds("passphrase marzipan", "secret.md")

    def test_a_passage_stands_where_it_says(self, bench: Bench) -> None:
        lines = [f"Filler number {number} about nothing.\n" for number in range(200)]
        lines[120] = "Here the axolotl regrows its gills.\n"
        bench.write("long.md", "".join(lines))
        (hit,) = [hit for hit in bench.search("axolotl gills").hits if hit.address.path == "long.md"]
        assert "axolotl" in hit.passage.text
        assert hit.passage.first_line <= 121 <= hit.passage.last_line
        shown = "".join(lines[hit.passage.first_line - 1 : hit.passage.last_line])
        assert hit.passage.text.strip() in shown

    def test_scores_fall_and_the_limit_holds(self, bench: Bench) -> None:
        for number in range(12):
            bench.write(f"{number}.md", "lynx " * (number + 1) + "in the forest.\n")
        hits = bench.reader.search(bench.alpha, "lynx", limit=5).hits
        assert len(hits) == 5
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert len({(hit.address, hit.level) for hit in hits}) == 5
        assert len(bench.reader.search(bench.alpha, "lynx", limit=50).hits) >= 12

    @pytest.mark.parametrize("level", [Level.L0, Level.L1])
    def test_directory_levels_show_directories(self, bench: Bench, level: Level) -> None:
        bench.write("birds/heron.md", "# Herons\n\nThe grey heron wades.\n")
        bench.write("fish/pike.md", "# Pikes\n\nThe pike waits.\n")
        hits = bench.reader.search(bench.alpha, "herons", level=level, limit=10).hits
        assert hits[0].address.path == "birds"
        assert {(hit.level, hit.kind) for hit in hits} == {(level, Kind.DIRECTORY)}
        files = bench.reader.search(bench.alpha, "herons", level=Level.L2, limit=10).hits
        assert files[0].address.path == "birds/heron.md"
        assert {(hit.level, hit.kind) for hit in files} == {(Level.L2, Kind.DOCUMENT)}

    def test_an_update_is_found_and_what_it_replaced_is_not_shown(self, bench: Bench) -> None:
        bench.write("note.md", "The meeting is in Lisbon.\n")
        assert bench.finds("Lisbon", "note.md")
        bench.write("note.md", "The meeting is in Oslo.\n")
        assert bench.finds("Oslo", "note.md")
        assert "Lisbon" not in "".join(hit.passage.text for hit in bench.search("Lisbon").hits)
        if Capability.SEMANTIC not in bench.backend.capabilities:
            assert not bench.finds("Lisbon", "note.md")

    def test_words_that_are_nowhere(self, bench: Bench) -> None:
        bench.write("note.md", "The meeting is in Oslo.\n")
        found = bench.search("qwzxjk")
        if Capability.SEMANTIC not in bench.backend.capabilities:
            assert found.hits == []
        assert (found.absence is None) == bool(found.hits)
        assert all(hit.address.scope == bench.alpha for hit in found.hits)
        assert bench.finds("Oslo", "note.md")

    def test_an_empty_project_has_no_hits(self, bench: Bench) -> None:
        found = bench.search("anything")
        assert found.hits == []
        assert found.absence is not None
        bench.write("note.md", "anything\n")
        found = bench.search("anything")
        assert found.hits
        assert found.absence is None

    def test_asking_for_an_explanation_changes_no_hit(self, bench: Bench) -> None:
        bench.write("a.md", "lynx in the forest\n")
        bench.write("b.md", "lynx and lynx\n")
        plain = bench.search("lynx forest")
        explained = bench.reader.search(bench.alpha, "lynx forest", limit=50, explain=True)
        assert explained.hits == plain.hits
        assert plain.explanation is None

    @pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
    def test_any_text_is_a_query(self, bench: Bench, query: str) -> None:
        bench.write("note.md", "A text about C++ and a:b and ガイド and 日 and 👩.\n")
        for level in (None, *Level):
            found = bench.reader.search(bench.alpha, query, level=level, limit=10)
            assert all(hit.address.scope == bench.alpha for hit in found.hits)
        assert bench.finds("text about", "note.md")

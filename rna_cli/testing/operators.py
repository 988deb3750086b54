"""The operators of a query: a filter is exact, whatever else a backend finds; one that has none says so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rna_cli.domain.levels import Level
from rna_cli.domain.records import Capability
from rna_cli.errors import UsageError
from rna_cli.memory.gateway import MessageDraft
from rna_cli.testing.bench import Bench, Benched


class OperatorContract(Benched):
    """With `operators` among its capabilities a backend shows nothing that an operator leaves out."""

    def test_a_phrase_stands_as_it_is(self, bench: Bench) -> None:
        bench.write("a.md", "The grey heron wades.\n")
        bench.write("b.md", "The heron is grey.\n")
        assert _found(bench, "grey heron") == {"a.md", "b.md"}
        if _lacks_operators(bench, '"grey heron"'):
            return
        assert _found(bench, '"grey heron"') == {"a.md"}
        assert _found(bench, '"GREY HERON"') == {"a.md"}
        assert _found(bench, "＂grey heron＂") == {"a.md"}
        assert _found(bench, '"wades heron"') == set()
        assert _found(bench, '"grey heron" "heron wades"') == {"a.md"}
        assert _found(bench, '"grey heron" "nowhere"') == set()

    def test_an_exclusion_leaves_out(self, bench: Bench) -> None:
        bench.write("a.md", "The first draft about herons.\n")
        bench.write("b.md", "The text about herons, of which a draft came first.\n")
        bench.write("c.md", "The printed text about herons.\n")
        assert _found(bench, "herons") == {"a.md", "b.md", "c.md"}
        if _lacks_operators(bench, "herons -draft"):
            return
        assert _found(bench, "herons -draft") == {"c.md"}
        assert _found(bench, "-DRAFT herons") == {"c.md"}
        assert _found(bench, 'herons -"first draft"') == {"b.md", "c.md"}
        assert _found(bench, "herons -draft -printed") == set()
        assert _found(bench, "herons -nowhere") == {"a.md", "b.md", "c.md"}
        assert _found(bench, "herons", "draft") == {"c.md"}
        assert _found(bench, "herons", "first draft", "printed") == {"b.md"}

    def test_an_exclusion_looks_at_the_whole_text(self, bench: Bench) -> None:
        filler = "".join(f"Line {number} about nothing at all.\n" for number in range(400))
        bench.write("long.md", f"Herons wade.\n{filler}The last word is zebra.\n")
        bench.write("short.md", "Herons wade.\n")
        assert _found(bench, "herons") == {"long.md", "short.md"}
        if _lacks_operators(bench, "herons -zebra"):
            return
        assert _found(bench, "herons -zebra") == {"short.md"}

    def test_a_title_is_the_title_or_the_path(self, bench: Bench) -> None:
        bench.write("a.md", "Text about storks.\n", title="Herons")
        bench.write("herons/b.md", "Text about storks.\n", title="Another")
        bench.write("c.md", "Text about storks and herons.\n", title="Storks")
        assert _found(bench, "storks herons") == {"a.md", "herons/b.md", "c.md"}
        if _lacks_operators(bench, "storks title:herons"):
            return
        assert _found(bench, "storks title:herons") == {"a.md", "herons/b.md"}
        assert _found(bench, "Title:Herons title:another storks") == {"herons/b.md"}
        assert _found(bench, "storks title:nowhere") == set()

    def test_a_time_bounds_what_was_recorded(self, bench: Bench) -> None:
        for day in (1, 2, 3):
            bench.clock.now = datetime(2026, 5, day, 12, tzinfo=UTC)
            bench.write(f"{day}.md", "Text about herons.\n")
        assert _found(bench, "herons") == {"1.md", "2.md", "3.md"}
        if _lacks_operators(bench, "herons after:2026-05-02"):
            return
        assert _found(bench, "herons after:2026-05-02") == {"2.md", "3.md"}
        assert _found(bench, "herons before:2026-05-02") == {"1.md"}
        assert _found(bench, "herons after:2026-05-02 before:2026-05-03") == {"2.md"}
        assert _found(bench, "herons after:2026-05-01T12:30 before:2026-05-02T12:30") == {"2.md"}
        assert _found(bench, "herons after:2026-05-03 before:2026-05-02") == set()

    def test_a_message_is_of_the_time_when_it_was_said(self, bench: Bench) -> None:
        bench.write("note.md", "Text about herons.\n")
        if _lacks_operators(bench, "herons kind:message"):
            return
        said = MessageDraft("chat-1", 0, 0, "I saw herons.", speaker="Ada", time="2020-02-02T10:00:00Z")
        timeless = MessageDraft("chat-1", 1, 0, "So did I, herons.", speaker="Bo")
        bench.gateway.write(bench.alpha, [said, timeless])
        paths = {"note.md", "conversations/chat-1/000000/0000", "conversations/chat-1/000001/0000"}
        note, first, second = sorted(paths, key=lambda path: (path != "note.md", path))
        assert _found(bench, "herons") == paths
        assert _found(bench, "herons kind:message") == {first, second}
        assert _found(bench, "herons KIND:document") == {note}
        assert _found(bench, "herons before:2020-02-03") == {first}
        assert _found(bench, "herons after:2020-02-03") == {note, second}

    def test_operators_see_what_is_there_now(self, bench: Bench) -> None:
        bench.write("a.md", "The grey heron wades.\n")
        bench.write("b.md", "The grey heron sleeps.\n")
        bench.write("other.md", "The grey heron of another project wades.\n", scope=bench.beta)
        if _lacks_operators(bench, '"grey heron"'):
            return
        assert _found(bench, '"grey heron"') == {"a.md", "b.md"}
        bench.write("a.md", "The white heron wades.\n")
        assert _found(bench, '"grey heron"') == {"b.md"}
        assert _found(bench, "heron -grey") == {"a.md"}
        bench.gateway.set_hidden(bench.alpha, "b.md", hidden=True)
        assert _found(bench, '"grey heron"') == set()

    @pytest.mark.parametrize("level", [Level.L0, Level.L1])
    def test_operators_choose_among_the_files_of_a_directory(self, bench: Bench, level: Level) -> None:
        bench.write("birds/heron.md", "# Herons\n\nThe grey heron wades.\n")
        bench.write("fish/heron.md", "# Herons\n\nA draft about what herons eat.\n")
        if _lacks_operators(bench, "herons -draft"):
            return
        hits = bench.reader.search(bench.alpha, "herons", level=level, limit=10).hits
        assert {hit.address.path for hit in hits} == {"birds", "fish"}
        hits = bench.reader.search(bench.alpha, "herons -draft", level=level, limit=10).hits
        assert {hit.address.path for hit in hits} == {"birds"}


def _found(bench: Bench, query: str, *excluded: str) -> set[str]:
    """Return the paths of the files that are found; every hit must be of the project that was asked."""
    hits = bench.reader.search(bench.alpha, query, excluded=excluded, level=Level.L2, limit=50).hits
    assert all(hit.address.scope == bench.alpha for hit in hits)
    return {hit.address.path for hit in hits}


def _lacks_operators(bench: Bench, query: str) -> bool:
    """Tell whether the backend has no operators; assert then that asking for one is refused in plain words."""
    if Capability.OPERATORS in bench.backend.capabilities:
        return False
    for text, excluded in ((query, ()), ("herons", ("draft",))):
        with pytest.raises(UsageError) as failure:
            bench.reader.search(bench.alpha, text, excluded=excluded, limit=10)
        assert bench.backend.name in failure.value.message
        assert "operators" in failure.value.message
        assert failure.value.hint
        bench.reader.search(bench.alpha, "herons", limit=10)
    return True

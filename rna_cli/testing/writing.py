"""Writing documents: created, updated, unchanged; moved; all of a unit or nothing."""

from __future__ import annotations

import pytest

from rna_cli.domain.clock import from_text
from rna_cli.domain.records import Action, Document, Kind
from rna_cli.domain.uri import parse_address
from rna_cli.errors import Conflict, InputUnusable, NotFound, UsageError
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.testing.bench import Bench, Benched


class WritingContract(Benched):
    """Each write supersedes what was there; nothing is edited in place."""

    def test_created_updated_unchanged(self, bench: Bench) -> None:
        first = bench.write("note.md", "One.\n")
        assert (first.action, first.version, first.size) == (Action.CREATED, 1, 5)
        same = bench.write("note.md", "One.\n")
        assert (same.action, same.version) == (Action.UNCHANGED, 1)
        second = bench.write("note.md", "Two two.\n")
        assert (second.action, second.version, second.size) == (Action.UPDATED, 2, 9)
        assert bench.text("note.md") == "Two two.\n"

    def test_a_new_title_alone_is_an_update(self, bench: Bench) -> None:
        bench.write("note.md", "Text.\n", title="Old title")
        assert bench.write("note.md", "Text.\n", title="Old title").action is Action.UNCHANGED
        written = bench.write("note.md", "Text.\n", title="New title")
        assert (written.action, written.title) == (Action.UPDATED, "New title")

    def test_a_title_comes_from_the_heading_or_the_name(self, bench: Bench) -> None:
        assert bench.write("a.md", "# First heading\n\nText.\n").title == "First heading"
        assert bench.write("b.md", "Text without one.\n").title == "b.md"
        assert bench.write("c.md", "# Heading\n", title="Given").title == "Given"

    def test_create_only_refuses_an_address_that_is_taken(self, bench: Bench) -> None:
        assert bench.write("note.md", "Mine.\n", create_only=True).action is Action.CREATED
        with pytest.raises(Conflict):
            bench.write("note.md", "Yours.\n", create_only=True)
        assert bench.text("note.md") == "Mine.\n"

    def test_a_file_is_no_directory_and_a_directory_is_no_file(self, bench: Bench) -> None:
        bench.write("a/b", "File in a directory.\n")
        for path in ("a", "a/b/c", "a/b/c/d"):
            with pytest.raises(Conflict):
                bench.write(path, "Cannot be here.\n")
        bench.write("a/c", "Beside it is room.\n")
        assert bench.paths() == ["a/b", "a/c"]

    def test_one_unit_is_all_or_nothing(self, bench: Bench) -> None:
        bench.write("taken.md", "There.\n")
        with pytest.raises(Conflict):
            bench.gateway.write(
                bench.alpha, [Draft("new.md", "New.\n"), Draft("taken.md", "Again.\n", create_only=True)]
            )
        assert bench.paths() == ["taken.md"]
        assert not bench.finds("New", "new.md")
        bench.gateway.write(bench.alpha, [Draft("new.md", "New.\n"), Draft("taken.md", "Again.\n")])
        assert bench.paths() == ["new.md", "taken.md"]
        assert bench.finds("New", "new.md")

    def test_an_error_in_the_unit_undoes_it(self, bench: Bench) -> None:
        bench.write("kept.md", "Kept words.\n")
        with pytest.raises(RuntimeError, match="half-way"):
            _replace(bench, "kept.md", "new.md", fails=True)
        bench.reopen()
        assert bench.paths() == ["kept.md"]
        _replace(bench, "kept.md", "new.md", fails=False)
        assert bench.paths() == ["new.md"]

    def test_an_error_of_the_documents_undoes_the_unit(self, bench: Bench) -> None:
        with pytest.raises(InputUnusable):
            bench.gateway.write(bench.alpha, [Draft("good.md", "Good.\n"), Draft("empty.md", " \n")])
        assert bench.paths() == []
        bench.gateway.write(bench.alpha, [Draft("good.md", "Good.\n")])
        assert bench.paths() == ["good.md"]

    def test_many_documents_in_one_unit(self, bench: Bench) -> None:
        drafts = [Draft(f"many/{number:03}.md", f"Number {number}.\n") for number in range(120)]
        written = bench.gateway.write(bench.alpha, iter(drafts))
        assert [each.address.path for each in written] == [draft.path for draft in drafts]
        assert {each.action for each in written} == {Action.CREATED}
        assert bench.paths() == [draft.path for draft in drafts]

    def test_a_message_is_what_was_said_and_by_whom(self, bench: Bench) -> None:
        said = MessageDraft("chat-1", 0, 0, "Herons?\nI saw one.", speaker="Ada", time="2026-01-31T09:30:00Z")
        (written,) = bench.gateway.write(bench.alpha, [said])
        path = "conversations/chat-1/000000/0000"
        assert (written.address.path, written.action, written.title) == (path, Action.CREATED, "Herons?")
        assert bench.text(path) == "Herons?\nI saw one."
        assert bench.finds("heron", path) or bench.finds("herons", path)
        (written,) = bench.gateway.write(bench.alpha, [said])
        assert (written.action, written.version) == (Action.UNCHANGED, 1)
        others = [said._replace(speaker="Bo"), said._replace(role="assistant"), said._replace(time="2026-02-01")]
        for number, other in enumerate(others, 2):
            (written,) = bench.gateway.write(bench.alpha, [other])
            assert (written.action, written.version) == (Action.UPDATED, number)

    def test_a_load_is_one_unit_and_counts(self, bench: Bench) -> None:
        drafts = [Draft(f"{number}.md", "Text.\n", origin=f"line {number}") for number in range(700)]
        taken = Draft("5.md/below.md", "Text.\n", origin="the bad line")
        with pytest.raises(Conflict, match=r"^the bad line: "):
            bench.gateway.load(bench.alpha, [*drafts, taken, Draft("more.md", "Text.\n")])
        with pytest.raises(InputUnusable, match=r"^the bad line: "):
            bench.gateway.load(bench.alpha, [*drafts, Draft("empty.md", " ", origin="the bad line")])
        assert bench.paths() == []
        message = MessageDraft("chat-1", 0, 0, "Text.")
        everything: list[Draft | MessageDraft] = [*drafts, message]
        loaded = bench.gateway.load(bench.alpha, iter(everything))
        assert loaded == {(Kind.DOCUMENT, Action.CREATED): 700, (Kind.MESSAGE, Action.CREATED): 1}
        loaded = bench.gateway.load(bench.alpha, [drafts[0], message, drafts[1]._replace(text="Changed.\n")])
        assert loaded == {
            (Kind.DOCUMENT, Action.UNCHANGED): 1,
            (Kind.MESSAGE, Action.UNCHANGED): 1,
            (Kind.DOCUMENT, Action.UPDATED): 1,
        }

    def test_refused_addresses_reach_nothing(self, bench: Bench) -> None:
        refused = ("../out.md", "a/%2e%2e/b.md", f"{bench.beta.uri}/note.md", ".abstract.md", "a//b", "dir/", "a\\b")
        for path in refused:
            with pytest.raises(UsageError):
                bench.write(path, "Nowhere.\n")
        assert bench.paths() == []
        assert bench.paths(scope=bench.beta) == []
        bench.write(f"{bench.alpha.uri}/note.md", "Here.\n")
        assert bench.paths() == ["note.md"]

    def test_history_is_newest_first_and_times_rise(self, bench: Bench) -> None:
        for text in ("One.\n", "Two.\n", "One.\n"):
            bench.write("note.md", text)
        newest, middle, oldest = bench.reader.history(bench.alpha, "note.md")
        assert [each.version for each in (newest, middle, oldest)] == [3, 2, 1]
        assert newest.superseded_at is None
        assert oldest.superseded_at is not None
        assert from_text(oldest.recorded_at) < from_text(middle.recorded_at) < from_text(newest.recorded_at)
        assert (middle.superseded_at, oldest.superseded_at) == (newest.recorded_at, middle.recorded_at)
        assert newest.content_hash == oldest.content_hash != middle.content_hash

    def test_a_move_keeps_the_history(self, bench: Bench) -> None:
        bench.write("old.md", "About otters.\n")
        (moved,) = bench.gateway.move(bench.alpha, "old.md", "new/place.md")
        assert (moved.source.path, moved.target.path, moved.version) == ("old.md", "new/place.md", 2)
        assert bench.paths() == ["new/place.md"]
        assert bench.text("new/place.md") == "About otters.\n"
        assert bench.finds("otters", "new/place.md")
        assert not bench.finds("otters", "old.md")
        versions = bench.reader.history(bench.alpha, "new/place.md")
        assert [(each.version, each.address.path) for each in versions] == [(2, "new/place.md"), (1, "old.md")]

    def test_a_directory_moves_with_all_its_files(self, bench: Bench) -> None:
        for path in ("a/1.md", "a/b/2.md", "ab.md"):
            bench.write(path, f"Text of {path}.\n")
        moved = bench.gateway.move(bench.alpha, "a", "c/d")
        assert sorted(each.target.path for each in moved) == ["c/d/1.md", "c/d/b/2.md"]
        assert bench.paths() == ["ab.md", "c/d/1.md", "c/d/b/2.md"]

    def test_a_move_refuses_what_is_taken_and_what_is_not_there(self, bench: Bench) -> None:
        bench.write("a.md", "Text of a.\n")
        bench.write("b.md", "Text of b.\n")
        with pytest.raises(Conflict):
            bench.gateway.move(bench.alpha, "a.md", "b.md")
        with pytest.raises(NotFound):
            bench.gateway.move(bench.alpha, "c.md", "d.md")
        assert (bench.text("a.md"), bench.text("b.md")) == ("Text of a.\n", "Text of b.\n")
        bench.gateway.move(bench.alpha, "a.md", "d.md")
        assert bench.paths() == ["b.md", "d.md"]

    def test_writing_touches_one_project_only(self, bench: Bench) -> None:
        bench.write("note.md", "Of alpha.\n")
        bench.write("note.md", "Of beta.\n", scope=bench.beta)
        assert bench.write("note.md", "Of alpha, again.\n").version == 2
        assert bench.text("note.md", scope=bench.beta) == "Of beta.\n"
        bench.gateway.move(bench.alpha, "note.md", "moved.md")
        assert bench.paths(scope=bench.beta) == ["note.md"]


def _replace(bench: Bench, old: str, new: str, *, fails: bool) -> None:
    with bench.backend.unit(bench.alpha) as unit:
        unit.put([Document(parse_address(bench.alpha, new), "New words.\n")])
        unit.delete(parse_address(bench.alpha, old))
        if fails:
            raise RuntimeError("half-way")

"""Going away: deleting for good, hiding for a while, and whole projects."""

from __future__ import annotations

import pytest

from rna_cli.domain.records import Action
from rna_cli.errors import Conflict, NotFound, ProjectNotInitialized
from rna_cli.testing.bench import Bench, Benched


class DeletingContract(Benched):
    """What was deleted is gone from every read; what was hidden comes back."""

    def test_a_file_goes_with_every_version(self, bench: Bench) -> None:
        bench.write("note.md", "About narwhals.\n")
        bench.write("note.md", "About narwhals and belugas.\n")
        bench.write("sibling.md", "About narwhals too.\n")
        removed = bench.gateway.delete(bench.alpha, "note.md").removed
        assert ([each.path for each in removed.addresses], removed.versions) == (["note.md"], 2)
        assert not bench.finds("narwhals belugas", "note.md")
        for call in (bench.reader.history, bench.reader.entries):
            with pytest.raises(NotFound):
                call(bench.alpha, "note.md")
        with pytest.raises(NotFound):
            bench.text("note.md")
        assert bench.paths() == ["sibling.md"]
        assert bench.finds("narwhals", "sibling.md")

    def test_a_directory_goes_with_all_below_it(self, bench: Bench) -> None:
        for path in ("a/1.md", "a/b/2.md", "ab.md"):
            bench.write(path, "Text about narwhals.\n")
        removed = bench.gateway.delete(bench.alpha, "a").removed
        assert [each.path for each in removed.addresses] == ["a/1.md", "a/b/2.md"]
        assert bench.paths() == ["ab.md"]
        assert bench.finds("narwhals", "ab.md")

    def test_what_is_not_there_cannot_be_deleted(self, bench: Bench) -> None:
        bench.write("note.md", "Of beta.\n", scope=bench.beta)
        with pytest.raises(NotFound):
            bench.gateway.delete(bench.alpha, "note.md")
        assert bench.text("note.md", scope=bench.beta) == "Of beta.\n"
        bench.gateway.delete(bench.beta, "note.md")
        assert bench.paths(scope=bench.beta) == []

    def test_the_same_text_may_be_written_again(self, bench: Bench) -> None:
        bench.write("note.md", "About narwhals.\n")
        bench.gateway.delete(bench.alpha, "note.md")
        written = bench.write("note.md", "About narwhals.\n")
        assert (written.action, written.version) == (Action.CREATED, 1)
        assert bench.finds("narwhals", "note.md")
        assert len(bench.reader.history(bench.alpha, "note.md")) == 1

    def test_hidden_is_in_no_read_and_comes_back(self, bench: Bench) -> None:
        bench.write("note.md", "About narwhals.\n")
        bench.write("note.md", "About narwhals again.\n")
        bench.write("sibling.md", "About narwhals too.\n")
        (changed,) = bench.gateway.set_hidden(bench.alpha, "note.md", hidden=True)
        assert changed.path == "note.md"
        bench.reopen()
        assert bench.paths() == ["sibling.md"]
        assert bench.paths(hidden=True) == ["note.md"]
        assert not bench.finds("narwhals again", "note.md")
        with pytest.raises(NotFound, match="hidden"):
            bench.text("note.md")
        grep = bench.reader.grep(bench.alpha, "narwhals", "", ignore_case=False, fixed=True, limit=10)
        assert [match.address.path for match in grep] == ["sibling.md"]
        assert len(bench.reader.history(bench.alpha, "note.md")) == 2
        bench.gateway.set_hidden(bench.alpha, "note.md", hidden=False)
        assert bench.paths() == ["note.md", "sibling.md"]
        assert bench.paths(hidden=True) == []
        assert bench.finds("narwhals again", "note.md")
        assert bench.text("note.md") == "About narwhals again.\n"

    def test_hiding_twice_changes_nothing(self, bench: Bench) -> None:
        bench.write("a/1.md", "Text.\n")
        bench.write("a/2.md", "Text.\n")
        assert bench.gateway.set_hidden(bench.alpha, "a/1.md", hidden=False) == []
        bench.gateway.set_hidden(bench.alpha, "a/1.md", hidden=True)
        assert bench.gateway.set_hidden(bench.alpha, "a/1.md", hidden=True) == []
        assert [each.path for each in bench.gateway.set_hidden(bench.alpha, "a", hidden=True)] == ["a/2.md"]
        changed = bench.gateway.set_hidden(bench.alpha, "a", hidden=False)
        assert sorted(each.path for each in changed) == ["a/1.md", "a/2.md"]
        with pytest.raises(NotFound):
            bench.gateway.set_hidden(bench.alpha, "b", hidden=True)

    def test_a_hidden_address_is_taken(self, bench: Bench) -> None:
        bench.write("note.md", "Hidden text.\n")
        bench.gateway.set_hidden(bench.alpha, "note.md", hidden=True)
        with pytest.raises(Conflict):
            bench.write("note.md", "Another text.\n")
        bench.gateway.set_hidden(bench.alpha, "note.md", hidden=False)
        assert bench.text("note.md") == "Hidden text.\n"
        assert bench.write("note.md", "Another text.\n").version == 2

    def test_hidden_files_are_deleted_too(self, bench: Bench) -> None:
        bench.write("a/1.md", "Text.\n")
        bench.write("a/2.md", "Text.\n")
        bench.gateway.set_hidden(bench.alpha, "a/1.md", hidden=True)
        removed = bench.gateway.delete(bench.alpha, "a").removed
        assert sorted(each.path for each in removed.addresses) == ["a/1.md", "a/2.md"]
        assert bench.paths(hidden=True) == []
        assert bench.write("a/1.md", "Text.\n").action is Action.CREATED

    def test_a_project_goes_alone(self, bench: Bench) -> None:
        bench.write("a/1.md", "About narwhals.\n")
        bench.write("a/2.md", "Text.\n")
        bench.write("a/2.md", "Newer text.\n")
        bench.gateway.set_hidden(bench.alpha, "a/1.md", hidden=True)
        bench.write("a/1.md", "About narwhals.\n", scope=bench.beta)
        removed = bench.gateway.delete_project(bench.alpha).removed
        assert (sorted(each.path for each in removed.addresses), removed.versions) == (["a/1.md", "a/2.md"], 3)
        with pytest.raises(ProjectNotInitialized):
            bench.search("narwhals")
        with pytest.raises(ProjectNotInitialized):
            bench.gateway.delete_project(bench.alpha)
        assert bench.finds("narwhals", "a/1.md", scope=bench.beta)
        assert bench.gateway.initialize(bench.alpha) is True
        assert bench.paths() == []
        assert bench.search("narwhals").hits == []
        assert bench.reader.status(bench.alpha).versions == 0

    def test_an_empty_project_can_be_deleted(self, bench: Bench) -> None:
        removed = bench.gateway.delete_project(bench.alpha).removed
        assert (removed.addresses, removed.versions) == ([], 0)
        ids = [project.project_id for project in bench.reader.projects()]
        assert bench.alpha.project_id not in ids
        assert bench.beta.project_id in ids

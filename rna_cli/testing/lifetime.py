"""Making a project, finding it again, being examined, and letting go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.records import Capability
from rna_cli.errors import ProjectNotInitialized
from rna_cli.memory.gateway import Draft
from rna_cli.memory.reader import ALL
from rna_cli.testing.bench import Bench, Benched

if TYPE_CHECKING:
    from collections.abc import Callable


class LifetimeContract(Benched):
    """A project is made by `initialize` and by nothing else."""

    def test_states_its_name_and_capabilities(self, empty_bench: Bench) -> None:
        assert isinstance(empty_bench.backend.name, str)
        assert empty_bench.backend.name
        assert isinstance(empty_bench.backend.capabilities, frozenset)
        assert set(empty_bench.backend.capabilities) <= set(Capability)

    def test_building_it_makes_nothing(self, empty_bench: Bench) -> None:
        folder = empty_bench.context.store.parent
        assert not folder.exists()
        assert not any(project.project_id == empty_bench.alpha.project_id for project in empty_bench.backend.projects())
        empty_bench.backend.checks(None, fix=False)
        assert not folder.exists()

    def test_without_initialize_every_call_says_so(self, empty_bench: Bench) -> None:
        bench = empty_bench
        for call in _content_calls(bench):
            with pytest.raises(ProjectNotInitialized) as failure:
                call()
            assert bench.alpha.project_id in failure.value.message
            assert "initialize" in failure.value.hint
        assert not bench.context.store.exists()
        bench.gateway.initialize(bench.alpha)
        bench.write("note.md", "Now it is there.\n")
        for call in _content_calls(bench):
            call()

    def test_initialize_tells_whether_it_made_the_project(self, empty_bench: Bench) -> None:
        assert empty_bench.gateway.initialize(empty_bench.alpha) is True
        empty_bench.write("note.md", "Kept when initialized again.\n")
        assert empty_bench.gateway.initialize(empty_bench.alpha) is False
        assert empty_bench.text("note.md") == "Kept when initialized again.\n"

    def test_another_project_stays_uninitialized(self, empty_bench: Bench) -> None:
        empty_bench.gateway.initialize(empty_bench.alpha)
        assert empty_bench.backend.health(empty_bench.alpha).backend == empty_bench.backend.name
        with pytest.raises(ProjectNotInitialized):
            empty_bench.backend.health(empty_bench.beta)

    def test_projects_are_listed_by_id(self, bench: Bench) -> None:
        ids = [project.project_id for project in bench.reader.projects()]
        assert ids == sorted(ids)
        assert {bench.alpha.project_id, bench.beta.project_id} <= set(ids)

    def test_what_was_written_is_there_after_a_restart(self, bench: Bench) -> None:
        bench.write("a/note.md", "Durable text about glaciers.\n")
        bench.write("a/note.md", "Durable text about volcanoes.\n")
        bench.reopen()
        assert bench.text("a/note.md") == "Durable text about volcanoes.\n"
        assert bench.finds("volcanoes", "a/note.md")
        assert [version.version for version in bench.reader.history(bench.alpha, "a/note.md")] == [2, 1]

    def test_closing_twice_is_harmless(self, bench: Bench) -> None:
        bench.write("note.md", "Still here.\n")
        bench.backend.close()
        bench.backend.close()
        bench.reopen()
        assert bench.text("note.md") == "Still here.\n"

    def test_examining_a_sound_memory_finds_no_failure(self, bench: Bench) -> None:
        bench.write("note.md", "Sound.\n")
        for scope in (None, bench.alpha):
            for fix in (False, True):
                checks = bench.backend.checks(scope, fix=fix)
                assert checks
                assert all(isinstance(check, Check) for check in checks)
                assert [check for check in checks if check.verdict is Verdict.FAIL] == []
        assert bench.text("note.md") == "Sound.\n"

    def test_examining_a_project_that_is_not_there_finds_a_failure(self, empty_bench: Bench) -> None:
        checks = empty_bench.backend.checks(empty_bench.alpha, fix=False)
        assert [check for check in checks if check.verdict is Verdict.FAIL]
        empty_bench.gateway.initialize(empty_bench.alpha)
        checks = empty_bench.backend.checks(empty_bench.alpha, fix=False)
        assert [check for check in checks if check.verdict is Verdict.FAIL] == []


def _content_calls(bench: Bench) -> list[Callable[[], object]]:
    """Return one call of each kind that needs a project; with one, each succeeds on a project that has `note.md`."""
    reader, gateway, scope = bench.reader, bench.gateway, bench.alpha
    return [
        lambda: bench.backend.health(scope),
        lambda: reader.status(scope),
        lambda: reader.search(scope, "word", limit=10),
        lambda: reader.read(scope, "note.md", level=None, window=ALL),
        lambda: reader.read(scope, "", level=None, window=ALL),
        lambda: reader.grep(scope, "word", "", ignore_case=False, fixed=True, limit=10),
        lambda: reader.entries(scope, ""),
        lambda: reader.entries(scope, "", hidden=True),
        lambda: reader.history(scope, "note.md"),
        lambda: gateway.write(scope, [Draft("other.md", "Other text.\n")]),
        lambda: gateway.move(scope, "other.md", "moved.md"),
        lambda: gateway.set_hidden(scope, "moved.md", hidden=True),
        lambda: gateway.delete(scope, "moved.md"),
    ]

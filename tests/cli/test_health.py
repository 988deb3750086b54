from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_healthy_project(project: Rna) -> None:
    result = project.ok("memory", "p", "health")
    assert result.stdout == "ok: embedded. The store opens.\n"
    assert result.stderr == ""


def test_healthy_project_as_json(project: Rna) -> None:
    assert project.ok("memory", "p", "health", "--json").json == {
        "status": "ok",
        "project": "p",
        "backend": "embedded",
        "facts": {"store": str(project.store)},
    }


def test_project_that_was_never_initialized_exits_4_and_makes_nothing(rna: Rna) -> None:
    result = rna.fails(4, "memory", "p", "health")
    assert result.stderr == "rna: Project 'p' is not initialized. Make it with: rna memory p initialize\n"
    assert not rna.store.parent.exists()


def test_exits_with_the_code_of_what_is_wrong(project: Rna) -> None:
    project.store.write_bytes(b"x")
    result = project.fails(65, "memory", "p", "health")
    assert str(project.store) in result.stderr
    assert project.store.read_bytes() == b"x"


def test_a_healthy_project_says_nothing_of_another(project: Rna) -> None:
    project.fails(4, "memory", "q", "health")
    project.ok("memory", "p", "health")

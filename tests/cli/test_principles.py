from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
import typer

from rna_cli.cli.app import app
from rna_cli.cli.tree import walk
from tests.cli.samples import NOTE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rna

ARGUMENTS = {"uri": "note.md", "query": "changelog", "pattern": "changelog", "target": "new.md"}


def _command_lines() -> list[tuple[str, ...]]:
    """Every command of the tree that needs the memory, with the arguments that it requires."""
    lines = []
    for (_, *words), command in walk(typer.main.get_command(app)):
        if not hasattr(command, "commands") and words[0] in {"memory", "projects"}:
            path = ["memory", "p", *words[1:]] if words[0] == "memory" else words
            given = [_given(words, param) for param in command.params if param.required]
            lines.append((*path, *(word for part in given for word in part)))
    return lines


def _given(words: list[str], param: Any) -> list[str]:
    if words[1:2] == ["import"]:
        return ["-"]
    if param.name == "file":
        return ["--file", "-", "--path", "note.md"]
    if param.name == "project_id":
        return ["p", "--yes"] if words[-1] == "delete" else ["p"]
    return [ARGUMENTS[param.name]]


COMMAND_LINES = _command_lines()


def test_the_walk_finds_every_command() -> None:
    verbs = {line[2] for line in COMMAND_LINES if line[0] == "memory"}
    assert verbs == set(
        "health initialize status write read search grep list tree history move delete hide unhide".split()
    ) | {"reindex", "import"}
    assert {line[:2] for line in COMMAND_LINES if line[0] == "projects"} == {
        ("projects", "list"),
        ("projects", "delete"),
    }


def _closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Inode, time of the last change and content of each file."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}


@pytest.fixture
def offline(notes: Rna) -> Rna:
    """A filled embedded memory, and a configuration that chooses an OpenViking server that is not there."""
    del notes.environ["RNA_MEMORY_BACKEND"]
    notes.ok("memory-config", "--backend", "openviking", "--endpoint", f"http://127.0.0.1:{_closed_port()}")
    return notes


# Two ways, and never a silent fallback


@pytest.mark.parametrize("line", COMMAND_LINES, ids=" ".join)
def test_without_its_server_every_command_says_so_and_leaves_the_other_way_alone(
    offline: Rna, line: tuple[str, ...]
) -> None:
    before = _snapshot(offline.store.parent)
    result = offline.fails(69, *line, stdin=b"zebra")
    assert result.stdout == ""
    assert "The OpenViking server at http://127.0.0.1:" in result.stderr
    assert "does not answer" in result.stderr
    assert "(503)" in result.stderr
    assert "Start a server" in result.stderr
    assert "rna memory-config --backend embedded" in result.stderr
    error = offline(*line, "--json", stdin=b"zebra").json["error"]
    assert (error["code"], error["status"], error["backend"]) == ("unavailable", 503, "openviking")
    assert "rna memory-config --backend embedded" in error["hint"]
    assert _snapshot(offline.store.parent) == before
    offline.environ["RNA_MEMORY_BACKEND"] = "embedded"
    assert offline.hits("changelog") == ["note.md"]
    assert offline.hits("zebra") == []


@pytest.mark.parametrize("line", COMMAND_LINES, ids=" ".join)
def test_without_its_server_the_other_way_is_not_even_made(rna: Rna, line: tuple[str, ...]) -> None:
    rna.environ["RNA_MEMORY_BACKEND"] = "openviking"
    rna.config.write_text(f'[openviking]\nendpoint = "http://127.0.0.1:{_closed_port()}"\n')
    rna.fails(69, *line, stdin=b"zebra")
    assert not rna.store.exists()
    assert not rna.store.parent.exists()
    rna.environ["RNA_MEMORY_BACKEND"] = "embedded"
    rna.ok("memory", "p", "initialize")
    assert rna.store.exists()


def test_a_new_configuration_means_openviking(rna: Rna) -> None:
    del rna.environ["RNA_MEMORY_BACKEND"]
    rna.ok("memory-config", "--endpoint", f"http://127.0.0.1:{_closed_port()}")
    rna.fails(69, "memory", "p", "health")
    assert 'backend = "openviking"' in rna.config.read_text()


def test_the_hinted_way_out_works(offline: Rna) -> None:
    hint = offline.fails(69, "memory", "p", "search", "changelog").stderr.splitlines()[-1]
    program, *words = hint.split()
    assert program == "rna"
    offline.ok(*words)
    assert offline.hits("changelog") == ["note.md"]


def test_switching_there_and_back_finds_what_was_there(offline: Rna) -> None:
    offline.ok("memory-config", "--backend", "embedded")
    before = offline.ok("memory", "p", "list", "--recursive", "--json").stdout
    offline.ok("memory-config", "--backend", "openviking")
    offline.fails(69, "memory", "p", "write", "--file", "-", "--path", "x.md", stdin=b"zebra")
    offline.ok("memory-config", "--backend", "embedded")
    assert offline.ok("memory", "p", "list", "--recursive", "--json").stdout == before
    assert offline.hits("changelog") == ["note.md"]
    assert offline.hits("zebra") == []


def test_no_hits_and_could_not_look_never_look_alike(offline: Rna) -> None:
    could_not = offline("memory", "p", "search", "unicorn", "--json")
    offline.environ["RNA_MEMORY_BACKEND"] = "embedded"
    nothing = offline("memory", "p", "search", "unicorn", "--json")
    assert (could_not.exit_code, nothing.exit_code) == (69, 0)
    assert "hits" not in could_not.json
    assert nothing.json["hits"] == []


# Isolated per project


def test_each_project_finds_its_own_and_no_other_text(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("note.md", NOTE.replace("changelog", "lighthouse"), project="q")
    notes.write("only/q.md", "zebra\n", project="q")
    for project, own, other in (("p", "changelog", "lighthouse"), ("q", "lighthouse", "changelog")):
        for level in ((), ("--level", "L2")):
            assert notes.hits(own, project=project, options=level) == ["note.md"]
            assert notes.hits(other, project=project, options=level) == []
        for words in (
            ("list", "-r"),
            ("tree",),
            ("read", "note.md"),
            ("grep", "."),
            ("status",),
            ("history", "note.md"),
        ):
            shown = notes.ok("memory", project, *words, "--json").stdout
            assert f"viking://resources/projects/{'q' if project == 'p' else 'p'}" not in shown
            assert other not in shown
    assert notes.ok("memory", "p", "grep", "zebra").stdout == ""
    assert notes.ok("memory", "q", "grep", "zebra").stdout == "only/q.md:1:zebra\n"


def test_a_project_whose_name_starts_like_another_is_another(rna: Rna) -> None:
    for project in ("p", "p2", "P", "p.x"):
        rna.ok("memory", project, "initialize")
        rna.write("note.md", f"zebra of {project}\n", project=project)
    for project in ("p", "p2", "P", "p.x"):
        assert rna.hits("zebra", project=project) == ["note.md"]
        assert rna.ok("memory", project, "read", "note.md").stdout == f"zebra of {project}\n"
        rna.fails(
            2, "memory", "p2" if project == "p" else "p", "read", f"viking://resources/projects/{project}/note.md"
        )


def test_many_texts_of_another_project_crowd_no_hit_out(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    for number in range(80):
        notes.write(f"{number}.md", "changelog changelog changelog\n", project="q")
    assert notes.hits("changelog") == ["note.md"]
    assert len(notes.hits("changelog", project="q", options=("--level", "L2"))) == 10


def test_a_change_in_one_project_changes_no_other(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("note.md", NOTE, project="q")
    before = notes.ok("memory", "q", "status").stdout
    notes.write("note.md", "new\n")
    notes.ok("memory", "p", "hide", "docs")
    notes.ok("memory", "p", "move", "note.md", "x.md")
    notes.ok("memory", "p", "delete", "x.md", "--yes")
    assert notes.ok("memory", "q", "status").stdout == before
    assert notes.hits("changelog", project="q") == ["note.md"]
    assert notes.hits("changelog") == []


def test_a_project_that_was_never_initialized_has_no_content_call(notes: Rna) -> None:
    for line in COMMAND_LINES:
        words = ["q" if word == "p" else word for word in line]
        if words[-1] == "initialize" or words == ["projects", "list"]:
            continue
        result = notes.fails(4, *words, stdin=b"zebra")
        assert result.stderr == "rna: Project 'q' is not initialized. Make it with: rna memory q initialize\n"
    assert notes.hits("changelog") == ["note.md"]


# Memory is not capability, and what is not in it


def test_what_is_stored_is_never_obeyed(project: Rna) -> None:
    marker = project.folder / "ran"
    project.write(
        "x.sh", f"#!/bin/sh\ntouch {marker}\n$(touch {marker})\n`touch {marker}`\n", "--title", f"$(touch {marker})"
    )
    for words in (("read", "x.sh"), ("search", "touch"), ("list",), ("tree",), ("grep", "touch"), ("history", "x.sh")):
        assert "touch" in project.ok("memory", "p", *words).stdout
    assert not marker.exists()


def test_neither_configuration_nor_usage_nor_failures_are_in_the_index(notes: Rna) -> None:
    notes.ok("memory-config", "--api-key-env", "XYLOPHONE_KEY", "--endpoint", "http://127.0.0.1:19333")
    notes.fails(4, "memory", "p", "read", "nope-xylophone.md")
    assert notes.hits("xylophone") == []
    assert notes.hits("never-stored-query") == []
    notes.ok("doctor", "p")
    for word in ("xylophone", "openviking", "endpoint", "never-stored-query", "usage", "rna"):
        assert notes.hits(word) == []
        assert notes.ok("memory", "p", "grep", "-i", word).stdout == ""
    assert notes.ok("memory", "p", "status", "--json").json["documents"] == 3
    assert notes.hits("changelog") == ["note.md"]


def test_usage_keeps_counts_and_no_words(notes: Rna) -> None:
    notes.hits("xylophone")
    notes.ok("memory", "p", "read", "docs/setup.md")
    usage = notes.store.with_name("usage.sqlite")
    data = b"".join(path.read_bytes() for path in usage.parent.glob("usage.sqlite*"))
    assert b"search" in data
    for text in (b"xylophone", b"setup.md", b"Release"):
        assert text not in data


def test_failing_to_count_fails_no_command(notes: Rna) -> None:
    usage = notes.store.with_name("usage.sqlite")
    for damage in (b"", b"not a database", None):
        usage.unlink(missing_ok=True)
        if damage is None:
            usage.mkdir()
        else:
            usage.write_bytes(damage)
        result = notes.ok("memory", "p", "search", "changelog")
        assert (result.stdout[:5], result.stderr) == ("1. L2", "")
        notes.write("note.md", NOTE)


def test_a_search_writes_nothing_but_counts(notes: Rna) -> None:
    before = notes.store.read_bytes()
    for line in COMMAND_LINES:
        if line[0] == "memory" and line[2] in {"health", "status", "read", "search", "grep", "list", "tree", "history"}:
            notes.ok(*line)
    assert notes.store.read_bytes() == before
    assert not notes.store.with_name("embedded.sqlite-wal").exists()


# The same input, the same output


def test_the_same_question_has_the_same_answer(notes: Rna) -> None:
    for number in range(20):
        notes.write(f"same/{number}.md", "the same words\n")
    lines = [
        ("search", "words", "--json"),
        ("search", "words", "--level", "L1"),
        ("list", "-r"),
        ("tree",),
        ("read", "same"),
    ]
    for words in lines:
        first = notes.ok("memory", "p", *words).stdout
        assert first
        for _ in range(3):
            assert notes.ok("memory", "p", *words).stdout == first
        assert notes.process("memory", "p", *words).stdout.decode() == first


def test_what_was_acknowledged_is_there_for_the_next_process(project: Rna) -> None:
    for number in range(3):
        result = project.process(
            "memory", "p", "write", "--file", "-", "--path", f"{number}.md", "--json", stdin=b"zebra\n"
        )
        assert json.loads(result.stdout)["action"] == "created"
        assert f"{number}.md" in project.hits("zebra")

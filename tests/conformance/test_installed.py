"""An installed third-party backend, driven by real processes as a user drives it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

    from tests.conftest import Rna

URI = "viking://resources/projects/p"


class Shell:
    """Runs `rna` as a process that finds the installed package; the configuration alone chooses the backend."""

    def __init__(self, rna: Rna, site: Path) -> None:
        self.rna = rna
        self.path = os.pathsep.join([str(site), rna.process_environ["PYTHONPATH"]])

    def __call__(self, *arguments: str, stdin: bytes | None = None) -> CompletedProcess[bytes]:
        environ = {"PYTHONPATH": self.path, "RNA_MEMORY_BACKEND": ""}
        return self.rna.process(*arguments, stdin=stdin, environ=environ)

    def ok(self, *arguments: str, stdin: bytes | None = None) -> str:
        done = self(*arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def json(self, *arguments: str, code: int = 0) -> Any:
        done = self(*arguments, "--json")
        assert done.returncode == code, (done.stdout.decode()[:3000], done.stderr.decode())
        return json.loads(done.stdout)


@pytest.fixture
def shell(rna: Rna, installed_memo: Path) -> Shell:
    return Shell(rna, installed_memo)


@pytest.fixture
def memo_file(rna: Rna) -> Path:
    return rna.store.with_name("memo.sqlite")


def test_the_whole_way(shell: Shell, memo_file: Path) -> None:
    assert "memo" in shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")
    note = b"# Release conventions\n\nTag after the changelog is dated.\n"
    assert "created" in shell.ok("memory", "p", "write", "--file", "-", "--path", "note.md", stdin=note)
    assert json.loads(memo_file.read_bytes())["p"]["records"]
    assert memo_file.stat().st_mode & 0o777 == 0o600
    assert not shell.rna.store.exists()
    (hit,) = shell.json("memory", "p", "search", "changelog")["hits"]
    assert (hit["uri"], hit["title"], hit["lines"]) == (f"{URI}/note.md", "Release conventions", [3, 3])
    assert shell.ok("memory", "p", "read", f"{URI}/note.md", "--level", "L2").encode() == note
    assert "note.md" in shell.ok("memory", "p", "list")
    assert shell.json("memory", "p", "health")["backend"] == "memo"
    assert shell.json("projects", "list")["projects"][0]["project"] == "p"
    report = shell.json("doctor", "p")
    assert {"name": "memo", "verdict": "ok", "message": "1 projects.", "hint": ""} in _checks(report)
    shell.ok("memory", "p", "delete", "note.md", "--yes")
    assert b"changelog" not in memo_file.read_bytes()
    assert shell.json("memory", "p", "search", "changelog")["hits"] == []


def test_other_commands_work_through_it(shell: Shell) -> None:
    shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")
    for text in (b"One.\n", b"Two.\n"):
        shell.ok("memory", "p", "write", "--file", "-", "--path", "a/note.md", stdin=text)
    assert [each["version"] for each in shell.json("memory", "p", "history", "a/note.md")["versions"]] == [2, 1]
    shell.ok("memory", "p", "move", "a/note.md", "b/note.md")
    assert "note.md" in shell.ok("memory", "p", "tree")
    assert "Two" in shell.ok("memory", "p", "grep", "Two")
    shell.ok("memory", "p", "hide", "b/note.md")
    assert shell.json("memory", "p", "list")["entries"] == []
    shell.ok("memory", "p", "unhide", "b/note.md")
    assert shell.json("memory", "p", "status")["versions"] == 3
    shell.ok("projects", "delete", "p", "--yes")
    assert shell("memory", "p", "status").returncode == 4


def test_what_it_lacks_is_said(shell: Shell) -> None:
    shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")
    shell.ok("memory", "p", "write", "--file", "-", "--path", "note.md", stdin=b"Word.\n")
    for command in (["search", "word"], ["read", "note.md"], ["list"]):
        error = shell.json("memory", "p", *command, "--as-of", "2026-01-01", code=2)["error"]
        assert "memo" in error["message"]
        assert "as_of" in error["message"]
        shell.ok("memory", "p", *command)
    for words in (['"word"'], ["word", "--not", "draft"], ["word", "title:note"]):
        error = shell.json("memory", "p", "search", *words, code=2)["error"]
        assert "memo" in error["message"]
        assert "operators" in error["message"]
        assert "--not" in error["hint"]
    value = shell.json("memory", "p", "search", "word", "--explain")
    assert (value["explain"], len(value["hits"])) == (None, 1)
    assert "does not explain" in value["note"]


def test_two_backends_keep_two_memories(shell: Shell) -> None:
    for backend in ("memo", "embedded"):
        shell.ok("memory-config", "--backend", backend)
        shell.ok("memory", "p", "initialize")
        shell.ok("memory", "p", "write", "--file", "-", "--path", f"{backend}.md", stdin=b"Word of mouth.\n")
    for backend in ("memo", "embedded"):
        shell.ok("memory-config", "--backend", backend)
        hits = shell.json("memory", "p", "search", "mouth", "--level", "L2")["hits"]
        assert [hit["uri"] for hit in hits] == [f"{URI}/{backend}.md"]


def test_its_table_is_kept_and_reaches_it(shell: Shell) -> None:
    shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")
    assert shell.json("memory", "p", "health")["facts"]["greeting"] == ""
    with shell.rna.config.open("a") as file:
        file.write('\n[backends.memo]\ngreeting = "Well met."\n')
    assert shell.json("memory", "p", "health")["facts"]["greeting"] == "Well met."
    shell.ok("memory-config", "--context-budget", "99")
    assert shell.json("memory", "p", "health")["facts"]["greeting"] == "Well met."
    assert "99" in shell.rna.config.read_text()


def test_its_own_complaint_about_its_table_is_passed_on(shell: Shell) -> None:
    shell.ok("memory-config", "--backend", "memo")
    with shell.rna.config.open("a") as file:
        file.write("\n[backends.memo]\ngreeting = 3\n")
    error = shell.json("memory", "p", "health", code=78)["error"]
    assert (error["code"], error["message"]) == ("config", "backends.memo.greeting must be text.")
    shell.rna.config.write_text(shell.rna.config.read_text().replace("= 3", '= "Hello."'))
    shell.ok("memory", "p", "initialize")
    assert shell.json("memory", "p", "health")["facts"]["greeting"] == "Hello."


def test_an_unknown_name_lists_what_is_installed(shell: Shell) -> None:
    done = shell("memory-config", "--backend", "nosuch")
    assert done.returncode == 2
    assert b"embedded, openviking, memo" in done.stderr
    assert not shell.rna.config.exists()
    shell.rna.config.write_text('[memory]\nbackend = "nosuch"\n')
    error = shell.json("memory", "p", "health", code=78)["error"]
    assert error["code"] == "backend_unknown"
    assert "embedded, openviking, memo" in error["hint"]
    shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")


def test_a_package_cannot_take_the_place_of_a_built_in(shell: Shell, installed_memo: Path) -> None:
    (points,) = installed_memo.glob("*.dist-info/entry_points.txt")
    assert "embedded = rna_memo.impostor" in points.read_text()
    shell.ok("memory-config", "--backend", "embedded")
    shell.ok("memory", "p", "initialize")
    assert shell.rna.store.exists()
    assert shell.json("memory", "p", "health")["backend"] == "embedded"
    shell.ok("memory-config", "--backend", "openviking", "--endpoint", "http://127.0.0.1:9")
    done = shell("memory", "p", "health")
    assert done.returncode == 69
    assert b"impostor" not in done.stderr


def test_without_the_package_its_memory_is_out_of_reach_and_kept(shell: Shell, memo_file: Path) -> None:
    shell.ok("memory-config", "--backend", "memo")
    shell.ok("memory", "p", "initialize")
    before = memo_file.read_bytes()
    done = shell.rna.process("memory", "p", "status", environ={"RNA_MEMORY_BACKEND": ""})
    assert done.returncode == 78
    assert b"No backend is called 'memo'" in done.stderr
    assert not shell.rna.store.exists()
    assert memo_file.read_bytes() == before
    shell.ok("memory", "p", "status")


def _checks(report: Any) -> list[Any]:
    return [check for section in report["sections"] for check in section["checks"]]

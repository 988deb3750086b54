"""Many writers at once, and a writer that does not let go."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import time
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Rna
    from tests.faults.conftest import Workers


def test_four_processes_write_at_once(project: Rna, workers: Workers) -> None:
    names = ["north", "east", "south", "west"]
    processes = [workers.start("write_many", name, "50", stdin=subprocess.PIPE) for name in names]
    for process in processes:
        assert json.loads(process.stdout.readline()) == {"said": "ready"}
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        out, err = process.communicate(timeout=100)
        assert (process.returncode, err) == (0, "")
        assert json.loads(out.splitlines()[-1]) == {"said": "done"}
    status = project.ok("memory", "p", "status", "--json").json
    assert (status["documents"], status["versions"]) == (101, 200)
    listed = project.ok("memory", "p", "list", "--recursive", "--json").json["entries"]
    assert {entry["uri"].rpartition("/p/")[2] for entry in listed} == {
        "shared.md",
        *(f"{name}/{number}.md" for name in names for number in range(25)),
    }
    versions = project.ok("memory", "p", "history", "shared.md", "--json").json["versions"]
    assert [version["version"] for version in versions] == list(range(100, 0, -1))
    assert len({version["sha256"] for version in versions}) == 100
    project.ok("doctor", "p")


def test_a_writer_that_does_not_let_go(project: Rna) -> None:
    project.write("note.md", "The heron wades.\n")
    holder = sqlite3.connect(project.store, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    started = time.monotonic()
    assert project.hits("heron") == ["note.md"]  # reading waits for nobody
    assert project.ok("memory", "p", "read", "note.md").stdout == "The heron wades.\n"
    assert time.monotonic() - started < 3
    started = time.monotonic()
    failed = project.process("memory", "p", "write", "--file", "-", "--path", "other.md", "--json", stdin=b"Other.\n")
    waited = time.monotonic() - started
    assert failed.returncode == 75
    assert waited > 4
    error = json.loads(failed.stdout)["error"]
    assert (error["code"], error["status"], error["hint"]) == ("busy", 503, "Try again in a moment.")
    assert failed.stderr.decode().startswith("rna: ")
    assert b"held by another process" in failed.stderr
    holder.execute("ROLLBACK")
    holder.close()
    assert (
        project.process("memory", "p", "write", "--file", "-", "--path", "other.md", stdin=b"Other.\n").returncode == 0
    )
    assert project.ok("memory", "p", "read", "other.md").stdout == "Other.\n"


def test_a_short_hold_is_waited_for(project: Rna) -> None:
    holder = sqlite3.connect(project.store, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    timer = Timer(0.7, lambda: (holder.execute("ROLLBACK"), holder.close()))
    timer.start()
    project.write("note.md", "Written after a wait.\n")
    timer.join()
    assert project.ok("memory", "p", "read", "note.md").stdout == "Written after a wait.\n"

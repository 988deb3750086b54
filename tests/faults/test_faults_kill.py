"""kill -9 at any moment: what was acknowledged is there, what was not is whole or absent, and nothing is damaged."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from typing import TYPE_CHECKING

import pytest

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.checks import Verdict
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft
from rna_cli.memory.reader import ALL

if TYPE_CHECKING:
    import subprocess

    from tests.conftest import Rna
    from tests.faults.conftest import Workers

P = Scope("p")


def stored(rna: Rna) -> dict[str, str]:
    """Return all texts by path, after an examination that must find nothing."""
    with Runtime(environ=rna.environ, clock=rna.clock).memory() as memory:
        checks = memory._backend.checks(P, fix=False)
        assert [check for check in checks if check.verdict is Verdict.FAIL] == []
        paths = [entry.address.path for entry in memory.reader.entries(P, "", recursive=True).entries]
        return {path: "".join(memory.reader.read(P, path, level=None, window=ALL).lines) for path in paths}


def kill_after(process: subprocess.Popen[str], acknowledged: int, delay_s: float) -> list[dict[str, str | None]]:
    """Let the process acknowledge some changes, kill it a moment later, and return all that it said."""
    said = []
    while sum(each["said"] == "done" for each in said) < acknowledged:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        said.append(json.loads(line))
    time.sleep(delay_s)
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read()  # not communicate(), which would leave out what readline() has read ahead
    process.wait(timeout=30)
    assert process.returncode == -signal.SIGKILL
    return said + [json.loads(line) for line in rest.splitlines() if line.endswith("}")]


@pytest.mark.parametrize("series", range(3))
def test_what_was_acknowledged_survives(project: Rna, workers: Workers, series: int) -> None:
    choose = random.Random(series)
    expected: dict[str, str] = {}
    gone: list[str] = []
    changes = 0
    for run in range(10):
        process = workers.start("change_without_end", f"{series}{run}")
        said = kill_after(process, choose.choice([1, 3]), choose.uniform(0, 0.06))
        begun = [each for each in said if each["said"] == "begin"]
        done = sum(each["said"] == "done" for each in said)
        assert len(begun) - done in {0, 1}
        for change in begun[:done]:
            apply(change, expected, gone)
        found = stored(project)
        if len(begun) > done and found != expected:  # the one that was under way: it happened in full
            apply(begun[-1], expected, [])
        assert found == expected
        changes += done
        words = [text.split()[1] for text in expected.values()]
        for word in words[:3]:
            assert f"# {word}\n" in expected[project.hits(word, options=("--level", "L2"))[0]]
        data = b"".join(place.read_bytes() for place in project.store.parent.iterdir())
        assert [word for word in gone if word.encode() in data] == []
        assert [word for word in words if word.encode() not in data] == []
    assert changes >= 10
    assert {place.name for place in project.store.parent.iterdir()} == {"embedded.sqlite", "usage.sqlite"}


def apply(change: dict[str, str | None], expected: dict[str, str], gone: list[str]) -> None:
    path, text = str(change["path"]), change["text"]
    if text is not None:
        expected[path] = text
    else:
        gone.append(expected.pop(path).split()[1] + ".")


def test_a_killed_initialize_leaves_a_whole_store_or_none(rna: Rna, workers: Workers) -> None:
    choose = random.Random(7)
    made = 0
    for _ in range(8):
        process = workers.start("initialize", "p")
        assert process.stdout.readline()
        time.sleep(choose.uniform(0, 0.03))
        process.kill()
        process.communicate()
        made += rna.store.exists()
        if rna.store.exists():
            assert rna("memory", "p", "initialize").exit_code == 0
            rna.ok("doctor", "p")
        shutil.rmtree(f"{rna.state}.rna", ignore_errors=True)
    rna.ok("memory", "p", "initialize")
    rna.ok("doctor", "p")
    assert made <= 8


def test_what_an_interrupted_initialize_leaves_is_cleared_away(project: Rna) -> None:
    left = project.store.with_name("embedded.sqlite.0123abcd.new")
    left.write_text("left")
    left.chmod(0o600)
    project.ok("doctor", "p")
    assert left.exists()
    os.utime(left, (0, 0))
    assert left.name in project.ok("doctor", "p").stdout
    assert left.exists()
    assert "Removed" in project.ok("doctor", "p", "--fix").stdout
    assert not left.exists()
    assert project.store.exists()


def test_a_killed_reindexing_goes_on_and_misses_nothing(project: Rna, workers: Workers) -> None:
    with Runtime(environ=project.environ, clock=project.clock).memory() as memory:
        memory.gateway.write(P, [Draft(f"n/{number}.md", f"heron n{number}") for number in range(120)])
        memory.gateway.write(P, [Draft("n/0.md", "stork, later")])
    before = project.ok("memory", "p", "search", "heron", "--limit", "500", "--json").json["hits"]
    assert len(before) == 119
    stored_texts = stored(project)
    progress = []
    for _ in range(4):
        process = workers.start("reindex_slowly")
        said = kill_after(process, 1, 0.01)
        progress.append(said[-1]["total"])
        assert stored(project) == stored_texts
        assert project.ok("memory", "p", "search", "heron", "--limit", "500", "--json").json["hits"] == before
    assert progress == sorted(progress, reverse=True)
    assert progress[-1] < progress[0], "each goes on where the one before was killed"
    assert project.ok("memory", "p", "reindex", "--json").json["texts"] < 121
    assert project.ok("memory", "p", "reindex", "--json").json["texts"] == 121
    assert stored(project) == stored_texts

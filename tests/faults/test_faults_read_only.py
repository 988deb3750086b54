"""A memory that may be read and not be written: what only reads goes on, what writes says why it does not."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Rna

TEXT = "# Herons\n\nThe heron wades.\n"


@pytest.fixture
def bound(project: Rna, under: Any) -> Iterator[Any]:
    """Runs commands as processes that file modes bind; gives the modes back at the end."""
    project.write("birds/heron.md", TEXT)
    yield partial(under, "modes")
    for place in [project.store.parent.parent, project.store.parent, *project.store.parent.iterdir()]:
        place.chmod(0o700 if place.is_dir() else 0o600)
    project.write("again.md", "Writable again.\n")
    project.ok("doctor", "p")


def protect(rna: Rna, *, files: int, folder: int) -> None:
    for place in rna.store.parent.iterdir():
        place.chmod(files)
    rna.store.parent.chmod(folder)
    rna.store.parent.parent.chmod(folder)


@pytest.mark.parametrize(("files", "folder"), [(0o400, 0o700), (0o400, 0o500), (0o600, 0o500)], ids=str)
def test_reading_goes_on(project: Rna, bound: Any, files: int, folder: int) -> None:
    protect(project, files=files, folder=folder)
    before = {place: place.read_bytes() for place in project.store.parent.iterdir() if place.name != "usage.sqlite"}
    found = bound("memory", "p", "search", "heron", "--level", "L2", "--json")
    assert found.returncode == 0, found.stderr
    assert [hit["title"] for hit in json.loads(found.stdout)["hits"]] == ["Herons"]
    assert bound("memory", "p", "read", "birds/heron.md").stdout.decode() == TEXT
    for command in (["list"], ["tree"], ["status"], ["health"], ["history", "birds/heron.md"], ["grep", "wades"]):
        done = bound("memory", "p", *command)
        assert (done.returncode, done.stdout != b"") == (0, True), done.stderr
    for command in (
        ["write", "--file", "-", "--path", "birds/new.md"],
        ["write", "--file", "-", "--path", "birds/heron.md"],
        ["delete", "birds/heron.md", "--yes"],
        ["hide", "birds/heron.md"],
        ["move", "birds/heron.md", "birds/stork.md"],
    ):
        failed = bound("memory", "p", *command, "--json", stdin=b"New text.\n")
        assert failed.returncode in {74, 77}, failed.stderr
        assert b"read-only" in failed.stderr
        assert failed.stderr.startswith(b"rna: ")
        assert b"Traceback" not in failed.stderr
        assert json.loads(failed.stdout)["error"]["hint"]
    report = bound("doctor", "p", "--json")
    assert report.returncode == 0, report.stdout
    checks = {check["name"]: check for section in json.loads(report.stdout)["sections"] for check in section["checks"]}
    assert (checks["index"]["verdict"], checks["texts"]["verdict"]) == ("warn", "ok")
    assert "read-only" in checks["index"]["message"]
    after = {place: place.read_bytes() for place in project.store.parent.iterdir() if place.name != "usage.sqlite"}
    assert after == before


def test_what_was_in_the_log_is_read_too(project: Rna, bound: Any) -> None:
    """A write-ahead log with its index beside it can be read where nothing can be written."""
    with Runtime(environ=project.environ, clock=project.clock).memory() as memory:
        memory.gateway.write(Scope("p"), [Draft("log.md", "Only in the log.\n")])
        assert Path(f"{project.store}-wal").stat().st_size > 0
        protect(project, files=0o400, folder=0o500)
        assert bound("memory", "p", "read", "log.md").stdout == b"Only in the log.\n"
        protect(project, files=0o600, folder=0o700)
    assert bound("memory", "p", "read", "log.md").stdout == b"Only in the log.\n"


def test_what_may_not_even_be_read(project: Rna, bound: Any) -> None:
    protect(project, files=0o000, folder=0o700)
    for command in (["search", "heron"], ["read", "birds/heron.md"], ["write", "--file", "-", "--path", "a.md"]):
        failed = bound("memory", "p", *command, stdin=b"Text.\n")
        assert (failed.returncode, failed.stdout) == (77, b""), failed.stderr
        assert b"may not be opened" in failed.stderr
    assert bound("doctor", "p").returncode == 3
    protect(project, files=0o600, folder=0o000)
    failed = bound("memory", "p", "search", "heron")
    assert failed.returncode == 77, failed.stderr
    assert failed.stderr.startswith(b"rna: ")
    protect(project, files=0o600, folder=0o700)
    assert bound("memory", "p", "search", "heron").returncode == 0


def test_a_place_where_nothing_can_be_made(rna: Rna, under: Any) -> None:
    closed = rna.folder / "closed"
    closed.mkdir(mode=0o500)
    initialize = partial(under, "modes", "memory", "p", "initialize", RNA_STATE=str(closed / "state"))
    failed = initialize()
    assert failed.returncode in {74, 77}
    assert failed.stderr.startswith((b"rna: Cannot make the folder", b"rna: No permission to make the folder"))
    assert list(closed.iterdir()) == []
    closed.chmod(0o700)
    assert initialize().returncode == 0

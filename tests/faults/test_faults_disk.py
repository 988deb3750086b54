"""A disk that is full: nothing is lost, nothing is half-written, and it goes on when there is room again."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import Rna

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGE = ("The pike waits in the reeds. " * 40 + "\n") * 1500


def _can_mount() -> bool:
    if os.geteuid() != 0:
        return False
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _write(rna: Rna, path: str, text: str) -> subprocess.CompletedProcess[bytes]:
    return rna.process("memory", "p", "write", "--file", "-", "--path", path, "--json", stdin=text.encode())


def _check_refused(failed: subprocess.CompletedProcess[bytes]) -> None:
    assert failed.returncode == 74, failed.stderr
    error = json.loads(failed.stdout)["error"]
    assert (error["code"], error["status"]) == ("io", 507)
    assert error["hint"]
    assert failed.stderr.decode().startswith("rna: ")
    assert b"Traceback" not in failed.stderr


def _check_intact(rna: Rna) -> None:
    assert rna.ok("memory", "p", "read", "note.md").stdout == "The heron wades.\n"
    assert rna.hits("heron") == ["note.md"]
    listed = rna.ok("memory", "p", "list", "--json").json["entries"]
    assert [entry["uri"].rpartition("/")[2] for entry in listed] == ["note.md"]
    rna.ok("doctor", "p")


def test_a_limit_on_the_size_of_files(project: Rna, under: Any) -> None:
    project.write("note.md", "The heron wades.\n")
    limit = f"files={project.store.stat().st_size + 200_000}"

    def write(path: str, text: str) -> subprocess.CompletedProcess[bytes]:
        return under(limit, "memory", "p", "write", "--file", "-", "--path", path, "--json", stdin=text.encode())

    _check_refused(write("large.md", LARGE))
    _check_refused(write("note.md", LARGE))
    _check_intact(project)
    assert write("small.md", "Small enough.\n").returncode == 0
    assert _write(project, "large.md", LARGE).returncode == 0
    project.ok("doctor", "p")
    assert project.ok("memory", "p", "status", "--json").json["documents"] == 3


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", str(folder)], check=True)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def _fill(disk: Path, leave: int) -> None:
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    (disk / "filler").write_bytes(b"\0" * max(0, free - leave))


def _full_disk(disk: Path) -> None:
    rna = Rna(disk)
    rna.ok("memory", "p", "initialize")
    rna.write("note.md", "The heron wades.\n")
    for leave in (400_000, 100_000, 40_000, 0):
        _fill(disk, leave)
        for path in ("large.md", "note.md"):
            _check_refused(_write(rna, path, LARGE[:600_000]))
        deleted = rna("memory", "p", "delete", "nothing.md", "--yes")
        assert deleted.exit_code in {4, 74}
        looked = rna("memory", "p", "search", "heron", "--json")
        assert looked.exit_code in {0, 74}
        assert looked.exit_code or len(looked.json["hits"]) == 1
        report = rna("doctor", "p", "--json")
        assert report.exit_code in {0, 3}
        assert len(report.json["sections"]) == 5
        (disk / "filler").unlink()
        _check_intact(rna)
    fresh = Rna(disk / "fresh")
    fresh.folder.mkdir()
    _fill(disk, 30_000)
    assert fresh("memory", "p", "initialize").exit_code == 74
    assert not fresh.store.exists()
    (disk / "filler").unlink()
    fresh.ok("memory", "p", "initialize")
    assert [place.name for place in fresh.store.parent.iterdir()] == ["embedded.sqlite"]
    assert _write(rna, "large.md", LARGE[:300_000]).returncode == 0
    rna.ok("doctor", "p")


if _can_mount():

    def test_a_full_disk(small_disk: Path) -> None:
        _full_disk(small_disk)

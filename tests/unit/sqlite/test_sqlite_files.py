"""Private files: what SQLite keeps is readable by its owner only, whatever the umask, and follows no link."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rna_cli.errors import PermissionRefused, StorageFailed, StoreCorrupt
from rna_cli.sqlite.connection import connect, writing
from rna_cli.sqlite.copies import copy_database
from rna_cli.sqlite.files import (
    file_under_construction,
    is_present,
    is_writable,
    make_private_file,
    make_private_folder,
    put_in_place,
    replace_private_file,
)
from rna_cli.sqlite.migrations import create_database

APPLICATION = 0x74657374
MIGRATIONS = (("CREATE TABLE note (text TEXT NOT NULL) STRICT",),)

SEEN_FROM_OUTSIDE = """
import os, stat, sys
from pathlib import Path
from rna_cli.sqlite.connection import connect, writing
from rna_cli.sqlite.copies import copy_database
from rna_cli.sqlite.migrations import create_database

os.umask(int(sys.argv[2], 8))
path = Path(sys.argv[1]) / "deep" / "er" / "store.sqlite"
create_database(path, 7, (("CREATE TABLE note (text TEXT NOT NULL) STRICT",),))
connection = connect(path, application_id=7)
with writing(connection, path):
    connection.execute("INSERT INTO note VALUES ('x')")
copy_database(connection, path.with_name("copy.sqlite"))
connection.execute("PRAGMA query_only=0")
journal = connect(path.with_name("copy.sqlite"), application_id=7)
journal.execute("PRAGMA query_only=0")
journal.execute("PRAGMA journal_mode=DELETE")
journal.execute("BEGIN IMMEDIATE")
journal.execute("INSERT INTO note VALUES ('y')")
for place in sorted(Path(sys.argv[1]).rglob("*")):
    print(place.name, f"{stat.S_IMODE(place.stat().st_mode):o}")
"""


def modes(folder: Path) -> dict[str, int]:
    return {place.name: stat.S_IMODE(place.stat().st_mode) for place in folder.iterdir()}


@pytest.mark.parametrize("umask", ["000", "077", "022", "0777"])
def test_all_files_are_private_whatever_the_umask(tmp_path: Path, umask: str) -> None:
    environ = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-c", SEEN_FROM_OUTSIDE, str(tmp_path), umask]
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=True, timeout=60)
    found = dict(line.split() for line in done.stdout.splitlines())
    assert found == {
        "deep": "700",
        "er": "700",
        "store.sqlite": "600",
        "store.sqlite-wal": "600",
        "store.sqlite-shm": "600",
        "copy.sqlite": "600",
        "copy.sqlite-journal": "600",
    }


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    (tmp_path / "open").chmod(0o755)
    make_private_folder(tmp_path / "open" / "new")
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "open" / "new").stat().st_mode) == 0o700


def test_a_private_file_is_new_or_nothing(tmp_path: Path) -> None:
    make_private_file(tmp_path / "new")
    assert modes(tmp_path) == {"new": 0o600}
    (tmp_path / "target").write_text("content")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    for name in ("new", "target", "link", "dangling"):
        with pytest.raises(StorageFailed):
            make_private_file(tmp_path / name)
    assert (tmp_path / "target").read_text() == "content"
    assert not (tmp_path / "nothing").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed):
        make_private_folder(tmp_path / "file" / "below")
    make_private_folder(tmp_path / "folder" / "below")
    assert (tmp_path / "folder" / "below").is_dir()


def _fail_while_building(path: Path) -> None:
    with file_under_construction(path) as temporary:
        temporary.with_name(temporary.name + "-wal").write_text("left")
        raise RuntimeError("half-way")


def test_what_is_built_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with pytest.raises(RuntimeError, match="half-way"):
        _fail_while_building(path)
    assert list(tmp_path.iterdir()) == []
    with file_under_construction(path) as temporary:
        temporary.write_text("whole")
        assert put_in_place(temporary, path)
    assert modes(tmp_path) == {"store": 0o600}
    assert path.read_text() == "whole"


def test_who_comes_second_leaves_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.write_text("first")
    with file_under_construction(path) as temporary:
        temporary.write_text("second")
        assert not put_in_place(temporary, path)
    assert path.read_text() == "first"
    with file_under_construction(path) as temporary:
        temporary.write_text("third")
        replace_private_file(temporary, path)
    assert path.read_text() == "third"
    assert [place.name for place in tmp_path.iterdir()] == ["store"]


def test_what_can_be_a_database(tmp_path: Path) -> None:
    path = tmp_path / "store"
    assert not is_present(path)
    assert not is_present(tmp_path / "no" / "folder")
    path.write_bytes(b"")
    with pytest.raises(StoreCorrupt, match="empty"):
        is_present(path)
    path.write_bytes(b"x")
    assert is_present(path)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(PermissionRefused, match="symbolic link"):
        is_present(tmp_path / "link")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(StoreCorrupt, match="not a file"):
            is_present(tmp_path / name)


def test_a_copy_is_whole_verified_and_private(tmp_path: Path) -> None:
    path, target = tmp_path / "store", tmp_path / "copy"
    create_database(path, APPLICATION, MIGRATIONS)
    target.write_text("an older copy")
    connection = connect(path, application_id=APPLICATION)
    with writing(connection, path):
        connection.executemany("INSERT INTO note VALUES (?)", [(f"note {number}",) for number in range(500)])
    copy_database(connection, target)  # what was written is still in the -wal only
    connection.close()
    copy = connect(target, application_id=APPLICATION)
    assert copy.execute("SELECT count(*) FROM note").fetchone() == (500,)
    copy.close()
    assert modes(tmp_path) == {"store": 0o600, "copy": 0o600}


def test_a_copy_of_a_damaged_database_is_not_kept(tmp_path: Path) -> None:
    path, target = tmp_path / "store", tmp_path / "copy"
    create_database(path, APPLICATION, MIGRATIONS)
    connection = connect(path, application_id=APPLICATION)
    with writing(connection, path):
        connection.executemany("INSERT INTO note VALUES (?)", [("x" * 900,) for _ in range(50)])
    copy_database(connection, target)
    good = target.read_bytes()
    connection.close()
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = b"\x41" * 4096
    path.write_bytes(data)
    connection = connect(path, application_id=APPLICATION)
    with pytest.raises(StoreCorrupt):
        copy_database(connection, target)
    connection.close()
    assert target.read_bytes() == good
    assert sorted(place.name for place in tmp_path.iterdir()) == ["copy", "store"]


def test_what_this_process_may_change(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.write_bytes(b"x")
    assert is_writable(path)
    assert not is_writable(tmp_path / "nothing")

"""Making a database, and bringing an older one up to date: once, whole, with a copy of the old one."""

from __future__ import annotations

import hashlib
import multiprocessing
from pathlib import Path

import pytest

from rna_cli.errors import InternalError, RnaError, StoreTooNew
from rna_cli.sqlite.connection import connect, schema_version, writing
from rna_cli.sqlite.migrations import create_database, migrate_database

APPLICATION = 0x74657374
FIRST = ("CREATE TABLE note (text TEXT NOT NULL) STRICT",)
SECOND = ("ALTER TABLE note ADD COLUMN size INTEGER", "UPDATE note SET size = length(text)")
BROKEN = ("ALTER TABLE note ADD COLUMN size INTEGER", "UPDATE note SET nothing = 1")
THIRD = ("CREATE TABLE log (entry TEXT NOT NULL) STRICT", "INSERT INTO log SELECT 'seen ' || count(*) FROM note")


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    """A database with the first schema and 100 notes."""
    path = tmp_path / "store.sqlite"
    create_database(path, APPLICATION, (FIRST,))
    connection = connect(path, application_id=APPLICATION)
    with writing(connection, path):
        connection.executemany("INSERT INTO note VALUES (?)", [("x" * number,) for number in range(100)])
    connection.close()
    return path


def migrate(path: Path, *migrations: tuple[str, ...]) -> Path | None:
    connection = connect(path, application_id=APPLICATION)
    try:
        return migrate_database(connection, path, migrations)
    finally:
        connection.close()


def ask(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = connect(path, application_id=APPLICATION)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_an_old_file_is_brought_up_with_a_copy(old_store: Path) -> None:
    copy = migrate(old_store, FIRST, SECOND)
    assert copy is not None
    assert copy.name == "store.sqlite.schema-1.copy"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert ask(old_store, "PRAGMA user_version") == [(2,)]
    assert ask(old_store, "SELECT sum(size) FROM note") == [(4950,)]
    assert ask(copy, "PRAGMA user_version") == [(1,)]
    assert ask(copy, "SELECT sum(length(text)), count(*) FROM note") == [(4950, 100)]
    assert ask(copy, "PRAGMA integrity_check") == [("ok",)]
    assert sorted(place.name for place in old_store.parent.iterdir()) == ["store.sqlite", copy.name]


def test_several_steps_at_once(old_store: Path) -> None:
    migrate(old_store, FIRST, SECOND, THIRD)
    assert ask(old_store, "PRAGMA user_version") == [(3,)]
    assert ask(old_store, "SELECT entry FROM log") == [("seen 100",)]


def test_nothing_is_due(old_store: Path) -> None:
    before = (old_store.read_bytes(), old_store.stat().st_mtime_ns)
    assert migrate(old_store, FIRST) is None
    assert (old_store.read_bytes(), old_store.stat().st_mtime_ns) == before
    assert [place.name for place in old_store.parent.iterdir()] == ["store.sqlite"]
    assert migrate(old_store, FIRST, SECOND) is not None


def test_a_step_that_fails_midway_changes_nothing(old_store: Path) -> None:
    with pytest.raises(RnaError, match="nothing"):
        migrate(old_store, FIRST, BROKEN)
    assert ask(old_store, "PRAGMA user_version") == [(1,)]
    assert ask(old_store, "SELECT name FROM pragma_table_info('note')") == [("text",)]
    with pytest.raises(RnaError, match="nothing"):
        migrate(old_store, FIRST, SECOND, ("UPDATE note SET nothing = 1",))
    assert ask(old_store, "SELECT name FROM pragma_table_info('note')") == [("text",)]
    migrate(old_store, FIRST, SECOND)
    assert ask(old_store, "SELECT count(size) FROM note") == [(100,)]


def test_a_newer_file_is_left_alone(old_store: Path) -> None:
    migrate(old_store, FIRST, SECOND)
    before = old_store.read_bytes()
    with pytest.raises(StoreTooNew):
        migrate(old_store, FIRST)
    assert old_store.read_bytes() == before
    assert migrate(old_store, FIRST, SECOND) is None


def _migrate_together(path: Path, start: object) -> None:
    start.wait(30)
    copy = migrate(path, FIRST, SECOND, THIRD)
    Path(f"{path}.{hashlib.sha256(str(copy).encode()).hexdigest()[:4]}.{multiprocessing.current_process().pid}").touch()


def test_two_processes_migrate_once(old_store: Path) -> None:
    context = multiprocessing.get_context("spawn")
    start = context.Event()
    processes = [context.Process(target=_migrate_together, args=(old_store, start)) for _ in range(3)]
    for process in processes:
        process.start()
    start.set()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    copy = old_store.with_name("store.sqlite.schema-1.copy")
    none = hashlib.sha256(b"None").hexdigest()[:4]
    marks = [place.name.split(".")[2] for place in old_store.parent.glob("store.sqlite.????.*")]
    assert (len(marks), marks.count(none)) == (3, 2)
    assert ask(old_store, "SELECT entry FROM log") == [("seen 100",)]
    assert ask(copy, "PRAGMA user_version") == [(1,)]
    assert ask(copy, "SELECT count(*) FROM note") == [(100,)]


def _create_together(path: Path, start: object, answer: object) -> None:
    start.wait(30)
    answer.put(create_database(path, APPLICATION, (FIRST, SECOND)))


def test_two_processes_make_one_file(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "store.sqlite"
    context = multiprocessing.get_context("spawn")
    start, answer = context.Event(), context.Queue()
    processes = [context.Process(target=_create_together, args=(path, start, answer)) for _ in range(3)]
    for process in processes:
        process.start()
    start.set()
    answers = [answer.get(timeout=60) for _ in processes]
    for process in processes:
        process.join(60)
    answer.close()
    answer.join_thread()
    assert sorted(answers) == [False, False, True]
    assert [place.name for place in path.parent.iterdir()] == ["store.sqlite"]
    assert ask(path, "PRAGMA user_version") == [(2,)]


def test_a_file_that_is_there_is_not_made_again(old_store: Path) -> None:
    assert create_database(old_store, APPLICATION, (FIRST,)) is False
    assert ask(old_store, "SELECT count(*) FROM note") == [(100,)]
    connection = connect(old_store, application_id=APPLICATION)
    assert schema_version(connection, old_store, 1) == 1
    connection.close()


def test_a_database_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with pytest.raises(InternalError):
        create_database(path, APPLICATION, (("CREATE TABEL note (text)",),))
    assert list(tmp_path.iterdir()) == []
    assert create_database(path, APPLICATION, (FIRST,)) is True

"""Opening and transactions: settings that take, files that are ours, all or nothing."""

from __future__ import annotations

import multiprocessing
import sqlite3
import time
from pathlib import Path

import pytest

import rna_cli.sqlite.connection as module
from rna_cli.errors import (
    Busy,
    InternalError,
    PlatformUnsupported,
    RnaError,
    StorageFailed,
    StoreCorrupt,
    StoreTooNew,
)
from rna_cli.sqlite.connection import checkpoint, connect, reading, schema_version, writing
from rna_cli.sqlite.migrations import create_database

APPLICATION = 0x74657374
MIGRATIONS = (("CREATE TABLE note (text TEXT NOT NULL) STRICT",),)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a folder with ?, % and #" / "store.sqlite"
    assert create_database(path, APPLICATION, MIGRATIONS)
    return path


def test_every_setting_takes(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION, timeout_ms=1234)
    found = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in (
            *("foreign_keys", "secure_delete", "trusted_schema", "temp_store", "busy_timeout", "synchronous"),
            *("query_only", "journal_mode", "application_id", "user_version"),
        )
    }
    connection.close()
    assert found == {
        "foreign_keys": 1,
        "secure_delete": 1,
        "trusted_schema": 0,
        "temp_store": 2,
        "busy_timeout": 1234,
        "synchronous": 2,
        "query_only": 1,
        "journal_mode": "wal",
        "application_id": APPLICATION,
        "user_version": 1,
    }


def test_a_setting_that_does_not_take_stops(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(module._PRAGMAS, "secure_delete", 7)
    with pytest.raises(PlatformUnsupported, match="secure_delete=7"):
        connect(store, application_id=APPLICATION)
    monkeypatch.setitem(module._PRAGMAS, "secure_delete", 1)
    connect(store, application_id=APPLICATION).close()


def test_an_old_sqlite_stops(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    with pytest.raises(PlatformUnsupported, match=r"3\.37"):
        connect(store, application_id=APPLICATION)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 0))
    connect(store, application_id=APPLICATION).close()


def test_a_read_cannot_write(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION)
    with pytest.raises(StorageFailed), reading(connection, store):
        connection.execute("INSERT INTO note VALUES ('x')")
    with writing(connection, store):
        connection.execute("INSERT INTO note VALUES ('x')")
    with reading(connection, store):
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (1,)
    with pytest.raises(StorageFailed), reading(connection, store):
        connection.execute("DELETE FROM note")
    connection.close()


def test_a_write_is_immediate(store: Path) -> None:
    first = connect(store, application_id=APPLICATION, timeout_ms=30)
    second = connect(store, application_id=APPLICATION, timeout_ms=30)
    with writing(first, store):  # has written nothing yet, and holds the lock all the same
        with pytest.raises(Busy), writing(second, store):
            pass
        with reading(second, store):
            assert second.execute("SELECT count(*) FROM note").fetchone() == (0,)
    with writing(second, store):
        second.execute("INSERT INTO note VALUES ('x')")
    first.close()
    second.close()


def _fail_after_writing(connection: sqlite3.Connection, store: Path, failure: BaseException) -> None:
    with writing(connection, store):
        connection.execute("INSERT INTO note VALUES ('x')")
        raise failure


def test_a_write_is_all_or_nothing(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION)
    for failure in (RuntimeError("half-way"), KeyboardInterrupt()):
        with pytest.raises(type(failure)):
            _fail_after_writing(connection, store, failure)
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (0,)
        assert connection.execute("PRAGMA query_only").fetchone() == (1,)
    with writing(connection, store):
        connection.execute("INSERT INTO note VALUES ('x')")
    connection.close()
    again = connect(store, application_id=APPLICATION)
    assert again.execute("SELECT count(*) FROM note").fetchone() == (1,)
    again.close()


def test_a_read_is_one_view(store: Path) -> None:
    reader = connect(store, application_id=APPLICATION)
    writer = connect(store, application_id=APPLICATION)
    with reading(reader, store):
        assert reader.execute("SELECT count(*) FROM note").fetchone() == (0,)
        with writing(writer, store):
            writer.execute("INSERT INTO note VALUES ('x')")
        assert reader.execute("SELECT count(*) FROM note").fetchone() == (0,)
        assert not checkpoint(writer, store)  # a reader keeps the old pages alive
    with reading(reader, store):
        assert reader.execute("SELECT count(*) FROM note").fetchone() == (1,)
    assert checkpoint(writer, store)
    assert Path(f"{store}-wal").stat().st_size == 0
    reader.close()
    writer.close()


def test_another_program_s_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "foreign.sqlite"
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.commit()
    foreign.close()
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    with pytest.raises(StoreCorrupt, match="application id is 0x0"):
        connect(path, application_id=APPLICATION)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [place.name for place in tmp_path.iterdir()] == ["foreign.sqlite"]
    connect(path, application_id=0).close()


def test_what_is_no_database_is_refused(tmp_path: Path, store: Path) -> None:
    data = store.read_bytes()
    for content in (b"x", b"SQLite format 3\0", b"not a database " * 400, data[:100], data[:1000], data[:4096][::-1]):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(StoreCorrupt):
            connect(tmp_path / "file", application_id=APPLICATION)
        assert (tmp_path / "file").read_bytes() == content
    (tmp_path / "file").write_bytes(data)
    connect(tmp_path / "file", application_id=APPLICATION).close()


def test_a_newer_schema_is_refused(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION)
    assert schema_version(connection, store, 1) == 1
    with writing(connection, store):
        connection.execute("PRAGMA user_version=9")
    with pytest.raises(StoreTooNew, match="schema 9"):
        schema_version(connection, store, 1)
    assert schema_version(connection, store, 9) == 9
    connection.close()


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(RnaError, match=r"(may not|cannot) be opened"):
        connect(tmp_path / "nothing", application_id=APPLICATION)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_use_is_a_defect_and_says_so(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION)
    with pytest.raises(InternalError, match="used wrongly"), reading(connection, store):
        connection.execute("SELECT ?", (1, 2))
    with pytest.raises(InternalError, match="syntax error"), reading(connection, store):
        connection.execute("SELEC")
    with pytest.raises(ZeroDivisionError), reading(connection, store):
        raise ZeroDivisionError
    with reading(connection, store):
        assert connection.execute("SELECT 1").fetchone() == (1,)
    connection.close()


def test_bytes_that_are_no_text_are_damage(store: Path) -> None:
    connection = connect(store, application_id=APPLICATION)
    with writing(connection, store):
        connection.execute("INSERT INTO note VALUES (CAST(x'ff61' AS TEXT))")
    with pytest.raises(StoreCorrupt, match="no text"), reading(connection, store):
        connection.execute("SELECT text FROM note").fetchall()
    with reading(connection, store):
        assert connection.execute("SELECT CAST(text AS BLOB) FROM note").fetchall() == [(b"\xffa",)]
    connection.close()


def _add(path: Path, count: int) -> None:
    connection = connect(path, application_id=APPLICATION)
    for _ in range(count):
        with writing(connection, path):
            (number,) = connection.execute("SELECT count(*) FROM note").fetchone()
            connection.execute("INSERT INTO note VALUES (?)", (f"note {number}",))
    connection.close()


def test_transactions_of_processes_wait_for_each_other(store: Path) -> None:
    context = multiprocessing.get_context("spawn")
    started = time.monotonic()
    processes = [context.Process(target=_add, args=(store, 25)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    connection = connect(store, application_id=APPLICATION)
    texts = [row[0] for row in connection.execute("SELECT text FROM note ORDER BY rowid")]
    connection.close()
    assert texts == [f"note {number}" for number in range(75)]
    assert time.monotonic() - started < 60

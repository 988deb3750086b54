"""The file of the embedded store: made once, opened carefully, left alone by what only reads."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.embedded import schema, store
from rna_cli.backends.embedded.schema import APPLICATION_ID, MIGRATIONS
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft
from rna_cli.sqlite.connection import connect, writing

if TYPE_CHECKING:
    from tests.conftest import Rna

READS = [
    ("health",),
    ("status",),
    ("list",),
    ("list", "--hidden"),
    ("tree",),
    ("read", "a/note.md"),
    ("read", "a", "--level", "L1"),
    ("search", "heron"),
    ("search", "heron", "--level", "L0"),
    ("search", "heron", "--as-of", "2026-03-01"),
    ("grep", "heron"),
    ("history", "a/note.md"),
    ("delete", "a/note.md", "--dry-run"),
]


@pytest.fixture
def written(project: Rna) -> Rna:
    project.write("a/note.md", "# Heron\n\nThe heron wades.\n")
    project.write("a/note.md", "# Heron\n\nThe heron stands.\n")
    return project


def content(rna: Rna, *, but: str = "nothing") -> dict[str, tuple[bytes, int]]:
    root = Path(f"{rna.state}.rna")
    return {
        str(place): (place.read_bytes(), place.stat().st_mtime_ns)
        for place in sorted(root.rglob("*"))
        if place.is_file() and but not in place.name
    }


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_command_that_reads_writes_nothing(written: Rna, command: tuple[str, ...]) -> None:
    before = content(written, but="usage.sqlite")
    assert len(before) == 1
    written.ok("memory", "p", *command)
    assert content(written, but="usage.sqlite") == before
    written.write("b.md", "The twin: a write does change the file.\n")
    assert content(written, but="usage.sqlite") != before


def test_doctor_leaves_what_is_stored(written: Rna) -> None:
    written.ok("doctor", "p")
    shown = written.ok("memory", "p", "search", "heron", "--json").stdout
    written.ok("doctor", "p", "--fix")
    assert written.ok("memory", "p", "search", "heron", "--json").stdout == shown
    assert "ok    texts: All 2 versions" in written.ok("doctor", "p").stdout


def test_a_schema_that_says_something_else_is_a_failure_of_doctor(written: Rna) -> None:
    assert "ok    schema: " in written.ok("doctor").stdout
    connection = sqlite3.connect(written.store)
    connection.execute("PRAGMA writable_schema=1")
    connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT IN', 'IN') WHERE name = 'visible'")
    connection.commit()
    connection.close()
    report = written("doctor", "p")
    assert report.exit_code == 3
    assert "lacks or changes visible" in report.stdout


@pytest.mark.parametrize("index", ["passage_index", "past_index"])
def test_a_lost_index_is_made_again_by_fix(written: Rna, index: str) -> None:
    found = written.ok("memory", "p", "search", "heron", "--json").json["hits"]
    connection = sqlite3.connect(written.store)
    connection.execute(f"DROP TABLE {index}")
    connection.commit()
    connection.close()
    needs = [] if index == "passage_index" else ["--as-of", "2030-01-01"]  # an index that nobody asks is not missed
    assert "rna doctor --fix" in written.fails(65, "memory", "p", "search", "heron", *needs).stderr
    assert written("doctor").exit_code == 3
    assert "Repaired" in written.ok("doctor", "--fix").stdout
    assert written.ok("memory", "p", "search", "heron", "--json").json["hits"] == found != []


def test_a_foreign_database_is_refused_and_left_alone(project: Rna) -> None:
    project.store.unlink()
    foreign = sqlite3.connect(project.store)
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.commit()
    foreign.close()
    before = content(project, but="usage")
    for command in (["search", "x"], ["initialize"], ["write", "--file", "-", "--path", "a.md"]):
        failed = project.fails(65, "memory", "p", *command, stdin=b"text")
        assert "application id" in failed.stderr
    assert project("doctor", "p", "--fix").exit_code == 3
    assert content(project, but="usage") == before
    project.store.unlink()
    project.ok("memory", "p", "initialize")


def test_a_newer_store_is_refused_and_left_alone(written: Rna) -> None:
    connection = connect(written.store, application_id=APPLICATION_ID)
    with writing(connection, written.store):
        connection.execute("PRAGMA user_version=99")
    connection.close()
    before = content(written, but="usage")
    for command in (["search", "heron"], ["initialize"], ["write", "--file", "-", "--path", "a.md"]):
        failed = written.fails(76, "memory", "p", *command, stdin=b"text")
        assert "Update rna" in failed.stderr
    assert written("doctor", "p").exit_code == 3
    assert content(written, but="usage") == before
    connection = connect(written.store, application_id=APPLICATION_ID)
    with writing(connection, written.store):
        connection.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
    connection.close()
    assert written.hits("heron") == ["a/note.md"]


def test_an_empty_file_is_lost_content_and_not_a_new_store(written: Rna) -> None:
    data = written.store.read_bytes()
    written.store.write_bytes(b"")
    for command in (["search", "heron"], ["initialize"], ["status"]):
        assert "0 bytes" in written.fails(65, "memory", "p", *command).stderr
    assert written.store.read_bytes() == b""
    assert written("doctor", "p").exit_code == 3
    written.store.write_bytes(data)
    assert written.hits("heron") == ["a/note.md"]


def test_a_symbolic_link_is_not_followed(written: Rna, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.sqlite"
    written.store.rename(elsewhere)
    elsewhere.chmod(0o644)
    written.store.symlink_to(elsewhere)
    for command in (["search", "heron"], ["initialize"]):
        assert "symbolic link" in written.fails(77, "memory", "p", *command).stderr
    assert written("doctor", "p", "--fix").exit_code == 3
    assert elsewhere.stat().st_mode & 0o777 == 0o644
    written.store.unlink()
    elsewhere.rename(written.store)
    assert written.hits("heron") == ["a/note.md"]
    assert "Repaired" in written("doctor", "p", "--fix").stdout
    assert written.store.stat().st_mode & 0o777 == 0o600


def test_a_directory_in_its_place(project: Rna) -> None:
    project.store.unlink()
    project.store.mkdir()
    assert "not a file" in project.fails(65, "memory", "p", "search", "x").stderr
    assert project("doctor", "p").exit_code == 3
    project.store.rmdir()
    project.ok("memory", "p", "initialize")


def test_a_folder_that_is_a_file(rna: Rna) -> None:
    Path(f"{rna.state}.rna").write_text("")
    failed = rna("memory", "p", "initialize")
    assert failed.exit_code in {74, 77}
    assert failed.stderr.startswith("rna: ")
    Path(f"{rna.state}.rna").unlink()
    rna.ok("memory", "p", "initialize")


def test_two_processes_initialize_at_once(rna: Rna) -> None:
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    processes = [context.Process(target=_initialize, args=(rna.process_environ, queue)) for _ in range(3)]
    for process in processes:
        process.start()
    answers = [queue.get(timeout=60) for _ in processes]
    for process in processes:
        process.join(60)
    queue.close()
    queue.join_thread()
    assert sorted(answers) == [False, False, True]
    assert [place.name for place in rna.store.parent.iterdir()] == ["embedded.sqlite"]
    rna.ok("doctor", "p")


def _initialize(environ: dict[str, str], queue: object) -> None:
    os.environ.update(environ)
    with Runtime(environ=environ).memory() as memory:
        queue.put(memory.gateway.initialize(Scope("p")))


def test_an_invented_migration_runs_on_first_use(written: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    later = (*MIGRATIONS, ("CREATE TABLE later (x INTEGER) STRICT", "INSERT INTO later VALUES (1)"))
    monkeypatch.setattr(store, "MIGRATIONS", later)
    result = written.ok("memory", "p", "search", "heron")
    copy = written.store.with_name("embedded.sqlite.schema-2.copy")
    assert f"kept as {copy}" in result.stderr
    assert copy.stat().st_mode & 0o777 == 0o600
    assert "kept as" not in written.ok("memory", "p", "search", "heron").stderr
    monkeypatch.setattr(store, "MIGRATIONS", MIGRATIONS)
    assert "Update rna" in written.fails(76, "memory", "p", "search", "heron").stderr
    copy.rename(written.store)
    assert written.hits("heron") == ["a/note.md"]


def test_a_migration_that_fails_leaves_the_old_store(written: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = (*MIGRATIONS, ("CREATE TABLE later (x INTEGER) STRICT", "INSERT INTO later VALUES ('text')"))
    monkeypatch.setattr(store, "MIGRATIONS", broken)
    assert written("memory", "p", "search", "heron").exit_code != 0
    monkeypatch.setattr(store, "MIGRATIONS", schema.MIGRATIONS)
    assert written.hits("heron") == ["a/note.md"]
    written.ok("doctor", "p")


def test_another_analyser_means_indexing_again(written: Rna) -> None:
    connection = connect(written.store, application_id=APPLICATION_ID)
    with writing(connection, written.store):
        connection.execute("UPDATE project SET analyser_version = 0")
    report = written.ok("doctor", "p")
    assert "Indexed with another analyser" in report.stdout
    assert written("doctor", "p", "--strict").exit_code == 3
    assert "Repaired: indexed again" in written.ok("doctor", "p", "--fix").stdout
    assert "ok    analyser" in written.ok("doctor", "p").stdout
    with writing(connection, written.store):
        connection.execute("UPDATE project SET analyser_version = 0")
    connection.close()
    first, second = (written.ok("memory", "p", "search", "heron") for _ in range(2))
    assert "indexed anew" in first.stderr
    assert "indexed anew" not in second.stderr
    assert first.stdout == second.stdout
    assert "a/note.md" in first.stdout


def test_a_summary_that_is_not_that_of_its_text_is_repaired(written: Rna) -> None:
    connection = connect(written.store, application_id=APPLICATION_ID)
    with writing(connection, written.store):
        connection.execute("UPDATE version SET lead = 'The pike waits.'")
    connection.close()
    report = written("doctor", "p")
    assert report.exit_code == 3
    assert "summary of a/note.md" in report.stdout
    written.ok("doctor", "p", "--fix")
    written.ok("doctor", "p")
    assert "The heron stands." in written.ok("memory", "p", "read", "a", "--level", "L1").stdout


def test_a_changed_letter_is_damage(written: Rna) -> None:
    connection = connect(written.store, application_id=APPLICATION_ID)
    with writing(connection, written.store):
        connection.execute("UPDATE version SET body = replace(body, 'stands', 'stamps')")
    connection.close()
    for command in (["read", "a/note.md"], ["grep", "heron"], ["move", "a/note.md", "b.md"]):
        assert "not what was written" in written.fails(65, "memory", "p", *command).stderr
    report = written("doctor", "p")
    assert report.exit_code == 3
    assert "stored text of a/note.md is damaged" in report.stdout
    written.write("a/note.md", "Written again.\n")
    assert written.ok("memory", "p", "read", "a/note.md").stdout == "Written again.\n"


def test_a_name_without_an_ending_in_a_folder_with_a_dot_is_prose(written: Rna) -> None:
    written.write("v1.2/NOTES", "# One\n\nText.\n\n## Two\n\nMore.\n")
    written.ok("doctor", "p", "--strict")
    assert "Two" in written.ok("memory", "p", "read", "v1.2").stdout
    written.ok("doctor", "p", "--fix")
    assert "Two" in written.ok("memory", "p", "read", "v1.2").stdout


def test_one_address_several_times_in_one_write(project: Rna) -> None:
    texts = ["Otters.", "Otters.", "Herons.", "Herons.", "Otters."]
    with Runtime(environ=project.environ, clock=project.clock).memory() as memory:
        written = memory.gateway.write(Scope.of("p"), [Draft("note.md", text) for text in texts])
    assert [each.action.value for each in written] == ["created", "unchanged", "updated", "unchanged", "updated"]
    assert [each.version for each in written] == [1, 1, 2, 2, 3]
    assert (project.hits("otters"), project.hits("herons")) == (["note.md"], [])
    project.ok("doctor", "p", "--strict")

"""Indexing anew: what is interrupted goes on, what is searched meanwhile is all there, old stores come along."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.embedded import create, indexing, reindexing
from rna_cli.backends.embedded.schema import APPLICATION_ID, MIGRATIONS
from rna_cli.memory.gateway import Draft, MessageDraft
from rna_cli.sqlite.connection import connect, writing
from rna_cli.sqlite.migrations import create_database
from rna_cli.testing import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Rna

WORDS = "heron stork pike lynx otter".split()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(create, tmp_path)
    bench.gateway.initialize(bench.alpha)
    bench.gateway.write(bench.alpha, [Draft(f"n/{number}", WORDS[number % 5]) for number in range(20)])
    bench.gateway.write(bench.alpha, [MessageDraft("chat", number, 0, WORDS[number]) for number in range(5)])
    bench.write("n/0", "stork, now")
    bench.gateway.set_hidden(bench.alpha, "n/1", hidden=True)
    yield bench
    bench.backend.close()


def sound(bench: Bench) -> bool:
    checks = bench.backend.checks(bench.alpha, fix=False)
    return {check.verdict.value for check in checks} <= {"ok", "info"}


def test_it_goes_on_where_it_stopped_and_misses_nothing_meanwhile(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "STEP", 4)
    before = {word: bench.search(word).hits for word in WORDS}
    steps: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        steps.append((done, total))
        assert {word: bench.search(word).hits for word in WORDS} == before
        if len(steps) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.gateway.reindex(bench.alpha, stop)
    assert steps == [(4, 26), (8, 26), (12, 26)]
    assert sound(bench)
    bench.write("n/new", "heron")
    before = {word: bench.search(word).hits for word in WORDS}
    bench.reopen()
    assert bench.gateway.reindex(bench.alpha, lambda _done, _total: None) == 26 + 1 - 12
    assert {word: bench.search(word).hits for word in WORDS} == before
    assert sound(bench)


def test_equal_records_keep_their_order_in_the_middle_of_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reindexing, "STEP", 30)
    bench.gateway.write(bench.alpha, [Draft(f"z/{number:03d}", "zebra crossing") for number in range(80)])
    before = [hit.address.path for hit in bench.reader.search(bench.alpha, "zebra", limit=3).hits]

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.gateway.reindex(bench.alpha, stop)
    assert [hit.address.path for hit in bench.reader.search(bench.alpha, "zebra", limit=3).hits] == before


def test_a_step_ends_with_what_is_large(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reindexing, "STEP_BYTES", 1000)
    bench.write("large/1", "word " * 500)
    bench.write("large/2", "word " * 500)
    done: list[int] = []
    bench.gateway.reindex(bench.alpha, lambda count, _total: done.append(count))
    assert done == [26, 27, 28]
    assert bench.finds("word", "large/1")
    assert sound(bench)


def test_a_hidden_record_stays_hidden(bench: Bench) -> None:
    bench.gateway.reindex(bench.alpha, lambda _done, _total: None)
    assert not bench.finds("stork", "n/1")
    bench.gateway.set_hidden(bench.alpha, "n/1", hidden=False)
    assert bench.finds("stork", "n/1")
    assert sound(bench)


def test_a_project_that_another_analyser_has_indexed_is_not_searched_by_halves(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "STEP", 4)
    before = {word: bench.search(word).hits for word in WORDS}
    with monkeypatch.context() as earlier:
        known = indexing.analyse
        earlier.setattr(indexing, "analyse", lambda text: " ".join(f"xx{term}" for term in known(text).split()))
        bench.gateway.reindex(bench.alpha, lambda _done, _total: None)
    assert not bench.search("heron").hits
    store = bench.backend._store  # type: ignore[attr-defined]
    with store.writing() as connection:
        connection.execute("UPDATE project SET analyser_version = 0")
    interrupted = reindexing.reindex_step

    def two_steps(*args: object) -> int:
        two_steps.left -= 1  # type: ignore[attr-defined]
        if two_steps.left < 0:  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return interrupted(*args)  # type: ignore[arg-type]

    two_steps.left = 2  # type: ignore[attr-defined]
    monkeypatch.setattr(reindexing, "reindex_step", two_steps)
    with pytest.raises(KeyboardInterrupt):
        bench.search("heron")
    monkeypatch.setattr(reindexing, "reindex_step", interrupted)
    assert sound(bench) is False, "doctor says that it is another analyser's"
    assert {word: bench.search(word).hits for word in WORDS} == before
    assert "indexed anew" in bench.notes[-1]
    assert len(bench.notes) == 2


def test_a_mark_that_another_analyser_left_is_no_place_to_go_on_from(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "STEP", 4)
    before = {word: bench.search(word).hits for word in WORDS}

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as earlier:
        earlier.setattr(reindexing, "ANALYSER_VERSION", 1)
        known = indexing.analyse
        earlier.setattr(indexing, "analyse", lambda text: " ".join(f"xx{term}" for term in known(text).split()))
        with pytest.raises(KeyboardInterrupt):
            bench.gateway.reindex(bench.alpha, stop)
    with bench.backend._store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute("UPDATE project SET analyser_version = 1")
    assert {word: bench.search(word).hits for word in WORDS} == before
    assert sound(bench)


def test_a_store_of_schema_1_is_brought_along(project: Rna) -> None:
    project.store.unlink()
    for side in ("-wal", "-shm"):
        project.store.with_name(project.store.name + side).unlink(missing_ok=True)
    create_database(project.store, APPLICATION_ID, MIGRATIONS[:1])
    connection = connect(project.store, application_id=APPLICATION_ID)
    body = "# Birds\n\nThe heron stands.\n"
    digest = hashlib.sha256(body.encode()).digest()
    with writing(connection, project.store):
        connection.execute("INSERT INTO project VALUES (1, 'p', '2026-01-01T00:00:00.000000Z', NULL)")
        for number, (path, superseded) in enumerate((("a.md", "2026-01-03T00:00:00.000000Z"), ("a.md", None)), 1):
            text = body if superseded is None else "The stork stood.\n"
            connection.execute(
                "INSERT INTO version VALUES (?, 1, 1, ?, ?, 'Birds', ?, '', ?, ?, ?, ?, ?, NULL, NULL, ?, 1, ?)",
                (
                    number,
                    number,
                    path,
                    text.strip().rpartition("\n")[2],
                    digest if superseded is None else hashlib.sha256(text.encode()).digest(),
                    len(text),
                    text.count("\n"),
                    f"2026-01-0{number}T00:00:00.000000Z",
                    superseded,
                    (1 << 32) + number,
                    text,
                ),
            )
            index = "past_index" if superseded else "passage_index"
            terms = ("bird a.md a md", "", "stork stood" if superseded else "heron stand")
            connection.execute(
                "INSERT INTO passage VALUES (?, ?, 0, 5, 0, ?, ?, ?)", ((1 << 32) + number, number, *terms)
            )
            connection.execute(
                f"INSERT INTO {index} (rowid, title_terms, head_terms, body_terms) VALUES (?, ?, ?, ?)",
                ((1 << 32) + number, *terms),
            )
        connection.execute("UPDATE meta SET value = '2' WHERE key = 'versions_used'")
    connection.close()
    report = project.ok("doctor", "p")
    assert "Schema 1; this rna has 2." in report.stdout
    assert "FAIL" not in report.stdout
    first = project.ok("memory", "p", "search", "heron")
    assert "schema 2" in first.stderr
    assert "indexed anew" in first.stderr
    assert "a.md" in first.stdout
    assert project.hits("stork") == []
    assert project.hits("stork", options=("--as-of", "2026-01-02")) == ["a.md"]
    assert project.ok("memory", "p", "read", "a.md").stdout == body
    project.ok("doctor", "p")

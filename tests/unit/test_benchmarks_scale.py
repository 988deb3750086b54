"""The benchmark of growing stores measures what it says: every way holds the same records, and finds them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.measure import Target
from benchmarks.memories import FULL, QUICK, SCOPE, TINY
from benchmarks.scale.records import BATCH, WORDS, Layout, Records, queries, row_of, scope_of
from benchmarks.scale.report import COLD, INGEST, SEARCH, layouts_of
from benchmarks.scale.ways import FTS5, PRODUCT, ROWS, TANTIVY, Way, has_tantivy, ways_beside

ROOT = Path(__file__).resolve().parents[2]

ONE = Layout(60)
MANY = Layout(60, 3)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    return Records(tmp_path_factory.mktemp("scale") / "texts", 60)


# what is stored and asked


@pytest.mark.parametrize(("layout", "sizes"), [(ONE, [60]), (MANY, [20, 20, 20]), (Layout(10), [10])])
def test_the_records_of_a_store_come_in_batches_of_one_project(
    records: Records, layout: Layout, sizes: list[int]
) -> None:
    batches = list(records.batches(layout))
    assert [len(batch) for batch in batches] == sizes
    rows = [row_of(draft) for batch in batches for draft in batch]
    assert rows == [row_of(draft) for batch in records.batches(ONE) for draft in batch][: layout.records]
    assert len({path for path, *_ in rows}) == layout.records


def test_messages_have_a_place_a_speaker_a_time_and_a_text(records: Records) -> None:
    (drafts,) = records.batches(ONE)
    path, speaker, time, text = row_of(drafts[3])
    assert (path, speaker, time) == ("conversations/c00000/000001/0001", "Bob", "2024-01-01T09:03:00")
    assert 150 < len(text) <= 200
    assert {draft.role for draft in drafts} == {"user", "assistant"}


def test_batches_of_a_large_store_are_of_fifty_thousand() -> None:
    assert Layout(1_000_000).batch == BATCH == 50_000
    assert Layout(1_000_000, 100).batch == 10_000
    assert (str(ONE), str(Layout(1_000_000, 100))) == ("one", "100 of 10,000")


def test_projects_have_names_of_their_own() -> None:
    assert scope_of(0) == SCOPE
    assert len({scope_of(number) for number in range(100)}) == 100


def test_queries_are_of_all_lengths_and_always_the_same() -> None:
    asked = queries(30)
    assert asked == queries(30)
    assert [len(query.split()) for query in asked] == [words for words in WORDS for _ in range(30)]
    for sizes in (FULL, QUICK):
        assert sizes.growth.queries * len(WORDS) >= 150


@pytest.mark.parametrize("way", [PRODUCT, FTS5, TANTIVY], ids=["rna", "FTS5", "Tantivy"])
@pytest.mark.parametrize("layout", [ONE, MANY], ids=["one", "many"])
def test_a_way_stores_all_and_finds_what_is_there(way: Way, layout: Layout, records: Records, tmp_path: Path) -> None:
    cost = way.build(tmp_path / "store", records, layout)
    assert cost.cpu > 0
    assert way.size(tmp_path / "store") > 60 * 200
    assert way.asking
    with way.asking(tmp_path / "store", layout) as hits_of:
        hits = [hits_of(query) for query in records.known_queries(20, 12)]
        assert not hits_of("qqqqqqqq")
    if layout is ONE or way is not PRODUCT:
        assert all(hits)
    assert any(hits)
    assert max(hits) <= 10


def test_plain_rows_are_beside_every_layout() -> None:
    assert [way.name for way in ways_beside(MANY)] == [ROWS.name, PRODUCT.name]
    assert {ROWS.name, FTS5.name, PRODUCT.name} <= {way.name for way in ways_beside(ONE)}


# the whole


def test_each_target_is_for_a_store_that_the_long_form_builds() -> None:
    assert {*SEARCH, *COLD, *INGEST} <= set(layouts_of(FULL.growth))
    assert SEARCH[Layout(1_000_000)] == Target(50)
    assert SEARCH[Layout(1_000_000, 100)] == Target(25)
    assert layouts_of(TINY.growth) == [Layout(20), Layout(60), Layout(60, 3)]


def test_the_tiny_form_prints_its_tables(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks", "scale", "--tiny", "--json", str(tmp_path / "figures.json")]
    environ = {name: value for name, value in os.environ.items() if name != "FULL"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environ, check=False, timeout=110)
    assert done.returncode == 0, done.stderr
    storing, asking, cold, window = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["tables"]
    missing = not has_tantivy()

    stores = [("20", "one"), ("60", "one"), ("60", "3 of 20")]
    kept = {(row["way"], row["records"], row["projects"]) for row in storing["rows"] if "records" in row}
    assert kept == {
        (way.name, *store)
        for store, layout in zip(stores, layouts_of(TINY.growth), strict=True)
        for way in ways_beside(layout)
    }
    assert all(row["rows only ÷ this"]["median"] == 1 for row in storing["rows"] if row["way"] == ROWS.name)

    searched = [row for row in asking["rows"] if "records" in row]
    assert len(searched) == len([row for row in kept if row[0] != ROWS.name])
    assert all(row["hits"] > 0 for row in searched)
    assert [row["projects"] for row in searched if row["way"] == PRODUCT.name] == ["one", "one", "3 of 20"]
    assert done.stdout.count("Tantivy: not installed") == 2 * missing

    assert [(row["records"], row["projects"]) for row in cold["rows"]] == stores
    assert cold["rows"][0]["× on 20 records"]["median"] == 1
    assert len(window["rows"]) == 2
    assert done.stdout.count(" ≤ 30: ") == 2

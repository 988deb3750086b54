from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from tests.conftest import Rna


SECTIONS = ["background service", "model configuration", "memory connection", "use", "evolution"]


def test_the_whole_report_of_a_healthy_project(notes: Rna) -> None:
    notes.hits("changelog")
    notes.ok("memory", "p", "read", "note.md")
    result = notes.ok("doctor", "p")
    assert re.sub(r"\d+ MiB", "N MiB", result.stdout) == (
        "background service\n"
        "  info  worker: Not running, and not needed: every command finishes its own work.\n"
        "model configuration\n"
        "  info  model: Not configured: keyword search needs none.\n"
        "memory connection\n"
        f"  ok    configuration: {notes.config} (not there: defaults)\n"
        "  info  backend: embedded (environment RNA_MEMORY_BACKEND)\n"
        f"  ok    state: {notes.store.parent} (0700)\n"
        "  ok    file modes: Only their owner can read the stores.\n"
        "  ok    free disk: N MiB are free.\n"
        "  ok    leftovers: No interrupted command left anything behind.\n"
        f"  ok    store: {notes.store} opens.\n"
        "  ok    schema: Schema 2, all tables are there.\n"
        "  ok    index: The index agrees with 3 passages.\n"
        "  ok    analyser: Indexed with analyser 2, FTS5 is there.\n"
        "  ok    integrity: Every page and every reference is sound.\n"
        "  ok    texts: All 3 versions are what was written.\n"
        "  ok    deleted texts: Nothing that was deleted is left in the file.\n"
        "  ok    project: Project 'p' is initialized.\n"
        "use\n"
        "  info  last 7 days: 3 writes, 1 search, 1 hit, 1 read.\n"
        "evolution\n"
        "  info  last 7 days: 3 created, 0 updated, 0 moved, 0 hidden, 0 unhidden, 0 deleted.\n"
        "All is well.\n"
    )
    assert result.stderr == ""


def test_as_json(notes: Rna) -> None:
    value = notes.ok("doctor", "p", "--json").json
    assert set(value) == {"project", "ok", "sections", "use", "evolution"}
    assert (value["project"], value["ok"]) == ("p", True)
    assert [section["name"] for section in value["sections"]] == SECTIONS
    assert value["sections"][0]["checks"] == [
        {
            "name": "worker",
            "verdict": "info",
            "message": "Not running, and not needed: every command finishes its own work.",
            "hint": "",
        }
    ]
    days = [f"2026-02-{day}" for day in range(23, 29)] + ["2026-03-01"]
    assert value["use"] == {day: {} for day in days[:-1]} | {"2026-03-01": {"write": 3}}
    assert value["evolution"] == {day: {} for day in days[:-1]} | {"2026-03-01": {"created": 3}}


def test_before_anything_is_made_it_is_well_and_makes_nothing(rna: Rna) -> None:
    result = rna.ok("doctor")
    assert f"  warn  store: {rna.store} is not made yet.\n" in result.stdout
    assert rna("doctor", "--strict").exit_code == 3
    assert list(rna.folder.iterdir()) == []


def test_a_project_that_is_not_there_is_a_failure_after_the_whole_report(notes: Rna) -> None:
    result = notes("doctor", "q")
    assert result.exit_code == 3
    assert [line for line in result.stdout.splitlines() if line in SECTIONS] == SECTIONS
    assert "  FAIL  project: Project 'q' is not initialized.\n" in result.stdout
    assert "        Make it with: rna memory q initialize\n" in result.stdout
    assert result.stdout.endswith("1 failure, 0 warnings.\n")


def test_a_broken_store_gives_a_full_report_as_one_json_document(notes: Rna) -> None:
    notes.store.write_bytes(b"x")
    result = notes("doctor", "p", "--json")
    assert result.exit_code == 3
    assert [section["name"] for section in result.json["sections"]] == SECTIONS
    assert result.json["ok"] is False
    (check,) = [check for check in result.json["sections"][2]["checks"] if check["verdict"] == "fail"]
    assert check["name"] == "store"
    assert str(notes.store) in check["message"]
    assert notes.store.read_bytes() == b"x"


def test_use_counts_of_another_project_are_not_its_own(notes: Rna) -> None:
    notes.ok("memory", "q", "initialize")
    notes.write("a.md", "text", project="q")
    assert "1 write" in notes.ok("doctor", "q").stdout
    assert "3 writes" in notes.ok("doctor", "p").stdout
    assert "4 writes" in notes.ok("doctor").stdout


def test_counts_are_of_seven_days(notes: Rna) -> None:
    for days, expected in ((6, {"write": 3}), (1, None)):
        notes.clock.now = notes.clock.now.replace(day=notes.clock.now.day + days)
        assert notes.ok("doctor", "p", "--json").json["use"].get("2026-03-01") == expected


@pytest.mark.parametrize("where", ["store", "folder", "config"])
def test_loose_modes_fail_and_are_repaired_by_fix(notes: Rna, where: str) -> None:
    notes.ok("memory-config", "--search-limit", "5")
    place, mode = {
        "store": (notes.store, 0o600),
        "folder": (notes.store.parent, 0o700),
        "config": (notes.config, 0o600),
    }[where]
    place.chmod(mode | 0o044)
    result = notes("doctor")
    assert result.exit_code == (0 if where == "config" else 3), "no secret is in the configuration"
    assert f"{place} is 0{mode | 0o044:o}, not 0{mode:o}" in result.stdout
    assert "rna doctor --fix" in result.stdout
    assert "Repaired: " in notes.ok("doctor", "--fix").stdout
    assert place.stat().st_mode & 0o777 == mode
    assert notes.ok("doctor").stdout.endswith("All is well.\n")


def test_an_index_that_disagrees_is_rebuilt_by_fix(notes: Rna) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(notes.store)) as connection, connection:
        connection.execute("DELETE FROM passage WHERE passage_pk = (SELECT max(passage_pk) FROM passage)")
    result = notes("doctor")
    assert result.exit_code == 3
    assert "  FAIL  index: The index disagrees with the texts" in result.stdout
    assert "Repaired: the index was rebuilt" in notes.ok("doctor", "--fix").stdout
    assert notes.ok("doctor").stdout.endswith("All is well.\n")
    assert notes.hits("spring") == ["docs/deep/plan.md"]


def test_unreadable_counts_are_a_warning_and_with_strict_a_failure(notes: Rna) -> None:
    notes.store.with_name("usage.sqlite").write_bytes(b"x")
    result = notes.ok("doctor")
    assert result.stdout.endswith("0 failures, 1 warning.\n")
    result = notes("doctor", "--strict")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (3, "0 failures, 1 warning.")
    assert notes("doctor", "--strict", "--json").json["ok"] is False
    assert notes.hits("changelog") == ["note.md"]


def test_junit(notes: Rna) -> None:
    report = notes.folder / "report.xml"
    assert notes("doctor", "q", "--junit", str(report)).exit_code == 3
    root = ET.parse(report).getroot()
    assert [suite.get("name") for suite in root] == SECTIONS
    (failure,) = root.iter("failure")
    assert failure.get("message") == "Project 'q' is not initialized."
    assert failure.text == "Make it with: rna memory q initialize"
    assert sum(int(suite.get("tests") or 0) for suite in root) == len(list(root.iter("testcase")))
    assert [path.name for path in notes.folder.iterdir() if path.name.startswith(".")] == []


def test_junit_counts_a_warning_as_a_failure_with_strict_only(notes: Rna) -> None:
    notes.store.with_name("usage.sqlite").write_bytes(b"x")
    report = notes.folder / "report.xml"
    notes.ok("doctor", "--junit", str(report))
    assert list(ET.parse(report).getroot().iter("failure")) == []
    notes("doctor", "--strict", "--junit", str(report))
    assert len(list(ET.parse(report).getroot().iter("failure"))) == 1


@pytest.mark.parametrize("name", ["", "/"])
def test_a_junit_file_without_a_name_is_refused(notes: Rna, name: str) -> None:
    notes.fails(2, "doctor", "--junit", name)


def test_a_junit_file_that_cannot_be_written_is_a_failure_in_the_report(notes: Rna) -> None:
    result = notes("doctor", "--json", "--junit", str(notes.folder / "nope" / "report.xml"))
    assert result.exit_code == 3
    assert [check["name"] for check in result.json["sections"][-1]["checks"]] == ["junit"]


def test_junit_goes_through_links_and_into_pipes_and_replaces_neither(notes: Rna) -> None:
    link, target, pipe = (notes.folder / name for name in ("link.xml", "target.xml", "pipe"))
    link.symlink_to(target)
    notes.ok("doctor", "--junit", str(link))
    assert link.is_symlink()
    assert ET.parse(target).getroot().tag == "testsuites"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    notes.ok("doctor", "--junit", str(pipe))
    assert reader.communicate()[0].startswith(b"<?xml")
    assert pipe.is_fifo()


def test_junit_twice_is_one_report(notes: Rna) -> None:
    assert notes.ok("doctor", "--junit", str(notes.folder / "report.xml")).stdout.endswith("All is well.\n")


def test_openviking_without_a_server_fails_with_the_ways_out_and_leaves_the_other_way_alone(rna: Rna) -> None:
    rna.environ["RNA_MEMORY_BACKEND"] = "openviking"
    rna.config.write_text('[openviking]\nendpoint = "http://127.0.0.1:9"\n')
    rna.config.chmod(0o600)
    result = rna("doctor", "p")
    assert result.exit_code == 3
    assert "  FAIL  server: The OpenViking server at http://127.0.0.1:9 does not answer" in result.stdout
    assert "rna memory-config --backend embedded" in result.stdout
    assert "embedded.sqlite" not in result.stdout
    assert not rna.store.parent.exists()


def test_a_bad_configuration_is_a_failed_check(rna: Rna) -> None:
    rna.config.write_text("[memory]\nbakend = 1\n")
    rna.config.chmod(0o600)
    result = rna("doctor")
    assert result.exit_code == 3
    assert f"  FAIL  configuration: {rna.config}:2: key 'memory.bakend' is unknown" in result.stdout
    assert [line for line in result.stdout.splitlines() if line in SECTIONS] == SECTIONS

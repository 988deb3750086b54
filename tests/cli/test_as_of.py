from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Rna

BEFORE, JANUARY, FEBRUARY, MARCH = "2026-01-09", "2026-01-15", "2026-02-15", "2026-03-15"


@pytest.fixture
def past(project: Rna) -> Rna:
    """`note.md` written on 10 January at noon, updated on 10 February at noon; it is March now."""
    _at(project, 2026, 1, 10, 12)
    project.write("note.md", "# Birds\n\nfirst heron\n")
    _at(project, 2026, 2, 10, 12)
    project.write("note.md", "# Fish\n\nsecond salmon\n")
    _at(project, 2026, 3, 10, 12)
    return project


def _at(rna: Rna, *moment: int) -> None:
    rna.clock.now = datetime(*moment, tzinfo=UTC) - rna.clock.step  # type: ignore[arg-type,misc]


def _known(rna: Rna, time: str, path: str = "note.md") -> str | None:
    """What `read` shows at a time; list and search must agree with it."""
    result = rna("memory", "p", "read", path, "--as-of", time)
    listed = rna.ok("memory", "p", "list", "--recursive", "--as-of", time, "--json").json["entries"]
    paths = [entry["uri"].removeprefix("viking://resources/projects/p/") for entry in listed]
    assert (path in paths) == (result.exit_code == 0)
    for word in ("heron", "salmon"):
        found = path in rna.hits(word, options=("--level", "L2", "--as-of", time))
        assert found == (word in result.stdout)
    return result.stdout if result.exit_code == 0 else None


def test_before_and_after_an_update(past: Rna) -> None:
    assert _known(past, BEFORE) is None
    assert _known(past, JANUARY) == "# Birds\n\nfirst heron\n"
    assert _known(past, FEBRUARY) == "# Fish\n\nsecond salmon\n"
    assert _known(past, "2999-01-01") == "# Fish\n\nsecond salmon\n"
    assert past.hits("heron") == []
    assert past.hits("salmon") == ["note.md"]


def test_what_was_not_there_yet_says_so(past: Rna) -> None:
    result = past.fails(4, "memory", "p", "read", "note.md", "--as-of", BEFORE)
    assert result.stderr == (
        "rna: Nothing is at viking://resources/projects/p/note.md as of 2026-01-09T23:59:59.999999Z. "
        "See what is there: rna memory p list\n"
    )
    result = past.ok("memory", "p", "list", "--as-of", BEFORE)
    assert (result.stdout, result.stderr) == ("", "Nothing is there.\n")
    assert past.hits("heron", options=("--as-of", BEFORE)) == []


def test_titles_versions_sizes_and_times_are_those_of_the_time(past: Rna) -> None:
    (entry,) = past.ok("memory", "p", "list", "--as-of", JANUARY, "--json").json["entries"]
    assert (entry["title"], entry["version"], entry["bytes"]) == ("Birds", 1, 21)
    assert entry["recorded_at"] == "2026-01-10T12:00:00.000000Z"
    value = past.ok("memory", "p", "read", "note.md", "--as-of", JANUARY, "--json").json
    assert (value["title"], value["version"], value["total_lines"]) == ("Birds", 1, 3)
    (hit,) = past.ok("memory", "p", "search", "heron", "--level", "L2", "--as-of", JANUARY, "--json").json["hits"]
    assert (hit["title"], hit["version"]) == ("Birds", 1)
    assert hit["passage"] == "# Birds\n\nfirst heron"


@pytest.mark.parametrize("level", ["L0", "L1"])
def test_directories_are_described_as_they_were(past: Rna, level: str) -> None:
    words = ("memory", "p", "read", "viking://resources/projects/p", "--level", level)
    assert "Birds" in past.ok(*words, "--as-of", JANUARY).stdout
    assert "Fish" in past.ok(*words).stdout
    assert "Birds" not in past.ok(*words).stdout
    search = ("memory", "p", "search", "birds", "--level", level, "--json")
    assert "Birds" in past.ok(*search, "--as-of", JANUARY).json["hits"][0]["passage"]
    assert past.ok(*search).json["hits"] == []


def test_before_and_after_a_move(past: Rna) -> None:
    past.ok("memory", "p", "move", "note.md", "new/place.md")
    _at(past, 2026, 4, 1, 0)
    assert _known(past, FEBRUARY) == "# Fish\n\nsecond salmon\n"
    assert _known(past, FEBRUARY, "new/place.md") is None
    assert _known(past, MARCH) is None
    assert _known(past, MARCH, "new/place.md") == "# Fish\n\nsecond salmon\n"


def test_hiding_withdraws_the_past_too(past: Rna) -> None:
    past.ok("memory", "p", "hide", "note.md")
    for time in (JANUARY, FEBRUARY, MARCH):
        assert _known(past, time) is None
    past.ok("memory", "p", "unhide", "note.md")
    assert _known(past, JANUARY) == "# Birds\n\nfirst heron\n"
    assert _known(past, MARCH) == "# Fish\n\nsecond salmon\n"


def test_deleting_takes_the_past_too(past: Rna) -> None:
    past.write("other.md", "# Birds\n\nanother heron\n")
    past.ok("memory", "p", "delete", "note.md", "--yes")
    for time in (JANUARY, FEBRUARY, MARCH):
        assert _known(past, time) is None
    assert _known(past, MARCH, "other.md") == "# Birds\n\nanother heron\n"


def test_a_file_that_came_back_has_a_gap(past: Rna) -> None:
    past.ok("memory", "p", "move", "note.md", "away.md")
    _at(past, 2026, 4, 10, 12)
    past.write("note.md", "# Fish\n\nnew salmon\n")
    assert _known(past, FEBRUARY) == "# Fish\n\nsecond salmon\n"
    assert _known(past, "2026-04-01") is None
    assert _known(past, "2026-04-11") == "# Fish\n\nnew salmon\n"


@pytest.mark.parametrize(
    ("time", "version"),
    [
        ("2026-02-10", 2),  # a date means its end
        ("2026-02-09", 1),
        ("20260210", 2),
        ("2026-02-10T00:00", 1),
        ("2026-02-10T11:59:59.999999", 1),
        ("2026-02-10T12:00", 2),
        ("2026-02-10 12:00:00", 2),
        ("2026-02-10T12:00:00Z", 2),
        ("2026-02-10T13:00:00+01:00", 2),
        ("2026-02-10T12:59:59+01:00", 1),
        ("2026-02-10T06:30-05:30", 2),
        ("2026-02-10T06:29-05:30", 1),
        ("2026-02-11T02:00+14:00", 2),
        ("2026-02-11T01:59+14:00", 1),
        (" 2026-02-09 ", 1),
    ],
)
def test_dates_and_offsets(past: Rna, time: str, version: int) -> None:
    texts = {1: "# Birds\n\nfirst heron\n", 2: "# Fish\n\nsecond salmon\n"}
    assert _known(past, time) == texts[version]


def test_without_a_zone_it_is_utc_wherever_one_is(past: Rna) -> None:
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        words = ("memory", "p", "read", "note.md", "--as-of")
        first = past.process(*words, "2026-02-10T11:59", environ={"TZ": zone})
        second = past.process(*words, "2026-02-10T12:00", environ={"TZ": zone})
        assert (first.stdout, second.stdout) == (b"# Birds\n\nfirst heron\n", b"# Fish\n\nsecond salmon\n")


def test_a_clock_that_jumps_back_never_reorders_versions(past: Rna) -> None:
    _at(past, 2025, 1, 1, 0)
    past.write("note.md", "third otter\n")
    versions = past.ok("memory", "p", "history", "note.md", "--json").json["versions"]
    assert [version["version"] for version in versions] == [3, 2, 1]
    times = [version["recorded_at"] for version in versions]
    assert times == sorted(times, reverse=True)
    assert past.ok("memory", "p", "read", "note.md").stdout == "third otter\n"
    assert past.ok("memory", "p", "read", "note.md", "--as-of", times[1]).stdout == "# Fish\n\nsecond salmon\n"


def test_hidden_and_as_of_do_not_go_together(past: Rna) -> None:
    result = past.fails(2, "memory", "p", "list", "--hidden", "--as-of", JANUARY)
    assert result.stderr == "rna: --hidden and --as-of do not go together. Hidden is what is hidden now.\n"


def test_many_earlier_versions_crowd_no_answer_out(project: Rna) -> None:
    for number in range(120):
        project.write("busy.md", f"heron heron heron {number}\n")
    project.write("calm.md", "one heron\n")
    moment = project.ok("memory", "p", "status", "--json").json["last_change_at"]
    assert sorted(project.hits("heron", options=("--level", "L2"))) == ["busy.md", "calm.md"]
    assert sorted(project.hits("heron", options=("--level", "L2", "--as-of", moment))) == ["busy.md", "calm.md"]

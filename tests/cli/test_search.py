from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.samples import NOTE, ROOT, START, moment

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_a_hit(notes: Rna) -> None:
    result = notes.ok("memory", "p", "search", "changelog")
    assert result.stdout == (
        "1. L2 Release conventions\n"
        f"   {ROOT}/note.md:1-3\n"
        "   # Release conventions\n"
        "   \n"
        "   Tag as vX.Y.Z after the changelog is dated.\n"
    )
    assert result.stderr == ""


def test_a_hit_as_json(notes: Rna) -> None:
    value = notes.ok("memory", "p", "search", "changelogs", "--json").json
    score = value["hits"][0].pop("score")
    assert isinstance(score, float)
    assert value == {
        "project": "p",
        "query": "changelogs",
        "terms": ["changelog"],
        "hits": [
            {
                "rank": 1,
                "uri": f"{ROOT}/note.md",
                "level": "L2",
                "kind": "document",
                "title": "Release conventions",
                "passage": NOTE.strip(),
                "lines": [1, 3],
                "version": 1,
                "recorded_at": START,
                "trust": "asserted",
            }
        ],
        "note": None,
    }


def test_no_hits_is_success_and_says_what_was_looked_for(notes: Rna) -> None:
    result = notes.ok("memory", "p", "search", "unicorns")
    assert (result.stdout, result.stderr) == ("", "No hits in p for: unicorns\n")
    value = notes.ok("memory", "p", "search", "unicorns", "--json").json
    assert (value["hits"], value["note"]) == ([], "No hits in p for: unicorns")


@pytest.mark.parametrize(("level", "text"), [("L0", "plan.md; Setup"), ("L1", "[Linux]")])
def test_a_level_finds_directories(notes: Rna, level: str, text: str) -> None:
    (best, *_) = notes.ok("memory", "p", "search", "setup", "--level", level, "--json").json["hits"]
    assert (best["uri"], best["level"], best["kind"]) == (f"{ROOT}/docs", level, "directory")
    assert text in best["passage"]
    assert best["recorded_at"] == moment(2)


def test_a_level_is_a_filter(notes: Rna) -> None:
    for level in ("L0", "L1", "L2"):
        hits = notes.ok("memory", "p", "search", "setup", "release", "--level", level, "--json").json["hits"]
        assert {hit["level"] for hit in hits} == {level}


def test_without_a_level_a_directory_shows_only_where_no_file_of_it_does(notes: Rna) -> None:
    assert notes.hits("setup") == ["docs/setup.md"]
    assert "docs" in notes.hits("setup", options=("--level", "L0"))


def test_limit_is_the_setting_unless_given(project: Rna) -> None:
    for number in range(12):
        project.write(f"{number}.md", f"apples {number}\n")
    assert len(project.hits("apples", options=("--level", "L2"))) == 10
    assert len(project.hits("apples", options=("--level", "L2", "--limit", "11"))) == 11
    project.ok("memory-config", "--search-limit", "3")
    assert len(project.hits("apples", options=("--level", "L2"))) == 3


def test_the_title_weighs_more_than_the_text(project: Rna) -> None:
    project.write("a.md", "# Other\n\nThe harbour is mentioned here, and the harbour again.\n")
    project.write("b.md", "# Harbour\n\nText about boats.\n")
    assert project.hits("harbour") == ["b.md", "a.md"]


def test_words_are_joined_and_stemmed(notes: Rna) -> None:
    assert notes.hits("tagging", "releases") == ["note.md"]
    assert notes.hits("tagging releases") == ["note.md"]


def test_a_dash_word_goes_after_two_dashes(project: Rna) -> None:
    project.write("x.md", "compile with -fno-exceptions\n")
    result = project.fails(2, "memory", "p", "search", "-fno-exceptions")
    assert "rna memory P search -- -word" in result.stderr
    assert project.hits("-fno-exceptions") == ["x.md"]


def test_a_long_text_shows_its_densest_lines(project: Rna) -> None:
    lines = [f"filler number {n}" for n in range(2000)]
    lines[1500] = "the needle is in this haystack"
    project.write("long.txt", "\n".join(lines))
    (hit,) = project.ok("memory", "p", "search", "needle haystack", "--level", "L2", "--json").json["hits"]
    first, last = hit["lines"]
    assert first <= 1501 <= last
    assert "the needle is in this haystack" in hit["passage"]
    assert len(hit["passage"]) <= 600
    assert hit["passage"] == "\n".join(lines[first - 1 : last])


def test_what_was_superseded_is_not_found(notes: Rna) -> None:
    notes.write("note.md", "# Release conventions\n\nNo more tags.\n")
    assert notes.hits("changelog") == []
    assert notes.hits("tags") == ["note.md"]


def test_another_project_changes_neither_order_nor_scores(project: Rna) -> None:
    for path, text in (("alpha.md", "zebra zebra walrus"), ("beta.md", "walrus walrus zebra otter"), ("c.md", "otter")):
        project.write(path, text)

    def answer() -> list[tuple[str, float]]:
        hits = project.ok("memory", "p", "search", "zebra", "walrus", "--json").json["hits"]
        return [(hit["uri"], hit["score"]) for hit in hits]

    before = answer()
    project.ok("memory", "q", "initialize")
    for number in range(20):
        project.write(f"{number}.md", "zebra walrus zebra" if number % 2 else "zebra", project="q")
    assert answer() == before
    assert len(before) == 2
    assert len(project.hits("zebra", project="q", options=("--limit", "30"))) == 20


def test_a_passage_keeps_its_indentation(project: Rna) -> None:
    filler = "".join(f"    step_{number}()\n" for number in range(60))
    project.write("tool.py", f"def run():\n{filler}    launch_rocket()\n{filler}")
    (hit,) = project.ok("memory", "p", "search", "launch_rocket", "--json").json["hits"]
    first, _ = hit["lines"]
    stored = project.ok("memory", "p", "read", "tool.py", "--offset", str(first - 1), "--limit", "1").stdout
    assert hit["passage"].split("\n")[0] == stored.rstrip("\n")
    assert stored.startswith("    ")

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
        "repairs": [],
        "unknown": [],
        "absence": None,
        "explain": None,
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
                "matched": ["changelog"],
                "repaired": False,
            }
        ],
        "note": None,
    }


@pytest.mark.parametrize(
    ("words", "absence", "said"),
    [
        (["the"], "nothing_to_look_for", ["only common words", "rna memory p grep --fixed TEXT"]),
        (["xylophagous"], "unknown_words", ["no text has 'xylophagous' or a word near", "rna memory p grep TEXT"]),
        (["changelog", "--not", "dated"], "filtered", ["the operators of the query left", "search -- changelog"]),
        (["changelog", "title:dated"], "filtered", ["the operators of the query left", "-- 'changelog dated'"]),
        (["changelog", "kind:message"], "filtered", ["the operators of the query left", "search -- changelog"]),
        (["apt", "--level", "L0"], "filtered", ["--level L0 left out", "search -- apt"]),
    ],
)
def test_no_hits_is_success_and_says_why(notes: Rna, words: list[str], absence: str, said: list[str]) -> None:
    result = notes.ok("memory", "p", "search", *words)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    value = notes.ok("memory", "p", "search", *words, "--json").json
    assert (value["hits"], value["absence"]) == ([], absence)
    for part in said:
        assert part in result.stderr
        assert part in value["note"]


def test_an_empty_project_says_so(project: Rna) -> None:
    value = project.ok("memory", "p", "search", "changelog", "--json").json
    assert (value["hits"], value["absence"]) == ([], "empty_project")
    assert "Nothing is in p yet" in project.ok("memory", "p", "search", "changelog").stderr
    project.write("note.md", "The changelog.\n")
    assert project.ok("memory", "p", "search", "changelog", "--json").json["absence"] is None


def test_a_word_with_a_slip_is_told_and_its_hits_are_marked(notes: Rna) -> None:
    result = notes.ok("memory", "p", "search", "chnagelog")
    assert result.stdout.startswith("1. L2 Release conventions (near word)\n")
    assert result.stderr == "'chnagelog' is in no text; looked for 'changelog'.\n"
    value = notes.ok("memory", "p", "search", "chnagelog", "--json").json
    assert value["repairs"] == [{"word": "chnagelog", "used": "changelog"}]
    assert [hit["repaired"] for hit in value["hits"]] == [True]
    assert value["note"] + "\n" == result.stderr
    right = notes.ok("memory", "p", "search", "changelog", "--json").json
    assert (right["repairs"], right["note"]) == ([], None)


def test_an_unknown_word_beside_known_ones_is_named(notes: Rna) -> None:
    result = notes.ok("memory", "p", "search", "changelog", "xylophagous")
    assert result.stdout.startswith("1. L2 Release conventions\n")
    assert result.stderr == "In no text: 'xylophagous'.\n"
    assert notes.ok("memory", "p", "search", "changelog", "xylophagous", "--json").json["unknown"] == ["xylophagous"]


def test_operators(notes: Rna) -> None:
    notes.write("draft.md", "# Draft\n\nThe dated changelog.\n")
    assert set(notes.hits("changelog")) == {"note.md", "draft.md"}
    assert notes.hits("changelog", '"dated changelog"') == ["draft.md"]
    assert notes.hits('"changelog is dated"') == ["note.md"]
    assert notes.hits("changelog", "-draft") == ["note.md"]
    assert notes.hits("changelog", '-"dated changelog"') == ["note.md"]
    assert notes.hits("changelog", options=("--not", "draft")) == ["note.md"]
    assert notes.hits("changelog", options=("--not", "tag", "--not", "nowhere")) == ["draft.md"]
    assert notes.hits("changelog", "title:draft") == ["draft.md"]
    assert notes.hits("changelog", "after:2026-03-01", "kind:document", "title:release") == ["note.md"]
    assert notes.hits("changelog", "before:2026-03-01") == []


def test_only_a_quotation_mark_in_the_text_makes_a_phrase(notes: Rna) -> None:
    """The shell has taken the outer ones; the words of several arguments are joined."""
    notes.write("other.md", "Dated is the changelog.\n")
    assert set(notes.hits("changelog dated")) == {"note.md", "other.md"}
    assert set(notes.hits("changelog", "dated")) == {"note.md", "other.md"}
    assert notes.hits('"changelog', 'is dated"') == ["note.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--", "-draft"], "says only what to leave out"),
        (["--not", "draft", "kind:message"], "says only what to leave out"),
        (["--not", "", "changelog"], "The word to leave out is empty"),
        (["changelog", "after:soon"], "'soon' is not a time"),
        (["changelog", "kind:note"], "There is no kind 'note'"),
        (["changelog", "--nto", "draft"], "No such option: --nto"),
        (["changelog", "-draft"], "No such option: -d"),
    ],
)
def test_a_query_that_cannot_be_read(notes: Rna, words: list[str], said: str) -> None:
    assert said in notes.fails(2, "memory", "p", "search", *words).stderr
    assert notes.hits("changelog") == ["note.md"]


def test_an_explanation(notes: Rna) -> None:
    plain = notes.ok("memory", "p", "search", "the", "changelog", "dated").stdout
    result = notes.ok("memory", "p", "search", "the", "changelog", "dated", "--explain")
    hits, _, explained = result.stdout.partition("\nTERM ")
    assert hits == plain
    for part in ("changelog ", "  USE\n", "left out    the (", "\ncandidates  1 of 3 ", "\ntime  ", "\nhit 1       "):
        assert part in explained
    value = notes.ok("memory", "p", "search", "the", "changelog", "dated", "--explain", "--json").json
    explain = value["explain"]
    assert set(explain) == {"terms", "dropped", "candidates", "postings", "passages", "stages_ms"}
    assert {use["term"] for use in explain["terms"]} == set(value["terms"]) == set(value["hits"][0]["matched"])
    assert set(explain["terms"][0]) == {"term", "weight", "passages", "use"}
    assert [dropped["text"] for dropped in explain["dropped"]] == ["the"]
    assert (explain["passages"], explain["candidates"]) == (3, 1)
    assert all(ms >= 0 for ms in explain["stages_ms"].values())


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
    project.write("y.md", "compile it\n")
    result = project.fails(2, "memory", "p", "search", "compile", "-fno-exceptions")
    assert "rna memory P search -- WORDS -word" in result.stderr
    assert """search '"-word"'""" in result.stderr
    assert project.hits("compile", "-fno-exceptions") == ["y.md"]
    assert project.hits('"-fno-exceptions"') == ["x.md"]
    assert project.hits("fno-exceptions") == ["x.md"]
    assert project.hits("-5", "compile", "--flag") == ["y.md", "x.md"]


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

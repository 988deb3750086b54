from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rna_cli.cli.memory import grep
from tests.cli.samples import ROOT

if TYPE_CHECKING:
    from tests.conftest import Rna


def test_matching_lines(notes: Rna) -> None:
    result = notes.ok("memory", "p", "grep", "make|dated")
    assert result.stdout == (
        "docs/setup.md:3:Install with make. Then run it.\n"
        "docs/setup.md:7:apt-get install make\n"
        "note.md:3:Tag as vX.Y.Z after the changelog is dated.\n"
    )
    assert result.stderr == ""


def test_as_json(notes: Rna) -> None:
    assert notes.ok("memory", "p", "grep", "-i", "PLAN", "docs", "--json").json == {
        "project": "p",
        "matches": [{"uri": f"{ROOT}/docs/deep/plan.md", "line": 1, "text": "Plan for spring"}],
        "more": False,
    }


def test_no_match_is_success(notes: Rna) -> None:
    result = notes.ok("memory", "p", "grep", "unicorn")
    assert (result.stdout, result.stderr) == ("", "No line matches unicorn\n")


def test_limit_says_that_there_is_more(notes: Rna) -> None:
    result = notes.ok("memory", "p", "grep", "make", "--limit", "1")
    assert result.stdout == "docs/setup.md:3:Install with make. Then run it.\n"
    assert result.stderr == "There are more than 1 matches; --limit shows more.\n"
    assert notes.ok("memory", "p", "grep", "make", "--limit", "1", "--json").json["more"] is True
    assert notes.ok("memory", "p", "grep", "make", "--limit", "2", "--json").json["more"] is False


def test_fixed_takes_the_pattern_as_it_stands(project: Rna) -> None:
    project.write("x.md", "C++ and a.b\n")
    project.write("y.md", "CCC and aXb\n")
    assert project.ok("memory", "p", "grep", "-F", "C++").stdout == "x.md:1:C++ and a.b\n"
    assert project.ok("memory", "p", "grep", "--fixed", "a.b").stdout == "x.md:1:C++ and a.b\n"
    assert project.ok("memory", "p", "grep", "a.b").stdout.count("\n") == 2


def test_a_file_can_be_named(notes: Rna) -> None:
    assert notes.ok("memory", "p", "grep", "e", "note.md").stdout.count("note.md:") == 2
    notes.fails(4, "memory", "p", "grep", "e", "nope.md")


@pytest.mark.parametrize("pattern", ["[", "(", "*a", "a{99999999999}", "(?P<x", "\\"])
def test_what_is_no_regular_expression_is_refused_with_the_way_out(notes: Rna, pattern: str) -> None:
    result = notes.fails(2, "memory", "p", "grep", "--", pattern)
    assert f"{pattern!r} is not a regular expression: " in result.stderr
    assert result.stderr.endswith("--fixed looks for the text as it is.\n")
    notes.write("x.md", f"before {pattern} after\n")
    assert notes.ok("memory", "p", "grep", "--fixed", "--", pattern).stdout == f"x.md:1:before {pattern} after\n"


def test_an_odd_pattern_is_not_warned_about(notes: Rna) -> None:
    result = notes.ok("memory", "p", "grep", "[[p]lan")
    assert result.stderr == "No line matches [[p]lan\n"
    assert notes.ok("memory", "p", "grep", "(?i)pLAN").stdout == "docs/deep/plan.md:1:Plan for spring\n"


def test_an_empty_pattern_is_refused(notes: Rna) -> None:
    notes.fails(2, "memory", "p", "grep", "")
    assert notes.ok("memory", "p", "grep", "x*", "docs/deep").stdout == "docs/deep/plan.md:1:Plan for spring\n"


def test_current_versions_only(notes: Rna) -> None:
    notes.write("docs/deep/plan.md", "Plan for autumn\n")
    assert notes.ok("memory", "p", "grep", "Plan for").stdout == "docs/deep/plan.md:1:Plan for autumn\n"


def test_an_expression_that_would_never_end_is_stopped(project: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grep, "SECONDS", 0.2)
    project.write("note.md", "x" * 40 + "\n")
    result = project.fails(75, "memory", "p", "grep", "(x+x+)+y")
    assert "was stopped" in result.stderr
    assert project.ok("memory", "p", "grep", "x+x").stdout.startswith("note.md:1:")

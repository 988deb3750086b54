"""Passages, windows, lines and outlines on examples whose answer is known."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rna_cli.text.lines import count_lines, one_line, split_lines
from rna_cli.text.outline import outline
from rna_cli.text.passages import MAX_CHARS, OVERLAP_CHARS, TARGET_CHARS, Span, resume_after_cut, split_passages
from rna_cli.text.window import WINDOW_CHARS, WithPrefixes, densest_window


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("a\nb", ["a\n", "b"]),
        ("a\r\nb\rc\n", ["a\r\n", "b\rc\n"]),
        ("\n\n", ["\n", "\n"]),
        ("a\x0cb\u2028c\x85d\n", ["a\x0cb\u2028c\x85d\n"]),
    ],
)
def test_lines_end_at_a_line_feed(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines
    assert count_lines(text) == len(lines)


def test_one_line_is_cut_with_an_ellipsis() -> None:
    assert one_line("  a \n\n b\tc ", 10) == "a b c"
    assert one_line("abcdef", 6) == "abcdef"
    assert one_line("abcdefg", 6) == "abcde…"


def test_a_short_text_is_one_passage() -> None:
    assert split_passages("") == [Span(0, 0, 0)]
    assert split_passages("x" * MAX_CHARS) == [Span(0, MAX_CHARS, 0)]
    assert len(split_passages("x" * (MAX_CHARS + 1))) == 2


def test_passages_end_at_headings_and_blank_lines() -> None:
    section = "Some words on a line.\n" * 30
    text = f"# One\n{section}# Two\n{section}# Three\n{section}"
    starts = [text[span.start :].split("\n", 1)[0] for span in split_passages(text)]
    assert starts == ["# One", "# Two", "# Three"]
    paragraph = "x" * (TARGET_CHARS + 10)
    text = f"{paragraph}\n\nNext paragraph.\n" + "y" * 900
    assert [span.start for span in split_passages(text)] == [0, TARGET_CHARS + 11]


def test_a_long_line_is_cut_at_a_gap_else_with_an_overlap() -> None:
    spans = split_passages("word " * 1000)
    assert all(span.end % 5 == 0 for span in spans)
    assert all(before.end == after.start for before, after in pairwise(spans))
    spans = split_passages("字" * 4000)
    assert all(before.end - after.start == OVERLAP_CHARS for before, after in pairwise(spans))
    assert {span.line for span in spans} == {0}
    after_it = split_passages("字" * 4000 + "\nnext line\n" + "z" * 1500)
    assert after_it[-1].line == 2


def test_resuming_after_a_cut() -> None:
    text = "some words that go on"
    assert resume_after_cut(text, 0, 5) == 5
    assert resume_after_cut(text, 0, 7) == 5
    assert resume_after_cut(text, 6, 7) == 6
    assert resume_after_cut(text, 0, len(text)) == len(text)
    assert resume_after_cut("字" * 300, 0, 240) == 240 - OVERLAP_CHARS
    assert resume_after_cut("終わり。次の文", 0, 4) == 4


@pytest.mark.parametrize(
    ("text", "title", "lead", "headings"),
    [
        ("", "", "", []),
        ("Just a sentence. And more.", "", "Just a sentence.", []),
        ("# Title\n\nFirst one. Second.\n\n## Sub\n\nMore.\n## Other ##\n", "Title", "First one.", ["Sub", "Other"]),
        ("Title\n=====\n\nText here.\n\nSub\n---\nmore", "Title", "Text here.", ["Sub"]),
        ("---\ntitle: x\n---\n# Real\n\nText.\n", "Real", "Text.", []),
        ("# A\n```\n# not a heading\n```\n# B\n", "A", "not", ["B"]),
        ("- an item\n- another\n", "", "an item", []),
        ("> quoted words!\n", "", "quoted words!", []),
        ("見出しなし。次の文。", "", "見出しなし。", []),
        ("#hashtag is no heading\n", "", "", []),
    ],
)
def test_outlines(text: str, title: str, lead: str, headings: list[str]) -> None:
    found = outline(text)
    assert (found.title, found.headings) == (title, headings)
    if lead not in {"not", ""}:
        assert found.lead == lead
    assert found.lead == one_line(text[found.lead_start : found.lead_end], 240)


def test_the_window_is_where_the_words_are() -> None:
    filler = "Nothing of note stands here at all. " * 40
    text = f"{filler}The heron wades in the pond.\n{filler}A heron. {filler}"
    start, end = densest_window(text, {"heron": 1.0, "pond": 1.0})
    assert "The heron wades in the pond." in text[start:end]
    assert end - start <= WINDOW_CHARS + 120
    start, end = densest_window(text, {"zebra": 1.0})
    assert start == 0
    assert densest_window("short heron", {"heron": 1.0}) == (0, 11)


def test_rare_words_weigh_more() -> None:
    filler = "x " * 400
    text = f"common common2 {filler} rare {filler}"
    start, end = densest_window(text, {"rare": 5.0, "common": 0.5, "common2": 0.5})
    assert "rare" in text[start:end]
    start, end = densest_window(text, dict.fromkeys(("rare", "common", "common2"), 1.0))
    assert "common common2" in text[start:end]


def test_a_prefix_term_wants_every_term_that_starts_with_it() -> None:
    wanted = WithPrefixes({"heron": 1.0}, {"猫": 2.0})
    assert "猫" in wanted
    assert "猫と" in wanted
    assert "heron" in wanted
    assert "herons" not in wanted
    assert "犬猫" not in wanted

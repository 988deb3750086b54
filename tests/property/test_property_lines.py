"""Lines, passages and outlines: every character of a text is somewhere, and stands where it is said to stand."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rna_cli.text.lines import count_lines, one_line, split_lines
from rna_cli.text.outline import MAX_HEADINGS, MAX_LEAD_CHARS, MAX_TITLE_CHARS, outline
from rna_cli.text.passages import MAX_CHARS, OVERLAP_CHARS, resume_after_cut, split_passages

BITS = st.sampled_from("~~~ | <b> ! 。 文字 한국어 👩‍👩‍👧 \u202e word".split()) | st.sampled_from(
    [
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "# Heading\n",
        "## Sub\n",
        "---\n",
        "===\n",
        "```\n",
        "> ",
        "- ",
        "\x0c",
        "\u2028",
        "\x85",
    ]
)
LONG = st.sampled_from(["x" * 70, "y" * 900, "字" * 700, "a b " * 300])
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(BITS | LONG, max_size=30).map("".join),
    st.lists(st.text(), max_size=9).map("\n".join),
)


@given(TEXTS)
@example("")
@example("\n")
@example("a\n\n")
def test_lines_join_to_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert count_lines(text) == len(lines)
    assert all(line.endswith("\n") for line in lines[:-1])
    assert all("\n" not in line[:-1] for line in lines)
    assert "" not in lines


@given(TEXTS, st.integers(1, 300))
def test_one_line_is_one_line(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
    assert line == " ".join(line.split())


@settings(max_examples=150)
@given(TEXTS)
@example("x" * 5000)
@example(("word " * 400 + "\n") * 3)
@example("字" * 1600 + "\n" + "字" * 1601)
@example("# H\n" * 2000)
def test_passages_cover_the_text(text: str) -> None:
    spans = split_passages(text)
    assert spans[0].start == 0
    assert spans[-1].end == len(text)
    for span in spans:
        assert 0 <= span.start <= span.end
        assert span.end - span.start <= MAX_CHARS
        assert span.line == text.count("\n", 0, span.start)
        assert span.end > span.start or not text
    for before, after in pairwise(spans):
        assert before.start < after.start <= before.end < after.end
        if after.start < before.end:  # only where there is no place to cut
            assert before.end - after.start == OVERLAP_CHARS
            assert not any(char.isspace() for char in text[after.start : before.end])


@given(TEXTS)
@example("# Title\n\nFirst sentence. Second.\n")
@example("x" * 500)
@example("---\ntitle: a\n---\n# Title\ntext\n")
def test_an_outline_stands_where_it_says(text: str) -> None:
    found = outline(text)
    assert 0 <= found.lead_start <= found.lead_end <= len(text)
    assert found.lead_end - found.lead_start <= MAX_LEAD_CHARS
    assert found.lead == one_line(text[found.lead_start : found.lead_end], MAX_LEAD_CHARS)
    assert len(found.headings) <= MAX_HEADINGS
    for heading in [found.title, *found.headings]:
        assert len(heading) <= MAX_TITLE_CHARS
        assert heading == one_line(heading, MAX_TITLE_CHARS)
        assert heading.rstrip("…") in one_line(text, len(text) + 1)


@given(TEXTS, st.data())
def test_resuming_after_a_cut_loses_nothing(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(start, len(text)))
    resumed = resume_after_cut(text, start, cut)
    assert start <= resumed <= cut
    assert cut - resumed <= OVERLAP_CHARS
    between = text[resumed:cut]
    assert not between or " " not in between

"""Reading: files by lines, directories by abstract and overview, lines by pattern."""

from __future__ import annotations

import pytest

from rna_cli.domain.levels import Level
from rna_cli.domain.uri import parse_address
from rna_cli.errors import NotFound, UsageError
from rna_cli.memory.reader import ALL, Window
from rna_cli.testing.bench import Bench, Benched

TEXTS = {
    "plain.md": "One\ntwo\nthree\n",
    "no-end.md": "One\ntwo",
    "crlf.md": "One\r\ntwo\r\n",
    "odd.md": "form\x0cfeed\nline\u2028separator\nnext\u0085line\n",
    "scripts.md": "日本語の文章\n한국어 문장\nעברית \u202etext\u202c\n👩‍👩‍👧 café cafe\u0301\n",
    "blank.md": "\n\n  \nx\n\n",
}
"""Texts that come back exactly as they were written. A line ends at a line feed and nowhere else."""


class ReadingContract(Benched):
    """A text comes back as it was written."""

    @pytest.mark.parametrize("path", TEXTS)
    def test_a_text_comes_back_exactly(self, bench: Bench, path: str) -> None:
        bench.write(path, TEXTS[path])
        bench.reopen()
        text = bench.reader.read(bench.alpha, path, level=Level.L2, window=ALL)
        assert "".join(text.lines) == TEXTS[path]
        assert len(text.lines) == text.total_lines
        assert all(line.endswith("\n") for line in text.lines[:-1])
        assert all("\n" not in line[:-1] for line in text.lines)

    @pytest.mark.parametrize("limit", [1, 2, 7])
    def test_windows_join_to_the_text(self, bench: Bench, limit: int) -> None:
        bench.write("long.md", whole := "".join(f"line {number}\n" for number in range(15)))
        joined, offset = "", 0
        while offset < 15:
            text = bench.reader.read(bench.alpha, "long.md", level=None, window=Window(offset, limit))
            assert (text.offset, text.total_lines) == (offset, 15)
            assert 1 <= len(text.lines) <= limit
            joined += "".join(text.lines)
            offset += len(text.lines)
        assert joined == whole

    def test_a_text_says_what_it_is(self, bench: Bench) -> None:
        bench.write("a/note.md", "# Title\n\nOne.\n")
        bench.write("a/note.md", "# Title\n\nTwo.\n")
        text = bench.reader.read(bench.alpha, "a/note.md", level=None, window=ALL)
        assert (text.address, text.level) == (parse_address(bench.alpha, "a/note.md"), Level.L2)
        assert (text.title, text.version) == ("Title", 2)
        assert text.recorded_at == bench.reader.history(bench.alpha, "a/note.md")[0].recorded_at

    def test_what_is_not_there_is_not_found(self, bench: Bench) -> None:
        bench.write("a/note.md", "Text.\n")
        bench.write("other.md", "Text.\n", scope=bench.beta)
        for path in ("b", "a/other.md", "a/note", "note.md", "a/note.md/x", "other.md", "A/note.md"):
            with pytest.raises(NotFound):
                bench.reader.read(bench.alpha, path, level=None, window=ALL)
        assert bench.text("a/note.md") == "Text.\n"
        assert bench.text("other.md", scope=bench.beta) == "Text.\n"

    def test_directories_and_files_are_told_apart(self, bench: Bench) -> None:
        bench.write("a/b/note.md", "Text.\n")
        kinds = {path: bench.backend.is_directory(parse_address(bench.alpha, path), as_of=None) for path in _PLACES}
        assert kinds == {"": True, "a": True, "a/b": True, "a/b/note.md": False}
        with pytest.raises(NotFound):
            bench.backend.is_directory(parse_address(bench.alpha, "a/c"), as_of=None)
        assert bench.backend.is_directory(parse_address(bench.beta, ""), as_of=None)

    def test_levels_belong_to_directories_or_to_files(self, bench: Bench) -> None:
        bench.write("a/note.md", "Text.\n")
        for path, level in (("a", Level.L2), ("a/note.md", Level.L0), ("a/note.md", Level.L1)):
            with pytest.raises(UsageError) as failure:
                bench.reader.read(bench.alpha, path, level=level, window=ALL)
            assert "read" in failure.value.hint
        for path, level in (("a", Level.L0), ("a", Level.L1), ("a/note.md", Level.L2)):
            assert bench.reader.read(bench.alpha, path, level=level, window=ALL).level is level

    def test_an_overview_is_about_its_directory(self, bench: Bench) -> None:
        bench.write("a/heron.md", "# Herons\n\nThey wade.\n")
        bench.write("b/stork.md", "# Storks\n\nThey clatter.\n")
        overview = bench.reader.read(bench.alpha, "a", level=Level.L1, window=ALL)
        abstract = bench.reader.read(bench.alpha, "a", level=Level.L0, window=ALL)
        for text in (overview, abstract):
            assert text.lines
            assert text.total_lines == len(text.lines)
            assert "Stork" not in "".join(text.lines)
        assert "heron" in "".join(overview.lines).lower()
        assert "stork" in "".join(bench.reader.read(bench.alpha, "b", level=Level.L1, window=ALL).lines).lower()

    def test_an_empty_project_has_an_overview(self, bench: Bench) -> None:
        assert bench.reader.read(bench.alpha, "", level=Level.L0, window=ALL).lines
        assert bench.reader.read(bench.alpha, "", level=Level.L1, window=ALL).lines

    def test_grep_shows_lines_with_their_numbers(self, bench: Bench) -> None:
        bench.write("a/one.md", "red fish\nblue fish\r\nred bird\n")
        bench.write("b.md", "red stone\n")
        bench.write("b.md", "red planet\n", scope=bench.beta)
        found = bench.reader.grep(bench.alpha, r"^red \w+$", "", ignore_case=False, fixed=False, limit=10)
        assert [(each.address.path, each.line, each.text) for each in found] == [
            ("a/one.md", 1, "red fish"),
            ("a/one.md", 3, "red bird"),
            ("b.md", 1, "red stone"),
        ]
        assert len(bench.reader.grep(bench.alpha, "red", "", ignore_case=False, fixed=True, limit=2)) == 2
        (found_in_a,) = bench.reader.grep(bench.alpha, "BLUE", "a", ignore_case=True, fixed=True, limit=9)
        assert (found_in_a.line, found_in_a.text) == (2, "blue fish")
        assert bench.reader.grep(bench.alpha, "BLUE", "a", ignore_case=False, fixed=True, limit=9) == []
        assert bench.reader.grep(bench.alpha, "planet", "", ignore_case=False, fixed=True, limit=9) == []
        matches = bench.backend.grep(parse_address(bench.alpha, ""), "red", limit=10)
        assert {match.address.scope for match in matches} == {bench.alpha}
        assert len(bench.reader.grep(bench.beta, "planet", "", ignore_case=False, fixed=True, limit=9)) == 1


_PLACES = ("", "a", "a/b", "a/b/note.md")

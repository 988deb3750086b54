from __future__ import annotations

import json
import shlex
import sqlite3
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.cli.processes import confined
from tests.cli.samples import NOTE, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Result, Rna

MIB = 1024 * 1024


def one_line(result: Result) -> str:
    """What is on standard error, which must be one line that says what and what next."""
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    message, _, hint = result.stderr.strip().removeprefix("rna: ").partition(". ")
    assert message
    assert hint
    return result.stderr


def fails_in_a_process(rna: Rna, code: int, *arguments: str, stdin: bytes | None = None, file_size: int = 0) -> str:
    """Run in a process for which file modes count, as text and as JSON; return what it says."""
    result = confined(rna, *arguments, stdin=stdin, file_size=file_size)
    said = result.stderr.decode()
    assert (result.returncode, result.stdout) == (code, b""), said
    assert said.startswith("rna: ")
    assert "Traceback" not in said
    as_json = confined(rna, *arguments, "--json", stdin=stdin, file_size=file_size)
    assert as_json.returncode == code
    assert json.loads(as_json.stdout)["error"]["message"] in said
    return said


class Refusals:
    """A project with one neighbour, which must be all that is there after each refused write."""

    def __init__(self, rna: Rna) -> None:
        self.rna = rna
        rna.write("neighbour.md", "# Neighbour\n\nfinding the lighthouse\n")
        self.before = rna.ok("memory", "p", "list", "--recursive", "--json").json

    def check(self) -> None:
        assert self.rna.hits("lighthouse") == ["neighbour.md"]
        assert self.rna.ok("memory", "p", "list", "--recursive", "--json").json == self.before
        assert self.rna.ok("memory", "p", "status", "--json").json["versions"] == 1
        assert [path for path in self.rna.store.parent.iterdir() if path.name.endswith(".new")] == []


@pytest.fixture
def refusals(project: Rna) -> Refusals:
    return Refusals(project)


# Files


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("missing.md", None, 4, "There is no file "),
        ("binary.md", b"\x7fELF\x00\xff\xfe\x80", 65, "binary.md is binary."),
        ("utf16.md", "text in UTF-16".encode("utf-16"), 65, "utf16.md is binary."),
        ("latin.md", "caf\u00e9 menu".encode("latin-1"), 65, "latin.md is not UTF-8: byte 3 is 0xe9."),
        ("cut.md", "\u6587".encode()[:2], 65, "cut.md is not UTF-8: byte 0 is 0xe6."),
        ("surrogates.md", b"text \xed\xa0\x80 text", 65, "surrogates.md is not UTF-8: byte 5 is 0xed."),
        ("empty.md", b"", 65, "empty.md is empty: there is nothing to remember."),
        ("blank.md", b" \n\t\r\n", 65, "blank.md is empty: there is nothing to remember."),
        ("mark.md", b"\xef\xbb\xbf", 65, "mark.md is empty: there is nothing to remember."),
        ("nul.md", b"text\0text", 65, "nul.md has a NUL character at 4: it is no text."),
        ("large.md", b"x" * (10 * MIB + 1), 65, "large.md has over 10485760 bytes."),
    ],
    ids=lambda value: value if isinstance(value, str) and value.endswith(".md") else "",
)
def test_a_file_that_cannot_be_stored(
    refusals: Refusals, name: str, content: bytes | None, code: int, said: str
) -> None:
    rna = refusals.rna
    file = rna.folder / name
    if content is not None:
        file.write_bytes(content)
    assert said in one_line(rna.fails(code, "memory", "p", "write", "--file", str(file)))
    if content is not None:
        words = ("memory", "p", "write", "--file", "-", "--path", name)
        assert said in one_line(rna.fails(code, *words, stdin=content))
    refusals.check()
    file.write_text("a sound text about otters\n")
    rna.ok("memory", "p", "write", "--file", str(file))
    assert rna.hits("otters") == [name]


def test_a_refused_version_leaves_the_one_before(project: Rna) -> None:
    project.write("note.md", NOTE)
    project.fails(65, "memory", "p", "write", "--file", "-", "--path", "note.md", stdin=b"\xff")
    assert project.ok("memory", "p", "read", "note.md").stdout == NOTE
    assert project.hits("changelog") == ["note.md"]


def test_a_directory(refusals: Refusals) -> None:
    rna = refusals.rna
    said = one_line(rna.fails(2, "memory", "p", "write", "--file", str(rna.folder)))
    assert said == f"rna: {rna.folder} is a directory. Name its files one by one.\n"
    refusals.check()


def test_a_file_below_a_file_an_empty_name_and_a_name_with_nul(refusals: Refusals) -> None:
    rna = refusals.rna
    (rna.folder / "x.md").write_text("text")
    one_line(rna.fails(4, "memory", "p", "write", "--file", f"{rna.folder}/x.md/y.md"))
    one_line(rna.fails(2, "memory", "p", "write", "--file", ""))
    one_line(rna.fails(2, "memory", "p", "write", "--file", "a\0b"))
    refusals.check()


def test_an_unreadable_file(refusals: Refusals) -> None:
    rna = refusals.rna
    file = rna.folder / "closed.md"
    file.write_text("text about otters\n")
    file.chmod(0)
    said = fails_in_a_process(rna, 77, "memory", "p", "write", "--file", str(file))
    assert said == f"rna: No permission to read {file}. Check the owner and the mode of the file and its directory.\n"
    refusals.check()
    file.chmod(0o400)
    assert confined(rna, "memory", "p", "write", "--file", str(file)).returncode == 0
    assert rna.hits("otters") == ["closed.md"]


def test_lone_surrogates_in_a_title_an_address_and_a_query(refusals: Refusals) -> None:
    rna = refusals.rna
    words = ("memory", "p", "write", "--file", "-", "--path")
    one_line(rna.fails(2, *words, "a\udcffb.md", stdin=b"text"))
    one_line(rna.fails(2, *words, "a.md", "--title", "a\udcffb", stdin=b"text"))
    one_line(rna.fails(2, "memory", "a\udcff", "health"))
    assert rna.hits("lighthouse \udcff") == ["neighbour.md"]
    assert rna.ok("memory", "p", "grep", "\udcff").stdout == ""
    refusals.check()


def test_bytes_that_are_no_text_on_the_command_line(refusals: Refusals) -> None:
    rna = refusals.rna
    result = subprocess.run(
        ["bash", "-c", f"{shlex.quote(_python())} -m rna_cli memory p search --json -- $'lighthouse \\xff'"],
        env=rna.process_environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert [hit["uri"] for hit in json.loads(result.stdout)["hits"]] == [f"{ROOT}/neighbour.md"]


def _python() -> str:
    import sys

    return sys.executable


def test_the_cap_is_inclusive_and_can_be_raised(refusals: Refusals) -> None:
    rna = refusals.rna
    rna.ok("memory-config", "--max-document-bytes", "20")
    words = ("memory", "p", "write", "--file", "-", "--path", "x.md")
    said = one_line(rna.fails(65, *words, stdin=b"x" * 21))
    assert said == (
        "rna: x.md has over 20 bytes. Split it, or raise the cap: rna memory-config --max-document-bytes N\n"
    )
    refusals.check()
    rna.ok(*words, stdin=b"x" * 20)
    rna.ok("memory-config", "--max-document-bytes", "21")
    rna.ok(*words, stdin=b"x" * 21)


def test_one_line_of_ten_megabytes_is_stored_and_found(project: Rna) -> None:
    text = "needle " + "".join(f"word{n % 5000} " for n in range(1_200_000))[: 10_000_000 - 20] + " haystack"
    assert len(text) > 9_000_000
    project.write("line.txt", text)
    assert project.ok("memory", "p", "read", "line.txt").stdout == text
    for word in ("needle", "haystack"):
        (hit,) = project.ok("memory", "p", "search", word, "--level", "L2", "--json").json["hits"]
        assert word in hit["passage"]
        assert (hit["lines"], len(hit["passage"]) < 1000) == ([1, 1], True)


def test_line_ends_are_kept_and_a_byte_order_mark_is_dropped(project: Rna) -> None:
    words = ("memory", "p", "write", "--file", "-", "--path", "x.md")
    project.ok(*words, stdin=b"\xef\xbb\xbf# Title\r\n\r\nsecond\rhalf\r\nlast")
    assert project.ok("memory", "p", "read", "x.md").stdout == "# Title\r\n\r\nsecond\rhalf\r\nlast"
    value = project.ok("memory", "p", "read", "x.md", "--json").json
    assert (value["title"], value["total_lines"]) == ("Title", 4)
    assert project.process("memory", "p", "read", "x.md").stdout == b"# Title\r\n\r\nsecond\rhalf\r\nlast"
    assert project.hits("half") == ["x.md"]


# Addresses

BAD_ADDRESSES = {
    "parent": ("a/../b.md", "climbs out of the project"),
    "parents": ("../../q/b.md", "climbs out of the project"),
    "parent in a uri": (f"{ROOT}/../q/b.md", "climbs out of the project"),
    "encoded parent": ("%2e%2E/q/b.md", "climbs out of the project"),
    "doubly encoded parent": ("%252e%252e/q/b.md", "climbs out of the project"),
    "half encoded parent": (".%2e/q/b.md", "climbs out of the project"),
    "encoded separator": ("..%2fq%2fb.md", "has a backslash or an encoded separator"),
    "doubly encoded separator": ("a%252fb.md", "has a backslash or an encoded separator"),
    "backslash": ("a\\b.md", "has a backslash or an encoded separator"),
    "encoded backslash": ("a%5cb.md", "has a backslash or an encoded separator"),
    "empty segment": ("a//b.md", "has an empty segment"),
    "absolute": ("/etc/passwd", "has an empty segment"),
    "control": ("a\nb.md", "has a control character"),
    "encoded control": ("a%00b.md", "has a control character"),
    "escape": ("a\x1b[31mb.md", "has a control character"),
    "spaces": ("a / b.md", "starts or ends with a space"),
    "long name": ("x" * 256, "has a name of over 255 bytes"),
    "long name in bytes": ("\u6587" * 86, "has a name of over 255 bytes"),
    "long path": ("/".join(["x" * 200] * 6), "over 1024 bytes long"),
    "other project": ("viking://resources/projects/q/b.md", "belongs to project 'q', not to 'p'"),
    "longer id": (f"{ROOT}2/b.md", "belongs to project 'p2', not to 'p'"),
    "other case": ("viking://resources/projects/P/b.md", "belongs to project 'P', not to 'p'"),
    "encoded project": ("viking://resources/projects/p%2f..%2fq/b.md", "belongs to project"),
    "no project": ("viking://resources/projects/", "is not an address of this project"),
    "other tree": ("viking://user/memories/b.md", "is not an address of this project"),
    "web": ("https://example.org/b.md", "is not an address of this project"),
}


@pytest.mark.parametrize(("address", "problem"), BAD_ADDRESSES.values(), ids=BAD_ADDRESSES)
def test_a_bad_address_is_refused_by_every_command_that_takes_one(
    refusals: Refusals, address: str, problem: str
) -> None:
    rna = refusals.rna
    rna.ok("memory", "q", "initialize")
    rna.write("b.md", "text of the other project about otters\n", project="q")
    words = ("memory", "p", "write", "--file", "-", "--path", address)
    assert problem in one_line(rna.fails(2, *words, stdin=b"text"))
    for command in ("read", "list", "tree", "history", "hide", "unhide", "delete"):
        assert problem in one_line(rna.fails(2, "memory", "p", command, address))
    assert problem in one_line(rna.fails(2, "memory", "p", "grep", "text", address))
    assert problem in one_line(rna.fails(2, "memory", "p", "move", "neighbour.md", address))
    assert problem in one_line(rna.fails(2, "memory", "p", "move", address, "new.md"))
    refusals.check()
    assert rna.hits("otters") == []
    assert rna.hits("otters", project="q") == ["b.md"]


@pytest.mark.parametrize(
    "address",
    [".abstract.md", ".overview.md", ".relations.json", ".ABSTRACT.md", "docs/.Overview.MD", ".abstract.md/x.md"],
)
def test_derived_names_in_any_case_are_refused(refusals: Refusals, address: str) -> None:
    rna = refusals.rna
    words = ("memory", "p", "write", "--file", "-", "--path", address)
    assert "is a derived name and cannot be written." in one_line(rna.fails(2, *words, stdin=b"text"))
    refusals.check()
    rna.write("abstract.md", "otters\n")
    assert rna.hits("otters") == ["abstract.md"]


@pytest.mark.parametrize("address", ["", "docs/", ROOT, f"{ROOT}/docs/"])
def test_a_directory_is_no_place_to_write_to(refusals: Refusals, address: str) -> None:
    rna = refusals.rna
    words = ("memory", "p", "write", "--file", "-", f"--path={address}")
    one_line(rna.fails(2, *words, stdin=b"text"))
    refusals.check()


@pytest.mark.parametrize("name", ["100%.md", "a%20b.md", "50%2", "..a.md", "a..md", "...", "~x", "a b.md", "é.md"])
def test_odd_but_sound_names_are_taken_as_they_are(project: Rna, name: str) -> None:
    project.write(name, "text about otters\n")
    assert project.hits("otters") == [name]
    assert project.ok("memory", "p", "read", name).stdout == "text about otters\n"


def test_names_at_their_limits_are_taken(project: Rna) -> None:
    for name in ("x" * 255, "\u6587" * 85, "/".join(["y" * 203] * 5)):
        project.write(name, "text\n")
        assert project.ok("memory", "p", "read", name).stdout == "text\n"


@pytest.mark.parametrize("word", ["health", "write", "search", "memory", "doctor", "restore-point", "forget", "recall"])
def test_a_word_of_the_command_tree_is_no_project_id(rna: Rna, word: str) -> None:
    said = one_line(rna.fails(2, "memory", word, "initialize"))
    assert "PROJECT_ID" in said
    said = one_line(rna.fails(2, "memory", word))
    assert f"rna memory PROJECT_ID {word}" in said
    assert not rna.store.exists()
    rna.ok("memory", word.upper(), "initialize")


@pytest.mark.parametrize("project_id", ["", " ", "-p", ".p", "_p", "a/b", "a b", "..", "é", "p\n", "x" * 65])
def test_a_malformed_project_id(rna: Rna, project_id: str) -> None:
    result = rna("memory", project_id, "initialize")
    assert result.exit_code == 2
    assert result.stderr.startswith("rna: ")
    assert rna("memory", project_id, "initialize", "--json").json["error"]["code"] == "usage"
    assert not rna.store.exists()
    rna.ok("memory", "x" * 64, "initialize")
    assert rna.ok("projects", "list", "--json").json["projects"][0]["project"] == "x" * 64


# Queries


@pytest.mark.parametrize("query", ["the", "and the of", "", "!!", "?!.,;", '"', "*", "()", "---", "\u3000", "\x00"])
def test_a_query_of_nothing_to_look_for_says_so(notes: Rna, query: str) -> None:
    result = notes.ok("memory", "p", "search", "--", query)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
    assert result.stderr.startswith("Nothing to look for: ")
    assert "rna memory p grep --fixed TEXT" in result.stderr
    value = notes.ok("memory", "p", "search", "--json", "--", query).json
    assert (value["hits"], value["terms"]) == ([], [])
    assert value["note"].startswith("Nothing to look for")
    assert notes.hits(f"changelog {query}") == ["note.md"]


@pytest.mark.parametrize(
    "query",
    [
        '"', '"lighthouse', "lighthouse*", "*lighthouse", "NEAR(lighthouse", "NEAR(lighthouse keeper, 2)",
        "a:lighthouse", "title_terms:lighthouse", "lighthouse AND", "OR lighthouse", "NOT lighthouse", "lighthouse)",
        "(lighthouse", "{lighthouse}", "^lighthouse", "lighthouse +", "lighthouse; DROP TABLE version", "'lighthouse'",
        "lighthouse\\", "lighthouse -- x", "\u201clighthouse\u201d", "lighthouse'",
    ],
)  # fmt: skip
def test_the_syntax_of_the_index_is_text(project: Rna, query: str) -> None:
    project.write("x.md", "the lighthouse on the hill\n")
    found = project.hits(query)
    assert found == (["x.md"] if "lighthouse" in query else [])


def test_names_with_signs_in_them(project: Rna) -> None:
    project.write("cpp.md", "written in C++ for speed\n")
    project.write("c.md", "written in C for fun\n")
    project.write("ratio.md", "the ratio a:b matters\n")
    assert project.hits("C++")[0] == "cpp.md"
    assert project.hits("a:b") == ["ratio.md"]


@pytest.mark.parametrize("char", ["\u66f4", "\u65b0", "\u5fd7"])
def test_one_han_character_is_found_at_each_place_of_a_run(project: Rna, char: str) -> None:
    project.write("zh.md", "\u66f4\u65b0\u65e5\u5fd7\n")
    project.write("other.md", "\u5b8c\u5168\u4e0d\u540c\n")
    assert project.hits(char) == ["zh.md"]


def test_half_width_kana_find_full_width_and_the_other_way_round(project: Rna) -> None:
    project.write("full.md", "\u30ab\u30bf\u30ab\u30ca\u306e\u6587\n")
    project.write("half.md", "\uff8a\uff9f\uff7f\uff7a\uff9d\n")
    assert project.hits("\uff76\uff80\uff76\uff85") == ["full.md"]
    assert project.hits("\u30d1\u30bd\u30b3\u30f3") == ["half.md"]


def test_ten_thousand_words(notes: Rna) -> None:
    words = " ".join(f"word{n}" for n in range(10_000))
    assert notes.hits(f"{words} changelog") == ["note.md"]
    assert notes.hits(*f"changelog {words}".split()) == ["note.md"]
    result = notes.ok("memory", "p", "search", words)
    assert result.stdout == ""
    assert len(result.stderr) < 500


@pytest.mark.parametrize("command", [("search", "text"), ("grep", "text"), ("list",), ("read", "x.md")])
@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", ""])
def test_a_limit_that_is_none(project: Rna, command: tuple[str, ...], limit: str) -> None:
    project.write("x.md", "text\n")
    assert "--limit" in one_line(project.fails(2, "memory", "p", *command, "--limit", limit))
    assert "x.md" in project.ok("memory", "p", *command, "--limit", "1", "--json").stdout


@pytest.mark.parametrize("command", [("search", "text"), ("grep", "text"), ("list",), ("list", "--recursive")])
@pytest.mark.parametrize("limit", ["1000000000", str(2**62), str(2**63), "1" + "0" * 40])
def test_a_huge_limit_is_all_there_is(project: Rna, command: tuple[str, ...], limit: str) -> None:
    project.write("x.md", "text\n")
    result = project.ok("memory", "p", *command, "--limit", limit)
    assert "x.md" in result.stdout
    assert result.stderr == ""


def test_an_offset_past_the_end(notes: Rna) -> None:
    result = notes.fails(2, "memory", "p", "read", "note.md", "--offset", "3")
    assert one_line(result) == (
        f"rna: {ROOT}/note.md has 3 lines; offset 3 is past the end. "
        "Its last lines: rna memory p read note.md --offset 0\n"
    )
    notes.ok(*result.stderr.partition("lines: rna ")[2].split())
    for command in (("read", "docs"), ("read", "note.md")):
        notes.fails(2, "memory", "p", *command, "--offset", "1" + "0" * 30)
        notes.fails(2, "memory", "p", *command, "--offset", "-1")
    for command in (("list",), ("list", "--recursive")):
        result = notes.ok("memory", "p", *command, "--offset", "1000")
        assert result.stdout == ""
        assert result.stderr.startswith("0 of ")
        notes.ok("memory", "p", *command, "--offset", "1" + "0" * 30)


@pytest.mark.parametrize("path", ["docs/setup.md", "with space/it's.md", "-x/-y.md"])
def test_a_level_that_an_address_does_not_have_names_the_command_that_works(project: Rna, path: str) -> None:
    project.write(path, "text\n")
    for level in ("L0", "L1"):
        result = project.fails(2, "memory", "p", "read", "--level", level, "--", path)
        assert f"{ROOT}/{path} is a file; {level} belongs to directories." in one_line(result)
        works = shlex.split(result.stderr.partition("Its text: rna ")[2])
        assert project.ok(*works).stdout == "text\n"
    directory = path.rpartition("/")[0]
    result = project.fails(2, "memory", "p", "read", "--level", "L2", "--", directory)
    assert result.stderr.startswith(f"rna: {ROOT}/{directory} is a directory; L2 is the text of a file.\n")
    overview, files = (shlex.split(line.partition(": rna ")[2]) for line in result.stderr.splitlines()[1:])
    assert project.ok(*overview).stdout.startswith(f"# {directory}\n")
    assert path in project.ok(*files).stdout


@pytest.mark.parametrize("time", ["", "yesterday", "2026-13-01", "2026-02-30", "12:00", "2026-03-01T25:00", "9" * 30])
def test_a_time_that_is_none(notes: Rna, time: str) -> None:
    for command in (("search", "changelog"), ("read", "note.md"), ("list",)):
        assert "is not a time. Use ISO 8601" in one_line(notes.fails(2, "memory", "p", *command, "--as-of", time))
        assert "ele" in notes.ok("memory", "p", *command, "--as-of", "2026-03-01").stdout.lower()


# Stores


def _damage(path: Path, kind: str) -> None:
    if kind == "foreign":
        path.unlink()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE theirs (x)")
            connection.execute("PRAGMA application_id = 252006675")
    elif kind == "zero":
        path.write_bytes(b"")
    elif kind == "truncated":
        path.write_bytes(path.read_bytes()[:5000])
    elif kind == "text":
        path.write_text("this is no database at all, but a text that somebody put here\n" * 10)
    elif kind == "directory":
        path.unlink()
        path.mkdir()
    elif kind == "newer":
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("PRAGMA user_version = 999")
    elif kind == "link":
        path.rename(path.with_name("elsewhere"))
        path.symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("foreign", 65),
        ("zero", 65),
        ("truncated", 65),
        ("text", 65),
        ("directory", 65),
        ("newer", 76),
        ("link", 77),
    ],
)
def test_a_store_that_cannot_be_used_is_said_and_left_as_it_is(notes: Rna, kind: str, code: int) -> None:
    sound = notes.store.read_bytes()
    _damage(notes.store, kind)
    before = notes.store.read_bytes() if notes.store.is_file() else None
    for words in (("search", "changelog"), ("read", "note.md"), ("initialize",), ("status",), ("delete", "note.md")):
        result = notes.fails(code, "memory", "p", *words)
        assert str(notes.store) in one_line(result)
    notes.fails(code, "memory", "p", "write", "--file", "-", "--path", "x.md", stdin=b"text")
    notes.fails(code, "projects", "list")
    assert notes("doctor", "p", "--json").exit_code == 3
    if before is not None:
        assert notes.store.read_bytes() == before
        notes.store.unlink()
    else:
        notes.store.rmdir()
    notes.store.write_bytes(sound)
    notes.store.chmod(0o600)
    assert notes.hits("changelog") == ["note.md"]


def test_a_read_only_store_can_be_read_and_not_written(notes: Rna) -> None:
    for path in notes.store.parent.iterdir():
        path.chmod(0o400)
    notes.store.parent.chmod(0o500)
    try:
        words = ("memory", "p", "write", "--file", "-", "--path", "x.md")
        said = fails_in_a_process(notes, 74, *words, stdin=b"zebra")
        assert f"{notes.store} cannot be written: it is read-only." in said
        result = confined(notes, "memory", "p", "search", "changelog")
        assert (result.returncode, result.stdout[:9]) == (0, b"1. L2 Rel"), result.stderr
    finally:
        notes.store.parent.chmod(0o700)
        for path in notes.store.parent.iterdir():
            path.chmod(0o600)
    assert notes.hits("zebra") == []
    notes.write("x.md", "zebra")
    assert notes.hits("zebra") == ["x.md"]


def test_a_folder_that_may_not_be_entered(notes: Rna) -> None:
    notes.store.parent.chmod(0)
    try:
        fails_in_a_process(notes, 77, "memory", "p", "search", "changelog")
        fails_in_a_process(notes, 77, "memory", "p", "initialize")
        doctor = confined(notes, "doctor", "--json")
        assert (doctor.returncode, json.loads(doctor.stdout)["ok"]) == (3, False)
    finally:
        notes.store.parent.chmod(0o700)
    assert notes.hits("changelog") == ["note.md"]


def test_a_place_where_nothing_may_be_made(rna: Rna) -> None:
    closed = rna.folder / "closed"
    closed.mkdir(mode=0o500)
    said = fails_in_a_process(rna, 77, "memory", "p", "initialize", "--state", str(closed / "state"))
    assert str(closed) in said
    assert list(closed.iterdir()) == []
    rna.ok("memory", "p", "initialize", "--state", str(rna.folder / "open" / "state"))


def test_a_full_disk_stores_nothing_and_loses_nothing(notes: Rna) -> None:
    room = notes.store.stat().st_size
    words = ("memory", "p", "write", "--file", "-", "--path", "big.md")
    text = b" ".join(b"zebra%d" % n for n in range(100_000))
    fails_in_a_process(notes, 74, *words, stdin=text, file_size=room + 64 * 1024)
    assert notes.hits("zebra1") == []
    assert notes.hits("changelog") == ["note.md"]
    assert notes.ok("doctor", "p").stdout.endswith("All is well.\n")
    notes.ok(*words, stdin=text)
    assert notes.hits("zebra1") == ["big.md"]


def test_a_store_that_another_process_holds(notes: Rna) -> None:
    with closing(sqlite3.connect(notes.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        words = ("memory", "p", "write", "--file", "-", "--path", "x.md")
        result = notes(*words, "--json", stdin=b"zebra")
        assert result.exit_code == 75
        assert result.stderr == f"rna: {notes.store} is held by another process. (503) Try again in a moment.\n"
        assert result.json["error"]["code"] == "busy"
        assert notes.hits("changelog") == ["note.md"]
        other.execute("ROLLBACK")
    assert notes.hits("zebra") == []
    notes.ok(*words, stdin=b"zebra")
    assert notes.hits("zebra") == ["x.md"]


# The configuration


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[memory]\nsearch_limit = "many"\n', ":2: key 'memory.search_limit' is text; it must be a whole number"),
        ("[memory]\n\nauto_save = 1\n", ":3: key 'memory.auto_save' is 1; it must be true or false"),
        ("[memory]\nsearch_limit = 0\n", ":2: key 'memory.search_limit' is 0; it must be a whole number from 1"),
        ("[memory]\nserach_limit = 5\n", ":2: key 'memory.serach_limit' is unknown."),
        ("[memroy]\nsearch_limit = 5\n", ":1: table 'memroy' is unknown."),
        ("memory = 1\n", ":1: key 'memory' must be a table, written [memory]"),
        ("[memory\n", ":1: not valid TOML"),
        ("[memory]\nsearch_limit = 5\nsearch_limit = 6\n", ":3: key 'memory.search_limit' is set twice, first"),
        ('[backends.nope]\nx = 1\n', ":1: table 'backends.nope' is unknown"),
    ],
)  # fmt: skip
def test_a_bad_configuration_names_file_line_and_key_and_is_left_as_it_is(notes: Rna, text: str, said: str) -> None:
    notes.config.write_text(text)
    for words in (
        ("memory", "p", "search", "changelog"),
        ("memory", "p", "health"),
        ("memory-config",),
        ("memory-config", "--search-limit", "4"),
        ("projects", "list"),
    ):
        assert f"rna: {notes.config}{said}" in one_line(notes.fails(78, *words))
    notes.fails(78, "memory", "p", "write", "--file", "-", "--path", "x.md", stdin=b"zebra")
    assert notes.config.read_text() == text
    notes.config.unlink()
    assert notes.hits("changelog") == ["note.md"]
    assert notes.hits("zebra") == []


def test_a_configuration_that_is_no_text(notes: Rna) -> None:
    notes.config.write_bytes(b"[memory]\n# \xff\n")
    assert f"{notes.config}:2: not UTF-8 text." in one_line(notes.fails(78, "memory", "p", "health"))
    notes.config.unlink()
    notes.config.mkdir()
    assert "is a directory." in one_line(notes.fails(78, "memory", "p", "health"))
    notes.config.rmdir()
    notes.ok("memory", "p", "health")


def test_an_unreadable_configuration(notes: Rna) -> None:
    notes.config.write_text("[memory]\nsearch_limit = 4\n")
    notes.config.chmod(0)
    said = fails_in_a_process(notes, 77, "memory", "p", "search", "changelog")
    assert f"No permission to read {notes.config}." in said
    assert confined(notes, "doctor").returncode == 3
    notes.config.chmod(0o600)
    assert confined(notes, "memory", "p", "search", "changelog").returncode == 0


def test_a_bad_variable_is_named(notes: Rna) -> None:
    notes.environ["RNA_MEMORY_BACKEND"] = "No Such!"
    assert "Environment variable RNA_MEMORY_BACKEND is not a backend's name" in one_line(
        notes.fails(78, "memory", "p", "health")
    )
    notes.environ["RNA_MEMORY_BACKEND"] = "nope"
    assert one_line(notes.fails(78, "memory", "p", "health")).startswith("rna: No backend is called 'nope'.")


@pytest.mark.parametrize("option", ["--state", "--config"])
def test_an_empty_place_is_refused_and_not_taken_for_the_default(project: Rna, option: str) -> None:
    project.fails(2, "memory", "p", "status", option, "")
    project.ok("memory", "p", "status")


def test_words_in_the_wrong_order_are_put_right(project: Rna) -> None:
    swapped = project.fails(2, "memory", "search", "p", "otters")
    assert "Try: rna memory p search otters" in swapped.stderr
    assert "Try: rna memory PROJECT_ID health" in project.fails(2, "memory", "health").stderr

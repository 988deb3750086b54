"""Deleted means deleted: no word of a deleted text is in any file, as it was written or as it was indexed."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.domain.uri import parse_address
from rna_cli.memory.gateway import Draft
from rna_cli.text.analyser import analyse

if TYPE_CHECKING:
    from tests.conftest import Rna

WORDS = "zqtitle Zqheading zqlead ZqBody zq_snake zqCamelCase zqrunnings 龘靐 齉爩龖 zqé зqслово"
CONTENT = f"# Zqheading\n\nZqlead comes first. {WORDS}\n\n" + "Common words fill the page.\n" * 30 + f"{WORDS}\n"


def words_of(text: str) -> set[bytes]:
    """Return every word that no other text has, as written, in lower case, and as indexed."""
    raw = {word for word in text.split() if word.lower().startswith(("zq", "зq", "龘", "齉"))}
    indexed = {
        term for word in raw for term in analyse(word).split() if term.startswith(("zq", "зq", "龘", "齉", "爩"))
    }
    return {word.encode() for word in raw | {word.lower() for word in raw} | indexed if word != "zq"}


def kept(rna: Rna) -> bytes:
    """Return all that is kept, in every file of the state."""
    places = sorted(place for place in Path(f"{rna.state}.rna").rglob("*") if place.is_file())
    data = b"".join(place.read_bytes() for place in places)
    return data + data.lower()


def present(rna: Rna, words: set[bytes]) -> set[bytes]:
    data = kept(rna)
    return {word for word in words if word in data}


@pytest.fixture
def filled(project: Rna) -> Rna:
    """A store with neighbours: enough for several segments of the index, and pages that are shared."""
    for number in range(40):
        project.write(
            f"near/{number}.md", f"# Neighbour {number}\n\nCommon words, neighbour{number}.\n" * (1 + number % 5)
        )
    project.write("sibling.md", "# Zsheading\n\nZslead comes first. Zsbody zs_snake.\n")
    return project


SIBLING = {b"zsheading", b"zslead", b"zsbody", b"zs_snake"}


def _check(rna: Rna, words: set[bytes], before: set[bytes]) -> None:
    assert len(before) > 10
    assert present(rna, words) == set()
    assert present(rna, SIBLING) == SIBLING
    assert "sibling.md" in rna.hits("zsbody")
    rna.ok("doctor")


def test_a_file(filled: Rna) -> None:
    filled.write("zqdir/zqname.md", CONTENT, "--title", "Zqtitle")
    words = words_of(f"{CONTENT} zqdir zqname.md Zqtitle zqdir/zqname.md")
    before = present(filled, words)
    assert before >= {"龘靐".encode(), b"zqbody", b"zqname", b"zqtitl", b"zq_snake"}
    result = filled.ok("memory", "p", "delete", "zqdir/zqname.md", "--yes", "--json")
    assert result.json["scrubbed"] is True
    _check(filled, words, before)


def test_all_its_versions_and_places(filled: Rna) -> None:
    for number in range(4):
        filled.write("zqfirst.md", f"{CONTENT}\nzqversion{number}\n" * (1 + number))
        filled.write(f"near/more{number}.md", "Common words between the versions.\n")
    filled.ok("memory", "p", "move", "zqfirst.md", "zqsecond.md")
    filled.write("zqsecond.md", "Nothing of it is here any more.\n")
    words = words_of(f"{CONTENT} zqfirst.md zqsecond.md zqversion0 zqversion1 zqversion2 zqversion3")
    before = present(filled, words)
    assert before >= {b"zqversion0", b"zqversion3", b"zqfirst", b"zqsecond"}
    filled.ok("memory", "p", "delete", "zqsecond.md", "--yes")
    _check(filled, words, before)


def test_a_hidden_file(filled: Rna) -> None:
    filled.write("zqname.md", CONTENT)
    filled.write("zqname.md", f"{CONTENT}zqnewer\n")
    filled.ok("memory", "p", "hide", "zqname.md")
    words = words_of(f"{CONTENT} zqname zqnewer")
    before = present(filled, words)
    assert b"zqnewer" in before
    filled.ok("memory", "p", "delete", "zqname.md", "--yes")
    _check(filled, words, before)


def test_a_directory_and_a_large_text(filled: Rna) -> None:
    large = "".join(f"{CONTENT}zqline{number}\n" for number in range(300))
    filled.write("zqdir/large.md", large)
    filled.write("zqdir/deep/er.md", CONTENT)
    words = words_of(f"{CONTENT} zqdir zqline0 zqline150 zqline299")
    before = present(filled, words)
    assert b"zqline150" in before
    filled.ok("memory", "p", "delete", "zqdir", "--yes")
    _check(filled, words, before)


def test_a_project(filled: Rna) -> None:
    filled.ok("memory", "zqproject", "initialize")
    filled.write("zqname.md", CONTENT, project="zqproject")
    filled.write("zqname.md", f"{CONTENT}zqnewer\n", project="zqproject")
    words = words_of(f"{CONTENT} zqname zqnewer")
    before = present(filled, words)
    assert b"zqnewer" in before
    filled.ok("projects", "delete", "zqproject", "--yes")
    _check(filled, words, before)


def test_while_somebody_reads_it_says_so_and_the_bytes_leave_with_the_reader(filled: Rna) -> None:
    filled.write("zqname.md", CONTENT)
    words = words_of(CONTENT)
    before = present(filled, words)
    reader = sqlite3.connect(filled.store, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM version").fetchone()[0] > 40
    result = filled.ok("memory", "p", "delete", "zqname.md", "--yes", "--json")
    assert result.json["scrubbed"] is False
    assert "another process uses the store" in result.stderr
    assert present(filled, words)
    reader.execute("COMMIT")
    reader.close()
    _check(filled, words, before)


@pytest.mark.parametrize("seed", [5, 6, 10])
def test_pages_that_were_spread_keep_no_copies(project: Rna, seed: int) -> None:
    """A full page is spread over several, and what stood in the old one stays in its unused part."""
    choose = random.Random(seed)
    words: dict[str, list[str]] = {}
    gone: list[str] = []
    with Runtime(environ=project.environ, clock=project.clock).memory() as memory:
        for step in range(130):
            word = f"zq{seed}x{step}e"
            path = choose.choice(sorted(words)) if words and choose.random() < 0.6 else f"d/{word}.md"
            if path in words and choose.random() < 0.5:
                assert memory.gateway.delete(Scope("p"), path).scrubbed
                gone += words.pop(path)
                data = kept(project)
                assert [word for word in gone if word.encode() in data] == []
            else:
                text = f"# {word}\n\n" + f"Text of {word}.\n" * choose.choice([1, 20, 400])
                memory.gateway.write(Scope("p"), [Draft(path, text)])
                words.setdefault(path, []).append(word)
        data = kept(project)
        assert [word for each in words.values() for word in each if word.encode() not in data] == []
    assert len(gone) > 20
    project.ok("doctor", "p", "--strict")


def test_a_deletion_that_was_cut_off_is_not_forgotten(filled: Rna) -> None:
    """What happens when the process dies after the deletion and before the file is written anew."""
    filled.write("zqname.md", CONTENT)
    words = words_of(CONTENT)
    before = present(filled, words)
    scope = Scope("p")
    with Runtime(environ=filled.environ, clock=filled.clock).memory() as memory, memory._backend.unit(scope) as unit:
        unit.delete(parse_address(scope, "zqname.md"))
    assert "warn  deleted texts: What was deleted at 2026" in filled.ok("doctor", "p").stdout
    assert filled("doctor", "p", "--strict").exit_code == 3
    assert "Repaired: what was deleted is overwritten" in filled.ok("doctor", "p", "--fix").stdout
    filled.ok("doctor", "p", "--strict")
    _check(filled, words, before)

"""A damaged store: an answer is right or is exit 65, and doctor tells in full what is wrong."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Result, Rna

TEXTS = {
    f"d/{number}.md": f"# Note {number}\n\n"
    + "".join(f"Line {line} of note {number}: the heron wades.\n" for line in range(60 if number else 600))
    for number in range(5)
}
EXACT = [("read", "d/1.md", "--limit", "500"), ("read", "d/0.md", "--offset", "300"), ("grep", "Line 7 ", "--fixed")]
OTHERS = [
    ("search", "heron wades", "--json"),
    ("search", "heron", "--as-of", "2026-03-01T12:00:06Z"),
    ("read", "d", "--level", "L1"),
    ("list", "--recursive"),
    ("tree",),
    ("status",),
    ("history", "d/2.md"),
    ("health",),
    ("write", "--file", "-", "--path", "new.md"),
    ("write", "--file", "-", "--path", "d/3.md"),
    ("delete", "d/2.md", "--yes"),
    ("hide", "d/3.md"),
    ("move", "d/1.md", "e/1.md"),
]


class Damaged:
    """A store whose bytes are exchanged before each command."""

    def __init__(self, rna: Rna) -> None:
        self.rna = rna
        for path, text in TEXTS.items():
            rna.write(path, f"Older. {text}")
            rna.write(path, text)
        self.sound = rna.store.read_bytes()
        self.right = {command: self.run(self.sound, command) for command in EXACT}
        assert {result.exit_code for result in self.right.values()} == {0}

    def run(self, data: bytes, command: tuple[str, ...]) -> Result:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.rna.store}{suffix}").unlink(missing_ok=True)
        self.rna.store.write_bytes(data)
        self.rna.store.chmod(0o600)
        return self.rna("memory", "p", *command, stdin=b"A new text.\n")

    def check(self, data: bytes, what: str) -> int:
        """Try every command on `data`; return how many said 65."""
        codes = []
        for command in (*EXACT, *OTHERS):
            result = self.run(data, command)
            said = f"{what}: {command}: {result.exit_code} {result.stderr}"
            assert result.exit_code in {0, 65}, said
            assert "Traceback" not in result.stderr, said
            if result.exit_code:
                assert result.stderr.startswith("rna: "), said
                assert "--json" in command or result.stdout == "", said
            elif command in EXACT:
                assert result.stdout == self.right[command].stdout, said
            codes.append(result.exit_code)
        self.run(data, ("status",))
        report = self.rna("doctor", "p", "--json")
        assert report.exit_code in {0, 3}, what
        assert len(report.json["sections"]) == 5, what
        assert report.exit_code == 3 or 65 not in codes, what
        return codes.count(65)


@pytest.fixture
def damaged(project: Rna) -> Damaged:
    return Damaged(project)


def test_the_sound_store_passes(damaged: Damaged) -> None:
    assert damaged.check(damaged.sound, "sound") == 0
    assert damaged.run(damaged.sound, ("status",)).exit_code == 0
    damaged.rna.ok("doctor", "p")


@pytest.mark.parametrize("part", range(3))
def test_a_truncated_store(damaged: Damaged, part: int) -> None:
    size = len(damaged.sound)
    lengths = [1, 15, 99, 100, 511, 512, 1000, 4095, 4096, 4097, size - 4097, size - 4096, size - 4095, size - 1]
    lengths += [size * share // 12 // 4096 * 4096 for share in range(1, 12)]
    refused = [damaged.check(damaged.sound[:length], f"{length} of {size} bytes") for length in lengths[part::3]]
    assert sum(count > 10 for count in refused) >= len(refused) - 2


@pytest.mark.parametrize("seed", range(6))
def test_flipped_bits(damaged: Damaged, seed: int) -> None:
    choose = random.Random(seed)
    refused = 0
    for _ in range(22):
        data = bytearray(damaged.sound)
        places = [choose.randrange(len(data)) for _ in range(choose.choice([1, 1, 1, 5]))]
        for place in places:
            data[place] ^= 1 << choose.randrange(8)
        refused += damaged.check(bytes(data), f"bits at {places}")
    assert refused


@pytest.mark.parametrize("filler", [0, 255, 65])
def test_overwritten_pages(damaged: Damaged, filler: int) -> None:
    pages = len(damaged.sound) // 4096
    refused = 0
    for page in {0, 1, 2, *range(filler % 7, pages, 7)}:
        data = bytearray(damaged.sound)
        data[page * 4096 : (page + 1) * 4096] = bytes([filler]) * 4096
        refused += damaged.check(bytes(data), f"page {page + 1}")
    assert refused > pages // 7


def test_every_byte_of_a_text_counts(damaged: Damaged) -> None:
    """A changed letter on a sound page is nothing to SQLite; the text is not shown all the same."""
    text = TEXTS["d/1.md"].encode()
    start = damaged.sound.rindex(text[:400])
    for offset in (0, 9, 100, 399):
        data = bytearray(damaged.sound)
        data[start + offset] ^= 1
        result = damaged.run(bytes(data), EXACT[0])
        assert (result.exit_code, result.stdout) == (65, ""), offset
        assert "not what was written" in result.stderr
        assert damaged.run(bytes(data), EXACT[1]).stdout == damaged.right[EXACT[1]].stdout
        assert damaged.rna("doctor", "p").exit_code == 3


def _all_rows(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM passage_index_data")


def _the_leaves(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM passage_index_data WHERE id > 10")


def _one_block(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE passage_index_data SET block = zeroblob(length(block)) WHERE id > 10")


def _a_stray_count(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO term VALUES (99, 'ghost', 3)")


def _the_counts(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE term SET passages = passages + 1 WHERE term = 'heron'")


def _a_passage(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM passage WHERE passage_pk = (SELECT max(passage_pk) FROM passage)")


def _terms_of_a_passage(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE passage SET head_terms = replace(head_terms, 'heron', 'stork')")


@pytest.mark.parametrize(
    "damage", [_all_rows, _the_leaves, _one_block, _the_counts, _a_stray_count, _a_passage, _terms_of_a_passage]
)
def test_a_damaged_index_is_rebuilt(project: Rna, damage: Callable[[sqlite3.Connection], None]) -> None:
    for number in range(3):
        project.write(f"{number}.md", f"Older text about herons and number{number}.\n")
        project.write(f"{number}.md", f"The heron wades in pond number{number}.\n")
    sound = project.ok("memory", "p", "search", "heron", "--level", "L2", "--json").json["hits"]
    assert len(sound) == 3
    connection = sqlite3.connect(project.store)
    connection.execute("PRAGMA trusted_schema=OFF")
    damage(connection)
    connection.commit()
    connection.close()
    assert project("memory", "p", "search", "heron").exit_code in {0, 65}
    assert project.ok("memory", "p", "read", "1.md").stdout == "The heron wades in pond number1.\n"
    report = project("doctor", "p")
    assert report.exit_code == 3
    assert "FAIL  index:" in report.stdout
    assert "rna doctor --fix" in report.stdout
    repaired = project.ok("doctor", "p", "--fix")
    assert "Repaired: the index was rebuilt" in repaired.stdout
    project.ok("doctor", "p")
    assert project.ok("memory", "p", "search", "heron", "--level", "L2", "--json").json["hits"] == sound
    known = project.ok("memory", "p", "history", "2.md", "--json").json["versions"][1]["recorded_at"]
    assert len(project.hits("older", options=("--as-of", known, "--level", "L2"))) == 1
    project.write("1.md", "And writing goes on.\n")
    project.ok("memory", "p", "delete", "0.md", "--yes")
    project.ok("doctor", "p")


@pytest.mark.parametrize(
    ("sound", "changed"),
    [
        (b"CREATE VIEW visible AS SELECT", b"CREATE VIEW visible AS \xa0ELECT"),  # quoted in what SQLite says about it
        (b"version_pk INTEGER NOT NULL,\n          start", b"version_pj INTEGER NOT NULL,\n          start"),
        (b"lead TEXT NOT NULL", b"leaf TEXT NOT NULL"),
        (b"head_terms, body_terms, content='current", b"heed_terms, body_terms, content='current"),
        (b"CREATE TABLE project", b"CREATE TABLE projekt"),
        (b"passage_index USING fts5", b"passage_index USING ftq5"),
        (b"current_passage', content_rowid='passage_pk', tok", b"current_passage', content_rowid='passage_pk', tyk"),
    ],
    ids=["no text", "column of a join", "column", "column of the index", "table", "module", "option"],
)
def test_a_damaged_schema(damaged: Damaged, sound: bytes, changed: bytes) -> None:
    assert damaged.sound.count(sound) == 1
    data = damaged.sound.replace(sound, changed)
    assert damaged.check(data, "schema") > 0
    damaged.run(data, ("status",))
    assert damaged.rna("doctor", "p").exit_code == 3
    assert damaged.check(damaged.sound, "sound") == 0

"""Usage counts: best effort. Whatever is wrong with their file, what is counted goes on as if they were not there."""

from __future__ import annotations

import sqlite3
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rna_cli.domain.scope import Scope
from rna_cli.errors import RnaError
from rna_cli.ledger.usage import KEPT_DAYS, UsageCounter, read_usage
from tests.conftest import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Rna

P, Q = Scope("p"), Scope("q")


@pytest.fixture
def used(project: Rna) -> Rna:
    project.write("note.md", "The heron wades.\n")
    assert project.hits("heron") == ["note.md"]
    return project


def usage_of(rna: Rna) -> Path:
    return rna.store.with_name("usage.sqlite")


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 1000)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def _foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    path.chmod(0o600)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("moved"))


def _other_table(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE usage")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("damage", [_empty, _garbage, _truncated, _foreign, _folder, _link, _other_table])
def test_damage_is_nothing_to_a_search(used: Rna, damage: Callable[[Path], None]) -> None:
    path = usage_of(used)
    damage(path)
    before = path.read_bytes() if path.is_file() else None
    result = used.ok("memory", "p", "search", "heron")
    assert result.stderr == ""
    assert used.hits("heron") == ["note.md"]
    assert (path.read_bytes() if path.is_file() else None) == before
    report = used.ok("doctor", "p")
    assert "warn  last 7 days: Not readable" in report.stdout
    assert "removing" in report.stdout


def test_a_locked_file_delays_nothing(used: Rna) -> None:
    holder = sqlite3.connect(usage_of(used))
    holder.execute("BEGIN EXCLUSIVE")
    started = time.perf_counter()
    assert used.hits("heron") == ["note.md"]
    assert time.perf_counter() - started < 2
    holder.rollback()
    before = read_usage(usage_of(used), P, since="2000")
    assert used.hits("heron") == ["note.md"]
    assert read_usage(usage_of(used), P, since="2000") != before
    holder.close()


def test_a_search_writes_its_count_and_nothing_else(used: Rna) -> None:
    root = Path(f"{used.state}.rna")

    def content() -> dict[Path, tuple[bytes, int]]:
        return {place: (place.read_bytes(), place.stat().st_mtime_ns) for place in root.rglob("*") if place.is_file()}

    before = content()
    assert used.hits("heron") == ["note.md"]
    after = content()
    assert set(after) == set(before)
    assert [place.name for place in after if after[place] != before[place]] == ["usage.sqlite"]


def test_no_query_and_no_address_is_kept(used: Rna) -> None:
    used.hits("heron", "zqquery")
    data = usage_of(used).read_bytes()
    assert b"search" in data
    assert b"zqquery" not in data
    assert b"note.md" not in data


def test_counts_add_up_by_day_project_and_verb(tmp_path: Path) -> None:
    path, clock = tmp_path / "usage.sqlite", _clock()
    for _ in range(2):
        counter = UsageCounter(path, clock)
        counter.count(P, "search")
        counter.count(P, "hit", 3)
        counter.count(Q, "search")
        counter.flush()
        counter.flush()
    clock.now += timedelta(days=1)
    counter.count(P, "search", 5)
    counter.flush()
    assert read_usage(path, P, since="2026-03-01") == {
        "2026-03-01": {"hit": 6, "search": 2},
        "2026-03-02": {"search": 5},
    }
    assert read_usage(path, Q, since="2026-03-01") == {"2026-03-01": {"search": 2}}
    assert read_usage(path, None, since="2026-03-01")["2026-03-01"] == {"hit": 6, "search": 4}
    assert read_usage(path, P, since="2026-03-02") == {"2026-03-02": {"search": 5}}
    assert path.stat().st_mode & 0o777 == 0o600


def test_old_counts_go(tmp_path: Path) -> None:
    path, clock = tmp_path / "usage.sqlite", _clock()
    counter = UsageCounter(path, clock)
    counter.count(P, "search")
    counter.flush()
    clock.now += timedelta(days=KEPT_DAYS)
    counter.count(P, "read")
    counter.flush()
    assert set(read_usage(path, P, since="2000")) == {"2026-03-01", "2026-05-30"}
    clock.now += timedelta(days=1)
    counter.count(P, "read")
    counter.flush()
    assert set(read_usage(path, P, since="2000")) == {"2026-05-30", "2026-05-31"}


def test_nothing_counted_makes_nothing(tmp_path: Path) -> None:
    counter = UsageCounter(tmp_path / "usage.sqlite", _clock())
    counter.flush()
    assert list(tmp_path.iterdir()) == []
    missing = UsageCounter(tmp_path / "no" / "usage.sqlite", _clock())
    missing.count(P, "search")
    missing.flush()
    assert list(tmp_path.iterdir()) == []
    counter.count(P, "search")
    counter.flush()
    assert [place.name for place in tmp_path.iterdir()] == ["usage.sqlite"]


def test_reading_what_is_not_there_and_what_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "usage.sqlite"
    assert read_usage(path, P, since="2000") == {}
    path.write_bytes(b"garbage")
    with pytest.raises(RnaError):
        read_usage(path, P, since="2000")
    path.unlink()
    assert read_usage(path, P, since="2000") == {}


def _clock() -> Clock:
    return Clock(step=timedelta(0))

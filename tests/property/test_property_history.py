"""Any series of changes leaves a store that agrees with a plain model of it, at every time."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from rna_cli.backends.embedded import create
from rna_cli.domain.clock import to_text
from rna_cli.domain.levels import Level
from rna_cli.errors import Conflict, NotFound, RnaError, UsageError
from rna_cli.testing import Bench

PATHS = st.sampled_from(["a", "a/b", "a/c.md", "a/b/d", "e.md", "f/g/h.md", "\U0010ffff"])
PLACES = PATHS | st.integers(0, 99)
"""A path of these, or (a number) one at which something is."""

WORDS = "heron stork pike lynx otter".split()
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(lambda words: "\r\n".join(words) + "\n")
FOREVER = "9999"


@dataclass
class Version:
    path: str
    text: str
    since: str
    until: str = FOREVER


@dataclass
class Record:
    versions: list[Version]
    hidden: bool = False

    @property
    def now(self) -> Version:
        return self.versions[-1]


@dataclass
class Model:
    """What a memory should hold, without an index, a file or a query."""

    records: list[Record] = field(default_factory=list)

    def at(self, path: str) -> Record | None:
        return next((record for record in self.records if record.now.path == path), None)

    def targets(self, path: str, *, hidden: bool | None) -> list[Record]:
        here = self.at(path)
        below = [record for record in self.records if record.now.path.startswith(f"{path}/")]
        found = [here] if here else sorted(below, key=lambda record: record.now.path)
        found = [record for record in found if hidden is None or record.hidden == hidden]
        if not found:
            raise NotFound(path)
        return found

    def check_room(self, path: str) -> None:
        for record in self.records:
            if path.startswith(f"{record.now.path}/") or record.now.path.startswith(f"{path}/"):
                raise Conflict(path)

    def write(self, path: str, text: str, now: str) -> None:
        record = self.at(path)
        if record is None:
            self.check_room(path)
            self.records.append(Record([Version(path, text, now)]))
        elif record.hidden:
            raise Conflict(path)
        elif record.now.text != text:
            self.supersede(record, Version(path, text, now))

    def supersede(self, record: Record, version: Version) -> None:
        record.now.until = version.since
        record.versions.append(version)

    def move(self, source: str, target: str, now: str) -> None:
        if target == source or target.startswith(f"{source}/"):
            raise UsageError(target)
        for record in self.targets(source, hidden=False):
            path = target + record.now.path[len(source) :]
            if self.at(path):
                raise Conflict(path)
            self.check_room(path)
            self.supersede(record, Version(path, record.now.text, now))

    def shown(self, as_of: str | None) -> dict[str, str]:
        moment = as_of or FOREVER[:-1]
        return {
            version.path: version.text
            for record in self.records
            if not record.hidden
            for version in record.versions
            if version.since <= moment < version.until
        }


class History(RuleBasedStateMachine):
    moments = Bundle("moments")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="rna-history-"))
        self.bench = Bench(create, self.folder)
        self.model = Model()

    @initialize()
    def begin(self) -> None:
        self.bench.gateway.initialize(self.bench.alpha)
        self.bench.gateway.initialize(self.bench.beta)
        self.bench.write("a/b", "heron of beta\n", scope=self.bench.beta)

    @rule(target=moments)
    def look_at_the_clock(self) -> str:
        return to_text(self.bench.clock())

    @rule(path=PATHS, text=TEXTS)
    def write_first(self, path: str, text: str) -> None:
        self.write(path, text)  # a second rule for what everything else needs

    @rule(path=PATHS, text=TEXTS)
    def write(self, path: str, text: str) -> None:
        self._both(lambda: self.bench.write(path, text), lambda now: self.model.write(path, text, now))

    @rule(old=PLACES, new=PATHS)
    def move(self, old: str | int, new: str) -> None:
        old = self._place(old)
        gateway, scope = self.bench.gateway, self.bench.alpha
        self._both(lambda: gateway.move(scope, old, new), lambda now: self.model.move(old, new, now))

    @rule(path=PLACES, hidden=st.booleans())
    def set_hidden(self, path: str | int, hidden: bool) -> None:
        path = self._place(path)

        def change(_: str) -> None:
            for record in self.model.targets(path, hidden=None):
                record.hidden = hidden

        self._both(lambda: self.bench.gateway.set_hidden(self.bench.alpha, path, hidden=hidden), change)

    @rule(path=PLACES)
    def delete(self, path: str | int) -> None:
        path = self._place(path)

        def change(_: str) -> None:
            for record in self.model.targets(path, hidden=None):
                self.model.records.remove(record)

        self._both(lambda: self.bench.gateway.delete(self.bench.alpha, path), change)

    @rule()
    def come_back_later(self) -> None:
        self.bench.reopen()

    @rule(moment=moments)
    def as_of(self, moment: str) -> None:
        self._compare(moment)

    @invariant()
    def now(self) -> None:
        if self.bench.context.store.exists():
            self._compare(None)
            hidden = sorted(record.now.path for record in self.model.records if record.hidden)
            assert self.bench.paths(hidden=True) == hidden
            for record in self.model.records:
                history = self.bench.reader.history(self.bench.alpha, record.now.path)
                expected = [(version.path, version.since) for version in reversed(record.versions)]
                assert [(version.address.path, version.recorded_at) for version in history] == expected

    def teardown(self) -> None:
        bench = self.bench
        if bench.context.store.exists():
            checks = bench.backend.checks(bench.alpha, fix=False)
            assert [check for check in checks if check.verdict.value not in {"ok", "info"}] == []
            assert {check.name for check in checks} >= {"index", "integrity", "texts"}
            assert bench.paths(scope=bench.beta) == ["a/b"]
            assert bench.finds("heron", "a/b", scope=bench.beta)
        bench.backend.close()
        shutil.rmtree(self.folder)

    def _place(self, place: str | int) -> str:
        """Return a path, or the address of one of the records that there are, or the directory that it is in."""
        if isinstance(place, str) or not self.model.records:
            return str(place)
        path = self.model.records[place % len(self.model.records)].now.path
        return path.rpartition("/")[0] or path if place >= 80 else path

    def _both(self, real, model) -> None:
        """Do the same to both; they must agree on whether it can be done."""
        before = [Record([Version(**vars(v)) for v in r.versions], r.hidden) for r in self.model.records]
        now = to_text(self.bench.clock.now + self.bench.clock.step)
        try:
            model(now)
        except RnaError as refused:
            self.model.records = before
            with pytest.raises(type(refused)):
                real()
        else:
            real()

    def _compare(self, as_of: str | None) -> None:
        bench, shown = self.bench, self.model.shown(as_of)
        listing = bench.reader.entries(bench.alpha, "", recursive=True, as_of=as_of)
        assert [entry.address.path for entry in listing.entries] == sorted(shown)
        for path, text in shown.items():
            assert bench.text(path, as_of=as_of) == text
        for word in WORDS[:3]:
            hits = bench.reader.search(bench.alpha, word, level=Level.L2, limit=50, as_of=as_of).hits
            assert {hit.address.path for hit in hits} == {path for path, text in shown.items() if word in text}


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=60, stateful_step_count=40)

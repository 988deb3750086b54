"""The calls of the protocol, over one JSON file that is read whole and replaced whole."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.clock import Clock, to_text
from rna_cli.domain.levels import Level
from rna_cli.domain.records import (
    Capability,
    Entry,
    Found,
    Health,
    Hit,
    Kind,
    Listing,
    Match,
    ProjectStatus,
    Removed,
    Text,
    Version,
)
from rna_cli.domain.scope import Scope
from rna_cli.domain.uri import Address
from rna_cli.errors import NotFound, ProjectNotInitialized, RnaError, StoreCorrupt
from rna_cli.files.private import make_folder, replace
from rna_memo.records import Json, MemoUnit, at_or_below, current, new_project
from rna_memo.search import score_of, shown_passage, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rna_cli.backends.protocol import Progress
    from rna_cli.domain.query import Query


class MemoBackend:
    """Everything in one private JSON file."""

    name = "memo"
    capabilities = frozenset({Capability.EXACT_DELETE})

    def __init__(self, path: Path, clock: Clock, greeting: str) -> None:
        self._path = path
        self._clock = clock
        self._greeting = greeting

    def health(self, scope: Scope) -> Health:
        self._project(scope)
        facts: dict[str, str | int] = {"store": str(self._path), "greeting": self._greeting}
        return Health(self.name, "The memo is there.", facts)

    def checks(self, scope: Scope | None, *, fix: bool) -> list[Check]:
        try:
            projects = self._load()
            if scope is not None:
                self._project(scope)
        except RnaError as error:
            return [Check("memo", Verdict.FAIL, error.message, error.hint)]
        return [Check("memo", Verdict.OK, f"{len(projects)} projects. {self._greeting}".strip())]

    def initialize(self, scope: Scope) -> bool:
        projects = self._load()
        if scope.project_id in projects:
            return False
        projects[scope.project_id] = new_project(to_text(self._clock()))
        self._save(projects)
        return True

    def projects(self) -> list[ProjectStatus]:
        return [self.status(Scope(project_id)) for project_id in sorted(self._load())]

    def reindex(self, scope: Scope, progress: Progress) -> int:
        return 0  # it searches the texts themselves

    def delete_project(self, scope: Scope) -> Removed:
        records = at_or_below(self._project(scope), "", hidden=None)
        projects = self._load()
        del projects[scope.project_id]
        self._save(projects)
        addresses = [Address(scope, current(record)["path"]) for record in records]
        return Removed(addresses, sum(len(record["versions"]) for record in records))

    @contextmanager
    def unit(self, scope: Scope) -> Iterator[MemoUnit]:
        projects = self._load()
        self._project(scope)
        yield MemoUnit(scope, projects[scope.project_id], self._clock)
        self._save(projects)

    def scrub(self) -> bool:
        return True  # the file was replaced by one without the text

    def status(self, scope: Scope) -> ProjectStatus:
        project = self._project(scope)
        shown, all_records = at_or_below(project, ""), at_or_below(project, "", hidden=None)
        return ProjectStatus(
            project_id=scope.project_id,
            initialized_at=project["initialized_at"],
            documents=len(shown),
            hidden=len(all_records) - len(shown),
            versions=sum(len(record["versions"]) for record in all_records),
            bytes=sum(current(record)["size"] for record in shown),
            last_change_at=project["changed_at"],
        )

    def is_directory(self, address: Address, *, as_of: str | None) -> bool:
        found = self._records(address)
        return not found or current(found[0])["path"] != address.path

    def read(self, address: Address, *, offset: int, limit: int, as_of: str | None) -> Text:
        if self.is_directory(address, as_of=None):
            raise NotFound(f"{address.uri} is a directory.", hint="Read a file of it.")
        (record,) = self._records(address)
        version, lines = current(record), _lines(current(record)["text"])
        return Text(
            address,
            Level.L2,
            version["title"],
            len(record["versions"]),
            version["recorded_at"],
            lines[offset : offset + limit],
            offset,
            len(lines),
        )

    def describe(self, address: Address, level: Level, *, as_of: str | None) -> Text:
        versions = [current(record) for record in self._records(address)]
        lines = [f"{address.name}: {len(versions)} files\n"]
        if level is Level.L1:
            lines += [f"- {version['path']} ({version['title']})\n" for version in versions]
        newest = max((v["recorded_at"] for v in versions), default=self._project(address.scope)["initialized_at"])
        return Text(address, level, address.name, 0, newest, lines, 0, len(lines))

    def search(
        self, scope: Scope, query: Query, *, level: Level | None, limit: int, as_of: str | None, explain: bool
    ) -> Found:
        words = words_of(query.text)
        hits: dict[tuple[str, Level], Hit] = {}
        for record in at_or_below(self._project(scope), ""):
            version = current(record)
            score = score_of(version, words)
            if not score:
                continue
            file = Address(scope, version["path"])
            folder = Address(scope, file.path.rpartition("/")[0])
            if level in (None, Level.L2):
                hits[(file.path, Level.L2)] = self._hit(record, file, score, words)
            else:
                text = self.describe(folder, level, as_of=None)
                passage = shown_passage("".join(text.lines), words)
                hit = Hit(folder, level, Kind.DIRECTORY, folder.name, score, passage, text.recorded_at, 0)
                hits[(folder.path, level)] = max(hit, hits.get((folder.path, level), hit), key=lambda each: each.score)
        return Found(sorted(hits.values(), key=lambda hit: -hit.score)[:limit], sorted(words))

    def _hit(self, record: Json, address: Address, score: float, words: set[str]) -> Hit:
        version = current(record)
        passage = shown_passage(version["text"], words)
        number = len(record["versions"])
        kind = _kind(version)
        return Hit(address, Level.L2, kind, version["title"], score, passage, version["recorded_at"], number)

    def grep(self, address: Address, pattern: str, *, limit: int) -> list[Match]:
        compiled = re.compile(pattern)
        return [
            Match(Address(address.scope, current(record)["path"]), number, line.rstrip("\r\n"))
            for record in self._records(address)
            for number, line in enumerate(_lines(current(record)["text"]), 1)
            if compiled.search(line.rstrip("\r\n"))
        ][:limit]

    def entries(
        self, address: Address, *, recursive: bool, hidden: bool, offset: int, limit: int, as_of: str | None
    ) -> Listing:
        if hidden:
            records = at_or_below(self._project(address.scope), address.path, hidden=True)
        else:
            records = self._records(address)
        entries: dict[str, Entry] = {}
        skip = len(address.path) + 1 if address.path else 0
        for record in records:
            version = current(record)
            child, slash, _ = version["path"][skip:].partition("/")
            if slash and not (recursive or hidden):
                place = Address(address.scope, version["path"][:skip] + child)
                old = entries.get(place.path, Entry(place, Kind.DIRECTORY, "", 0, 0, 0, ""))
                newest = max(old.recorded_at, version["recorded_at"])
                size, files = old.size + version["size"], old.files + 1
                entries[place.path] = old._replace(size=size, files=files, recorded_at=newest)
            else:
                place = Address(address.scope, version["path"])
                facts = (version["title"], version["size"], 1, len(record["versions"]), version["recorded_at"])
                entries[place.path] = Entry(place, _kind(version), *facts, record["hidden"])
        ordered = [entries[path] for path in sorted(entries)]
        return Listing(ordered[offset : offset + limit], len(ordered))

    def history(self, address: Address) -> list[Version]:
        project = self._project(address.scope)
        now_there = [r for r in at_or_below(project, address.path, hidden=None) if current(r)["path"] == address.path]
        was_there = [r for r in project["records"] if any(v["path"] == address.path for v in r["versions"])]
        if not now_there + was_there:
            raise NotFound(f"Nothing is at {address.uri}.", hint="See what is there with list.")
        record = (now_there + was_there)[0]
        return [
            Version(
                Address(address.scope, version["path"]),
                number,
                version["title"],
                version["size"],
                version["hash"],
                version["recorded_at"],
                version["superseded_at"],
            )
            for number, version in reversed(list(enumerate(record["versions"], 1)))
        ]

    def evolution(self, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
        days: dict[str, dict[str, int]] = {}
        for project_id, project in self._load().items():
            if scope is None or project_id == scope.project_id:
                for day, counts in project["evolution"].items():
                    if day >= since:
                        for change, count in counts.items():
                            days.setdefault(day, {})[change] = days.get(day, {}).get(change, 0) + count
        return days

    def close(self) -> None:
        """Nothing is kept open."""

    def _project(self, scope: Scope) -> Json:
        project: Json | None = self._load().get(scope.project_id)
        if project is None:
            raise ProjectNotInitialized(
                f"Project {scope.project_id!r} is not initialized.",
                hint=f"Make it with: rna memory {scope.project_id} initialize",
                backend=self.name,
            )
        return project

    def _records(self, address: Address) -> list[Json]:
        project = self._project(address.scope)
        found = at_or_below(project, address.path)
        if found or not address.path:
            return found
        if at_or_below(project, address.path, hidden=True):
            raise NotFound(f"{address.uri} is hidden.", hint="Bring it back with unhide.")
        raise NotFound(f"Nothing is at {address.uri}.", hint="See what is there with list.")

    def _load(self) -> Json:
        try:
            projects: Json = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise StoreCorrupt(f"{self._path} is no memo: {error}.", hint="Bring back a copy.") from None
        return projects

    def _save(self, projects: Json) -> None:
        make_folder(self._path.parent)
        replace(self._path, json.dumps(projects).encode())


def _kind(version: Json) -> Kind:
    return Kind.MESSAGE if version["saying"] else Kind.DOCUMENT


def _lines(text: str) -> list[str]:
    """Return lines with their ends; they end at a line feed and nowhere else."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)

"""The records of one project, as plain data that JSON can hold."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from rna_cli.domain.clock import Clock, later_than
from rna_cli.domain.records import Action, Document, Moved, Removed, Written
from rna_cli.domain.uri import Address
from rna_cli.errors import Conflict, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.domain.scope import Scope

Json = dict[str, Any]


def new_project(now: str) -> Json:
    """Return an empty project."""
    return {"initialized_at": now, "changed_at": None, "records": [], "evolution": {}}


def current(record: Json) -> Json:
    """Return the newest version of a record."""
    return record["versions"][-1]


def at_or_below(project: Json, path: str, *, hidden: bool | None = False) -> list[Json]:
    """Return the records at a path, or below it, by path; hidden ones, others, or (None) both."""
    found = [
        record
        for record in project["records"]
        if (hidden is None or record["hidden"] == hidden)
        and (not path or current(record)["path"] == path or current(record)["path"].startswith(path + "/"))
    ]
    return sorted(found, key=lambda record: current(record)["path"])


class MemoUnit:
    """Changes one project in memory; the backend writes the file when the block ends well."""

    def __init__(self, scope: Scope, project: Json, clock: Clock) -> None:
        self._scope = scope
        self._project = project
        self._now = later_than(project["changed_at"], clock())

    def put(self, documents: Iterable[Document]) -> list[Written]:
        return [self._put_or_say_which(document) for document in documents]

    def _put_or_say_which(self, document: Document) -> Written:
        try:
            return self._put(document)
        except Conflict as error:
            error.path = document.address.path
            raise

    def _put(self, document: Document) -> Written:
        path, text = document.address.path, document.text
        record = self._at(path)
        if record is None:
            self._check_room(path)
        elif record["hidden"]:
            raise Conflict(f"{document.address.uri} is hidden.", hint="Bring it back with unhide, or delete it.")
        elif document.create_only:
            raise Conflict(f"{document.address.uri} exists.", hint="Leave --create out.")
        title = document.title or _heading(text) or document.address.name
        size = len(text.encode())
        old = current(record) if record else None
        saying = list(document.saying) if document.saying else None
        if record and old and (old["text"], old["title"], old["saying"]) == (text, title, saying):
            return Written(document.address, Action.UNCHANGED, len(record["versions"]), title, size)
        action = Action.UPDATED if record else Action.CREATED
        if record is None:
            record = {"hidden": False, "versions": []}
            self._project["records"].append(record)
        self._add(record, path, title, text, action.value, saying)
        return Written(document.address, action, len(record["versions"]), title, size)

    def move(self, source: Address, target: Address) -> list[Moved]:
        moved = []
        for record in self._need(source, hidden=False):
            old = current(record)
            path = target.path + old["path"][len(source.path) :]
            if self._at(path):
                raise Conflict(f"{Address(self._scope, path).uri} exists.", hint="Choose another address.")
            self._check_room(path)
            title = path.rpartition("/")[2] if old["title"] == old["path"].rpartition("/")[2] else old["title"]
            self._add(record, path, title, old["text"], "moved")
            addresses = (Address(self._scope, old["path"]), Address(self._scope, path))
            moved.append(Moved(*addresses, len(record["versions"])))
        return moved

    def delete(self, address: Address) -> Removed:
        gone = self._need(address, hidden=None)
        self._project["records"] = [record for record in self._project["records"] if record not in gone]
        for _ in gone:
            self._count("deleted")
        addresses = [Address(self._scope, current(record)["path"]) for record in gone]
        return Removed(addresses, sum(len(record["versions"]) for record in gone))

    def set_hidden(self, address: Address, *, hidden: bool) -> list[Address]:
        changed = [record for record in self._need(address, hidden=None) if record["hidden"] != hidden]
        for record in changed:
            record["hidden"] = hidden
            self._count("hidden" if hidden else "unhidden")
        return [Address(self._scope, current(record)["path"]) for record in changed]

    def _add(
        self, record: Json, path: str, title: str, text: str, change: str, saying: list[str | None] | None = None
    ) -> None:
        if record["versions"]:
            current(record)["superseded_at"] = self._now
        record["versions"].append(
            {
                "path": path,
                "title": title,
                "text": text,
                "saying": saying,
                "size": len(text.encode()),
                "hash": hashlib.sha256(text.encode()).hexdigest(),
                "recorded_at": self._now,
                "superseded_at": None,
            }
        )
        self._count(change)

    def _count(self, change: str) -> None:
        self._project["changed_at"] = self._now
        day = self._project["evolution"].setdefault(self._now[:10], {})
        day[change] = day.get(change, 0) + 1

    def _at(self, path: str) -> Json | None:
        return next((record for record in self._project["records"] if current(record)["path"] == path), None)

    def _need(self, address: Address, *, hidden: bool | None) -> list[Json]:
        found = at_or_below(self._project, address.path, hidden=hidden)
        if not found:
            raise NotFound(f"Nothing is at {address.uri}.", hint="See what is there with list.")
        return found

    def _check_room(self, path: str) -> None:
        for record in self._project["records"]:
            taken = current(record)["path"]
            if path.startswith(taken + "/") or taken.startswith(path + "/"):
                raise Conflict(f"{path} and {taken} cannot both be.", hint="Choose another --path.")


def _heading(text: str) -> str:
    return next((line.lstrip("#").strip() for line in text.splitlines() if line.startswith("# ")), "")

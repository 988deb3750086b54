"""What doctor looks at in the embedded store, and what it can repair."""

from __future__ import annotations

import shutil
import time
from functools import partial
from typing import TYPE_CHECKING

from rna_cli.backends.embedded.bodies import BODY, intact_text, stored_kind
from rna_cli.backends.embedded.indexing import Summary, document_summary, message_summary
from rna_cli.backends.embedded.passages import miscounted_terms
from rna_cli.backends.embedded.reindexing import rebuild_indexes, reindex_project
from rna_cli.backends.embedded.schema import CURRENT, MIGRATIONS, PAST, SCRUB_DUE
from rna_cli.backends.embedded.store import Store, find_project
from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.records import Kind
from rna_cli.errors import RnaError, StoreCorrupt
from rna_cli.sqlite.connection import schema_version
from rna_cli.sqlite.copies import integrity_problems
from rna_cli.sqlite.files import is_writable, refuse_orphans
from rna_cli.sqlite.migrations import expected_schema, schema_of
from rna_cli.text import ANALYSER_VERSION
from rna_cli.text.lines import one_line
from rna_cli.text.outline import outline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rna_cli.domain.scope import Scope
    from rna_cli.sqlite.connection import Connection

_ABANDONED_S = 3600

LOW_DISK_BYTES = 100 * 1024 * 1024

_INDEX_PROBLEM = "Rebuild it from the texts: rna doctor --fix"


def examine(store: Store, scope: Scope | None, *, fix: bool) -> list[Check]:
    """Run every check that can be run; a later one is left out only where an earlier failure makes it meaningless."""
    checks = [
        _guarded("free disk", lambda: _free_disk(store.path)),
        _guarded("leftovers", lambda: _leftovers(store.path, fix=fix)),
    ]
    try:
        if not store.exists:
            refuse_orphans(store.path)
            hint = "Make it: rna memory PROJECT_ID initialize"
            checks.append(Check("store", Verdict.WARN, f"{store.path} is not made yet.", hint))
            return checks + _project(store, scope)
        connection = store.connection(update=fix)
    except RnaError as error:
        return [*checks, Check("store", Verdict.FAIL, error.message, error.hint)]
    checks.append(Check("store", Verdict.OK, f"{store.path} opens."))
    # What an older schema does not have is not damage.
    older = schema_version(connection, store.path, len(MIGRATIONS)) < len(MIGRATIONS)
    due = {name: check for name, check in _CHECKS.items() if not older or name in {"schema", "integrity"}}
    checks += [_guarded(name, partial(check, store, connection, fix=fix)) for name, check in due.items()]
    if older:
        return checks
    return checks + _project(store, scope)


def _guarded(name: str, check: Callable[[], Check]) -> Check:
    """A check that cannot be finished has failed."""
    try:
        return check()
    except RnaError as error:
        return Check(name, Verdict.FAIL, error.message, error.hint)
    except OSError as error:
        return Check(name, Verdict.FAIL, f"Cannot be looked at: {error.strerror or error}.", "Check who owns it.")


def _leftovers(path: Path, *, fix: bool) -> Check:
    """Find what an interrupted `initialize` left behind: files under construction that are an hour old."""
    found = [
        leftover
        for leftover in path.parent.glob(f"{path.name}.*.new*")
        if time.time() - leftover.lstat().st_mtime > _ABANDONED_S
    ]
    names = ", ".join(leftover.name for leftover in found)
    if not found:
        return Check("leftovers", Verdict.OK, "No interrupted command left anything behind.")
    if not fix:
        return Check("leftovers", Verdict.WARN, f"Left by an interrupted command: {names}.", "rna doctor --fix")
    for leftover in found:
        leftover.unlink(missing_ok=True)
    return Check("leftovers", Verdict.OK, f"Removed: {names}.")


def _free_disk(path: Path) -> Check:
    folder = next(parent for parent in path.parents if parent.exists())
    free = shutil.disk_usage(folder).free
    if free < LOW_DISK_BYTES:
        return Check("free disk", Verdict.WARN, f"Only {free // 1024} KiB are free.", "Free some space.")
    return Check("free disk", Verdict.OK, f"{free // 1024 // 1024} MiB are free.")


def _schema(store: Store, connection: Connection, *, fix: bool) -> Check:
    """Compare the tables and views with what this program makes; the two indexes are looked at next.

    A damaged statement can mean something else: with one letter changed, a view shows what it should leave out.
    """
    version = schema_version(connection, store.path, len(MIGRATIONS))
    if version < len(MIGRATIONS):
        message = f"Schema {version}; this rna has {len(MIGRATIONS)}."
        return Check("schema", Verdict.WARN, message, "The next command brings it up to date, or: rna doctor --fix")
    with store.reading():
        found = schema_of(connection)
    expected = expected_schema(MIGRATIONS)
    wrong = [name for name, sql in expected.items() if found.get(name) != sql and not name.startswith((CURRENT, PAST))]
    if wrong:
        raise StoreCorrupt(
            f"{store.path} lacks or changes {', '.join(sorted(wrong))}.", hint="Bring back a copy of it."
        )
    return Check("schema", Verdict.OK, f"Schema {version}, all tables are there.")


def _integrity(store: Store, connection: Connection, *, fix: bool) -> Check:
    with store.reading():
        problems = integrity_problems(connection)
        strays = connection.execute("PRAGMA foreign_key_check").fetchall()
    if problems:
        return Check("integrity", Verdict.FAIL, problems[0], "Move the store away and bring back a copy.")
    if strays:
        return Check("integrity", Verdict.FAIL, f"{len(strays)} rows refer to nothing.", "Bring back a copy.")
    return Check("integrity", Verdict.OK, "Every page and every reference is sound.")


def _texts(store: Store, connection: Connection, *, fix: bool) -> Check:
    """Compare every version with its hash, and its summary with its text: no page shows that a letter has changed."""
    count, stale = 0, ""
    with store.reading():
        for path, kind, body, digest, *said in connection.execute(
            f"SELECT path, kind, {BODY}, {', '.join(Summary._fields)} FROM version"
        ):
            count += 1
            text = intact_text(body, digest, path)
            due = (
                message_summary(text)
                if stored_kind(kind) is Kind.MESSAGE
                else document_summary(text, outline(text, path))
            )
            if due != tuple(said):
                stale = path
    if not stale:
        return Check("texts", Verdict.OK, f"All {count} versions are what was written.")
    if not fix:
        return Check("texts", Verdict.FAIL, f"The summary of {stale} is not that of its text.", _INDEX_PROBLEM)
    with store.writing():
        rebuild_indexes(connection)
    return Check("texts", Verdict.OK, "Repaired: the summaries were made again from the texts.")


def _deleted(store: Store, connection: Connection, *, fix: bool) -> Check:
    """Tell whether a deletion was cut off before the bytes had left the file."""
    with store.reading():
        due = connection.execute("SELECT value FROM meta WHERE key = ?", (SCRUB_DUE,)).fetchone()
    if due is None:
        return Check("deleted texts", Verdict.OK, "Nothing that was deleted is left in the file.")
    if fix and store.scrub():
        return Check("deleted texts", Verdict.OK, "Repaired: what was deleted is overwritten.")
    said = f"What was deleted at {due[0]} may still be in the file."
    return Check("deleted texts", Verdict.WARN, said, "Overwrite it: rna doctor --fix")


def _index(store: Store, connection: Connection, *, fix: bool) -> Check:
    """Compare both indexes with the passages, and the passages with the texts. To SQLite that is writing."""
    if not is_writable(store.path):
        return Check("index", Verdict.WARN, f"Not compared with the texts: {store.path} or its folder is read-only.")
    try:
        with store.writing():
            for index in (CURRENT, PAST):
                connection.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
            count, stored = connection.execute(
                "SELECT (SELECT coalesce(sum(passage_count), 0) FROM version), (SELECT count(*) FROM passage)"
            ).fetchone()
        with store.reading():
            wrong = miscounted_terms(connection)
        problem = ""
        if count != stored:
            problem = f"the texts have {count} passages, the index {stored}."
        elif wrong:
            problem = f"terms are miscounted in {', '.join(wrong)}."
    except StoreCorrupt as error:
        problem = error.message
    if problem:
        if not fix:
            return Check("index", Verdict.FAIL, f"The index disagrees with the texts: {problem}", _INDEX_PROBLEM)
        with store.writing():
            rebuild_indexes(connection)
        return Check("index", Verdict.OK, "Repaired: the index was rebuilt from the texts.")
    return Check("index", Verdict.OK, f"The index agrees with {stored} passages.")


def _analyser(store: Store, connection: Connection, *, fix: bool) -> Check:
    with store.reading():
        stale = connection.execute(
            "SELECT project_pk, project_id FROM project WHERE analyser_version <> ? ORDER BY project_id",
            (ANALYSER_VERSION,),
        ).fetchall()
    if not stale:
        return Check("analyser", Verdict.OK, f"Indexed with analyser {ANALYSER_VERSION}, FTS5 is there.")
    named = one_line(", ".join(project_id for _, project_id in stale), 200)
    if not fix:
        message = f"Indexed with another analyser than {ANALYSER_VERSION}: {named}."
        return Check("analyser", Verdict.WARN, message, "The next search indexes them anew, or: rna doctor --fix")
    for project_pk, _ in stale:
        reindex_project(store, project_pk, None, again=False)
    return Check("analyser", Verdict.OK, f"Repaired: indexed again with analyser {ANALYSER_VERSION}: {named}.")


# The index first, since a newer SQLite looks at it in its integrity check too, and it may have been repaired by then.
_CHECKS = {
    "schema": _schema,
    "index": _index,
    "analyser": _analyser,
    "integrity": _integrity,
    "texts": _texts,
    "deleted texts": _deleted,
}


def _project(store: Store, scope: Scope | None) -> list[Check]:
    if scope is None:
        return []
    try:
        store.require(scope)
        with store.reading() as connection:
            find_project(connection, scope)
    except RnaError as error:
        return [Check("project", Verdict.FAIL, error.message, error.hint)]
    return [Check("project", Verdict.OK, f"Project {scope.project_id!r} is initialized.")]

"""What the shells offer for project ids and uris: read from the store, and no store is made for it.

A completion that fails offers nothing: an error message in the middle of a command line helps nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.records import Kind
from rna_cli.domain.uri import parse_address
from rna_cli.errors import RnaError
from rna_cli.memory.reader import Window

if TYPE_CHECKING:
    from rna_cli.memory.reader import Reader

MOST = 200
"""How many candidates are offered."""


@contextmanager
def _reader(runtime: Runtime) -> Iterator[Reader | None]:
    """Yield the reader of the embedded memory, None for another: a server is not asked while somebody types."""
    settings = runtime.settings()
    if settings.backend != "embedded":
        yield None
        return
    with runtime.memory(settings) as memory:
        yield memory.reader


def complete_project(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the ids of the projects that start with `incomplete`."""
    found: list[str] = []
    with suppress(RnaError), _reader(Runtime.of(ctx)) as reader:
        if reader is not None:
            found = [project.project_id for project in reader.projects() if project.project_id.startswith(incomplete)]
    return found[:MOST]


def complete_uri(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return what is in the directory that `incomplete` has got to; as a uri where it is one, else as a path."""
    return _addresses(ctx, incomplete, hidden=False)


def complete_hidden(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the files that are hidden, wherever they are."""
    return _addresses(ctx, incomplete, hidden=True)


def _addresses(ctx: typer.Context, incomplete: str, *, hidden: bool) -> list[str]:
    runtime = Runtime.of(ctx)
    runtime.project_id = runtime.project_id or _project_of(ctx)
    scope = runtime.scope
    root = scope.uri + "/"
    found: list[str] = [root] if incomplete and root.startswith(incomplete) and incomplete != root else []
    full = incomplete.startswith(root)
    directory = "" if hidden else incomplete.removeprefix(root).rpartition("/")[0]
    with suppress(RnaError), _reader(runtime) as reader:
        if reader is not None and "://" not in directory:
            path = parse_address(scope, directory).path
            for entry in reader.entries(scope, path, hidden=hidden, window=Window(0, MOST)).entries:
                name = entry.address.uri if full else entry.address.path
                found.append(name + "/" if entry.kind is Kind.DIRECTORY else name)
    return [name for name in found if name.startswith(incomplete)]


def _project_of(ctx: typer.Context) -> str:
    """Return the project id that stands earlier on the command line."""
    parent = ctx.parent
    return str(parent.params.get("project_id", "")) if parent is not None else ""

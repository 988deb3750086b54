"""`rna memory PROJECT_ID write`."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

import typer

from rna_cli.cli.files import decode_text
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.records import Action
from rna_cli.errors import InputUnusable, UsageError
from rna_cli.memory.gateway import RAISE_CAP, Draft
from rna_cli.render.values import written_value

EXAMPLES = (
    'rna memory demo write --file note.md --title "Release conventions"',
    "rna memory demo write --file docs/setup.md --path docs/setup.md",
    "git log -5 | rna memory demo write --file - --path log/recent.md",
)


def command(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Option("--file", "-f", metavar="PATH", help="The text, in UTF-8; - reads standard input.")
    ],
    path: Annotated[
        str | None, typer.Option("--path", metavar="PATH", help="Where it goes; the file's own name when left out.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Its title; the first heading, else the name, when left out.")
    ] = None,
    create: Annotated[
        bool, typer.Option("--create", help="Fail when the address is taken, instead of updating.")
    ] = False,
) -> None:
    """Store a text as it is. What is at its address becomes an earlier version."""
    runtime = Runtime.of(ctx)
    scope = runtime.scope
    if file == "-" and path is None:
        raise UsageError("Text from standard input needs an address.", hint="Add --path, as in --path notes/name.md")
    name = PurePath(file).name if path is None else path
    with runtime.memory() as memory:
        cap = memory.settings.max_document_bytes
        data = runtime.read_input(file, cap)
        if len(data) > cap:
            raise InputUnusable(f"{name} has over {cap} bytes.", hint=RAISE_CAP)
        draft = Draft(name, decode_text(data, name if file == "-" else file), title, create)
        (written,) = memory.gateway.write(scope, [draft])
    runtime.answer(written_value(written), f"{written.action.value} {written.address.uri} v{written.version}\n")
    if written.action is Action.UPDATED:
        runtime.note(f"It supersedes version {written.version - 1}, which stays in history.")

"""`rna memory PROJECT_ID move`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import Target
from rna_cli.cli.runtime import Runtime

EXAMPLES = ("rna memory demo move note.md notes/release.md", "rna memory demo move notes archive/2026")


def command(
    ctx: typer.Context,
    uri: Target,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The new uri or path; no file may be there.")],
) -> None:
    """Give a file, or all files below a directory, a new address. Earlier versions keep the old one."""
    runtime = Runtime.of(ctx)
    with runtime.memory() as memory:
        moved = memory.gateway.move(runtime.scope, uri, target)
    value = {"moved": [{"from": each.source.uri, "to": each.target.uri, "version": each.version} for each in moved]}
    runtime.answer(value, [f"moved {each.source.path} -> {each.target.path} v{each.version}\n" for each in moved])

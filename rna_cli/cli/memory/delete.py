"""`rna memory PROJECT_ID delete`."""

from __future__ import annotations

import typer

from rna_cli.cli.options import DryRun, Target, Yes
from rna_cli.cli.runtime import Runtime
from rna_cli.text.wording import counted

EXAMPLES = (
    "rna memory demo delete note.md",
    "rna memory demo delete notes --dry-run",
    "rna memory demo delete notes --yes --json",
)


def command(ctx: typer.Context, uri: Target, dry_run: DryRun = False, yes: Yes = False) -> None:
    """Delete a file, or all files below a directory, with every version, and overwrite the bytes.

    The same text may be written again. To withdraw a file without losing it: hide.
    """
    runtime = Runtime.of(ctx)
    scope = runtime.scope
    with runtime.memory() as memory:
        there = memory.reader.everything_at(scope, uri)
        paths, versions, scrubbed = [entry.address for entry in there], sum(entry.version for entry in there), False
        if not dry_run:
            said = f"{counted(len(paths), 'file')} with {counted(versions, 'version')}"
            runtime.confirm(f"Delete {said} at {uri}?", yes=yes)
            # What is reported is what was deleted, which may be more: somebody may have written since the question.
            (paths, versions), scrubbed = memory.gateway.delete(scope, uri)
    word = "would delete" if dry_run else "deleted"
    value = {
        "deleted": [address.uri for address in paths],
        "versions": versions,
        "dry_run": dry_run,
        "scrubbed": scrubbed,
    }
    runtime.answer(value, [f"{word} {address.path}\n" for address in paths])
    if not scrubbed and not dry_run:
        runtime.note(NOT_SCRUBBED)


NOT_SCRUBBED = (
    "The bytes are not overwritten yet: another process uses the store, or there is no room. "
    "Finish it with: rna doctor --fix"
)

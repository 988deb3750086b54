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
        gone = memory.reader.everything_at(scope, uri)
        versions = sum(entry.version for entry in gone)
        said = f"{counted(len(gone), 'file')} with {counted(versions, 'version')}"
        if not dry_run:
            runtime.confirm(f"Delete {said} at {uri}?", yes=yes)
            deleted = memory.gateway.delete(scope, uri)
            if not deleted.scrubbed:
                runtime.note("Another process uses the store; the bytes leave with its last read, or: rna doctor --fix")
    word = "would delete" if dry_run else "deleted"
    value = {
        "deleted": [entry.address.uri for entry in gone],
        "versions": versions,
        "dry_run": dry_run,
        "scrubbed": not dry_run and deleted.scrubbed,
    }
    lines = [f"{word} {entry.address.path} ({counted(entry.version, 'version')})\n" for entry in gone]
    runtime.answer(value, lines)

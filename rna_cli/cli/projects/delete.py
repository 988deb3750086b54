"""`rna projects delete`."""

from __future__ import annotations

import typer

from rna_cli.cli.options import DryRun, ProjectId, Yes
from rna_cli.cli.runtime import Runtime
from rna_cli.text.wording import counted

EXAMPLES = ("rna projects delete demo --dry-run", "rna projects delete demo --yes")


def command(ctx: typer.Context, project_id: ProjectId, dry_run: DryRun = False, yes: Yes = False) -> None:
    """Delete a project with everything in it, and overwrite the bytes."""
    runtime = Runtime.of(ctx)
    runtime.project_id = project_id
    scope = runtime.scope
    with runtime.memory() as memory:
        status = memory.reader.status(scope)
        files = status.documents + status.hidden
        scrubbed = False
        if not dry_run:
            said = f"{counted(files, 'file')} and {counted(status.versions, 'version')}"
            runtime.confirm(f"Delete project {project_id} with {said}?", yes=yes)
            scrubbed = memory.gateway.delete_project(scope).scrubbed
            if not scrubbed:
                runtime.note("Another process uses the store; the bytes leave with its last read, or: rna doctor --fix")
    value = {
        "project": project_id,
        "files": files,
        "versions": status.versions,
        "dry_run": dry_run,
        "scrubbed": scrubbed,
    }
    runtime.answer(value, f"{'would delete' if dry_run else 'deleted'} {project_id}: {counted(files, 'file')}\n")

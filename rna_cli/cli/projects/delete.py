"""`rna projects delete`."""

from __future__ import annotations

import typer

from rna_cli.cli.memory.delete import NOT_SCRUBBED
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
        files, versions, scrubbed = status.documents + status.hidden, status.versions, False
        if not dry_run:
            said = f"{counted(files, 'file')} and {counted(versions, 'version')}"
            runtime.confirm(f"Delete project {project_id} with {said}?", yes=yes)
            (addresses, versions), scrubbed = memory.gateway.delete_project(scope)
            files = len(addresses)
    value = {
        "project": project_id,
        "files": files,
        "versions": versions,
        "dry_run": dry_run,
        "scrubbed": scrubbed,
    }
    runtime.answer(value, f"{'would delete' if dry_run else 'deleted'} {project_id}: {counted(files, 'file')}\n")
    if not scrubbed and not dry_run:
        runtime.note(NOT_SCRUBBED)

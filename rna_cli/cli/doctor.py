"""`rna doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.completion import complete_project
from rna_cli.cli.files import write_report
from rna_cli.cli.runtime import Runtime
from rna_cli.doctor.junit import to_junit
from rna_cli.doctor.report import Examination, Section
from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.scope import Scope
from rna_cli.errors import ExitCode, PermissionRefused, StorageFailed
from rna_cli.render.doctor import draw_report, report_text, report_value

EXAMPLES = (
    "rna doctor",
    "rna doctor demo --json",
    "rna doctor demo --strict --junit report.xml",
    "rna doctor --fix",
)


def command(
    ctx: typer.Context,
    project_id: Annotated[
        str | None,
        typer.Argument(metavar="[PROJECT_ID]", help="Examine this project too.", autocompletion=complete_project),
    ] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Repair what is safe to repair: modes, the index, what was left undone.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="A warning is a failure.")] = False,
    junit: Annotated[str | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit XML report too.")] = None,
) -> None:
    """Report how the memory is: service, model, connection, use and evolution of the last 7 days.

    Exits 3 when a check fails, after the whole report.
    """
    runtime = Runtime.of(ctx)
    scope = Scope.of(project_id) if project_id is not None else None
    examination = Examination(runtime.places, runtime.environ, runtime.clock, runtime.memory, fix=fix)
    report = examination.run(scope)
    if junit is not None:
        try:
            write_report(junit, to_junit(report, strict=strict))
        except (PermissionRefused, StorageFailed) as error:  # the report goes on, and says so
            report.sections.append(Section("report file", [Check("junit", Verdict.FAIL, error.message, error.hint)]))
    failed = bool(report.verdicts(Verdict.FAIL) or (strict and report.verdicts(Verdict.WARN)))
    if runtime.stdout.isatty() and not runtime.json:
        draw_report(report, runtime.stdout, colour=runtime.colour)
    else:
        runtime.answer(report_value(report, failed=failed), report_text(report))
    if failed:
        raise typer.Exit(ExitCode.CHECK_FAILED)

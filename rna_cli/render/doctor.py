"""A doctor report as JSON, as plain text, and (on a terminal) with colour and small plots."""

from __future__ import annotations

from typing import IO, Any

from rna_cli.doctor.report import EVOLUTION, USE, Days, Report
from rna_cli.domain.checks import Verdict
from rna_cli.render.text import printable
from rna_cli.text.wording import counted

_MARKS = {Verdict.OK: ("ok", "green"), Verdict.INFO: ("info", "cyan"), Verdict.WARN: ("warn", "yellow")}
_FAIL = ("FAIL", "bold red")
_BARS = "▁▂▃▄▅▆▇█"


def report_value(report: Report, *, failed: bool) -> dict[str, Any]:
    """The report as one JSON document."""
    return {
        "project": report.project_id,
        "ok": not failed,
        "sections": [
            {
                "name": section.name,
                "checks": [check._asdict() | {"verdict": check.verdict.value} for check in section.checks],
            }
            for section in report.sections
        ],
        "use": report.use,
        "evolution": report.evolution,
    }


def report_text(report: Report) -> str:
    """The report as plain text."""
    lines = []
    for section in report.sections:
        lines.append(section.name)
        for check in section.checks:
            mark = _MARKS.get(check.verdict, _FAIL)[0]
            lines.append(f"  {mark:<4}  {check.name}: {check.message}")
            lines += [f"        {line}" for line in check.hint.splitlines()]
    return "\n".join(lines) + "\n" + _summary(report) + "\n"


def draw_report(report: Report, stream: IO[str], *, colour: bool) -> None:
    """Draw the report on a terminal."""
    from rich.console import Console
    from rich.text import Text

    # no_color alone would keep bold and dim, which are escape sequences too.
    console = Console(file=stream, color_system="auto" if colour else None, highlight=False, soft_wrap=True)
    plots = {"use": (report.use, USE), "evolution": (report.evolution, EVOLUTION)}
    for section in report.sections:
        console.print(Text(section.name, style="bold"))
        for check in section.checks:
            mark, style = _MARKS.get(check.verdict, _FAIL)
            console.print(Text(f"  {mark:<4}", style=style) + Text(printable(f"  {check.name}: {check.message}")))
            for line in check.hint.splitlines():
                console.print(Text(printable(f"        {line}"), style="dim"))
        days, kinds = plots.get(section.name, (None, ()))
        for line in _plot(days or {}, kinds):
            console.print(Text(f"        {line}"))
    console.print(Text(_summary(report), style="bold"))


def _plot(days: Days, kinds: tuple[str, ...]) -> list[str]:
    """A bar a day for each kind that happened at all, oldest day first."""
    lines = []
    for kind in kinds:
        counts = [day.get(kind, 0) for day in days.values()]
        if highest := max(counts, default=0):
            bars = "".join(_BARS[-(-count * (len(_BARS) - 1) // highest)] if count else "·" for count in counts)
            lines.append(f"{kind:<9}{bars}  {sum(counts)}")
    return lines


def _summary(report: Report) -> str:
    failures, warnings = len(report.verdicts(Verdict.FAIL)), len(report.verdicts(Verdict.WARN))
    if not failures and not warnings:
        return "All is well."
    return f"{counted(failures, 'failure')}, {counted(warnings, 'warning')}."

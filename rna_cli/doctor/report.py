"""A doctor report, and the examination that makes it.

The report is complete whatever is wrong: a part that cannot be examined says so, and the others are still there.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.config.settings import load_settings
from rna_cli.doctor.places import examine_places
from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.clock import Clock, to_text
from rna_cli.errors import RnaError
from rna_cli.ledger.usage import read_usage
from rna_cli.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rna_cli.config.model import Settings
    from rna_cli.config.paths import Places
    from rna_cli.domain.scope import Scope
    from rna_cli.memory.session import Memory
from rna_cli.text.wording import counted

DAYS = 7

Days = dict[str, dict[str, int]]
"""ISO date to counts by kind, the last `DAYS` days, oldest first, days without anything included."""


class Section(NamedTuple):
    """A part of the report."""

    name: str
    checks: list[Check]


class Report(NamedTuple):
    """Everything that doctor found. `use` and `evolution` are None where they could not be read."""

    project_id: str | None
    sections: list[Section]
    use: Days | None
    evolution: Days | None

    def verdicts(self, verdict: Verdict) -> list[Check]:
        """Return the checks that went this way."""
        return [check for section in self.sections for check in section.checks if check.verdict is verdict]


class Examination:
    """Everything that an examination needs; `run` makes the report.

    Args:
        places: where things are kept.
        environ: the environment.
        clock: the present.
        open_memory: opens the memory that settings choose.
        fix: repair what is safe to repair.
    """

    def __init__(
        self,
        places: Places,
        environ: Mapping[str, str],
        clock: Clock,
        open_memory: Callable[[Settings], Memory],
        *,
        fix: bool,
    ) -> None:
        self._places = places
        self._environ = environ
        self._now = clock()
        self._open_memory = open_memory
        self._fix = fix

    def run(self, scope: Scope | None) -> Report:
        """Examine everything; of one project, or of all."""
        settings, checks = self._configuration()
        connection = Section("memory connection", [*checks, *examine_places(self._places, fix=self._fix)])
        evolution: Days | None = None
        since = to_text(self._now - timedelta(DAYS - 1))[:10]
        if settings is not None:
            checks, evolution = self._backend(settings, scope, since)
            connection.checks.extend(checks)
        use, use_check = self._use(scope, since)
        sections = [
            Section("background service", [_background()]),
            Section("model configuration", [_model(settings)]),
            connection,
            Section("use", [use_check]),
            Section("evolution", [_evolution_check(evolution)]),
        ]
        return Report(scope.project_id if scope else None, sections, use, evolution)

    def _configuration(self) -> tuple[Settings | None, list[Check]]:
        config = self._places.config
        try:
            settings = load_settings(self._places, self._environ)
        except RnaError as error:
            return None, [Check("configuration", Verdict.FAIL, error.message, error.hint)]
        where = str(config) if config.exists() else f"{config} (not there: defaults)"
        backend = f"{settings.backend} ({settings.origins['memory.backend']})"
        return settings, [Check("configuration", Verdict.OK, where), Check("backend", Verdict.INFO, backend)]

    def _backend(self, settings: Settings, scope: Scope | None, since: str) -> tuple[list[Check], Days | None]:
        try:
            with self._open_memory(settings) as memory:
                checks = memory.gateway.repair(scope) if self._fix else memory.reader.checks(scope)
                try:
                    return checks, self._filled(memory.reader.evolution(scope, since=since))
                except RnaError:
                    return checks, None  # the checks have said what is wrong
        except RnaError as error:
            return [Check("backend", Verdict.FAIL, error.message, error.hint)], None
        except Exception as error:  # a third-party backend may fail in any way; the rest of the report is still there
            said = f"The backend {settings.backend!r} has a defect: {type(error).__name__}: {error}."
            return [Check("backend", Verdict.FAIL, one_line(said, 300), "Update the package that it comes from.")], None

    def _use(self, scope: Scope | None, since: str) -> tuple[Days | None, Check]:
        try:
            use = self._filled(read_usage(self._places.usage, scope, since=since))
        except RnaError as error:
            hint = f"Only counts are in it; removing {self._places.usage} is safe."
            return None, Check("last 7 days", Verdict.WARN, f"Not readable: {error.message}", hint)
        total: dict[str, int] = {}
        for counts in use.values():
            for verb, count in counts.items():
                total[verb] = total.get(verb, 0) + count
        said = ", ".join(counted(total.get(verb, 0), verb) for verb in USE)
        return use, Check("last 7 days", Verdict.INFO, said + ".")

    def _filled(self, days: Days) -> Days:
        """Return `days` with the days on which nothing happened."""
        dates = [to_text(self._now - timedelta(back))[:10] for back in reversed(range(DAYS))]
        return {date: days.get(date, {}) for date in dates}


USE = ("write", "search", "hit", "read")
"""What is counted."""

EVOLUTION = ("created", "updated", "moved", "hidden", "unhidden", "deleted")
"""What can happen to a record."""


def _background() -> Check:
    return Check("worker", Verdict.INFO, "Not running, and not needed: every command finishes its own work.")


def _model(settings: Settings | None) -> Check:
    if settings is not None and settings.backend == "openviking":
        return Check("model", Verdict.INFO, "Not configured here: the OpenViking server has its own models.")
    return Check("model", Verdict.INFO, "Not configured: keyword search needs none.")


def _evolution_check(evolution: Days | None) -> Check:
    if evolution is None:
        return Check("last 7 days", Verdict.INFO, "Not known: the memory could not be read.")
    said = ", ".join(f"{sum(day.get(change, 0) for day in evolution.values())} {change}" for change in EVOLUTION)
    return Check("last 7 days", Verdict.INFO, said + ".")

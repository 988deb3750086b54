"""Times: UTC, ISO 8601, microseconds, fixed width, so that they sort as text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from rna_cli.errors import UsageError

Clock = Callable[[], datetime]
"""Returns the present, with a time zone. Tests pass a fixed one."""

_END_OF_DAY = timedelta(days=1, microseconds=-1)

_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def system_clock() -> datetime:
    """Return the present in UTC."""
    return datetime.now(UTC)


def to_text(moment: datetime) -> str:
    """Return `moment` as 27 characters, e.g. `2026-01-31T09:30:00.000000Z`.

    Not with `strftime`, which leaves years before 1000 short, so that the texts would no longer sort.
    """
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def from_text(text: str) -> datetime:
    """Return the moment that `to_text` wrote."""
    return datetime.strptime(text, _FORMAT).replace(tzinfo=UTC)


def later_than(previous: str | None, now: datetime) -> str:
    """Return `now` as text, or the smallest time after `previous` when the clock has jumped back."""
    text = to_text(now)
    if previous is not None and text <= previous:
        return to_text(from_text(previous) + timedelta(microseconds=1))
    return text


def parse_moment(text: str) -> str:
    """Return what a person typed as a time, in the stored form.

    Accepts ISO 8601. Without a zone it is UTC; a date alone means the end of that day, so that `--as-of 2026-01-31`
    sees what was known when that day was over.

    Raises:
        UsageError: when `text` is no time.
    """
    return _parse(text, _END_OF_DAY)


def parse_start(text: str) -> str:
    """Return what `parse_moment` does, but for a date alone the start of that day.

    Raises:
        UsageError: when `text` is no time.
    """
    return _parse(text, timedelta())


def _parse(text: str, into_day: timedelta) -> str:
    try:
        moment = datetime.fromisoformat(text.strip())
        if "T" not in text and ":" not in text and len(text.strip()) <= len("2026-01-31"):
            moment += into_day
        if moment.tzinfo is None:
            return moment.isoformat(timespec="microseconds") + "Z"
        return to_text(moment)
    except (ValueError, OverflowError):
        hint = "Use ISO 8601: 2026-01-31, 2026-01-31T09:30 or 2026-01-31T09:30:00+02:00."
        raise UsageError(f"{text!r} is not a time.", hint=hint) from None

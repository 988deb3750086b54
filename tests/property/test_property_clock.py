"""Times: their texts sort as they do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import example, given
from hypothesis import strategies as st

from rna_cli.domain.clock import from_text, later_than, parse_moment, parse_start, to_text
from rna_cli.errors import UsageError

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=ZONES)


@given(MOMENTS, MOMENTS)
def test_texts_sort_as_times(first: datetime, second: datetime) -> None:
    assert (to_text(first) < to_text(second)) == (first < second)
    assert (to_text(first) == to_text(second)) == (first == second)
    assert len(to_text(first)) == 27


@given(MOMENTS)
def test_texts_read_back(moment: datetime) -> None:
    assert from_text(to_text(moment)) == moment
    assert to_text(from_text(to_text(moment))) == to_text(moment)
    assert parse_moment(to_text(moment)) == to_text(moment)
    assert parse_moment(moment.isoformat()) == to_text(moment)


@given(MOMENTS, MOMENTS)
def test_later_is_later_whatever_the_clock_does(previous: datetime, now: datetime) -> None:
    text = later_than(to_text(previous), now)
    assert text > to_text(previous)
    assert text >= to_text(now)
    assert text in {to_text(now), to_text(previous + timedelta(microseconds=1))}


@given(st.dates())
def test_a_day_means_its_end_or_its_start(day: datetime) -> None:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    for spelling in (day.isoformat(), day.strftime("%Y%m%d").rjust(8, "0")):
        assert parse_moment(spelling) == f"{day.isoformat()}T23:59:59.999999Z"
        assert parse_start(spelling) == to_text(midnight)
    assert parse_moment(f"{day.isoformat()}T00:00") == to_text(midnight)


@given(st.one_of(st.text(max_size=30), st.from_regex(r"[0-9]{1,5}[-:WT0-9+Z.,]{0,22}", fullmatch=True)))
@example("2026W05T09")
@example("9999-12-31")
@example("0001-01-01T00:00+14:00")
def test_any_text_is_a_time_or_refused(text: str) -> None:
    try:
        moment = parse_moment(text)
    except UsageError:
        return
    assert to_text(from_text(moment)) == moment
    if "T09" in text:
        assert moment[11:13] == "09"

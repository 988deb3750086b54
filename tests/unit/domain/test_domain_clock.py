"""Times on examples whose answer is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rna_cli.domain.clock import from_text, later_than, parse_moment, parse_start, system_clock, to_text
from rna_cli.errors import UsageError


def test_texts_have_one_width_and_are_utc() -> None:
    assert to_text(datetime(2026, 1, 31, 9, 30, tzinfo=UTC)) == "2026-01-31T09:30:00.000000Z"
    assert to_text(datetime(2026, 1, 31, 9, 30, tzinfo=timezone(timedelta(hours=2)))) == "2026-01-31T07:30:00.000000Z"
    assert to_text(datetime(33, 4, 3, tzinfo=UTC)) == "0033-04-03T00:00:00.000000Z"
    assert from_text("0033-04-03T00:00:00.000000Z") == datetime(33, 4, 3, tzinfo=UTC)


def test_the_clock_is_now_and_knows_its_zone() -> None:
    before = datetime.now(UTC)
    assert before <= system_clock() <= datetime.now(UTC)
    assert system_clock().utcoffset() == timedelta(0)


def test_a_clock_that_jumps_back_never_reorders() -> None:
    previous = "2026-01-31T09:30:00.999999Z"
    assert later_than(previous, datetime(2020, 1, 1, tzinfo=UTC)) == "2026-01-31T09:30:01.000000Z"
    assert later_than(previous, from_text(previous)) == "2026-01-31T09:30:01.000000Z"
    assert later_than(previous, datetime(2027, 1, 1, tzinfo=UTC)) == "2027-01-01T00:00:00.000000Z"
    assert later_than(None, datetime(2020, 1, 1, tzinfo=UTC)) == "2020-01-01T00:00:00.000000Z"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-01-31", "2026-01-31T23:59:59.999999Z"),
        (" 2026-01-31 ", "2026-01-31T23:59:59.999999Z"),
        ("20260131", "2026-01-31T23:59:59.999999Z"),
        ("2026-W05-6", "2026-01-31T23:59:59.999999Z"),
        ("2026W05T09", "2026-01-26T09:00:00.000000Z"),
        ("2026-01-31T09:30", "2026-01-31T09:30:00.000000Z"),
        ("2026-01-31 09:30:01.5", "2026-01-31T09:30:01.500000Z"),
        ("2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000000Z"),
        ("2026-01-31T09:30:00+02:00", "2026-01-31T07:30:00.000000Z"),
    ],
)
def test_what_people_type(text: str, moment: str) -> None:
    assert parse_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "2026", "2026-13-01", "2026-02-30", "09:30", "0001-01-01T00:00+14:00", "9999-12-31T23:59-01:00"],
)
def test_what_is_no_time(text: str) -> None:
    for parse in (parse_moment, parse_start):
        with pytest.raises(UsageError, match="is not a time"):
            parse(text)
    assert parse_moment("9999-12-31") == "9999-12-31T23:59:59.999999Z"


@pytest.mark.parametrize("text", ["2026-01-31", " 2026-01-31 ", "20260131", "2026-W05-6"])
def test_a_day_starts_with_its_first_moment(text: str) -> None:
    assert parse_start(text) == "2026-01-31T00:00:00.000000Z"


@pytest.mark.parametrize("text", ["2026W05T09", "2026-01-31 09:30:01.5", "2026-01-31T09:30:00+02:00"])
def test_a_time_of_day_starts_with_itself(text: str) -> None:
    assert parse_start(text) == parse_moment(text)
    assert parse_start("0001-01-01") == "0001-01-01T00:00:00.000000Z"

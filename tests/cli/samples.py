"""Texts that the tests of the commands share."""

from __future__ import annotations

NOTE = "# Release conventions\n\nTag as vX.Y.Z after the changelog is dated.\n"
SETUP = "# Setup\n\nInstall with make. Then run it.\n\n## Linux\n\napt-get install make\n"
PLAN = "Plan for spring\n"

ROOT = "viking://resources/projects/p"
START = "2026-03-01T12:00:00.000000Z"


def moment(microseconds: int) -> str:
    """The time of the change that many steps after the first, on a clock that stands still."""
    return f"2026-03-01T12:00:00.{microseconds:06}Z"

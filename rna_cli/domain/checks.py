"""The verdict of one doctor check."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """How a check went. `info` reports a fact that is neither good nor bad."""

    OK = "ok"
    INFO = "info"
    WARN = "warn"
    FAIL = "fail"


class Check(NamedTuple):
    """One line of a doctor report; `hint` says what to do when the verdict is not ok."""

    name: str
    verdict: Verdict
    message: str
    hint: str = ""

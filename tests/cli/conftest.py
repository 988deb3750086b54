"""A project with three files in it, written on a clock that stands still."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.cli.samples import NOTE, PLAN, SETUP

if TYPE_CHECKING:
    from tests.conftest import Rna


@pytest.fixture
def notes(rna: Rna) -> Rna:
    """Project `p`; its changes are a microsecond apart, whatever else asks the clock."""
    rna.clock.step = timedelta(0)
    rna.ok("memory", "p", "initialize")
    rna.write("note.md", NOTE)
    rna.write("docs/setup.md", SETUP)
    rna.write("docs/deep/plan.md", PLAN)
    return rna

"""Programs beside Python that some tests drive."""

from __future__ import annotations

import os
import shutil

import pytest


def need(name: str, package: str | None = None) -> str:
    """Return the path of a program. Without it CI fails; on somebody's own machine the test is skipped."""
    found = shutil.which(name)
    if found is None:
        reason = f"{name} is not installed (Debian: apt-get install {package or name})"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found

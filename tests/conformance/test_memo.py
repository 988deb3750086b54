"""The contract over a third-party backend, made the way that `rna` makes it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.registry import create_backend
from rna_cli.testing import BackendContract, MakeBackend

if TYPE_CHECKING:
    from pathlib import Path


class TestMemo(BackendContract):
    @pytest.fixture
    def make_backend(self, memo_on_path: Path) -> MakeBackend:
        return partial(create_backend, "memo")

"""The contract over the built-in way to remember."""

from __future__ import annotations

import pytest

from rna_cli.backends.embedded import create
from rna_cli.testing import BackendContract, MakeBackend


class TestEmbedded(BackendContract):
    @pytest.fixture
    def make_backend(self) -> MakeBackend:
        return create

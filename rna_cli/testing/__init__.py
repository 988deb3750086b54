"""For authors of other backends: the conformance suite. Product code never imports it.

    from rna_cli.testing import BackendContract

See `BackendContract` for a whole test module. Needs pytest, which `rna` itself does not.
"""

from __future__ import annotations

import pytest

# Before they are imported: a failing assertion then shows the values that it compared.
pytest.register_assert_rewrite(
    *(
        f"rna_cli.testing.{module}"
        for module in "bench capabilities deleting lifetime listing operators reading searching writing".split()
    )
)

from rna_cli.testing.bench import Bench, MakeBackend
from rna_cli.testing.contract import BackendContract

__all__ = ["BackendContract", "Bench", "MakeBackend"]

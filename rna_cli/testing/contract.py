"""The whole contract."""

from __future__ import annotations

from rna_cli.testing.capabilities import CapabilityContract
from rna_cli.testing.deleting import DeletingContract
from rna_cli.testing.lifetime import LifetimeContract
from rna_cli.testing.listing import ListingContract
from rna_cli.testing.operators import OperatorContract
from rna_cli.testing.reading import ReadingContract
from rna_cli.testing.searching import SearchingContract
from rna_cli.testing.writing import WritingContract


class BackendContract(
    LifetimeContract,
    WritingContract,
    ReadingContract,
    ListingContract,
    SearchingContract,
    OperatorContract,
    DeletingContract,
    CapabilityContract,
):
    """What every backend must do, as tests. Subclass it, and say how your backend is made:

        import pytest

        from my_package import create
        from rna_cli.testing import BackendContract, MakeBackend


        class TestMyBackend(BackendContract):
            @pytest.fixture
            def make_backend(self) -> MakeBackend:
                return create

    `create` takes a `BackendContext` and returns a `Backend`, as the entry point of the group `rna.backends.v1` does.
    A backend with settings of its own gets them in the context:

                return lambda context: create(context._replace(options={"folder": "notes"}))

    Each test has a store and two projects of its own. What a backend states in `capabilities` is tested as a promise;
    for what it does not state, the tests assert that asking for it is a clear error. No test is skipped.
    """

"""The registry: built-ins first, and what a plugin must be. Real packages are tried in tests/conformance."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from rna_cli.backends.protocol import Backend, BackendContext
from rna_cli.backends.registry import BUILT_IN, create_backend, registered_names
from rna_cli.errors import BackendUnknown

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def context(tmp_path: Path) -> BackendContext:
    options = {"endpoint": "http://127.0.0.1:9", "api_key_env": "KEY", "timeout_s": 1.0}
    return BackendContext(tmp_path / "store", options, {}, lambda: datetime(2026, 1, 1, tzinfo=UTC), print)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_is_a_backend(name: str, context: BackendContext, tmp_path: Path) -> None:
    backend = create_backend(name, context)
    assert backend.name == name
    members = [*Backend.__annotations__, *(member for member in vars(Backend) if not member.startswith("_"))]
    assert len(members) > 15
    assert [member for member in members if not hasattr(backend, member)] == []
    backend.close()
    assert list(tmp_path.iterdir()) == []


def test_a_built_in_needs_no_look_at_what_is_installed(
    context: BackendContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    create_backend("embedded", context).close()
    with pytest.raises(ImportError):
        registered_names()


def test_nothing_of_that_name(context: BackendContext) -> None:
    with pytest.raises(BackendUnknown, match="No backend is called 'nosuch'") as failure:
        create_backend("nosuch", context)
    assert "Installed are: embedded, openviking" in failure.value.hint
    assert not set(registered_names()) & set(BUILT_IN)

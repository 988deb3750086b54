"""The built-in way to remember: one SQLite file, keyword search, no model, no service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.embedded.backend import EmbeddedBackend

if TYPE_CHECKING:
    from rna_cli.backends.protocol import BackendContext


def create(context: BackendContext) -> EmbeddedBackend:
    """Build the backend; nothing is opened or made yet."""
    return EmbeddedBackend(context)

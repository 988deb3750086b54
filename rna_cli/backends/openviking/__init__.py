"""The semantic way to remember: an OpenViking server, spoken to over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.backends.openviking.backend import OpenVikingBackend

if TYPE_CHECKING:
    from rna_cli.backends.protocol import BackendContext


def create(context: BackendContext) -> OpenVikingBackend:
    """Build the backend; nothing is asked of the server yet."""
    return OpenVikingBackend(context)

"""One command's, or one server's, hold on a memory: the chosen backend behind its gateway and its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rna_cli.backends.protocol import BackendContext, Notify
from rna_cli.backends.registry import create_backend
from rna_cli.config.model import OPTIONS
from rna_cli.errors import RnaError
from rna_cli.ledger.usage import UsageCounter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from rna_cli.config.model import Settings
    from rna_cli.config.paths import Places
    from rna_cli.domain.clock import Clock
    from rna_cli.memory.gateway import Gateway
    from rna_cli.memory.reader import Reader


_SERVER_SIDE = 500
"""From this status on, a failure is the memory's and not the caller's, and says whose."""


class Memory:
    """Opens what it needs when it is needed; close it, or use it in a `with` block.

    Args:
        places: where things are kept.
        settings: the settings in force.
        environ: the environment, for the key that a setting names.
        clock: the present.
        notify: takes lines for the person.
    """

    def __init__(
        self, places: Places, settings: Settings, *, environ: Mapping[str, str], clock: Clock, notify: Notify
    ) -> None:
        self.settings = settings
        context = BackendContext(
            store=places.backend_store(settings.backend),
            options=backend_options(settings),
            environ=environ,
            clock=clock,
            notify=notify,
        )
        self._backend = create_backend(settings.backend, context)
        self._usage = UsageCounter(places.usage, clock)

    @property
    def reader(self) -> Reader:
        """The one way out."""
        from rna_cli.memory.reader import Reader

        return Reader(self._backend, self._usage)

    @property
    def gateway(self) -> Gateway:
        """The one way in."""
        from rna_cli.memory.gateway import Gateway

        return Gateway(self._backend, self._usage, max_document_bytes=self.settings.max_document_bytes)

    def close(self) -> None:
        """Let go of the backend and write the usage counts down."""
        self._backend.close()
        self._usage.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, RnaError) and error.backend is None and error.status >= _SERVER_SIDE:
            error.backend = self._backend.name
        self.close()


def backend_options(settings: Settings) -> Mapping[str, object]:
    """Return the chosen backend's own table of the configuration."""
    own = {option.name: getattr(settings, option.name) for option in OPTIONS if option.table == settings.backend}
    return own or settings.plugin_tables.get(settings.backend, {})

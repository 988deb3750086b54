"""The OpenViking backend: whether the server is there, so far. Every other call says that, too, before anything else.

A call that this version cannot make is an error, never an approximation and never the other way to remember.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from rna_cli.backends.openviking.client import Client
from rna_cli.domain.checks import Check, Verdict
from rna_cli.domain.records import Capability, Found, Health, Listing, Match, ProjectStatus, Removed, Text, Version
from rna_cli.errors import BackendUnavailable, RnaError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rna_cli.backends.protocol import BackendContext, Progress, Unit
    from rna_cli.domain.levels import Level
    from rna_cli.domain.query import Query
    from rna_cli.domain.scope import Scope
    from rna_cli.domain.uri import Address


_ONLY_HEALTH = "This version of rna can only check its health."
_USE_EMBEDDED = "Remember with the embedded way for now: rna memory-config --backend embedded"


class OpenVikingBackend:
    """An OpenViking server."""

    name = "openviking"
    capabilities = frozenset({Capability.SEMANTIC, Capability.DISTILS, Capability.REINDEX})

    def __init__(self, context: BackendContext) -> None:
        options = context.options
        key_variable = str(options["api_key_env"])
        self._endpoint = str(options["endpoint"])
        self._client = Client(
            self._endpoint,
            api_key=context.environ.get(key_variable) or None,
            api_key_env=key_variable,
            timeout_s=float(str(options["timeout_s"])),
        )

    def health(self, scope: Scope) -> Health:
        """Answer when the server does."""
        server = self._client.health()
        facts: dict[str, str | int] = {
            "endpoint": self._endpoint,
            "version": server.version,
            "auth_mode": server.auth_mode,
        }
        detail = f"OpenViking {server.version} answers at {self._endpoint} (authentication: {server.auth_mode})."
        return Health(self.name, detail, facts)

    def checks(self, scope: Scope | None, *, fix: bool) -> list[Check]:
        """Ask the server for its health."""
        try:
            server = self._client.health()
        except RnaError as error:
            return [Check("server", Verdict.FAIL, error.message, error.hint)]
        message = f"OpenViking {server.version} answers at {self._endpoint} (authentication: {server.auth_mode})."
        return [Check("server", Verdict.OK, message), Check("commands", Verdict.WARN, _ONLY_HEALTH, _USE_EMBEDDED)]

    def initialize(self, scope: Scope) -> bool:
        self._not_yet()

    def projects(self) -> list[ProjectStatus]:
        self._not_yet()

    def reindex(self, scope: Scope, progress: Progress) -> int:
        self._not_yet()

    def delete_project(self, scope: Scope) -> Removed:
        self._not_yet()

    def unit(self, scope: Scope) -> AbstractContextManager[Unit]:
        self._not_yet()

    def scrub(self) -> bool:
        self._not_yet()

    def status(self, scope: Scope) -> ProjectStatus:
        self._not_yet()

    def is_directory(self, address: Address, *, as_of: str | None) -> bool:
        self._not_yet()

    def read(self, address: Address, *, offset: int, limit: int, as_of: str | None) -> Text:
        self._not_yet()

    def describe(self, address: Address, level: Level, *, as_of: str | None) -> Text:
        self._not_yet()

    def search(
        self, scope: Scope, query: Query, *, level: Level | None, limit: int, as_of: str | None, explain: bool
    ) -> Found:
        self._not_yet()

    def grep(self, address: Address, pattern: str, *, limit: int) -> list[Match]:
        self._not_yet()

    def entries(
        self, address: Address, *, recursive: bool, hidden: bool, offset: int, limit: int, as_of: str | None
    ) -> Listing:
        self._not_yet()

    def history(self, address: Address) -> list[Version]:
        self._not_yet()

    def evolution(self, scope: Scope | None, *, since: str) -> dict[str, dict[str, int]]:
        """Return nothing: what this way has not done has not changed anything."""
        return {}

    def close(self) -> None:
        """Nothing is kept open."""

    def _not_yet(self) -> NoReturn:
        """Fail with what is wrong with the server, else with what is missing here."""
        self._client.health()
        raise BackendUnavailable(
            f"The server at {self._endpoint} answers, but t{_ONLY_HEALTH[1:]}",
            hint=_USE_EMBEDDED,
            backend=self.name,
        )

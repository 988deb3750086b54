"""Asking an OpenViking server, and telling apart the ways in which that fails.

httpx is imported when the first request is made: it costs more than a whole search of the embedded way.
"""

from __future__ import annotations

import json
import re
import time
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from rna_cli.errors import BackendUnavailable, PermissionRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_T = TypeVar("_T")

WAYS_OUT = (
    "Start a server (docs/openviking-local.md shows how) and check --endpoint, or remember without one:\n"
    "rna memory-config --backend embedded"
)

_MAX_ANSWER_BYTES = 1024 * 1024


class ServerHealth(NamedTuple):
    """What the server says of itself."""

    version: str
    auth_mode: str


class Client:
    """One server.

    Args:
        endpoint: its URL, without a path.
        api_key: sent as `X-API-Key`; None sends none. It appears in no error and no `repr`.
        api_key_env: name of the variable that the key came from, for messages.
        timeout_s: seconds for a whole answer, and for each step towards it.
    """

    def __init__(self, endpoint: str, *, api_key: str | None, api_key_env: str, timeout_s: float) -> None:
        self._endpoint = endpoint.rstrip("/")
        self._api_key = api_key
        self._api_key_env = api_key_env
        self._timeout_s = timeout_s

    def health(self) -> ServerHealth:
        """Ask how the server is.

        Raises:
            BackendUnavailable: it does not answer, or what answers is no OpenViking server.
            PermissionRefused: it refuses the key.
        """
        answer = self._get("/health")
        if "version" not in answer or answer.get("status") != "ok":
            raise self._unavailable("answers, but not like an OpenViking server that is well")
        return ServerHealth(str(answer["version"]), str(answer.get("auth_mode", "unknown")))

    def _get(self, path: str) -> dict[str, Any]:
        import httpx

        if self._api_key and not re.fullmatch(r"[\x21-\x7e]+", self._api_key):
            raise PermissionRefused(
                "The key has white space or characters that no header can carry.",
                hint=f"Look at the environment variable {self._api_key_env}: a line end often gets in with the key.",
                backend="openviking",
            )
        url = self._endpoint + path
        headers = {"X-API-Key": self._api_key} if self._api_key else {}
        try:
            status, body = self._in_time(lambda: self._exchange(url, headers))
        except httpx.TimeoutException:
            raise self._unavailable(f"did not answer within {self._timeout_s:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise self._unavailable(f"does not answer: {_reason(error)}") from None
        if status in {401, 403}:
            raise PermissionRefused(
                f"{self._endpoint} refused the key ({status}).",
                hint=f"Put a user key of this server into the environment variable {self._api_key_env}.",
                backend="openviking",
            )
        if status != httpx.codes.OK:
            raise self._unavailable(f"answers with HTTP status {status}")
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._unavailable("answers, but not with JSON: another program listens there")
        return answer

    def _exchange(self, url: str, headers: dict[str, str]) -> tuple[int, bytes]:
        """Send one request; return the status and the body of the answer."""
        import httpx

        # Certificates are loaded for https only (64 ms or more). No variable of the environment is looked at.
        with (
            httpx.Client(timeout=self._timeout_s, verify=urlsplit(url).scheme == "https", trust_env=False) as client,
            client.stream("GET", url, headers=headers) as response,
        ):
            return response.status_code, self._body(response.iter_bytes())

    def _in_time(self, work: Callable[[], _T]) -> _T:
        """Do `work` in a thread, and leave it behind when it takes too long.

        httpx bounds each step towards an answer; a server that drips its headers byte by byte makes it take many.
        """
        results: list[_T] = []
        failures: list[Exception] = []

        def run() -> None:
            try:
                results.append(work())
            except Exception as error:
                failures.append(error)

        thread = Thread(target=run, daemon=True)
        thread.start()
        thread.join(self._timeout_s * 1.1 + 0.1)  # a little later than httpx, which says more of what went wrong
        if failures:
            raise failures[0]
        if not results:
            raise self._unavailable(f"did not finish its answer within {self._timeout_s:g} s")
        return results[0]

    def _body(self, chunks: Iterator[bytes]) -> bytes:
        """Read an answer, up to a size and a time: what listens on the port may be anything, and may never end."""
        deadline = time.monotonic() + self._timeout_s
        body = b""
        for chunk in chunks:
            body += chunk
            if len(body) > _MAX_ANSWER_BYTES:
                break
            if time.monotonic() > deadline:
                raise self._unavailable(f"did not finish its answer within {self._timeout_s:g} s")
        return body

    def _unavailable(self, problem: str) -> BackendUnavailable:
        return BackendUnavailable(
            f"The OpenViking server at {self._endpoint} {problem}.", hint=WAYS_OUT, backend="openviking"
        )


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__

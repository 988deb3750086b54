"""The OpenViking way against whatever may listen on its port: real sockets, real processes of nothing but bytes."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Rna

_OK = b'{"status":"ok","version":"0.5.2","auth_mode":"dev"}'


def _answer(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


class Server:
    """Listens on a free port of loopback and gives each connection the same answer, as slowly as asked."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.answer = _answer("200 OK", _OK)
        self.pause_s = 0.0
        self.requests: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                try:
                    self.requests.append(connection.recv(65536))
                    self._send(connection)
                except OSError:
                    pass  # the client has hung up, as it should

    def _send(self, connection: socket.socket) -> None:
        if not self.pause_s:
            connection.sendall(self.answer)
            return
        for byte in self.answer:
            connection.sendall(bytes([byte]))
            time.sleep(self.pause_s)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def openviking(rna: Rna, server: Server) -> Rna:
    """The command line, pointed at the server."""
    del rna.environ["RNA_MEMORY_BACKEND"]
    rna.ok("memory-config", "--endpoint", f"http://127.0.0.1:{server.port}", "--timeout-s", "0.5")
    return rna


def test_a_server_that_is_well(openviking: Rna, server: Server) -> None:
    result = openviking.ok("memory", "p", "health", "--json")
    assert result.json["facts"]["version"] == "0.5.2"
    assert server.requests[0].startswith(b"GET /health HTTP/1.1\r\n")
    doctor = openviking.ok("doctor", "--json").json
    assert [check["verdict"] for s in doctor["sections"] for check in s["checks"] if check["name"] == "server"] == [
        "ok"
    ]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (_answer("200 OK", b"<html>hello</html>"), "not with JSON"),
        (_answer("200 OK", b'["a list"]'), "not with JSON"),
        (_answer("200 OK", b'{"status":"ok"}'), "not like an OpenViking server"),
        (_answer("302 Found", b"", "Location: http://127.0.0.1:9/"), "HTTP status 302"),
        (_answer("500 Internal Server Error"), "HTTP status 500"),
        (_answer("200 OK", _OK).replace(b"Length: 51", b"Length: 999"), "does not answer"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "does not answer"),
        (b"", "does not answer"),
    ],
    ids=["html", "list", "foreign", "redirect", "error", "truncated", "ssh", "hangs-up"],
)
def test_what_is_no_healthy_server_is_named(openviking: Rna, server: Server, answer: bytes, said: str) -> None:
    openviking.ok("memory", "p", "health")
    server.answer = answer
    result = openviking.fails(69, "memory", "p", "health")
    assert said in result.stderr
    assert "(503)" in result.stderr
    assert "rna memory-config --backend embedded" in result.stderr


def test_a_refused_key_names_the_variable_and_never_the_key(openviking: Rna, server: Server) -> None:
    openviking.environ["OPENVIKING_API_KEY"] = "very-secret-key"
    server.answer = _answer("401 Unauthorized", b"{}")
    openviking.fails(77, "memory", "p", "health")
    result = openviking("memory", "p", "health", "--debug")
    assert "Traceback" in result.stderr
    assert "OPENVIKING_API_KEY" in result.stderr
    assert b"X-API-Key: very-secret-key" in server.requests[0], "the key was sent"
    assert "very-secret-key" not in result.stderr + result.stdout


@pytest.mark.parametrize("pause_s", [0.05, 5.0], ids=["drips", "hangs"])
def test_a_slow_server_does_not_hold_the_command(openviking: Rna, server: Server, pause_s: float) -> None:
    server.answer, server.pause_s = _answer("200 OK", _OK), pause_s
    started = time.monotonic()
    result = openviking.fails(69, "memory", "p", "health")
    assert "within 0.5 s" in result.stderr
    assert time.monotonic() - started < 10, "two commands with half a second each"


def test_no_proxy_is_asked_for_loopback(openviking: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    openviking.ok("memory", "p", "health")


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("search", "x"),
        ("list",),
        ("tree",),
        ("initialize",),
        ("read", "note.md"),
        ("history", "note.md"),
        ("grep", "x"),
        ("move", "a.md", "b.md"),
        ("delete", "a.md", "--yes"),
        ("hide", "a.md"),
        ("unhide", "a.md"),
    ],
    ids=lambda command: command[0],
)
def test_other_commands_say_that_they_are_not_there_yet(openviking: Rna, command: tuple[str, ...]) -> None:
    result = openviking.fails(69, "memory", "p", *command)
    assert "can only check its health" in result.stderr
    assert not openviking.store.exists(), "the other way was not touched"


@pytest.mark.parametrize("key", ["very-secret\n", " very-secret", "very-secret\r", "very-s\u00e9cret"])
def test_a_key_that_no_header_can_carry_is_not_shown(openviking: Rna, key: str) -> None:
    openviking.environ["OPENVIKING_API_KEY"] = key
    result = openviking.fails(77, "memory", "p", "health")
    debugged = openviking("memory", "p", "health", "--json", "--debug")
    assert "OPENVIKING_API_KEY" in result.stderr
    assert "very-s" not in result.stderr + debugged.stdout + debugged.stderr
    openviking.environ["OPENVIKING_API_KEY"] = "very-secret"
    openviking.ok("memory", "p", "health")


def test_a_server_that_drips_its_headers_does_not_hold_the_command(openviking: Rna, server: Server) -> None:
    server.answer = _answer("200 OK", _OK, *(f"X-Padding-{number}: {'x' * 20}" for number in range(20)))
    openviking.ok("memory", "p", "health")
    server.pause_s = 0.05
    started = time.monotonic()
    assert "within 0.5 s" in openviking.fails(69, "memory", "p", "health").stderr
    assert time.monotonic() - started < 10, "two commands with half a second each"

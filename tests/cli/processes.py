"""Running command lines as processes of a kind: one that modes are obeyed for, one on a terminal of its own.

The preparations of a process are a little program that becomes the command line, not a function between fork and exec:
Python warns of that in a process with threads, such as a test worker.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Rna

_BECOME = "os.execv(sys.executable, [sys.executable, '-m', 'rna_cli', *sys.argv[2:]])"

_CONFINED = f"""
import ctypes, os, resource, sys
if os.getuid() == 0:  # file modes do not count for root, unless these two capabilities are gone
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        if libc.prctl(24, capability, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
            raise OSError(ctypes.get_errno(), 'prctl')
if size := int(sys.argv[1]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
{_BECOME}
"""

_AT_TERMINAL = f"""
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
{_BECOME}
"""


def confined(
    rna: Rna, *arguments: str, stdin: bytes | None = None, file_size: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """Run a command line for which file modes count, for root too, and which can make no file over `file_size`."""
    return subprocess.run(
        [sys.executable, "-c", _CONFINED, str(file_size), *arguments],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        env=rna.process_environ,
        capture_output=True,
        timeout=60,
        check=False,
    )


def start(rna: Rna, *arguments: str, environ: dict[str, str] | None = None, **options: object) -> subprocess.Popen:
    """Start a command line; its streams are pipes unless `options` says otherwise."""
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(
        [sys.executable, "-m", "rna_cli", *arguments],
        env=rna.process_environ | (environ or {}),
        **(streams | options),
    )


def shell(rna: Rna, script: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run a bash script in which `rna` is the program."""
    return subprocess.run(
        ["bash", "-c", f'rna() {{ "{sys.executable}" -m rna_cli "$@"; }}\n{script}'],
        env=rna.process_environ | environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


def on_terminal(
    rna: Rna, *arguments: str, keys: bytes = b"", environ: dict[str, str] | None = None, seconds: float = 60
) -> tuple[int, bytes]:
    """Run a command line on a terminal; type `keys` once it asks. Return the exit code and what was printed."""
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _AT_TERMINAL, "", *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=rna.process_environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"} | (environ or {}),
        start_new_session=True,
    )
    os.close(terminal)
    printed, end = b"", time.monotonic() + seconds
    while True:
        if time.monotonic() > end:
            process.kill()
        if select.select([master], [], [], 0.1)[0]:
            try:
                chunk = os.read(master, 65536)
            except OSError:  # the program has left
                chunk = b""
            if not chunk:
                break
            printed += chunk
            if keys and printed.rstrip().endswith(b"[y/N]"):
                os.write(master, keys)
                keys = b""
    os.close(master)
    return process.wait(), printed

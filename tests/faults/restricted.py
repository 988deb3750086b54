"""Runs `rna` under a restriction, which is the first argument; the others are the command line.

`modes`: file modes bind the process, also where root runs the tests. Root gives up the right to pass over them.
`files=N`: no file may grow over N bytes.

A program of its own, since code between fork and exec is not safe in a process that has threads.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH, _CAP_FOWNER = 1, 2, 3


def obey_modes() -> None:
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH, _CAP_FOWNER):
            if libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    name, _, value = sys.argv[1].partition("=")
    if name == "modes":
        obey_modes()
    else:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(value), int(value)))
    os.execv(sys.executable, [sys.executable, "-m", "rna_cli", *sys.argv[2:]])

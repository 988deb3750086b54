"""The `rna` program.

Start-up is a feature: `--version` is answered before anything else is imported; the garbage collector stays off while
modules load, and the process leaves without tearing the interpreter down. Together that is a sixth of a search.
"""

import gc
import os
import sys

from rna_cli import __version__


def main() -> None:
    """Run the command line and leave with its exit code."""
    gc.disable()
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        _leave(0, f"rna {__version__}\n")
    try:
        from rna_cli.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        code = 130
    _leave(code)


def _leave(code: int, last_words: str = "") -> None:
    """Exit at once. Files and databases are closed by now; what was printed is flushed here."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.write(last_words if stream is sys.stdout else "")
            stream.flush()
        except (OSError, ValueError):
            code = code or 74  # the answer did not arrive: a full disk, a closed stream
    os._exit(code)


if __name__ == "__main__":
    main()

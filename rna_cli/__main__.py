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
    _take_closed_streams()
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        _leave(0, f"rna {__version__}\n")
    try:
        from rna_cli.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        code = 130
    _leave(code)


def _take_closed_streams() -> None:
    """Occupy the descriptors of standard streams that are closed, or the next file to be opened would get them.

    Nothing comes in and complaints go nowhere; an answer, which somebody may miss, fails as on a full disk.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):
        sys.stdin = sys.stdin or os.fdopen(_null(0, os.O_RDONLY), "r", encoding="utf-8")
        sys.stdout = sys.stdout or os.fdopen(_null(1, os.O_RDONLY), "w", encoding="utf-8")
        sys.stderr = sys.stderr or os.fdopen(_null(2, os.O_WRONLY), "w", encoding="utf-8")


def _null(descriptor: int, flags: int) -> int:
    os.dup2(opened := os.open(os.devnull, flags), descriptor)
    if opened != descriptor:
        os.close(opened)
    return descriptor


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

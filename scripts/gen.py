"""Generate what is checked in but not written by hand: man pages, completions, golden help, the exit-code tables.

    scripts/gen.py            writes what is not as it should be
    scripts/gen.py --check    names it instead, and exits 1

Nothing here depends on the terminal, the locale, the home or the day.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

FOLDERS = {"man": "*.1", "completions": "*", "tests/golden/help": "*.txt"}
"""Folders in which nothing else of such a name may stand."""


def settle_environment() -> None:
    """Make what the process prints independent of where it runs."""
    for name in list(os.environ):
        if name.startswith(("RNA_", "_RNA_", "XDG_", "LC_")) or name in {"LANG", "LANGUAGE", "FORCE_COLOR"}:
            del os.environ[name]
    os.environ.update(COLUMNS="80", LINES="24", NO_COLOR="1", TERM="dumb", LC_ALL="C.UTF-8")


def generated(root: Path) -> dict[str, str]:
    """Return every generated file: path below `root` to content."""
    settle_environment()
    from generators import completions, exit_codes, help_texts, man

    made: dict[str, str] = {}
    for module in (man, completions, help_texts, exit_codes):
        made |= module.files(root)
    return made


def differences(root: Path, wanted: dict[str, str]) -> dict[str, str]:
    """Return what is wrong in the tree: path below `root` to `missing`, `stale` or `surplus`."""
    found = {}
    for name, text in wanted.items():
        path = root / name
        if not path.is_file():
            found[name] = "missing"
        elif path.read_bytes() != text.encode():
            found[name] = "stale"
    for folder, pattern in FOLDERS.items():
        for path in (root / folder).glob(pattern):
            name = path.relative_to(root).as_posix()
            if name not in wanted:
                found[name] = "surplus"
    return dict(sorted(found.items()))


def write(root: Path, wanted: dict[str, str]) -> dict[str, str]:
    """Put the tree right; return what was wrong."""
    found = differences(root, wanted)
    for name, problem in found.items():
        path = root / name
        if problem == "surplus":
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[name].encode())
    return found


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write or check; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: scripts/gen.py [--check]", file=sys.stderr)
        return 2
    check = bool(arguments)
    try:
        wanted = generated(root)
    except ValueError as error:
        print(f"gen: {error}", file=sys.stderr)
        return 1
    found = differences(root, wanted) if check else write(root, wanted)
    for name, problem in found.items():
        print(f"{problem}: {name}" if check else f"{'removed' if problem == 'surplus' else 'wrote'} {name}")
    if check and found:
        print("Run: make gen", file=sys.stderr)
        return 1
    print(f"gen: {len(wanted)} files, {'all current' if check or not found else f'{len(found)} changed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

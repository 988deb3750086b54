"""Check that a command loads no module that it does not need: run by `make startup`.

Each case is a real process on a small real store. What counts is `sys.modules` when the process leaves, less what the
interpreter had loaded before `rna` began; no time is measured, so the answer is the same on every machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

HEAVY = (
    "_hashlib asyncio hashlib httpx importlib.metadata logging platformdirs pydantic rich tomli_w urllib.request xml"
).split()
"""Modules, with all below them, that no search and no read may load."""

OTHER_PARTS = (
    "rna_cli.backends.openviking rna_cli.cli.doctor rna_cli.cli.files rna_cli.cli.memory_config rna_cli.cli.progress "
    "rna_cli.cli.projects rna_cli.cli.shells rna_cli.doctor rna_cli.importers rna_cli.memory.gateway "
    "rna_cli.render.doctor rna_cli.render.found rna_cli.testing"
).split()
"""Parts of `rna` that a search and a read do not use."""

_CHILD = """
import os, sys
sys.path.insert(0, {root!r})
before = set(sys.modules)
leave = os._exit
def report(code):
    with open({report!r}, "w") as file:
        file.write("\\n".join(sorted(set(sys.modules) - before)))
    leave(code)
os._exit = report
sys.argv = ["rna", *{arguments!r}]
from rna_cli.__main__ import main
main()
"""


class Case(NamedTuple):
    """A command line, and what it must not load."""

    arguments: list[str]
    forbidden: list[str]
    expected: str
    """A text that its output has: a command that failed early loads little."""
    with_variables: bool = True
    """Whether RNA_STATE and RNA_CONFIG are set."""


class Outcome(NamedTuple):
    """What a case loaded that it must not, and how much it loaded in all."""

    found: list[str]
    loaded: int


class StartupFailed(Exception):
    """A case did not run as it should, so that nothing can be said about it."""


def command_modules(root: Path) -> list[str]:
    """Return the modules of all commands below `rna memory`, read off their files."""
    folder = root / "rna_cli" / "cli" / "memory"
    modules = [*folder.glob("*.py"), *(path.parent for path in folder.glob("*/__init__.py"))]
    return [f"rna_cli.cli.memory.{path.stem}" for path in sorted(modules) if path.stem != "__init__"]


def cases(root: Path, state: Path, config: Path) -> list[Case]:
    """Return everything that is checked."""
    others = command_modules(root)

    def but(command: str, *allowed: str) -> list[str]:
        forbidden = HEAVY + OTHER_PARTS + [name for name in others if name != f"rna_cli.cli.memory.{command}"]
        return [name for name in forbidden if name not in allowed]

    hashing = ("hashlib", "_hashlib")  # a whole text is compared with its hash

    search = ["memory", "p", "search", "changelog"]
    places = ["--state", str(state), "--config", str(config)]
    return [
        Case(search, but("search"), "note.md"),
        Case([*search, "--json"], but("search"), '"uri": "viking://resources/projects/p/note.md"'),
        Case([*search, *places], but("search"), "note.md", with_variables=False),
        Case([*search, "--level", "L1"], but("search"), "L1"),
        Case(["memory", "p", "read", "note.md"], but("read", *hashing), "is dated"),
        Case(
            ["memory", "p", "read", "note.md", "--json"],
            but("read", *hashing),
            '"viking://resources/projects/p/note.md"',
        ),
        Case(["--version"], [*HEAVY, "typer", "sqlite3", "json", "rna_cli.cli", "rna_cli.errors"], "rna "),
    ]


def offenders(loaded: list[str], forbidden: list[str]) -> list[str]:
    """Return the modules of `loaded` that are in `forbidden`, or below one that is."""
    return [name for name in loaded if any(name == each or name.startswith(f"{each}.") for each in forbidden)]


def run(root: Path, work: Path, case: Case) -> Outcome:
    """Run one case in a process of its own.

    Raises:
        StartupFailed: it failed, or printed something else than it should.
    """
    report = work / "modules.txt"
    report.unlink(missing_ok=True)
    code = _CHILD.format(root=str(root), report=str(report), arguments=case.arguments)
    variables = {"RNA_STATE": str(work / "state"), "RNA_CONFIG": str(work / "config.toml")}
    child = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.defpath, "HOME": str(work)} | (variables if case.with_variables else {}),
        cwd=work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    if child.returncode or case.expected not in child.stdout or not report.exists():
        raise StartupFailed(f"exit code {child.returncode}, {case.expected!r} expected\n{child.stdout}{child.stderr}")
    loaded = report.read_text(encoding="utf-8").split()
    return Outcome(offenders(loaded, case.forbidden), len(loaded))


def prepare(root: Path, work: Path) -> None:
    """Make a configuration and a small store, through the command line.

    Raises:
        StartupFailed: a command failed, or a part that must not be loaded is not there under that name any more.
    """
    for name in OTHER_PARTS:
        path = root / name.replace(".", "/")
        if not path.with_suffix(".py").exists() and not path.is_dir():
            raise StartupFailed(f"there is no module {name}: correct the list in scripts/check_startup.py")
    (work / "note.md").write_text("# Release conventions\n\nTag after the changelog is dated.\n", encoding="utf-8")
    for arguments in (
        ["memory-config", "--backend", "embedded"],
        ["memory", "p", "initialize"],
        ["memory", "p", "write", "--file", "note.md"],
    ):
        run(root, work, Case(arguments, [], ""))


def main(root: Path = ROOT) -> int:
    """Check every case; return 1 where a module is loaded that must not be."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        prepare(root, work)
        for case in cases(root, work / "state", work / "config.toml"):
            shown = " ".join(["rna", *case.arguments]).replace(folder, "DIR")
            found, loaded = run(root, work, case)
            failed += bool(found)
            verdict = f"FAILED: loads {', '.join(found)}" if found else f"ok: none of {len(case.forbidden)} modules"
            print(f"startup: {shown}: {verdict} ({loaded} loaded)")
    print(f"startup: no search or read loads {', '.join([*HEAVY, *OTHER_PARTS])}, or another command")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except StartupFailed as failure:
        print(f"startup: FAILED: a case did not run: {failure}", file=sys.stderr)
        sys.exit(1)

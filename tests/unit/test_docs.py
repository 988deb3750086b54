"""The documentation against the program: what it names exists, and what it shows is what the program prints.

A block that is fenced as ``console`` is replayed: its lines that start with `$ ` are run, one after the other, in an
empty home, and the lines between them must be what was printed. `pytest --update-golden` writes them anew. All blocks
of a page share one home and one folder. Times come from a clock that gains a minute with each command.

An `rna` that stands by itself, or is one stage of a pipeline, runs in this process. Any other is run by the shell,
which has the one under test on its PATH. A program that the shell does not find is a failure, never an output.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import typer

from rna_cli import __version__
from rna_cli.cli.app import app, run
from rna_cli.cli.runtime import Runtime
from rna_cli.cli.tree import Group, walk
from rna_cli.config.model import OPTIONS
from rna_cli.errors import RnaError

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
MACHINE = re.compile(r"(?<![\w.~/-])/(?:work|tmp|root)\b[^\s`'\")]*")
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
NOT_FOUND = re.compile(r"^\S*sh: .*\bnot found$", re.MULTILINE)
FREE_DISK = re.compile(r"\b\d+ MiB are free")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def tree() -> Any:
    return typer.main.get_command(app)


def unnamed_commands(text: str) -> list[str]:
    """Return the commands that `text` shows nowhere with their whole path."""
    missing = []
    for words, command in walk(tree()):
        if isinstance(command, Group):
            continue
        pattern = r"\b" + r" ".join(map(re.escape, words)) + r"(?![\w-])"
        if words[:2] == ("rna", "memory"):
            pattern = pattern.replace("memory ", r"memory \S+ ")
        if not re.search(pattern, text):
            missing.append(" ".join(words))
    return missing


def undescribed_options(text: str) -> list[str]:
    """Return the options of the configuration that have no line of a table with their key, flag and default."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    missing = []
    for option in OPTIONS:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        wanted = [f"`{part}`" for part in (option.key, option.flag, default, option.env) if part]
        if not any(all(part in row for part in wanted) for row in rows):
            missing.append(option.key)
    return missing


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    headings = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(text: str, folder: Path) -> list[str]:
    """Return the relative links that lead to no file, or to no heading of a page."""
    broken = []
    for match in LINK.finditer(FENCE.sub("", text)):
        target = match["target"]
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        goal = folder / name
        there = goal.exists()
        if there and anchor:
            there = anchor in anchors(goal.read_text(encoding="utf-8") if name else text)
        if not there:
            broken.append(target)
    return broken


def shown_commands(text: str) -> list[str]:
    """Return the `rna …` command lines of the blocks of a page, without the prompt and what is piped."""
    lines = [line[2:] for block in FENCE.finditer(text) for line in block["body"].splitlines() if line[:2] == "$ "]
    lines += [line for block in FENCE.finditer(text) if block["kind"] == "sh" for line in block["body"].splitlines()]
    lines += [line.strip() for line in FENCE.sub("", text).splitlines() if line.startswith("    ")]
    parts = [part.strip() for line in lines for part in re.split(r" (?:[|>;]|&&)", line)]
    parts = [re.sub(r"^(?:[A-Z_]+=\S* )+", "", part).removeprefix("./") for part in parts]
    return [part for part in parts if part.startswith("rna ")]


def unusable_commands(text: str) -> list[str]:
    """Return the command lines of a page that the program would not take."""
    return [line for line in shown_commands(text) if not usable(line)]


def usable(line: str) -> bool:
    """Tell whether the live tree has the command and takes its options and arguments."""
    command, words = tree(), shlex.split(line)[1:]
    while isinstance(command, Group):
        if words[:1] in (["--help"], ["--version"]):
            return True
        if command.name == "memory":
            words = words[1:]
        if not words or words[0] not in command.commands:
            return False
        command, words = command.commands[words[0]], words[1:]
    if "--help" in words:
        return True
    try:
        command.make_context(command.name, words, obj=Runtime(environ={}))
    except (RnaError, typer.BadParameter.__mro__[2]):
        return False
    return True


def is_rna(stage: str) -> bool:
    """Tell whether a stage of a pipeline is `rna`, variables before it or not, and needs nothing of a shell."""
    try:
        words = list(shlex.shlex(stage, posix=True, punctuation_chars=True))
        plain = shlex.split(stage)
    except ValueError:
        return False  # cut inside quotes
    while plain and ASSIGNMENT.match(plain[0]):
        plain.pop(0)
    return plain[:1] == ["rna"] and not any(set(word) <= set("();<>|&") for word in words if word)


class World:
    """An empty home in which the blocks of one page are run."""

    START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    NAME = "/home/ada"

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "project"
        self.folder.mkdir()
        program = home.parent / "bin" / "rna"
        program.parent.mkdir()
        program.write_text(
            f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m rna_cli "$@"\n'
        )
        program.chmod(0o755)
        path = f"{program.parent}:{os.environ['PATH']}"
        self.environ = {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}
        self.now = self.START
        self.last_code = 0

    def __call__(self, line: str) -> str:
        """Run a command line and return what a terminal would show."""
        self.now += timedelta(minutes=1)
        printed = self._pipeline(line)
        printed = printed.replace(str(self.home), self.NAME)
        return FREE_DISK.sub("81234 MiB are free", printed)

    def _pipeline(self, line: str) -> str:
        if line == "echo $?":
            return f"{self.last_code}\n"
        line = line.replace(" > /dev/null", " | :")
        stages = line.split(" | ")
        places = [number for number, stage in enumerate(stages) if is_rna(stage)]
        if len(places) != 1:
            return self._shell(line, b"")
        (place,) = places
        before, stage, after = " | ".join(stages[:place]), stages[place], " | ".join(stages[place + 1 :])
        stdin = self._shell(before, b"").encode() if before else b""
        screen = io.StringIO()
        if not after:
            self._rna(stage, stdin, screen, screen)
            return screen.getvalue()
        piped = io.StringIO()
        self._rna(stage, stdin, piped, screen)
        return screen.getvalue() + self._shell(after, piped.getvalue().encode())

    def _rna(self, stage: str, stdin: bytes, stdout: io.StringIO, stderr: io.StringIO) -> None:
        words = shlex.split(stage)
        variables: dict[str, str] = {}
        while ASSIGNMENT.match(words[0]):
            name, _, variables[name] = words.pop(0).partition("=")
        runtime = Runtime(
            stdin=io.BytesIO(stdin),
            stdout=stdout,
            stderr=stderr,
            environ=self.environ | variables,
            clock=lambda: self.now,
        )
        self.last_code = run(words[1:], runtime)

    def _shell(self, line: str, stdin: bytes) -> str:
        done = subprocess.run(
            ["sh", "-c", line],
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=self.environ,
            check=False,
        )
        self.last_code = done.returncode
        printed = done.stdout.decode()
        assert not NOT_FOUND.search(printed), f"{line!r} runs something that is not there: {printed}"
        return printed


def replayed(text: str, world: World) -> str:
    """Return a page with the output of its console blocks as it is now."""

    def block(match: re.Match[str]) -> str:
        if match["kind"] != "console":
            return match[0]
        lines = []
        for line in match["body"].splitlines():
            if line.startswith("$ "):
                printed = world(line[2:])
                lines += [line, *(part.rstrip() for part in printed.splitlines())]
        return "\n".join(["```console", *lines, "```"])

    return FENCE.sub(block, text)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    home = tmp_path / "ada"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    found = World(home)
    monkeypatch.chdir(found.folder)
    return found


def test_readme_names_every_command() -> None:
    text = README.read_text(encoding="utf-8")
    assert unnamed_commands(text) == []
    assert unnamed_commands(text.replace(" unhide", " un-hide")) == ["rna memory unhide"]
    assert unnamed_commands(text.replace("rna doctor", "rna doctors")) == ["rna doctor"]


def test_every_option_is_described() -> None:
    text = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    assert undescribed_options(text) == []
    assert undescribed_options(text.replace("`2048`", "`2049`")) == ["memory.context_budget"]
    assert undescribed_options(text.replace("`RNA_MEMORY_BACKEND`", "")) == ["memory.backend"]


@every_page
def test_links_resolve(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert broken_links(text, page.parent) == []
    planted = f"{text}\n[there]({page.name}) [not there](nowhere.md) [no heading]({page.name}#no-such-heading)\n"
    assert broken_links(planted, page.parent) == ["nowhere.md", f"{page.name}#no-such-heading"]


@every_page
def test_commands_shown_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert unusable_commands(text) == []
    planted = ["rna memory demo serach x", "rna memory demo list --colour", "rna projects", "rna memory demo read"]
    block = "".join(f"$ {line}\n" for line in [*planted, "rna memory demo list --json", "ls --colour"])
    assert unusable_commands(f"{text}\n```console\n{block}```\n") == planted
    assert unusable_commands(f"{text}\n```sh\nrna doctors >x\n```\n\n    ./rna doc\n") == ["rna doctors", "rna doc"]


@every_page
def test_no_path_of_a_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert MACHINE.findall(text) == []
    assert MACHINE.findall(f"{text}\nin `/tmp/x/y`, /root and docs/tmp/z\n") == ["/tmp/x/y", "/root"]


def test_changelog_starts_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[?([^\]\s]+)", text, re.MULTILINE)[:1] == [__version__]


@pytest.mark.skipif(sys.platform == "darwin", reason="the pages show the folders of Linux")
@every_page
def test_console_blocks_show_real_output(page: Path, world: World, update_golden: bool) -> None:
    text = page.read_text(encoding="utf-8")
    found = replayed(text, world)
    if update_golden:
        page.write_text(found, encoding="utf-8")
        return
    assert text == found, f"{page.name} is stale: run pytest --update-golden {Path(__file__).relative_to(ROOT)}"


def test_a_program_that_is_not_there_is_no_output(world: World) -> None:
    with pytest.raises(AssertionError, match="not there"):
        world("nosuchprogram --version")
    with pytest.raises(AssertionError, match="not there"):
        world("echo x | nosuchprogram | cat")
    assert world("printf '%s\\n' 'it was not found'") == "it was not found\n"


@pytest.mark.parametrize(
    "line",
    [
        "rna --version",
        "FOO='a b' rna --version",
        "echo x | FOO='a b' rna --version",
        "rna --version | cat",
        "true && rna --version",
        "rna --version 2>/dev/null",
        'foo=$(rna --version); echo "$foo"',
    ],
)
def test_the_shell_runs_the_rna_under_test(world: World, line: str) -> None:
    assert world(line) == f"rna {__version__}\n"


def test_a_stale_console_block_is_found(world: World) -> None:
    stale = "```console\n$ rna --version\nrna 0.0.0\n$ echo $?\n0\n```\n```text\n$ rna --version\nrna 0.0.0\n```\n"
    assert replayed(stale, world) == stale.replace("rna 0.0.0", f"rna {__version__}", 1)

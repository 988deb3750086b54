"""Completion in real shells: bash and zsh on a terminal, fish through its own `complete -C`."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT, Rna
from tests.integration.terminal import Terminal
from tests.tools import need

SCRIPTS = ROOT / "completions"
CLEAR = "\x15"  # Ctrl-U
URI = "viking://resources/projects/alpha/"

BASH_RC = """
PS1='> '
bind 'set show-all-if-ambiguous on'
bind 'set page-completions off'
bind 'set completion-query-items 0'
bind 'set enable-bracketed-paste off'
bind -x '"\\C-x\\C-d": printf "%s\\n" "$READLINE_LINE" >"$DUMP.new"; mv "$DUMP.new" "$DUMP"'
source "$SCRIPTS/rna.bash"
cd "$HERE"
echo READY
"""

ZSH_RC = """
PS1='> '
unsetopt LIST_AMBIGUOUS PROMPT_SP ZLE_BRACKETED_PASTE
LISTMAX=1000
fpath=("$SCRIPTS" $fpath)
autoload -Uz compinit && compinit -u -D
show() { print -r -- "$BUFFER" >"$DUMP.new"; mv "$DUMP.new" "$DUMP" }
zle -N show
bindkey -e
bindkey '^X^D' show
cd "$HERE"
echo READY
"""


@dataclass
class Answer:
    """What a shell did at TAB."""

    line: str
    """The command line afterwards; as it was in fish, which does not tell."""
    offered: set[str]
    """The candidates: everything that was printed, a word each."""


@dataclass
class Shells:
    """Completes in a shell, in the state of `rna`, with `rna` on the PATH."""

    rna: Rna
    folder: Path

    def __post_init__(self) -> None:
        program = self.folder / "bin" / "rna"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rna_cli "$@"\n')
        program.chmod(0o755)
        self.here = self.folder / "here"
        self.here.mkdir()
        (self.here / "a-file.txt").write_text("x\n")
        self.environ = self.rna.process_environ | {
            "PATH": f"{program.parent}:{self.rna.process_environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "SCRIPTS": str(SCRIPTS),
            "HERE": str(self.here),
        }

    def complete(self, shell: str, *lines: str) -> dict[str, Answer]:
        """Press TAB at the end of each line, in one shell."""
        if shell == "fish":
            return {line: self._fish(line) for line in lines}
        command = self._bash() if shell == "bash" else self._zsh()
        with Terminal(command, self.environ, self.folder / "dump") as terminal:
            terminal.wait("READY\n")
            return {line: self._on_terminal(terminal, line) for line in lines}

    def _bash(self) -> list[str]:
        rc = self.folder / "bashrc"
        rc.write_text(BASH_RC)
        return [need("bash"), "--noprofile", "--rcfile", str(rc), "-i"]

    def _zsh(self) -> list[str]:
        dots = self.folder / "zsh"
        dots.mkdir(exist_ok=True)
        (dots / ".zshrc").write_text(ZSH_RC)
        self.environ["ZDOTDIR"] = str(dots)
        return [need("zsh"), "-d", "-i"]

    def _fish(self, line: str) -> Answer:
        code = f"source $SCRIPTS/rna.fish; cd $HERE; complete -C {_fish_quote(line)}"
        done = subprocess.run(
            [need("fish"), "--no-config", "--command", code],
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert done.stderr == ""
        return Answer(line, {row.partition("\t")[0] for row in done.stdout.splitlines()})

    @staticmethod
    def _on_terminal(terminal: Terminal, line: str) -> Answer:
        terminal.type(CLEAR + line)
        assert terminal.line() == line
        terminal.forget()
        terminal.type("\t")
        after = terminal.line()
        added = after.removeprefix(line)
        # What the shells add to the line; and the prompt and the line, which they draw again below a list.
        printed = terminal.screen.removeprefix(added).removeprefix(added.rstrip())
        for drawn in (f"> {after.rstrip()}", f"> {line.rstrip()}"):
            printed = printed.replace(drawn, "\n")
        return Answer(after, set(printed.split()))


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


@pytest.fixture
def shells(rna: Rna, tmp_path: Path) -> Shells:
    rna.ok("memory", "alpha", "initialize")
    rna.ok("memory", "beta", "initialize")
    for path in ("docs/setup.md", "docs/My notes.md", "docs/deep/er.md", "unique.md"):
        rna.write(path, "# A title\n\nText.\n", project="alpha")
    return Shells(rna, tmp_path)


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest) -> str:
    need(request.param)
    return str(request.param)


FISH = {
    "rna memory ": {"alpha", "beta"},
    "rna memory alpha un": {"unhide"},
    "rna memory alpha h": {"health", "history", "hide"},
    "rna memory alpha search --level ": {"L0", "L1", "L2"},
    "rna memory alpha search words --l": {"--level", "--limit"},
    "rna memory-config --backend ": {"embedded", "openviking"},
    "rna memory-config --backend em": {"embedded"},
    "rna memory alpha list ": {"docs/", "unique.md"},
    "rna memory alpha read docs/s": {"docs/setup.md"},
    "rna memory alpha read vik": {URI},
    f"rna memory alpha read {URI}": {f"{URI}docs/", f"{URI}unique.md"},
    f"rna memory alpha read {URI}u": {f"{URI}unique.md"},
    f"rna memory alpha read {URI}docs/d": {f"{URI}docs/deep/"},
    f"rna memory alpha read --level L2 {URI}docs/se": {f"{URI}docs/setup.md"},
    "rna projects delete b": {"beta"},
    "rna doctor a": {"alpha"},
}

ONLY_ONE = {
    "rna memory-c": "rna memory-config ",
    "rna memory al": "rna memory alpha ",
    "rna memory alpha un": "rna memory alpha unhide ",
    "rna memory alpha search --lev": "rna memory alpha search --level ",
    "rna memory alpha search --as": "rna memory alpha search --as-of ",
    "rna memory-config --backend em": "rna memory-config --backend embedded ",
    "rna memory alpha read u": "rna memory alpha read unique.md ",
    "rna memory alpha read d": "rna memory alpha read docs/",
    "rna memory alpha read docs/s": "rna memory alpha read docs/setup.md ",
    "rna memory alpha read docs/M": "rna memory alpha read docs/My\\ notes.md ",
    "rna memory alpha read docs/My\\ n": "rna memory alpha read docs/My\\ notes.md ",
    "rna memory alpha read 'docs/My n": "rna memory alpha read 'docs/My notes.md' ",
    'rna memory alpha read "docs/My n': 'rna memory alpha read "docs/My notes.md" ',
    "rna memory alpha read vik": f"rna memory alpha read {URI}",
    "rna memory alpha read viking:": f"rna memory alpha read {URI}",
    "rna memory alpha read viking://res": f"rna memory alpha read {URI}",
    f"rna memory alpha read {URI}u": f"rna memory alpha read {URI}unique.md ",
    f"rna memory alpha read {URI}docs/d": f"rna memory alpha read {URI}docs/deep/",
    f"rna memory alpha read {URI}docs/deep/": f"rna memory alpha read {URI}docs/deep/er.md ",
    f"rna memory alpha read '{URI}u": f"rna memory alpha read '{URI}unique.md' ",
    f"rna memory alpha read --level=L2 {URI}u": f"rna memory alpha read --level=L2 {URI}unique.md ",
    "true && rna memory al": "true && rna memory alpha ",
    "rna memory alpha write --file a-f": "rna memory alpha write --file a-file.txt ",
}
"""A line with one candidate, and what TAB makes of it."""

SEVERAL = {
    "rna memory ": ("rna memory ", {"alpha", "beta"}),
    "rna memory alpha search --level ": ("rna memory alpha search --level L", {"L0", "L1", "L2"}),
    "rna memory alpha search --level=": ("rna memory alpha search --level=L", {"L0", "L1", "L2"}),
    "rna memory-config --backend ": ("rna memory-config --backend ", {"embedded", "openviking"}),
    "rna memory alpha list ": ("rna memory alpha list ", {"docs/", "unique.md"}),
    f"rna memory alpha list {URI}": (f"rna memory alpha list {URI}", {"docs/", "unique.md"}),
}
"""A line with several candidates: how far TAB gets, and what it lists."""


ON_TERMINAL = pytest.mark.parametrize("shell", ["bash", "zsh"], indirect=True)


def test_fish_offers(shells: Shells) -> None:
    need("fish")
    answers = shells.complete("fish", *FISH)
    assert {line: answer.offered for line, answer in answers.items()} == FISH


@ON_TERMINAL
def test_the_only_candidate_is_put_into_the_line(shells: Shells, shell: str) -> None:
    answers = shells.complete(shell, *ONLY_ONE)
    assert {line: answer.line for line, answer in answers.items()} == ONLY_ONE
    assert {line: answer.offered for line, answer in answers.items() if answer.offered} == {}


@ON_TERMINAL
def test_several_candidates_are_listed(shells: Shells, shell: str) -> None:
    answers = shells.complete(shell, *SEVERAL)
    assert {line: (answer.line, _ends(answer.offered)) for line, answer in answers.items()} == SEVERAL


def _ends(words: set[str]) -> set[str]:
    """Return what is left of candidates: bash lists what comes after the last colon, zsh the whole word."""
    for start in ("--level=", URI, URI.removeprefix("viking:")):
        words = {word.removeprefix(start) for word in words}
    return words


def test_commands_come_with_their_help_in_fish_and_zsh(shells: Shells, shell: str) -> None:
    line = "rna memory alpha "
    offered = shells.complete(shell, line)[line].offered
    assert {"health", "search", "unhide"} <= offered
    if shell == "zsh":
        assert {"--", "Bring", "hidden"} <= offered


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("state", ["missing", "broken", "empty", "directory", "bad-config", "server"])
def test_without_a_usable_store_nothing_is_offered_printed_or_made(
    rna: Rna, tmp_path: Path, shell: str, state: str
) -> None:
    shells = Shells(rna, tmp_path)
    if state == "bad-config":
        rna.config.write_text("backend = [")
    elif state == "server":
        shells.environ["RNA_MEMORY_BACKEND"] = "openviking"
    elif state != "missing":
        rna.ok("memory", "alpha", "initialize")
        rna.store.unlink()
        if state == "directory":
            rna.store.mkdir()
        else:
            rna.store.write_bytes(b"x" if state == "broken" else b"")
    lines = ("rna memory a", "rna memory alpha read u", "rna memory alpha read docs/")
    before = _files(tmp_path)
    # The last one is the positive twin: what needs no store is offered.
    *answers, twin = shells.complete(shell, *lines, "rna memory alpha unh").values()
    assert answers == [Answer(line, set()) for line in lines]
    assert "unhide" in (twin.offered if shell == "fish" else twin.line)
    assert _files(tmp_path) - before <= {"bashrc", "zsh", "zsh/.zshrc", "dump"}


def test_the_state_on_the_command_line_counts(shells: Shells, tmp_path: Path) -> None:
    need("fish")
    mine, other = f"rna memory alpha read --state {tmp_path}/state u", "rna memory alpha read --state /dev/null/x u"
    answers = shells.complete("fish", mine, other)
    assert (answers[mine].offered, answers[other].offered) == ({"unique.md"}, set())


def test_a_program_that_is_not_there_offers_nothing(shells: Shells, shell: str) -> None:
    (shells.folder / "bin" / "rna").unlink()
    tools = shells.folder / "tools"
    tools.mkdir()
    for name in ("env", "mv", "sh"):
        (tools / name).symlink_to(need(name))
    shells.environ["PATH"] = str(tools)  # no installed `rna` either
    line = "rna memory al"
    assert shells.complete(shell, line) == {line: Answer(line, set())}


def test_the_scripts_parse_and_name_no_place_of_this_machine(shell: str) -> None:
    script = SCRIPTS / {"bash": "rna.bash", "zsh": "_rna", "fish": "rna.fish"}[shell]
    text = script.read_text()
    assert text.strip()
    for place in (str(ROOT), sys.prefix, str(Path.home())):
        assert place not in text
    subprocess.run([need(shell), "-n", str(script)], check=True, timeout=30)


def test_an_unknown_request_is_a_usage_error(rna: Rna) -> None:
    done = rna.process(environ={"_RNA_COMPLETE": "source_tcsh"})
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"rna: _RNA_COMPLETE=source_tcsh means nothing.")

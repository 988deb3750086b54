from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.cli.processes import on_terminal, shell, start
from tests.cli.samples import NOTE

if TYPE_CHECKING:
    from tests.conftest import Rna

ESCAPE = b"\x1b"


@pytest.fixture
def large(project: Rna) -> Rna:
    """A project whose listing is far larger than a pipe holds."""
    for number in range(40):
        project.write(f"{number:03}/" + "long-name-" * 20, "\n".join(f"line {n} of many" for n in range(500)))
    return project


# One document, the right stream


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--json",), 2),
        (("bogus", "--json"), 2),
        (("memory", "--json"), 2),
        (("memory", "p", "--json"), 2),
        (("memory", "p", "bogus", "--json"), 2),
        (("memory", "health", "--json"), 2),
        (("memory", "p", "search", "--json"), 2),
        (("memory", "p", "search", "--bogus", "--json", "x"), 2),
        (("memory", "p", "search", "x", "--level", "L9", "--json"), 2),
        (("memory", "p", "search", "x", "--limit", "0", "--json"), 2),
        (("memory", "p", "read", "nope.md", "--json"), 4),
        (("memory", "q", "health", "--json"), 4),
        (("memory", "p", "write", "--json"), 2),
        (("memory", "p", "write", "--file", "/nope", "--json"), 4),
        (("memory", "p", "delete", "note.md", "--json"), 6),
        (("projects", "delete", "nope", "--yes", "--json"), 4),
        (("memory-config", "--context-budget", "x", "--json"), 2),
        (("doctor", "health", "--json"), 2),
    ],
)
def test_a_failure_is_one_document_and_prose_beside_it(notes: Rna, words: tuple[str, ...], code: int) -> None:
    result = notes.process(*words)
    error = json.loads(result.stdout)["error"]
    assert result.returncode == code
    assert set(error) == {"code", "status", "message", "hint", "backend"}
    assert error["message"]
    assert error["hint"]
    assert "{" not in error["hint"]
    said = result.stderr.decode()
    assert said.startswith(f"rna: {error['message']}")
    assert error["hint"].splitlines()[-1] in said


def test_json_counts_before_two_dashes_only(notes: Rna) -> None:
    notes.write("x.md", "the option --json is common\n")
    result = notes.process("memory", "p", "search", "--", "--json")
    assert result.stdout.startswith(b"1. L2 x.md\n")
    assert json.loads(notes.process("memory", "p", "search", "--json", "--", "--json").stdout)["query"] == "--json"
    failed = notes.process("memory", "q", "search", "--", "--json")
    assert (failed.returncode, failed.stdout) == (4, b"")


def test_data_on_standard_output_and_all_else_on_standard_error(notes: Rna) -> None:
    result = notes.process("memory", "p", "read", "note.md")
    assert (result.stdout.decode(), result.stderr.count(b"\n")) == (NOTE, 1)
    result = notes.process("memory", "p", "search", "unicorn")
    assert (result.stdout, result.stderr.count(b"\n")) == (b"", 1)
    assert result.stderr.startswith(b"No hits in p: no text has 'unicorn'")
    result = notes.process("memory", "p", "search", "unicorn", "--json")
    assert json.loads(result.stdout)["hits"] == []
    result = notes.process("memory", "p", "write", "--file", "-", "--path", "note.md", stdin=b"new\n")
    assert result.stdout == b"updated viking://resources/projects/p/note.md v2\n"
    assert result.stderr == b"It supersedes version 1, which stays in history.\n"


def test_no_command_at_all_is_help(rna: Rna) -> None:
    result = rna.process()
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"Usage: rna ")


def test_version(rna: Rna) -> None:
    result = rna.process("--version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert re.fullmatch(rb"rna \d+\.\d+\.\d+\S*\n", result.stdout)


def test_an_unknown_option_shows_no_traceback_and_debug_does(rna: Rna) -> None:
    result = rna.process("memory", "p", "health", "--bogus")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"Traceback" not in result.stderr
    debug = rna.process("memory", "p", "health", "--debug")
    assert debug.returncode == 4
    assert b"Traceback" in debug.stderr


# Pipes and streams


@pytest.mark.parametrize(
    "command",
    ["memory p grep line --limit 100000", "memory p grep line --limit 100000 --json", "memory p list -r", "--help"],
)
def test_head_ends_a_large_answer_quietly(large: Rna, command: str) -> None:
    for options in ("", "set -o pipefail;"):
        result = shell(large, f"{options} rna {command} | head -1")
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout.count(b"\n") == 1


def test_head_ends_a_small_answer_quietly(notes: Rna) -> None:
    result = shell(notes, "set -o pipefail; rna memory p read note.md 2>/dev/null | head -c 1")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"#", b"")
    result = shell(notes, "set -o pipefail; rna memory p read note.md 2>/dev/null | true")
    assert (result.returncode, result.stderr) == (0, b"")
    result = shell(notes, "rna memory p nope --json | true; echo ${PIPESTATUS[0]}")
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("json_option", [(), ("--json",)])
@pytest.mark.parametrize(
    "words",
    [("memory", "p", "read", "note.md"), ("memory", "p", "grep", "line", "--limit", "100000"), ("projects", "list")],
)
def test_a_full_disk_behind_standard_output_exits_74(
    large: Rna, words: tuple[str, ...], json_option: tuple[str, ...]
) -> None:
    large.write("note.md", NOTE)
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        process = start(large, *words, *json_option, stdout=full)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 74, said
    assert b"No space left on device" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_full_disk_behind_the_version_and_the_help(rna: Rna, option: str) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        process = start(rna, option, stdout=full)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, b"Traceback" in said) == (74, False)


def test_a_write_whose_answer_is_lost_is_kept_and_said(notes: Rna) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        process = start(notes, "memory", "p", "write", "--file", "-", "--path", "x.md", stdout=full)
        _, said = process.communicate(b"zebra\n", timeout=60)
    assert process.returncode == 74
    assert said == (
        b"rna: Standard output cannot be written: No space left on device. "
        b"The command itself was done; only its answer is lost.\n"
    )
    assert notes.hits("zebra") == ["x.md"]


def test_a_failure_that_cannot_be_printed_as_json_keeps_its_code(notes: Rna) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        process = start(notes, "memory", "p", "read", "nope.md", "--json", stdout=full)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 4
    assert said.startswith(b"rna: Nothing is at ")
    assert said.count(b"\n") == 1


def test_a_closed_standard_output_loses_the_answer_and_nothing_else(notes: Rna) -> None:
    result = shell(notes, "printf 'zebra\\n' | rna memory p write --file - --path x.md >&-")
    assert result.returncode == 74
    assert result.stderr.startswith(b"rna: Standard output cannot be written: ")
    assert b"Traceback" not in result.stderr
    assert notes.hits("zebra") == ["x.md"]
    assert notes.ok("doctor", "p").stdout.endswith("All is well.\n")


def test_a_closed_standard_error_and_input_change_nothing(notes: Rna) -> None:
    result = shell(notes, "rna memory p read note.md 2>&-")
    assert (result.returncode, result.stdout.decode()) == (0, NOTE)
    result = shell(notes, "rna memory p read nope.md 2>&-")
    assert (result.returncode, result.stdout) == (4, b"")
    result = shell(notes, "rna memory p read note.md 2>/dev/null <&-")
    assert (result.returncode, result.stdout.decode()) == (0, NOTE)
    result = shell(notes, "rna memory p write --file - --path x.md <&-")
    assert (result.returncode, b"is empty" in result.stderr) == (65, True)
    result = shell(notes, "rna memory p delete note.md <&- >&- 2>&-; echo $?")
    assert result.stdout == b"6\n"
    assert notes.hits("changelog") == ["note.md"]


def test_a_full_disk_behind_standard_error_loses_no_answer(notes: Rna) -> None:
    result = shell(notes, "rna memory p read note.md 2>/dev/full")
    assert (result.stdout.decode(), result.stderr) == (NOTE, b"")
    result = shell(notes, "rna memory p read nope.md --json 2>/dev/full; echo $? >&2")
    assert json.loads(result.stdout)["error"]["code"] == "not_found"
    assert result.stderr == b"4\n"


def test_a_dash_reads_standard_input(notes: Rna) -> None:
    result = shell(notes, "printf '# From a pipe\\n\\nzebra\\n' | rna memory p write --file - --path pipe.md --json")
    assert json.loads(result.stdout)["title"] == "From a pipe"
    assert notes.hits("zebra") == ["pipe.md"]


# Ctrl-C


def test_ctrl_c_while_it_waits_for_input_exits_130_and_stores_nothing(notes: Rna) -> None:
    process = start(notes, "memory", "p", "write", "--file", "-", "--path", "x.md")
    assert process.stdin is not None
    process.stdin.write(b"zebra\n")
    process.stdin.flush()
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    stdout, said = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (130, b"")
    assert b"Traceback" not in said
    assert notes.hits("zebra") == []
    assert notes.hits("changelog") == ["note.md"]


@pytest.mark.parametrize("delay_s", [0.3, 0.6, 1.0, 1.5])
def test_ctrl_c_in_a_long_write_leaves_all_of_it_or_nothing(notes: Rna, delay_s: float) -> None:
    text = b" ".join(b"zebra%d" % number for number in range(800_000))
    file = notes.folder / "long.txt"
    file.write_bytes(text)
    process = start(notes, "memory", "p", "write", "--file", str(file), "--json")
    time.sleep(delay_s)
    process.send_signal(signal.SIGINT)
    stdout, said = process.communicate(timeout=60)
    stored = [path for path in ("long.txt",) if notes.hits("zebra17") == [path]]
    if process.returncode == 0:
        assert json.loads(stdout)["action"] == "created"
        assert stored == ["long.txt"]
    else:
        assert process.returncode in {130, -signal.SIGINT}, said
        if b"Interrupted." in said:
            assert json.loads(stdout)["error"]["code"] == "interrupted"
            assert b"Traceback" not in said
    assert notes.hits("changelog") == ["note.md"]
    assert notes.ok("doctor", "p").stdout.endswith("All is well.\n")


@pytest.mark.parametrize("step", ["put", "finish"])
def test_ctrl_c_inside_of_the_transaction_undoes_it(notes: Rna, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(f"rna_cli.backends.embedded.unit.EmbeddedUnit.{step}", interrupted)
        words = ("memory", "p", "write", "--file", "-", "--path", "note.md")
        result = notes.fails(130, *words, stdin=b"zebra\n")
        assert result.stderr == "rna: Interrupted. What was acknowledged before is kept.\n"
    assert notes.ok("memory", "p", "read", "note.md").stdout == NOTE
    assert notes.hits("zebra") == []
    notes.write("note.md", "zebra\n")
    assert notes.hits("zebra") == ["note.md"]


def test_ctrl_c_between_writes_loses_no_acknowledged_one(notes: Rna) -> None:
    script = "for n in $(seq 1000); do echo zebra$n | rna memory p write --file - --path $n.md --json || exit; done"
    process = subprocess.Popen(
        ["bash", "-c", f'rna() {{ "{sys.executable}" -m rna_cli "$@"; }}\n{script}'],
        env=notes.process_environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(2.5)
    os.killpg(process.pid, signal.SIGINT)
    stdout, _ = process.communicate(timeout=60)
    acknowledged = re.findall(
        r'"action": "created",\s+"uri": "viking://resources/projects/p/(\d+)\.md"', stdout.decode()
    )
    assert acknowledged
    for number in acknowledged:
        assert notes.ok("memory", "p", "read", f"{number}.md").stdout == f"zebra{number}\n"


# Terminals


@pytest.fixture
def used(notes: Rna) -> Rna:
    """A project that real processes have used today, so that there is something to plot."""
    notes.process("memory", "p", "search", "changelog")
    notes.process("memory", "p", "write", "--file", "-", "--path", "x.md", stdin=b"text")
    return notes


def test_doctor_draws_colour_and_a_plot_on_a_terminal(used: Rna) -> None:
    code, printed = on_terminal(used, "doctor", "p", environ={"NO_COLOR": ""})
    assert code == 0
    assert ESCAPE + b"[32m" in printed
    text = printed.decode()
    assert re.search(r"search +[·▁▂▃▄▅▆▇█]{7}  1\b", text)
    assert re.search(r"created +[·▁▂▃▄▅▆▇█]{7}  \d", text)


@pytest.mark.parametrize(
    ("environ", "options"),
    [({"NO_COLOR": "1"}, ()), ({"NO_COLOR": "", "TERM": "dumb"}, ()), ({"NO_COLOR": ""}, ("--no-color",))],
)
def test_a_terminal_that_wants_no_colour_gets_no_escape_sequence(
    used: Rna, environ: dict[str, str], options: tuple[str, ...]
) -> None:
    code, printed = on_terminal(used, "doctor", "p", *options, environ=environ)
    assert (code, ESCAPE in printed) == (0, False)
    assert "█" in printed.decode()


def test_no_escape_sequence_without_a_terminal(used: Rna) -> None:
    for words in (
        ("doctor", "p"),
        ("memory", "p", "search", "changelog"),
        ("--help",),
        ("memory", "p", "read", "nope"),
    ):
        result = used.process(*words, environ={"TERM": "xterm-256color", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
        assert ESCAPE not in result.stdout + result.stderr


def test_json_on_a_terminal_is_json(used: Rna) -> None:
    code, printed = on_terminal(used, "doctor", "p", "--json", environ={"NO_COLOR": ""})
    assert (code, ESCAPE in printed) == (0, False)
    assert json.loads(printed)["ok"] is True


@pytest.mark.parametrize(("keys", "code"), [(b"y\n", 0), (b"yes\n", 0), (b"n\n", 6), (b"\n", 6), (b"\x04", 6)])
def test_delete_asks_at_a_terminal(notes: Rna, keys: bytes, code: int) -> None:
    found, printed = on_terminal(notes, "memory", "p", "delete", "note.md", keys=keys)
    assert b"Delete 1 file with 1 version at note.md? [y/N] " in printed
    assert found == code, printed
    assert notes.hits("changelog") == ([] if code == 0 else ["note.md"])
    assert (b"Nothing was changed." in printed) == (code == 6)


def test_ctrl_c_at_the_question_exits_130_and_deletes_nothing(notes: Rna) -> None:
    code, printed = on_terminal(notes, "memory", "p", "delete", "note.md", keys=b"\x03")
    assert code == 130
    assert b"Traceback" not in printed
    assert notes.hits("changelog") == ["note.md"]


def test_projects_delete_asks_at_a_terminal(notes: Rna) -> None:
    code, printed = on_terminal(notes, "projects", "delete", "p", keys=b"n\n")
    assert (code, b"Delete project p with 3 files and 3 versions? [y/N] " in printed) == (6, True)
    assert notes.hits("changelog") == ["note.md"]
    assert on_terminal(notes, "projects", "delete", "p", keys=b"y\n")[0] == 0
    notes.fails(4, "memory", "p", "status")


def test_without_a_terminal_nothing_is_asked_and_nothing_deleted(notes: Rna) -> None:
    for words in (("memory", "p", "delete", "note.md"), ("projects", "delete", "p")):
        result = notes.process(*words, stdin=b"y\ny\n")
        assert (result.returncode, result.stdout) == (6, b"")
        assert b"[y/N]" not in result.stderr
        assert b"Add --yes" in result.stderr
    assert notes.hits("changelog") == ["note.md"]
    assert notes.process("memory", "p", "delete", "note.md", "--yes").returncode == 0


def test_yes_asks_nothing_at_a_terminal(notes: Rna) -> None:
    code, printed = on_terminal(notes, "memory", "p", "delete", "note.md", "--yes")
    assert (code, b"[y/N]" in printed) == (0, False)
    assert notes.hits("changelog") == []


def test_stored_escape_sequences_never_reach_a_terminal(project: Rna) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\x1b[31mzebra\x9b31m\u202e\r\x08"
    project.write("note.md", f"# {evil} title\n\n{evil} text\n")
    project.write("dir/other.md", f"# {evil}\n\n{evil}\n\n## {evil}\n")
    for words in (
        ("read", "note.md"),
        ("read", "dir", "--level", "L0"),
        ("read", "dir", "--level", "L1"),
        ("search", "zebra"),
        ("search", "zebra", "--level", "L1"),
        ("grep", "zebra"),
        ("list", "--recursive"),
        ("tree",),
        ("tree", "note.md"),
        ("history", "note.md"),
        ("search", evil),
        ("grep", evil),
        ("read", "zebra\x1b[31m"),
        ("bogus\x1b[31m",),
    ):
        _, printed = on_terminal(project, "memory", "p", *words)
        text = printed.decode()
        assert "zebra" in text or "bogus" in text
        for char in ("\x1b", "\x07", "\x08", "\x9b", "\u202e"):
            assert char not in text, words
        assert "\r" not in text.replace("\r\n", "")


def test_a_pipe_gets_the_text_as_it_is(project: Rna) -> None:
    evil = b"\x1b[31mzebra\x07\r\n"
    project.process("memory", "p", "write", "--file", "-", "--path", "x.md", stdin=evil)
    assert project.process("memory", "p", "read", "x.md").stdout == evil
    assert json.loads(project.process("memory", "p", "read", "x.md", "--json").stdout)["text"] == evil.decode()


def test_a_text_without_a_last_line_end_does_not_run_into_what_follows(project: Rna) -> None:
    project.write("x.md", "no line end")
    _, printed = on_terminal(project, "memory", "p", "read", "x.md")
    assert printed.startswith(b"no line end\r\nL2 viking://")
    assert project.process("memory", "p", "read", "x.md").stdout == b"no line end"


# Private files


@pytest.mark.parametrize("umask", ["000", "077", "777"])
def test_everything_made_is_private_whatever_the_umask(rna: Rna, umask: str) -> None:
    base = rna.folder / "made"
    script = f"""
    set -e
    umask {umask}
    export RNA_STATE='{base}/a/state' RNA_CONFIG='{base}/b/config.toml'
    rna memory-config --search-limit 5
    rna memory p initialize
    printf 'zebra' | rna memory p write --file - --path x.md
    rna memory p search zebra
    rna doctor p
    """
    result = shell(rna, script)
    assert result.returncode == 0, result.stderr
    modes = {path.relative_to(base): stat.S_IMODE(path.stat().st_mode) for path in [base, *base.rglob("*")]}
    names = {path.name for path in modes}
    assert {"config.toml", "embedded.sqlite", "usage.sqlite"} <= names
    for path, mode in modes.items():
        assert mode == (0o700 if (base / path).is_dir() else 0o600), path


@pytest.mark.parametrize("umask", ["000", "077"])
def test_the_companions_of_an_open_store_are_private(rna: Rna, umask: str) -> None:
    result = shell(rna, f"umask {umask}; rna memory p initialize")
    assert result.returncode == 0
    script = """
import os, sys
from pathlib import Path
from rna_cli.sqlite.connection import connect, writing
os.umask(int(sys.argv[2], 8))
path = Path(sys.argv[1])
connection = connect(path, application_id=None)
with writing(connection, path):
    connection.execute("UPDATE meta SET value = value")
for found in sorted(path.parent.iterdir()):
    print(found.name, oct(found.stat().st_mode & 0o777))
"""
    result = subprocess.run(
        [sys.executable, "-c", script, str(rna.store), umask],
        env=rna.process_environ,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in result.stdout.splitlines() if line.startswith("embedded")]
    assert lines == [
        "embedded.sqlite 0o600",
        "embedded.sqlite-shm 0o600",
        "embedded.sqlite-wal 0o600",
    ]


# Locales


@pytest.mark.parametrize(
    "environ",
    [
        {"LANG": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
    ],
)
def test_a_locale_that_is_not_utf8_does_not_end_a_command(project: Rna, environ: dict[str, str]) -> None:
    text = "# Über 更新 🎉\n\nzebra 更新\n"
    file = project.folder / "n.md"
    file.write_text(text, encoding="utf-8")
    assert project.process("memory", "p", "write", "--file", str(file), environ=environ).returncode == 0
    assert project.ok("memory", "p", "read", "n.md").stdout == text
    for words in (("read", "n.md"), ("search", "zebra"), ("tree",)):
        result = project.process("memory", "p", *words, environ=environ)
        assert result.returncode == 0, result.stderr
        assert result.stdout
        value = json.loads(project.process("memory", "p", *words, "--json", environ=environ).stdout)
        assert "Über 更新 🎉" in json.dumps(value, ensure_ascii=False)
    result = project.process("memory", "p", "read", "更新.md", environ=environ)
    assert (result.returncode, b"Traceback" in result.stderr) in {(4, False), (2, False)}
    assert project.process("doctor", "p", environ=environ).returncode == 0

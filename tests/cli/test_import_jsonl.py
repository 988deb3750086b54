from __future__ import annotations

import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.cli.app import run
from rna_cli.cli.runtime import Runtime
from tests.cli.processes import confined, on_terminal, start
from tests.cli.samples import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Result, Rna

ASKED = {
    "kind": "message",
    "conversation": "chat-1",
    "turn": 0,
    "place": 0,
    "speaker": "Ada",
    "role": "user",
    "time": "2026-01-31T09:30:00Z",
    "text": "When do otters sleep?\nI never saw one.",
}
ANSWERED = {"conversation": "chat-1", "turn": 0, "role": "assistant", "text": "Otters sleep at night."}
NOTE = {"path": "notes/otters.md", "title": "On otters", "text": "# Otters\n\nThey swim.\n"}


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def counts(created: int = 0, updated: int = 0, unchanged: int = 0) -> dict[str, int]:
    return {"created": created, "updated": updated, "unchanged": unchanged}


def load(rna: Rna, data: bytes, *options: str) -> Result:
    return rna.ok("memory", "p", "import", "jsonl", "-", *options, stdin=data)


def paths(rna: Rna) -> list[str]:
    entries = rna.ok("memory", "p", "list", "--recursive", "--json").json["entries"]
    return [entry["uri"].removeprefix(f"{ROOT}/") for entry in entries]


def test_messages_and_documents(project: Rna) -> None:
    file = project.folder / "chats.jsonl"
    file.write_bytes(lines(ASKED, ANSWERED, NOTE))
    result = project.ok("memory", "p", "import", "jsonl", str(file))
    assert result.stdout == (
        "           CREATED  UPDATED  UNCHANGED\n"
        "messages         2        0          0\n"
        "documents        1        0          0\n"
    )
    assert result.stderr == ""
    first, second = "conversations/chat-1/000000/0000", "conversations/chat-1/000000/0001"
    assert paths(project) == [first, second, "notes/otters.md"]
    assert project.ok("memory", "p", "read", first).stdout == ASKED["text"]
    assert project.ok("memory", "p", "read", "notes/otters.md").stdout == NOTE["text"]
    titles = [
        project.ok("memory", "p", "read", path, "--json").json["title"] for path in (first, second, "notes/otters.md")
    ]
    assert titles == ["When do otters sleep?", "When do otters sleep?", "On otters"]


def test_as_json_and_again(project: Rna) -> None:
    value = load(project, lines(ASKED, NOTE), "--json").json
    assert value == {"project": "p", "file": "-", "messages": counts(created=1), "documents": counts(created=1)}
    changed = {**ASKED, "text": "When do otters wake?"}
    value = load(project, lines(changed, ANSWERED, NOTE), "--json").json
    assert value["messages"] == counts(created=1, updated=1)
    assert value["documents"] == counts(unchanged=1)
    value = load(project, lines(changed, ANSWERED, NOTE), "--json").json
    assert value["messages"] == counts(unchanged=2)
    assert value["documents"] == counts(unchanged=1)


def test_what_is_imported_is_found(project: Rna) -> None:
    load(project, lines(ASKED, ANSWERED, NOTE))
    found = {"conversations/chat-1/000000/0000", "conversations/chat-1/000000/0001", "notes/otters.md"}
    assert set(project.hits("otters")) == found
    assert set(project.hits("otters", "kind:message")) == found - {"notes/otters.md"}
    assert project.hits("otters", "before:2026-02-01") == ["conversations/chat-1/000000/0000"]
    hit, *_ = project.ok("memory", "p", "search", "night", "--json").json["hits"]
    assert (hit["kind"], hit["title"]) == ("message", "When do otters sleep?")


def test_turns_and_places_that_are_left_out(project: Rna) -> None:
    said = [{"conversation": name, "text": f"Text {number}."} for number, name in enumerate("aba")]
    load(project, lines(*said))
    assert paths(project) == [f"conversations/{place}/0000" for place in ("a/000000", "a/000001", "b/000000")]
    assert project.ok("memory", "p", "read", "conversations/a/000001/0000").stdout == "Text 2."
    assert load(project, lines(*said), "--json").json["messages"] == counts(unchanged=3)


REFUSED = {
    "bad JSON": (b'{"path": "a.md", "text": \n', 65, "not JSON"),
    "no object": (b"[]\n", 65, "a list is no record"),
    "an unknown key": (lines({**NOTE, "tittle": "x"}), 65, "a document has no 'tittle'"),
    "a wrong type": (lines({**ASKED, "turn": "0"}), 65, "'turn' is text"),
    "no text": (lines({"path": "a.md"}), 65, "a document without 'text'"),
    "an empty text": (lines({**NOTE, "text": " "}), 65, "the text is empty"),
    "no UTF-8": (b'{"path": "a.md", "text": "\xff"}\n', 65, "not UTF-8"),
    "NaN": (b'{"path": "a.md", "text": NaN}\n', 65, "NaN"),
    "a key twice": (b'{"path": "a.md", "path": "b.md", "text": "T"}\n', 65, "twice"),
    "an id with a slash": (lines({**ASKED, "conversation": "a/b"}), 65, "'a/b' cannot be the id of a conversation"),
    "an id that climbs": (lines({**ASKED, "conversation": ".."}), 65, "climbs out of the project"),
    "an empty id": (lines({**ASKED, "conversation": ""}), 65, "cannot be the id of a conversation"),
    "a turn below 0": (lines({**ASKED, "turn": -1}), 65, "turn -1 is out of range"),
    "a turn that is too high": (lines({**ASKED, "turn": 1_000_000}), 65, "turn 1000000 is out of range"),
    "a place that is too high": (lines({**ASKED, "place": 10_000}), 65, "place 10000 is out of range"),
    "a bad time": (lines({**ASKED, "time": "yesterday"}), 65, "'yesterday' is not a time"),
    "no role": (lines({**ASKED, "role": ""}), 65, "The role is empty"),
    "a speaker that is no name": (lines({**ASKED, "speaker": "x" * 101}), 65, "The speaker is no name"),
    "a lone surrogate": (lines({**ASKED, "text": "a \ud800 b"}), 65, "lone surrogate"),
    "NUL": (lines({**NOTE, "text": "a \0 b"}), 65, "NUL"),
    "a text that is too large": (lines({**NOTE, "text": "x" * 11_000_000}), 65, "at most 10485760 are taken"),
    "a kept place": (lines({**NOTE, "path": "conversations/x.md"}), 65, "kept for captured conversations"),
    "another project": (lines({**NOTE, "path": "viking://resources/projects/q/a.md"}), 65, "belongs to project 'q'"),
    "an empty title": (lines({**NOTE, "title": " "}), 65, "The title is empty"),
    "a file as a directory": (lines({**NOTE, "path": "neighbour.md/a.md"}), 5, "neighbour.md is a file"),
    "a directory as a file": (lines({**NOTE, "path": "folder"}), 5, "folder is a directory"),
    "a hidden record": (lines({**NOTE, "path": "hidden.md"}), 5, "hidden"),
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("before", [1, 700], ids=["near the start", "after a batch"])
def test_a_bad_line_is_named_and_nothing_is_imported(project: Rna, kind: str, before: int) -> None:
    for path in ("neighbour.md", "folder/a.md", "hidden.md"):
        project.write(path, "Text about badgers.\n")
    project.ok("memory", "p", "hide", "hidden.md")
    there = paths(project)
    data, code, message = REFUSED[kind]
    good = [{"path": f"new/{number}.md", "text": "Text about otters."} for number in range(before)]
    after = [{"path": f"more/{number}.md", "text": "Text about otters."} for number in range(3)]
    words = ("memory", "p", "import", "jsonl", "-")
    result = project.fails(code, *words, stdin=lines(*good) + b"\n" + data + lines(*after))
    assert f"standard input, line {before + 2}: " in result.stderr
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert paths(project) == there
    assert project.hits("otters") == []
    assert project.ok("memory", "p", "import", "jsonl", "-", stdin=lines(*good, *after))
    assert len(paths(project)) == len(there) + before + 3


def test_two_lines_that_cannot_both_be(project: Rna) -> None:
    data = lines(*({"path": path, "text": "T"} for path in ("x", "a", "a/b", "y")))
    result = project.fails(5, "memory", "p", "import", "jsonl", "-", stdin=data)
    assert "standard input, line 3: " in result.stderr
    assert paths(project) == []


def test_a_line_for_an_earlier_lines_address_supersedes_it(project: Rna) -> None:
    value = load(project, lines(NOTE, {**NOTE, "text": "Changed.\n"}), "--json").json
    assert value["documents"] == counts(created=1, updated=1)
    assert project.ok("memory", "p", "read", "notes/otters.md").stdout == "Changed.\n"


def test_a_file_without_a_record(project: Rna) -> None:
    for data in (b"", b"\n\n"):
        result = project.fails(65, "memory", "p", "import", "jsonl", "-", stdin=data)
        assert "standard input is empty" in result.stderr
    load(project, b"\xef\xbb\xbf" + lines(NOTE).replace(b"\n", b"\r\n") + b"\r\n")
    assert paths(project) == ["notes/otters.md"]


def test_a_long_line_is_bounded_by_the_largest_document(project: Rna) -> None:
    project.ok("memory-config", "--max-document-bytes", "1000")
    data = lines({"path": "a.md", "text": "x" * 900, "title": None})
    assert load(project, data, "--json").json["documents"] == counts(created=1)
    spaces = data.rstrip() + b" " * 4000 + b"\n"
    result = project.fails(65, "memory", "p", "import", "jsonl", "-", stdin=spaces)
    assert "line 1: the line has over 4000 bytes" in result.stderr
    assert "--max-document-bytes" in result.stderr


def test_files_that_cannot_be_read(project: Rna) -> None:
    folder = project.folder / "folder"
    folder.mkdir()
    for name, code in ((str(folder / "nothing.jsonl"), 4), (str(folder), 2), ("", 2)):
        project.fails(code, "memory", "p", "import", "jsonl", name)
    file = folder / "private.jsonl"
    file.write_bytes(lines(NOTE))
    file.chmod(0)
    assert confined(project, "memory", "p", "import", "jsonl", str(file)).returncode == 77
    file.chmod(0o600)
    assert confined(project, "memory", "p", "import", "jsonl", str(file)).returncode == 0


def test_the_project_must_be_there(rna: Rna) -> None:
    result = rna.fails(4, "memory", "p", "import", "jsonl", "-", stdin=lines(NOTE))
    assert "line" not in result.stderr
    rna.ok("memory", "p", "initialize")
    load(rna, lines(NOTE))


class _Interrupted:
    """A stream that the person interrupts after some lines."""

    def __init__(self, data: list[bytes]) -> None:
        self._data = iter(data)

    def readline(self, _size: int) -> bytes:
        for line in self._data:
            return line
        raise KeyboardInterrupt

    def fileno(self) -> int:
        raise OSError


@pytest.mark.parametrize("before", [1, 1200])
def test_ctrl_c_imports_nothing(project: Rna, before: int) -> None:
    data = [lines({"path": f"{number}.md", "text": "Text about otters."}) for number in range(before)]
    runtime = Runtime(stdin=_Interrupted(data), environ=project.environ, clock=project.clock)  # type: ignore[arg-type]
    assert run(["memory", "p", "import", "jsonl", "-"], runtime) == 130
    assert paths(project) == []
    load(project, b"".join(data))
    assert len(paths(project)) == before


def test_ctrl_c_as_a_process(project: Rna) -> None:
    process = start(project, "memory", "p", "import", "jsonl", "-")
    assert process.stdin is not None
    process.stdin.write(lines(NOTE) * 2000)
    process.stdin.flush()
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    stdout, said = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (130, b"")
    assert b"Traceback" not in said
    assert paths(project) == []
    assert project.ok("doctor", "p").stdout.endswith("All is well.\n")


def test_long_work_shows_how_far_it_is_on_a_terminal_only(project: Rna, monkeypatch: pytest.MonkeyPatch) -> None:
    file = project.folder / "many.jsonl"
    file.write_bytes(b"".join(lines({"path": f"{number}.md", "text": "word " * 2000}) for number in range(4000)))
    code, printed = on_terminal(project, "memory", "p", "import", "jsonl", str(file))
    assert code == 0, printed
    assert b"importing" in printed
    assert b"%" in printed
    assert b"documents     4000" in printed.replace(b"\r", b"")
    code, printed = on_terminal(project, "memory", "p", "import", "jsonl", str(project.folder / "few.jsonl"))
    assert code == 4
    assert b"importing" not in printed
    piped = project.process("memory", "p", "import", "jsonl", str(file))
    assert (piped.returncode, piped.stderr) == (0, b"")


def test_rich_is_loaded_for_the_bar_only(project: Rna, tmp_path: Path) -> None:
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "__init__.py").write_text("raise ImportError('rich was loaded')")
    environ = {"PYTHONPATH": os.pathsep.join([str(tmp_path), project.process_environ["PYTHONPATH"]])}
    done = project.process("memory", "p", "import", "jsonl", "-", stdin=lines(NOTE), environ=environ)
    assert (done.returncode, done.stderr) == (0, b"")
    assert project.process("doctor", "p", environ=environ).returncode == 0


def test_a_message_keeps_its_place(project: Rna) -> None:
    load(project, lines(ASKED, NOTE))
    for source in (
        "conversations",
        "conversations/chat-1",
        "conversations/chat-1/000000/0000",
        f"{ROOT}/conversations",
    ):
        result = project.fails(2, "memory", "p", "move", source, "elsewhere")
        assert "keeps its place in its conversation" in result.stderr
    result = project.fails(2, "memory", "p", "move", "notes/otters.md", "conversations/chat-1/000000/0001")
    assert "kept for captured conversations" in result.stderr
    assert paths(project) == ["conversations/chat-1/000000/0000", "notes/otters.md"]
    project.ok("memory", "p", "move", "notes", "elsewhere")


def test_a_read_says_who_spoke(project: Rna) -> None:
    load(project, lines({"conversation": "chat", "speaker": "Ada", "time": "2026-01-31", "text": "Hello there."}))
    read = project.ok("memory", "p", "read", "conversations/chat/000000/0000")
    assert read.stdout == "Hello there."
    assert read.stderr.endswith("lines 1-1 of 1, said by Ada (2026-01-31)\n")
    value = project.ok("memory", "p", "read", "conversations/chat/000000/0000", "--json").json
    assert (value["role"], value["speaker"], value["said_at"][:10]) == ("user", "Ada", "2026-01-31")
    (hit,) = project.ok("memory", "p", "search", "hello", "--json").json["hits"]
    assert (hit["kind"], hit["speaker"]) == ("message", "Ada")
    project.write("note.md", "Hello, too.\n")
    assert "said by" not in project.ok("memory", "p", "read", "note.md").stderr

"""What the processes of the fault tests do. Each line on standard output says what is about to be done, or is done."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from typing import Any

from rna_cli.backends.embedded import reindexing
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import Scope
from rna_cli.memory.gateway import Draft

P = Scope("p")


def say(word: str, **facts: Any) -> None:
    sys.stdout.write(json.dumps({"said": word, **facts}) + "\n")
    sys.stdout.flush()


def change_without_end(run: str) -> None:
    """Write, update and delete, saying each change before it begins and after it is acknowledged."""
    choose = random.Random(run)
    with Runtime(environ=os.environ).memory() as memory:
        known = {entry.address.path for entry in memory.reader.entries(P, "", recursive=True).entries}
        for step in range(100_000):
            word = f"zq{run}x{step}"
            path = choose.choice(sorted(known)) if known and choose.random() < 0.6 else f"d/{word}.md"
            if path in known and choose.random() < 0.4:
                say("begin", path=path, text=None)
                memory.gateway.delete(P, path)
                known.discard(path)
            else:
                text = f"# {word}\n\n" + f"Text of {word}.\n" * choose.choice([1, 20, 400])
                say("begin", path=path, text=text)
                memory.gateway.write(P, [Draft(path, text)])
                known.add(path)
            say("done")


def write_many(name: str, count: str) -> None:
    """Write files of one's own, and new versions of a file that all share; each write as a command does it."""
    say("ready")
    sys.stdin.readline()
    for number in range(int(count) // 2):
        for draft in (
            Draft(f"{name}/{number}.md", f"Number {number} of {name}.\n"),
            Draft("shared.md", f"{name} {number}\n"),
        ):
            with Runtime(environ=os.environ).memory() as memory:
                memory.gateway.write(P, [draft])
    say("done")


def initialize(project: str) -> None:
    """Make a project."""
    say("begin")
    with Runtime(environ=os.environ).memory() as memory:
        memory.gateway.initialize(Scope(project))
    say("done")


def reindex_slowly() -> None:
    """Make the index anew in small steps, saying each."""
    reindexing.STEP = 2

    def told(done: int, total: int) -> None:
        say("done", done=done, total=total)
        time.sleep(0.05)  # so that it is killed in the middle, however fast the machine

    with Runtime(environ=os.environ).memory() as memory:
        memory.gateway.reindex(P, told)


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])

"""Draw `docs/picture.svg`: real commands, run in a state that is thrown away, as they look in a terminal.

No command is taken whose output has a time or a path in it, so the same program always gives the same picture.

    python scripts/picture.py            write the picture anew
    python scripts/picture.py --check    write nothing; exit 1 when the picture is stale
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "picture.svg"
WIDTH = 92
TITLE = "rna"

NOTES = {
    "release.md": "# Release conventions\n\nTag as vX.Y.Z after the changelog is dated. Nobody moves a tag.\n"
    "When errors double within half an hour, roll back first.\n",
    "runbook.md": "# 部署手册\n\n先发布到一台实例，观察十五分钟。\n"
    "数据库迁移必须向后兼容，所以回滚代码不需要回滚数据。\n",
}

COMMANDS = (
    "rna memory shop initialize",
    "rna memory shop write --file release.md",
    "rna memory shop write --file runbook.md --path ops/runbook.md",
    "rna memory shop search who moved the tags",
    "rna memory shop search 数据库迁移",
    "rna memory shop search deploying by telepathy",
    "rna memory shop read ops --level L0",
    "rna memory shop tree",
)

THEME = TerminalTheme(
    (24, 27, 34),
    (214, 219, 229),
    [
        (24, 27, 34),
        (240, 113, 120),
        (148, 207, 138),
        (232, 196, 112),
        (122, 172, 247),
        (198, 146, 233),
        (110, 203, 214),
        (214, 219, 229),
    ],
)

_FONT_FACES = re.compile(r"\s*@font-face \{\{.*?\}\}", re.DOTALL)
_STYLES = (
    (re.compile(r"^(rna: .*)$", re.MULTILINE), "red"),
    (re.compile(r"^(\d+\. L\d .*)$", re.MULTILINE), "bold yellow"),
    (re.compile(r"(viking://\S*[^\s:])"), "cyan"),
    (re.compile(r"^(created|Initialized)\b", re.MULTILINE), "green"),
    # Spaces apart from words: each word then gets its own place, whatever a viewer makes of spaces.
    (re.compile(r"( +)"), "italic"),
)


def run(command: str, folder: Path) -> str:
    """Run a command line in `folder` and return what it printed, both streams together."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",  # the two streams in the order in which a terminal shows them
        "PYTHONPATH": str(ROOT),
        "RNA_STATE": str(folder / "state"),
        "RNA_CONFIG": str(folder / "config.toml"),
        "RNA_MEMORY_BACKEND": "embedded",
    }
    words = [sys.executable, "-m", "rna_cli", *shlex.split(command)[1:]]
    done = subprocess.run(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True
    )
    return done.stdout.rstrip("\n")


def session() -> Text:
    """Run all commands; return what the terminal shows, coloured."""
    screen = Text()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for note, text in NOTES.items():
            (folder / note).write_text(text, encoding="utf-8")
        for command in COMMANDS:
            printed = Text(run(command, folder))
            for pattern, style in _STYLES:
                printed.highlight_regex(pattern, style)
            screen.append_text(Text.assemble(("$ ", "green"), (command, "bold"), "\n", printed, "\n\n"))
    screen.rstrip()
    return screen


def draw() -> str:
    """Return the picture as SVG: of fixed width, with fixed names, without a font from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(session(), highlight=False)
    template = _FONT_FACES.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", "ui-monospace, Menlo, Consolas")
    svg = console.export_svg(title=TITLE, theme=THEME, code_format=template, unique_id="rna")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def main(arguments: list[str]) -> int:
    """Write the picture, or with `--check` tell whether it is current."""
    if arguments not in ([], ["--check"]):
        print("usage: picture.py [--check]", file=sys.stderr)
        return 2
    svg = draw()
    if not arguments:
        PICTURE.write_text(svg, encoding="utf-8")
        return 0
    if PICTURE.is_file() and PICTURE.read_text(encoding="utf-8") == svg:
        return 0
    print(f"stale: {PICTURE.relative_to(ROOT)}; make it anew with: python scripts/picture.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

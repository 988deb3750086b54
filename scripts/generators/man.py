"""Manual pages: one for each command, from the live command tree."""

from __future__ import annotations

import re
from pathlib import Path

from generators.commands import Command, commands
from rna_cli import __version__
from rna_cli.config.model import BY_KEY
from rna_cli.config.paths import CONFIG_VARIABLE, STATE_VARIABLE, Places
from rna_cli.errors import ExitCode

EDITION = "2026-11-30"
"""The date in the footer: mandoc wants one, and the day of the build would make each build differ."""

VARIABLES = {
    STATE_VARIABLE: "Where memories are kept, when --state is not given; the suffix .rna is added.",
    CONFIG_VARIABLE: "The configuration file, when --config is not given.",
    BY_KEY["memory.backend"].env: "The way to remember: it overrides the configuration file.",
    str(BY_KEY["openviking.api_key_env"].default): "The key of the OpenViking server. "
    "rna memory-config --api-key-env NAME chooses another variable.",
    "NO_COLOR": "No colour, when it is set to anything but nothing.",
}
_COMPLETION = (
    "Prints a completion script and does nothing else, when it is set to source_bash, source_zsh or source_fish."
)

_PLACES = Places(Path("~/.local/state/rna/state"), Path("~/.config/rna/config.toml"))
FILES = {
    str(_PLACES.config): "The configuration. The folder is that of XDG_CONFIG_HOME where it is set, and "
    "~/Library/Application Support/rna on macOS.",
    str(_PLACES.embedded_store): "The store of the embedded way. The folder is that of XDG_STATE_HOME where it is set, "
    "and ~/Library/Application Support/rna on macOS.",
    str(_PLACES.usage): "Counts of uses a day, which rna doctor reports.",
}

_OPTION = re.compile(r"--?[A-Za-z][\w-]*")


def files(_root: Path) -> dict[str, str]:
    """Return the pages."""
    everything = commands()
    return {f"man/{each.page}.1": _page(each, everything) for each in everything}


def escape(text: str) -> str:
    """Return `text` so that groff and mandoc print it as it is, in the middle of a line or at its start."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace('"', "\\(dq")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    return "\\&" + text if text.startswith(".") else text


def _page(command: Command, everything: list[Command]) -> str:
    children = [each for each in everything if each.words[:-1] == command.words]
    lines = [
        '.\\" Made by scripts/gen.py from the command tree: change that, then run make gen.',
        f'.TH "{escape(command.page.upper())}" 1 "{EDITION}" "rna {__version__}" "rna manual"',
        ".SH NAME",
        f"{escape(command.page)} \\- {escape(_lower(command.summary))}",
        ".SH SYNOPSIS",
        _synopsis(command),
        ".SH DESCRIPTION",
        *_paragraphs(command.paragraphs),
        *_section("ARGUMENTS", _arguments(command)),
        *_section("OPTIONS", [(_spelling(left), right) for left, right in command.options]),
        *_section("COMMANDS", [(_bold(each.words[-1]), f"{each.summary}. See {_link(each)}.") for each in children]),
        *_examples(command.examples),
        *_section("EXIT STATUS", [(_bold(str(int(code))), _plain(code.meaning)) for code in ExitCode]),
        *_section("ENVIRONMENT", [(_bold(name), text) for name, text in _variables(command).items()]),
        *_section("FILES", [(_italic(name), text) for name, text in FILES.items()]),
        ".SH SEE ALSO",
        *_see_also(command, everything),
    ]
    return "\n".join(lines) + "\n"


def _variables(command: Command) -> dict[str, str]:
    return VARIABLES if command.parents else VARIABLES | {"_RNA_COMPLETE": _COMPLETION}


def _lower(sentence: str) -> str:
    first, _, rest = sentence.partition(" ")
    return sentence if first.isupper() and len(first) > 1 else f"{first.lower()} {rest}".strip()


def _bold(text: str) -> str:
    return f"\\fB{escape(text)}\\fR"


def _italic(text: str) -> str:
    return f"\\fI{escape(text)}\\fR"


def _link(command: Command) -> str:
    return f"{command.page}(1)"


def _plain(text: str) -> str:
    """Return a text of the documentation without its Markdown."""
    return text.replace("`", "")


def _spelling(left: str) -> str:
    """Set an option's names in bold, and its value in italics: `-n, --limit N`."""
    names, value = left, ""
    for match in _OPTION.finditer(left):
        names, value = left[: match.end()], left[match.end() :].strip()
    bold = ", ".join(_bold(name) for name in names.split(", "))
    return f"{bold} {_italic(value)}" if value else bold


def _metavar(argument: object) -> str:
    return str(getattr(argument, "metavar", None) or getattr(argument, "name", "")).strip("[]")


def _synopsis(command: Command) -> str:
    parts: list[str] = []
    for each in (*command.parents, command):
        parts.append(_bold(each.words[-1]))
        if each is command:
            parts.append(f"[{_italic('OPTIONS')}]")
        for argument in each.arguments:
            shown = _italic(_metavar(argument))
            parts.append(shown if argument.required else f"[{shown}]")
    if command.is_group:
        parts.append(f"{_italic('COMMAND')} [{_italic('ARGS')}]...")
    return " ".join(parts)


def _arguments(command: Command) -> list[tuple[str, str]]:
    return [(_italic(_metavar(argument)), argument.help or "") for argument in command.all_arguments]


def _paragraphs(paragraphs: list[str]) -> list[str]:
    lines: list[str] = []
    for number, paragraph in enumerate(paragraphs):
        lines += [".PP"] * bool(number) + [escape(" ".join(paragraph.split()))]
    return lines


def _section(title: str, entries: list[tuple[str, str]]) -> list[str]:
    if not entries:
        return []
    lines = [f".SH {title}"]
    for head, text in entries:
        lines += [".TP", head, escape(text)]
    return lines


def _examples(examples: list[str]) -> list[str]:
    return [".SH EXAMPLES", ".nf", *(escape(line) for line in examples), ".fi"]


def _see_also(command: Command, everything: list[Command]) -> list[str]:
    """Name the group above, the commands beside it, and those below."""
    above = command.words[:-1]
    beside = [each for each in everything if each.words in {above, command.words} or each.words[:-1] == above]
    below = [each for each in everything if each.words[:-1] == command.words]
    near = [each for each in (*beside, *below) if each.words != command.words]
    return [f".BR {escape(each.page)} (1){',' if each is not near[-1] else ''}" for each in near]

"""The tables in `docs/exit-codes.md`. The rest of the page is written by hand and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.errors import ExitCode, RnaError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = "docs/exit-codes.md"


def files(root: Path) -> dict[str, str]:
    """Return the page with new tables.

    Raises:
        ValueError: the page lacks the markers between which a table goes.
    """
    page = root / PAGE
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    for name, table in (("exit codes", exit_table()), ("error codes", error_table())):
        text = _replace(text, name, table)
    return {PAGE: text}


def errors(base: type[RnaError] = RnaError) -> Iterator[type[RnaError]]:
    """Yield `base` and every class below it, in the order in which they are written."""
    yield base
    for child in base.__subclasses__():
        if child.__module__ == base.__module__:
            yield from errors(child)


def exit_table() -> str:
    """Return the table of exit codes."""
    rows = [f"| {int(code)} | `{code.name}` | {code.meaning} |" for code in ExitCode]
    return "\n".join(["| code | name | meaning |", "|---:|---|---|", *rows])


def error_table() -> str:
    """Return the table of the words that stand in `error.code`."""
    rows = [
        f"| `{each.code}` | {int(each.exit_code)} | {each.status} | `{each.__name__}` | {_first_line(each)} |"
        for each in errors()
    ]
    head = ["| `error.code` | exit code | `error.status` | class | meaning |", "|---|---:|---:|---|---|"]
    return "\n".join([*head, *rows])


def _first_line(error: type[RnaError]) -> str:
    return (error.__doc__ or "").strip().splitlines()[0]


def _replace(text: str, name: str, table: str) -> str:
    start, end = f"<!-- {name}: made by make gen -->", f"<!-- end of {name} -->"
    if text.count(start) != 1 or text.count(end) != 1:
        raise ValueError(f"{PAGE} needs these two lines, once each: {start} and {end}")
    before, _, rest = text.partition(start)
    return f"{before}{start}\n{table}\n{end}{rest.partition(end)[2]}"

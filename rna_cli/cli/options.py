"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.completion import complete_hidden, complete_project, complete_uri
from rna_cli.domain.clock import parse_moment
from rna_cli.domain.levels import Level

ProjectId = Annotated[
    str, typer.Argument(metavar="PROJECT_ID", help="The project.", autocompletion=complete_project, show_default=False)
]

Target = Annotated[
    str,
    typer.Argument(metavar="URI", help="A uri, or the path below the project.", autocompletion=complete_uri),
]

HiddenTarget = Annotated[
    str,
    typer.Argument(metavar="URI", help="A uri, or the path below the project.", autocompletion=complete_hidden),
]

OptionalTarget = Annotated[
    str,
    typer.Argument(
        metavar="URI",
        help="A uri, or the path below the project; the whole project when left out.",
        autocompletion=complete_uri,
        show_default=False,
    ),
]

LevelOption = Annotated[
    Level | None,
    typer.Option(
        "--level",
        metavar="L0|L1|L2",
        help="L0: directory abstracts. L1: directory overviews. L2: full text.",
        case_sensitive=False,
    ),
]


def _as_of(value: str | None) -> str | None:
    return None if value is None else parse_moment(value)


AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        callback=_as_of,
        help="What was known at TIME (ISO 8601; UTC unless it says otherwise; a date alone means its end).",
    ),
]

Limit = Annotated[int | None, typer.Option("--limit", "-n", min=1, help="How many at most.", show_default=False)]

Offset = Annotated[int, typer.Option("--offset", min=0, help="How many to skip, counted from 0.")]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen; change nothing.")]

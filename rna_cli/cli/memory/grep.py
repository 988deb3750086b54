"""`rna memory PROJECT_ID grep`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import Limit, OptionalTarget
from rna_cli.cli.runtime import Runtime
from rna_cli.cli.timing import time_limit
from rna_cli.render.values import match_value

EXAMPLES = (
    "rna memory demo grep 'v[0-9]+\\.[0-9]+'",
    "rna memory demo grep --fixed 'C++' docs",
    "rna memory demo grep -i changelog --limit 5",
)

DEFAULT_MATCHES = 100

SECONDS = 30
"""How long it may take: an expression like `(x+x+)+y` may never end, and an agent presses no Ctrl-C."""


def command(
    ctx: typer.Context,
    pattern: Annotated[str, typer.Argument(metavar="PATTERN", help="A regular expression (Python's).")],
    uri: OptionalTarget = "",
    fixed: Annotated[bool, typer.Option("--fixed", "-F", help="PATTERN is text as it stands.")] = False,
    ignore_case: Annotated[
        bool, typer.Option("--ignore-case", "-i", help="Upper and lower case are the same.")
    ] = False,
    limit: Limit = DEFAULT_MATCHES,
) -> None:
    """Show the lines that a pattern matches, word for word; no stemming, no ranking."""
    runtime = Runtime.of(ctx)
    limit = limit or DEFAULT_MATCHES
    with runtime.memory() as memory, time_limit(SECONDS, f"Looking for {pattern}"):
        # One more than wanted tells "all of them" from "and more".
        matches = memory.reader.grep(runtime.scope, pattern, uri, fixed=fixed, ignore_case=ignore_case, limit=limit + 1)
    more, matches = len(matches) > limit, matches[:limit]
    value = {"project": runtime.project_id, "matches": [match_value(match) for match in matches], "more": more}
    lines = [f"{match.address.path}:{match.line}:{match.text}\n" for match in matches]
    runtime.answer(value, lines)
    if more:
        runtime.note(f"There are more than {limit} matches; --limit shows more.")
    elif not matches:
        runtime.note(f"No line matches {pattern}")

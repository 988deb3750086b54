"""`rna memory PROJECT_ID search`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import AsOf, LevelOption, Limit
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.levels import Level
from rna_cli.domain.records import Found
from rna_cli.render.text import hits_text
from rna_cli.render.values import Json, explanation_value, hit_value, repair_value

EXAMPLES = (
    'rna memory demo search "release conventions"',
    "rna memory demo search release conventions --level L1",
    "rna memory demo search release --not draft title:notes after:2026-01-31",
    """rna memory demo search '"release notes"' --json --limit 3""",
    "rna memory demo search --explain -- release -draft",
)


def command(
    ctx: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="WORDS...", help="What to look for; the words are joined.")],
    excluded: Annotated[
        list[str] | None,
        typer.Option("--not", metavar="WORD", help="Leave out what has this word or phrase; may be repeated."),
    ] = None,
    level: LevelOption = None,
    limit: Limit = None,
    as_of: AsOf = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how the answer came about: weights, candidates, time.")
    ] = False,
) -> None:
    """Find what was written, best first.

    Without --level the hits are files; --level L0 or L1 finds the directories that they are in. No hits is success.

    Among the words, '"two words"' is a phrase, title:WORD, kind:message, kind:document, after:TIME and before:TIME
    choose, and -word leaves out. A word that starts with '-' goes after --.
    """
    runtime = Runtime.of(ctx)
    scope, words, without = runtime.scope, " ".join(query), excluded or []
    with runtime.memory() as memory:
        limit = limit or memory.settings.search_limit
        found = memory.reader.search(
            scope, words, excluded=without, level=level, limit=limit, as_of=as_of, explain=explain
        )
    notes = _notes(found, scope.project_id, words, without, level, as_of)
    if explain and found.explanation is None:
        notes.append("This way to remember does not explain its answers.")
    value = {"project": scope.project_id, "query": words} | _value(found) | {"note": "\n".join(notes) or None}
    runtime.answer(value, _text(found))
    for note in notes:
        runtime.note(note)


def _value(found: Found) -> Json:
    return {
        "terms": found.terms,
        "repairs": [repair_value(repair) for repair in found.repairs],
        "unknown": list(found.unknown),
        "absence": found.absence,
        "hits": [{"rank": rank} | hit_value(hit) for rank, hit in enumerate(found.hits, 1)],
        "explain": explanation_value(found.explanation) if found.explanation else None,
    }


def _text(found: Found) -> str:
    if found.explanation is None:
        return hits_text(found.hits)
    from rna_cli.render.found import explanation_text

    return "\n".join(filter(None, [hits_text(found.hits), explanation_text(found.explanation, found.hits)]))


def _notes(
    found: Found, project_id: str, words: str, without: list[str], level: Level | None, as_of: str | None
) -> list[str]:
    """Return what there is to say beside the hits; seldom anything."""
    if found.absence is None and not found.repairs and not found.unknown:
        return []
    from rna_cli.domain.query import parse_query
    from rna_cli.render.found import found_notes

    query = parse_query(words, without)
    choices = ["the operators of the query"] * query.filters + [f"--level {level}"] * (level is not None)
    choices += ["--as-of"] * (as_of is not None)
    return found_notes(found, project_id, words, query.text, choices)

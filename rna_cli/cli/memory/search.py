"""`rna memory PROJECT_ID search`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import AsOf, LevelOption, Limit
from rna_cli.cli.runtime import Runtime
from rna_cli.render.text import hits_text
from rna_cli.render.values import hit_value
from rna_cli.text.lines import one_line

NOTE_CHARS = 400

EXAMPLES = (
    'rna memory demo search "release conventions"',
    "rna memory demo search release conventions --level L1",
    "rna memory demo search release --json --limit 3",
    "rna memory demo search -- -fno-exceptions",
)


def command(
    ctx: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="WORDS...", help="What to look for; the words are joined.")],
    level: LevelOption = None,
    limit: Limit = None,
    as_of: AsOf = None,
) -> None:
    """Find what was written, best first.

    Without --level the hits are files; --level L0 or L1 finds the directories that they are in. No hits is success.
    A word that starts with '-' goes after --.
    """
    runtime = Runtime.of(ctx)
    scope, words = runtime.scope, " ".join(query)
    with runtime.memory() as memory:
        limit = limit or memory.settings.search_limit
        found = memory.reader.search(scope, words, level=level, limit=limit, as_of=as_of)
    note = None
    if not found.terms:
        note = (
            "Nothing to look for: the query has only common words or punctuation. "
            f"Exact text: rna memory {scope.project_id} grep --fixed TEXT"
        )
    elif not found.hits:
        note = one_line(f"No hits in {scope.project_id} for: {words}", NOTE_CHARS)
    hits = [{"rank": rank} | hit_value(hit) for rank, hit in enumerate(found.hits, 1)]
    value = {"project": scope.project_id, "query": words, "terms": found.terms, "hits": hits, "note": note}
    runtime.answer(value, hits_text(found.hits))
    if note:
        runtime.note(note)

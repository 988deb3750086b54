"""`rna memory PROJECT_ID reindex`."""

from __future__ import annotations

import typer

from rna_cli.cli.progress import ProgressBar
from rna_cli.cli.runtime import Runtime
from rna_cli.text.wording import counted

EXAMPLES = ("rna memory demo reindex",)


def command(ctx: typer.Context) -> None:
    """Make the search index anew from the texts.

    Searches work meanwhile. Interrupted, it goes on where it stopped when it is called again. It is not needed in
    daily use: an index that another version of rna made is made anew by the first search. A damaged one is repaired
    by rna doctor --fix.
    """
    runtime = Runtime.of(ctx)
    scope = runtime.scope
    with runtime.memory() as memory, ProgressBar(runtime, "indexing") as bar:
        texts = memory.gateway.reindex(scope, bar)
    runtime.answer(
        {"project": scope.project_id, "texts": texts},
        f"Indexed anew: {counted(texts, 'text')} of {scope.project_id}.\n",
    )

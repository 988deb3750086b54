"""What `search --explain` tells: the words, what became of them, and how much was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.domain.explanation import Dropped, Explanation, TermUse
from rna_cli.text.queries import query_terms

if TYPE_CHECKING:
    from rna_cli.backends.embedded.search import Search


def explanation_of(search: Search) -> Explanation:
    """Explain a search that is over."""
    too_frequent = {term.text for term in search.candidates.too_frequent}
    uses = []
    for term in search.terms:
        use = "order only" if term.order_only else "candidates"
        if term.text in too_frequent:
            use = "too frequent: orders only"
        if term.repairs:
            use += f", in place of {term.repairs}"
        uses.append(TermUse(term.text + "…" * term.prefix, term.weight, term.passages, use))
    dropped = [
        Dropped(word, "common word or punctuation") for word in search.query.text.split() if not query_terms(word)
    ]
    dropped += [Dropped(word, "in no text") for word in search.vocabulary.unknown]
    return Explanation(
        terms=sorted(uses, key=lambda use: -use.weight),
        dropped=dropped,
        candidates=len(search.candidates.passages),
        postings=search.candidates.postings,
        passages=search.project.passages,
        stages_ms={stage: round(ms, 3) for stage, ms in search.stages_ms.items()},
    )

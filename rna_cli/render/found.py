"""What there is to say about an answer to a search beside its hits: why there are none, and how it came about."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rna_cli.domain.records import Absence
from rna_cli.render.text import table
from rna_cli.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rna_cli.domain.explanation import Explanation
    from rna_cli.domain.records import Found, Hit

_NOTE_CHARS = 400


def found_notes(found: Found, project_id: str, query: str, words: str, choices: Sequence[str]) -> list[str]:
    """Return lines for the person: words that are in no text, and where there are no hits, why, and what to do.

    Args:
        found: the answer.
        project_id: of the project that was searched.
        query: as it was given.
        words: those of the query, without its operators.
        choices: what beside the words chose what may be found, such as `--level L0`.
    """
    notes = [
        f"{_quoted([repair.word])} is in no text; looked for {_quoted([repair.used])}." for repair in found.repairs
    ]
    if found.absence is None:
        if found.unknown:
            notes.append(f"In no text: {_quoted(found.unknown)}.")
    else:
        notes.append(_why_nothing(found, project_id, query, words, choices))
    return [one_line(note, _NOTE_CHARS) for note in notes]


def _why_nothing(found: Found, project_id: str, query: str, words: str, choices: Sequence[str]) -> str:
    command = f"rna memory {project_id}"
    if found.absence is Absence.NOTHING_TO_LOOK_FOR:
        return (
            "Nothing to look for: the query has only common words or punctuation. "
            f"Exact text: {command} grep --fixed TEXT"
        )
    if found.absence is Absence.EMPTY_PROJECT:
        return f"Nothing is in {project_id} yet. Write something: {command} write --file PATH"
    if found.absence is Absence.UNKNOWN_WORDS:
        words = _quoted(found.unknown) or "any of the words"
        return f"No hits in {project_id}: no text has {words} or a word near. Parts of words: {command} grep TEXT"
    if found.absence is Absence.FILTERED:
        left_out = f"{' and '.join(choices) or 'the query'} left out every record with these words"
        return f"No hits in {project_id}: {left_out}. Without: {command} search -- {shlex.quote(words)}"
    return f"No hits in {project_id} for: {query}"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def explanation_text(explanation: Explanation, hits: Sequence[Hit]) -> str:
    """How an answer came about: a row for each term, what was left out, what it took, and the terms of each hit."""
    rows = [(use.term, f"{use.weight:.2f}", str(use.passages), use.use) for use in explanation.terms]
    heading = [("TERM", "WEIGHT", "PASSAGES", "USE")] if rows else []
    facts = [("left out", f"{dropped.text} ({dropped.reason})") for dropped in explanation.dropped]
    facts += [
        ("candidates", f"{explanation.candidates} of {explanation.passages} passages"),
        ("postings", str(explanation.postings)),
        ("time", ", ".join(f"{stage} {ms:.2f} ms" for stage, ms in explanation.stages_ms.items())),
    ]
    facts += [(f"hit {rank}", ", ".join(hit.matched) or "-") for rank, hit in enumerate(hits, 1)]
    return "\n".join(filter(None, [table([*heading, *rows], right={1, 2}), table(facts)]))

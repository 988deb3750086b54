"""From a text to what is kept of it beside itself: its passages, each with its terms, and its summary."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.text.analyser import GAP, analyse, analyse_name
from rna_cli.text.lines import count_lines
from rna_cli.text.outline import outline
from rna_cli.text.passages import resume_after_cut, split_passages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rna_cli.backends.embedded.passages import PassageRow
    from rna_cli.domain.records import Saying
    from rna_cli.text.outline import Outline


class Summary(NamedTuple):
    """Columns of `version` that follow from the text."""

    lead: str
    headings: str
    size_bytes: int
    line_count: int


class Indexed(NamedTuple):
    """What follows from a text: its title, its summary, and its passages."""

    title: str
    summary: Summary
    passages: list[PassageRow]


def derive(
    text: str, title: str | None, path: str, saying: Saying | None, *, version_pk: int, first_passage: int
) -> Indexed:
    """Return what follows from a document, or from a message, whose title is always given."""
    if saying is None:
        return _index_document(text, title, path, version_pk=version_pk, first_passage=first_passage)
    return _index_message(text, title or "", saying, version_pk=version_pk, first_passage=first_passage)


def _index_document(text: str, title: str | None, path: str, *, version_pk: int, first_passage: int) -> Indexed:
    """Analyse a document. Each word is indexed once: those of the lead leave the body of the first passage.

    Args:
        text: the whole document.
        title: its title, which every passage carries; None for its own, else its name.
        path: its path below the project: the words of directory and file names are found like those of the title.
        version_pk: the version that the passages belong to.
        first_passage: the id of the first of them; the others follow.
    """
    directory, _, name = path.rpartition("/")
    found = outline(text, path)
    title = title or found.title or name
    # The name is a title when there is no other; `a/b` in a path are two words, not one.
    title_terms = _apart(
        ["" if title == name else analyse(title), analyse(directory.replace("/", " ")), analyse_name(name)]
    )
    first, *others = split_passages(text)
    lead_end = min(found.lead_end, first.end)
    lead_start = min(found.lead_start, lead_end)
    lead = text[lead_start:lead_end] if lead_start < lead_end else found.lead
    head_terms = _apart(map(analyse, [lead, *found.headings])) if found.headings else analyse(lead)
    rest = text[resume_after_cut(text, lead_start, lead_end) : first.end]
    body_terms = _apart([analyse(text[:lead_start]), analyse(rest)]) if lead_start else analyse(rest)
    rows = [(first_passage, version_pk, 0, first.end, 0, title_terms, head_terms, body_terms)]
    for passage_pk, (start, end, line) in enumerate(others, first_passage + 1):
        rows.append((passage_pk, version_pk, start, end, line, title_terms, "", analyse(text[start:end])))
    return Indexed(title, document_summary(text, found), rows)


def _index_message(text: str, title: str, saying: Saying, *, version_pk: int, first_passage: int) -> Indexed:
    """Analyse a message. It is found by its words, its speaker and its day; its title is that of the turn.

    The first line is to a message what the first sentence is to a document.
    """
    spans = split_passages(text)
    lead_end = _first_line_end(text, spans[0].end)
    said = _saying_terms(saying.speaker, saying.said_at and saying.said_at[:10])
    rows = []
    for passage_pk, (start, end, line) in enumerate(spans, first_passage):
        cut = lead_end if start == 0 else start
        head_terms = _apart([said, analyse(text[start:cut])])
        rows.append((passage_pk, version_pk, start, end, line, "", head_terms, analyse(text[cut:end])))
    return Indexed(title, message_summary(text), rows)


def _first_line_end(text: str, most: int) -> int:
    """Return where the first line with text ends."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start, most)
    return most if end < 0 else end


def _apart(terms: Iterable[str]) -> str:
    """Join the terms of texts that do not stand next to each other, so that no phrase spans two of them."""
    return f" {GAP} ".join(filter(None, terms))


def document_summary(text: str, found: Outline) -> Summary:
    """Return what a version says of a document beside its title."""
    return Summary(found.lead, "\n".join(found.headings), len(text.encode()), count_lines(text))


def message_summary(text: str) -> Summary:
    """Return what a version says of a message: its title is its lead already."""
    return Summary("", "", len(text.encode()), count_lines(text))


@lru_cache(maxsize=4096)
def _saying_terms(speaker: str, day: str | None) -> str:
    """Return the terms of a speaker's name, and of a day in the words that people ask for it by."""
    if day is None:
        return analyse(speaker)
    year, month, number = day.split("-")
    return analyse(f"{speaker} {int(number)} {_MONTHS[int(month) - 1]} {year} {day}")


# Not with `strftime`, which follows the locale.
_MONTHS = "January February March April May June July August September October November December".split()

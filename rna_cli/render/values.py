"""Domain values as JSON-ready dictionaries: the one place that names the keys of `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rna_cli.domain.records import Action, Kind

if TYPE_CHECKING:
    from rna_cli.domain.explanation import Explanation
    from rna_cli.domain.records import (
        Entry,
        Hit,
        Match,
        ProjectStatus,
        Repair,
        Saying,
        Text,
        Version,
        Written,
    )
    from rna_cli.errors import RnaError
    from rna_cli.memory.gateway import Loaded

Json = dict[str, Any]


def error_value(error: RnaError) -> Json:
    """The document that stands for a failure."""
    return {
        "error": {
            "code": error.code,
            "status": error.status,
            "message": error.message,
            "hint": error.hint,
            "backend": error.backend,
        }
    }


def hit_value(hit: Hit) -> Json:
    """A search hit; `lines` are 1-based, first and last."""
    return {
        "uri": hit.address.uri,
        "level": hit.level.value,
        "kind": hit.kind.value,
        "title": hit.title,
        "score": round(hit.score, 6),
        "passage": hit.passage.text,
        "lines": [hit.passage.first_line, hit.passage.last_line],
        "version": hit.version,
        "recorded_at": hit.recorded_at,
        "trust": hit.trust,
        "matched": list(hit.matched),
        "repaired": hit.repaired,
    } | saying_value(hit.saying)


def saying_value(saying: Saying | None) -> Json:
    """Who said a message, and when; nothing for what is no message."""
    return {} if saying is None else saying._asdict()


def repair_value(repair: Repair) -> Json:
    """A word that no text has, and what was looked for in its place."""
    return {"word": repair.word, "used": repair.used}


def explanation_value(explanation: Explanation) -> Json:
    """How an answer came about; times in milliseconds."""
    return {
        "terms": [use._asdict() | {"weight": round(use.weight, 6)} for use in explanation.terms],
        "dropped": [dropped._asdict() for dropped in explanation.dropped],
        "candidates": explanation.candidates,
        "postings": explanation.postings,
        "passages": explanation.passages,
        "stages_ms": explanation.stages_ms,
    }


def text_value(text: Text) -> Json:
    """A window of a text; offsets are 0-based, and there is no next one at the end."""
    end = text.offset + len(text.lines)
    return {
        "uri": text.address.uri,
        "level": text.level.value,
        "title": text.title,
        "version": text.version,
        "recorded_at": text.recorded_at,
        "offset": text.offset,
        "lines": len(text.lines),
        "total_lines": text.total_lines,
        "next_offset": end if end < text.total_lines else None,
        "text": "".join(text.lines),
    } | saying_value(text.saying)


def written_value(written: Written) -> Json:
    """What became of a written document."""
    return {
        "action": written.action.value,
        "uri": written.address.uri,
        "version": written.version,
        "title": written.title,
        "bytes": written.size,
    }


def loaded_value(loaded: Loaded) -> Json:
    """How many records of each kind were created, updated and left as they were."""
    return {
        f"{kind}s": {action.value: loaded[kind, action] for action in Action} for kind in (Kind.MESSAGE, Kind.DOCUMENT)
    }


def entry_value(entry: Entry) -> Json:
    """A row of a listing."""
    value: Json = {"uri": entry.address.uri, "kind": entry.kind.value, "bytes": entry.size}
    if entry.kind is not Kind.DIRECTORY:
        value |= {"title": entry.title, "version": entry.version, "hidden": entry.hidden}
    else:
        value["files"] = entry.files
    return value | {"recorded_at": entry.recorded_at}


def version_value(version: Version) -> Json:
    """A version of a record."""
    return {
        "uri": version.address.uri,
        "version": version.version,
        "title": version.title,
        "bytes": version.size,
        "sha256": version.content_hash,
        "recorded_at": version.recorded_at,
        "superseded_at": version.superseded_at,
    }


def match_value(match: Match) -> Json:
    """A line that a pattern matched; `line` is 1-based."""
    return {"uri": match.address.uri, "line": match.line, "text": match.text}


def status_value(status: ProjectStatus) -> Json:
    """What is in a project."""
    value = status._asdict()
    return {"project": value.pop("project_id"), **value}

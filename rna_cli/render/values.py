"""Domain values as JSON-ready dictionaries: the one place that names the keys of `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rna_cli.domain.records import Kind

if TYPE_CHECKING:
    from rna_cli.domain.records import Entry, Hit, Match, ProjectStatus, Text, Version, Written
    from rna_cli.errors import RnaError

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
    }


def written_value(written: Written) -> Json:
    """What became of a written document."""
    return {
        "action": written.action.value,
        "uri": written.address.uri,
        "version": written.version,
        "title": written.title,
        "bytes": written.size,
    }


def entry_value(entry: Entry) -> Json:
    """A row of a listing."""
    value: Json = {"uri": entry.address.uri, "kind": entry.kind.value, "bytes": entry.size}
    if entry.kind is Kind.DOCUMENT:
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

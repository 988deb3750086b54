"""Conversations in LoCoMo's format, made from words: enough to see that everything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

_SPEAKERS = ("Ann", "Bob")
_SESSIONS = 2
_TURNS = 6
_CHARS = 120


def conversations(count: int) -> list[Mapping[str, Any]]:
    """Return so many conversations, with a question to each turn: three words of it."""
    texts = Texts()
    return [_conversation(texts, number) for number in range(1, count + 1)]


def _conversation(texts: Texts, number: int) -> Mapping[str, Any]:
    conversation: dict[str, Any] = dict(zip(("speaker_a", "speaker_b"), _SPEAKERS, strict=True))
    asked = []
    for session in range(1, _SESSIONS + 1):
        turns = [
            {"speaker": _SPEAKERS[turn % 2], "dia_id": f"D{session}:{turn}", "text": texts.note(_CHARS)}
            for turn in range(1, _TURNS + 1)
        ]
        conversation[f"session_{session}_date_time"] = f"1:56 pm on {session} May, 2023"
        conversation[f"session_{session}"] = turns
        asked += [{"question": _words(turn["text"]), "evidence": [turn["dia_id"]], "category": 4} for turn in turns]
    return {"sample_id": f"conv-{number}", "conversation": conversation, "qa": asked}


def _words(text: str) -> str:
    """Return the three longest words."""
    return " ".join(sorted(text.split(), key=len)[-3:])

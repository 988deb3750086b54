from __future__ import annotations

from rna_cli.domain.batches import MOST, MOST_CHARS, batches


def test_by_number_and_by_size() -> None:
    assert list(batches([], len)) == []
    assert [len(batch) for batch in batches(["x"] * (2 * MOST + 1), len)] == [MOST, MOST, 1]
    large = "x" * (MOST_CHARS // 2 + 1)
    assert [len(batch) for batch in batches([large, large, "x", large * 2, "x"], len)] == [2, 2, 1]


def test_nothing_is_taken_before_it_is_wanted() -> None:
    taken = []

    def items() -> object:
        for number in range(3 * MOST):
            taken.append(number)
            yield "x"

    next(batches(items(), len))  # type: ignore[arg-type]
    assert len(taken) == MOST

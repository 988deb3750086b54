"""The contract itself: it passes a good backend (see the other modules) and fails bad ones, each for its own defect."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.domain.records import Capability
from rna_cli.errors import RnaError
from rna_cli.testing import BackendContract, Bench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def _ignores_the_project(backend: Any) -> None:
    search = backend.search
    backend.search = lambda scope, query, **options: search(_any_project_of(backend, scope), query, **options)


def _any_project_of(backend: Any, scope: Any) -> Any:
    return next(scope._replace(project_id=project.project_id) for project in backend.projects())


def _shows_what_is_hidden(backend: Any) -> None:
    entries = backend.entries

    def both(address: Any, *, hidden: bool, **options: Any) -> Any:
        shown, more = entries(address, hidden=False, **options), entries(address, hidden=True, **options)
        return more if hidden else shown._replace(entries=shown.entries + more.entries)

    backend.entries = both


def _writes_half(backend: Any) -> None:
    unit = backend.unit

    @contextmanager
    def half(scope: Any) -> Iterator[Any]:
        failed: list[BaseException] = []
        with unit(scope) as inner:
            try:
                yield inner
            except Exception as error:
                failed.append(error)
        if failed:
            raise failed[0]

    backend.unit = half


def _splits_lines_like_python(backend: Any) -> None:
    read = backend.read

    def other_lines(address: Any, **options: Any) -> Any:
        text = read(address, **options)
        lines = "".join(text.lines).splitlines(keepends=True)
        return text._replace(lines=lines, total_lines=len(lines))

    backend.read = other_lines


def _claims_as_of(backend: Any) -> None:
    backend.capabilities = frozenset({Capability.AS_OF, Capability.EXACT_DELETE})


def _claims_operators(backend: Any) -> None:
    backend.capabilities = frozenset({Capability.OPERATORS, Capability.EXACT_DELETE})


def _keeps_what_was_deleted(backend: Any) -> None:
    save = backend._save

    def keep(projects: Any) -> None:
        if backend._path.exists():
            backend._path.with_suffix(".old").write_bytes(backend._path.read_bytes())
        save(projects)

    backend._save = keep


def _initializes_by_itself(backend: Any) -> None:
    project = backend._project

    def made(scope: Any) -> Any:
        backend.initialize(scope)
        return project(scope)

    backend._project = made


CAUGHT = {
    "test_another_project_is_never_shown": _ignores_the_project,
    "test_hidden_is_in_no_read_and_comes_back": _shows_what_is_hidden,
    "test_an_error_in_the_unit_undoes_it": _writes_half,
    "test_as_of_a_read_shows_what_was_known": _claims_as_of,
    "test_a_phrase_stands_as_it_is": _claims_operators,
    "test_an_exclusion_leaves_out": _claims_operators,
    "test_a_title_is_the_title_or_the_path": _claims_operators,
    "test_a_time_bounds_what_was_recorded": _claims_operators,
    "test_a_deleted_text_leaves_the_files": _keeps_what_was_deleted,
    "test_without_initialize_every_call_says_so": _initializes_by_itself,
}


@pytest.mark.parametrize("name", CAUGHT)
def test_a_defect_is_caught(name: str, memo_on_path: Path, tmp_path: Path) -> None:
    _run(name, _bench(tmp_path / "good", None))
    with pytest.raises((AssertionError, pytest.fail.Exception, RnaError)):
        _run(name, _bench(tmp_path / "bad", CAUGHT[name]))


def test_lines_that_end_elsewhere_are_caught(memo_on_path: Path, tmp_path: Path) -> None:
    test = BackendContract().test_a_text_comes_back_exactly
    for path in ("plain.md", "odd.md"):
        test(_initialized(_bench(tmp_path / path, None)), path)
    bench = _initialized(_bench(tmp_path / "bad", _splits_lines_like_python))
    test(bench, "plain.md")
    with pytest.raises(AssertionError):
        test(bench, "odd.md")


def test_an_author_who_gives_no_backend_is_told() -> None:
    with pytest.raises(NotImplementedError, match="override the make_backend fixture"):
        BackendContract.make_backend.__wrapped__(BackendContract())


def _bench(folder: Path, spoil: Any) -> Bench:
    from rna_memo import create

    def make(context: Any) -> Any:
        backend = create(context)
        if spoil:
            spoil(backend)
        return backend

    return Bench(make, folder)


def _run(name: str, bench: Bench) -> None:
    getattr(BackendContract(), name)(bench if "without_initialize" in name else _initialized(bench))


def _initialized(bench: Bench) -> Bench:
    bench.gateway.initialize(bench.alpha)
    bench.gateway.initialize(bench.beta)
    return bench

"""The errors, their exit codes, and the page that documents them."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import rna_cli
from rna_cli import errors
from rna_cli.errors import ExitCode, RnaError
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")


def _below(base: type[RnaError]) -> list[type[RnaError]]:
    return [base, *(each for child in base.__subclasses__() for each in _below(child))]


for _module in pkgutil.walk_packages(rna_cli.__path__, "rna_cli."):
    if not _module.name.endswith("__main__"):
        import_module(_module.name)

ERRORS = [error for error in _below(RnaError) if error.__module__.startswith("rna_cli.")]
EVERY = pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)


def _rows(heading: str) -> dict[str, list[str]]:
    """Return the rows of the table below a heading row, by their first cell."""
    table = PAGE.partition(heading)[2].partition("<!-- end")[0].replace("`", "")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {row[0]: row for row in rows}


def test_all_errors_are_in_one_module() -> None:
    assert {error.__module__ for error in ERRORS} == {errors.__name__}
    assert len(ERRORS) >= 20


@EVERY
def test_an_error_is_complete(error: type[RnaError]) -> None:
    assert error.__doc__
    assert error.__doc__.splitlines()[0].endswith(".")
    assert "code" in vars(error), "a code of its own, not the parent's"
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", error.code)
    assert isinstance(error.exit_code, ExitCode)
    assert error.exit_code is not ExitCode.OK
    assert 400 <= error.status < 600


def test_codes_are_unique() -> None:
    codes = [error.code for error in ERRORS]
    assert len(set(codes)) == len(codes)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    assert errors.__doc__
    drawn = errors.__doc__.partition("\n\n")[2].partition("\n\n")[0].splitlines()
    assert drawn == _draw(RnaError)


def _draw(error: type[RnaError], first: str = "", rest: str = "") -> list[str]:
    """Draw a class and those below it; a number where the exit code is not the parent's."""
    parent = error.__bases__[0]
    own = not issubclass(parent, RnaError) or parent.exit_code is not error.exit_code
    lines = [f"{first}{error.__name__}{f' {int(error.exit_code)}' if own else ''}"]
    children = [child for child in error.__subclasses__() if child in ERRORS]
    for child in children:
        last = child is children[-1]
        lines += _draw(child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))
    return lines


def test_every_exit_code_is_used() -> None:
    assert {error.exit_code for error in ERRORS} == set(ExitCode) - {ExitCode.OK, ExitCode.CHECK_FAILED}


def test_the_page_has_every_exit_code() -> None:
    expected = {str(int(code)): [str(int(code)), code.name, code.meaning.replace("`", "")] for code in ExitCode}
    assert _rows("| code | name | meaning |") == expected


@EVERY
def test_the_page_has_every_error(error: type[RnaError]) -> None:
    row = _rows("| `error.code` | exit code |")[error.code]
    assert error.__doc__
    meaning = error.__doc__.splitlines()[0].replace("`", "")
    assert row[1:] == [str(int(error.exit_code)), str(error.status), error.__name__, meaning]


def test_the_page_has_no_other_error() -> None:
    assert set(_rows("| `error.code` | exit code |")) == {error.code for error in ERRORS}


def test_the_advice_on_the_page_names_each_code_once() -> None:
    advice = PAGE.partition("| exit code | do this |")[2].partition("\n\n")[0]
    named = [int(number) for line in advice.splitlines()[2:] for number in re.findall(r"\d+", line.split("|")[1])]
    assert sorted(named) == sorted(int(code) for code in ExitCode if code is not ExitCode.INTERRUPTED)

"""Functions of the standard library, looked for by what their doc strings say; the code is left without these."""

from __future__ import annotations

import ast
import inspect
import sysconfig
import warnings
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.retrieval.sets import Project, Question, Trial
from rna_cli.memory.gateway import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEFT_OUT = {"test", "tests", "site-packages", "dist-packages", "idlelib", "lib2to3"}

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Found(NamedTuple):
    """A function: its name, its line, what its doc string says first, and its source without that."""

    name: str
    line: int
    says: str
    code: str


def functions(modules: int | None = None) -> Trial:
    """Return the trial, of the first so many modules that have such functions."""
    records: dict[str, Draft] = {}
    questions = []
    for module, found in islice(_modules(), modules):
        for each in found:
            path = f"{module}/{each.name}.py"
            if path in records:
                path = f"{module}/{each.name}-{each.line}.py"
            records[path] = Draft(path, each.code, each.name)
            questions.append(Question(each.says, frozenset({path})))
    return Trial("function", [Project("stdlib", list(records.values()), questions)])


def _modules() -> Iterator[tuple[str, list[_Found]]]:
    """Yield the path of each module, without its ending, and the functions in it."""
    top = Path(sysconfig.get_path("stdlib"))
    for path in sorted(top.rglob("*.py")):
        below = path.relative_to(top).with_suffix("")
        if _LEFT_OUT.isdisjoint(below.parts):
            try:
                found = list(documented(path.read_text(encoding="utf-8")))
            except (SyntaxError, UnicodeDecodeError):  # a template, or a sample of another encoding
                continue
            if found:
                yield below.as_posix(), found


def documented(source: str) -> Iterator[_Found]:
    """Yield the functions at the top level of a module that have both a doc string and code."""
    with warnings.catch_warnings(action="ignore"):
        tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    for node in tree.body:
        if isinstance(node, _Function) and len(node.body) > 1 and (text := ast.get_docstring(node, clean=False)):
            says = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
            if says:
                yield _Found(node.name, node.lineno, says, _without_docstring(lines, node))


def _without_docstring(lines: list[str], node: _Function) -> str:
    """Return the source of a function, its decorators included."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    docstring = node.body[0]
    before = lines[first - 1 : docstring.lineno - 1]
    after = lines[docstring.end_lineno or docstring.lineno : node.end_lineno]
    return "".join(before + after)

"""Keep modules, functions and commands small: run by `make lint`.

Limits, all in lines:

- a module of `rna_cli` fails over 400 and is named over 300;
- a function of `rna_cli` fails over 50, from `def` to its last line, its docstring left out;
- a command body in `rna_cli/cli/` fails over 25: the statements after the docstring. The signature is not counted,
  since a command's options are its documentation.

A command is what typer calls: a function under a `command` or `callback` decorator, and any other function that takes
a `typer.Context`. Its signature is left out of the 50 as well.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULE_AIM = 300
MODULE_LIMIT = 400
FUNCTION_LIMIT = 50
COMMAND_LIMIT = 25

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Finding:
    """One thing that is larger than it should be; `fatal` where the limit is passed, not only the aim."""

    where: str
    what: str
    lines: int
    limit: int
    fatal: bool = True

    def __str__(self) -> str:
        """Say it in one line that an editor can jump to."""
        kind = "over the limit of" if self.fatal else "over the aim of"
        return f"{self.where}: {self.what} has {self.lines} lines, {kind} {self.limit}"


def docstring_lines(node: Function) -> int:
    """Count the lines that the docstring of `node` takes; 0 without one."""
    if ast.get_docstring(node, clean=False) is None:
        return 0
    first = node.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


def body_lines(node: Function) -> int:
    """Count the lines from the first statement after the docstring to the last line of `node`."""
    statements = node.body[1:] if docstring_lines(node) else node.body
    if not statements:
        return 0
    return (statements[-1].end_lineno or statements[-1].lineno) - statements[0].lineno + 1


def function_lines(node: Function) -> int:
    """Count the lines from `def` to the last line of `node`, without its docstring."""
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring_lines(node)


def is_command(node: Function) -> bool:
    """Tell whether typer calls `node`: by its decorator, or by a parameter of type `typer.Context`."""
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(target, ast.Attribute) and target.attr in {"command", "callback"}:
            return True
    parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return any(p.annotation is not None and "Context" in ast.unparse(p.annotation) for p in parameters)


def functions(tree: ast.Module) -> Iterator[Function]:
    """Yield every function and method of a module, nested ones too."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def check_function(node: Function, where: str, *, in_cli: bool) -> Finding | None:
    """Return what is too large about one function, or None."""
    if in_cli and is_command(node):
        what, lines, limit = f"the body of command {node.name}()", body_lines(node), COMMAND_LIMIT
    else:
        what, lines, limit = f"{node.name}()", function_lines(node), FUNCTION_LIMIT
    return Finding(where, what, lines, limit) if lines > limit else None


def check_module(path: Path, root: Path) -> list[Finding]:
    """Return everything in one module that is larger than it should be."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(root).as_posix()
    lines = len(text.splitlines())
    found = []
    if lines > MODULE_AIM:
        over = lines > MODULE_LIMIT
        found.append(Finding(f"{name}:1", "the module", lines, MODULE_LIMIT if over else MODULE_AIM, fatal=over))
    in_cli = name.startswith("rna_cli/cli/")
    for node in functions(ast.parse(text, filename=name)):
        finding = check_function(node, f"{name}:{node.lineno}", in_cli=in_cli)
        if finding is not None:
            found.append(finding)
    return found


def main() -> int:
    """Check the whole package; 1 where a limit is passed."""
    root = Path(__file__).resolve().parent.parent
    modules = sorted((root / "rna_cli").rglob("*.py"))
    found = [finding for path in modules for finding in check_module(path, root)]
    for finding in sorted(found, key=lambda f: f.fatal):
        print(finding, file=sys.stderr)
    fatal = sum(finding.fatal for finding in found)
    print(f"sizes: {len(modules)} modules, {fatal} over a limit, {len(found) - fatal} over an aim")
    return 1 if fatal else 0


if __name__ == "__main__":
    sys.exit(main())

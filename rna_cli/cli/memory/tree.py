"""`rna memory PROJECT_ID tree`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.options import OptionalTarget
from rna_cli.cli.runtime import Runtime
from rna_cli.domain.records import Entry
from rna_cli.domain.uri import Address, parse_address
from rna_cli.render.text import Tree, tree_text

EXAMPLES = ("rna memory demo tree", "rna memory demo tree docs --depth 1")


def command(
    ctx: typer.Context,
    uri: OptionalTarget = "",
    depth: Annotated[int | None, typer.Option("--depth", min=1, help="Levels of directories to show.")] = None,
) -> None:
    """Draw the directory tree, with the title of each file."""
    runtime = Runtime.of(ctx)
    address = parse_address(runtime.scope, uri)
    with runtime.memory() as memory:
        entries = memory.reader.entries(runtime.scope, uri, recursive=True).entries
    tree = _nested(address, entries, depth)
    value = {"uri": address.uri, "files": len(entries), "tree": tree}
    is_file = [entry.address for entry in entries] == [address]
    runtime.answer(value, f"{address.name}  ({entries[0].title})\n" if is_file else tree_text(address.name, tree))


def _nested(root: Address, entries: list[Entry], depth: int | None) -> Tree:
    """Return files as a tree of names below `root`; directories deeper than `depth` are empty."""
    tree: Tree = {}
    for entry in entries:
        names = entry.address.path.removeprefix(root.path).lstrip("/").split("/")
        node = tree
        for name in names[:-1][:depth]:
            child = node.setdefault(name, {})
            if isinstance(child, dict):
                node = child
        if depth is None or len(names) <= depth:
            node[names[-1] or root.name] = entry.title
    return tree

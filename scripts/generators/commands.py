"""The live command tree, as the generators read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer.core import TyperArgument, TyperGroup

from rna_cli.cli.app import app
from rna_cli.cli.tree import walk

if TYPE_CHECKING:
    from collections.abc import Iterator


class Command(NamedTuple):
    """A command with what its page says."""

    words: tuple[str, ...]
    """From `rna` on, without arguments: `("rna", "memory", "search")`."""
    command: Any
    parents: tuple[Command, ...]
    """The groups above, `rna` first."""

    @property
    def page(self) -> str:
        """The name of its manual page: `rna-memory-search`."""
        return "-".join(self.words)

    @property
    def is_group(self) -> bool:
        """Whether it has commands of its own."""
        return isinstance(self.command, TyperGroup)

    @property
    def examples(self) -> list[str]:
        """Command lines, as its help shows them."""
        return (self.command.epilog or "").splitlines()

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        return " ".join(self.paragraphs[0].split()).partition(". ")[0].removesuffix(".")

    @property
    def paragraphs(self) -> list[str]:
        """Its help, a paragraph each."""
        return str(self.command.help).split("\n\n")

    @property
    def arguments(self) -> list[TyperArgument]:
        """Its positional parameters."""
        return [param for param in self.command.params if isinstance(param, TyperArgument)]

    @property
    def all_arguments(self) -> list[TyperArgument]:
        """Those of the groups above, too."""
        return [argument for each in (*self.parents, self) for argument in each.arguments]

    @property
    def options(self) -> list[tuple[str, str]]:
        """Spelling and explanation of each option."""
        context = typer.Context(self.command, info_name=self.words[-1], **self.command.context_settings)
        options = [param for param in self.command.get_params(context) if not isinstance(param, TyperArgument)]
        records = (option.get_help_record(context) for option in options)
        return [(spelling, " ".join(text.split())) for spelling, text in filter(None, records)]


def commands() -> list[Command]:
    """Return every command and group, parents first, in the order of the help."""
    return list(_commands())


def _commands() -> Iterator[Command]:
    seen: dict[tuple[str, ...], Command] = {}
    for words, command in walk(typer.main.get_command(app)):
        parents = tuple(seen[words[:length]] for length in range(1, len(words)))
        seen[words] = Command(words, command, parents)
        yield seen[words]

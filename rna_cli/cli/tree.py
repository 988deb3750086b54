"""The command tree, lazily: a command's module is imported when the command is used, or when help lists it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.scope import RESERVED_IDS

ROOT = {
    "memory": "rna_cli.cli.memory",
    "memory-config": "rna_cli.cli.memory_config",
    "projects": "rna_cli.cli.projects",
    "doctor": "rna_cli.cli.doctor",
}

MEMORY = {
    name: f"rna_cli.cli.memory.{name}"
    for name in "health initialize status write read search grep list tree history move delete hide unhide".split()
} | {"reindex": "rna_cli.cli.memory.reindex", "import": "rna_cli.cli.memory.import_"}

IMPORT = {"jsonl": "rna_cli.cli.memory.import_.jsonl"}

PROJECTS = {"list": "rna_cli.cli.projects.list", "delete": "rna_cli.cli.projects.delete"}


def new_app(**more: Any) -> typer.Typer:
    """Return an app with the settings that all of ours have.

    Without rich, help and usage errors take half the time; completion is in `rna_cli.cli.shells`.
    """
    return typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **more,
    )


METAVARS = {"int range": "N", "str": "TEXT"}
"""What help calls a value, by the name of its type, where the option does not say it better."""


class Lazy(dict[str, Any]):
    """Command names to commands; a command is built when it is looked up.

    A module of a group has `app`, that of a command has `command` and `EXAMPLES`.
    """

    def __init__(self, modules: dict[str, str]) -> None:
        super().__init__(dict.fromkeys(modules))
        self._modules = modules

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        if found is None:
            found = self[name] = _build(name, import_module(self._modules[name]))
        return found

    def get(self, name: str, default: Any = None) -> Any:
        """Return the command, built."""
        return self[name] if name in self._modules else default

    def items(self) -> Any:
        """Return names and commands, all built."""
        return [(name, self[name]) for name in self]

    def values(self) -> Any:
        """Return the commands, all built."""
        return [self[name] for name in self]


def _build(name: str, module: Any) -> Any:
    if hasattr(module, "app"):
        group = typer.main.get_command(module.app)
        group.name = name
        return group
    app = new_app()
    app.command(name, cls=Leaf, epilog="\n".join(module.EXAMPLES))(module.command)
    return typer.main.get_command(app)


def _keep(name: str) -> Any:
    """Return a callback that keeps an option's value in the runtime."""

    def callback(context: typer.Context, _parameter: object, value: object) -> None:
        if value not in {None, False}:  # while a shell completes, too: it shall look into that state
            setattr(Runtime.of(context), name, value)

    return callback


def _common_options() -> list[Any]:
    """The options that every command has."""
    flags = {
        "json": "Print one JSON document, on failure too.",
        "debug": "Show the traceback of a failure.",
        "no_color": "No colour, like NO_COLOR=1.",
    }
    values = {
        "state": "Where memories are kept (default: RNA_STATE, else the user's state folder).",
        "config": "The configuration file (default: RNA_CONFIG, else the user's one).",
    }
    options = [
        TyperOption(param_decls=[_flag(name)], metavar="PATH", help=text, expose_value=False, callback=_keep(name))
        for name, text in values.items()
    ]
    options += [
        TyperOption(
            param_decls=[_flag(name)], is_flag=True, default=False, help=text, expose_value=False, callback=_keep(name)
        )
        for name, text in flags.items()
    ]
    return options


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


class Leaf(TyperCommand):
    """A command, with the common options and its examples."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:
        for param in params or []:
            if param.metavar is None:  # typer would write <int range> and <str>
                param.metavar = METAVARS.get(param.type.name)
        super().__init__(*args, params=[*(params or []), *_common_options()], **kwargs)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they stand; click would wrap them."""
        write_examples(self.epilog, formatter)


def write_examples(epilog: str | None, formatter: Any) -> None:
    """Write a section of command lines into a help text."""
    if epilog:
        with formatter.section("Examples"):
            for line in epilog.splitlines():
                formatter.write(f"{' ' * formatter.current_indent}{line}\n")


class Group(TyperGroup):
    """A group whose commands are imported when they are needed."""

    modules: ClassVar[dict[str, str]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Lazy(self.modules)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the table."""
        return list(self.modules)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they stand."""
        write_examples(self.epilog, formatter)


class MemoryGroup(Group):
    """`rna memory PROJECT_ID …`."""

    modules = MEMORY

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Catch a forgotten project id: `rna memory health` would take `health` for it."""
        if args and args[0] in RESERVED_IDS:
            command, *others = args
            if others and others[0] not in RESERVED_IDS and not others[0].startswith("-"):
                suggestion = [others[0], command, *others[1:]]  # the two were swapped
            else:
                suggestion = ["PROJECT_ID", *args]
            ctx.fail(f"'{command}' stands where the PROJECT_ID belongs. Try: rna memory {' '.join(suggestion)}")
        rest: list[str] = super().parse_args(ctx, args)
        return rest


class ImportGroup(Group):
    """`rna memory PROJECT_ID import …`."""

    modules = IMPORT


class ProjectsGroup(Group):
    """`rna projects …`."""

    modules = PROJECTS


def walk(command: Any, path: tuple[str, ...] = ("rna",)) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (words, command) for a command and everything below it, for the generators and tests."""
    yield path, command
    if isinstance(command, TyperGroup):
        for name, child in command.commands.items():
            yield from walk(child, (*path, name))

"""The root of the command line, and the one boundary where failures become messages and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

# typer ships click inside itself: `import click` would find another copy, or none. The versions of typer are bounded.
from typer._click.exceptions import ClickException, NoSuchOption

from rna_cli import __version__
from rna_cli.cli.runtime import Runtime
from rna_cli.cli.tree import ROOT, Group, new_app
from rna_cli.errors import (
    ExitCode,
    InternalError,
    Interrupted,
    PermissionRefused,
    PlatformUnsupported,
    RnaError,
    StorageFailed,
    UsageError,
)

_DASH_HINT = """To leave out what has a word: rna memory P search WORDS --not word
Or, with a dash: rna memory P search -- WORDS -word
To look for a word with a dash before it: rna memory P search '"-word"'"""


class _ReaderLeft(Exception):
    """Who reads standard output has closed it."""


class RootGroup(Group):
    """`rna`. Whatever a command raises leaves here as one of ours, so that tests and processes see the same."""

    modules = ROOT

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderLeft from None  # typer would leave with exit code 1
        except KeyboardInterrupt:
            raise Interrupted("Interrupted.", hint="What was acknowledged before is kept.") from None


app = new_app(
    cls=RootGroup,
    epilog='rna memory-config --backend embedded\nrna memory demo initialize\nrna memory demo search "release"',
)


def _print_version(context: typer.Context, value: bool) -> None:
    if value and not context.resilient_parsing:
        Runtime.of(context).write([f"rna {__version__}\n"])
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Project memory for AI agents and for the people who work with them.

    Every command has --json and --help. Exit codes: docs/exit-codes.md.
    """


def run(arguments: Sequence[str], runtime: Runtime | None = None) -> int:
    """Run one command line and return its exit code. Nothing is raised but KeyboardInterrupt before the parsing.

    Args:
        arguments: without the program's name; none at all asks for help.
        runtime: the world to run in; the process's own when not given.
    """
    runtime = runtime or Runtime()
    words = list(arguments) or ["--help"]
    options = words[: words.index("--")] if "--" in words else words
    runtime.json = "--json" in options
    runtime.debug = "--debug" in options
    try:
        check_platform()
        if instruction := runtime.environ.get("_RNA_COMPLETE"):
            return _answer_shell(instruction, runtime)
        code = typer.main.get_command(app).main(words, prog_name="rna", standalone_mode=False, obj=runtime)
        runtime.flush()
        return int(code or ExitCode.OK)
    except (_ReaderLeft, BrokenPipeError):
        return _reader_left(runtime)
    except Exception as error:
        failure = _as_failure(error, words)
        if runtime.debug:
            import traceback

            traceback.print_exception(error, file=runtime.stderr)
        try:
            _report(failure, runtime)
        except BrokenPipeError:
            return _reader_left(runtime)
        return int(failure.exit_code)


def _answer_shell(instruction: str, runtime: Runtime) -> int:
    from rna_cli.cli.shells import answer

    runtime.write([answer(typer.main.get_command(app), instruction, runtime)])
    runtime.flush()
    return int(ExitCode.OK)


def check_platform(platform: str = sys.platform) -> None:
    """Refuse to run where file modes and O_NOFOLLOW do not mean what the stores rely on."""
    if platform not in {"linux", "darwin"}:
        raise PlatformUnsupported(f"rna does not run on {platform}.", hint="Use Linux or macOS.")


def _as_failure(error: Exception, words: list[str]) -> RnaError:
    """Return the failure that stands for whatever was raised."""
    if isinstance(error, RnaError):
        return error
    if isinstance(error, ClickException):
        message = error.format_message()
        context = getattr(error, "ctx", None)
        hint = f"See: {context.command_path.replace('{PROJECT_ID}', 'PROJECT_ID')} --help" if context else ""
        if isinstance(error, NoSuchOption):
            if context is not None and isinstance(context.command, Group):
                message = message.partition(" Did you mean")[0]
                hint = f"Options go after the command, as in: rna memory PROJECT_ID search --json WORDS\n{hint}"
            elif "search" in words:
                hint = f"{_DASH_HINT}\n{hint}"
        return UsageError(message, hint=hint)
    if isinstance(error, OSError):
        message = f"{error.strerror or error}{f' ({error.filename})' if error.filename else ''}."
        if isinstance(error, PermissionError):
            return PermissionRefused(message, hint="Check who owns it, its mode and those of its folders.")
        return StorageFailed(message, hint="Check the path and the free disk space.")
    return InternalError(
        f"rna has a defect: {type(error).__name__}: {error}", hint="Please report it, with the output of --debug."
    )


def _report(failure: RnaError, runtime: Runtime) -> None:
    """Print a failure: prose on standard error, and the document on standard output with --json."""
    message = f"{failure.message} ({failure.status})" if failure.status == 503 else failure.message
    hint = failure.hint.splitlines()
    lines = [f"rna: {message} {hint[0]}"] if len(hint) == 1 else [f"rna: {message}", *(f"  {line}" for line in hint)]
    runtime.note("\n".join(lines))
    if runtime.json:
        from rna_cli.render.values import error_value

        try:
            runtime.print_json(error_value(failure))
            runtime.flush()
        except StorageFailed:
            return  # standard output cannot be written: the prose has said what there is to say


def _reader_left(runtime: Runtime) -> int:
    """Leave quietly: who reads `rna … | head` has what they wanted."""
    if runtime.stdout is sys.stdout:
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(ExitCode.OK)

"""`rna memory-config`."""

from __future__ import annotations

from typing import Annotated

import typer

from rna_cli.cli.runtime import Runtime
from rna_cli.config.model import OPTIONS, Settings
from rna_cli.errors import UsageError
from rna_cli.render.text import table

EXAMPLES = (
    "rna memory-config",
    "rna memory-config --backend embedded",
    "rna memory-config --endpoint http://127.0.0.1:1933 --api-key-env OPENVIKING_API_KEY",
    "rna memory-config --auto-recall true --context-budget 2048",
)

_HELP = {option.name: option.help for option in OPTIONS}


def _complete_backend(incomplete: str) -> list[str]:
    from rna_cli.backends.registry import BUILT_IN, registered_names

    return [name for name in (*BUILT_IN, *registered_names()) if name.startswith(incomplete)]


def command(
    ctx: typer.Context,
    backend: Annotated[str | None, typer.Option(help=_HELP["backend"], autocompletion=_complete_backend)] = None,
    endpoint: Annotated[str | None, typer.Option(help=_HELP["endpoint"])] = None,
    api_key_env: Annotated[str | None, typer.Option(metavar="NAME", help=_HELP["api_key_env"])] = None,
    timeout_s: Annotated[str | None, typer.Option(metavar="SECONDS", help=_HELP["timeout_s"])] = None,
    auto_recall: Annotated[str | None, typer.Option(metavar="true|false", help=_HELP["auto_recall"])] = None,
    auto_save: Annotated[str | None, typer.Option(metavar="true|false", help=_HELP["auto_save"])] = None,
    context_budget: Annotated[str | None, typer.Option(metavar="TOKENS", help=_HELP["context_budget"])] = None,
    search_limit: Annotated[str | None, typer.Option(metavar="HITS", help=_HELP["search_limit"])] = None,
    max_document_bytes: Annotated[str | None, typer.Option(metavar="BYTES", help=_HELP["max_document_bytes"])] = None,
) -> None:
    """Show the settings and where each comes from, or change some.

    Precedence: option of a command, environment, this file, default.
    """
    runtime = Runtime.of(ctx)
    given = {option.key: ctx.params[option.name] for option in OPTIONS if ctx.params[option.name] is not None}
    if given:
        _check_installed(backend)
        from rna_cli.config.settings import save_settings

        saved = save_settings(runtime.places, given)
        runtime.note(f"Saved in {saved.path}.")
        if saved.backup:
            runtime.note(f"Comments are not kept; the old file is {saved.backup}.")
    settings = runtime.settings()
    config = runtime.places.config
    runtime.answer({"config": str(config), "settings": _values(settings)}, _table(settings))


def _check_installed(backend: str | None) -> None:
    """Refuse a name that no built-in or installed backend has: it would break every later command."""
    from rna_cli.backends.registry import BUILT_IN, registered_names

    if backend is not None and backend not in BUILT_IN and backend not in (names := registered_names()):
        raise UsageError(f"No backend is called {backend!r}.", hint=f"Installed are: {', '.join([*BUILT_IN, *names])}.")


def _values(settings: Settings) -> dict[str, dict[str, object]]:
    return {
        option.key: {"value": getattr(settings, option.name), "origin": settings.origins[option.key]}
        for option in OPTIONS
    }


def _table(settings: Settings) -> str:
    rows = []
    for option in OPTIONS:
        value = getattr(settings, option.name)
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        rows.append((option.key, shown, f"({settings.origins[option.key]})"))
    return table(rows)

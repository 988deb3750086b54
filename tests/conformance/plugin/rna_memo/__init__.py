"""A third-party backend for rna that keeps all records in one JSON file; small, and complete.

Written against the public protocol alone (`rna_cli.backends.protocol`, `rna_cli.domain`, `rna_cli.errors`). It keeps
what was, but cannot be asked about it: it has no `as_of`. Its search counts words and has no `operators`.

Settings, in the table `[backends.memo]` of the configuration:

    greeting = "text"    # shown by `health` and `doctor`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.errors import ConfigError
from rna_memo.backend import MemoBackend

if TYPE_CHECKING:
    from rna_cli.backends.protocol import BackendContext


def create(context: BackendContext) -> MemoBackend:
    """Build the backend; nothing is read or made yet."""
    greeting = context.options.get("greeting", "")
    if not isinstance(greeting, str):
        raise ConfigError("backends.memo.greeting must be text.", hint="Correct the line in the configuration.")
    return MemoBackend(context.store, context.clock, greeting)

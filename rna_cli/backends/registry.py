"""Finding a backend by its name: built-ins first, then packages that register one.

Entry points are looked up only for a name that is not built in: importlib.metadata costs more than a search.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from importlib import import_module
from typing import cast

from rna_cli.backends.protocol import Backend, BackendContext
from rna_cli.errors import BackendUnknown, RnaError

GROUP = "rna.backends.v1"
"""The entry-point group; an entry names a function that takes a `BackendContext` and returns a `Backend`."""

BUILT_IN = {
    "embedded": "rna_cli.backends.embedded",
    "openviking": "rna_cli.backends.openviking",
}

Factory = Callable[[BackendContext], Backend]


def registered_names() -> list[str]:
    """Return the names of the backends that installed packages register, built-ins not included."""
    from importlib.metadata import entry_points

    return sorted({entry.name for entry in entry_points(group=GROUP)} - set(BUILT_IN))


def create_backend(name: str, context: BackendContext) -> Backend:
    """Build the backend called `name`. No other is tried.

    Raises:
        BackendUnknown: nothing of that name is installed, or its package fails to load; it names the package.
    """
    if name in BUILT_IN:
        return cast("Factory", import_module(BUILT_IN[name]).create)(context)
    from importlib.metadata import entry_points

    found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
    if not found:
        known = ", ".join([*BUILT_IN, *registered_names()])
        raise BackendUnknown(
            f"No backend is called {name!r}.",
            hint=f"Installed are: {known}. Choose with `rna memory-config --backend NAME`, or in RNA_MEMORY_BACKEND.",
        )
    package = found[0].dist.name if found[0].dist else found[0].value
    try:
        backend = cast("Factory", found[0].load())(context)
        problem = _shape_problem(backend)
    except RnaError:
        raise  # the backend says in its own words what it lacks: an option, a server
    except (Exception, SystemExit) as error:  # a plugin may fail in any way; it must not take rna with it
        problem = f"does not load: {type(error).__name__}: {' '.join(str(error).split())}"[:300]
    if problem:
        raise BackendUnknown(
            f"The backend {name!r} of package {package} {problem}.",
            hint=f"Update or remove {package}, or choose another with `rna memory-config --backend NAME`.",
            backend=name,
        )
    return backend


def _shape_problem(backend: object) -> str:
    """Return what a plugin's backend lacks to be one, as the rest of a sentence; empty when it is one."""
    missing = [member for member in _MEMBERS if not hasattr(backend, member)]
    if missing:
        return f"lacks {', '.join(missing)}"
    wrong = [name for name in _METHODS if not callable(getattr(backend, name))]
    if wrong:
        return f"has no function {', '.join(wrong)}"
    capabilities = getattr(backend, "capabilities", None)
    if not isinstance(capabilities, Set) or not all(isinstance(each, str) for each in capabilities):
        return "does not state its capabilities as a set"
    return ""


_METHODS = [name for name in vars(Backend) if not name.startswith("_")]
_MEMBERS = [*Backend.__annotations__, *_METHODS]
"""What every backend has, read off the protocol."""

"""Which versions a read sees: those of one project, visible, current or as they were known at a time."""

from __future__ import annotations

from rna_cli.backends.embedded.store import Project
from rna_cli.domain.uri import Address

Selected = tuple[str, list[object]]
"""A condition on columns of `visible`, and its parameters."""


def known_at(as_of: str | None) -> Selected:
    """Select what was current at `as_of`, or is now."""
    if as_of is None:
        return "superseded_at IS NULL", []
    return "recorded_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)", [as_of, as_of]


def at_path(project: Project, address: Address, as_of: str | None) -> Selected:
    """Select the version at an address."""
    condition, parameters = known_at(as_of)
    return f"project_pk = ? AND path = ? AND {condition}", [project.project_pk, address.path, *parameters]


def below(project: Project, address: Address, as_of: str | None) -> Selected:
    """Select the versions below a directory: `/` sorts right before `0`, so that a directory is one range of paths."""
    condition, parameters = known_at(as_of)
    low, high = (f"{address.path}/", f"{address.path}0") if address.path else ("", "\U0010ffff")
    return f"project_pk = ? AND path >= ? AND path < ? AND {condition}", [project.project_pk, low, high, *parameters]

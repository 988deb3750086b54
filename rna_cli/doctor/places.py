"""Where things are kept, and who can get at them."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.domain.checks import Check, Verdict
from rna_cli.files.private import FILE_MODE, FOLDER_MODE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rna_cli.config.paths import Places


OWN_FILES = ("embedded", "usage")
"""Databases that `rna` keeps in the state folder; what another backend keeps there is for that one to judge."""


class _Loose(NamedTuple):
    """A file or folder that others can get at."""

    path: Path
    found: int
    wanted: int

    def __str__(self) -> str:
        return f"{self.path} is {self.found:04o}, not {self.wanted:04o}"


def examine_places(places: Places, *, fix: bool) -> list[Check]:
    """Name the state folder; compare the modes of all that is in it, and of the configuration, with what is due.

    A loose state is a failure, since texts are in it; a loose configuration is not: it holds no secret.
    """
    folder = places.memory_dir
    try:
        if not folder.is_dir():
            return [Check("state", Verdict.INFO, f"{folder} is not made yet."), *_configuration(places, fix=fix)]
        checks = [Check("state", Verdict.OK, f"{folder} ({stat.S_IMODE(folder.stat().st_mode):04o})")]
        loose = list(_loose_state(places))
    except OSError as error:
        said = f"{folder} cannot be looked at: {error.strerror or error}."
        return [Check("state", Verdict.FAIL, said, "Check who owns it and its mode."), *_configuration(places, fix=fix)]
    if loose:
        checks.append(_tightened("file modes", Verdict.FAIL, loose, fix=fix))
    else:
        checks.append(Check("file modes", Verdict.OK, "Only their owner can read the stores."))
    return [*checks, *_configuration(places, fix=fix)]


def _loose_state(places: Places) -> Iterator[_Loose]:
    """Find the folders of the state, and our own files in them, that others can get at."""
    files = (path for name in OWN_FILES for path in sorted(places.memory_dir.glob(f"{name}.sqlite*")))
    for path in (places.root, places.memory_dir, *files):
        mode = path.lstat().st_mode
        wanted = FILE_MODE if stat.S_ISREG(mode) else FOLDER_MODE
        if (stat.S_ISREG(mode) or path in {places.root, places.memory_dir}) and stat.S_IMODE(mode) & ~wanted:
            yield _Loose(path, stat.S_IMODE(mode), wanted)


def _configuration(places: Places, *, fix: bool) -> list[Check]:
    try:
        mode = stat.S_IMODE(places.config.stat().st_mode)
    except OSError:
        return []  # it is not there, or reading it has already failed
    if not mode & ~FILE_MODE or not places.config.is_file():
        return []
    return [_tightened("configuration mode", Verdict.INFO, [_Loose(places.config, mode, FILE_MODE)], fix=fix)]


def _tightened(name: str, verdict: Verdict, loose: list[_Loose], *, fix: bool) -> Check:
    """Say what is loose, or take away from others what they should not have."""
    said = "; ".join(map(str, loose)) + "."
    if not fix:
        return Check(name, verdict, said, "Repair it: rna doctor --fix")
    try:
        for each in loose:
            each.path.chmod(each.wanted)
    except OSError as error:
        return Check(name, Verdict.FAIL, f"{said} Not repaired: {error.strerror}.", "Check who owns it.")
    return Check(name, Verdict.OK, f"Repaired: {said.replace(' is ', ' was ')}")

"""Manual pages: groff and mandoc have nothing to say about them, and they say what the commands are."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from rna_cli.errors import ExitCode
from tests.conftest import ROOT
from tests.tools import need

if TYPE_CHECKING:
    from pathlib import Path

PAGES = sorted((ROOT / "man").glob("*.1"))
GROFF = ("groff", "-man", "-ww", "-Tutf8", "-z")
MANDOC = ("mandoc", "-Tlint", "-W", "warning")


def _complaints(linter: tuple[str, ...], *pages: Path) -> str:
    done = subprocess.run(
        [need(linter[0]), *linter[1:], *map(str, pages)], capture_output=True, text=True, timeout=60, check=False
    )
    return f"{done.stdout}{done.stderr}{'' if done.returncode == 0 else f'exit code {done.returncode}'}"


def _text(page: str) -> str:
    done = subprocess.run(
        [need("mandoc"), "-Tascii", "-O", "width=78", str(ROOT / "man" / f"{page}.1")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    plain = done.stdout
    while "\b" in plain:  # bold and underlined text is overstruck
        at = plain.index("\b")
        plain = plain[: at - 1] + plain[at + 1 :]
    return plain


@pytest.mark.parametrize("linter", [GROFF, MANDOC], ids=["groff", "mandoc"])
def test_nothing_to_complain_about(linter: tuple[str, ...], tmp_path: Path) -> None:
    assert len(PAGES) > 15
    assert _complaints(linter, *PAGES) == ""
    broken = tmp_path / "broken.1"
    broken.write_text(PAGES[0].read_text(encoding="utf-8").replace(".SH NAME", ".SH NAME\n.XY \\[nosuchglyph]"))
    assert _complaints(linter, broken) != ""


@pytest.mark.parametrize("page", [path.stem for path in PAGES])
def test_every_page_has_its_sections(page: str) -> None:
    lines = _text(page).splitlines()
    headings = [line for line in lines if line.isupper() and not line.startswith((" ", "RNA"))]
    expected = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "EXAMPLES",
        "EXIT STATUS",
        "ENVIRONMENT",
        "FILES",
        "SEE ALSO",
    ]
    assert [heading for heading in headings if heading not in {"ARGUMENTS", "COMMANDS"}] == expected
    assert ("COMMANDS" in headings) == (page in {"rna", "rna-memory", "rna-memory-import", "rna-projects"})
    without = {"rna", "rna-memory-config", "rna-projects", "rna-projects-list"}
    assert ("ARGUMENTS" in headings) == (page not in without)


def test_a_page_says_it_all() -> None:
    text = " ".join(_text("rna-memory-search").split())
    for part in (
        "rna-memory-search - find what was written, best first",
        "rna memory PROJECT_ID search [OPTIONS] WORDS...",
        "-n, --limit N",
        'rna memory demo search "release conventions"',
        "rna memory demo search --explain -- release -draft",
        "RNA_STATE",
        "RNA_CONFIG",
        "RNA_MEMORY_BACKEND",
        "NO_COLOR",
        "OPENVIKING_API_KEY",
        "~/.config/rna/config.toml",
        "rna-memory(1)",
    ):
        assert part in text
    for code in ExitCode:
        assert f" {int(code)} " in text


def test_dashes_and_quotes_can_be_copied() -> None:
    """A typographic dash or quote in an example would not run."""
    need("groff")
    page = ROOT / "man" / "rna-memory-grep.1"
    done = subprocess.run(["groff", "-man", "-Tutf8", str(page)], capture_output=True, check=True, timeout=60)
    text = done.stdout.decode()
    assert "rna memory demo grep 'v[0-9]+\\.[0-9]+'" in text
    assert "grep --fixed 'C++' docs" in text

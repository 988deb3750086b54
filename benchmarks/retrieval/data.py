"""The folder with the sets that do not belong to the project, and what is missing from it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import ROOT, Table

LOCOMO = "locomo_dev.json"
DRCD, CMRC, JSQUAD = SQUAD = ("drcd_dev.json", "cmrc2018_dev.json", "jsquad_valid.json")
CRANFIELD = ("cran.all.1400", "cran.qry", "cranqrel")
CISI = ("CISI.ALL", "CISI.QRY", "CISI.REL")


class Source(NamedTuple):
    """What a file is, and where it comes from."""

    what: str
    origin: str
    licence: str


_CRANFIELD = Source("Cranfield: abstracts on aeronautics", "the Cranfield collection", "a classic, public")
_CISI = Source("CISI: abstracts on library science", "the CISI collection", "a classic, public")

SOURCES = {
    LOCOMO: Source(
        "LoCoMo: long conversations of two people, English",
        "snap-research/LoCoMo, data/locomo10.json, whole or some of its conversations",
        "CC BY-NC 4.0",
    ),
    DRCD: Source("DRCD: Traditional Chinese", "DRCKnowledgeTeam/DRCD, DRCD_dev.json", "CC BY-SA 3.0"),
    CMRC: Source("CMRC 2018: Simplified Chinese", "ymcui/cmrc2018, squad-style-data/cmrc2018_dev.json", "CC BY-SA 4.0"),
    JSQUAD: Source("JSQuAD: Japanese", "yahoojapan/JGLUE, datasets/jsquad-v1.3/valid-v1.3.json", "CC BY-SA 4.0"),
    **dict.fromkeys(CRANFIELD, _CRANFIELD),
    **dict.fromkeys(CISI, _CISI),
}


def data_folder() -> Path:
    """Return where the sets are looked for; it need not be there."""
    given = os.environ.get("RNA_BENCH_DATA", "")
    return Path(given).expanduser() if given else ROOT.parent / "shared" / "data"


def has(folder: Path, *names: str) -> bool:
    """Tell whether all the files are in the folder."""
    return all((folder / name).is_file() for name in names)


def locomo_files(folder: Path) -> list[Path]:
    """Return the files of conversations, each a set of its own."""
    return sorted(folder.glob("locomo*.json"))


def missing_table(folder: Path) -> Table | None:
    """Say which files are not there; None when all are."""
    missing = [name for name in SOURCES if not has(folder, name)]
    if locomo_files(folder) and LOCOMO in missing:
        missing.remove(LOCOMO)
    table = Table(
        "Sets that are missing",
        ("file", "what it is", "repository and path", "licence"),
        f"Looked for in {folder}; RNA_BENCH_DATA names another folder. Nothing is downloaded.",
    )
    for name in missing:
        table.add(name, *SOURCES[name])
    return table if missing else None

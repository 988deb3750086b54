"""Third-party backends that are broken: named with their package, and no reason for `rna` to fail elsewhere."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.cli.runtime import Runtime
from rna_cli.domain.query import parse_query
from rna_cli.domain.scope import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rna

BROKEN = {
    "import error": ("import nothing_of_that_name", "ModuleNotFoundError"),
    "syntax error": ("def create(context:", "SyntaxError"),
    "no factory": ("", "AttributeError"),
    "factory is no function": ("create = 'text'", "TypeError"),
    "exception in factory": (
        "def create(context):\n    raise RuntimeError('out of\\norder')",
        "RuntimeError: out of order",
    ),
    "exit in factory": ("def create(context):\n    raise SystemExit(0)", "SystemExit"),
    "exit on import": ("import sys\nsys.exit(3)", "SystemExit"),
    "returns nothing": ("def create(context):\n    return None", "lacks name, capabilities, health"),
    "returns text": ("def create(context):\n    return 'backend'", "lacks name, capabilities, health"),
    "members are missing": (
        "class B:\n    name = 'broken'\n    capabilities = frozenset()\n    health = checks = projects = unit = print\n"
        "def create(context):\n    return B()",
        "lacks initialize, reindex, delete_project, scrub",
    ),
    "members are no functions": (
        "from rna_cli.backends.protocol import Backend\n"
        "class B:\n    name = 'broken'\n    capabilities = frozenset()\n"
        "for member in vars(Backend):\n    if member[0] != '_':\n        setattr(B, member, 1)\n"
        "def create(context):\n    return B()",
        "has no function health, checks",
    ),
    "capabilities of a wrong type": (
        "from rna_cli.backends.protocol import Backend\n"
        "class B:\n    name = 'broken'\n    capabilities = 'as_of'\n"
        "for member in vars(Backend):\n    if member[0] != '_':\n        setattr(B, member, print)\n"
        "def create(context):\n    return B()",
        "does not state its capabilities",
    ),
}

WORKING = """
from rna_memo.backend import MemoBackend


class Backend(MemoBackend):
    def __init__(self, context):
        super().__init__(context.store, context.clock, "")

"""

LEAKING = (
    WORKING
    + '''
    def _other(self, result):
        """Return the same result, of a project that nobody asked about."""
        scope = result.address.scope
        return result._replace(address=result.address._replace(scope=scope._replace(project_id=scope.project_id + "2")))

    def search(self, scope, query, **options):
        found = super().search(scope, query, **options)
        return found._replace(hits=[hit for each in found.hits for hit in (self._other(each), each)])

    def grep(self, address, pattern, **options):
        return [match for each in super().grep(address, pattern, **options) for match in (each, self._other(each))]

    def entries(self, address, **options):
        listing = super().entries(address, **options)
        return listing._replace(entries=listing.entries + [self._other(each) for each in listing.entries])

    def history(self, address):
        return [version for each in super().history(address) for version in (each, self._other(each))]

    def read(self, address, **options):
        text = super().read(address, **options)
        return self._other(text) if "leak" in address.path else text


def create(context):
    return Backend(context)
'''
)

FAILING_LATER = (
    WORKING
    + """
    def checks(self, scope, *, fix):
        raise ZeroDivisionError("division in the check")


def create(context):
    return Backend(context)
"""
)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rna: Rna) -> Any:
    """Install a package `rna-broken` whose module has the given source, and choose its backend `broken`."""
    rna.environ.pop("RNA_MEMORY_BACKEND")
    site = tmp_path / "site"
    count = iter(range(100))

    def _install(source: str) -> None:
        module = f"broken_{next(count)}_{abs(hash(source))}"
        info = site / "rna_broken-1.0.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rna-broken\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[rna.backends.v1]\nbroken = {module}:create\n")
        (site / f"{module}.py").write_text(textwrap.dedent(source))
        monkeypatch.syspath_prepend(str(site))
        rna.ok("memory-config", "--backend", "broken")

    return _install


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_package_is_named_and_stops_nothing_else(rna: Rna, install: Any, kind: str) -> None:
    source, said = BROKEN[kind]
    install(source)
    for command in (["health"], ["initialize"], ["search", "word"], ["list"]):
        failed = rna("memory", "p", *command)
        assert failed.exit_code == 78, failed
        assert "'broken' of package rna-broken" in failed.stderr
        assert said in failed.stderr
        assert "Traceback" not in failed.stderr
        assert failed.stdout == ""
    error = rna("memory", "p", "health", "--json").json["error"]
    assert (error["code"], error["status"], error["backend"]) == ("backend_unknown", 500, "broken")
    report = rna("doctor", "--json")
    assert report.exit_code == 3
    failures = [c for s in report.json["sections"] for c in s["checks"] if c["verdict"] == "fail"]
    assert ["rna-broken" in each["message"] for each in failures] == [True]
    assert len(report.json["sections"]) == 5
    rna.ok("memory-config", "--backend", "embedded")
    rna.ok("memory", "p", "initialize")
    rna.ok("doctor", "p")


def test_a_broken_package_as_a_process(rna: Rna, install: Any, tmp_path: Path) -> None:
    install(BROKEN["exit on import"][0])
    environ = {"PYTHONPATH": f"{tmp_path / 'site'}:{rna.process_environ['PYTHONPATH']}"}
    done = rna.process("memory", "p", "health", environ=environ)
    assert (done.returncode, done.stdout) == (78, b"")
    assert done.stderr.startswith(b"rna: The backend 'broken' of package rna-broken does not load: SystemExit")
    assert rna.process("memory-config", "--backend", "embedded", environ=environ).returncode == 0
    assert rna.process("memory", "p", "initialize", environ=environ).returncode == 0


@pytest.mark.usefixtures("memo_on_path")
def test_a_defect_in_its_checks_leaves_the_rest_of_the_report(rna: Rna, install: Any) -> None:
    install(FAILING_LATER)
    rna.ok("memory", "p", "initialize")
    report = rna("doctor", "p", "--json")
    assert report.exit_code == 3
    failures = [c for s in report.json["sections"] for c in s["checks"] if c["verdict"] == "fail"]
    assert len(failures) == 1
    assert "'broken'" in failures[0]["message"]
    assert "division in the check" in failures[0]["message"]
    assert len(report.json["sections"]) == 5
    assert "division in the check" in rna("doctor", "p").stdout


@pytest.mark.usefixtures("memo_on_path")
def test_results_of_another_project_are_filtered(rna: Rna, install: Any) -> None:
    install(LEAKING)
    rna.ok("memory", "p", "initialize")
    rna.write("a/note.md", "The word is marzipan.\n")
    rna.write("leak.md", "Another text.\n")
    prefix = "viking://resources/projects/p/"
    assert rna.hits("marzipan") == ["a/note.md"]
    listed = rna.ok("memory", "p", "list", "--json").json["entries"]
    assert [entry["uri"] for entry in listed] == [f"{prefix}a", f"{prefix}leak.md"]
    matches = rna.ok("memory", "p", "grep", "marzipan", "--json").json["matches"]
    assert [match["uri"] for match in matches] == [f"{prefix}a/note.md"]
    versions = rna.ok("memory", "p", "history", "a/note.md", "--json").json["versions"]
    assert [version["uri"] for version in versions] == [f"{prefix}a/note.md"]
    refused = rna.fails(70, "memory", "p", "read", "leak.md")
    assert "another project" in refused.stderr
    assert "Another text" not in refused.stdout
    assert rna.ok("memory", "p", "read", "a/note.md").stdout == "The word is marzipan.\n"


@pytest.mark.usefixtures("memo_on_path")
def test_the_leak_is_real(rna: Rna, install: Any) -> None:
    """The twin of the test before: the backend itself does return the other project's results."""
    install(LEAKING)
    rna.ok("memory", "p", "initialize")
    rna.write("a/note.md", "The word is marzipan.\n")
    with Runtime(environ=rna.environ, clock=rna.clock).memory() as memory:
        query = parse_query("marzipan")
        hits = memory._backend.search(Scope("p"), query, level=None, limit=10, as_of=None, explain=False).hits
        assert {hit.address.scope.project_id for hit in hits} == {"p", "p2"}

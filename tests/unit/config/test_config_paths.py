"""Where state and configuration are looked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rna_cli.config.paths import Places, find_places
from rna_cli.errors import UsageError


def test_every_place_hangs_below_the_state_path_with_the_suffix_added() -> None:
    places = Places(Path("/x/state.json"), Path("/y/config.toml"))
    memory = Path("/x/state.json.rna/memory")
    assert places.memory_dir == memory
    assert places.embedded_store == memory / "embedded.sqlite"
    assert places.usage == memory / "usage.sqlite"
    assert places.backend_store("other") == memory / "other.sqlite"


def test_a_flag_beats_the_environment_which_beats_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    environ = {"RNA_STATE": "/env/state", "RNA_CONFIG": "/env/config.toml"}
    assert find_places("/flag/state", "/flag/c.toml", environ) == (Path("/flag/state"), Path("/flag/c.toml"))
    assert find_places(None, None, environ) == (Path("/env/state"), Path("/env/config.toml"))
    state, config = find_places(None, None, {})
    assert state.is_relative_to(tmp_path)
    assert state.name == "state"
    assert config.is_relative_to(tmp_path)
    assert config.name == "config.toml"
    assert find_places(None, "/flag/c.toml", {}) == (state, Path("/flag/c.toml"))


def test_an_empty_variable_is_not_set_but_an_empty_flag_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_places(None, None, {"RNA_STATE": "", "RNA_CONFIG": ""}) == find_places(None, None, {})
    with pytest.raises(UsageError, match=r"^--state is empty\.$"):
        find_places("", "/c.toml", {})
    with pytest.raises(UsageError, match=r"^--config is empty\.$"):
        find_places("/s", "", {"RNA_CONFIG": "/c.toml"})


def test_relative_paths_are_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    places = find_places("here/state", "c.toml", {})
    assert places == (tmp_path / "below/here/state", tmp_path / "below/c.toml")
    assert find_places("..", "c.toml", {}).root == Path(f"{tmp_path}.rna")
    assert find_places("../state", "c.toml", {}).state == tmp_path / "below/../state"


def test_a_relative_path_needs_a_current_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert find_places("/s", "/c.toml", {}) == (Path("/s"), Path("/c.toml"))
    with pytest.raises(UsageError, match=r"^--state: 's' is relative"):
        find_places("s", "/c.toml", {})


def test_a_tilde_means_the_home_of_the_environment_passed_in() -> None:
    environ = {"HOME": "/home/somebody", "RNA_CONFIG": "~/c.toml"}
    assert find_places("~/state", None, environ) == (Path("/home/somebody/state"), Path("/home/somebody/c.toml"))
    assert find_places("~", "/c.toml", environ).root == Path("/home/somebody.rna")
    assert find_places("/x/~/state", "/c.toml", environ).state == Path("/x/~/state")
    with pytest.raises(UsageError, match="no home directory"):
        find_places("~no-such-user-here/state", "/c.toml", environ)


def test_platformdirs_is_imported_only_when_it_is_needed() -> None:
    code = (
        "import sys; from rna_cli.config.paths import find_places\n"
        "find_places('/s', '/c', {}); assert 'platformdirs' not in sys.modules\n"
        "find_places('/s', None, {'HOME': '/h'}); assert 'platformdirs' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path), "HOME": "/h"})

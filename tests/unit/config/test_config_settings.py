"""Which value is in force, where it comes from, and what saving keeps."""

from __future__ import annotations

import stat
import tempfile
import tomllib
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rna_cli.config.model import OPTIONS
from rna_cli.config.paths import Places
from rna_cli.config.settings import load_settings, save_settings
from rna_cli.errors import ConfigError, ExitCode, UsageError


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "state", tmp_path / "etc/config.toml")


def put(places: Places, text: str) -> None:
    places.config.parent.mkdir(exist_ok=True)
    places.config.write_text(text)


def test_the_defaults(places: Places) -> None:
    loaded = load_settings(places, {})
    assert loaded._asdict() == {
        **{option.name: option.default for option in OPTIONS},
        "plugin_tables": {},
        "origins": {option.key: "default" for option in OPTIONS},
    }
    assert (loaded.backend, loaded.auto_recall, loaded.auto_save) == ("openviking", True, True)
    assert (loaded.context_budget, loaded.search_limit) == (2048, 10)
    assert not places.config.parent.exists()


def test_a_flag_beats_the_environment_which_beats_the_file_which_beats_the_default(places: Places) -> None:
    environ = {"RNA_MEMORY_BACKEND": ""}
    flags: dict[str, object] = {"memory.backend": None, "memory.search_limit": None}

    def backend() -> tuple[str, str]:
        loaded = load_settings(places, environ, flags)
        return loaded.backend, loaded.origins["memory.backend"]

    assert backend() == ("openviking", "default")
    put(places, "[memory]\nbackend = 'from-file'\n")
    assert backend() == ("from-file", f"file {places.config}")
    environ["RNA_MEMORY_BACKEND"] = "from-env"
    assert backend() == ("from-env", "environment RNA_MEMORY_BACKEND")
    flags["memory.backend"] = "from-flag"
    assert backend() == ("from-flag", "flag --backend")


def test_no_other_variable_sets_an_option(places: Places) -> None:
    environ = {f"RNA_{option.key.upper().replace('.', '_')}": "7" for option in OPTIONS}
    environ |= {"RNA_ENDPOINT": "http://other", "OPENVIKING_ENDPOINT": "http://other"}
    environ["RNA_MEMORY_BACKEND"] = "embedded"
    loaded = load_settings(places, environ)
    assert {key for key, origin in loaded.origins.items() if origin != "default"} == {"memory.backend"}


def test_flags_are_typed_or_text(places: Places) -> None:
    class Way(StrEnum):
        EMBEDDED = "embedded"

    flags = {
        "memory.backend": Way.EMBEDDED,
        "memory.auto_recall": "false",
        "memory.auto_save": False,
        "memory.search_limit": "3",
        "openviking.timeout_s": 2,
    }
    loaded = load_settings(places, {}, flags)
    assert (loaded.auto_recall, loaded.auto_save, loaded.search_limit, loaded.timeout_s) == (False, False, 3, 2.0)
    assert loaded.origins["openviking.timeout_s"] == "flag --timeout-s"
    assert type(loaded.backend) is str
    assert type(loaded.timeout_s) is float


def test_a_bad_value_is_refused_wherever_it_comes_from_even_where_another_wins(places: Places) -> None:
    good: dict[str, object] = {"memory.search_limit": 3}
    assert load_settings(places, {}, good).search_limit == 3
    with pytest.raises(UsageError, match=r"^--search-limit is 0; it must be a whole number from 1 to 1000\.$"):
        load_settings(places, {}, {"memory.search_limit": 0})
    with pytest.raises(UsageError, match=r"There is no option 'memory\.limit'"):
        load_settings(places, {}, {"memory.limit": 3})
    with pytest.raises(
        ConfigError, match=r"^Environment variable RNA_MEMORY_BACKEND is not a backend's name;"
    ) as caught:
        load_settings(places, {"RNA_MEMORY_BACKEND": "S3cret"}, good)
    assert caught.value.exit_code == ExitCode.CONFIG
    assert "S3cret" not in caught.value.message + caught.value.hint
    put(places, "[memory]\nsearch_limit = 0\n")
    with pytest.raises(ConfigError, match=r"config\.toml:2: key 'memory\.search_limit' is 0"):
        load_settings(places, {}, good)


def test_a_pasted_key_is_refused_without_being_shown(places: Places) -> None:
    for key, value in (
        ("openviking.api_key_env", "sk-s3cret"),
        ("openviking.endpoint", "http://user:s3cret@host"),
        ("memory.search_limit", "s3cret"),
    ):
        with pytest.raises(UsageError) as caught:
            save_settings(places, {key: value})
        assert "s3cret" not in caught.value.message + caught.value.hint
    assert not places.config.exists()
    save_settings(places, {"openviking.api_key_env": "MY_KEY"})
    assert load_settings(places, {}).api_key_env == "MY_KEY"


def test_a_new_file_says_which_backend_whatever_the_environment_says(places: Places) -> None:
    assert save_settings(places, {"memory.search_limit": 3}) == (places.config, None)
    assert places.config.read_text() == '[memory]\nbackend = "openviking"\nsearch_limit = 3\n'
    assert stat.S_IMODE(places.config.stat().st_mode) == 0o600
    save_settings(places, {"memory.backend": "embedded", "memory.auto_save": None})
    assert places.config.read_text() == '[memory]\nbackend = "embedded"\nsearch_limit = 3\n'


def test_saving_adds_nothing_to_an_existing_file_and_reports_the_kept_copy(places: Places) -> None:
    put(places, "# mine\n[memory]\nauto_save = false\n")
    saved = save_settings(places, {"openviking.timeout_s": 2})
    assert saved.backup == places.config.with_name("config.toml.bak")
    assert tomllib.loads(places.config.read_text()) == {
        "memory": {"auto_save": False},
        "openviking": {"timeout_s": 2.0},
    }


def test_one_bad_change_writes_nothing_at_all(places: Places) -> None:
    with pytest.raises(UsageError):
        save_settings(places, {"memory.auto_save": False, "memory.search_limit": 0})
    assert not places.config.parent.exists()
    save_settings(places, {"memory.auto_save": False, "memory.search_limit": 1})
    assert load_settings(places, {}).search_limit == 1


def test_an_existing_file_with_an_error_stays_as_it_is(places: Places) -> None:
    put(places, text := "[memory]\nsearch_limit = 0\n")
    with pytest.raises(ConfigError, match=r":2: key 'memory\.search_limit'"):
        save_settings(places, {"memory.search_limit": 5})
    assert [path.name for path in places.config.parent.iterdir()] == ["config.toml"]
    assert places.config.read_text() == text
    put(places, text.replace("0", "4"))
    save_settings(places, {"memory.search_limit": 5})
    assert load_settings(places, {}).search_limit == 5


def test_tables_of_third_party_backends_are_passed_on_untouched(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site/third-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: third\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[rna.backends.v1]\nthird = third:Backend\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    put(places, "[memory]\nbackend = 'third'\n[backends.third]\nsince = 2026-01-31\nx = {y = [1, 2.5]}\n")
    before = load_settings(places, {}).plugin_tables
    assert before["third"]["x"] == {"y": [1, 2.5]}
    save_settings(places, {"memory.search_limit": 3})
    assert load_settings(places, {}).plugin_tables == before


LABEL = st.from_regex(r"[a-z][a-z0-9-]{0,20}", fullmatch=True)
VALID = {
    "memory.backend": LABEL.filter(lambda name: name != "usage"),
    "memory.auto_recall": st.booleans(),
    "memory.auto_save": st.booleans(),
    "memory.context_budget": st.integers(1, 1_000_000),
    "memory.search_limit": st.integers(1, 1000),
    "memory.max_document_bytes": st.integers(1, 1024**3),
    "openviking.endpoint": st.builds(
        "{}://{}:{}/{}".format, st.sampled_from(["http", "https"]), LABEL, st.integers(1, 65535), LABEL
    ),
    "openviking.api_key_env": st.from_regex(r"[A-Z_][A-Z_]{0,30}", fullmatch=True),
    "openviking.timeout_s": st.floats(0.1, 3600),
}


@settings(deadline=None)
@given(
    first=st.fixed_dictionaries({}, optional=VALID),
    second=st.fixed_dictionaries({}, optional=VALID),
    as_text=st.booleans(),
)
def test_what_is_saved_is_what_is_loaded(first: dict[str, object], second: dict[str, object], as_text: bool) -> None:
    assert list(VALID) == [option.key for option in OPTIONS]
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder, "state"), Path(folder, "config.toml"))
        for changes in (first, second):
            save_settings(places, {key: str(value) if as_text else value for key, value in changes.items()})
        loaded = load_settings(places, {})
    expected = first | second
    for option in OPTIONS:
        value = getattr(loaded, option.name)
        assert value == expected.get(option.key, option.default)
        assert type(value) is option.kind
        in_file = option.key in expected or option.key == "memory.backend"
        assert loaded.origins[option.key] == (f"file {places.config}" if in_file else "default")

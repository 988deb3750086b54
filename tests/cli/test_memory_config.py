from __future__ import annotations

import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Rna


DEFAULTS = {
    "memory.backend": "openviking",
    "memory.auto_recall": True,
    "memory.auto_save": True,
    "memory.context_budget": 2048,
    "memory.search_limit": 10,
    "memory.max_document_bytes": 10 * 1024 * 1024,
    "openviking.endpoint": "http://127.0.0.1:1933",
    "openviking.api_key_env": "OPENVIKING_API_KEY",
    "openviking.timeout_s": 30.0,
}


def test_a_new_configuration_says_openviking_and_the_documented_defaults(rna: Rna) -> None:
    del rna.environ["RNA_MEMORY_BACKEND"]
    value = rna.ok("memory-config", "--json").json
    assert value == {
        "config": str(rna.config),
        "settings": {key: {"value": default, "origin": "default"} for key, default in DEFAULTS.items()},
    }
    assert not rna.config.exists()


def test_shows_values_and_where_they_come_from(rna: Rna) -> None:
    rna.ok("memory-config", "--context-budget", "4096")
    result = rna.ok("memory-config")
    assert result.stdout == (
        "memory.backend             embedded               (environment RNA_MEMORY_BACKEND)\n"
        "memory.auto_recall         true                   (default)\n"
        "memory.auto_save           true                   (default)\n"
        f"memory.context_budget      4096                   (file {rna.config})\n"
        "memory.search_limit        10                     (default)\n"
        "memory.max_document_bytes  10485760               (default)\n"
        "openviking.endpoint        http://127.0.0.1:1933  (default)\n"
        "openviking.api_key_env     OPENVIKING_API_KEY     (default)\n"
        "openviking.timeout_s       30.0                   (default)\n"
    )
    assert result.stderr == ""


def test_every_option_is_saved(rna: Rna) -> None:
    del rna.environ["RNA_MEMORY_BACKEND"]
    given = {
        "memory.backend": ("embedded", "embedded"),
        "memory.auto_recall": ("false", False),
        "memory.auto_save": ("no", False),
        "memory.context_budget": ("1000", 1000),
        "memory.search_limit": ("5", 5),
        "memory.max_document_bytes": ("1000000", 1000000),
        "openviking.endpoint": ("https://memory.example:8443", "https://memory.example:8443"),
        "openviking.api_key_env": ("MY_KEY", "MY_KEY"),
        "openviking.timeout_s": ("2.5", 2.5),
    }
    assert given.keys() == DEFAULTS.keys()
    options = [
        word for key, (text, _) in given.items() for word in (f"--{key.partition('.')[2].replace('_', '-')}", text)
    ]
    result = rna.ok("memory-config", *options, "--json")
    assert result.stderr == f"Saved in {rna.config}.\n"
    settings = rna.ok("memory-config", "--json").json["settings"]
    assert settings == {key: {"value": value, "origin": f"file {rna.config}"} for key, (_, value) in given.items()}
    assert stat.S_IMODE(rna.config.stat().st_mode) == 0o600


def test_the_commands_of_the_readme(rna: Rna) -> None:
    del rna.environ["RNA_MEMORY_BACKEND"]
    rna.ok("memory-config", "--backend", "embedded")
    rna.ok(
        *("memory-config", "--endpoint", "http://127.0.0.1:1933", "--api-key-env", "OPENVIKING_API_KEY"),
        *("--auto-recall", "true", "--context-budget", "2048"),
    )
    rna.ok("memory", "p", "initialize")
    assert rna.store.exists()


def test_comments_are_kept_in_a_copy_and_said_so(rna: Rna) -> None:
    rna.config.write_text("# mine\n[memory]\nsearch_limit = 4\n")
    result = rna.ok("memory-config", "--context-budget", "512")
    backup = rna.config.with_name("config.toml.bak")
    assert result.stderr == f"Saved in {rna.config}.\nComments are not kept; the old file is {backup}.\n"
    assert backup.read_text() == "# mine\n[memory]\nsearch_limit = 4\n"
    settings = rna.ok("memory-config", "--json").json["settings"]
    assert settings["memory.search_limit"]["value"] == 4
    assert settings["memory.context_budget"]["value"] == 512


def test_a_backend_that_is_not_installed_is_refused(rna: Rna) -> None:
    result = rna.fails(2, "memory-config", "--backend", "nope")
    assert result.stderr == "rna: No backend is called 'nope'. Installed are: embedded, openviking.\n"
    assert not rna.config.exists()


def test_of_two_values_with_one_bad_none_is_saved(rna: Rna) -> None:
    rna.fails(2, "memory-config", "--search-limit", "4", "--context-budget", "many")
    assert not rna.config.exists()
    rna.ok("memory-config", "--search-limit", "4", "--context-budget", "100")
    assert rna.config.exists()


def test_a_key_is_never_stored_nor_repeated(rna: Rna) -> None:
    key = "sk_4f9a0b7c1d2e3f4a5b6c7d8e"
    result = rna.fails(2, "memory-config", "--api-key-env", key)
    assert key not in result.stderr
    assert not rna.config.exists()
    rna.environ["MY_KEY"] = key
    for words in (("memory-config", "--api-key-env", "MY_KEY"), ("memory-config", "--json"), ("doctor", "--json")):
        result = rna(*words)
        assert key not in result.stdout + result.stderr
    assert "MY_KEY" in rna.config.read_text()
    assert key not in rna.config.read_text()


def test_precedence_is_environment_over_file(rna: Rna) -> None:
    rna.ok("memory-config", "--backend", "openviking")
    settings = rna.ok("memory-config", "--json").json["settings"]
    assert settings["memory.backend"] == {"value": "embedded", "origin": "environment RNA_MEMORY_BACKEND"}
    del rna.environ["RNA_MEMORY_BACKEND"]
    settings = rna.ok("memory-config", "--json").json["settings"]
    assert settings["memory.backend"] == {"value": "openviking", "origin": f"file {rna.config}"}


def test_another_file_can_be_named(rna: Rna) -> None:
    other = rna.folder / "other" / "c.toml"
    rna.ok("memory-config", "--config", str(other), "--search-limit", "7")
    assert other.exists()
    assert not rna.config.exists()
    assert rna.ok("memory-config", "--config", str(other), "--json").json["settings"]["memory.search_limit"] == {
        "value": 7,
        "origin": f"file {other}",
    }

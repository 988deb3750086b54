"""The table of options, and which values it accepts."""

from __future__ import annotations

import pytest

from rna_cli.config.model import BY_KEY, OPTIONS, InvalidValue, Settings

RANGES = {
    "memory.context_budget": (1, 1_000_000),
    "memory.search_limit": (1, 1000),
    "memory.max_document_bytes": (1, 1024**3),
    "openviking.timeout_s": (0.1, 3600.0),
}


def test_the_table_and_the_settings_name_the_same_options_and_defaults_pass() -> None:
    assert [option.name for option in OPTIONS] == list(Settings._fields[: len(OPTIONS)])
    assert {option.key: option.check(option.default) for option in OPTIONS} == {
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
    assert {option.key: option.env for option in OPTIONS if option.env} == {"memory.backend": "RNA_MEMORY_BACKEND"}
    assert BY_KEY["openviking.api_key_env"].flag == "--api-key-env"
    assert all(option.help and "\n" not in option.help for option in OPTIONS)


@pytest.mark.parametrize("key", RANGES)
def test_a_number_is_accepted_up_to_its_limits_and_the_error_says_them(key: str) -> None:
    option = BY_KEY[key]
    low, high = RANGES[key]
    assert option.check(low) == low
    assert option.check(high) == high
    for value in (low - 0.5, high + 0.5, float("nan"), float("inf"), low - 1, high + 1, -(10**400), True, "1", [1]):
        with pytest.raises(InvalidValue, match=rf"; it must be a (whole )?number from {low:g} to {int(high)}$"):
            option.check(value)


def test_true_and_false_are_no_numbers_and_numbers_are_not_true_or_false() -> None:
    switch = BY_KEY["memory.auto_recall"]
    assert switch.check(False) is False
    for value in (0, 1, "true", 1.0):
        with pytest.raises(InvalidValue, match="it must be true or false"):
            switch.check(value)
    with pytest.raises(InvalidValue, match=r"^is true; it must be a whole number from 1 to 1000$"):
        BY_KEY["memory.search_limit"].check(True)
    with pytest.raises(InvalidValue, match=r"^is false; it must be a number"):
        BY_KEY["openviking.timeout_s"].check(False)


def test_a_whole_number_is_a_number_but_not_the_other_way_round() -> None:
    timeout = BY_KEY["openviking.timeout_s"].check(5)
    assert timeout == 5.0
    assert isinstance(timeout, float)
    with pytest.raises(InvalidValue, match=r"^is 5\.0; it must be a whole number"):
        BY_KEY["memory.search_limit"].check(5.0)


def test_text_is_read_in_the_type_of_the_option() -> None:
    for text in ("true", "YES", "on", "1"):
        assert BY_KEY["memory.auto_save"].check_text(text) is True
    for text in ("false", "No", "off", "0"):
        assert BY_KEY["memory.auto_save"].check_text(text) is False
    assert BY_KEY["memory.search_limit"].check_text("12") == 12
    assert BY_KEY["openviking.timeout_s"].check_text("0.5") == 0.5
    for key, text in (
        ("memory.auto_save", "maybe"),
        ("memory.search_limit", "1.5"),
        ("memory.search_limit", "9" * 5000),
        ("openviking.timeout_s", "nan"),
        ("openviking.timeout_s", ""),
    ):
        with pytest.raises(InvalidValue):
            BY_KEY[key].check_text(text)


@pytest.mark.parametrize("name", ["openviking", "embedded", "a", "my-notes_2"])
def test_names_of_backends(name: str) -> None:
    assert BY_KEY["memory.backend"].check(name) == name


@pytest.mark.parametrize("name", ["", "Embedded", "2nd", "a.b", "../a", "embedded\n", "a" * 65, "usage"])
def test_what_is_no_name_of_a_backend(name: str) -> None:
    with pytest.raises(InvalidValue, match="it must be a name of lower-case letters"):
        BY_KEY["memory.backend"].check(name)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1933", "https://memory.example", "http://[::1]:80/base/", "https://höst.example:65535"]
)
def test_urls_of_servers(url: str) -> None:
    assert BY_KEY["openviking.endpoint"].check(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://s3cret@host",
        "http://user:s3cret@host:1933",
        "http://user:s3c/ret@host",
        "http://host/?api_key=s3cret",
        "http://host/#s3cret",
        "http://host:s3cret",
        "http://[s3cret",
        "s3cret",
        "ftp://host/s3cret",
        "http:///s3cret",
        "http://host/s3cret\n",
        "http://ho st/s3cret",
        "http://host\\s3cret",
        "http://host:0",
        "http://host:65536",
        "http://" + "h" * 3000,
        "",
    ],
)
def test_what_is_no_url_of_a_server_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(InvalidValue, match="it must be an http:// or https:// URL") as caught:
        BY_KEY["openviking.endpoint"].check(url)
    for part in ("s3c", "ret@", "65536", "hhh"):
        assert part not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "name",
    [
        "OPENVIKING_API_KEY",
        "_K",
        "my_key",
        "hf_hub_token_name",
        "TEAM2_OPENVIKING_KEY_V10",
        "MYCOMPANYOPENVIKINGKEY2",
        "SK_LIVE",
    ],
)
def test_names_of_variables(name: str) -> None:
    assert BY_KEY["openviking.api_key_env"].check(name) == name


@pytest.mark.parametrize(
    "value",
    [
        "sk-proj-4f9aXq",
        "sk_live_51HxyzABCdefGHI",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "AKIAIOSFODNN7EXAMPLE",
        "e3b0c44298fc1c149afbf4c8996fb924",
        "aB3dE5gH7jK9mN1p",
        "OPENVIKING API KEY",
        "$OPENVIKING_API_KEY",
        "K=secret",
        "KEY\n",
        "1KEY",
        "",
    ],
)
def test_what_is_a_key_and_no_name_is_refused_without_being_shown(value: str) -> None:
    with pytest.raises(InvalidValue, match="name of an environment variable") as caught:
        BY_KEY["openviking.api_key_env"].check(value)
    assert not value or value.strip() not in str(caught.value).replace("such as OPENVIKING_API_KEY", "")

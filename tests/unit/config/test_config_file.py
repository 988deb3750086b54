"""Reading the configuration file with errors that name the line, and writing it so that nothing is lost."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rna_cli.config.file import read_table, update_file, write_table
from rna_cli.errors import Busy, ConfigError, PermissionRefused, StorageFailed
from rna_cli.files import lock as locking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VALID = "[memory]\nbackend = 'embedded'\n"
WRITERS: list[Callable[[Path], object]] = [lambda path: update_file(path, {}), lambda path: write_table(path, {})]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777])
def any_umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


# Reading


def test_a_file_is_read_with_its_text_and_a_missing_one_is_empty(config: Path, tmp_path: Path) -> None:
    assert read_table(config) == ({}, "")
    assert read_table(tmp_path / "no/such/folder/config.toml") == ({}, "")
    assert read_table(Path(os.devnull)) == ({}, "")
    config.write_text(VALID)
    assert read_table(config) == ({"memory": {"backend": "embedded"}}, VALID)
    assert names(tmp_path) == {"config.toml"}


def test_a_byte_order_mark_and_windows_line_ends_are_read(config: Path) -> None:
    config.write_bytes(b"\xef\xbb\xbf[memory]\r\nsearch_limit = 3\r\n")
    assert read_table(config)[0] == {"memory": {"search_limit": 3}}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[memory]\nbackend = \n", 2, "not valid TOML: Invalid value."),
        ("[memory]\nbackend = 'x", 2, "not valid TOML:"),
        ("[memory\n", 1, "not valid TOML:"),
        ("[memory]\nsearch_limit = " + "9" * 5000, 2, "not valid TOML:"),
        ("[memory]\nauto_save = true\nauto_save = true", 3, "key 'memory.auto_save' is set twice, first on line 2."),
        ("[memory]\n\n[memory]\n", 3, "key 'memory' is set twice, first on line 1."),
        (
            "# x\n[memory]\ncontext_budget = 0\n",
            3,
            "key 'memory.context_budget' is 0; it must be a whole number from 1 to 1000000.",
        ),
        ("memory.search_limit = true", 1, "key 'memory.search_limit' is true; it must be a whole number"),
        ("\nmemory = {search_limit = '5'}", 2, "key 'memory.search_limit' is text; it must be a whole number"),
        ("[memory]\nsearch_limit = [\n1]", 2, "key 'memory.search_limit' is an array;"),
        ("[memory.search_limit]\n", 1, "key 'memory.search_limit' is a table;"),
        ("[memory]\nauto_recall = 2026-01-31", 2, "key 'memory.auto_recall' is a date or time; it must be true or"),
        ("[memory]\nsearch_limit = 0x" + "f" * 5000, 2, "key 'memory.search_limit' is a very large number;"),
        (
            "[openviking]\ntimeout_s = nan",
            2,
            "key 'openviking.timeout_s' is nan; it must be a number from 0.1 to 3600.",
        ),
        ("[memory]\nbakend = 'x'", 2, "key 'memory.bakend' is unknown."),
        ("[memory]\n'auto\\nsave' = 1", 2, "key 'memory.\"auto\\\\nsave\"' is unknown."),
        ("'memory.backend' = 'x'", 1, "key '\"memory.backend\"' is unknown."),
        ("\nbackend = 'x'", 2, "key 'backend' is unknown."),
        ("\n[openvikin]\nendpoint = 'x'", 2, "table 'openvikin' is unknown."),
        ("memory = 1", 1, "key 'memory' must be a table, written [memory]."),
        ("[[memory]]\n", 1, "key 'memory' must be a table, written [memory]."),
        ("backends = 1", 1, "key 'backends' must be a table, written [backends]."),
        ("[backends]\nx = 1", 2, "key 'backends.x' must be a table, written [backends.NAME]."),
    ],
)
def test_an_error_names_file_line_and_key(config: Path, text: str, line: int, message: str) -> None:
    config.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_table(config)
    assert caught.value.message.startswith(f"{config}:{line}: {message}")
    assert "\n" not in caught.value.message
    assert caught.value.hint
    config.write_text(VALID)
    assert read_table(config)[0] == {"memory": {"backend": "embedded"}}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[memory]\nbakend = 'x'", "Did you mean 'memory.backend'?"),
        ("endpoint = 'x'", "Did you mean 'openviking.endpoint'?"),
        ("[openvikin]", "Did you mean 'openviking'?"),
        ("[zzz]", "Known tables: backends, memory, openviking."),
    ],
)
def test_what_is_unknown_gets_a_suggestion(config: Path, text: str, hint: str) -> None:
    config.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_table(config)
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "[openviking]\napi_key = 's3cret'",
        "[openviking]\napi_key_env = 'sk-s3cret'",
        "[openviking]\nendpoint = 'http://me:s3cret@host'",
        "[openviking]\nendpoint = 's3cret",
        "[memory]\nbackend = 's3cret!'",
        "[memory]\nsearch_limit = 's3cret'",
        "api_key = 's3cret'",
    ],
)
def test_no_secret_reaches_an_error(config: Path, text: str) -> None:
    config.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_table(config)
    assert str(config) in caught.value.message
    assert "s3cret" not in caught.value.message + caught.value.hint


def test_what_is_no_configuration_is_refused(config: Path, tmp_path: Path) -> None:
    config.write_bytes(b"[memory]\n# caf\xe9\n")
    with pytest.raises(ConfigError, match=rf"^{re.escape(str(config))}:2: not UTF-8 text\.$"):
        read_table(config)
    config.write_text("a = " + "[" * 100_000)
    with pytest.raises(ConfigError, match=r"nested too deeply|not valid TOML"):
        read_table(config)
    with pytest.raises(ConfigError, match="is a directory"):
        read_table(tmp_path)
    with pytest.raises(ConfigError, match="Not a directory"):
        read_table(config / "below")
    with pytest.raises(ConfigError, match="over 1048576 bytes"):
        read_table(Path("/dev/zero"))
    (tmp_path / "loop").symlink_to("loop")
    for act in (read_table, *WRITERS):
        with pytest.raises(ConfigError, match="symbolic link"):
            act(tmp_path / "loop")
    config.write_text("# nothing set\n")
    assert read_table(config)[0] == {}


def test_an_unreadable_file_is_not_an_empty_one(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text(VALID)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", failing(errno.EACCES))
        with pytest.raises(PermissionRefused, match=f"^No permission to read {re.escape(str(config))}"):
            read_table(config)
        patch.setattr(Path, "open", failing(errno.EIO))
        with pytest.raises(StorageFailed, match="Input/output error"):
            read_table(config)
    assert read_table(config)[1] == VALID


def test_tables_of_backends_are_allowed_for_installed_ones(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site/other-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[rna.backends.v1]\nother = other:Backend\n")
    config.write_text("[memory]\n\n[backends.other]\nanything = [1, {x = 'y'}]\n")
    with pytest.raises(ConfigError, match=r":3: table 'backends\.other' is unknown: no installed package registers"):
        read_table(config)
    monkeypatch.syspath_prepend(tmp_path / "site")
    content = {"other": {"anything": [1, {"x": "y"}]}}
    assert read_table(config)[0]["backends"] == content
    update_file(config, {"memory.search_limit": 3})
    assert read_table(config)[0] == {"memory": {"search_limit": 3}, "backends": content}


def test_installed_packages_are_looked_up_only_for_a_table_of_a_backend(config: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from rna_cli.config.file import read_table\n"
        "path = Path(sys.argv[1]); before = set(sys.modules)\n"
        "path.write_text('[memory]\\nsearch_limit = 3\\n[backends]\\n'); read_table(path)\n"
        "late = {'importlib.metadata', 'difflib', 'tomli_w', 'platformdirs', 'rna_cli.config.scan'}\n"
        "assert not late & (set(sys.modules) - before), late & set(sys.modules)\n"
        "path.write_text('[backends.none]\\n')\n"
        "try: read_table(path)\n"
        "except Exception as error: assert 'no installed package' in str(error)\n"
        "assert 'importlib.metadata' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code, config], check=True, env={"PYTHONPATH": ":".join(sys.path)})


# Writing


def test_everything_is_private_whatever_the_umask(tmp_path: Path, any_umask: int) -> None:
    config = tmp_path / "new/folder/config.toml"
    assert update_file(config, {"memory.search_limit": 3}) is None
    config.write_text("# mine\n" + config.read_text())
    assert update_file(config, {"memory.search_limit": 4}) == config.with_name("config.toml.bak")
    assert names(config.parent) == {"config.toml", "config.toml.bak", "config.toml.lock"}
    assert {mode(path) for path in config.parent.iterdir()} == {0o600}
    assert mode(tmp_path / "new") == mode(tmp_path / "new/folder") == 0o700
    assert os.umask(any_umask) == any_umask


def test_a_loose_mode_becomes_private_and_an_existing_folder_keeps_its_own(config: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    config.write_text(VALID)
    for change in ({"memory.search_limit": 3}, {"memory.search_limit": 3}):
        config.chmod(0o644)
        update_file(config, change)
        assert mode(config) == 0o600
    assert mode(tmp_path) == 0o755


def test_the_other_keys_stay_and_an_unchanged_file_is_not_rewritten(config: Path) -> None:
    config.write_text("# mine\nmemory = {search_limit = 5}\n[openviking]\ntimeout_s = 1\n")
    update_file(config, {"memory.auto_save": False})
    assert tomllib.loads(config.read_text()) == {
        "memory": {"search_limit": 5, "auto_save": False},
        "openviking": {"timeout_s": 1},
    }
    config.write_text(text := "# mine again\n[memory]\nauto_save = false\n")
    assert update_file(config, {"memory.auto_save": False}) is None
    assert config.read_text() == text
    assert update_file(config, {"memory.auto_save": True}) is not None
    assert config.read_text() != text


def test_what_a_new_file_says_besides_is_not_added_to_an_old_one(config: Path, tmp_path: Path) -> None:
    update_file(config, {"memory.auto_save": False}, {"memory.backend": "openviking"})
    assert read_table(config)[0] == {"memory": {"backend": "openviking", "auto_save": False}}
    update_file(tmp_path / "b.toml", {"memory.backend": "embedded"}, {"memory.backend": "openviking"})
    assert read_table(tmp_path / "b.toml")[0] == {"memory": {"backend": "embedded"}}
    config.write_text("[memory]\n")
    update_file(config, {"memory.auto_save": False}, {"memory.backend": "openviking"})
    assert read_table(config)[0] == {"memory": {"auto_save": False}}


def test_a_file_with_comments_is_kept_and_one_without_is_not(config: Path) -> None:
    config.write_text("[memory]\nbackend = '''\n# no comment'''\n")
    assert write_table(config, {"memory": {"backend": "embedded"}}) is None
    assert names(config.parent) == {"config.toml"}
    config.write_text(text := "[memory]\nbackend = 'embedded' # why: offline\n")
    backup = update_file(config, {"memory.search_limit": 3})
    assert backup == config.with_name("config.toml.bak")
    assert backup.read_text() == text
    assert mode(backup) == 0o600
    assert read_table(config)[0] == {"memory": {"backend": "embedded", "search_limit": 3}}
    assert update_file(config, {"memory.search_limit": 4}) is None
    assert backup.read_text() == text


def test_a_file_with_an_error_is_never_rewritten(config: Path) -> None:
    config.write_text(text := "[memory]\nsearch_limit = 0\n")
    with pytest.raises(ConfigError, match=r":2: key 'memory\.search_limit'"):
        update_file(config, {"memory.search_limit": 3})
    assert config.read_text() == text
    config.write_text(text.replace("0", "1"))
    update_file(config, {"memory.search_limit": 3})
    assert read_table(config)[0] == {"memory": {"search_limit": 3}}


def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "home").mkdir()
    target, link = tmp_path / "dotfiles/rna.toml", tmp_path / "home/config.toml"
    target.write_text("# mine\n" + VALID)
    link.symlink_to("../dotfiles/rna.toml")
    assert update_file(link, {"memory.search_limit": 3}) == tmp_path / "dotfiles/rna.toml.bak"
    assert link.is_symlink()
    assert link.readlink() == Path("../dotfiles/rna.toml")
    assert read_table(target)[0] == {"memory": {"backend": "embedded", "search_limit": 3}}
    assert mode(target) == 0o600
    assert names(tmp_path / "home") == {"config.toml"}


def test_a_link_to_nothing_makes_the_file_it_names(tmp_path: Path) -> None:
    link = tmp_path / "config.toml"
    link.symlink_to("later/rna.toml")
    update_file(link, {"memory.search_limit": 3})
    assert link.is_symlink()
    assert read_table(tmp_path / "later/rna.toml")[0] == {"memory": {"search_limit": 3}}


def test_what_is_not_a_file_is_never_replaced(tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    for path in (fifo, tmp_path, Path(os.devnull)):
        for act in WRITERS:
            with pytest.raises(ConfigError, match="is not a regular file"):
                act(path)
    assert fifo.is_fifo()
    assert Path(os.devnull).is_char_device()
    config.write_text(VALID)
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)  # the superuser may write anything
        with pytest.raises(PermissionRefused, match="write-protected"):
            update_file(config, {"memory.search_limit": 3})
    assert config.read_text() == VALID
    update_file(config, {"memory.search_limit": 3})
    assert config.read_text() != VALID


def test_a_planted_link_at_the_lock_is_not_followed(config: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    (tmp_path / "precious").chmod(0o644)
    lock = tmp_path / "config.toml.lock"
    lock.symlink_to("precious")
    with pytest.raises(ConfigError, match="symbolic links"):
        update_file(config, {"memory.search_limit": 3})
    assert mode(tmp_path / "precious") == 0o644
    lock.unlink()
    update_file(config, {"memory.search_limit": 3})
    assert config.exists()


FAILURES = [
    (errno.ENOSPC, StorageFailed, "No space left", "Free some space"),
    (errno.EROFS, StorageFailed, "Read-only file system", "The file system is read-only"),
    (errno.EIO, StorageFailed, "Input/output error", "Check the disk"),
    (errno.EACCES, PermissionRefused, "No permission to write", "Check the owner"),
]


@pytest.mark.parametrize("call", ["replace", "fsync", "fchmod", "open"])
@pytest.mark.parametrize(("number", "kind", "message", "hint"), FAILURES)
@pytest.mark.parametrize("comment", ["", "# mine\n"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    number: int,
    kind: type[Exception],
    message: str,
    hint: str,
    comment: str,
) -> None:
    config.write_text(comment + VALID)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing(number))
        with pytest.raises(kind, match=message) as caught:
            update_file(config, {"memory.search_limit": 3})
    assert str(config) in str(caught.value)
    assert getattr(caught.value, "hint", "").startswith(hint)
    assert config.read_text() == comment + VALID
    assert names(config.parent) <= {"config.toml", "config.toml.lock"}
    update_file(config, {"memory.search_limit": 3})
    assert read_table(config)[0] == {"memory": {"backend": "embedded", "search_limit": 3}}


def test_a_failed_first_write_leaves_no_file(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", failing(errno.ENOSPC))
        with pytest.raises(StorageFailed):
            write_table(config, {"memory": {}})
    assert names(config.parent) == set()
    write_table(config, {"memory": {}})
    assert names(config.parent) == {"config.toml"}


def test_a_kill_before_the_rename_leaves_the_old_file_and_blocks_nobody(config: Path) -> None:
    config.write_text(VALID)
    code = (
        "import os, signal, sys; from pathlib import Path; from rna_cli.config.file import update_file\n"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "update_file(Path(sys.argv[1]), {'memory.search_limit': 3})\n"
    )
    environ = {"PYTHONPATH": ":".join(sys.path)}
    killed = subprocess.run([sys.executable, "-c", code, config], check=False, env=environ)
    assert killed.returncode == -signal.SIGKILL
    assert config.read_text() == VALID
    update_file(config, {"memory.search_limit": 3})
    assert read_table(config)[0] == {"memory": {"backend": "embedded", "search_limit": 3}}


def test_the_data_is_synced_before_the_rename_and_the_folder_after(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def logged_fsync(descriptor: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def logged_replace(source: str, target: str) -> None:
        steps.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", logged_fsync)
    monkeypatch.setattr(os, "replace", logged_replace)
    write_table(config, {"memory": {}})
    assert steps == ["file", "rename", "folder"]


# Two at a time


def test_a_held_lock_is_waited_for_and_then_busy(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert locking.LOCK_WAIT_S == 5.0
    lock = config.with_name("config.toml.lock")
    monkeypatch.setattr(locking, "LOCK_WAIT_S", 0.1)
    with locking.lock(lock, config), pytest.raises(Busy, match="Another process has been changing"):
        update_file(config, {"memory.search_limit": 3})
    assert not config.exists()
    monkeypatch.setattr(locking, "LOCK_WAIT_S", 60.0)
    waiting = threading.Thread(target=update_file, args=(config, {"memory.search_limit": 4}))
    with locking.lock(lock, config):
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
        assert not config.exists()
    waiting.join(60)
    assert read_table(config)[0] == {"memory": {"search_limit": 4}}


def test_two_processes_that_set_different_options_lose_nothing(config: Path, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links/other.toml"
    link.symlink_to(config)
    code = (
        "import sys; from pathlib import Path; from rna_cli.config.file import read_table, update_file\n"
        "path, key = Path(sys.argv[1]), sys.argv[2]\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for value in range(1, 41):\n"
        "    update_file(path, {f'memory.{key}': value})\n"
        "    assert read_table(path)[0]['memory'][key] == value\n"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, path, key],
            env={"PYTHONPATH": ":".join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for path, key in ((config, "search_limit"), (link, "context_budget"))
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.communicate("go\n", timeout=60)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert read_table(config)[0] == {"memory": {"search_limit": 40, "context_budget": 40}}
    assert names(tmp_path) == {"config.toml", "config.toml.lock", "links"}

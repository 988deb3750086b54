"""Where the state and the configuration are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rna_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

STATE_VARIABLE = "RNA_STATE"
CONFIG_VARIABLE = "RNA_CONFIG"


class Places(NamedTuple):
    """Every path that `rna` uses. Both fields are absolute; nothing here needs to exist."""

    state: Path
    """The state path as given. Nothing is ever stored at it, only below `<state>.rna`."""
    config: Path
    """The configuration file."""

    @property
    def root(self) -> Path:
        """`<state>.rna`: the suffix is added, so `/x/state.json` gives `/x/state.json.rna`."""
        return Path(f"{self.state}.rna")

    @property
    def memory_dir(self) -> Path:
        """The folder of the stores."""
        return self.root / "memory"

    @property
    def embedded_store(self) -> Path:
        """The store of the embedded backend, with its ledger."""
        return self.backend_store("embedded")

    @property
    def usage(self) -> Path:
        """The usage counts that doctor reports."""
        return self.memory_dir / "usage.sqlite"

    def backend_store(self, name: str) -> Path:
        """Return the file of the backend called `name`, a name that the settings accepted."""
        return self.memory_dir / f"{name}.sqlite"


def find_places(state: str | None, config: str | None, environ: Mapping[str, str]) -> Places:
    """Return the places: flag, else environment, else the platform's own directories.

    Args:
        state: the value of `--state`, None when not given.
        config: the value of `--config`, None when not given.
        environ: the environment; an empty variable counts as not set.

    Raises:
        UsageError: a flag is empty, or a path cannot be made absolute.
    """
    state_path = _given("--state", state, STATE_VARIABLE, environ)
    config_path = _given("--config", config, CONFIG_VARIABLE, environ)
    if state_path is None or config_path is None:
        import platformdirs  # 7 ms that a command with both paths given does not pay

        state_path = state_path or platformdirs.user_state_path("rna") / "state"
        config_path = config_path or platformdirs.user_config_path("rna") / "config.toml"
    return Places(state_path, config_path)


def _given(flag: str, value: str | None, variable: str, environ: Mapping[str, str]) -> Path | None:
    """Return the absolute path that the flag or the environment gives, None when neither does."""
    if value == "":
        raise UsageError(f"{flag} is empty.", hint=f"Give a path, or leave {flag} out.")
    source = flag if value is not None else variable
    text = value or environ.get(variable)
    if not text:
        return None
    try:
        path = _expand(text, environ).absolute()
        # `<dir>/..` plus a suffix would be the odd name `...rna` inside <dir>.
        return path.resolve() if path.name == ".." else path
    except RuntimeError:
        raise UsageError(f"{source}: no home directory for {text!r}.", hint="Give an absolute path.") from None
    except OSError:
        raise UsageError(
            f"{source}: {text!r} is relative, and the current directory cannot be read.", hint="Give an absolute path."
        ) from None


def _expand(text: str, environ: Mapping[str, str]) -> Path:
    """Expand `~` from the environment that was passed in; `~name` needs the user database."""
    home = environ.get("HOME")
    if home and (text == "~" or text.startswith("~/")):
        return Path(home, text[2:])
    return Path(text).expanduser()

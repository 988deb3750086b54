"""What is wrong with a text value.

Each function returns the problem as the rest of a sentence ("holds a password"), or nothing when the value is fine.
None repeats the value: somebody may have pasted a key where a name belongs, and error texts end up in logs.
"""

from __future__ import annotations

import re

# Compiled where they are used: a command without a configuration file needs none of them.
_BACKEND_NAME = r"[a-z][a-z0-9_-]{0,63}"
_VARIABLE_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,127}"
_KEY_PREFIX = (
    r"(?=\D*\d)"
    r"(?:(?:sk|pk|rk|gh[opsur]|github_pat|glpat|hf|gsk|npm|xox[a-z])_\w{12,}|AKIA[0-9A-Z]{12,}|(?:AIza|eyJ)\w{12,})"
)
_MAX_URL = 2048

RESERVED_BACKEND_NAMES = frozenset({"usage"})
"""`<name>.sqlite` is the backend's file, and `usage.sqlite` is taken."""


def backend_problem(value: str) -> str:
    """Check the name of a backend; whether it is installed is the registry's question."""
    if not re.fullmatch(_BACKEND_NAME, value):
        return "is not a backend's name"
    if value in RESERVED_BACKEND_NAMES:
        return "is a reserved name"
    return ""


def variable_problem(value: str) -> str:
    """Check the name of an environment variable, and that it is a name and not the key itself."""
    if not re.fullmatch(_VARIABLE_NAME, value):
        return "is not the name of an environment variable (the value is not shown, it may be a key)"
    if _looks_like_key(value):
        return "looks like a key, not like the name of an environment variable (the value is not shown)"
    return ""


def endpoint_problem(value: str) -> str:
    """Check the URL of a server: a secret has no place in it, neither as a password nor as a parameter."""
    from urllib.parse import urlsplit

    if len(value) > _MAX_URL or not value.isprintable() or any(char in value for char in " \\<>\"'"):
        return "is not a URL"
    if "@" in value:
        return "holds a user name or a password (the value is not shown)"
    if "?" in value or "#" in value:
        return "holds a query or a fragment (the value is not shown)"
    try:
        parts = urlsplit(value)
        host, port = parts.hostname, parts.port
    except ValueError:  # its text would repeat a part of the value
        return "is not a URL"
    if parts.scheme not in {"http", "https"}:
        return "does not start with http:// or https://"
    if not host or port == 0:
        return "has no usable host and port"
    return ""


def _looks_like_key(value: str) -> bool:
    """Tell a random token from a name that people made up: prefixes of known issuers, or long runs with digits in."""
    if re.fullmatch(_KEY_PREFIX, value):
        return True
    for run in value.split("_"):
        digits = sum(char.isdigit() for char in run)
        mixed = run.upper() != run != run.lower()
        if digits >= 2 and (len(run) >= 20 or (len(run) >= 12 and mixed)):
            return True
    return False

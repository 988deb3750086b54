#!/bin/sh
# The one place that makes the environment of a checkout: .venv, with the project installed in editable form.
#
#   scripts/setup.sh run    what the command itself needs
#   scripts/setup.sh dev    that, and the `dev` dependency group of pyproject.toml
#
# PYTHON=/path/to/python3.12 chooses the interpreter; otherwise the first suitable one on PATH is taken.
#
# A stamp inside .venv is written last. It holds the kind, the checkout's path, the interpreter that was asked for and
# a checksum of what the installation depends on. An unchanged second run compares it and stops there: no network, no
# Python. Without a stamp for this path the environment is incomplete or was moved here, and is made anew.
#
# Exit codes: 1 the installation failed, 2 usage, 75 another set-up holds the checkout, 78 no suitable Python.
set -eu

stamp=.venv/.rna-stamp
unfinished=.venv/.rna-unfinished
lock=.venv/.rna-lock
wait_s=900

say() { printf 'rna: %s\n' "$*" >&2; }

die() {
    status=$1
    shift
    printf 'rna: %s\n' "$@" >&2
    exit "$status"
}

# The version lives in rna_cli/__init__.py and is copied into the installed metadata, so it counts as an input.
checksum() { cat pyproject.toml rna_cli/__init__.py scripts/setup.sh | cksum; }

# True when .venv is complete, was made here, from these inputs, by the Python that was asked for, for at least `kind`.
current() {
    [ -r "$stamp" ] && [ -x .venv/bin/python ] && [ -x .venv/bin/rna ] || return 1
    { read -r made_kind && IFS= read -r made_at && IFS= read -r made_by && IFS= read -r made_from; } <"$stamp" || return 1
    [ "$made_at" = "$root" ] && [ "$made_from" = "$(checksum)" ] || return 1
    [ -z "${PYTHON:-}" ] || [ "$made_by" = "$PYTHON" ] || return 1
    [ "$made_kind" = "$kind" ] || [ "$made_kind" = dev ]
}

# Prints the real path of a Python that will do. The real path matters: the environment then links to one fixed
# version, and a `python3` that later means another version does not leave packages behind that it cannot see.
find_python() {
    without_venv=
    set -- python3 python3.14 python3.13 python3.12 python3.11
    [ -z "${PYTHON:-}" ] || set -- "$PYTHON"
    for candidate in "$@"; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            "$candidate" -c 'import os, sys; print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))'
            return
        fi
        without_venv=${without_venv:-$candidate}
    done
    if [ -n "$without_venv" ]; then
        die 78 "$without_venv cannot make virtual environments: its venv or ensurepip module is missing." \
            "On Debian and Ubuntu: apt-get install python3-venv. Then run the same command again."
    elif [ -n "${PYTHON:-}" ]; then
        die 78 "PYTHON=$PYTHON is not a Python of version 3.11 or later. Give another one, or unset PYTHON."
    fi
    die 78 "Python 3.11 or later is needed, and none was found on PATH." \
        "Debian 12 and Ubuntu 24.04: apt-get install python3 python3-venv. macOS: brew install python@3.13." \
        "Or name one: PYTHON=/path/to/python3.12 $0 $kind"
}

# Replaces this process by itself, holding the lock. The kernel drops the lock with the last process that holds it, so
# a killed set-up leaves none behind, and a pip that outlives its parent is still waited for.
relaunch_locked() {
    exec "$1" -c '
import fcntl, os, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
path, wait_s, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
deadline, told = time.monotonic() + wait_s, False
while True:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        break
    except BlockingIOError:
        if not told:
            print("rna: another set-up is at work in this checkout; waiting for it", file=sys.stderr, flush=True)
            told = True
        if time.monotonic() > deadline:
            print(f"rna: it has not finished in {wait_s:.0f} s; stop it, then try again", file=sys.stderr)
            sys.exit(75)
        time.sleep(0.1)
os.set_inheritable(handle, True)
os.execv("/bin/sh", ["sh", *command])
' "$lock" "$wait_s" scripts/setup.sh "$kind" --locked "$1"
}

# True when an environment that is there can be installed into: this script did not leave it half made, it was not
# moved here, and its Python runs. One that somebody made by hand is kept.
usable() {
    [ ! -e "$unfinished" ] || return 1
    if [ -r "$stamp" ]; then
        { read -r made_kind && IFS= read -r made_at && IFS= read -r made_by; } <"$stamp" || return 1
        [ "$made_at" = "$root" ] || return 1
        [ -z "${PYTHON:-}" ] || [ "$made_by" = "$PYTHON" ] || return 1
    elif [ -n "${PYTHON:-}" ]; then
        return 1
    fi
    .venv/bin/python -c '
import os, sys
import pip
sys.exit(sys.version_info < (3, 11) or not os.path.samefile(sys.prefix, ".venv"))' >/dev/null 2>&1
}

empty_environment() {
    for entry in .venv/* .venv/.[!.]*; do
        [ "$entry" = "$lock" ] || rm -rf -- "$entry"
    done
}

# The build takes in the generated man pages and completions. Where they are missing, empty ones let it go on, so that
# `make gen` can make them; `make gen-check` tells an empty one from a good one.
allow_missing_generated_files() {
    mkdir -p man completions
    for file in completions/rna.bash completions/_rna completions/rna.fish; do
        [ -e "$file" ] || : >"$file"
    done
}

install() {
    allow_missing_generated_files
    set -- --editable .
    if [ "$kind" = dev ]; then
        # pip learnt to read dependency groups in 25.1; the list stays in pyproject.toml either way.
        .venv/bin/python -c '
import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["dependency-groups"]["dev"], sep="\n")' >.venv/dev-requirements.txt
        set -- "$@" --requirement .venv/dev-requirements.txt
    fi
    .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check "$@" ||
        die 1 "the packages could not be installed; pip's own words are above." \
            "When the cause is the network: this step, and no other, needs a package index. Then try again."
    # With byte code in place the first command is as fast as the second one, also where PYTHONDONTWRITEBYTECODE is set.
    .venv/bin/python -m compileall -q rna_cli || say "some modules do not compile; see above"
}

make_environment() {
    python=$1
    unset PYTHONHOME PYTHONPATH PYTHONPYCACHEPREFIX PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
    say "setting up .venv ($kind) with $("$python" -V); this takes up to a minute, once"
    if ! usable; then
        empty_environment
        : >"$unfinished"
        "$python" -m venv .venv || die 1 "$python could not make .venv; see above"
    fi
    : >"$unfinished"
    rm -f "$stamp"
    install
    printf '%s\n' "$kind" "$root" "${PYTHON:-}" "$(checksum)" >"$stamp.new"
    mv "$stamp.new" "$stamp"
    rm -f "$unfinished"
    say ".venv is ready"
}

kind=${1:-}
case $kind in
    run | dev) ;;
    *) die 2 "usage: scripts/setup.sh run|dev" ;;
esac
case $0 in
    */*) cd -- "${0%/*}/.." ;;
    *) cd .. ;;
esac
root=$(pwd -P)

if current; then
    exit 0
elif [ "${2:-}" = --locked ]; then
    make_environment "$3" </dev/null >&2
else
    python=$(find_python)
    if ! mkdir -p .venv 2>/dev/null || [ ! -w .venv ]; then
        die 1 "cannot write to $root/.venv"
    fi
    relaunch_locked "$python"
fi

#!/bin/sh
# Builds the sdist, the wheel from that sdist, installs the wheel in an empty environment and drives it there, away from
# the checkout and with an empty HOME: what a person gets who installs the package.
# Needs `scripts/setup.sh dev` before it. PYTHON=... chooses the interpreter of the empty environment.
set -eu

cd -- "$(dirname -- "$0")/.."
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    printf 'check_wheel: FAILED: %s\n' "$1" >&2
    shift
    for line in "$@"; do printf '    %s\n' "$line" >&2; done
    exit 1
}

ok() { printf 'check_wheel: %s\n' "$1"; }

# Runs the installed command as a fresh user would have it: nothing in the environment but PATH and an empty HOME.
rna() {
    (cd "$work/elsewhere" && env -i PATH=/usr/bin:/bin HOME="$work/home" NO_COLOR=1 "$work/venv/bin/rna" "$@" </dev/null)
}

# run EXIT COMMAND... : the command must exit with EXIT. Its output is left in $out, its messages in $work/err.
run() {
    expected=$1
    shift
    status=0
    out=$(rna "$@" 2>"$work/err") || status=$?
    [ "$status" -eq "$expected" ] ||
        fail "rna $*" "expected exit code $expected, got $status" "stdout: $out" "stderr: $(cat "$work/err")"
    ok "rna $* exits $expected"
}

# expect TEXT WHAT : $out must contain TEXT.
expect() {
    case $out in
        *"$1"*) ;;
        *) fail "$2" "expected to contain: $1" "got: $out" ;;
    esac
}

installed() { [ -s "$work/venv/$1" ] || fail "the wheel lacks a file" "expected: $1, not empty"; }

mkdir "$work/home" "$work/elsewhere"
version=$(.venv/bin/python -c 'import rna_cli; print(rna_cli.__version__)')

.venv/bin/python -m build --outdir "$work/dist" . >"$work/build.log" 2>&1 ||
    fail "the build" "expected an sdist and a wheel; the log's end:" "$(tail -n 20 "$work/build.log")"
wheel=$work/dist/rna_memory-$version-py3-none-any.whl
[ -f "$wheel" ] || fail "the wheel's name" "expected: ${wheel##*/}" "got: $(ls "$work/dist")"
ok "built ${wheel##*/} from the sdist"

.venv/bin/python -c '
import sys, zipfile
allowed = ("rna_cli/", "rna_memory-")
print(*[n for n in zipfile.ZipFile(sys.argv[1]).namelist() if not n.startswith(allowed)], sep="\n")' "$wheel" >"$work/strays"
[ -z "$(cat "$work/strays")" ] || fail "the wheel's content" "expected only rna_cli and metadata, got also:" "$(cat "$work/strays")"

python=${PYTHON:-$(.venv/bin/python -c 'import sys; print(sys._base_executable)')}
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check "$wheel" </dev/null ||
    fail "the installation" "expected pip to install ${wheel##*/} and its dependencies in an empty environment"
ok "installed in an empty environment"

for page in man/*.1; do installed "share/man/man1/${page##*/}"; done
installed share/bash-completion/completions/rna
installed share/zsh/site-functions/_rna
installed share/fish/vendor_completions.d/rna.fish
ok "man pages and completions are in share/"

run 0 --version
expect "$version" "rna --version"
run 0 memory-config --backend embedded
run 0 memory p initialize
printf '# Release conventions\n\nTag as vX.Y.Z after the changelog is dated.\n' >"$work/elsewhere/note.md"
run 0 memory p write --file note.md --title "Release conventions"
run 0 memory p search changelog --json
found=$(printf '%s' "$out" | "$work/venv/bin/python" -c '
import json, sys
print(*[hit["uri"] for hit in json.load(sys.stdin)["hits"]])') ||
    fail "rna memory p search changelog --json" "expected one JSON document with hits" "got: $out"
case " $found " in
    *" viking://resources/projects/p/note.md "*) ok "the search finds what was written" ;;
    *) fail "rna memory p search changelog --json" "expected a hit viking://resources/projects/p/note.md" "got: $found" ;;
esac
run 0 memory p read viking://resources/projects/p/note.md --level L2
expect "Tag as vX.Y.Z after the changelog is dated." "rna memory p read"
run 0 doctor p
run 4 memory q search changelog
[ -z "$out" ] || fail "rna memory q search changelog" "expected nothing on stdout" "got: $out"

[ "$(ls -A "$work/elsewhere")" = note.md ] || fail "the working directory" "expected only note.md" "got: $(ls -A "$work/elsewhere")"
ok "the wheel works"

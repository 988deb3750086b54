#!/bin/sh
# The main job on the embedded store, with real text: this project's own pages, and a note in each of four languages.
# State and configuration are thrown away at the end. Any command that fails, and any search that does not find the
# page it should, ends the demo with a non-zero status.
set -eu

cd -- "$(dirname -- "$0")/.."
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export RNA_STATE="$work/state" RNA_CONFIG="$work/config.toml"
unset RNA_MEMORY_BACKEND

# Writes a command line as a person would type it: quotes only around words that need them.
echo_command() {
    printf '\n$ ./rna'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_./:@%+=,-]* | '') printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
}

run() {
    echo_command "$@"
    ./rna "$@"
}

# hit TEXT WORD... : searches, and fails unless TEXT (an address, or a part of one) is in the result.
hit() {
    expected=$1
    shift
    echo_command memory demo search "$@"
    found=$(./rna memory demo search "$@")
    printf '%s\n' "$found"
    case $found in
        *"$expected"*) ;;
        *)
            printf 'demo: this search should have found %s\n' "$expected" >&2
            exit 1
            ;;
    esac
}

heading() { printf '\n# %s\n' "$1"; }

heading "Choose the embedded store and make the project"
run memory-config --backend embedded
run memory demo initialize

heading "Write this project's own pages and four notes"
run memory demo write --file README.md
for page in docs/*.md; do
    run memory demo write --file "$page" --path "$page"
done
for note in examples/notes/*.md; do
    run memory demo write --file "$note" --path "notes/${note##*/}"
done
run memory demo list
run memory demo list notes

heading "Search, in each language"
hit notes/release-conventions.md release conventions
hit notes/release-conventions.md "who may move a tag" --level L2
hit notes/deployment-runbook-zh.md 数据库迁移 回滚
hit notes/deployment-runbook-zh.md 灰度发布 --level L2
hit notes/meeting-decision-ja.md ページネーション方式
hit notes/meeting-decision-ja.md 移行期間 --level L2
hit notes/incident-postmortem-ko.md 연결 풀 고갈
hit notes/incident-postmortem-ko.md "재발 방지" --level L2

heading "Search abstracts (L0) and overviews (L1) of directories"
hit notes release conventions --level L0
hit notes release conventions --level L1
hit notes 部署运行手册 --level L1
hit notes 議事録 --level L1
hit notes 장애 --level L1

heading "Read a window of lines, and a directory's overview"
run memory demo read notes/release-conventions.md --level L2 --offset 4 --limit 8
run memory demo read viking://resources/projects/demo/notes/deployment-runbook-zh.md --limit 6
run memory demo read notes --level L1

heading "Write a second version; the first one stays in the history"
{
    cat examples/notes/release-conventions.md
    printf '\n## Exceptions\n\nA security fix may be released on a Friday. The release manager says so in the channel first.\n'
} >"$work/release-conventions.md"
run memory demo write --file "$work/release-conventions.md" --path notes/release-conventions.md
run memory demo history notes/release-conventions.md
hit notes/release-conventions.md "security fix on a Friday"

heading "Check the store"
run doctor demo

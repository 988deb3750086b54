"""Completion in bash, zsh and fish: the script that a shell loads, and the answers that the script asks for.

`_RNA_COMPLETE=source_bash rna` prints the script. The script hands over the command line up to the cursor and gets
one line that says what to offer (`values` or `files`), then one candidate a line, in zsh and fish with a help text
after a tab. Typer's own scripts are not used: in bash they know no address, since bash splits words at colons; in zsh
they do not work as a file in `$fpath`; and they load rich for each help text.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

from typer._click.shell_completion import _resolve_context, _resolve_incomplete

from rna_cli.errors import UsageError

if TYPE_CHECKING:
    from rna_cli.cli.runtime import Runtime

VARIABLE = "_RNA_COMPLETE"
LINE_VARIABLE = "_RNA_COMPLETE_LINE"
BREAKS_VARIABLE = "_RNA_COMPLETE_BREAKS"

FILE_PARAMETERS = frozenset({"file", "junit", "state", "config"})
"""Parameters that take a file of this machine; the shell completes them itself."""

_BASH = r"""# bash completion for rna
_rna_completion() {
    local program=$1 answer line
    COMPREPLY=()
    case $program in "~/"*) program=$HOME/${program#"~/"} ;; esac
    answer=$(_RNA_COMPLETE=complete_bash _RNA_COMPLETE_LINE=${COMP_LINE:0:COMP_POINT} \
        _RNA_COMPLETE_BREAKS=$COMP_WORDBREAKS "$program" 2>/dev/null </dev/null) || return 0
    case $answer in
        files) compopt -o default 2>/dev/null; return 0 ;;
        values) return 0 ;;
    esac
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done <<<"${answer#*$'\n'}"
    # A directory is seldom the end of an address.
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace 2>/dev/null
    return 0
}

complete -F _rna_completion rna
"""

_ZSH = r"""#compdef rna
# zsh completion for rna: a file in $fpath, or sourced after compinit

_rna() {
    local program=${(Q)words[1]} line
    local -a lines values shown folders
    [[ $program == '~/'* ]] && program=$HOME/${program#'~/'}
    line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX"
    lines=("${(@f)$(_RNA_COMPLETE=complete_zsh _RNA_COMPLETE_LINE=$line "$program" 2>/dev/null </dev/null)}")
    if [[ $lines[1] == files ]]; then
        _files
        return
    fi
    for line in "${(@)lines[2,-1]}"; do
        if [[ $line == */ ]]; then
            folders+=("$line")
        else
            values+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
        fi
    done
    # A directory is seldom the end of an address.
    compadd -S '' -a folders
    if [[ $shown == *'  -- '* ]]; then
        compadd -l -d shown -a values
    else
        compadd -a values
    fi
}

if [[ $funcstack[1] == _rna ]]; then
    _rna "$@"
else
    compdef _rna rna
fi
"""

_FISH = r"""# fish completion for rna
function __rna_complete
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    set -l line (commandline -cp | string collect)
    set -l lines (env _RNA_COMPLETE=complete_fish _RNA_COMPLETE_LINE="$line" $program 2>/dev/null </dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else if set -q lines[2]
        printf '%s\n' $lines[2..-1]
    end
end

complete --command rna --no-files --arguments '(__rna_complete)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

_SPECIAL = frozenset(" \t\"'\\$&;|<>()*?[]{}#~!`")
"""What bash would read as something else outside of quotes."""


class Line(NamedTuple):
    """A command line up to the cursor, as its words mean."""

    words: list[str]
    """The complete words after the program's name."""
    incomplete: str
    """The word at the cursor; empty after a space."""
    quoted: bool
    """Whether the cursor stands inside quotes."""


def answer(command: Any, instruction: str, runtime: Runtime) -> str:
    """Return what a shell asked for with the variable `_RNA_COMPLETE`.

    Raises:
        UsageError: it is neither `source_SHELL` nor `complete_SHELL` with a known shell.
    """
    verb, _, shell = instruction.partition("_")
    if shell not in SCRIPTS or verb not in {"source", "complete"}:
        raise UsageError(
            f"{VARIABLE}={instruction} means nothing.", hint=f"Completion scripts: {VARIABLE}=source_bash (zsh, fish)."
        )
    if verb == "source":
        return SCRIPTS[shell]
    try:
        return "".join(f"{line}\n" for line in _complete(command, shell, runtime))
    except Exception:  # whatever it is, a message in the middle of a command line helps nobody
        return "values\n"


def split(text: str) -> Line:
    """Take a command line apart by the rules of a shell; an open quote or a last backslash is no mistake."""
    end = "\0"  # marks the word at the cursor, an empty one too
    lexer = shlex.shlex(text + end, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    quoted = False
    try:
        words.extend(lexer)
    except ValueError:
        words.append(lexer.token)
        quoted = True
    return Line(words[1:-1], words[-1].removesuffix(end), quoted)


def _complete(command: Any, shell: str, runtime: Runtime) -> list[str]:
    line = split(runtime.environ.get(LINE_VARIABLE, ""))
    words = list(line.words)
    context = _resolve_context(command, {"obj": runtime}, "rna", words)
    asked, incomplete = _resolve_incomplete(context, words, line.incomplete)
    if getattr(asked, "name", None) in FILE_PARAMETERS and hasattr(asked, "opts"):
        return ["files"]
    before = line.incomplete.removesuffix(incomplete)  # `--level=` of `--level=L`
    items = [(before + str(item.value), item.help) for item in asked.shell_complete(context, incomplete)]
    if shell == "bash":
        start = 0 if line.quoted else _word_start(line.incomplete, runtime.environ.get(BREAKS_VARIABLE, ""))
        return ["values", *(value[start:] if line.quoted else _escape(value[start:]) for value, _ in items)]
    return ["values", *(f"{value}\t{' '.join(text.split())}" if text else value for value, text in items)]


def _word_start(word: str, breaks: str) -> int:
    """Return where the part of `word` starts that bash will replace: it splits words at some characters."""
    return max((word.rfind(char) + 1 for char in ":=" if char in breaks), default=0)


def _escape(value: str) -> str:
    return "".join(f"\\{char}" if char in _SPECIAL else char for char in value)

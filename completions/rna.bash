# bash completion for rna
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

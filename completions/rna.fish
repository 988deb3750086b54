# fish completion for rna
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

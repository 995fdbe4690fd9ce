# Completion of salvo for fish. What can stand next, salvo says itself (salvo --complete).

function __salvo_complete
    set -l words (commandline -opc) (commandline -ct | string unescape)
    set -l found ($words[1] --complete $words[2..-1] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c salvo -f -a '(__salvo_complete)'

# Completion of salvo for bash. What can stand next, salvo says itself (salvo --complete).

_salvo() {
    local words=() last="" joined=false word cur head i
    # Readline breaks words at "=" and ":"; salvo wants them whole.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && ( $word == [=:]* || $joined == true ) ]]; then
            # A value begins a word of its own behind a space, and there is none within a word.
            words[-1]+=$word
        else
            words+=("$word")
        fi
        joined=false
        [[ $word != *[=:] ]] || joined=true
    done
    [[ ${#words[@]} -gt 0 ]] || words=("")

    # As the shell would read them: without quotes and backslashes. Nothing is run: only quotes are taken away.
    for i in "${!words[@]}"; do
        words[i]=$(printf '%s' "${words[i]}" | sed -e "s/^\([^\"']*\)[\"']/\1/" -e "s/[\"']\$//" -e 's/\\\(.\)/\1/g')
    done
    cur=${words[-1]}
    last=${COMP_WORDS[COMP_CWORD]}

    # What of the word stands before the part that readline replaces.
    head=""
    case $cur in *=*) head=${cur%%=*}= ;; esac

    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        word=${word#"$head"}
        case $last in
        [\"\']*) ;; # readline puts the quotes
        *) [[ $word == *= ]] || printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
    done < <("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null)
    # Behind "key=" comes its value.
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _salvo salvo

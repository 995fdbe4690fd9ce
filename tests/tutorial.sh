#!/usr/bin/env bash
# Follows a page of docs/ word by word: what it says to write is written, what it says to type is typed, and salvo answers
# what stands there.
#     tutorial.sh [--show] [PAGE]    --show prints what salvo says instead; PAGE is docs/write-your-rulebook.md
# A command stands in an indented block behind "$ ", its output behind it, "..." for any lines. A fenced block with a comment
# before it goes into a file:
#     <!-- write FILE -->                  it is the whole file
#     <!-- insert FILE before LINE -->     before the first line that is LINE, or is but for its indentation
#     <!-- replace FILE LINE -->           in place of that line
set -euo pipefail
show=false
[[ ${1:-} != --show ]] || { show=true && shift; }
tests=$(dirname "$(realpath "$0")")
page=$(realpath "${1:-$tests/../docs/write-your-rulebook.md}")
SALVO_PROGRAM=$(realpath "${SALVO_PROGRAM:-$tests/../build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cd "$scratch/work"
export LC_ALL=C
unset SALVO_DATA
line=0

fail() {
    echo "tutorial: $page:$line: $*" >&2
    exit 1
}

salvo() {
    "$SALVO_PROGRAM" "$@"
}

# place FILE LINE   the number of the first line that is LINE; else of the first that is but for its indentation
place() {
    awk -v wanted="$2" '$0 == wanted { at = NR; exit }
                        { sub(/^ +/, "") }
                        $0 == wanted && !at { at = NR }
                        END { if (at) print at }' "$1"
}

# put WHAT FILE LINE   the fenced block in ../block goes into FILE
put() {
    local at rest
    case $1 in
    write) cp ../block "$2" ;;
    insert | replace)
        at=$(place "$2" "$3")
        [[ -n $at ]] || fail "$2 has no line '$3'"
        rest=$at
        [[ $1 == insert ]] || rest=$((at + 1))
        { head -n $((at - 1)) "$2"; cat ../block; tail -n "+$rest" "$2"; } >../edited
        cp ../edited "$2"
        ;;
    esac
}

# matches SAID WANTED   line by line; "..." is any number of lines
matches() {
    awk 'NR == FNR { sub(/ +$/, ""); said[++n] = $0; next }
         { sub(/ +$/, ""); wanted[++m] = $0 }
         END {
             for (i = k = 1; k <= m; k++) {
                 if (wanted[k] == "...") {
                     if (k == m) exit 0
                     for (; i <= n && said[i] != wanted[k + 1]; i++);
                 } else if (said[i++] != wanted[k]) {
                     print "line not said: " wanted[k]
                     exit 1
                 }
             }
             if (i <= n) { print "said besides: " said[i]; exit 1 }
         }' "$1" "$2"
}

# type   the command in $command, whose output ought to be ../wanted
type_command() {
    local difference
    (eval "$command") >../said 2>&1 </dev/null || true
    if $show; then
        printf '    $ %s\n' "$command"
        sed 's/^/    /' ../said
    elif ! difference=$(matches ../said ../wanted); then
        cat ../said >&2
        fail "$command: $difference"
    fi
    command=
}

command='' action='' file='' target='' fence=false
while IFS= read -r text || [[ -n $text ]]; do
    line=$((line + 1))
    if $fence; then
        if [[ $text == '```' ]]; then
            fence=false
            [[ -z $action ]] || put "$action" "$file" "$target"
            action=
        else
            printf '%s\n' "$text" >>../block
        fi
        continue
    fi
    if [[ -n $command && $text != '    '* ]]; then
        type_command
    fi
    case $text in
    '    $ '*)
        [[ -z $command ]] || type_command
        command=${text#'    $ '}
        : >../wanted
        ;;
    '    '*) [[ -z $command ]] || printf '%s\n' "${text#'    '}" >>../wanted ;;
    '```'*) fence=true && : >../block ;;
    '<!-- write '*) action=write file=${text#'<!-- write '} && file=${file%' -->'} ;;
    '<!-- insert '* | '<!-- replace '*)
        text=${text#'<!-- '} && text=${text%' -->'}
        action=${text%% *} text=${text#* }
        file=${text%% *} target=${text#* }
        target=${target#before }
        ;;
    esac
done <"$page"
[[ -z $command ]] || type_command

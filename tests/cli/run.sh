#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the sessions beside this script and compares what salvo says with what stands in them.
#
#     run.sh [--record] [NAME ...]
#     run.sh --into FOLDER [NAME ...]     only plays them, and leaves what is said in FOLDER/NAME.session (scripts/same)
#
# SALVO_PROGRAM is the program, SALVO_DATA the folder of the tables; else those of the checkout and its release build.
#
# A session is a text file, NAME.session. Each line that begins with "$ " is a command of bash; behind it stands what it
# said: "| " stdout, "! " stderr, "= " an exit status other than 0. A carriage return is written \r, a blank at the end of
# a line \s, a missing end of the last line "\ no end of line". Comments ("# ") and blank lines are kept. A session has a
# scratch folder of its own, with the tables in data/; commands share its files, but neither variables nor the working
# directory.
#
# "# not sanitised: REASON" above a command: where SALVO_SANITISED is set, the command is not run, and what stands behind it
# is taken as said. It is for commands that take long and run no line of code that cheaper ones do not run.
#
# Whatever the session says, a plain "salvo ..." must keep the rules of every command, which stand in rules.sh.
#
# With --record the sessions are written anew: read the difference before you keep it.
set -u

sessions=$(dirname "$(realpath "$0")")
SALVO_PROGRAM=$(realpath "${SALVO_PROGRAM:-$sessions/../../build/release/bin/salvo}")
tables=$(realpath "${SALVO_DATA:-$sessions/../../data}")
export SALVO_PROGRAM
cd "$sessions" || exit 1
# shellcheck source=/dev/null
. ./rules.sh
[[ -x $SALVO_PROGRAM ]] || { echo "cli: there is no program $SALVO_PROGRAM" >&2 && exit 1; }

scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

export SALVO_DATA=data LC_ALL=C XDG_DATA_HOME=home XDG_CONFIG_HOME=config
unset SALVO_RULES_PATH SALVO_RULESET
umask 022

# What the commands of a session call.
salvo() {
    "$SALVO_PROGRAM" "$@"
}

# show MARK FILE   the file's lines behind MARK
show() {
    sed -e 's/\r/\\r/g' -e 's/ $/\\s/' -e "s/^/$1 /" -e 's/^. $/'"$1"'/' "$2"
    [[ ! -s $2 || -z $(tail -c 1 "$2") ]] || printf '\n\\ no end of line\n'
}

# play SESSION   in the present folder, whose ../said and ../complained take the output of each command
play() {
    local line command status left_out=no
    while IFS= read -r line; do
        case $line in
        "$ "*)
            [[ $left_out != next ]] || { left_out=this && printf '%s\n' "$line" && continue; }
            left_out=no
            command=${line#"$ "}
            (eval "$command") >../said 2>../complained </dev/null
            status=$?
            printf '%s\n' "$line"
            show '|' ../said
            show '!' ../complained
            [[ $status -eq 0 ]] || printf '= %s\n' "$status"
            if [[ $command == "salvo "* && $command != *[\|\;\&\<\>]* ]]; then
                keeps_the_rules "$status" ../said ../complained || printf '%s\n' "$line" >>../broken_rules
            fi
            ;;
        "# "* | "#" | "")
            left_out=no
            [[ -z ${SALVO_SANITISED:-} || $line != "# not sanitised: "* ]] || left_out=next
            printf '%s\n' "$line"
            ;;
        *) [[ $left_out != this ]] || printf '%s\n' "$line" ;;
        esac
    done <"$1"
}

# run NAME   leaves scratch/NAME/played, and scratch/NAME/broken_rules if there are any
run() {
    mkdir -p "$scratch/$1/work"
    cd "$scratch/$1/work" || exit 1
    cp -r "$tables" data
    play "$sessions/$1.session" >../played
}

record=false into=
[[ ${1:-} != --record ]] || { record=true && shift; }
[[ ${1:-} != --into ]] || { into=$2 && shift 2; }
if [[ $# -gt 0 ]]; then
    names=("$@")
else
    names=(*.session)
    names=("${names[@]%.session}")
fi

# As many at a time as there are processors.
for name in "${names[@]}"; do
    [[ -f $name.session ]] || { echo "cli: there is no $name.session" >&2 && exit 1; }
    [[ $(jobs -rp | wc -l) -lt $(nproc) ]] || wait -n
    (run "$name") &
done
wait

if [[ -n $into ]]; then
    for name in "${names[@]}"; do
        cp "$scratch/$name/played" "$into/$name.session"
    done
    exit 0
fi

failures=0
for name in "${names[@]}"; do
    played=$scratch/$name/played
    if $record && ! cmp -s "$played" "$name.session"; then
        cp "$played" "$name.session"
        echo "cli: recorded $name.session"
    elif ! diff -u --label "$name.session" --label "what salvo said" "$name.session" "$played"; then
        failures=$((failures + 1))
        echo "cli: $name failed" >&2
    fi
    if [[ -s $scratch/$name/broken_rules ]]; then
        failures=$((failures + 1))
        echo "cli: $name breaks the rules of every command (see rules.sh):" >&2
        cat "$scratch/$name/broken_rules" >&2
    fi
done

echo "cli: ${#names[@]} sessions, $(cat "${names[@]/%/.session}" | grep -c '^\$ ') commands, $failures failed"
[[ $failures -eq 0 ]]

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The same questions in surroundings that other users have: a decimal comma, another time zone, no rights or all of them
# for new files, no home, no /tmp, streams that are closed, a folder that is gone. The bytes are the same, or one message
# says what is wrong.
#     surroundings.sh            SALVO_PROGRAM is the program, else the release build's
set -u
root=$(dirname "$(dirname "$(realpath "$0")")")
program=$(realpath "${SALVO_PROGRAM:-$root/build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
export SALVO_DATA=$root/data LC_ALL=C
unset SALVO_RULES_PATH SALVO_RULESET LANG LANGUAGE TMPDIR
# shellcheck source=/dev/null
. "$root/tests/cli/rules.sh"
failed=0

fail() {
    echo "surroundings: $*" >&2
    failed=$((failed + 1))
}

# Every kind of file there is (xlsx takes a temporary folder), rules and tables in several languages.
tiny=$root/examples/rulebooks/tiny
prices='points test -r mad --nation france --range 500 --scenario hold --pairs 20 --precision 0.3'
declare -A questions=(
    [text]='duel "Tiger I" "Sherman Firefly" -r mad --range 750.5 a-cover=normal'
    [json]='duel "Tiger I" "Sherman Firefly" -r mad --range 750.5 --method mc --trials 2000'
    [csv]="$prices"
    [html]='battle --a "2 standard" --b "2 standard" -r rookie --range 20 --method mc --trials 500'
    [latex]="duel light heavy --range 12 --data $tiny --method mc --trials 2000"
    [xlsx]='sensitivity duel hero trained -r skank b-count=5 range=15 --top 3'
    [markdown]='odds mbt2030.climate'
)
# draws FILE.svg [COMMAND ...]
draws() {
    local file=$1
    shift
    "$@" "$program" curve mad.direct-fire weapon=cannon-b --over range=0.5..900.5..100 --chart "$file" \
        -o "${file%.svg}.drawn"
}

# answers FOLDER [COMMAND ...]   every answer in the folder, by salvo below that command
answers() {
    local folder=$1 form words
    shift
    for form in "${!questions[@]}"; do
        eval "words=(${questions[$form]})"
        "$@" "$program" "${words[@]}" --format "${form/text/table}" -o "$folder/answer.$form"
    done
    draws "$folder/answer.svg" "$@"
    eval "words=(${questions[json]})"
    "$@" "$program" "${words[@]}" --format json --store "$folder/kept.db"
    "$@" "$program" "${words[@]}" --format json --store "$folder/kept.db" --resume
}

# alike WHAT [COMMAND ...]   the same files and the same words as at home
alike() {
    local what=$1 folder=$scratch/there file
    shift
    rm -rf "$folder"
    mkdir "$folder"
    answers "$folder" "$@" >"$folder/said" 2>"$folder/complained" </dev/null
    rm -f "$folder"/kept.db*
    for file in "$scratch"/here/*; do
        cmp -s "$file" "$folder/${file##*/}" || fail "$what: another ${file##*/}: $(head -n 3 "$folder/complained")"
    done
    [[ $(find "$folder" | wc -l) -eq $(find "$scratch/here" | wc -l) ]] || fail "$what: $(ls "$folder")"
}

# complains WHAT WORD COMMAND...   salvo fails with one message, in which the word stands
complains() {
    local what=$1 word=$2 status
    shift 2
    (cd "$scratch" && "$@") >"$scratch/said" 2>"$scratch/complained"
    status=$?
    [[ $status -eq 2 || $status -eq 3 ]] || fail "$what: exit status $status"
    keeps_the_rules "$status" "$scratch/said" "$scratch/complained" || fail "$what: $(<"$scratch/complained")"
    grep -qF "$word" "$scratch/complained" || fail "$what: no word of $word: $(<"$scratch/complained")"
}

mkdir "$scratch/here"
answers "$scratch/here" >"$scratch/said" 2>"$scratch/complained" || fail "at home: $(<"$scratch/complained")"
[[ ! -s $scratch/complained ]] || fail "at home: $(<"$scratch/complained")"
rm -f "$scratch"/here/kept.db*
mv "$scratch/said" "$scratch/complained" "$scratch/here"

# Decimal commas, points between thousands, an alphabet in which i is not the small I; and the clock elsewhere.
mkdir "$scratch/locales"
while read -r locale zone; do
    if localedef -i "$locale" -f UTF-8 "$scratch/locales/$locale.UTF-8" >/dev/null 2>&1; then
        alike "locale $locale, TZ=$zone" env LOCPATH="$scratch/locales" LC_ALL="$locale.UTF-8" TZ="$zone"
    else
        echo "surroundings: no locale $locale can be made here; it is not tried" >&2
    fi
done <<<$'de_DE Pacific/Kiritimati\ntr_TR America/St_Johns'
alike "neither LANG nor LC_ALL, TZ=:nonsense" env -u LC_ALL TZ=:nonsense
alike "no environment" env -i PATH="$PATH" SALVO_DATA="$SALVO_DATA"
for home in /nonexistent /proc; do # nobody writes there, not even root
    alike "HOME=$home" env LC_ALL=xx_XX.UTF-8 HOME="$home" XDG_DATA_HOME="$home" XDG_CONFIG_HOME="$home"
done
alike "a folder for temporary files" env TMPDIR="$scratch/locales"
[[ -z $(find "$scratch/locales" -name 'salvo.*') ]] || fail "temporary files stay"

# The rights of new files are those that the user gives new files.
for mask in 077 000; do
    (umask "$mask" && "$program" odds mad.initiative -o "$scratch/rights.$mask" && : >"$scratch/wanted.$mask")
    [[ $(stat -c %a "$scratch/rights.$mask") == $(stat -c %a "$scratch/wanted.$mask") ]] ||
        fail "umask $mask: rights $(stat -c %a "$scratch/rights.$mask")"
    (
        umask "$mask"
        alike "umask $mask" env
        exit "$failed"
    )
    failed=$?
done

# No folder for temporary files: only spreadsheets need one.
complains "xlsx without a temporary folder" TMPDIR env TMPDIR=/nonexistent "$program" odds mad.initiative --format xlsx -o x.xlsx
(
    unset 'questions[xlsx]'
    mv "$scratch/here/answer.xlsx" "$scratch/kept.xlsx"
    alike "no temporary folder" env TMPDIR=/nonexistent
    mv "$scratch/kept.xlsx" "$scratch/here/answer.xlsx"
    exit "$failed"
)
failed=$?

# What is opened behind a closed stream gets its number: what salvo says must not land in its own files.
closed() {
    local streams=$1
    shift
    case $streams in
    0) "$@" <&- ;;
    1) "$@" >&- ;;
    2) "$@" 2>&- ;;
    all) "$@" <&- >&- 2>&- ;;
    esac
}
for streams in 0 1 2 all; do
    rm -rf "$scratch/there"
    mkdir "$scratch/there"
    for form in text json xlsx; do
        eval "words=(${questions[$form]})"
        closed "$streams" "$program" "${words[@]}" --format "${form/text/table}" -o "$scratch/there/answer.$form" </dev/null
        cmp -s "$scratch/here/answer.$form" "$scratch/there/answer.$form" || fail "stream $streams closed: another answer.$form"
    done
    draws "$scratch/there/answer.svg" closed "$streams"
    cmp -s "$scratch/here/answer.svg" "$scratch/there/answer.svg" || fail "stream $streams closed: another answer.svg"
    eval "words=(${questions[json]})"
    closed "$streams" "$program" "${words[@]}" --format json --store "$scratch/there/kept.db" -o "$scratch/there/json"
    cmp -s "$scratch/here/answer.json" "$scratch/there/json" || fail "stream $streams closed: another answer with a store"
    "$program" store check "$scratch/there/kept.db" >/dev/null || fail "stream $streams closed: the store is not good"
    # A message that nobody hears goes nowhere.
    closed "$streams" "$program" odds mad.initiative -o "$scratch/there/both" --also "$scratch/there/no-such/folder.csv" 2>/dev/null
    [[ $? -eq 3 && ! -e $scratch/there/both ]] || fail "stream $streams closed: a failure leaves a file, or is none"
done
answer_to_nobody() {
    "$program" odds mad.initiative >&-
}
complains "an answer and no stdout" "standard output" answer_to_nobody
"$program" odds mad.initiative <&- 2>&- >"$scratch/said" || fail "only stdout open: exit status $?"
"$program" odds mad.initiative | cmp -s - "$scratch/said" || fail "only stdout open: another answer"

# A folder that is gone: what is named from the root is found, what would stand beside it is not.
from_nowhere() {
    mkdir "$scratch/gone" && cd "$scratch/gone" && rmdir "$scratch/gone" && "$@"
}
answers_from_nowhere() {
    from_nowhere "$program" "$@"
}
alike "a working directory that is gone" from_nowhere env
complains "data that are gone" data from_nowhere "$program" check data/mad
complains "a place that is gone" answer.json from_nowhere "$program" odds mad.initiative -o answer.json
complains "a store in a place that is gone" runs.db from_nowhere "$program" odds mad.initiative --method mc --trials 100 --store runs.db

echo "surroundings: $failed failed"
[[ $failed -eq 0 ]]

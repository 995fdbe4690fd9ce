#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What happens to salvo at work:
#     interrupt.sh partial   signals end it with what was done so far
#     interrupt.sh stopped   ... or with nothing, where there is nothing to tell
#     interrupt.sh bar       a bar shows on a terminal only
# SALVO_PROGRAM is the program, SALVO_DATA the folder of the tables; else those of the checkout and its release build.
set -u

here=$(dirname "$(realpath "$0")")
program=$(realpath "${SALVO_PROGRAM:-$here/../../build/release/bin/salvo}")
SALVO_DATA=$(realpath "${SALVO_DATA:-$here/../../data}")
export SALVO_DATA LC_ALL=C
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

failures=0
fail() {
    echo "interrupt: $*" >&2
    failures=$((failures + 1))
}

duel=(a=german-tiger-i b=british-sherman-firefly)
long=(--method dice --trials 1e11)

# broken_off SIGNAL STATUS LABEL ARGUMENT ...   the command, ended by the signal when it is at work, leaves its answer with
# that label in the file "said" and a remark in "remarked". A busy machine gets a second and a third chance to begin.
broken_off() {
    local signal=$1 wanted=$2 label=$3 status seconds
    shift 3
    for seconds in 0.5 3 12; do
        timeout --preserve-status -s "$signal" "$seconds" "$program" "$@" >said 2>remarked
        status=$?
        ! grep -q -- "$label" said || break
    done
    [[ $status -eq $wanted ]] || fail "$* ended by $signal: exit status $status, not $wanted"
    grep -q -- "$label" said || fail "$* ended by $signal: no '$label' in its answer"
    grep -q "^salvo: interrupted by SIG$signal" remarked || fail "$* ended by $signal: no remark"
}

# stopped SIGNAL STATUS ARGUMENT ...   the command, which has no answer before it is at its end, is ended by the signal with
# that status, one remark, and nothing else.
stopped() {
    local signal=$1 wanted=$2 status seconds
    shift 2
    for seconds in 1 4 16; do # a busy machine gets a second and a third chance to begin
        timeout --preserve-status -s "$signal" "$seconds" "$program" "$@" >said 2>remarked
        status=$?
        [[ ! -s remarked ]] || break
    done
    [[ $status -eq $wanted ]] || fail "$* ended by $signal: exit status $status, not $wanted"
    [[ ! -s said ]] || fail "$* ended by $signal: an answer"
    [[ $(<remarked) == "salvo: interrupted by SIG$signal; nothing was written" ]] || fail "$* ended by $signal: $(<remarked)"
}

# so_far SIGNAL STATUS ARGUMENT ...   the same of a command that has an answer once it has come so far: it is ended with all of
# it or with nothing, and says which.
so_far() {
    local signal=$1 wanted=$2 status seconds
    shift 2
    for seconds in 1 4 16; do
        timeout --preserve-status -s "$signal" "$seconds" "$program" "$@" >said 2>remarked
        status=$?
        [[ ! -s remarked ]] || break
    done
    [[ $status -eq $wanted ]] || fail "$* ended by $signal: exit status $status, not $wanted"
    if [[ -s said ]]; then
        grep -q 'the answer holds what was finished' remarked || fail "$* ended by $signal: $(<remarked)"
    else
        grep -q 'nothing was written' remarked || fail "$* ended by $signal: $(<remarked)"
    fi
}

partial() {
broken_off INT 130 'Partial, interrupted' odds mad.duel "${duel[@]}" range=750 "${long[@]}"
broken_off TERM 143 'Partial, interrupted' odds mad.duel "${duel[@]}" range=750 "${long[@]}" --format markdown
broken_off INT 130 ',interrupt' odds mad.duel "${duel[@]}" range=750 "${long[@]}" --format csv
broken_off INT 130 '"partial": true' odds mad.duel "${duel[@]}" range=750 "${long[@]}" --format json
broken_off INT 130 '"partial": true' duel "Tiger I" "Sherman Firefly" -r mad --range 750 "${long[@]}" --format json
broken_off INT 130 ',interrupt' duel "Tiger I" "Sherman Firefly" -r mad --range 750 "${long[@]}" --format csv
broken_off INT 130 'Partial, interrupted' duel "Tiger I" "Sherman Firefly" -r mad --range 750 "${long[@]}"
broken_off INT 130 '"partial": true' compare mad.duel "${duel[@]}" range=750 --trials 1e11 --format json -- first=a
broken_off INT 130 ',interrupt' compare mad.duel "${duel[@]}" range=750 --trials 1e11 --format csv -- first=a
broken_off INT 130 'Partial, interrupted' compare mad.duel "${duel[@]}" range=750 --trials 1e11 -- first=a
broken_off INT 130 'Partial, interrupted: [12] of 8 points' curve mad.duel "${duel[@]}" --over range=100..800..100 "${long[@]}"
broken_off INT 130 '"points_asked": 8' curve mad.duel "${duel[@]}" --over range=100..800..100 "${long[@]}" --format json
broken_off INT 130 ',partial,' curve mad.duel "${duel[@]}" --over range=100..800..100 "${long[@]}" --format csv
broken_off INT 130 'Partial, interrupted: ' curve mad.duel "${duel[@]}" --over range=1..100000

broken_off INT 130 'Partial, interrupted: ' matrix -r mad --method mc --precision 0.0001
broken_off INT 130 '"partial": true' matrix -r mad --at points --format json
broken_off TERM 143 ',partial' matrix -r mad --at numbers --numbers 9 --format csv

tigers=("Tiger I" "Sherman Firefly" -r mad --range 750)
broken_off INT 130 'Partial, interrupted' sensitivity duel "${tigers[@]}" --only weapons --method mc --trials 1e11
broken_off INT 130 '"partial": true' sensitivity duel "${tigers[@]}" --only weapons --method mc --trials 1e11 --format json
broken_off INT 130 ',interrupt' sensitivity duel "${tigers[@]}" --only weapons --method mc --trials 1e11 --format csv

# Its counts are those of as many trials.
broken_off INT 130 '"partial": true' odds mad.duel "${duel[@]}" range=750 "${long[@]}" --format json
trials=$(sed -n 's/^ "trials": \([0-9]*\),/\1/p' said)
"$program" odds mad.duel "${duel[@]}" range=750 --method dice --trials "$trials" --format json >whole
[[ $(grep counts_hash said) == $(grep counts_hash whole) ]] || fail "the counts of $trials trials depend on what ended them"

# Quiet is quiet, and a file gets the partial answer whole.
for seconds in 0.5 3 12; do
    timeout --preserve-status -s INT "$seconds" "$program" odds mad.duel "${duel[@]}" range=750 "${long[@]}" -q -o answer \
        2>remarked
    status=$?
    [[ ! -s answer ]] || break
done
[[ $status -eq 130 && ! -s remarked ]] && grep -q 'Partial' answer || fail "--quiet -o: $(cat remarked)"
}

nothing() {
so_far INT 130 points fit -r mad --pairs 100000
so_far TERM 143 points fit -r mad --pairs 100000 --format json
printf 'title: Long\nquestion: How long?\njobs:\n  - name: long\n    title: Long\n    command: odds mad.duel %s range=750 --method dice --trials 100000000000\n' \
    "${duel[*]}" >long.yaml
stopped TERM 143 run long.yaml -o long
[[ ! -e long ]] || fail "a study that was stopped left a folder"

# A matrix of many units is ended while its matches are fought, too.
cp -r "$SALVO_DATA/mad" many
row=$(sed -n 2p many/units.csv)
for i in {1..900}; do echo "u-$i,Unit $i,${row#*,*,}"; done >>many/units.csv
broken_off TERM 143 'Partial, interrupted: ' matrix -r mad --data many --range 500

# While there is nothing to tell (the chain is being counted), a signal ends the program at once.
timeout -s INT 1 "$program" odds mad.shots-to-kill weapon=small-arms range=100 hp=1000000 >said 2>remarked
[[ $? -eq 124 && ! -s said ]] || fail "a signal while counting does not end it"
}

bar() {
# The bar: on a terminal, not before a second, not when quiet, and wiped away; never in a pipe.
if command -v script >/dev/null; then
    on_terminal() {
        script -qec "$program $*" /dev/null </dev/null
    }
    words="odds mad.duel ${duel[*]} range=750 --method dice -o /dev/null --seed 3"
    for seconds in 2 5 12; do # a busy machine gets a second and a third chance
        on_terminal "$words --time $seconds" >shown
        ! grep -aq '% \[#* *\] [0-9]* s left' shown || break
    done
    grep -aq '% \[#* *\] [0-9]* s left' shown || fail "no bar on a terminal: $(head -c 200 shown)"
    on_terminal "$words --time 2" | tail -c 2 | tr -d '\r' | grep -q '[^ ]' && fail "the bar is not wiped away"
    [[ -z $(on_terminal "$words --time 2 -q") ]] || fail "a bar in spite of --quiet"
    for try in 1 2 3; do # it takes longer where others are at work
        early=$(on_terminal "$words --time 0.2")
        [[ -n $early ]] || break
    done
    [[ -z $early ]] || fail "a bar within the first second, $try times"
fi
"$program" odds mad.duel "${duel[@]}" range=750 --method dice --time 1.5 >said 2>remarked
[[ ! -s remarked ]] || fail "a bar on no terminal"
}

case ${1:-} in
partial) partial ;;
stopped) nothing ;;
bar) bar ;;
*)
    echo "interrupt: interrupt.sh partial|stopped|bar" >&2
    exit 2
    ;;
esac
echo "interrupt $1: $failures failed"
[[ $failures -eq 0 ]]

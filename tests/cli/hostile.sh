#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays 300 spoilt command lines, always the same ones, and asks of each only what every command line must do: see
# rules.sh; and it answers within thirty seconds.
#
#     hostile.sh [LINES [SEED]]
set -u

here=$(dirname "$(realpath "$0")")
program=$(realpath "${SALVO_PROGRAM:-$here/../../build/release/bin/salvo}")
tables=$(realpath "${SALVO_DATA:-$here/../../data}")
# shellcheck source=/dev/null
. "$here/rules.sh"
[[ -x $program ]] || { echo "hostile: there is no program $program" >&2 && exit 1; }

n_lines=${1:-300}
state=${2:-20060901}
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C SALVO_DATA=data
cp -r "$tables" "$scratch/data"
cd "$scratch" || exit 1

# Words are parted by tabs.
sound=(
    $'list\trulesets'
    $'list\tunits\t-r\tmad\t--nation\tgerman\t--format\tcsv'
    $'list\tweapons\t-r\tmad\t--format=json'
    $'show\tTiger I\t-r\tmad'
    $'odds\tmad.direct-fire\tweapon=cannon-b\trange=500\thp=28\tcover=normal'
    $'odds\tmad.direct-fire\t--help'
    $'odds\tmad.volley\tweapon=cannon-d\trange=900\thp=16\tshots=2\t--format\tjson'
    $'odds\tmad.shots-to-kill\tweapon=cannon-b\trange=500\thp=28\tmax=5'
    $'odds\tmad.unit-fire\tunit=british-m3-grant\ttarget=german-pz-iii-d\trange=900\tweapons=best'
    $'odds\tmad.points\tmobility=medium\thp=22\tweapons=cannon-d,cannon-d-fixed'
    $'odds\tinitiative\t-rmad\tties=report\t-q'
    $'dice\t4d6 drop lowest\t--cumulative'
    $'dice\tcount(5d10 >= 7) vs 2\trepeat(2, d6 reroll <= 2 max 3) vs -1'
    $'luck\tmad.direct-fire\tweapon=cannon-b\trange=500\t--of\tsingle|double\t--won\t1/5'
    $'curve\tmad.direct-fire\tweapon=cannon-b\t--over\trange\t--over\tcover=none,normal'
    $'curve\tmad.direct-fire\tweapon=cannon-b\t--over\trange=0.5..3..0.5\t--format\tmarkdown'
    $'duel\tTiger I\tSherman Firefly\t-r\tmad\t--range\t750\ta-cover=normal\t--first\ta'
    $'duel\tM16 Half Track (AA)\ttiger-i\t-r\tmad\t--range=100\tturns=3\t--format\tcsv'
    $'efficiency\t-r\tmad\t--range\t500\t--format\tcsv'
    $'check\tdata/mad\t--set\tweapons.cannon-b.damage=36'
    $'odds\tmad.initiative\t--data\tdata/mad\t--method\texact'
    $'odds\tmad.shots-to-kill\tweapon=cannon-b\trange=500\thp=28\t--method\tboth\t--trials\t1000\t--seed\t7\t--isa\tportable'
    $'duel\ttiger-i\tfirefly\t-r\tmad\trange=750\t--method=mc\t--precision\t0.05\t--threads\t2\t--format\tjson'
    $'help\tduel'
)
nasty=(
    "" " " "=" "==" "=5" "a=" "a=b" "a==b" "," ",," "." ".." "..." "-" "--" "---" "-x" "--x" "--=" "-=" "--format=" "-r"
    "--set" "--over" "--data" "--help" "-h" "--version" "nan" "inf" "-1" "-0" "+5" "1e400" "1e-400" "0x10" "1e9"
    "99999999999999999999" "0.1.2" "1..9" "9..1" "%s%n%d" "*" "~" "\$HOME" "'" "\"" "\\" "|" "Tiger" "tiger-i" "mad" "mad."
    "MAD-05" "mad.duel" "range=" "range=nan" "range=500" "hp=-1" "weapon=cannon-b,cannon-b" "weapons.cannon-b.damage"
    "weapons..=" "a.b.c=d" "units.german-tiger-i.hp=0" "data" "data/mad/units.csv"
    $'\t' $'\e[31m' $'\x01' $'\xff' $'\xc3' $'\xc3\xa4' $'\xf0\x9f\x8e\xb2'
    "$(printf 'x%.0s' {1..3000})" "$(printf '9%.0s' {1..400})" "$(printf 'a b %.0s' {1..100})" "$(printf -- '-%.0s' {1..200})"
)
bytes=("=" "," "." "-" "_" ":" ";" "/" "\"" "'" "\\" "%" "*" "(" " " 0 1 9 e x a Z $'\t' $'\x01' $'\x7f' $'\x80' $'\xff')

# roll N   sets `roll` to one of 0 .. N-1 (a linear congruential generator; its low bits are poor)
roll() {
    state=$(((state * 1103515245 + 12345) & 0x7fffffff))
    roll=$(((state >> 12) % $1))
}

# spoil   changes the array `words` in one place
spoil() {
    local at to word
    roll ${#words[@]}
    at=$roll
    word=${words[at]}
    roll 9
    case $roll in
    0) words=("${words[@]:0:at}" "${words[@]:at+1}") ;;
    1) words=("${words[@]:0:at}" "$word" "${words[@]:at}") ;;
    2)
        roll ${#words[@]}
        to=$roll
        words[at]=${words[to]}
        words[to]=$word
        ;;
    3 | 4)
        roll ${#nasty[@]}
        words[at]=${nasty[roll]}
        ;;
    5)
        roll ${#nasty[@]}
        words=("${words[@]:0:at}" "${nasty[roll]}" "${words[@]:at}")
        ;;
    6)
        roll $((${#word} + 1))
        words[at]=${word:0:roll}
        ;;
    7)
        roll $((${#word} + 1))
        to=$roll
        roll ${#bytes[@]}
        words[at]=${word:0:to}${bytes[roll]}${word:to}
        ;;
    8)
        roll ${#nasty[@]}
        words[at]=${word%%=*}=${nasty[roll]}
        ;;
    esac
    [[ ${#words[@]} -gt 0 ]] || words=("")
}

failures=0
declare -A count=([0]=0 [2]=0 [3]=0)
for ((i = 0; i < n_lines; i++)); do
    roll ${#sound[@]}
    IFS=$'\t' read -r -a words <<<"${sound[roll]}"
    roll 2
    for ((k = roll; k >= 0; k--)); do spoil; done

    timeout 30 "$program" "${words[@]}" >said 2>complained </dev/null
    status=$?
    if ! keeps_the_rules "$status" said complained; then
        failures=$((failures + 1))
        {
            printf 'hostile: line %d, exit status %d, %d bytes on stdout:\n    salvo' "$i" "$status" "$(wc -c <said)"
            printf ' %q' "${words[@]}"
            printf '\n'
            head -c 2000 complained
        } >&2
    else
        count[$status]=$((count[$status] + 1))
    fi
done

echo "hostile: $n_lines command lines: ${count[0]} answered, ${count[2]} refused, ${count[3]} not read or written, $failures failed"
[[ $failures -eq 0 ]]

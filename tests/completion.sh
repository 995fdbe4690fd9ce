#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the shells offer, asked through their completion files: bash always, zsh and fish where they are installed.
# SALVO_PROGRAM is the program.
set -euo pipefail

root=$(realpath "$(dirname "$0")/..")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
ln -s "$(realpath "${SALVO_PROGRAM:-$root/build/release/bin/salvo}")" "$scratch/salvo"
export PATH=$scratch:$PATH

fail() {
    echo "completion: $*" >&2
    exit 1
}

# same WHAT WANTED SAID
same() {
    [[ $2 == "$3" ]] || fail "$1 offers '$3', not '$2'"
}

# Every command, every option that its help lists, and every value that stands in an option's help.
said=$(salvo --complete "" | cut -f 1 | tr '\n' ' ')
same "salvo" "$(salvo --help | sed -n 's/^  salvo \([a-z]*\) .*/\1/p' | tr '\n' ' ')" "$said"
for command in $said; do
    said=$(salvo --complete "$command" - | cut -f 1 | tr '\n' ' ')
    same "$command -" "$(salvo "$command" --help all | sed '/^ *-h, --help/q' | sed -n 's/^ *\(-[a-z],\)\{0,1\} *\(--[a-z][a-z-]*\) .*/\2/p' | tr '\n' ' ')" "$said"
    for option in $said; do
        # Names of rulebooks, nations and units are no words of the help.
        [[ $option != --ruleset && $option != --nation && $option != --units && $option != --against && $option != --[ab] ]] ||
            continue
        help=$(salvo --complete "$command" "$option" | grep "^$option"$'\t')
        for value in $(salvo --complete "$command" "$option=" | cut -f 1); do
            value=${value#*=}
            # Targets are explained elsewhere as well: "usual" is how help calls no option at all.
            [[ $value == usual || $help == *"$value"* || $help == *"the same"* ]] ||
                fail "$command $option offers $value, of which its help says nothing"
        done
    done
done

# By rulebook, by procedure, in an army list.
same "a rulebook" "mad trr " "$(salvo --complete duel -r "" | cut -f 1 | head -n 2 | tr '\n' ' ')"
same "procedures" "$(salvo list procedures -r trr --format csv | tail -n +2 | grep -c .)" \
    "$(salvo --complete odds trr. | grep -c .)"
same "units" "$(salvo list units -r mad --format csv | tail -n +2 | grep -c .)" \
    "$(salvo --complete duel -r mad "" | grep -vc '=')"
same "an army" "2 Tiger I, 3 Sherman Firefly" "$(salvo --complete battle -r mad --a "2 Tiger I, 3 sherman f" | cut -f 1)"
same "a value" "cover=none cover=normal " "$(salvo --complete odds mad.direct-fire cover=n | cut -f 1 | tr '\n' ' ')"
same "a flag" "--moving" "$(salvo --complete odds mad.direct-fire --movi | cut -f 1)"
same "nonsense" "" "$(salvo --complete nothing at all 2>&1; salvo --complete duel -r nowhere "" 2>&1)"

# bash
# shellcheck source=/dev/null
. "$root/completions/salvo.bash"
compopt() { :; } # only within a completion that readline asks for
in_bash() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _salvo
    printf '%s|' "${COMPREPLY[@]}"
}
same "bash, a command" "duel|" "$(in_bash salvo due)"
same "bash, a unit" 'Tiger\ I|Tiger\ II|' "$(in_bash salvo duel -r mad tig)"
same "bash, in quotes" 'Tiger I|Tiger II|' "$(in_bash salvo duel -r mad '"tig')"
same "bash, behind a backslash" 'Sherman\ Firefly|' "$(in_bash salvo duel -r mad 'Sherman\ F')"
same "bash, a key" 'cover=|' "$(in_bash salvo odds mad.direct-fire cov)"
same "bash, a value" 'none|normal|' "$(in_bash salvo odds mad.direct-fire cover = n)"
same "bash, behind a value" 'range=|' "$(in_bash salvo odds mad.direct-fire cover = normal ra)"
same "bash, an option's value" 'meeting|' "$(in_bash salvo battle --scenario = me)"

shells=bash
if command -v zsh >/dev/null; then
    cat >"$scratch/try.zsh" <<'END'
compadd() { while [[ $1 != -a ]]; do shift; done; print -rn -- "${(j:|:)${(P)2}}|" }
_files() { print -n files }
words=("${@[2,-1]}") CURRENT=$(($# - 1))
source $1
END
    in_zsh() { zsh -f "$scratch/try.zsh" "$root/completions/_salvo" "$@"; }
    same "zsh, a unit" "Tiger I|Tiger II|" "$(in_zsh salvo duel -r mad tig)"
    same "zsh, a key" "cover=|" "$(in_zsh salvo odds mad.direct-fire cov)"
    same "zsh, a file" "files" "$(in_zsh salvo run ex)"
    shells+=", zsh"
fi
if command -v fish >/dev/null; then
    in_fish() { HOME=$scratch fish -c "source $root/completions/salvo.fish; complete -C '$1'" | cut -f 1 | tr '\n' '|'; }
    same "fish, a unit" "Tiger I|Tiger II|" "$(in_fish "salvo duel -r mad tig")"
    same "fish, a value" "cover=none|cover=normal|" "$(in_fish "salvo odds mad.direct-fire cover=n")"
    shells+=", fish"
fi
echo "completion: what is offered is what salvo takes, in $shells"

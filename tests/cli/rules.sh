# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What holds for every command line, whatever it asks.

# is_complaint STDERR   one line that begins with "salvo: "; or behind it what was typed, and a caret below the place
is_complaint() {
    [[ $(head -n 1 "$1") == "salvo: "* ]] || return
    [[ $(wc -l <"$1") -eq 1 ]] || [[ $(wc -l <"$1") -eq 3 && $(tail -n 1 "$1") =~ ^\ +\^$ ]]
}

# keeps_the_rules STATUS STDOUT STDERR   the exit status is 0, 2 or 3; a failure leaves stdout empty and a complaint on
# stderr; a success leaves stderr empty
keeps_the_rules() {
    case $1 in
    0) [[ ! -s $3 ]] ;;
    2 | 3) [[ ! -s $2 ]] && is_complaint "$3" ;;
    *) false ;;
    esac
}

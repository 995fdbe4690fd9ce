# shellcheck shell=bash
# What holds for every command line, whatever it asks.

# keeps_the_rules STATUS STDOUT STDERR   the exit status is 0, 2 or 3; a failure leaves stdout empty and one line on
# stderr, which begins with "salvo: "; a success leaves stderr empty
keeps_the_rules() {
    case $1 in
    0) [[ ! -s $3 ]] ;;
    2 | 3) [[ ! -s $2 && $(wc -l <"$3") -eq 1 && $(<"$3") == "salvo: "* ]] ;;
    *) false ;;
    esac
}

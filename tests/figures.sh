#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples in Python and R read what salvo writes and draw it, where what they need is installed.
# SALVO_PROGRAM is the program.
set -euo pipefail

examples=$(realpath "$(dirname "$0")/../examples")
program=$(realpath "${SALVO_PROGRAM:-$examples/../build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "figures: $*" >&2
    exit 1
}

"$program" curve mad.direct-fire weapon=cannon-b --over range --format csv -o curve.csv
"$program" duel "Tiger I" "Sherman Firefly" -r mad --range 750 --format json -o duel.json
# Four range brackets or so, in each of which chances add up to 1; nearly every duel is won by the last turn listed.
ranges=$(cut -d , -f 2 curve.csv | tail -n +2 | sort -u | grep -c .)
wanted="ranges $ranges, sum $ranges.0000, turns $(grep -c '"turn":' duel.json), won 1.0000"

tried=
# drawn LANGUAGE FILE SAID
drawn() {
    [[ $3 == "$wanted" ]] || fail "$1 read '$3', not '$wanted'"
    [[ $(wc -c <"$2") -gt 4000 ]] || fail "$1 drew nothing"
    tried+=" $1"
}
for python in python3 /usr/bin/python3; do
    if command -v $python >/dev/null && MPLCONFIGDIR=$scratch $python -c "import pandas, matplotlib" 2>/dev/null; then
        drawn Python figure.png "$(MPLCONFIGDIR=$scratch $python "$examples/python/figure.py" curve.csv duel.json figure.png)"
        break
    fi
done
if command -v Rscript >/dev/null && Rscript -e 'library(ggplot2); library(jsonlite)' >/dev/null 2>&1; then
    drawn R figure.pdf "$(Rscript "$examples/r/figure.R" curve.csv duel.json figure.pdf)"
fi
if [[ -z $tried ]]; then
    echo "figures: skipped, for neither pandas and matplotlib nor ggplot2 and jsonlite are installed"
    exit 77
fi
echo "figures: drawn by$tried"

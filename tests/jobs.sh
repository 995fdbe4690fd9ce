#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every job of a study answers what its command answers alone: each command of results/NAME/manifest.json is run by itself,
# and its files are compared with those that the study kept, byte for byte. What the study itself makes is results.sh's.
#
#     jobs.sh              the studies that take some seconds, or those of SALVO_STUDIES
#     jobs.sh NAME ...     these
#
# SALVO_PROGRAM is the program, else the release build's.
set -euo pipefail

cd "$(dirname "$(realpath "$0")")/.."
# shellcheck disable=SC2034 # whoever reads this file uses it
program=$(realpath "${SALVO_PROGRAM:-build/release/bin/salvo}")
names=("$@")
[[ ${#names[@]} -gt 0 ]] || read -ra names <<<"${SALVO_STUDIES:-}"
if [[ ${#names[@]} -eq 0 ]]; then
    mapfile -t names < <(grep -l '^quick: yes' experiments/*.yaml | xargs -n 1 basename -s .yaml)
fi
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

jobs=0
failures=0

# value LINE   what stands behind the key of a line of JSON, a text without its quotation marks
value() {
    local text=${1#*\": \"}
    text=${text%,}
    text=${text%\"}
    text=${text//\\\"/\"}
    printf '%s' "${text//\\\\/\\}"
}

# run_alone STUDY COMMAND FILE ...   compares each file with the command's own
run_alone() {
    local study=$1 command=${2#salvo } file outputs=()
    shift 2
    for file in "$@"; do
        case $file in
        *-chart.csv) outputs+=(--chart "$scratch/$file") ;;
        *) outputs+=(--also "$scratch/$file") ;;
        esac
    done
    # shellcheck disable=SC2001 # a pattern of bash would match to the last .svg
    eval "set -- $(sed "s/ --chart [^ ]*\.svg//" <<<"$command") && \"\$program\" \"\$@\" -o /dev/null \"\${outputs[@]}\""
    jobs=$((jobs + 1))
    for file in "${outputs[@]}"; do
        [[ $file != --* ]] || continue
        cmp "$file" "results/$study/$(basename "$file")" || failures=$((failures + 1))
    done
}

for name in "${names[@]}"; do
    command=
    files=()
    while IFS= read -r line; do
        case $line in
        *'"command": "salvo run '*) ;;
        *'"command": "'*)
            [[ -z $command ]] || run_alone "$name" "$command" "${files[@]}"
            command=$(value "$line")
            files=()
            ;;
        *'"file": "'*) files+=("$(value "$line")") ;;
        esac
    done <"results/$name/manifest.json"
    run_alone "$name" "$command" "${files[@]}"
done
echo "jobs: $jobs commands of ${#names[@]} studies, $failures files differ"
[[ $failures -eq 0 ]]

# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# The commands of tests/commands/catalogue.txt, for whatever asks all of them and sources this file. root is the checkout,
# program the program.
# shellcheck disable=SC2154

# without [TAG ...]   the array every_command: all lines but those with such a tag, and but those that are asked first
without() {
    local tags command tag
    every_command=()
    while read -r tags command; do
        [[ -n $command && $tags != \#* ]] || continue
        for tag in first "$@"; do
            [[ ,$tags, != *,$tag,* ]] || continue 2
        done
        every_command+=("$command")
    done <"$root/tests/commands/catalogue.txt"
}

# words_of COMMAND   the array words
words_of() {
    eval "words=($1)"
    words=("${words[@]//'{root}'/$root}")
}

# make_files   what the commands read, in the present folder; and `out`, for what they write
make_files() {
    local command words
    cp "$root"/tests/commands/*.yaml .
    mkdir -p out
    while read -r command; do
        words_of "$command"
        "$program" "${words[@]}" >/dev/null
    done < <(sed -n 's/^first[^ ]* *//p' "$root/tests/commands/catalogue.txt")
}

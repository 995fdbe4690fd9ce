#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores that cannot be written are read all the same: listed, checked, merged. Nothing of them is changed, and what a killed
# run left beside one is not passed over. Root may write everything, so that the program is run as nobody.
#     read_only.sh        SALVO_PROGRAM is the program, else the release build's; status 77: nobody may not run it
set -u
cd "$(dirname "$(realpath "$0")")/.." || exit 1
program=$(realpath "${SALVO_PROGRAM:-build/release/bin/salvo}")
scratch=$(realpath "$(mktemp -d)")
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
failed=0

fail() {
    echo "read_only: $*" >&2
    failed=1
}

reader=()
[[ $EUID -ne 0 ]] || reader=(setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent)
"${reader[@]}" "$program" list units -r mad >/dev/null 2>&1 || {
    echo "read_only: skipped, because nobody may not run $program or read its data" >&2
    exit 77
}

# same WHAT COMMAND...   the command's answer is $scratch/plain; it tells no complaint
same() {
    local what=$1
    shift
    "${reader[@]}" "$@" >"$scratch/answer" 2>"$scratch/complaint" || fail "$what: $(<"$scratch/complaint")"
    cmp -s "$scratch/plain" "$scratch/answer" || fail "$what: another answer"
    [[ ! -s $scratch/complaint ]] || fail "$what: $(<"$scratch/complaint")"
}

# refused WHAT WORDS COMMAND...   with status 3 and these words
refused() {
    local what=$1 words=$2 status
    shift 2
    "${reader[@]}" "$@" >"$scratch/answer" 2>"$scratch/complaint"
    status=$?
    [[ $status -eq 3 && ! -s $scratch/answer ]] || fail "$what: status $status"
    grep -qF -- "$words" "$scratch/complaint" || fail "$what: $(<"$scratch/complaint")"
}

run=(odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc --trials 100000)
mkdir "$scratch/parts" "$scratch/open" "$scratch/left"
odd="$scratch/parts/50% of it? #2.db" # characters that mean something in a URI
"$program" "${run[@]}" --shard 1/2 --store "$scratch/parts/1.db" -q || fail 'part 1'
"$program" "${run[@]}" --shard 2/2 --store "$odd" -q || fail 'part 2'
cp "$scratch/parts/1.db" "$scratch/open"
chmod 777 "$scratch/open"
cp -r "$scratch/parts" "$scratch/kept"

# begin FOLDER   begins a run that goes on for long, with a store a.db in the folder; $! is the run
begin() {
    "$program" odds mad.duel a=TigerI b=ShermanFirefly range=500 --method dice --trials 1000000000 --store "$1/a.db" \
        >/dev/null 2>&1 &
    until [[ -s $1/a.db-wal ]] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
}

# end   kills it, as nothing else would end it
end() {
    kill -KILL $! || fail 'a run has ended by itself'
    wait $! 2>/dev/null
}

begin "$scratch/left"
end

for file in "$scratch"/parts/*.db "$scratch/open/1.db" "$scratch/left/a.db"; do chmod 444 "$file"; done
chmod 555 "$scratch/parts" "$scratch/left"

# In a folder where files can be made, and in one where none can.
for store in "$scratch/open/1.db" "$scratch/parts/1.db" "$odd"; do
    copy="$scratch/kept/$(basename "$store")"
    for action in list show check; do
        "$program" store $action "$copy" | sed "s|$copy|STORE|" >"$scratch/plain"
        "${reader[@]}" "$program" store $action "$store" >"$scratch/answer" 2>"$scratch/complaint" ||
            fail "$action $store: $(<"$scratch/complaint")"
        sed "s|$store|STORE|" "$scratch/answer" | cmp -s "$scratch/plain" - || fail "$action $store: another answer"
    done
    refused "drop from $store" 'this store cannot be written' "$program" store drop "$store" 1
    refused "more work for $store" 'this store cannot be written' "$program" "${run[@]}" --store "$store"
done
"$program" "${run[@]}" >"$scratch/plain"
same 'two stores merged' "$program" merge "$scratch/parts/1.db" "$odd"
same 'a folder merged' "$program" merge "$scratch/parts"

for store in "$scratch"/parts/*; do
    cmp -s "$store" "$scratch/kept/$(basename "$store")" || fail "$store was changed"
done
[[ $(find "$scratch/parts" "$scratch/open" -type f | wc -l) -eq 3 ]] || fail 'a file was left beside a store'

# What a killed run has left counts, and cannot be taken in here.
refused 'a store with a log' "$scratch/left/a.db-wal" "$program" store list "$scratch/left/a.db"

# One that is being written is waited for, by whoever may only read it.
if [[ $EUID -eq 0 ]]; then
    begin "$scratch/open"
    timeout 10 "${reader[@]}" "$program" store list "$scratch/open/a.db" >"$scratch/answer" 2>"$scratch/complaint"
    status=$?
    [[ $status -eq 124 ]] || fail "a store that is written was read: status $status, $(<"$scratch/complaint")"
    grep -q 'is in use by another salvo' "$scratch/complaint" || fail "nobody waits: $(<"$scratch/complaint")"
    end
fi

[[ $failed -eq 0 ]] && echo "read_only: stores in three places, merged, refused where work was left"
exit $failed

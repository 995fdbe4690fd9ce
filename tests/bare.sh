#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# salvo where SQLite, MPI and libxlsxwriter are not installed, or not wanted: what it says in place of what it cannot do, and
# that the build leaves them out.
#     bare.sh CMAKE GENERATOR      SALVO_PROGRAM is a program with the files that stand in for them
set -eu
cmake=$1 generator=$2
cd "$(dirname "$(realpath "$0")")/.."
checkout=$PWD
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failed=0

fail() {
    echo "bare: $*" >&2
    failed=1
}

# refused TEXT ARGUMENT ...   status 2, and one line that says so
refused() {
    local text=$1 status=0
    shift
    "$SALVO_PROGRAM" "$@" >said 2>complained || status=$?
    [[ $status -eq 2 && ! -s said && $(wc -l <complained) -eq 1 ]] && grep -q -- "$text" complained ||
        fail "salvo $*: status $status, $(<complained)"
}

no_store='built without SQLite and has no stores; install Debian.s libsqlite3-dev'
duel=(odds mad.duel a=TigerI b=ShermanFirefly range=500 --method mc --trials 5000)
refused "$no_store" "${duel[@]}" --store a.db
refused "$no_store" "${duel[@]}" --store a.db --resume
refused "$no_store" "${duel[@]}" --store a.db --shard 1/2
refused "$no_store" efficiency -r mad --store a.db
refused "$no_store" merge a.db b.db
refused "$no_store" merge a.db --store b.db
for deed in list show check; do
    refused "$no_store" store $deed a.db
done
refused "$no_store" store drop a.db 1
OMPI_COMM_WORLD_SIZE=2 refused 'built without MPI, but mpirun started 2 of it' "${duel[@]}"
[[ ! -e a.db && ! -e b.db ]] || fail 'it makes a file'
"$SALVO_PROGRAM" "${duel[@]}" >said
OMPI_COMM_WORLD_SIZE=1 "$SALVO_PROGRAM" "${duel[@]}" | cmp - said || fail 'one of mpirun alone says something else'

# What the build compiles and links: with everything switched off, and switched off later.
for build in off later; do
    [[ $build == off ]] || "$cmake" -S "$checkout" -B "$build" -G "$generator" -DBUILD_TESTING=OFF >/dev/null
    "$cmake" -S "$checkout" -B "$build" -G "$generator" -DBUILD_TESTING=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        -DSALVO_SQLITE=OFF -DSALVO_MPI=OFF -DSALVO_XLSXWRITER=OFF >configured
    [[ $(grep -c 'Without the Debian package' configured) -eq 3 ]] || fail "$build: it does not say what is left out"
    for file in share/result_store_memory.c cluster/none.c; do
        grep -q "src/$file" "$build/compile_commands.json" || fail "$build: $file is not compiled"
    done
    for file in share/database.c share/result_store.c cluster/mpi.c; do
        ! grep -q "src/$file" "$build/compile_commands.json" || fail "$build: $file is compiled"
    done
    grep -q 'SALVO_HAS_XLSXWRITER=0' "$build/compile_commands.json" || fail "$build: spreadsheets are compiled"
    ! grep -rqE 'lib(sqlite3|mpi|xlsxwriter)\.' "$build" --include=build.ninja --include=link.txt --include='*.pc' ||
        fail "$build: something is linked that is not wanted"
    ! grep -E '^Requires.private:.*(sqlite3|xlsxwriter)' "$build/salvo.pc" || fail "$build: salvo.pc asks for it"
done
[[ $failed -eq 0 ]] && echo 'bare: without SQLite, MPI and libxlsxwriter every command of theirs says so'
exit $failed

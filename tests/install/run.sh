#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs a finished build into a temporary prefix and uses it as a stranger would.
#   run.sh BUILD_DIR LIBDIR      LIBDIR is relative to the prefix; CC and CFLAGS are those of the build
set -euo pipefail

build=$1
libdir=$2
here=$(dirname "$(realpath "$0")")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
data=$prefix/share/salvo

fail() {
    echo "install_test: $*" >&2
    exit 1
}

# quietly COMMAND ...   shows what the command says only if it fails
quietly() {
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "this failed: $*"; }
}

# installed ARGUMENTS ...   the installed program: no environment, and a working directory that tells it nothing
installed() {
    (cd / && env -i "$prefix/bin/salvo" "$@")
}

quietly cmake --install "$build" --prefix "$prefix"

export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
version=$(pkg-config --modversion salvo)

quietly cmake -S "$here/consumer" -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build "$scratch/consumer"
read -ra flags <<<"${CFLAGS:-} $(pkg-config --cflags --libs salvo) -Wl,-rpath,$prefix/$libdir"
quietly "${CC:-cc}" "$here/consumer/main.c" -o "$scratch/consumer/by_pkg_config" "${flags[@]}"

for consumer in shared static by_pkg_config; do
    said=$("$scratch/consumer/$consumer")
    [[ $said == "$version" ]] || fail "consumer '$consumer' printed '$said', not the version '$version'"
done

# A stranger includes the header that he needs, and no other before it.
for header in "$prefix"/include/salvo/*.h; do
    quietly "${CC:-cc}" -std=c17 -Wall -Werror -fsyntax-only -x c -include "$header" -I "$prefix/include" /dev/null
    # C++ has more reserved words.
    ! command -v c++ >/dev/null || quietly c++ -std=c++17 -fsyntax-only -x c++ -include "$header" -I "$prefix/include" /dev/null
done

quietly cmake -S "$here/../../examples" -B "$scratch/examples" -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build "$scratch/examples"
SALVO_PROGRAM=$prefix/bin/salvo quietly "$here/../examples.sh" "$scratch/examples" "$data"

installed check "$data/mad" >/dev/null || fail "the installed program rejects the installed tables"
rulesets=$(installed list rulesets)
[[ $rulesets == *mad* ]] || fail "the installed program lists no ruleset 'mad', only: $rulesets"

# Spoiling the prefix's tables must be noticed, or the program was reading the checkout's.
find "$data/mad" -type f -exec sh -c 'for file; do printf "\"\n" >"$file"; done' sh {} +
if installed list units -r mad >/dev/null 2>"$scratch/log"; then
    fail "the installed program does not read the tables of its prefix"
fi
grep -qF "$prefix/" "$scratch/log" || fail "a spoilt table is not reported by its path: $(<"$scratch/log")"

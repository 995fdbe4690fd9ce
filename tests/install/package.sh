#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Packs a finished build and looks at the packages as who installs them does: package.sh BUILD_DIR
# What lintian says of them counts where it is installed.
set -euo pipefail

build=$1
root=$(realpath "$(dirname "$(realpath "$0")")/../..")
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "package: $*" >&2
    exit 1
}

command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || {
    echo "package: skipped, for it needs Debian's dpkg-dev"
    exit 77
}
rm -f "$build"/*.deb "$build"/salvo-*.tar.gz
cmake --build "$build" --target package >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "cannot be packed"; }

packages=("$build"/salvo_*.deb "$build"/salvo-data_*_all.deb "$build"/libsalvo0_*.deb "$build"/libsalvo-dev_*.deb)
for package in "${packages[@]}"; do
    dpkg-deb -x "$package" "$scratch/system"
done
needs=$(dpkg-deb -f "${packages[0]}" Depends)
for library in libc6 libgmp10 libgsl27 libjansson4 liblua5.4-0; do
    [[ $needs == *"$library "* ]] || fail "salvo does not depend on $library, only on $needs"
done
for package in "${packages[0]}" "${packages[2]}"; do
    [[ $(dpkg-deb -f "$package" Depends) == *"salvo-data (= "* ]] || fail "$package does not depend on the rulebooks"
done
for file in bin/salvo share/man/man1/salvo.1.gz share/salvo/mad/ruleset.yaml share/doc/salvo-data/copyright \
    share/bash-completion/completions/salvo share/zsh/vendor-completions/_salvo \
    share/fish/vendor_completions.d/salvo.fish lib/libsalvo.so.0 lib/libsalvo.a include/salvo/salvo.h; do
    [[ -e $scratch/system/usr/$file ]] || fail "no package has usr/$file"
done

# Whose a rulebook's tables are goes with them, and the package says that they are not salvo's.
for book in "$root"/data/*/ruleset.yaml; do
    id=$(basename "$(dirname "$book")")
    [[ -s $scratch/system/usr/share/salvo/$id/LICENSE ]] || fail "no package has usr/share/salvo/$id/LICENSE"
    grep -qF "data/$id/LICENSE" "$scratch/system/usr/share/doc/salvo-data/copyright" || fail "the copyright does not name data/$id/LICENSE"
done

# The program from the package answers what that of the build does, from the tables of the package.
question=(odds mad.direct-fire weapon=cannon-b range=500)
installed() { (cd / && env -i "$scratch/system/usr/bin/salvo" "$@"); }
[[ $(installed "${question[@]}") == "$("$build/bin/salvo" "${question[@]}")" ]] || fail "the packed program differs"
rm -r "$scratch/system/usr/share/salvo/mad"
! installed "${question[@]}" >/dev/null 2>&1 || fail "the packed program reads other tables than its own"

# What runs is hardened: loaded anywhere, addresses read-only before main(), stacks and copies checked.
for file in bin/salvo lib/libsalvo.so.0; do
    readelf --wide --file-header --program-headers --dynamic --dyn-syms "$scratch/system/usr/$file" >"$scratch/elf"
    for sign in "DYN (" GNU_RELRO "BIND_NOW\|FLAGS_1.*NOW" __stack_chk_fail __memcpy_chk; do
        grep -q "$sign" "$scratch/elf" || fail "usr/$file is not hardened: no $sign"
    done
    ! grep "GNU_STACK" "$scratch/elf" | grep -q "RWE" || fail "usr/$file runs what is on its stack"
done

# The source is what git keeps, and has all of it.
tar -xzf "$build"/salvo-*.tar.gz -C "$scratch"
if [[ -d $root/.git || -f $root/.git ]]; then
    git -C "$root" ls-files --cached --others --exclude-standard | while read -r file; do
        [[ ! -e $root/$file ]] || echo "$file"
    done | sort >"$scratch/kept"
    (cd "$scratch"/salvo-*/ && find . -type f -o -type l) | sed 's|^\./||' | sort >"$scratch/packed"
    diff "$scratch/kept" "$scratch/packed" >"$scratch/difference" ||
        fail "the source archive differs from the checkout: $(head -n 5 "$scratch/difference")"
fi

said="without lintian"
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "${packages[@]}" >"$scratch/log" 2>&1 ||
        { cat "$scratch/log" >&2; fail "lintian finds errors"; }
    said="lintian finds no errors"
fi
echo "package: four packages and the source; $said"

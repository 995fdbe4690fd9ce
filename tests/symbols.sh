#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the shared library exports begins with salvo_, so that it gets in the way of no other name.
#     symbols.sh libsalvo.so
set -u

# Locks of critical sections, marks that the linker sets, and what sanitisers add.
allowed='^\.gomp_critical_user_salvo_|^(__bss_start|_edata|_end)$|^__odr_asan|^_?__asan|^__ubsan|^__sanitizer'

exported=$(nm -D --defined-only "$1" | awk '{ print $NF }')
strangers=$(grep -vE "^(salvo|SALVO)_|$allowed" <<<"$exported")
[[ $(wc -l <<<"$exported") -gt 50 ]] || { echo "symbols: $1 exports almost nothing" >&2 && exit 1; }
[[ -z $strangers ]] || { printf 'symbols: exported without the prefix salvo_:\n%s\n' "$strangers" >&2 && exit 1; }
echo "symbols: $(wc -l <<<"$exported"), all with the prefix"

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The program and its library keep nothing: no object file has a variable that outlives a call.
#     state.sh FILE.o ...
set -u

# A note that a signal has come belongs to the process. Locks of critical sections hold nothing. Compilers put tables of
# addresses, which the loader fills in and then protects, into .data.rel.ro; sanitisers keep books of their own.
allowed='cli/signals\.c\.o:caught |:\.gomp_critical_user_|:__odr_asan|:\.L'

[[ $# -gt 0 ]] || { echo "state: no object files" >&2 && exit 1; }
variables=$(nm -A -f sysv "$@" | grep -E '\|(\.bss|\.data|\*COM\*|\.tbss|\.tdata)[^|]*$' | grep -v 'data\.rel\.ro' |
    sed -e 's/.*\.dir\///' -e 's/ *|.*/ /' | grep -vE "$allowed")
[[ -z $variables ]] || { printf 'state: a variable outlives its call; make it constant, or a member of what is passed:\n%s\n' \
    "$variables" >&2 && exit 1; }
echo "state: $# object files, no variable that outlives a call"

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The results that are kept in the repository are what the program gives, byte for byte: those of the studies that take
# some seconds, or of SALVO_STUDIES.
set -euo pipefail
read -ra studies <<<"${SALVO_STUDIES:-}"
exec "$(dirname "$(realpath "$0")")/../scripts/reproduce" "${studies[@]:---quick}"

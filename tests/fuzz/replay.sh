#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Gives every target where its fuzzing begins, and what fuzzing has found: replay.sh PROGRAM
set -euo pipefail
here=$(dirname "$(realpath "$0")")
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
"$here/seeds.sh" "$seeds"
"$1" "$seeds" "$here/../corpus"

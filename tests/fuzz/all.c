/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that knows every target. */
#include "targets.h"

const fuzz_target *const FUZZ_LISTS[] = {FUZZ_PLAIN, FUZZ_READERS, FUZZ_COMMANDS, NULL};

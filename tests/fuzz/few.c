/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program without rulebooks and commands. Between two inputs a fuzzer looks at every place of the program that can be
 * reached: of a small one that takes a tenth of the time. */
#include "targets.h"

const fuzz_target *const FUZZ_LISTS[] = {FUZZ_PLAIN, NULL};

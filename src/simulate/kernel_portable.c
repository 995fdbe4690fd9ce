/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels in plain C. */
#define LANES_HEADER "simulate/lanes_portable.h"
#include "simulate/kernel.c"

static bool runs_here(void)
{
    return true;
}

const kernel KERNEL_PORTABLE = {
    .name = "portable", .runs_here = runs_here, .words = xor_words, .roll = roll_trials, .walk = walk_trials};

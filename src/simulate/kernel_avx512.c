/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels in AVX-512 (F, DQ). */
#define LANES_HEADER "simulate/lanes_avx512.h"
#include "simulate/kernel.c"

static bool runs_here(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}

const kernel KERNEL_AVX512 = {
    .name = "avx512", .runs_here = runs_here, .words = xor_words, .roll = roll_trials, .walk = walk_trials};

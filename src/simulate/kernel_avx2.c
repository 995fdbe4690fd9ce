/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels in AVX2 and BMI2. */
#define LANES_HEADER "simulate/lanes_avx2.h"
#include "simulate/kernel.c"

static bool runs_here(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

const kernel KERNEL_AVX2 = {
    .name = "avx2", .runs_here = runs_here, .words = xor_words, .roll = roll_trials, .walk = walk_trials};

/* The kernels in AVX2. */
#define LANES_HEADER "simulate/lanes_avx2.h"
#include "simulate/kernel.c"

static bool runs_here(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

const kernel KERNEL_AVX2 = {.name = "avx2", .runs_here = runs_here, .roll = roll_trials, .walk = walk_trials};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kernel without addresses in AVX-512 with VBMI2; its callers have checked that the machine has it. */
#define LANES_HEADER "simulate/lanes_avx512.h"
#define ADDRESSES    0
#include "simulate/kernel.c"

const kernel ONE_STREAM_AVX512_VBMI = {
    .name = "avx512-vbmi, one stream", .words = xor_words, .roll = roll_trials, .walk = walk_trials};

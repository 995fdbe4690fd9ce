/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels without addresses: each lane draws on from one stream, so that the words that a trial gets depend on the
 * instruction set, and on how trials are cut into ranges. Compiled from the same text as the other kernels, they show
 * what addresses cost. Only the benchmark runs them. */
#ifndef SALVO_BENCH_ONE_STREAM_H
#define SALVO_BENCH_ONE_STREAM_H

#include "simulate/kernel.h"

/* The kernel that does without addresses what `k` does with them; NULL where there is none. */
const kernel *one_stream_like(const kernel *k);

#endif

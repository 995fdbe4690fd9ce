/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels without addresses: each lane continues one stream. So the words of a trial depend on the instruction set,
 * and on how trials are cut into ranges. Compiled from the same text as the other kernels, they show the cost of
 * addresses. Only the benchmark runs them. */
#ifndef SALVO_BENCH_ONE_STREAM_H
#define SALVO_BENCH_ONE_STREAM_H

#include "simulate/kernel.h"

/* Returns the kernel that does the same as `k` without addresses; NULL if there is none. */
const kernel *one_stream_like(const kernel *k);

#endif

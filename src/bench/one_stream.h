/* Kernels that give up what every draw's address is for: their lanes draw on from one stream each, so that which words a
 * trial gets depends on the instruction set, and on how trials are cut into stretches. Compiled from the same text as the
 * others, they show what addresses cost; nothing but the benchmark runs them. */
#ifndef SALVO_BENCH_ONE_STREAM_H
#define SALVO_BENCH_ONE_STREAM_H

#include "simulate/kernel.h"

/* The one that does without addresses what `k` does with them; NULL where there is none. */
const kernel *one_stream_like(const kernel *k);

#endif

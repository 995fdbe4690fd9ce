/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two instruction sets are enough to measure the cost of addresses; the build has no others. */
#include "bench/one_stream.h"

#include <stddef.h>
#include <string.h>

#ifdef SALVO_X86
extern const kernel ONE_STREAM_AVX2, ONE_STREAM_AVX512_VBMI;
#endif

const kernel *one_stream_like(const kernel *k)
{
#ifdef SALVO_X86
    if (strcmp(k->name, "avx512-vbmi") == 0)
        return &ONE_STREAM_AVX512_VBMI;
    if (strcmp(k->name, "avx2") == 0)
        return &ONE_STREAM_AVX2;
#endif
    (void)k;
    return NULL;
}

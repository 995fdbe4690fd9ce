/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of OpenMP that salvo uses, for one thread and a compiler without OpenMP. */
#ifndef SALVO_ONE_THREAD_OMP_H
#define SALVO_ONE_THREAD_OMP_H

#include <time.h>

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline int omp_get_max_threads(void)
{
    return 1;
}

/* In seconds, from any beginning. */
static inline double omp_get_wtime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

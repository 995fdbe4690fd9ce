/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of the benchmark. */
#ifndef SALVO_BENCH_RESULTS_H
#define SALVO_BENCH_RESULTS_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_ROWS_MAX = 192 };

/* One contender of one benchmark. The first contender of each benchmark is its base. */
typedef struct bench_row {
    const char *benchmark, *contender; /* static */
    int threads;
    double million_per_s; /* trials (or words, or solves), the median of all rounds */
    /* to the base of the same round; the median of all rounds, the least and the greatest */
    struct {
        double median, least, most;
    } ratio;
} bench_row;

/* The error of an answer after a given time: the chance that a wins, against the exact one. */
typedef struct bench_error {
    const char *benchmark; /* static */
    double seconds;        /* for the trials, on all threads */
    double whole_seconds;  /* for the whole answer */
    uint64_t trials;
    double half_width, error; /* of the 95 % interval; of the chance, without sign */
} bench_error;

enum { BENCH_ERRORS_MAX = 32 };

typedef struct bench_results {
    bench_row rows[BENCH_ROWS_MAX];
    size_t n_rows;
    bench_error errors[BENCH_ERRORS_MAX];
    size_t n_errors;
    double solve_us; /* one exact solution of the duel TF, with all costs of a question but reading it */
} bench_results;

#endif

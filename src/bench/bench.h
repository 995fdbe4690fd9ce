/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of simulation: every kernel of this machine against a hand-written plain loop, in one process and in turn,
 * so that a change of the machine's speed affects all. */
#ifndef SALVO_BENCH_BENCH_H
#define SALVO_BENCH_BENCH_H

#include <stdbool.h>

#include <salvo/rules.h>

#include "bench/results.h"

/* The settings with which a rulebook must be opened for bench_run. Two listed elements that no other duel of the
 * benchmark uses become the invented ones of the tough duel. */
extern const char *const BENCH_SETTINGS[];
extern const size_t BENCH_N_SETTINGS;

/* Measures everything. With `quick` it only checks that everything works, and times mean nothing. `mad` is the book of
 * that ruleset, opened with BENCH_SETTINGS; `books` are those of all rulesets as shipped, for battles. Returns
 * SALVO_BAD_INPUT if a contender's answer is further off than chance explains. */
salvo_status bench_run(bench_results *results, const salvo_rulebook *mad, const salvo_rulebook *books, size_t n_books,
                       bool quick, salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast simulation is: every kernel of this machine against a plain loop of the rules by hand, in one process and by
 * turns, so that a machine that changes its pace changes it for all. */
#ifndef SALVO_BENCH_BENCH_H
#define SALVO_BENCH_BENCH_H

#include <stdbool.h>

#include <salvo/rules.h>

#include "bench/results.h"

/* The settings with which a rulebook must be opened for bench_run: two listed elements, in no other duel of the
 * benchmark, become the invented ones of the tough duel. */
extern const char *const BENCH_SETTINGS[];
extern const size_t BENCH_N_SETTINGS;

/* Measures everything; `quick` only that everything works, with times that mean nothing. `mad` is that ruleset's book,
 * opened with BENCH_SETTINGS; `books` are those of all rulesets as shipped, for battles. SALVO_BAD_INPUT when a
 * contender's answer is further off than chance explains. */
salvo_status bench_run(bench_results *results, const salvo_rulebook *mad, const salvo_rulebook *books, size_t n_books,
                       bool quick, salvo_error *err);

#endif

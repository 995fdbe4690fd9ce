/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast battles are: every battle kernel of this machine against a plain loop of the rules by hand, by turns. */
#ifndef SALVO_BENCH_BATTLES_H
#define SALVO_BENCH_BATTLES_H

#include <stdbool.h>

#include <salvo/rules.h>

#include "bench/results.h"

/* Adds rows to the results, the plain loop's first in each benchmark. A row's rate is in battles, everything that a
 * battle costs included (compiling its tables, reading its answer). `books` and `quick` as for bench_run.
 * SALVO_BAD_INPUT when a contender's answer is further off than chance explains: the plain loop's, too, from the exact
 * one; where the battle is too large for the exact engine, the others' from the plain loop's, which shares nothing with
 * them but the generator. */
salvo_status bench_battles(bench_results *results, const salvo_rulebook *books, size_t n_books, bool quick,
                           salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of battles: every battle kernel of this machine against a hand-written plain loop, in turn. */
#ifndef SALVO_BENCH_BATTLES_H
#define SALVO_BENCH_BATTLES_H

#include <stdbool.h>

#include <salvo/rules.h>

#include "bench/results.h"

/* Adds rows to the results, the plain loop's first in each benchmark. A row's rate is in battles, with their whole
 * cost (compiling tables, reading the answer). `books` and `quick` as in bench_run. Returns SALVO_BAD_INPUT if the
 * answer of a contender, or of the plain loop, is further from the exact one than chance explains. If a battle is too
 * large for the exact engine, the others are compared with the plain loop, which shares only the generator with
 * them. */
salvo_status bench_battles(bench_results *results, const salvo_rulebook *books, size_t n_books, bool quick,
                           salvo_error *err);

#endif

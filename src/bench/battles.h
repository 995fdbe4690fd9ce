/* How fast battles are: every battle kernel of this machine against a plain loop of the rules by hand, by turns. */
#ifndef SALVO_BENCH_BATTLES_H
#define SALVO_BENCH_BATTLES_H

#include <stdbool.h>

#include <salvo/rules.h>

#include "bench/results.h"

/* Adds rows to the results, the plain loop's first in each benchmark. A row's rate is in battles, everything that a
 * battle costs included (compiling its tables, reading its answer). `mad` and `quick` as for bench_run. SALVO_BAD_INPUT
 * when a contender's answer, the plain loop's included, is further from the exact one than chance explains. */
salvo_status bench_battles(bench_results *results, const salvo_rulebook *mad, bool quick, salvo_error *err);

#endif

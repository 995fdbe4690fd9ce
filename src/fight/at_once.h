/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles the end of a turn for battles in which all elements act at once. An element acts in the unit state in which
 * it began the turn, while fire falls on its present state. So the compiler's unit state holds both (compile_cache.h).
 * The end of the turn makes both equal, for some elements after a throw. */
#ifndef SALVO_FIGHT_AT_ONCE_H
#define SALVO_FIGHT_AT_ONCE_H

#include "fight/battle_compiler.h"

/* For all unit states that have numbers by now, numbers the state in which the element begins the next turn. */
salvo_status at_once_end_turns(compiler *c, salvo_error *err);

/* Returns the number of throws of an activation in that unit state, at any target that it can harm; THROWS_AIMED_MAX +
 * 1 if there are more. 1 if throws are not aimed one by one. */
uint32_t at_once_count_throws(const compiler *c, int side, uint32_t actor);

/* Adds the rows of the throws at the end of a turn to *rows, and their results to c->most_results. Codes must exist. */
salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err);

/* Fills the tables of the codes after the end of a turn. The rows of its throws start at c->after_row. */
salvo_status at_once_lay(compiler *c, salvo_error *err);

#endif

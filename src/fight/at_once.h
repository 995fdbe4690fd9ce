/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling where all act at once. Elements act in the unit state in which they began the turn, while fire falls on what
 * they have become since; so a unit state of the compiler is both (compile_cache.h). This is what is left to do: the end
 * of the turn, which makes both equal, after a throw for some elements. */
#ifndef SALVO_FIGHT_AT_ONCE_H
#define SALVO_FIGHT_AT_ONCE_H

#include "fight/battle_compiler.h"

/* Numbers the unit states in which elements begin the next turn, for all that have numbers by now. */
salvo_status at_once_end_turns(compiler *c, salvo_error *err);

/* How many throws an activation of that unit state has at whoever can be harmed, THROWS_AIMED_MAX + 1 for more; 1 where they
 * are not aimed one by one. */
uint32_t at_once_count_throws(const compiler *c, int side, uint32_t actor);

/* Counts the rows of throws at the end of a turn: adds them to *rows, and their results to c->most_results. Codes must
 * be dealt out before. */
salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err);

/* Lays the tables of what codes become at the end of a turn, with its throws in rows from c->after_row on. */
salvo_status at_once_lay(compiler *c, salvo_error *err);

#endif

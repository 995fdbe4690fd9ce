/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles battles in which all act at once.
 * There the dice of an activation are decided by the states of both elements when the turn began, but their effect
 * falls on what the target has become since. So the result of a row is an effect: a number for what becomes of every
 * unit state that the target may be in by then. */
#ifndef SALVO_FIGHT_AT_ONCE_H
#define SALVO_FIGHT_AT_ONCE_H

#include "fight/battle_compiler.h"

/* Numbers every unit state that an element can reach. */
salvo_status at_once_close(compiler *c, salvo_error *err);

/* Composes the outcomes of the action, which are effects. All unit states must have their numbers. */
salvo_status at_once_compose(compiler *c, const matchup *by, action *d, salvo_error *err);

/* Counts the rows of throws at the end of a turn: adds them to *rows, and their results to c->most_results. Codes must
 * be dealt out before. */
salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err);

/* Lays the tables of what effects make of codes, and of the throws at the end of a turn, from c->after_row on. */
salvo_status at_once_lay(compiler *c, salvo_error *err);

#endif

/* Compiling battles in which all act at once.
 *
 * There the dice of an activation are settled by what both were when the turn began, but what they do falls on what the
 * target has become since. So the result of a row is an effect: a number for what becomes of every unit state that the
 * target may be in by then. */
#ifndef SALVO_FIGHT_AT_ONCE_H
#define SALVO_FIGHT_AT_ONCE_H

#include "fight/battle_compiler.h"

/* Numbers every unit state that an element can come to. */
salvo_status at_once_close(compiler *c, salvo_error *err);

/* Composes the ends of the action, which are effects; all unit states have their numbers. */
salvo_status at_once_compose(compiler *c, const matchup *by, action *d, salvo_error *err);

/* What effects make of packed states, and the throws at the end of a turn. Marks and strengths are laid. */
salvo_status at_once_lay(compiler *c, salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last stage of compiling a battle: the tables that kernels read. */
#ifndef SALVO_FIGHT_BATTLE_LAY_H
#define SALVO_FIGHT_BATTLE_LAY_H

#include "fight/battle_compiler.h"
#include "fight/targets.h"

/* Fills c->t from unit states that are numbered and actions that are composed. SALVO_TOO_LARGE when the tables would be
 * too large. */
salvo_status battle_lay(compiler *c, salvo_error *err);

/* Its stages, each in need of those before. battle_codes.c: */
salvo_status lay_all_codes(compiler *c, salvo_error *err);
salvo_status lay_both_sides(compiler *c, salvo_error *err); /* classes and stands, too */

/* battle_rows.c: every row has a number, and all have one width; there is room for them; they are filled and flagged;
 * the policies that look at rows have their ranks. */
salvo_status number_rows(compiler *c, salvo_error *err);
salvo_status make_room(compiler *c, salvo_error *err);
salvo_status fill_rows(compiler *c, salvo_error *err);
salvo_status lay_ranks(compiler *c, salvo_error *err);

/* battle_fronts.c: whether sides are fronts, and the tables of those. */
salvo_status lay_fronts(compiler *c, salvo_error *err);

/* What the fire of one unit state at another is worth, by their numbers. */
uint32_t compiler_worth(const compiler *c, int place, int side, uint32_t actor, uint32_t target);

#endif

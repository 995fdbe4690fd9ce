/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last stage of compiling a battle: the tables that kernels read. */
#ifndef SALVO_FIGHT_BATTLE_LAY_H
#define SALVO_FIGHT_BATTLE_LAY_H

#include "fight/battle_compiler.h"
#include "fight/targets.h"

/* Fills c->t from numbered unit states and composed actions. Returns SALVO_TOO_LARGE if the tables would be too
 * large. */
salvo_status battle_lay(compiler *c, salvo_error *err);

/* The stages, each of which needs the previous ones. battle_codes.c: */
salvo_status lay_all_codes(compiler *c, salvo_error *err);
salvo_status lay_both_sides(compiler *c, salvo_error *err); /* also classes and fire classes */

/* battle_rows.c: rows get numbers and a common width; space is allocated; rows are filled and flagged; policies that
 * read rows get their ranks. */
salvo_status number_rows(compiler *c, salvo_error *err);
salvo_status make_room(compiler *c, salvo_error *err);
salvo_status fill_rows(compiler *c, salvo_error *err);
salvo_status lay_ranks(compiler *c, salvo_error *err);

/* battle_fronts.c: decides whether sides are fronts, and makes their tables. */
salvo_status lay_fronts(compiler *c, salvo_error *err);

/* The worth of one unit state's fire at another, by their numbers. */
uint32_t compiler_worth(const compiler *c, int place, int side, uint32_t actor, uint32_t target);

#endif

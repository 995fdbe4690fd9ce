/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lines of a battle stand, how they move, and the results of other halts. */
#ifndef SALVO_ANSWERS_LINES_WORDS_H
#define SALVO_ANSWERS_LINES_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* Puts the beginning of a paragraph or caption: "Both sides stand still, 1000 m apart", "Side a advances from 1500 m and
 * halts 1000 m from b", "Both sides advance from 1500 m; b halts at 500 m". */
void put_scene(salvo_text *text, const salvo_battle_plan *plan, const char *unit);

/* Puts the same for armies that are fought at every range: "Side a advances, at every range in m". */
void put_scene_at_every_range(salvo_text *text, const salvo_battle_plan *plan, const char *unit);

/* Puts the same as an item of a list, with the distance at which the battle's lines stop: "a advances from 1500 m, until
 * the lines are 100 m apart". */
void put_lines_moves(salvo_text *text, const salvo_battle *battle);

/* Adds a sentence and a table for each side whose best halt was requested: the distances that were compared. */
void add_halts(page *p, const salvo_battle *battle);

/* Puts the JSON of a side: "halt" if its line halts, "halts" if its best halt was requested. */
void put_halt(record *to, const salvo_battle_side *side);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The halts of the lines, and the results of other halts. */
#ifndef SALVO_ANSWERS_HALTS_WORDS_H
#define SALVO_ANSWERS_HALTS_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* Puts "; a halts at 1000 m" for each side whose line halts. */
void put_halts(salvo_text *text, const salvo_battle_plan *plan, const char *unit);

/* Adds a sentence and a table for each side whose best halt was requested: the distances that were compared. */
void add_halts(page *p, const salvo_battle *battle);

/* Puts the JSON of a side: "halt" if its line halts, "halts" if its best halt was requested. */
void put_halt(record *to, const salvo_battle_side *side);

#endif

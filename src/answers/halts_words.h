/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where lines halt, and what other halts come to. */
#ifndef SALVO_ANSWERS_HALTS_WORDS_H
#define SALVO_ANSWERS_HALTS_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* "; a halts at 1000 m", where the line of a side does. */
void put_halts(salvo_text *text, const salvo_battle_plan *plan, const char *unit);

/* The distances that were looked at for the best, where it was asked for: a sentence and a table for each such side. */
void add_halts(page *p, const salvo_battle *battle);

/* JSON, of a side: "halt" where its line halts, "halts" where the best was asked for. */
void put_halt(record *to, const salvo_battle_side *side);

#endif

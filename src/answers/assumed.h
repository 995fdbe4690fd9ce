/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The assumptions of a battle's answer, as a short list. Each line states one assumption and the words of the command
 * line that set it. An assumption that cannot matter in the battle has no line. */
#ifndef SALVO_ANSWERS_ASSUMED_H
#define SALVO_ANSWERS_ASSUMED_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* Puts the list, below a line that heads it. Every line of the list begins with a line break. */
void put_assumed(salvo_text *text, const salvo_battle *battle);

/* Adds the same as a paragraph, with the effect of other policies. */
void add_assumed(page *p, const salvo_battle *battle);

/* Puts the JSON object "assumed", and "other_targets" if other policies give different results. */
void put_assumed_fields(record *to, const salvo_battle *battle);
void put_other_targets(record *to, const salvo_battle *battle);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a battle's answer assumed, in one short list: each line says one thing, and which words say it on the command line.
 * Only what can matter in the battle has a line. */
#ifndef SALVO_ANSWERS_ASSUMED_H
#define SALVO_ANSWERS_ASSUMED_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* "fires at the first of the enemy's list that is left": what a side does whose policy that is. */
void put_fires(salvo_text *text, const salvo_rulebook *book, salvo_targets policy);

/* The list, after a line that heads it; every line begins with a line's end. */
void put_assumed(salvo_text *text, const salvo_battle *battle);

/* The same as a paragraph, with what other policies would change. */
void add_assumed(page *p, const salvo_battle *battle);

/* JSON: the object "assumed"; "other_targets", where any differ. */
void put_assumed_fields(record *to, const salvo_battle *battle);
void put_other_targets(record *to, const salvo_battle *battle);

#endif

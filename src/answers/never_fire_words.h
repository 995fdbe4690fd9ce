/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of a battle that never fire with effect or fire late, in words and in JSON. If there are none, nothing is
 * added. */
#ifndef SALVO_ANSWERS_NEVER_FIRE_WORDS_H
#define SALVO_ANSWERS_NEVER_FIRE_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* Adds a paragraph with a line for each kind of element and for each halt that would help. */
void add_never_fire(page *p, const salvo_battle *battle);

/* Puts the JSON list "never_fire". */
void put_never_fire(record *to, const salvo_battle *battle);

#endif

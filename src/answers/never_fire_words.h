/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who of a battle never fires with effect, or late, in words and in JSON. Nothing where there is nobody. */
#ifndef SALVO_ANSWERS_NEVER_FIRE_WORDS_H
#define SALVO_ANSWERS_NEVER_FIRE_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* A paragraph, with a line for each kind of element and for each halt that would help. */
void add_never_fire(page *p, const salvo_battle *battle);

/* JSON: the list "never_fire". */
void put_never_fire(record *to, const salvo_battle *battle);

#endif

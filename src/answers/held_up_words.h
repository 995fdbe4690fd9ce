/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reasons why nobody wins, or why only one outcome is possible, in words and in JSON. For NULL nothing is added. */
#ifndef SALVO_ANSWERS_HELD_UP_WORDS_H
#define SALVO_ANSWERS_HELD_UP_WORDS_H

#include "answers/fields.h"
#include "claims/held_up.h"
#include "document/page.h"

/* Adds a paragraph with a line for each reason. */
void add_held_up(page *p, const held_up *h);

/* Puts the same lines as "held_up" and the reasons as "held_up_by" in JSON. */
void put_held_up(record *to, const held_up *h);

#endif

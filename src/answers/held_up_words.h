/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds an answer up, in words and in JSON; NULL is nothing. */
#ifndef SALVO_ANSWERS_HELD_UP_WORDS_H
#define SALVO_ANSWERS_HELD_UP_WORDS_H

#include "answers/fields.h"
#include "claims/held_up.h"
#include "document/page.h"

/* A paragraph, a line for each reason. */
void add_held_up(page *p, const held_up *h);

/* JSON: the same lines as "held_up", the reasons as "held_up_by". */
void put_held_up(record *to, const held_up *h);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The target policies in words, for answers and manuals. */
#ifndef SALVO_ANSWERS_POLICY_WORDS_H
#define SALVO_ANSWERS_POLICY_WORDS_H

#include <salvo/fight.h>

/* Which of the enemy's elements have prices, for the policies that compare them. */
typedef enum price_use { ALL_PRICED, NONE_PRICED, SOME_PRICED } price_use;

/* Puts the target that the policy selects: "the first survivor in LIST". `list` is "b's list", `whose` is "its" or
 * "their". */
void put_target(salvo_text *text, salvo_targets policy, price_use prices, const char *list, const char *whose);

/* Puts the words after "fires" or "fire": "at the first survivor in LIST", "where WHOSE fire is worth most". */
void put_aim(salvo_text *text, salvo_targets policy, price_use prices, const char *list, const char *whose);

/* Puts what a side with this policy does: "fires at the first survivor in the enemy's list". */
void put_fires(salvo_text *text, const salvo_rulebook *book, salvo_targets policy);

#endif

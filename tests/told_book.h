/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rulebook says, as a text that two books, places or threads can be compared by. */
#ifndef SALVO_TESTS_TOLD_BOOK_H
#define SALVO_TESTS_TOLD_BOOK_H

#include <salvo/odds.h>

/* Adds all that the rulebook says of its first questions: situations in words, exact odds, record cards, a battle. The test
 * fails where a rule does. */
void tell_book(salvo_text *to, const salvo_rulebook *book);

/* Adds the exact odds of a question, or why there are none. */
void tell_odds(salvo_text *to, const salvo_question *question);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the record cards of ground elements and aircraft. Texts are allocated from `memory`; NULL if it is
 * out. */
#ifndef SALVO_RULES_MAD_CARD_WORDS_H
#define SALVO_RULES_MAD_CARD_WORDS_H

#include <salvo/arena.h>

#include "data/records.h"

/* Returns "3 3 4 6 7 8 9 -": one number for each bracket. */
const char *mad_numbers_words(salvo_arena *memory, const salvo_brackets *brackets, const int *to_hit);

/* Returns "  to hit, 100 to 2000 m". */
const char *mad_range_words(salvo_arena *memory, const salvo_store *store, const salvo_brackets *brackets);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a duel alone. */
#ifndef SALVO_FIGHT_DUEL_H
#define SALVO_FIGHT_DUEL_H

#include <salvo/fight.h>

/* Works like salvo_duel_fight, but makes no record cards: for callers that fight many duels. */
salvo_status duel_answer(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                         const char *const *words, size_t n_words, const salvo_approach *approach, salvo_error *err);

#endif

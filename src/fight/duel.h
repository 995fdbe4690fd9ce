/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a duel alone. */
#ifndef SALVO_FIGHT_DUEL_H
#define SALVO_FIGHT_DUEL_H

#include <salvo/fight.h>

/* As salvo_duel_fight, but nobody's record card is drawn: for those who fight many. */
salvo_status duel_answer(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                         const char *const *words, size_t n_words, const salvo_approach *approach, salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds an answer up in which nothing is decided, or in which only one thing can come: out of range, no weapon that
 * could damage it, a limit of turns; and what would help. It is found by asking again, once for every answer, whichever
 * format asks first. */
#ifndef SALVO_CLAIMS_HELD_UP_H
#define SALVO_CLAIMS_HELD_UP_H

#include <salvo/matrix.h>

#include "claims/held_up_reasons.h"

/* Kept with the answer, in its memory; NULL where nothing holds it up, or it cannot be found out. A duel or battle is held
 * up when it is more likely than not that nobody wins; a procedure, when only one outcome can come and another range, or
 * the default of a parameter, lets others come. */
const held_up *held_up_duel(const salvo_duel *duel);
const held_up *held_up_battle(const salvo_battle *battle);
const held_up *held_up_tipping(const salvo_tipping *tipping);
const held_up *held_up_odds(const salvo_question *question, const salvo_answer *answer);

/* A curve that is one certain outcome, and a matrix in which nobody is likely to win anything: what holds up the first point,
 * the first match. */
const held_up *held_up_curve(const salvo_curve *curve);
const held_up *held_up_matrix(const salvo_matrix *matrix);

#endif

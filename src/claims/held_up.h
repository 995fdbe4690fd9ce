/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what holds an answer up if nothing is decided, or if only one outcome is possible: out of range, no weapon that
 * could damage it, a limit of turns. It also finds what would help. It asks again, once for every answer, for all
 * formats. */
#ifndef SALVO_CLAIMS_HELD_UP_H
#define SALVO_CLAIMS_HELD_UP_H

#include <salvo/matrix.h>

#include "claims/held_up_reasons.h"

/* The result is kept with the answer, in its memory. NULL: nothing holds it up, or the reason cannot be found. A duel
 * or battle is held up if nobody probably wins. A procedure is held up if only one outcome is possible, and another
 * range, or the default of a parameter, permits others. */
const held_up *held_up_duel(const salvo_duel *duel);
const held_up *held_up_battle(const salvo_battle *battle);
const held_up *held_up_tipping(const salvo_tipping *tipping);
const held_up *held_up_odds(const salvo_question *question, const salvo_answer *answer);

/* Return what holds up the first point of a curve that is one certain outcome. For a matrix in which nobody probably
 * wins, it is the first match. */
const held_up *held_up_curve(const salvo_curve *curve);
const held_up *held_up_matrix(const salvo_matrix *matrix);

#endif

/* What holds an answer up in which nothing is decided, or in which only one thing can come: out of range, no weapon that
 * could damage it, a limit of turns; and what would help. */
#ifndef SALVO_ANSWERS_HELD_UP_H
#define SALVO_ANSWERS_HELD_UP_H

#include <salvo/fight.h>
#include <salvo/matrix.h>

#include "document/page.h"

/* One or more lines, in `memory`; NULL where nothing holds it up, or it cannot be found out. A duel or battle is held up
 * when it is more likely than not that nobody wins; a procedure, when only one outcome can come and another range, or the
 * default of a parameter, lets others come. */
const char *held_up_duel(const salvo_duel *duel);
const char *held_up_battle(const salvo_battle *battle);
const char *held_up_tipping(const salvo_tipping *tipping);
const char *held_up_odds(const salvo_question *question, const salvo_answer *answer, salvo_arena *memory);

/* A curve that is one certain outcome, and a matrix in which nobody is likely to win anything: what holds up the first point,
 * the first match. */
const char *held_up_curve(const salvo_curve *curve);
const char *held_up_matrix(const salvo_matrix *matrix);

/* As a paragraph; NULL is none. */
void add_held_up(page *p, const char *lines);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a showing of hands on the two stands (Conducting Engagement, Results of Engagement). */
#ifndef SALVO_RULES_MBT2030_RESULTS_H
#define SALVO_RULES_MBT2030_RESULTS_H

#include "rules/mbt2030/disadvantage.h"
#include "rules/mbt2030/hands.h"

/* The result that each stand receives; STATE_STEADY is none. */
struct mbt_outcome {
    enum mbt_state own, opp;
};

/* Returns the results as in the text, before conversions. */
struct mbt_outcome mbt_resolve(const struct mbt_tables *t, bool mutual, struct mbt_counts counts, bool absolute,
                               enum mbt_result result);

/* Returns the effect of a result on the stand: ADA and PDA break when pinned, AIRCRAFT leave when shaken. */
enum mbt_state mbt_convert(const struct mbt_stand *stand, enum mbt_state received);

/* Returns the stand's state after a converted result; ruling M8 covers an equal or lesser one. */
enum mbt_state mbt_receive(const struct mbt_stand *stand, enum mbt_state received, bool accumulate);

/* Returns whether the stand is out of the game. */
bool mbt_is_out(enum mbt_state state);

/* Outcomes of an engagement are pairs of results; a procedure that may forbid one also has NOT_ALLOWED. */
enum { MBT_NOT_ENGAGED = N_STATES * N_STATES, N_MBT_OUTCOMES };
extern const char *const MBT_OUTCOMES[N_MBT_OUTCOMES];
int mbt_outcome_number(struct mbt_outcome outcome);

extern const salvo_procedure MBT_RESOLVE;

#endif

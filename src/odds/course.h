/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a chain reaches its answer: how often each state throws, and the probabilities after each turn. */
#ifndef SALVO_ODDS_COURSE_H
#define SALVO_ODDS_COURSE_H

#include "odds/solver.h"

/* Follows the chain through the graph, which must outlive *course, and notes up to `turns_max` turns. It uses
 * fractions, or doubles if those take too long. On failure *course is zeroed; otherwise chain_course_free frees it. */
salvo_status chain_follow(chain_course *course, const salvo_question *q, const state_graph *graph, size_t turns_max,
                          salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals as outcomes. */
#ifndef SALVO_RULES_TOTAL_H
#define SALVO_RULES_TOTAL_H

#include <stdio.h>

#include <salvo/rules.h>

enum { TOTAL_UNDECIDED = 0, TOTAL_ZERO = 1 << 30 };
static const int64_t TOTAL_MAX = (1 << 30) - 1; /* of the absolute value; all totals beyond it are one outcome */

static inline int total_outcome(int64_t sum)
{
    return (int)(TOTAL_ZERO + (sum > TOTAL_MAX ? TOTAL_MAX : sum < -TOTAL_MAX ? -TOTAL_MAX : sum));
}

/* Tallies may count parts of a unit. */
static inline void total_label(int outcome, int64_t parts, char text[SALVO_LABEL_MAX])
{
    if (outcome == TOTAL_UNDECIDED)
        snprintf(text, SALVO_LABEL_MAX, "undecided");
    else
        snprintf(text, SALVO_LABEL_MAX, "%.15g", (outcome - TOTAL_ZERO) / (double)(parts ? parts : 1));
}

#endif

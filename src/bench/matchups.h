/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battles of the benchmark, each in two forms: salvo's lists, and the numbers of a hand-written loop. */
#ifndef SALVO_BENCH_MATCHUPS_H
#define SALVO_BENCH_MATCHUPS_H

#include <salvo/fight.h>

#include "bench/plain_battle.h"

enum { MATCHUP_WORDS_MAX = 4 };

typedef struct matchup {
    const char *name, *ruleset;
    const char *army[2];
    salvo_targets targets; /* for both sides */
    double range;
    const char *words[MATCHUP_WORDS_MAX]; /* of the field */
    int64_t turns;                        /* as in salvo_battle_plan */
    bool solved;                          /* the exact engine answers in about a second */
    bool small;                           /* a thousand battles take almost no time in any build */
    plain_loop *loop;
    const void *plain; /* what the loop fights */
} matchup;

extern const matchup MATCHUPS[];
extern const size_t N_MATCHUPS;

#endif

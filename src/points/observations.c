/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/observations.h"

#include <string.h>

/* The list doubles. The arena keeps the old ones, at most as much again. */
static observation *next_of(observations *to)
{
    if (to->n == to->room) {
        const size_t room = to->room ? 2 * to->room : 256;
        observation *of = salvo_arena_array(to->memory, room, sizeof *of);

        if (!of)
            return NULL;
        if (to->n)
            memcpy(of, to->of, to->n * sizeof *of);
        to->of = of;
        to->room = room;
    }
    return &to->of[to->n++];
}

/* The shares are at the prices at which the armies were drawn: shares that moved with the fit would make its loss
 * jump. */
static void set_rule_shares(observation *o, const army_pair *pair, const army_rules *rules, const double *prices)
{
    for (int s = 0; rules && s < 2; s++)
        for (size_t r = 0; r < rules->n; r++)
            o->share[s][r] = army_rule_share(&rules->of[r], &pair->side[s], prices);
}

/* Returns whether these armies' battle in that condition is noted. One taken from another run is noted by that run. */
static bool is_own_battle(const pair_run *run, size_t pair, const army_pair *armies, size_t at)
{
    return pair_is_won(run, pair, at) && pair_armies(run, pair, at) == armies &&
           !pair_match_is_taken(run, pair_match_number(run->pool, pair, at, 0));
}

/* Adds two armies, with their scores in all conditions in which they meet. */
static bool add_armies(observations *to, const pair_run *run, size_t pair, const army_pair *armies,
                       const army_rules *rules, const double *prices)
{
    scored *at = salvo_arena_array(to->memory, run->pool->n_conditions, sizeof *at);
    observation *o = at ? next_of(to) : NULL;

    if (!o)
        return false;
    *o = observation_of(run->pool, armies);
    o->pair = pair;
    o->at = at;
    for (size_t k = 0; k < run->pool->n_conditions; k++)
        if (is_own_battle(run, pair, armies, k))
            at[o->n++] = (scored){k, pair_score(run, pair, k)};
    set_rule_shares(o, armies, rules, prices);
    to->n -= o->n == 0; /* they meet nowhere, or nobody wins */
    return true;
}

static bool add_pair(observations *to, const pair_run *run, size_t pair, const army_rules *rules, const double *prices)
{
    bool done = add_armies(to, run, pair, &run->pairs[pair], rules, prices);

    for (size_t at = 0; done && run->attacks && at < run->pool->n_conditions; at++)
        if (has_odds(&run->pool->conditions[at]) && pair_meets(run, pair, at))
            done = add_armies(to, run, pair, pair_armies(run, pair, at), rules, prices);
    return done;
}

salvo_status observations_add(observations *to, const pair_run *run, const army_rules *rules, const double *prices,
                              salvo_error *err)
{
    for (size_t i = 0; i < run->n; i++)
        if (!add_pair(to, run, i, rules, prices))
            return salvo_fail_memory(err);
    return SALVO_OK;
}

salvo_status observations_split(const observations *of, observations half[2], salvo_error *err)
{
    for (int h = 0; h < 2; h++)
        half[h] = (observations){.memory = of->memory};
    for (size_t i = 0; i < of->n; i++) {
        observation *o = next_of(&half[i % 2]);

        if (!o)
            return salvo_fail_memory(err);
        /* Scores are shared and not copied, because nothing writes to them. */
        *o = of->of[i];
    }
    return SALVO_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fronts that fire at once are fought in ranks: many flocks that begin together and close up when battles end. So all
 * battles of a register are at about the same stage, and few lanes work for fallen elements. */
#ifndef SALVO_FIGHT_BATTLE_RANKS_H
#define SALVO_FIGHT_BATTLE_RANKS_H

#include "fight/battle_volley.h"

enum { RANKS = 16, RANKS_LEFT = 2 };

typedef struct ranks {
    battles flock[RANKS];
    int n; /* flocks with battles */
} ranks;

/* Codes of a battle that goes on. */
static const size_t CARRIED[] = {
    offsetof(battles, n_alive),    offsetof(battles, n_alive) + sizeof(states),
    offsetof(battles, fire_class), offsetof(battles, fire_class) + sizeof(states),
    offsetof(battles, front),      offsetof(battles, front) + sizeof(states),
    offsetof(battles, stood),      offsetof(battles, stood) + sizeof(states),
    offsetof(battles, place),      offsetof(battles, turn_of_limit),
};

static inline void carry(battles *to, int lane, const battles *from, int of)
{
    for (size_t i = 0; i < sizeof CARRIED / sizeof *CARRIED; i++)
        ((state_code *)((char *)to + CARRIED[i]))[lane] = ((const state_code *)((const char *)from + CARRIED[i]))[of];
    ((uint32_t *)to->turn.low)[lane] = ((const uint32_t *)from->turn.low)[of];
    ((uint32_t *)to->turn.high)[lane] = ((const uint32_t *)from->turn.high)[of];
    to->trial[lane] = from->trial[of];
    to->n_turns[lane] = from->n_turns[of];
}

/* Moves battles from one flock into the gaps of another, until either runs out. */
static inline void fill_gaps(battles *to, battles *from)
{
    uint64_t gaps = set_bits(~to->works), left = set_bits(from->works), came = 0, went = 0, harmed = 0;

    for (; gaps && left; gaps &= gaps - 1, left &= left - 1) {
        const int lane = __builtin_ctzll(gaps), of = __builtin_ctzll(left);

        carry(to, lane, from, of);
        came |= gaps & -gaps;
        went |= left & -left;
        harmed |= (set_bits(from->harmed) >> of & 1) << lane;
    }
    to->works |= set_of_bits(came);
    to->harmed = set_but(to->harmed, set_of_bits(came)) | set_of_bits(harmed);
    from->works = set_but(from->works, set_of_bits(went));
    for (int side = SIDE_A; side <= SIDE_B; side++)
        to->some_alive[side] |= set_of_bits(came);
}

static inline void close_ranks(ranks *r)
{
    for (int i = 0; i < r->n; i++)
        while (i < r->n - 1 && set_any(~r->flock[i].works)) {
            fill_gaps(&r->flock[i], &r->flock[r->n - 1]);
            r->n -= !set_any(r->flock[r->n - 1].works);
        }
    r->n -= r->n > 0 && !set_any(r->flock[r->n - 1].works);
}

/* Starts new battles behind those that are left. */
static inline void fill_ranks(battle_batch *batch, ranks *r)
{
    for (; r->n < RANKS && batch->left; r->n++)
        begin_battles(batch, &r->flock[r->n]);
}

/* One turn of every flock. Trials are withheld, so that gaps stay. */
HOT void fight_turns(battle_batch *batch, ranks *r)
{
    const uint64_t held = batch->left;

    batch->left = 0;
    for (int i = 0; i < r->n; i++) {
        battles *g = &r->flock[i];

        for (int side = SIDE_A; side <= SIDE_B; side++)
            fire_at_front(batch, g, side, g->works);
        go_on(batch, g, g->works);
    }
    batch->left = held;
}

static void fight_in_ranks(battle_batch *batch)
{
    _Alignas(64) ranks r;

    r.n = 0;
    do {
        if (r.n <= RANKS_LEFT)
            fill_ranks(batch, &r);
        fight_turns(batch, &r);
        close_ranks(&r);
    } while (!batch->tally->too_long && (r.n || batch->left));
}

#endif

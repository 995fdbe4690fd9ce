/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernels: they fight whole battles over compiled tables and tally how they end. Every kernel gives the same
 * tallies, because they are whole numbers and every draw has its address: the order throw of a turn and every element
 * that may act in it have a word of their own (draw_of), used or not. An activation that is skipped moves nobody
 * else's dice, so two variants of a battle (other targets, another scenario, other prices) share them by sharing a
 * seed. */
#ifndef SALVO_FIGHT_BATTLE_KERNEL_H
#define SALVO_FIGHT_BATTLE_KERNEL_H

#include "base/intern_table.h"
#include "fight/battle_tables.h"
#include "simulate/kernel.h"
#include "simulate/statistics.h"

enum {
    TURNS_TOLD = 255,           /* turns that the survival curve tells apart */
    CODES_LISTED_MAX = 1 << 16, /* more outcome codes are numbered as they come */
};

/* Numbers of battles at the same turn, by side and survivors. */
typedef uint64_t survivors[N_SIDES][SALVO_ELEMENTS_MAX + 1];

/* How one battle ended. */
typedef struct battle_ending {
    int code;
    uint32_t turns;
} battle_ending;

typedef struct battle_tally {
    uint64_t trials;
    size_t n_codes;  /* outcome codes, with the one of the battle that never ends */
    uint64_t *codes; /* how often each came; NULL: they are in `seen` */
    intern_table seen;
    uint64_t *seen_counts;
    size_t seen_capacity;
    salvo_moments turns, lost[N_SIDES];
    /* By turn: battles that went on after it ([0]: before the first), and battles that ended in it; the last of
     * TURNS_TOLD + 2 is for all turns that are not told apart. */
    survivors *going, *ended;
    uint64_t thrown;     /* by the reference engine, as draws */
    uint32_t last_turn;  /* that any battle came to, at most TURNS_TOLD + 1 */
    battle_ending *each; /* borrowed: trials of the trial range are told one by one instead of being counted; or NULL */
    bool too_long;       /* a battle used up the draws that it owns */
    bool no_memory;
} battle_tally;

/* false when memory is out; battle_tally_free takes it all the same. */
bool battle_tally_init(battle_tally *t, const battle_model *e);
void battle_tally_free(battle_tally *t);
void battle_tally_pack(battle_tally *t, packed *p);     /* writes it, or adds what it reads */
void battle_tally_turn(battle_tally *t, uint32_t turn); /* some battle has come to that turn */
void battle_tally_code(battle_tally *t, int code, uint64_t times);

typedef void battle_fighter(const battle_tables *t, const trial_range *s, battle_tally *tally);

typedef struct battle_kernel {
    const char *name;      /* as --isa calls it */
    battle_fighter *fight; /* where codes are narrow; and where they are not: */
    battle_fighter *fight_wide;
} battle_kernel;

static inline void battle_kernel_fight(const battle_kernel *k, const battle_tables *t, const trial_range *s,
                                       battle_tally *tally)
{
    (t->narrow ? k->fight : k->fight_wide)(t, s, tally);
}

/* SALVO_TOO_LARGE, and what would do: what is said of a battle that used up the draws that it owns, in tables or thrown by
 * the book. */
salvo_status battle_too_long(salvo_error *err);

/* The battle kernel for the instruction set `isa`, as kernel_find understands it. */
salvo_status battle_kernel_find(const char *isa, const battle_kernel **found, salvo_error *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernels fight whole battles with compiled tables and tally their ends. Every kernel has the same tallies,
 * because tallies are whole numbers and every draw has its address. In each turn the order throw and every element
 * that may act have their own word (draw_of), used or not. A skipped activation does not change other dice, so two
 * variants of a battle (other targets, scenario or prices) share dice if they share a seed. */
#ifndef SALVO_FIGHT_BATTLE_KERNEL_H
#define SALVO_FIGHT_BATTLE_KERNEL_H

#include "base/intern_table.h"
#include "fight/battle_tables.h"
#include "simulate/kernel.h"
#include "simulate/statistics.h"

enum {
    TURNS_TOLD = 255,           /* turns that the survival curve distinguishes */
    CODES_LISTED_MAX = 1 << 16, /* beyond this, outcome codes are numbered as they occur */
};

/* Numbers of battles at the same turn, by side and survivors. */
typedef uint64_t survivors[N_SIDES][SALVO_ELEMENTS_MAX + 1];

/* The end of one battle. */
typedef struct battle_ending {
    int code;
    uint32_t turns;
} battle_ending;

typedef struct battle_tally {
    uint64_t trials;
    size_t n_codes;  /* outcome codes, including that of the battle that never ends */
    uint64_t *codes; /* by code: how often it occurred; NULL: the codes are in `seen` */
    intern_table seen;
    uint64_t *seen_counts;
    size_t seen_capacity;
    salvo_moments turns, lost[N_SIDES];
    /* By turn: battles that continued after it ([0]: before the first), and battles that ended in it. The last of
     * TURNS_TOLD + 2 entries is for all later turns. */
    survivors *going, *ended;
    uint64_t thrown;     /* draws by the reference engine */
    uint32_t last_turn;  /* the last turn that any battle reached, at most TURNS_TOLD + 1 */
    battle_ending *each; /* borrowed: reports the trials of the range one by one instead of counting them; or NULL */
    bool too_long;       /* a battle used up its draws */
    bool no_memory;
} battle_tally;

/* Returns false if memory is out. Call battle_tally_free in any case. */
bool battle_tally_init(battle_tally *t, const battle_model *model);
void battle_tally_free(battle_tally *t);
void battle_tally_pack(battle_tally *t, packed *p);     /* writes the tally, or adds what it reads */
void battle_tally_turn(battle_tally *t, uint32_t turn); /* some battle has reached that turn */
void battle_tally_code(battle_tally *t, int code, uint64_t times);

typedef void battle_fighter(const battle_tables *t, const trial_range *s, battle_tally *tally);

typedef struct battle_kernel {
    const char *name;      /* its name in --isa */
    battle_fighter *fight; /* for narrow codes; for wide codes: */
    battle_fighter *fight_wide;
} battle_kernel;

static inline void battle_kernel_fight(const battle_kernel *k, const battle_tables *t, const trial_range *s,
                                       battle_tally *tally)
{
    (t->narrow ? k->fight : k->fight_wide)(t, s, tally);
}

/* Returns SALVO_TOO_LARGE with the remedy, for a battle that used up its draws in a kernel or in the reference
 * engine. */
salvo_status battle_too_long(salvo_error *err);

/* Finds the battle kernel for the instruction set `isa`, as kernel_find does. */
salvo_status battle_kernel_find(const char *isa, const battle_kernel **found, salvo_error *err);

#endif

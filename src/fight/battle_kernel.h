/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernels fight whole battles with compiled tables and tally their ends. Every kernel has the same tallies,
 * because tallies are whole numbers and every draw has its address. In each turn the order throw and every element
 * that may act have their own word (draw_of), used or not. A skipped activation does not change other dice, so two
 * variants of a battle (other targets, scenario or prices) share dice if they share a seed. */
#ifndef SALVO_FIGHT_BATTLE_KERNEL_H
#define SALVO_FIGHT_BATTLE_KERNEL_H

#include "fight/battle_tables.h"
#include "simulate/kernel.h"
#include "simulate/tally.h"

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

/* The tally of a thread, for one battle model. An outcome code is a result known in advance, unless there are too many
 * codes. Gains are those of the chain; those of elements lost stay empty, because codes contain them. */
typedef struct battle_tally {
    tally all;      /* the first member */
    size_t n_codes; /* including that of the battle that never ends */
    /* By turn: battles that continued after it ([0]: before the first), and battles that ended in it. The last of
     * TURNS_TOLD + 2 entries is for all later turns. */
    survivors *going, *ended;
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
void battle_tally_code(battle_tally *t, int code);      /* some battle has ended with that code */

typedef void battle_fighter(const battle_tables *t, const trial_range *s, battle_tally *to);

typedef struct battle_kernel {
    const char *name;      /* its name in --isa */
    battle_fighter *fight; /* for narrow codes; for wide codes: */
    battle_fighter *fight_wide;
} battle_kernel;

static inline void battle_kernel_fight(const battle_kernel *k, const battle_tables *t, const trial_range *s,
                                       battle_tally *to)
{
    (t->narrow ? k->fight : k->fight_wide)(t, s, to);
}

/* Returns SALVO_TOO_LARGE with the remedy, for a battle that used up its draws in a kernel or in the reference
 * engine. */
salvo_status battle_too_long(salvo_error *err);

/* Finds the battle kernel for the instruction set `isa`, as kernel_find does. */
salvo_status battle_kernel_find(const char *isa, const battle_kernel **found, salvo_error *err);

#endif

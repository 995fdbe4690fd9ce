/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel as a battle of one against one: the chain that a ruleset's battle adapter makes of two elements. A turn is the
 * throw that says who fires first, then the activation of that side and of the other, then what the end of a turn does to
 * either. In a sequence without an initiative
 * either side begins as often: of two shuffled cards one is on top. What an element is, how it is hurt and when it is
 * out, the adapter says. */
#ifndef SALVO_RULES_ONE_ON_ONE_H
#define SALVO_RULES_ONE_ON_ONE_H

#include <salvo/arena.h>
#include <salvo/rules.h>

enum { SIDE_OF_A, SIDE_OF_B, N_DUEL_SIDES };

typedef enum { FIRST_A, FIRST_B, FIRST_INITIATIVE, FIRST_SIMULTANEOUS } duel_first;
extern const char *const DUEL_FIRST_CHOICES[]; /* "a", in the order of the enum; ends with NULL */

/* What a choice stands for where the list is initiative, a, b, simultaneous, or begins so. */
extern const duel_first DUEL_FIRST_OF[];

/* Outcomes by number. A ruleset gives each a name of its own, and may call a stalemate what cannot be a mutual end. */
enum { DUEL_A_WINS, DUEL_B_WINS, DUEL_MUTUAL, DUEL_UNDECIDED, N_DUEL_OUTCOMES };
extern const char *const DUEL_OUTCOMES[N_DUEL_OUTCOMES]; /* "a-wins" ... */

/* The first member of the duel's situation. What it points to lives as long: elements and a field as the adapter's schemas
 * make them, and room for the activation that each aims at the other. */
typedef struct one_on_one {
    const salvo_battle_adapter *adapter;
    const void *field;
    const void *element[N_DUEL_SIDES];
    void *fire[N_DUEL_SIDES]; /* fire_size bytes each, zeroed */
    bool moves[N_DUEL_SIDES]; /* as they were aimed */
    duel_first first;
    bool looks_at_actor; /* resolve() may, though no unit state changes how many throws there are */
    int64_t turn_limit;  /* 0: unlimited */

    /* The outcome when a turn is to begin that never can (never_begins: the initiative is never settled), or when
     * without a limit neither can harm the other any more. 0: none; such a duel goes on for ever. */
    int stalemate;
    bool never_begins;
    bool counts_activations; /* what the first expectation counts, in place of turns begun */
    /* Adds what else the expectations say of the unit states in which the duel has ended; or NULL. */
    void (*count_end)(const struct one_on_one *duel, uint8_t unit_state[N_DUEL_SIDES][SALVO_ELEMENT_BYTES],
                      int64_t *gain);
} one_on_one;

/* The expectation of a duel that counts turns and nothing else. */
extern const salvo_expectation DUEL_EXPECTATIONS[1];

/* Dice have a stream for the initiative and one for each of the first throws of either side, so that two variants of a
 * duel roll the same dice for the same thing. An activation has at most 255 throws. */
extern const salvo_chain DUEL_CHAIN;

/* Says who fights: arrays of two elements, and of room for two activations. */
void one_on_one_between(one_on_one *duel, const salvo_battle_adapter *adapter, const void *field, const void *elements,
                        void *fires);

/* Aims either at the other. Fails where the adapter refuses fire. `moves` may be NULL: neither does. */
salvo_status one_on_one_aim(one_on_one *duel, double range, const bool moves[N_DUEL_SIDES], salvo_error *err);

/* Who acts first in a turn of battles of that adapter, unless a question says so itself. */
salvo_acts_first order_of_sides(const salvo_battle_adapter *adapter, const void *field);

/* The same of a duel, which begins with its one_on_one; salvo_duel_adapter's callback. */
salvo_acts_first one_on_one_acts_first(const void *situation);

/* How `salvo duel` finds its way about a duel of that name, with parameters a, b, range and first. */
#define DUEL_ADAPTER_OF(name)                                                                        \
    {                                                                                                \
        .procedure = name, .a = "a", .b = "b", .range = "range", .first = "first", .turns = "turns", \
        .a_wins = "a-wins", .b_wins = "b-wins", .mutual = "mutual", .mirrors = true,                 \
        .acts_first = one_on_one_acts_first                                                          \
    }

/* Makes an element's parameter that of one side, 0 or 1: "cover" becomes "a-cover". What its conditions name is of the same
 * side, "cover=hard" becomes "a-cover=hard". Other keys for it are left out. The texts live in `memory`; false when that is out. */
bool one_on_one_own(salvo_parameter *parameter, int side, salvo_arena *memory);

/* "initiative is rolled for every turn, for at most 3 turns" */
void one_on_one_explain(const one_on_one *duel, struct salvo_text *text);

#endif

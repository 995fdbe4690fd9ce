/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel as a battle of one against one: the chain that a ruleset's battle adapter makes of two elements. A turn has
 * four parts: the throw for who fires first, the activation of that side, that of the other side, and the end of the
 * turn. In a sequence without an initiative, both sides are equally likely to begin, as if two cards were shuffled. The
 * adapter defines an element, how it is damaged and when it is out. */
#ifndef SALVO_RULES_ONE_ON_ONE_H
#define SALVO_RULES_ONE_ON_ONE_H

#include <salvo/arena.h>
#include <salvo/rules.h>

enum { SIDE_OF_A, SIDE_OF_B, N_DUEL_SIDES };

typedef enum { FIRST_A, FIRST_B, FIRST_INITIATIVE, FIRST_SIMULTANEOUS } duel_first;
extern const char *const DUEL_FIRST_CHOICES[]; /* "a", in the order of the enum; ends with NULL */

/* Maps a place in a list that is, or begins with, initiative, a, b, simultaneous to its meaning. */
extern const duel_first DUEL_FIRST_OF[];

/* Outcomes by number. A ruleset has its own name for each. If a mutual end is impossible, it may use that number for a
 * stalemate. */
enum { DUEL_A_WINS, DUEL_B_WINS, DUEL_MUTUAL, DUEL_UNDECIDED, N_DUEL_OUTCOMES };
extern const char *const DUEL_OUTCOMES[N_DUEL_OUTCOMES]; /* "a-wins" ... */

/* The first member of the duel's situation. What it points to must live as long. Elements and field are made by the
 * adapter's schemas. `fire` has room for the activation that each aims at the other. */
typedef struct one_on_one {
    const salvo_battle_adapter *adapter;
    const void *field;
    const void *element[N_DUEL_SIDES];
    void *fire[N_DUEL_SIDES]; /* fire_size bytes each, zeroed */
    bool moves[N_DUEL_SIDES]; /* while they aimed */
    duel_first first;
    bool looks_at_actor; /* resolve() may look, though no unit state changes the number of throws */
    int64_t turn_limit;  /* 0: unlimited */

    /* The outcome if no turn ever begins (never_begins: the initiative is never settled). It is also the outcome if
     * there is no limit and neither side can harm the other any more. 0: there is none, and such a duel goes on for
     * ever. */
    int stalemate;
    bool never_begins;
    bool counts_activations; /* the first expectation counts activations instead of turns */
    /* Adds to the other expectations what the final unit states of the duel contribute; or NULL. */
    void (*count_end)(const struct one_on_one *duel, uint8_t unit_state[N_DUEL_SIDES][SALVO_ELEMENT_BYTES],
                      int64_t *gain);
} one_on_one;

/* The expectation of a duel that counts nothing but turns. */
extern const salvo_expectation DUEL_EXPECTATIONS[1];

/* There is a stream of dice for the initiative, and one for each of the first throws of each side. So two variants of a
 * duel roll the same dice for the same stream. An activation has at most 255 throws. */
extern const salvo_chain DUEL_CHAIN;

/* Sets the two sides. `elements` is an array of two elements, `fires` has room for two activations. */
void one_on_one_between(one_on_one *duel, const salvo_battle_adapter *adapter, const void *field, const void *elements,
                        void *fires);

/* Aims each side at the other. Fails if the adapter refuses the fire. `moves` may be NULL: neither moves. */
salvo_status one_on_one_aim(one_on_one *duel, double range, const bool moves[N_DUEL_SIDES], salvo_error *err);

/* Returns who acts first in a turn of battles of that adapter, unless a question says it. */
salvo_acts_first order_of_sides(const salvo_battle_adapter *adapter, const void *field);

/* The same for a duel, whose situation begins with a one_on_one. It is salvo_duel_adapter's callback. */
salvo_acts_first one_on_one_acts_first(const void *situation);

/* The duel adapter for a duel of that name, with parameters a, b, range and first. */
#define DUEL_ADAPTER_OF(name)                                                                        \
    {                                                                                                \
        .procedure = name, .a = "a", .b = "b", .range = "range", .first = "first", .turns = "turns", \
        .a_wins = "a-wins", .b_wins = "b-wins", .mutual = "mutual", .mirrors = true,                 \
        .acts_first = one_on_one_acts_first                                                          \
    }

/* Makes an element's parameter that of one side, 0 or 1: "cover" becomes "a-cover". Its conditions become those of the
 * same side: "cover=hard" becomes "a-cover=hard". Its aliases are dropped. The texts live in `memory`; false if memory
 * is out. */
bool one_on_one_own(salvo_parameter *parameter, int side, salvo_arena *memory);

/* Adds a text such as "initiative is rolled for every turn, for at most 3 turns". */
void one_on_one_explain(const one_on_one *duel, struct salvo_text *text);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of duels of two stands and fights of battle groups: the hands shown, the side with the first round,
 * the sides, and the effect of each engagement. */
#ifndef SALVO_RULES_MBT2030_FIGHT_H
#define SALVO_RULES_MBT2030_FIGHT_H

#include "rules/mbt2030/exchange.h"
#include "rules/one_on_one.h"

enum mbt_side { SIDE_A, SIDE_B, N_SIDES };

enum { MBT_TURNS_MAX = 1000000 };

extern const char *const MBT_FIRST_CHOICES[], *const MBT_ACCUMULATE_CHOICES[]; /* the first: by a duel_first */

/* Both players' hands. */
struct mbt_hands {
    uint32_t weights[N_SIDES][N_HANDS];
    struct mbt_rps rps[N_SIDES]; /* by the owner */
    struct mbt_rps initiative;   /* from a's side, draws shown again */
    duel_first first;
};

/* clang-format off */
#define MBT_HANDS_OF_BOTH(type, hands) \
    MBT_HANDS(type, hands.weights[SIDE_A], "a-", "a"), \
    MBT_HANDS(type, hands.weights[SIDE_B], "b-", "b"), \
    CHOICE("first", "who has the first round of a turn", MBT_FIRST_CHOICES, "initiative", INTO(type, hands.first))
/* clang-format on */

/* Computes what follows from the weights, which may not be all 0 for a player. */
salvo_status mbt_hands_prepare(struct mbt_hands *hands, salvo_error *err);

/* Return the throw that decides the first round, and the side that it decides for. */
salvo_dice mbt_order_dice(const struct mbt_hands *hands);
enum mbt_side mbt_order(const struct mbt_hands *hands, const uint8_t *faces);

/* Returns whether hands can never differ, so that no turn begins. */
bool mbt_never_begins(const struct mbt_hands *hands);

/* Returns which side has the first round of a turn. */
salvo_acts_first mbt_acts_first(const struct mbt_hands *hands);

/* When a side is fragile. */

enum { LIMIT_MAX = 100, LIMIT_BY_SIZE = 0 };

/* M22: the book's limits are for its battle group. A side of another size has the same share of its stands, rounded
 * up. */
#define MBT_BY_SIZE "by-size"

/* Returns the limit of a side that begins with that many stands; `given` is the parameter's, `of_group` the book's. */
int mbt_limit(const struct mbt_tables *t, int given, enum mbt_value of_group, int stands);

/* The default length of a fight of battle groups. */
#define MBT_BATTLE_TURNS      20
#define MBT_WORDS_OF(number)  #number
#define MBT_NUMBER_IN(number) MBT_WORDS_OF(number)

/* clang-format off */
#define MBT_LIMITS(type) \
    WHOLE("pin-limit", "stands pinned or shaken that make a side fragile (M22)", \
          1, LIMIT_MAX, MBT_BY_SIZE, .word = MBT_BY_SIZE, .without = LIMIT_BY_SIZE, INTO(type, pin_limit)), \
    WHOLE("break-limit", "stands out that make a side fragile (M22)", 1, LIMIT_MAX, \
          MBT_BY_SIZE, .word = MBT_BY_SIZE, .without = LIMIT_BY_SIZE, INTO(type, break_limit))
/* clang-format on */

/* The elements and the field of battles. */

struct mbt_element {
    const struct mbt_tables *tables;
    struct mbt_stand stand; /* its initial state */
};

struct mbt_field {
    const struct mbt_tables *tables;
    struct mbt_situation s; /* a battle's range is that of its lines */
    struct mbt_hands hands;
    bool accumulate;
    int pin_limit, break_limit;
};

/* Two sides of equal stands. */

struct mbt_fight {
    struct mbt_element side[N_SIDES]; /* each stand of the side */
    struct mbt_field field;
    struct mbt_exchange exchange[N_SIDES]; /* by the owner */
    int64_t turn_limit;                    /* 0: unlimited */
};

/* `at` is the path to the struct mbt_fight in the situation: "fight.", or nothing if it is all of it. */
/* clang-format off */
#define MBT_ACCUMULATE(...) \
    CHOICE("accumulate", "the effect of an equal or lesser result: none, or one state worse (M8)", \
           MBT_ACCUMULATE_CHOICES, "no", __VA_ARGS__)

#define MBT_FIGHT(type, at, turns) \
    MBT_STAND(type, at side[SIDE_A].stand, "a-", "a's"), \
    MBT_STAND(type, at side[SIDE_B].stand, "b-", "b's"), \
    MBT_SITUATION(type, at field.s), \
    MBT_HANDS_OF_BOTH(type, at field.hands), \
    MBT_ACCUMULATE(INTO(type, at field.accumulate)), \
    WHOLE("turns", "turns after which the fight ends, undecided; 0: no limit", 0, MBT_TURNS_MAX, turns, .word = "unlimited", \
          INTO(type, at turn_limit))
/* clang-format on */

/* Prepares everything except the exchanges. */
salvo_status mbt_fight_prepare(const void *tables, struct mbt_fight *fight, salvo_error *err);

static inline enum mbt_side mbt_enemy(enum mbt_side side)
{
    return side == SIDE_A ? SIDE_B : SIDE_A;
}

/* Adds the sides, line by line, and which side has the first round. */
void mbt_fight_explain(const struct mbt_fight *fight, salvo_text *text);

#endif

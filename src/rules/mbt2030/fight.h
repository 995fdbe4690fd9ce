/* What the duel of two stands and the fight of two battle groups share: the sides, and what each engagement does. */
#ifndef SALVO_RULES_MBT2030_FIGHT_H
#define SALVO_RULES_MBT2030_FIGHT_H

#include "rules/mbt2030/engagement.h"

enum mbt_side { SIDE_A, SIDE_B, N_SIDES };

enum mbt_first { FIRST_A, FIRST_B, FIRST_INITIATIVE };

enum { MBT_TURNS_MAX = 1000000 };

extern const char *const MBT_FIRST_CHOICES[], *const MBT_ACCUMULATE_CHOICES[];

/* The places of N_FIGHT_KEYS parameters; a procedure's own stand behind them. */
enum {
    FIGHT_STAND,
    FIGHT_SITUATION = FIGHT_STAND + N_SIDES * N_STAND_KEYS,
    FIGHT_HANDS = FIGHT_SITUATION + N_SITUATION_KEYS,
    FIGHT_FIRST = FIGHT_HANDS + N_SIDES * N_HAND_KEYS,
    FIGHT_ACCUMULATE,
    FIGHT_TURNS,
    N_FIGHT_KEYS,
};

/* clang-format off */
#define MBT_FIGHT(turns) \
    MBT_STAND("a-", "a's"), \
    MBT_STAND("b-", "b's"), \
    MBT_SITUATION, \
    MBT_HANDS("a-", "a"), \
    MBT_HANDS("b-", "b"), \
    MBT_CHOICE("first", "who has the first round of a turn", MBT_FIRST_CHOICES, "initiative"), \
    MBT_CHOICE("accumulate", "what an equal or lesser result does: nothing, or one state worse (M8)", \
               MBT_ACCUMULATE_CHOICES, "no"), \
    {.key = "turns", .help = "turns after which it is broken off; 0: never", .kind = SALVO_INTEGER, .min = 0, \
     .max = MBT_TURNS_MAX, .word = "unlimited", .fallback = turns}
/* clang-format on */

struct mbt_fight {
    struct mbt_stand stand[N_SIDES]; /* as each stand of the side begins */
    struct mbt_situation s;
    struct mbt_engagement engagement[N_SIDES]; /* of steady stands, by the owner */
    struct mbt_rps rps[N_SIDES];               /* by the owner */
    struct mbt_rps initiative;                 /* from a's side, draws shown again */
    enum mbt_first first;
    bool accumulate;
    int64_t turn_limit; /* 0: unlimited */
    /* What an engagement makes of the two states: [owner][state of a][state of b][owner's result][side] */
    uint8_t after[N_SIDES][N_LIVE_STATES][N_LIVE_STATES][N_RESULTS][N_SIDES];
};

salvo_status mbt_fight_prepare(const void *tables, const salvo_parameter *parameters, const salvo_value *values,
                               struct mbt_fight *fight, salvo_error *err);

/* The throw that settles who has the first round, and who it is. */
salvo_dice mbt_fight_order_dice(const struct mbt_fight *fight);
enum mbt_side mbt_fight_order(const struct mbt_fight *fight, const uint8_t *faces);

/* Hands that can never differ never settle it: then no turn begins. */
bool mbt_fight_never_begins(const struct mbt_fight *fight);

/* Whether an engagement by `owner` may change the states of the two stands, a's and b's; neither is out. */
bool mbt_fight_may_change(const struct mbt_fight *fight, enum mbt_side owner, int a, int b);

static inline enum mbt_side mbt_enemy(enum mbt_side side)
{
    return side == SIDE_A ? SIDE_B : SIDE_A;
}

/* The sides, line by line, and who has the first round. */
void mbt_fight_explain(const struct mbt_fight *fight, salvo_text *text);

#endif

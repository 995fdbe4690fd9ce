/* What duels of two stands and fights of battle groups share: whose hands are shown, who has the first round, the sides,
 * and what each engagement does. */
#ifndef SALVO_RULES_MBT2030_FIGHT_H
#define SALVO_RULES_MBT2030_FIGHT_H

#include "rules/mbt2030/exchange.h"

enum mbt_side { SIDE_A, SIDE_B, N_SIDES };

enum mbt_first { FIRST_A, FIRST_B, FIRST_INITIATIVE };

enum { MBT_TURNS_MAX = 1000000 };

extern const char *const MBT_FIRST_CHOICES[], *const MBT_ACCUMULATE_CHOICES[];

/* Both players' hands. */

enum { HANDS_FIRST = N_SIDES * N_HAND_KEYS, N_HANDS_OF_BOTH_KEYS };

struct mbt_hands {
    struct mbt_rps rps[N_SIDES]; /* by the owner */
    struct mbt_rps initiative;   /* from a's side, draws shown again */
    enum mbt_first first;
};

/* clang-format off */
/* N_HANDS_OF_BOTH_KEYS parameters. */
#define MBT_HANDS_OF_BOTH \
    MBT_HANDS("a-", "a"), \
    MBT_HANDS("b-", "b"), \
    MBT_CHOICE("first", "who has the first round of a turn", MBT_FIRST_CHOICES, "initiative")
/* clang-format on */

/* From those values; `parameters` are theirs. */
salvo_status mbt_hands_of_both(const salvo_parameter *parameters, const salvo_value *values, struct mbt_hands *hands,
                               salvo_error *err);

/* The throw that settles who has the first round, and who it is. */
salvo_dice mbt_order_dice(const struct mbt_hands *hands);
enum mbt_side mbt_order(const struct mbt_hands *hands, const uint8_t *faces);

/* Hands that can never differ never settle it: then no turn begins. */
bool mbt_never_begins(const struct mbt_hands *hands);

/* When a battle group is fragile. */

enum { PIN_LIMIT, BREAK_LIMIT, N_LIMIT_KEYS, LIMIT_MAX = 100 };

/* How long battle groups fight unless told. */
#define MBT_BATTLE_TURNS      20
#define MBT_WORDS_OF(number)  #number
#define MBT_NUMBER_IN(number) MBT_WORDS_OF(number)

/* clang-format off */
#define MBT_COUNT(name, words, upto, preset, cell) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = 1, .max = upto, .fallback = preset, .fallback_cell = cell}

/* N_LIMIT_KEYS parameters. */
#define MBT_LIMITS \
    MBT_COUNT("pin-limit", "stands pinned or shaken that make a side fragile", LIMIT_MAX, "6", \
              "values.pin-limit.value"), \
    MBT_COUNT("break-limit", "stands out that make a side fragile", LIMIT_MAX, "4", "values.break-limit.value")
/* clang-format on */

/* Two sides of like stands. */

/* The places of N_FIGHT_KEYS parameters; a procedure's own stand behind them. */
enum {
    FIGHT_STAND,
    FIGHT_SITUATION = FIGHT_STAND + N_SIDES * N_STAND_KEYS,
    FIGHT_HANDS = FIGHT_SITUATION + N_SITUATION_KEYS,
    FIGHT_ACCUMULATE = FIGHT_HANDS + N_HANDS_OF_BOTH_KEYS,
    FIGHT_TURNS,
    N_FIGHT_KEYS,
};

/* clang-format off */
#define MBT_ACCUMULATE \
    MBT_CHOICE("accumulate", "what an equal or lesser result does: nothing, or one state worse (M8)", \
               MBT_ACCUMULATE_CHOICES, "no")

#define MBT_FIGHT(turns) \
    MBT_STAND("a-", "a's"), \
    MBT_STAND("b-", "b's"), \
    MBT_SITUATION, \
    MBT_HANDS_OF_BOTH, \
    MBT_ACCUMULATE, \
    {.key = "turns", .help = "turns after which it is broken off; 0: never", .kind = SALVO_INTEGER, .min = 0, \
     .max = MBT_TURNS_MAX, .word = "unlimited", .fallback = turns}
/* clang-format on */

struct mbt_fight {
    struct mbt_stand stand[N_SIDES]; /* as each stand of the side begins */
    struct mbt_situation s;
    struct mbt_hands hands;
    struct mbt_engagement engagement[N_SIDES]; /* of stands as they begin, by the owner */
    struct mbt_exchange exchange[N_SIDES];     /* by the owner */
    bool accumulate;
    int64_t turn_limit; /* 0: unlimited */
};

salvo_status mbt_fight_prepare(const void *tables, const salvo_parameter *parameters, const salvo_value *values,
                               struct mbt_fight *fight, salvo_error *err);

static inline enum mbt_side mbt_enemy(enum mbt_side side)
{
    return side == SIDE_A ? SIDE_B : SIDE_A;
}

/* The sides, line by line, and who has the first round. */
void mbt_fight_explain(const struct mbt_fight *fight, salvo_text *text);

#endif

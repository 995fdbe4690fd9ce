#include "rules/mbt2030/duel.h"

#include "rules/mbt2030/fight.h"

static const salvo_parameter PARAMETERS[] = {MBT_FIGHT(struct mbt_fight, , "0")};

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    return mbt_fight_prepare(tables, situation, err);
}

/* A turn is one ORDER step, then a ROUND of each side. */
enum phase { ORDER, ROUND };

struct state {
    uint8_t stand[N_SIDES]; /* enum mbt_state */
    uint8_t phase;
    uint8_t owner;  /* enum mbt_side */
    uint8_t second; /* it is the second round of the turn */
};

enum outcome { A_WINS, B_WINS, BOTH_OUT, STALEMATE, N_OUTCOMES };
enum { ROUNDS };

static void start(const void *situation, void *state)
{
    const struct mbt_fight *f = situation;

    for (int side = 0; side < N_SIDES; side++)
        ((struct state *)state)->stand[side] = (uint8_t)f->stand[side].state;
}

static bool is_stuck(const struct mbt_fight *f, const struct state *s)
{
    enum mbt_state a = (enum mbt_state)s->stand[SIDE_A], b = (enum mbt_state)s->stand[SIDE_B];

    return !mbt_exchange_may_change(&f->exchange[SIDE_A], a, b) && !mbt_exchange_may_change(&f->exchange[SIDE_B], b, a);
}

/* With a limit of turns, stands that can do each other no more harm go on until then. */
static int outcome(const void *situation, const void *state)
{
    const struct mbt_fight *f = situation;
    const struct state *s = state;
    bool a_out = mbt_is_out((enum mbt_state)s->stand[SIDE_A]), b_out = mbt_is_out((enum mbt_state)s->stand[SIDE_B]);

    if (a_out || b_out)
        return a_out && b_out ? BOTH_OUT : b_out ? A_WINS : B_WINS;
    if (s->phase == ORDER && (mbt_never_begins(&f->hands) || (!f->turn_limit && is_stuck(f, s))))
        return STALEMATE;
    return SALVO_GOES_ON;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mbt_fight *f = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        *dice = mbt_order_dice(&f->hands);
    else
        *dice = mbt_exchange_dice(&f->exchange[s->owner]);
}

/* The other side's round, or the next turn. True at the end of a turn. */
static bool move_on(struct state *s)
{
    if (!s->second) {
        s->second = 1;
        s->owner = (uint8_t)mbt_enemy((enum mbt_side)s->owner);
        return false;
    }
    s->second = s->owner = 0;
    s->phase = ORDER;
    return true;
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mbt_fight *f = situation;
    struct state *s = state;

    if (s->phase == ORDER) {
        s->phase = ROUND;
        s->owner = (uint8_t)mbt_order(&f->hands, faces);
        return false;
    }
    gain[ROUNDS]++;
    mbt_exchange_apply(&f->exchange[s->owner], &s->stand[s->owner], &s->stand[mbt_enemy((enum mbt_side)s->owner)],
                       faces);
    return move_on(s);
}

static int64_t turn_limit(const void *situation)
{
    return ((const struct mbt_fight *)situation)->turn_limit;
}

static void explain(const void *situation, salvo_text *text)
{
    mbt_fight_explain(situation, text);
}

static const char *const OUTCOMES[N_OUTCOMES] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [BOTH_OUT] = "both-out", [STALEMATE] = "stalemate"};

static const salvo_expectation EXPECTATIONS[] = {
    [ROUNDS] = {.name = "rounds", .help = "mean number of rounds played; two make a turn"}};

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = turn_limit,
    .undecided = STALEMATE,
};

const salvo_procedure MBT_DUEL = {
    .id = "MBT-16",
    .schema = {.name = "mbt2030.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct mbt_fight),
               .prepare = prepare,
               .explain = explain},
    .documentation =
        {.chapter = "Fights",
         .title = "two stands engage each other until one is out or neither can change anything",
         .section = "The Turn Sequence, Conducting Engagement, Results of Engagement",
         .rulings = "M1 to M11, M15",
         .notes =
             "Two equal ARMOUR stands can never break each other, for no difference of two causes can arise: that duel is a "
             "stalemate. With accumulate=step they do."},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};

const salvo_duel_adapter MBT_DUEL_ADAPTER = {
    .procedure = "mbt2030.duel",
    .a = "a-class",
    .b = "b-class",
    .range = "range",
    .first = "first",
    .turns = "rounds",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "both-out",
    .counts = "rounds",
    .mirrors = true,
};

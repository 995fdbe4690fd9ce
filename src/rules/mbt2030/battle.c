/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-17, two battle groups of equal stands. All stands of a side are alike and at one range. So one engagement of each
 * side, computed beforehand for every pair of states, serves the whole fight: the chain only changes states. Groups of
 * unlike stands are a battle (battle_adapter.c), with the same rulings. */
#include "rules/mbt2030/battle.h"

#include "rules/mbt2030/battle_adapter.h"
#include "rules/mbt2030/fight.h"
#include "rules/told.h"

/* A battle group of the book has twelve stands. The bound keeps the state small, with a byte for each stand of both
 * sides, because exact odds hold very many of them. */
enum { STANDS_MAX = 12 };

struct battle {
    struct mbt_fight fight;
    int stands, pin_limit, break_limit; /* limits as given */
    int worn_limit, out_limit;          /* of either side */
};

static const salvo_parameter PARAMETERS[] = {
    MBT_FIGHT(struct battle, fight., MBT_NUMBER_IN(MBT_BATTLE_TURNS)),
    WHOLE("stands", "stands of each side", 1, STANDS_MAX, "12", .fallback_cell = "values.battle-group-stands.value",
          INTO(struct battle, stands)),
    MBT_LIMITS(struct battle),
};

/* This calls the adapter of battles, although it belongs to the same rules. So a fight of equal stands cannot reach
 * another engagement than a battle of the same stands. */
static void find_exchanges(struct mbt_fight *f)
{
    for (int owner = 0; owner < N_SIDES; owner++) {
        const salvo_circumstances now = {.side = owner, .range = f->field.s.range_inches};

        MBT_BATTLE_ADAPTER.aim(&f->field, &f->side[owner], &f->side[mbt_enemy((enum mbt_side)owner)], &now,
                               &f->exchange[owner]);
    }
}

/* The table's own number of stands is not limited by the parameter, so a changed table is refused here and not by the
 * parser. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct battle *b = situation;
    salvo_status status;

    if (b->stands > STANDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "stands=%d is out of range; a side has 1 to %d stands", b->stands,
                          STANDS_MAX);
    status = mbt_fight_prepare(tables, &b->fight, err);
    if (status != SALVO_OK)
        return status;
    b->worn_limit = mbt_limit(tables, b->pin_limit, VALUE_PIN_LIMIT, b->stands);
    b->out_limit = mbt_limit(tables, b->break_limit, VALUE_BREAK_LIMIT, b->stands);
    find_exchanges(&b->fight);
    return SALVO_OK;
}

/* A turn is one ORDER step, then a ROUND of each side: a step for each engagement, or one step without dice if there is
 * none. */
enum phase { ORDER, ROUND };

struct state {
    uint8_t stand[N_SIDES][STANDS_MAX]; /* enum mbt_state */
    uint8_t phase;
    uint8_t owner;  /* enum mbt_side */
    uint8_t second; /* it is the second round of the turn */
    uint8_t next;   /* stands of the owner before this one have acted */
};

enum outcome { A_WINS, B_WINS, BOTH_FRAGILE, UNDECIDED, N_OUTCOMES };
enum {
    TURNS,
    PINNED,
    BROKEN = PINNED + N_SIDES,
    N_EXPECTATIONS = BROKEN + N_SIDES
}; /* PINNED + a side, BROKEN + a side */

/* Both groups begin with all their stands in the given state. */
static void start(const void *situation, void *state)
{
    const struct battle *b = situation;
    struct state *s = state;

    for (int side = 0; side < N_SIDES; side++)
        for (int i = 0; i < b->stands; i++)
            s->stand[side][i] = (uint8_t)b->fight.side[side].stand.state;
}

static bool is_out(const struct state *s, enum mbt_side side, int i)
{
    return mbt_is_out((enum mbt_state)s->stand[side][i]);
}

/* Stands that are out do not also count as damaged; otherwise a stand that breaks would count twice. */
static int stands_in(const struct battle *b, const struct state *s, enum mbt_side side, bool out)
{
    int n = 0;

    for (int i = 0; i < b->stands; i++)
        n += out ? is_out(s, side, i) : s->stand[side][i] == STATE_PINNED || s->stand[side][i] == STATE_SHAKEN;
    return n;
}

/* Limits M12 and M13 of the book: enough stands damaged, or enough stands out. */
static bool is_fragile(const struct battle *b, const struct state *s, enum mbt_side side)
{
    return stands_in(b, s, side, false) >= b->worn_limit || stands_in(b, s, side, true) >= b->out_limit;
}

/* Returns the first stand of the side from `from` on, in cyclic order for `count` places, that is not out; -1 if all
 * are. */
static int find_stand(const struct battle *b, const struct state *s, enum mbt_side side, int from, int count)
{
    for (int i = 0; i < count; i++)
        if (!is_out(s, side, (from + i) % b->stands))
            return (from + i) % b->stands;
    return -1;
}

/* Finds the owner's next engagement; returns false if the round is over. M20: the opponent is the enemy in the same
 * place of the line or, if that is out, the next one in cyclic order. The owner's stands act once each in their order,
 * so their search is not cyclic. Nominations bind only an owner's own stands (M12): the same enemy may be engaged
 * several times in a round. */
static bool find_pair(const struct battle *b, const struct state *s, enum mbt_side owner, int next, int pair[N_SIDES])
{
    int own = find_stand(b, s, owner, next, b->stands - next);

    if (!b->fight.exchange[owner].allowed || own < 0)
        return false;
    pair[owner] = own;
    pair[mbt_enemy(owner)] = find_stand(b, s, mbt_enemy(owner), own, b->stands);
    return pair[mbt_enemy(owner)] >= 0;
}

static enum mbt_state state_of(const struct state *s, enum mbt_side side, const int pair[N_SIDES])
{
    return (enum mbt_state)s->stand[side][pair[side]];
}

/* Returns whether a whole turn would leave all states unchanged. The pairs are those of both rounds now. If none of
 * them changes anything, the next pairs are the same. */
static bool is_stuck(const struct battle *b, const struct state *s)
{
    int pair[N_SIDES];

    for (int owner = 0; owner < N_SIDES; owner++)
        for (int next = 0; next < b->stands && find_pair(b, s, (enum mbt_side)owner, next, pair);
             next = pair[owner] + 1)
            if (mbt_exchange_may_change(&b->fight.exchange[owner], state_of(s, (enum mbt_side)owner, pair),
                                        state_of(s, mbt_enemy((enum mbt_side)owner), pair)))
                return false;
    return true;
}

/* Without a limit of turns, a fight in which nothing can change any more ends undecided. Fragility is checked after
 * each engagement, and not at the end of a turn (M21). The search for a stalemate is slow, so it is made at most once a
 * turn. With a limit it is left out, because the turns are counted up to that limit. */
static int outcome(const void *situation, const void *state)
{
    const struct battle *b = situation;
    const struct state *s = state;
    bool a_fragile = is_fragile(b, s, SIDE_A), b_fragile = is_fragile(b, s, SIDE_B);

    if (a_fragile || b_fragile)
        return a_fragile && b_fragile ? BOTH_FRAGILE : b_fragile ? A_WINS : B_WINS;
    if (s->phase == ORDER && (mbt_never_begins(&b->fight.field.hands) || (!b->fight.turn_limit && is_stuck(b, s))))
        return UNDECIDED;
    return SALVO_CONTINUES;
}

/* A round without a permitted engagement still takes a step, of no dice: its side has the round, and the turn must go
 * on to the other side. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct battle *b = situation;
    const struct state *s = state;
    int pair[N_SIDES];

    if (s->phase == ORDER)
        *dice = mbt_order_dice(&b->fight.field.hands);
    else if (find_pair(b, s, (enum mbt_side)s->owner, s->next, pair))
        *dice = mbt_exchange_dice(&b->fight.exchange[s->owner]);
    else
        *dice = salvo_dice_of(0, N_RESULTS);
}

/* Begins the other side's round, or the next turn; returns true at the end of a turn. The turn's first side is then
 * cleared, so that states that differ only in it are the same. */
static bool end_round(struct state *s)
{
    s->next = 0;
    if (!s->second) {
        s->second = 1;
        s->owner = (uint8_t)mbt_enemy((enum mbt_side)s->owner);
        return false;
    }
    s->second = s->owner = 0;
    s->phase = ORDER;
    return true;
}

/* The last engagement also closes the round, because a separate step would add a state for every course of the
 * round. */
static bool step_round(const struct battle *b, struct state *s, const uint8_t *faces, int64_t *gain)
{
    enum mbt_side owner = (enum mbt_side)s->owner, enemy = mbt_enemy(owner);
    int pair[N_SIDES];

    if (!find_pair(b, s, owner, s->next, pair))
        return end_round(s);
    mbt_exchange_apply(&b->fight.exchange[owner], &s->stand[owner][pair[owner]], &s->stand[enemy][pair[enemy]], faces);
    for (int side = 0; side < N_SIDES; side++) {
        gain[PINNED + side] += stands_in(b, s, (enum mbt_side)side, false) >= b->worn_limit;
        gain[BROKEN + side] += stands_in(b, s, (enum mbt_side)side, true) >= b->out_limit;
    }
    s->next = (uint8_t)(pair[owner] + 1);
    return find_pair(b, s, owner, s->next, pair) ? false : end_round(s);
}

/* M15: the winner of the turn's showing has the first round. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct battle *b = situation;
    struct state *s = state;

    if (s->phase != ORDER)
        return step_round(b, s, faces, gain);
    gain[TURNS]++;
    s->phase = ROUND;
    s->owner = (uint8_t)mbt_order(&b->fight.field.hands, faces);
    return false;
}

static int64_t turn_limit(const void *situation)
{
    return ((const struct battle *)situation)->fight.turn_limit;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct battle *b = situation;

    salvo_text_add(text, "%d against %d; a side is fragile with %d stands pinned or shaken, or %d out\n", b->stands,
                   b->stands, b->worn_limit, b->out_limit);
    mbt_fight_explain(&b->fight, text);
}

static const char *const OUTCOMES[N_OUTCOMES] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [BOTH_FRAGILE] = "both-fragile", [UNDECIDED] = "undecided"};

static const salvo_expectation EXPECTATIONS[N_EXPECTATIONS] = {
    [TURNS] = {.name = "turns", .help = "mean number of turns begun"},
    [PINNED + SIDE_A] = {.name = "a-pin-limit",
                         .help = "chance that an engagement makes a fragile, by stands pinned or shaken"},
    [PINNED + SIDE_B] = {.name = "b-pin-limit",
                         .help = "chance that an engagement makes b fragile, by stands "
                                 "pinned or shaken"},
    [BROKEN + SIDE_A] = {.name = "a-break-limit",
                         .help = "chance that an engagement makes a fragile, by stands "
                                 "that are out"},
    [BROKEN + SIDE_B] = {.name = "b-break-limit",
                         .help = "chance that an engagement makes b fragile, by stands "
                                 "that are out"},
};

static void tell(const void *situation, const void *state, salvo_state_description *told)
{
    static const char *const OUT[N_SIDES] = {"a's stands out", "b's stands out"}, *const HURT[N_SIDES] = {
                                                                                      "a's stands pinned or shaken",
                                                                                      "b's stands pinned or shaken"};
    const struct state *s = state;

    told->throw_name = s->phase == ROUND ? s->owner ? "b engages" : "a engages" : "the owner of the round";
    for (int side = 0; side < N_SIDES; side++) {
        told_number(told, OUT[side], stands_in(situation, s, (enum mbt_side)side, true));
        told_number(told, HURT[side], stands_in(situation, s, (enum mbt_side)side, false));
    }
}

static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .start = start,
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .turn_limit = turn_limit,
                                  .undecided = UNDECIDED,
                                  .describe = tell};

const salvo_procedure MBT_BATTLE = {
    .id = "MBT-17",
    .schema = {.name = "mbt2030.battle",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct battle),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Fights",
                      .title = "two battle groups of equal stands fight until one is fragile",
                      .section = "The Turn Sequence, Engagement, Victory Conditions",
                      .rulings = "M1 to M13, M15, M22"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};

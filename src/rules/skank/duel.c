/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Duels (SKANK-35): figures or vehicles fire at each other, round by round.
 *
 * A side of figures is a pool of wounds. Its fire is focused on one figure until it falls, then on the next. A round is
 * the fire of both sides, then the brakes of vehicles that had lost theirs before it. Within a round the state keeps
 * only what is still needed: the remaining shots, and which side moved at its start.
 *
 * Other duels use the battle adapter (rules/one_on_one.h), but this one cannot. In battles all fire at the same time.
 * Here one side may fire first, and the other returns fire in its new state. Still, the sides that move and those that
 * roll for brakes are those at the beginning of the round. No side has lost before the round has ended with the
 * brakes. */
#include "base/phrase.h"
#include "rules/skank/force.h"
#include "rules/skank/melee.h"
#include "rules/skank/procedures.h"
#include "rules/told.h"

enum { ROUNDS_MAX = 1000000 };
enum first { FIRST_SIMULTANEOUS, FIRST_A, FIRST_B, FIRST_INITIATIVE };

static const char *const FIRST_CHOICES[] = {
    [FIRST_SIMULTANEOUS] = "simultaneous", [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", NULL};

/* What follows from the parameters of a side is computed once; rounds use only the state. */
struct side {
    struct skank_force force;
    int shots;  /* of each figure or of the vehicle, in a round */
    int brakes; /* faces of the crew's ability that save a vehicle without brakes */
    struct skank_shot shot;
    struct skank_fire fire; /* on the enemy */
};

struct duel {
    const struct skank_tables *tables;
    double range_in;
    enum first first;
    enum skank_win win;
    enum skank_burst burst;
    bool star_descends;
    int64_t rounds; /* 0: no limit */
    struct side side[N_SIDES];
};

static const salvo_parameter PARAMETERS[] = {
    SKANK_FORCE(struct duel, side[SIDE_A].force, SIDE_A, N_SIDES, "a", "a-", "a", "on one side"),
    SKANK_FORCE(struct duel, side[SIDE_B].force, SIDE_B, N_SIDES, "b", "b-", "b", "on the other"),
    SKANK_RANGE(INTO(struct duel, range_in)),
    CHOICE("first", "who fires first in every round; initiative: either side, by chance", FIRST_CHOICES, "simultaneous",
           INTO(struct duel, first)),
    SKANK_WIN(INTO(struct duel, win)),
    SKANK_BURST(INTO(struct duel, burst)),
    SKANK_STAR(INTO(struct duel, star_descends)),
    WHOLE("rounds", "rounds after which the duel ends, undecided; 0: no limit", 0, ROUNDS_MAX, "0", .aliases = "turns",
          INTO(struct duel, rounds)),
};

/* The parameters of both sides alternate in the list, so the key of a side's count is found by its place. */
static salvo_status prepare_side(struct duel *duel, enum skank_side who, salvo_error *err)
{
    struct side *side = &duel->side[who];
    const char *count = PARAMETERS[who + FORCE_COUNT * N_SIDES].key;
    salvo_status status = skank_force_prepare(duel->tables, &side->force, count, err);

    if (status != SALVO_OK)
        return status;
    side->shots = skank_force_shots(&side->force, duel->burst);
    side->brakes = skank_force_brakes(&side->force);
    return SALVO_OK;
}

/* In a duel cover does not depend on movement: a-cover holds for every shot at a. Battles differ (B-7). */
static void aim(struct duel *duel, enum skank_side who)
{
    const struct skank_force *enemy = &duel->side[skank_other(who)].force;
    struct side *side = &duel->side[who];

    side->shot = skank_force_shot(&side->force, enemy, duel->range_in, duel->star_descends);
    skank_fire_load(&side->fire, duel->tables, side->shot, true, skank_force_matters(enemy, enemy->moving));
}

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    salvo_status status = prepare_side(situation, SIDE_A, err);

    (void)tables;
    if (status != SALVO_OK)
        return status;
    status = prepare_side(situation, SIDE_B, err);
    if (status != SALVO_OK)
        return status;
    aim(situation, SIDE_A);
    aim(situation, SIDE_B);
    return SALVO_OK;
}

enum phase {
    ORDER,       /* chance decides which side fires first */
    FIRE,        /* a side has shots to fire */
    BRAKE_ROLLS, /* crews of vehicles without brakes roll */
    IDLE,        /* a round in which neither side can do anything */
    OVER,
};

enum verdict { A_WINS, B_WINS, BOTH_LOST, STALEMATE, N_VERDICTS };

/* The bit of a side. */
static uint8_t bit(enum skank_side side)
{
    return (uint8_t)(1 << side);
}

/* It is compared byte by byte, hence the named padding. Members that a phase does not use are 0, so that equal
 * situations are one state. */
struct state {
    int32_t shots[N_SIDES]; /* FIRE: still to be fired, as far as known */
    struct skank_condition side[N_SIDES];
    uint8_t phase;   /* enum phase */
    uint8_t verdict; /* OVER */
    uint8_t shooter; /* FIRE */
    uint8_t second;  /* FIRE: it is the second side to fire */
    uint8_t moved;   /* FIRE: bits of the sides that move this round */
    uint8_t braked;  /* bits of the sides that may have to roll for their brakes this round */
    uint8_t unused[2];
};

/* The chart's column depends on which sides move, and damage may change that from round to round. All four combinations
 * are loaded beforehand. */
static const struct skank_barrage *barrage_of(const struct duel *duel, enum skank_side side, uint8_t moved)
{
    bool own = moved & bit(side), enemy = moved & bit(skank_other(side));

    return &duel->side[side].fire.barrage[own][enemy];
}

/* Returns all shots of the side in this state; none if they have no effect. */
static int shots_of(const struct duel *duel, const struct state *s, enum skank_side side)
{
    const struct side *own = &duel->side[side];

    if (barrage_of(duel, side, s->moved)->per_throw == 0)
        return 0;
    return skank_shots_left(&s->side[side], own->force.wounds, own->shots);
}

/* The first side opens fire. If fire is simultaneous, all elements at the beginning of the round take part. */
static void open_fire(const struct duel *duel, struct state *s, enum skank_side first)
{
    enum skank_side second = skank_other(first);

    s->phase = FIRE;
    s->shooter = (uint8_t)first;
    s->shots[first] = shots_of(duel, s, first);
    if (duel->first == FIRST_SIMULTANEOUS)
        s->shots[second] = shots_of(duel, s, second);
}

/* Moves to the next side with something to do in this round; returns false if there is none. Empty steps would cost
 * states, so phases without a throw are skipped. Shots left when the target is gone are lost, because there is no other
 * target. */
static bool find_work(const struct duel *duel, struct state *s)
{
    if (s->shots[s->shooter])
        return true;
    if (!s->second) {
        s->second = 1;
        s->shooter = (uint8_t)skank_other((enum skank_side)s->shooter);
        if (duel->first != FIRST_SIMULTANEOUS)
            s->shots[s->shooter] = shots_of(duel, s, (enum skank_side)s->shooter);
        if (s->shots[s->shooter])
            return true;
    }
    s->second = s->shooter = s->moved = 0;
    for (int side = 0; side < N_SIDES; side++)
        if (!skank_runs_on(&s->side[side]))
            s->braked &= (uint8_t)~bit((enum skank_side)side);
    s->phase = BRAKE_ROLLS;
    return s->braked != 0;
}

/* Movement, and movement without brakes, is settled before any fire. */
static void mark_motion(const struct duel *duel, struct state *s)
{
    for (int side = 0; side < N_SIDES; side++) {
        if (skank_moves(&s->side[side], duel->side[side].force.moving))
            s->moved |= bit((enum skank_side)side);
        if (skank_sets_out_brakeless(&s->side[side], duel->side[side].force.moving))
            s->braked |= bit((enum skank_side)side);
    }
}

/* Motion is noted at the beginning of the round: a vehicle that a shot stops was still moving when it was fired at. If
 * there is nothing to fire or to roll, the round passes idle. */
static void begin_round(const struct duel *duel, struct state *s)
{
    mark_motion(duel, s);
    if (duel->first == FIRST_INITIATIVE) {
        s->phase = ORDER;
        return;
    }
    open_fire(duel, s, duel->first == FIRST_B ? SIDE_B : SIDE_A);
    if (!find_work(duel, s))
        s->phase = IDLE;
}

/* Returns whether a round from here can change anything. A round with dice may still change nothing, for instance if
 * all possible damage has been done. Such a duel is a stalemate at once and counts no further rounds. */
static bool can_change(const struct duel *duel, const struct state *s)
{
    struct state now = *s;

    if (now.phase == ORDER || now.phase == FIRE)
        for (int side = 0; side < N_SIDES; side++)
            if (shots_of(duel, &now, (enum skank_side)side) &&
                skank_barrage_can_change(barrage_of(duel, (enum skank_side)side, now.moved),
                                         (uint8_t)now.side[skank_other((enum skank_side)side)].hull, BARRAGE_HULL))
                return true;
    return now.braked != 0;
}

/* Everything else is cleared, so that all ways to one verdict are one state. */
static void decide(struct state *s, enum verdict verdict)
{
    *s = (struct state){.phase = OVER, .verdict = (uint8_t)verdict};
}

/* Begins a new round, unless it would be like this one for ever. With a limit it is played all the same. */
static void go_on(const struct duel *duel, struct state *s)
{
    begin_round(duel, s);
    if (duel->rounds == 0 && !can_change(duel, s))
        decide(s, STALEMATE);
}

/* mission-kill is the other reading of a lost vehicle: it still exists, but cannot fire. */
static bool is_lost(const struct duel *duel, const struct state *s, enum skank_side side)
{
    return s->side[side].left == 0 || (duel->win == WIN_MISSION_KILL && (s->side[side].hull & HULL_DISARMED));
}

/* Both sides are checked together, so that simultaneous fire can leave both lost. */
static void end_round(const struct duel *duel, struct state *s)
{
    bool a_lost = is_lost(duel, s, SIDE_A), b_lost = is_lost(duel, s, SIDE_B);

    s->phase = s->braked = 0;
    if (a_lost || b_lost)
        decide(s, a_lost && b_lost ? BOTH_LOST : a_lost ? B_WINS : A_WINS);
    else
        go_on(duel, s);
}

/* It is as many as one weighted die can hold; the last throw of a round may have fewer. */
static int shots_of_throw(const struct duel *duel, const struct state *s)
{
    int per_throw = barrage_of(duel, (enum skank_side)s->shooter, s->moved)->per_throw, shots = s->shots[s->shooter];

    return shots < per_throw ? shots : per_throw;
}

/* Shots left when the enemy is gone are dropped here; otherwise the round would go on with throws without an effect. */
static void fire(const struct duel *duel, struct state *s, int face)
{
    enum skank_side target = skank_other((enum skank_side)s->shooter);

    s->shots[s->shooter] -= shots_of_throw(duel, s);
    skank_suffer(&s->side[target], &duel->side[s->shooter].fire.hit, face);
    if (s->side[target].left == 0)
        s->shots[s->shooter] = 0;
}

/* The dice are those of the sides that have to roll, in their order; one die may belong to either. */
static void roll_brakes(const struct duel *duel, struct state *s, const uint8_t *faces)
{
    for (int side = 0; side < N_SIDES; side++)
        if ((s->braked & bit((enum skank_side)side)) && *faces++ > duel->side[side].brakes)
            skank_destroy(&s->side[side]);
}

/* The first round begins like any other, which also finds duels that cannot change from the start. */
static void start(const void *situation, void *state)
{
    const struct duel *duel = situation;
    struct state *s = state;

    for (int side = 0; side < N_SIDES; side++)
        s->side[side] = skank_fresh(&duel->side[side].force);
    go_on(duel, s);
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->phase == OVER ? s->verdict : SALVO_CONTINUES;
}

/* Chance for the first side is a coin, not two dice (SKANK-35 says one half each). */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct duel *duel = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        *dice = salvo_dice_of(1, 2);
    else if (s->phase == FIRE)
        *dice = skank_barrage_dice(barrage_of(duel, (enum skank_side)s->shooter, s->moved), shots_of_throw(duel, s));
    else
        *dice = salvo_dice_of((s->braked & 1) + (s->braked >> 1), FACES);
}

/* A round counts when its last throw is made. IDLE rounds count too: they occur only with a limit on rounds. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct duel *duel = situation;
    struct state *s = state;
    bool more = false;

    if (s->phase == ORDER)
        open_fire(duel, s, faces[0] == 1 ? SIDE_A : SIDE_B);
    else if (s->phase == FIRE)
        fire(duel, s, faces[0]);
    else
        roll_brakes(duel, s, faces);
    if (s->phase == FIRE)
        more = find_work(duel, s);
    if (more)
        return false;
    gain[0]++;
    end_round(duel, s);
    return true;
}

/* 0 is no limit, as in the parameter. */
static int64_t round_limit(const void *situation)
{
    return ((const struct duel *)situation)->rounds;
}

static void explain_side(const struct duel *duel, enum skank_side who, salvo_text *text)
{
    const struct side *side = &duel->side[who];

    salvo_text_add(text, "%s: %d x %s", who == SIDE_A ? "a" : "b", side->force.count, side->force.name);
    if (!side->force.vehicle)
        salvo_text_add(text, " with %s", salvo_counted((uint64_t)side->force.wounds, "wound").text);
    salvo_text_add(text, ", %s a round%s\n", salvo_counted((uint64_t)side->shots, "shot").text,
                   side->force.count > 1 ? " each" : "");
    skank_shot_explain(duel->tables, &side->shot, text);
    skank_hit_explain(&side->fire.hit, text);
}

static salvo_acts_first acts_first(const void *situation)
{
    static const salvo_acts_first SAID[] = {[FIRST_SIMULTANEOUS] = SALVO_FIRST_BOTH,
                                            [FIRST_A] = SALVO_FIRST_A,
                                            [FIRST_B] = SALVO_FIRST_B,
                                            [FIRST_INITIATIVE] = SALVO_FIRST_CHANCE};

    return SAID[((const struct duel *)situation)->first];
}

static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {
        [SALVO_FIRST_BOTH] = "both fire at the same time",
        [SALVO_FIRST_A] = "a fires first in every round",
        [SALVO_FIRST_B] = "b fires first in every round",
        [SALVO_FIRST_CHANCE] = "a roll says in every round who fires first",
    };
    const struct duel *duel = situation;

    salvo_text_put(text, ORDER_WORDS[acts_first(duel)]);
    if (duel->win == WIN_MISSION_KILL)
        salvo_text_put(text, "; a vehicle that cannot fire counts as lost");
    if (duel->rounds)
        salvo_text_add(text, "; for at most %s", salvo_counted((uint64_t)duel->rounds, "round").text);
    salvo_text_put(text, "\n");
    explain_side(duel, SIDE_A, text);
    explain_side(duel, SIDE_B, text);
}

/* The hull is shown as a mark: for a player its bits only mean that two states differ. */
static void tell(const void *situation, const void *state, salvo_state_description *told)
{
    static const char *const FIRES[] = {"a's fire", "b's fire"}, *const LEFT[] = {"a's strength", "b's strength"},
                             *const HULL[] = {"a's condition", "b's condition"};
    const struct state *s = state;

    (void)situation;
    told->throw_name = s->phase == ORDER ? "who fires first" : s->phase == FIRE ? FIRES[s->shooter] : "brakes";
    for (int side = 0; side < N_SIDES; side++) {
        told_number(told, LEFT[side], s->side[side].left);
        told_put(told, HULL[side], s->side[side].hull, SALVO_FIELD_PACKED);
    }
}

static const char *const OUTCOMES[N_VERDICTS] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [BOTH_LOST] = "both-lost", [STALEMATE] = "stalemate"};

static const salvo_expectation EXPECTATIONS[] = {
    {.name = "rounds", .help = "mean number of rounds until the end, the limit or a stalemate"}};

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = round_limit,
    .undecided = STALEMATE,
    .describe = tell,
};

const salvo_procedure SKANK_DUEL = {
    .id = "SKANK-35",
    .schema = {.name = "skank.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .tables = SALVO_PLACE(struct duel, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Duels",
                      .title = "figures or vehicles fight a duel",
                      .section = "Fire Phase; Vehicle Descriptions",
                      .rulings = "R1 R2 R4 R5 R6 R7 R8 R9 R10 R35"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};

const salvo_duel_adapter SKANK_DUEL_ADAPTER = {
    .procedure = "skank.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "rounds",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "both-lost",
    .mirrors = true,
    .acts_first = acts_first,
};

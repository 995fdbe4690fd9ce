/* Duels (SKANK-35): figures or vehicles shoot it out, round by round.
 *
 * A side of figures is a pool of wounds; its fire is focused on one figure until it falls, then on the next. A round is
 * the fire of both sides, then the brakes of vehicles that had lost theirs before it. Within a round the state keeps
 * only what is still needed: the shots to come, and who moved at its start. */
#include "rules/skank/barrage.h"
#include "rules/skank/melee.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

/* ---- parameters ------------------------------------------------------------------------------------------------ */

enum {
    UNIT,
    WEAPON = UNIT + N_SIDES,
    COUNT = WEAPON + N_SIDES,
    MOVING = COUNT + N_SIDES,
    COVER = MOVING + N_SIDES,
    MODIFIER = COVER + N_SIDES,
    RATING = MODIFIER + N_SIDES,
    WOUNDS = RATING + N_SIDES,
    CREW = WOUNDS + N_SIDES,
    RANGE = CREW + N_SIDES,
    FIRST,
    WIN,
    BURST,
    STAR,
    ROUNDS,
    N_KEYS,
};

enum { COUNT_MAX = 1000, ROUNDS_MAX = 1000000 };
enum first { FIRST_SIMULTANEOUS, FIRST_A, FIRST_B, FIRST_INITIATIVE };
enum win { WIN_DESTROYED, WIN_MISSION_KILL };

static const char *const FIRST_CHOICES[] = {
    [FIRST_SIMULTANEOUS] = "simultaneous", [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", NULL};
static const char *const WIN_CHOICES[] = {[WIN_DESTROYED] = "destroyed", [WIN_MISSION_KILL] = "mission-kill", NULL};

/* clang-format off */
#define SIDE(side, x, who) \
    [UNIT + side] = SKANK_UNIT(x, "figure or vehicle " who, "trained"), \
    [WEAPON + side] = {.key = x "-weapon", .help = "weapon of " x, .kind = SALVO_NAME, .table = "weapons", \
                       .among = "direct", .fallback = "rifle"}, \
    [COUNT + side] = SKANK_WHOLE(x "-count", "figures of " x, 1, COUNT_MAX, "1"), \
    [MOVING + side] = SKANK_FLAG(x "-moving", x " moves every turn"), \
    [COVER + side] = SKANK_FLAG(x "-cover", x " is behind cover"), \
    [MODIFIER + side] = SKANK_MODIFIER(x "-modifier", "added to the rolls to hit of " x), \
    [RATING + side] = SKANK_WHOLE(x "-rating", "rating of " x ", in place of its own", 0, SKANK_RATING_MAX, NULL), \
    [WOUNDS + side] = SKANK_WHOLE(x "-wounds", "wounds of each figure of " x ", in place of the troop's", 1, \
                                  SKANK_WOUNDS_MAX, NULL), \
    [CREW + side] = SKANK_TROOP(x "-crew", "crew of " x ", when it is a vehicle")

static const salvo_parameter PARAMETERS[N_KEYS] = {
    SIDE(SIDE_A, "a", "on one side"),
    SIDE(SIDE_B, "b", "on the other"),
    [RANGE] = SKANK_RANGE,
    [FIRST] = SKANK_CHOICE("first", "who fires first in every round; initiative: either, by chance", FIRST_CHOICES,
                           "simultaneous"),
    [WIN] = SKANK_CHOICE("win", "when a vehicle is lost; mission-kill: when it cannot fire, too", WIN_CHOICES,
                         "destroyed"),
    [BURST] = SKANK_BURST,
    [STAR] = SKANK_STAR,
    [ROUNDS] = SKANK_WHOLE("rounds", "rounds after which it is broken off, 0 for never", 0, ROUNDS_MAX, "0"),
};
/* clang-format on */

/* ---- situation ------------------------------------------------------------------------------------------------- */

enum { MOTIONS = 2 }; /* stands, moves */

struct side {
    const char *name;
    const struct skank_vehicle *vehicle; /* NULL: figures */
    int count, wounds;                   /* of figures, and of each */
    int shots;                           /* of each, in a round */
    bool moving;
    int brakes;      /* faces of the crew's ability that keep a vehicle without brakes on its way */
    uint8_t matters; /* bits of its damage that make a difference */
    struct skank_shot shot;
    struct skank_hit hit;                        /* on the enemy */
    struct skank_barrage fire[MOTIONS][MOTIONS]; /* by own motion and the enemy's */
};

struct duel {
    const struct skank_tables *tables;
    enum first first;
    enum win win;
    int64_t rounds; /* 0: no limit */
    struct side side[N_SIDES];
};

/* Where a vehicle stands still anyway, its engine and brakes make no difference to it. */
static uint8_t damage_that_matters(const struct side *side)
{
    if (!side->moving)
        return HULL_DISARMED;
    return HULL_DISARMED | HULL_IMMOBILE | (side->brakes < FACES ? HULL_BRAKES : 0);
}

static salvo_status prepare_side(struct duel *duel, enum skank_side who, const salvo_value *values, salvo_error *err)
{
    const struct skank_tables *t = duel->tables;
    struct side *side = &duel->side[who];
    int unit = (int)values[UNIT + who].integer, crew = (int)values[CREW + who].integer;
    bool is_vehicle = skank_is_vehicle(t, unit);
    const struct skank_troop *gunner = &t->troops[is_vehicle ? crew : unit];

    side->vehicle = is_vehicle ? skank_vehicle_of(t, unit) : NULL;
    side->name = is_vehicle ? side->vehicle->name : gunner->name;
    side->count = (int)values[COUNT + who].integer;
    side->wounds = is_vehicle ? 1 : skank_given_or(&values[WOUNDS + who], gunner->wounds);
    side->shots = skank_shots(gunner->attacks, t->weapons[values[WEAPON + who].integer].shots,
                              (enum skank_burst)values[BURST].integer);
    side->moving = values[MOVING + who].integer;
    side->brakes = skank_good_faces(gunner->ability, 0);
    side->matters = damage_that_matters(side);
    if (is_vehicle && side->count > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: a vehicle fights alone; %s counts figures",
                          PARAMETERS[COUNT + who].key, values[COUNT + who].text, PARAMETERS[COUNT + who].key);
    return SALVO_OK;
}

static struct skank_shot shot_at(const struct skank_tables *t, enum skank_side who, const salvo_value *values)
{
    enum skank_side enemy = skank_other(who);
    int unit = (int)values[UNIT + who].integer, target = (int)values[UNIT + enemy].integer;
    int weapon = (int)values[WEAPON + who].integer;
    bool is_vehicle = skank_is_vehicle(t, unit), at_vehicle = skank_is_vehicle(t, target);

    return (struct skank_shot){
        .weapon = weapon,
        .shooter = is_vehicle ? (int)values[CREW + who].integer : unit,
        .target = target,
        .range_in = values[RANGE].decimal,
        .max_range_in = skank_weapon_range(&t->weapons[weapon]),
        .shooter_moving = values[MOVING + who].integer,
        .target_moving = values[MOVING + enemy].integer,
        .cover = values[COVER + enemy].integer,
        .large = at_vehicle && skank_vehicle_of(t, target)->large,
        .mounted = is_vehicle,
        .modifier = (int)values[MODIFIER + who].integer,
        .star_descends = values[STAR].integer,
        .target_rating = skank_given_or(&values[RATING + enemy],
                                        at_vehicle ? skank_vehicle_of(t, target)->rating : t->troops[target].rating),
        .target_wounds = at_vehicle ? 1 : skank_given_or(&values[WOUNDS + enemy], t->troops[target].wounds),
    };
}

static void aim(struct duel *duel, enum skank_side who, const salvo_value *values)
{
    struct side *side = &duel->side[who], *enemy = &duel->side[skank_other(who)];
    struct skank_shot shot = shot_at(duel->tables, who, values);

    side->shot = shot;
    side->hit = skank_shot_hit(duel->tables, &shot);
    for (int own = 0; own < MOTIONS; own++)
        for (int other = 0; other < MOTIONS; other++) {
            shot.shooter_moving = own;
            shot.target_moving = other;
            skank_barrage_load(&side->fire[own][other], skank_shot_faces(duel->tables, &shot), &side->hit,
                               enemy->matters);
        }
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct duel *duel = situation;
    salvo_status status;

    duel->tables = tables;
    duel->first = (enum first)values[FIRST].integer;
    duel->win = (enum win)values[WIN].integer;
    duel->rounds = values[ROUNDS].integer;
    status = prepare_side(duel, SIDE_A, values, err);
    if (status == SALVO_OK)
        status = prepare_side(duel, SIDE_B, values, err);
    if (status != SALVO_OK)
        return status;
    aim(duel, SIDE_A, values);
    aim(duel, SIDE_B, values);
    return SALVO_OK;
}

/* ---- a round --------------------------------------------------------------------------------------------------- */

enum phase {
    ORDER,       /* chance says who fires first */
    FIRE,        /* a side has shots to fire */
    BRAKE_ROLLS, /* crews of vehicles without brakes roll */
    IDLE,        /* a round in which nobody can do anything */
    OVER,
};

enum verdict { A_WINS, B_WINS, BOTH_LOST, STALEMATE, N_VERDICTS };

/* Sides as bits. */
static uint8_t bit(enum skank_side side)
{
    return (uint8_t)(1 << side);
}

struct state {
    int32_t shots[N_SIDES]; /* FIRE: still to be fired, as far as settled */
    int32_t left[N_SIDES];  /* wounds of all figures together; a vehicle: 1, destroyed 0 */
    uint8_t hull[N_SIDES];  /* damage of a vehicle that matters */
    uint8_t phase;          /* enum phase */
    uint8_t verdict;        /* OVER */
    uint8_t shooter;        /* FIRE */
    uint8_t second;         /* FIRE: it is the second side to fire */
    uint8_t moved;          /* FIRE: bits of the sides that move this round */
    uint8_t braked;         /* bits of the sides that may have to roll for their brakes this round */
};

static bool moves(const struct duel *duel, const struct state *s, enum skank_side side)
{
    return duel->side[side].moving && !(s->hull[side] & HULL_IMMOBILE);
}

static const struct skank_barrage *barrage_of(const struct duel *duel, enum skank_side side, uint8_t moved)
{
    bool own = moved & bit(side), enemy = moved & bit(skank_other(side));

    return &duel->side[side].fire[own][enemy];
}

/* All shots that the side has in this state; none when they can do nothing. */
static int shots_of(const struct duel *duel, const struct state *s, enum skank_side side)
{
    const struct side *own = &duel->side[side];
    int standing = (s->left[side] + own->wounds - 1) / own->wounds;

    if (barrage_of(duel, side, s->moved)->per_throw == 0 || (s->hull[side] & HULL_DISARMED))
        return 0;
    return standing * own->shots;
}

/* The first side opens fire. Fire at the same time is fire of those who stood when the round began. */
static void open_fire(const struct duel *duel, struct state *s, enum skank_side first)
{
    enum skank_side second = skank_other(first);

    s->phase = FIRE;
    s->shooter = (uint8_t)first;
    s->shots[first] = shots_of(duel, s, first);
    if (duel->first == FIRST_SIMULTANEOUS)
        s->shots[second] = shots_of(duel, s, second);
}

/* On to whoever still has something to do in this round; false when nobody has. */
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
        if (s->left[side] == 0 || (s->hull[side] & HULL_IMMOBILE))
            s->braked &= (uint8_t)~bit((enum skank_side)side);
    s->phase = BRAKE_ROLLS;
    return s->braked != 0;
}

/* Who moves, and who does so without brakes, is settled before anybody fires. */
static void mark_motion(const struct duel *duel, struct state *s)
{
    for (int side = 0; side < N_SIDES; side++) {
        if (moves(duel, s, (enum skank_side)side))
            s->moved |= bit((enum skank_side)side);
        if ((s->moved & bit((enum skank_side)side)) && (s->hull[side] & HULL_BRAKES))
            s->braked |= bit((enum skank_side)side);
    }
}

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

/* Whether a round from here can change anything. */
static bool can_change(const struct duel *duel, const struct state *s)
{
    struct state now = *s;

    if (now.phase == ORDER || now.phase == FIRE)
        for (int side = 0; side < N_SIDES; side++)
            if (shots_of(duel, &now, (enum skank_side)side) &&
                skank_barrage_can_change(barrage_of(duel, (enum skank_side)side, now.moved),
                                         now.hull[skank_other((enum skank_side)side)]))
                return true;
    return now.braked != 0;
}

static void decide(struct state *s, enum verdict verdict)
{
    *s = (struct state){.phase = OVER, .verdict = (uint8_t)verdict};
}

/* A new round, unless it would be like this one for ever. With a limit they are played all the same. */
static void go_on(const struct duel *duel, struct state *s)
{
    begin_round(duel, s);
    if (duel->rounds == 0 && !can_change(duel, s))
        decide(s, STALEMATE);
}

static bool is_lost(const struct duel *duel, const struct state *s, enum skank_side side)
{
    return s->left[side] == 0 || (duel->win == WIN_MISSION_KILL && (s->hull[side] & HULL_DISARMED));
}

static void end_round(const struct duel *duel, struct state *s)
{
    bool a_lost = is_lost(duel, s, SIDE_A), b_lost = is_lost(duel, s, SIDE_B);

    s->phase = s->braked = 0;
    if (a_lost || b_lost)
        decide(s, a_lost && b_lost ? BOTH_LOST : a_lost ? B_WINS : A_WINS);
    else
        go_on(duel, s);
}

/* ---- the dice -------------------------------------------------------------------------------------------------- */

static void destroy(struct state *s, enum skank_side side)
{
    s->left[side] = 0;
    s->hull[side] = 0;
}

/* A vehicle that does not move any more needs no brakes. */
static void damage(struct state *s, enum skank_side side, uint8_t suffered)
{
    if (suffered == BARRAGE_DESTROYED) {
        destroy(s, side);
        return;
    }
    s->hull[side] |= suffered;
    if (s->hull[side] & HULL_IMMOBILE)
        s->hull[side] &= (uint8_t)~HULL_BRAKES;
}

/* An instant kill takes the figure in front with all its wounds; where hits kill, nobody ever is just wounded. */
static void wound(const struct duel *duel, struct state *s, enum skank_side side, int hits)
{
    int left = s->left[side] - hits * (duel->side[skank_other(side)].hit.kills ? duel->side[side].wounds : 1);

    s->left[side] = left > 0 ? left : 0;
}

static int shots_of_throw(const struct duel *duel, const struct state *s)
{
    int per_throw = barrage_of(duel, (enum skank_side)s->shooter, s->moved)->per_throw, shots = s->shots[s->shooter];

    return shots < per_throw ? shots : per_throw;
}

static void fire(const struct duel *duel, struct state *s, int face)
{
    enum skank_side target = skank_other((enum skank_side)s->shooter);

    s->shots[s->shooter] -= shots_of_throw(duel, s);
    if (duel->side[target].vehicle)
        damage(s, target, (uint8_t)(face - 1));
    else
        wound(duel, s, target, face - 1);
    if (s->left[target] == 0)
        s->shots[s->shooter] = 0;
}

static void roll_brakes(const struct duel *duel, struct state *s, const uint8_t *faces)
{
    for (int side = 0; side < N_SIDES; side++)
        if ((s->braked & bit((enum skank_side)side)) && *faces++ > duel->side[side].brakes)
            destroy(s, (enum skank_side)side);
}

/* ---- the chain ------------------------------------------------------------------------------------------------- */

static void start(const void *situation, void *state)
{
    const struct duel *duel = situation;
    struct state *s = state;

    for (int side = 0; side < N_SIDES; side++)
        s->left[side] = duel->side[side].count * duel->side[side].wounds;
    go_on(duel, s);
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->phase == OVER ? s->verdict : SALVO_GOES_ON;
}

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

static int64_t round_limit(const void *situation)
{
    return ((const struct duel *)situation)->rounds;
}

/* ---- in words -------------------------------------------------------------------------------------------------- */

static void explain_side(const struct duel *duel, enum skank_side who, salvo_text *text)
{
    const struct side *side = &duel->side[who];

    salvo_text_add(text, "%s: %d x %s", who == SIDE_A ? "a" : "b", side->count, side->name);
    if (!side->vehicle)
        salvo_text_add(text, " with %d wound%s", side->wounds, side->wounds == 1 ? "" : "s");
    salvo_text_add(text, ", %d shot%s a round%s\n", side->shots, side->shots == 1 ? "" : "s",
                   side->count > 1 ? " each" : "");
    skank_shot_explain(duel->tables, &side->shot, text);
    skank_hit_explain(&side->hit, text);
}

static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {
        [FIRST_SIMULTANEOUS] = "both fire at the same time",
        [FIRST_A] = "a fires first in every round",
        [FIRST_B] = "b fires first in every round",
        [FIRST_INITIATIVE] = "chance says in every round who fires first",
    };
    const struct duel *duel = situation;

    salvo_text_put(text, ORDER_WORDS[duel->first]);
    if (duel->win == WIN_MISSION_KILL)
        salvo_text_put(text, "; a vehicle that cannot fire is lost");
    if (duel->rounds)
        salvo_text_add(text, "; for at most %lld round%s", (long long)duel->rounds, duel->rounds == 1 ? "" : "s");
    salvo_text_put(text, "\n");
    explain_side(duel, SIDE_A, text);
    explain_side(duel, SIDE_B, text);
}

/* ---- registration ---------------------------------------------------------------------------------------------- */

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
};

const salvo_procedure SKANK_DUEL = {
    .name = "skank.duel",
    .id = "SKANK-35",
    .chapter = "Duels",
    .title = "figures or vehicles shoot it out",
    .section = "Fire Phase; Vehicle Descriptions",
    .rulings = "R1 R2 R4 R5 R6 R7 R8 R9 R10 R35",
    .parameters = PARAMETERS,
    .n_parameters = N_KEYS,
    .expectations = EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = OUTCOMES,
    .n_outcomes = N_VERDICTS,
    .situation_size = sizeof(struct duel),
    .prepare = prepare,
    .explain = explain,
    .chain = &CHAIN,
};

const salvo_duel_face SKANK_DUEL_FACE = {
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
};

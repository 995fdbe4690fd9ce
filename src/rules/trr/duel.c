#include "rules/trr/duel.h"

#include "rules/trr/gunnery.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

enum side { A, B, N_SIDES };

enum first { FIRST_INITIATIVE, FIRST_A, FIRST_B, FIRST_SIMULTANEOUS };

static const char *const FIRST_CHOICES[] = {
    [FIRST_INITIATIVE] = "initiative", [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_SIMULTANEOUS] = "simultaneous", NULL};

struct side_of_duel {
    const char *name, *gun;
    struct trr_vehicle vehicle;
    struct trr_shot shot; /* its own, both sides undamaged */
    struct trr_fire fire;
};

struct duel {
    const struct trr_tables *tables;
    double range_cm;
    enum first first;
    struct trr_terms terms;
    struct side_of_duel side[N_SIDES];
};

static const char *const AMMO[N_SIDES] = {"a-ammo", "b-ammo"};

/* clang-format off */
#define SIDE(s, member) INTO(struct duel, side[s].vehicle.member)

static const salvo_parameter PARAMETERS[] = {
    TRR_VEHICLE("a", "one vehicle", SIDE(A, unit)),
    TRR_VEHICLE("b", "the other vehicle", SIDE(B, unit)),
    TRR_DISTANCE_OF("range", "30", INTO(struct duel, range_cm)),
    CHOICE("first", "who fires first in a turn", FIRST_CHOICES, "initiative", INTO(struct duel, first)),
    FLAG("a-moving", "a moves every turn", SIDE(A, moving)),
    FLAG("b-moving", "b moves every turn", SIDE(B, moving)),
    TRR_ASPECT("a-aspect", "a's face that is shown", SIDE(A, aspect)),
    TRR_ASPECT("b-aspect", "b's face that is shown", SIDE(B, aspect)),
    TRR_CONCEALMENT("a-concealment", "a's place", SIDE(A, concealment)),
    TRR_CONCEALMENT("b-concealment", "b's place", SIDE(B, concealment)),
    FLAG("a-camouflaged", "a is camouflaged", SIDE(A, camouflaged)),
    FLAG("b-camouflaged", "b is camouflaged", SIDE(B, camouflaged)),
    TRR_AMMO("a-ammo", "a's ammunition", SIDE(A, ammo)),
    TRR_AMMO("b-ammo", "b's ammunition", SIDE(B, ammo)),
    WHOLE("a-strength", "a's markers that it stands", 1, 5, "3", SIDE(A, strength)),
    WHOLE("b-strength", "b's markers that it stands", 1, 5, "3", SIDE(B, strength)),
    TRR_DAMAGE_MODEL(INTO(struct duel, terms.graded)),
    TRR_DAMAGE_APPLIES(INTO(struct duel, terms.damage_applies)),
    TRR_OVER_10(INTO(struct duel, terms.continued)),
};
/* clang-format on */

static enum side enemy_of(enum side side)
{
    return side == A ? B : A;
}

static salvo_status man_side(struct duel *duel, enum side side, salvo_error *err)
{
    const struct trr_tables *t = duel->tables;
    struct side_of_duel *own = &duel->side[side];
    const struct trr_unit *unit = &t->units[own->vehicle.unit];

    own->name = unit->name;
    own->gun = t->guns[unit->gun].name;
    return trr_check_vehicle(t, &own->vehicle, AMMO[side], err);
}

static void aim(struct duel *duel, enum side side)
{
    struct side_of_duel *own = &duel->side[side];
    const struct trr_vehicle *enemy = &duel->side[enemy_of(side)].vehicle;

    own->shot = trr_shot_at(duel->tables, &own->vehicle, enemy, &duel->terms, duel->range_cm);
    own->fire = trr_fire_of(duel->tables, &own->shot, &duel->terms, enemy->strength);
}

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct duel *duel = situation;
    salvo_status status = man_side(duel, A, err);

    (void)tables;
    if (status == SALVO_OK)
        status = man_side(duel, B, err);
    for (int side = A; status == SALVO_OK && side < N_SIDES; side++)
        aim(duel, (enum side)side);
    return status;
}

/* Markers of both, no more than destroy. */
struct state {
    uint8_t markers[N_SIDES];
};

enum outcome { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_OUTCOMES };
enum { TURNS, DESTROYED_A, DESTROYED_B };

/* What the enemy's fire is aimed at is the side itself. */
static const struct trr_fire *fire_at(const struct duel *duel, enum side side)
{
    return &duel->side[enemy_of(side)].fire;
}

static bool is_out(const struct duel *duel, const struct state *s, enum side side)
{
    return trr_fire_ends(fire_at(duel, side), s->markers[side]);
}

/* The markers that the side scores with that die, as damaged as both are. */
static int markers_scored(const struct duel *duel, const struct state *s, enum side side, int die)
{
    return trr_fire_markers(&duel->side[side].fire, s->markers[side], s->markers[enemy_of(side)], die);
}

static bool can_harm(const struct duel *duel, const struct state *s, enum side side)
{
    return trr_fire_can_harm(&duel->side[side].fire, s->markers[side], s->markers[enemy_of(side)]);
}

/* Nothing changes any more when no die of either side scores a marker. */
static bool is_stuck(const struct duel *duel, const struct state *s)
{
    return !can_harm(duel, s, A) && !can_harm(duel, s, B);
}

static int outcome(const void *situation, const void *state)
{
    const struct duel *duel = situation;
    bool a_out = is_out(duel, state, A), b_out = is_out(duel, state, B);

    if (a_out || b_out)
        return a_out && b_out ? MUTUAL : b_out ? A_WINS : B_WINS;
    return is_stuck(duel, state) ? UNDECIDED : SALVO_GOES_ON;
}

/* A die for each side's shot and, where initiative is rolled, one of two faces for who wins it: the higher D10 with ties
 * rerolled is each side as often as the other. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = salvo_dice_of(N_SIDES, D10);
    if (((const struct duel *)situation)->first == FIRST_INITIATIVE)
        dice->sides[dice->count++] = N_SIDES;
}

static void hit(const struct duel *duel, struct state *s, enum side target, int markers)
{
    s->markers[target] = (uint8_t)trr_fire_hit(fire_at(duel, target), s->markers[target], markers);
}

/* The second side fires back if it can, and as it has just been damaged. */
static void fire_in_turn(const struct duel *duel, struct state *s, enum side first, const uint8_t *faces)
{
    enum side second = enemy_of(first);

    hit(duel, s, second, markers_scored(duel, s, first, faces[first]));
    if (!is_out(duel, s, second))
        hit(duel, s, first, markers_scored(duel, s, second, faces[second]));
}

static void fire_at_once(const struct duel *duel, struct state *s, const uint8_t *faces)
{
    const struct state before = *s;

    hit(duel, s, B, markers_scored(duel, &before, A, faces[A]));
    hit(duel, s, A, markers_scored(duel, &before, B, faces[B]));
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct duel *duel = situation;
    struct state *s = state;

    gain[TURNS]++;
    if (duel->first == FIRST_SIMULTANEOUS)
        fire_at_once(duel, s, faces);
    else if (duel->first == FIRST_INITIATIVE)
        fire_in_turn(duel, s, faces[N_SIDES] == 1 ? A : B, faces);
    else
        fire_in_turn(duel, s, duel->first == FIRST_A ? A : B, faces);
    gain[DESTROYED_A] += trr_status_of(&fire_at(duel, A)->target, s->markers[A]) == DESTROYED;
    gain[DESTROYED_B] += trr_status_of(&fire_at(duel, B)->target, s->markers[B]) == DESTROYED;
    return true;
}

static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {
        [FIRST_INITIATIVE] = "initiative is rolled for every turn",
        [FIRST_A] = "a fires first in every turn",
        [FIRST_B] = "b fires first in every turn",
        [FIRST_SIMULTANEOUS] = "both fire at the same time",
    };
    const struct duel *duel = situation;

    salvo_text_add(text, "%s (a, strength %d) against %s (b, strength %d); %s\n", duel->side[A].name,
                   duel->side[A].vehicle.strength, duel->side[B].name, duel->side[B].vehicle.strength,
                   ORDER_WORDS[duel->first]);
    for (int i = A; i < N_SIDES; i++) {
        salvo_text_add(text, "%s, %s: ", duel->side[i].name, duel->side[i].gun);
        trr_shot_explain(duel->tables, &duel->side[i].shot, text);
    }
}

static size_t brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct duel *duel = situation;
    size_t n = 0;

    for (int i = A; i < N_SIDES; i++)
        n += trr_put_brackets(duel->tables->gun_classes[duel->side[i].shot.class].upto_cm, upto + n);
    return n;
}

static const char *const OUTCOMES[N_OUTCOMES] = {
    [A_WINS] = "p-a", [B_WINS] = "p-b", [MUTUAL] = "p-mutual", [UNDECIDED] = "p-undecided"};

static const salvo_expectation EXPECTATIONS[] = {
    [TURNS] = {.name = "expected-turns",
               .help = "mean number of turns until the duel is decided or can change no more"},
    [DESTROYED_A] = {.name = "destroyed-a", .help = "probability that the duel ends with a destroyed"},
    [DESTROYED_B] = {.name = "destroyed-b", .help = "probability that the duel ends with b destroyed"},
};

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .undecided = UNDECIDED,
};

const salvo_procedure TRR_DUEL = {
    .id = "TRR-42",
    .schema = {.name = "trr.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .tables = SALVO_PLACE(struct duel, tables),
               .prepare = prepare,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = "Anti-tank fire",
                      .title = "two vehicles shoot it out",
                      .section = "8 Anti-tank fire",
                      .rulings = "R-01, R-02, R-03, R-04, R-10, R-24"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};

const salvo_duel_adapter TRR_DUEL_ADAPTER = {
    .procedure = "trr.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "expected-turns",
    .a_wins = "p-a",
    .b_wins = "p-b",
    .mutual = "p-mutual",
    .mirrors = true,
};

/* Collisions (Vehicles: Collisions and Crashing; SKANK-25, SKANK-26). */
#include "base/text.h"
#include "rules/skank/basics.h"
#include "rules/skank/hit.h"
#include "rules/skank/procedures.h"
#include "rules/skank/words.h"

enum {
    CLASS,
    RATING,
    OTHERS, /* six keys, by rating */
    FIXED = OTHERS + COLLISION_RATINGS,
    PILE_UP,
    FAST,
    HEAD_ON,
    PROW,
    RATING_FIVE,
    N_COLLISION,
};

enum { VEHICLES_MAX = 1000 };

static const char *const RATING_FIVE_CHOICES[] = {"three-rolls", "totalled", NULL};

/* clang-format off */
#define VEHICLES(name, words) SKANK_WHOLE(name, words, 0, VEHICLES_MAX, "0")

static const salvo_parameter COLLISION[N_COLLISION] = {
    [CLASS] = SKANK_CLASS,
    [RATING] = SKANK_WHOLE("rating", "of the vehicle, in place of its class's", 1, SKANK_RATING_MAX, NULL),
    [OTHERS + 0] = VEHICLES("ones", "other vehicles of rating 1"),
    [OTHERS + 1] = VEHICLES("twos", "other vehicles of rating 2"),
    [OTHERS + 2] = VEHICLES("threes", "other vehicles of rating 3"),
    [OTHERS + 3] = VEHICLES("fours", "other vehicles of rating 4"),
    [OTHERS + 4] = VEHICLES("fives", "other vehicles of rating 5"),
    [OTHERS + 5] = VEHICLES("sixes", "other vehicles of rating 6"),
    [FIXED] = SKANK_WHOLE("fixed", "rating of a fixed object, 0 for none", 0, SKANK_RATING_MAX, "0"),
    [PILE_UP] = SKANK_FLAG("pile-up", "into a pile-up of an earlier turn"),
    [FAST] = VEHICLES("fast", "vehicles going 18 inches or faster"),
    [HEAD_ON] = SKANK_FLAG("head-on", "a head-on crash"),
    [PROW] = SKANK_FLAG("prow", "an enemy's ramming prow touches this vehicle"),
    [RATING_FIVE] = SKANK_CHOICE("rating-five", "the damaged line of the chart", RATING_FIVE_CHOICES,
                                 "three-rolls"),
};
/* clang-format on */

struct collision {
    const struct skank_vehicle *vehicle;
    int64_t total;
    bool totalled;
    int explodes_from; /* face of the die; above FACES: never */
    int rolls;
};

enum { TOTAL, DAMAGE_ROLLS };
enum collision_outcome { COLLISION_STATE /* + enum skank_state */, TOTALLED = N_STATES, TOTALLED_EXPLODES };

static const char *const COLLISION_OUTCOMES[] = {SKANK_STATE_LABELS, "totalled", "totalled-explodes"};

static const salvo_expectation COLLISION_EXPECTATIONS[] = {
    [TOTAL] = {.name = "total", .help = "rating points of the crash"},
    [DAMAGE_ROLLS] = {.name = "damage-rolls", .help = "number of damage rolls"},
};

static int64_t total_of(const struct skank_tables *t, const salvo_value *values, int rating)
{
    int64_t total = rating + values[FIXED].integer + t->value[CRASH_FAST] * values[FAST].integer;

    for (int i = 0; i < COLLISION_RATINGS; i++)
        total += (i + 1) * values[OTHERS + i].integer;
    if (values[PILE_UP].integer)
        total += t->value[CRASH_PILE_UP];
    if (values[HEAD_ON].integer)
        total += t->value[CRASH_HEAD_ON];
    return total;
}

/* Vehicles of rating 1, however many, do nothing to a heavy one; anything else in the crash lifts that. */
static bool is_immune(const struct skank_tables *t, const salvo_value *values, int rating)
{
    bool alone = values[FIXED].integer == 0 && !values[PILE_UP].integer;

    for (int i = 1; i < COLLISION_RATINGS; i++)
        alone = alone && values[OTHERS + i].integer == 0;
    return alone && rating >= t->value[CRASH_IMMUNE];
}

static bool reaches(int64_t total, int lowest)
{
    return lowest != SALVO_BLANK && total >= lowest;
}

static void consult(struct collision *c, const struct skank_collision *row, bool repaired_totals)
{
    bool three = reaches(c->total, row->three_rolls);

    c->totalled = reaches(c->total, row->totalled) || (three && row->repaired && repaired_totals);
    c->explodes_from = row->explodes_from == SALVO_BLANK ? FACES + 1 : row->explodes_from;
    c->rolls = three ? 3 : reaches(c->total, row->two_rolls) ? 2 : reaches(c->total, row->one_roll) ? 1 : 0;
}

static salvo_status prepare_collision(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct collision *c = situation;
    int rating, row;

    (void)err;
    c->vehicle = &t->vehicles[values[CLASS].integer];
    rating = skank_given_or(&values[RATING], c->vehicle->rating);
    row = rating < COLLISION_RATINGS ? rating : COLLISION_RATINGS; /* R25 */
    c->total = total_of(t, values, rating);
    if (is_immune(t, values, rating))
        return SALVO_OK;
    consult(c, &t->collision[row - 1], values[RATING_FIVE].integer);
    c->rolls += values[PROW].integer ? 1 : 0; /* R24 */
    return SALVO_OK;
}

/* One die for the explosion of a totalled vehicle, else the damage rolls. */
static void collision_dice(const void *situation, salvo_dice *dice)
{
    const struct collision *c = situation;

    *dice = salvo_dice_of(c->totalled ? 1 : c->rolls, FACES);
}

static int collision_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct collision *c = situation;
    uint8_t hull = 0;

    gain[TOTAL] += c->total;
    if (c->totalled)
        return faces[0] >= c->explodes_from ? TOTALLED_EXPLODES : TOTALLED;
    gain[DAMAGE_ROLLS] += c->rolls;
    for (int i = 0; i < c->rolls; i++)
        hull = skank_hull_after(c->vehicle, hull, skank_damage_of(c->vehicle, faces[i], 0));
    return COLLISION_STATE + (int)skank_state_of(hull);
}

static void explain_collision(const void *situation, salvo_text *text)
{
    const struct collision *c = situation;

    salvo_text_add(text, "%lld rating points: ", (long long)c->total);
    if (c->totalled)
        salvo_text_put(text, "totalled\n");
    else
        salvo_text_add(text, "%d damage roll%s\n", c->rolls, c->rolls == 1 ? "" : "s");
}

static const salvo_roll COLLISION_ROLL = {.dice = collision_dice, .resolve = collision_resolve};

const salvo_procedure SKANK_COLLISION = {
    .id = "SKANK-25",
    .schema = {.name = "skank.collision",
               .parameters = COLLISION,
               .n_parameters = N_COLLISION,
               .situation_size = sizeof(struct collision),
               .prepare_from_values = prepare_collision,
               .explain = explain_collision},
    .documentation = {.chapter = "Vehicles",
                      .title = "what a crash does to one vehicle in it",
                      .section = "Vehicles: Collision and Damage, Vehicle Collision Chart",
                      .rulings = "R21 R22 R23 R24 R25"},
    .expectations = COLLISION_EXPECTATIONS,
    .n_expectations = sizeof COLLISION_EXPECTATIONS / sizeof *COLLISION_EXPECTATIONS,
    .outcomes = COLLISION_OUTCOMES,
    .n_outcomes = sizeof COLLISION_OUTCOMES / sizeof *COLLISION_OUTCOMES,
    .roll = &COLLISION_ROLL,
};

enum { TARGET, ABILITY, MODIFIER, DODGE, TARGET_RATING, N_RUN_OVER };

static const salvo_parameter RUN_OVER[N_RUN_OVER] = {
    [TARGET] = SKANK_TROOP("target", "who stands in the way"),
    [ABILITY] = SKANK_ABILITY("ability of the target, in place of the troop's"),
    [MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll to dodge"),
    [DODGE] = SKANK_YES("dodge", "an ability roll dodges"),
    [TARGET_RATING] = SKANK_WHOLE("target-rating", "rating of the target", 0, SKANK_RATING_MAX, "1"),
};

struct run_over {
    int dodges; /* faces */
    bool immune;
};

enum run_over_outcome { DODGED, UNHURT, KILLED };
static const char *const RUN_OVER_OUTCOMES[] = {[DODGED] = "dodged", [UNHURT] = "unhurt", [KILLED] = "killed"};

static salvo_status prepare_run_over(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct run_over *r = situation;

    (void)err;
    if (values[DODGE].integer)
        r->dodges = skank_ability_faces(t, &values[TARGET], &values[ABILITY], (int)values[MODIFIER].integer);
    r->immune = values[TARGET_RATING].integer >= t->value[RUN_OVER_IMMUNE];
    return SALVO_OK;
}

static void run_over_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, FACES);
}

static int run_over_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct run_over *r = situation;

    (void)gain;
    if (faces[0] <= r->dodges)
        return DODGED;
    return r->immune ? UNHURT : KILLED;
}

static const salvo_roll RUN_OVER_ROLL = {.dice = run_over_dice, .resolve = run_over_resolve};

const salvo_procedure SKANK_RUN_OVER = {
    .id = "SKANK-26",
    .schema = {.name = "skank.run-over",
               .parameters = RUN_OVER,
               .n_parameters = N_RUN_OVER,
               .situation_size = sizeof(struct run_over),
               .prepare_from_values = prepare_run_over},
    .documentation = {.chapter = "Vehicles",
                      .title = "a figure in the way of a vehicle",
                      .section = "Vehicles: Collision and Damage",
                      .rulings = "R2 R3 R30"},
    .outcomes = RUN_OVER_OUTCOMES,
    .n_outcomes = sizeof RUN_OVER_OUTCOMES / sizeof *RUN_OVER_OUTCOMES,
    .roll = &RUN_OVER_ROLL,
};

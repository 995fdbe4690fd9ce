#include "rules/trr/battle.h"

#include <math.h>

#include "rules/trr/command.h"
#include "rules/trr/gunnery.h"
#include "rules/trr/movement.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

enum {
    UNIT,
    MOVING,
    ASPECT,
    CONCEALMENT,
    IS_CAMOUFLAGED,
    AMMO,
    STRENGTH,
    SURFACE,
    GOING,
    EXTRA,
    N_ELEMENT_KEYS,
};

/* clang-format off */
static const salvo_parameter ELEMENT_PARAMETERS[N_ELEMENT_KEYS] = {
    [UNIT] = {.key = "unit", .help = "a vehicle", .kind = SALVO_NAME, .table = "units", .required = true},
    [MOVING] = TRR_FLAG("moving", "it moves every turn, whether or not its line closes in"),
    [ASPECT] = TRR_CHOICE("aspect", "the face that it shows", TRR_ASPECT_CHOICES, "front"),
    [CONCEALMENT] = TRR_CHOICE("concealment", "its place", TRR_CONCEALMENT_CHOICES, "none"),
    [IS_CAMOUFLAGED] = TRR_FLAG("camouflaged", "it is camouflaged"),
    [AMMO] = TRR_CHOICE("ammo", "its ammunition", TRR_AMMO_CHOICES, "ap"),
    [STRENGTH] = TRR_STRENGTH(),
    [SURFACE] = TRR_SURFACE,
    [GOING] = TRR_GOING,
    [EXTRA] = TRR_EXTRA("further penalties of its moves: 1 for firing on the move, fog"),
};
/* clang-format on */

struct element {
    const struct trr_tables *tables;
    struct trr_vehicle vehicle;
    struct trr_move move;
};

/* The unit's type may not go there at all: R-21. */
static salvo_status check_move(const struct element *e, const salvo_value *values, salvo_error *err)
{
    const struct trr_unit *unit = &e->tables->units[e->vehicle.unit];

    if (e->move.allowed)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: the %s may not go there; other going will do",
                      ELEMENT_PARAMETERS[GOING].key, values[GOING].text, unit->name);
}

static salvo_status enlist(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct element *e = situation;
    salvo_status status;

    e->tables = t;
    e->vehicle.unit = (int)values[UNIT].integer;
    e->vehicle.moving = values[MOVING].integer;
    e->vehicle.camouflaged = values[IS_CAMOUFLAGED].integer;
    e->vehicle.aspect = (enum trr_aspect)values[ASPECT].integer;
    e->vehicle.concealment = (enum trr_concealment)values[CONCEALMENT].integer;
    e->vehicle.ammo = (enum trr_ammo)values[AMMO].integer;
    e->vehicle.strength = (int)values[STRENGTH].integer;
    e->move = trr_move_of(&t->movement[t->units[e->vehicle.unit].movement], (enum trr_surface)values[SURFACE].integer,
                          (enum trr_going)values[GOING].integer, (int)values[EXTRA].integer);
    status = trr_check_vehicle(t, &e->vehicle, ELEMENT_PARAMETERS[AMMO].key, err);
    return status == SALVO_OK ? check_move(e, values, err) : status;
}

/* Of its own gun. */
static size_t brackets(const void *element, double upto[SALVO_BRACKETS_MAX])
{
    const struct element *e = element;
    const struct trr_tables *t = e->tables;

    return trr_put_brackets(t->gun_classes[t->guns[t->units[e->vehicle.unit].gun].class].upto_cm, upto);
}

/* The condition of an element is its markers; all that are out of the fight are told by one number, beyond its strength
 * (B-04). */
static void initial_state(const void *element, uint8_t *condition)
{
    (void)element;
    condition[0] = 0;
}

static int strength(const void *element, const uint8_t *condition)
{
    const struct element *e = element;

    return condition[0] < e->vehicle.strength ? e->vehicle.strength - condition[0] : 0;
}

/* B-02 */
static double speed(const void *element)
{
    return trr_move_mean_cm(&((const struct element *)element)->move);
}

enum { FIRST, DAMAGE_MODEL, DAMAGE_APPLIES, OVER_10, N_FIELD_KEYS };

enum first { FIRST_INITIATIVE, FIRST_A, FIRST_B };

static const char *const FIRST_CHOICES[] = {[FIRST_INITIATIVE] = "initiative", [FIRST_A] = "a", [FIRST_B] = "b", NULL};

static const salvo_parameter FIELD_PARAMETERS[N_FIELD_KEYS] = {
    [FIRST] = TRR_CHOICE("first", "who begins in a turn", FIRST_CHOICES, "initiative"),
    [DAMAGE_MODEL] = TRR_DAMAGE_MODEL(),
    [DAMAGE_APPLIES] = TRR_DAMAGE_APPLIES,
    [OVER_10] = TRR_OVER_10,
};

struct field {
    const struct trr_tables *tables;
    enum first first;
    struct trr_terms terms;
};

static salvo_status lay_out(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct field *)situation = (struct field){
        .tables = tables,
        .first = (enum first)values[FIRST].integer,
        .terms = {.graded = values[DAMAGE_MODEL].integer,
                  .continued = values[OVER_10].integer,
                  .damage_applies = (enum trr_damage_applies)values[DAMAGE_APPLIES].integer},
    };
    return SALVO_OK;
}

/* The shortest bracket of any unit's gun. */
static double closest(const void *field)
{
    const struct trr_tables *t = ((const struct field *)field)->tables;
    size_t n = salvo_store_table(t->store, "units")->n_rows;
    double shortest = INFINITY;

    for (size_t i = 0; i < n; i++)
        shortest = fmin(shortest, t->gun_classes[t->guns[t->units[i].gun].class].upto_cm[POINT_BLANK]);
    return shortest;
}

static void order_dice(const void *field, salvo_dice *dice)
{
    bool rolled = ((const struct field *)field)->first == FIRST_INITIATIVE;

    *dice = salvo_dice_of(rolled ? TRR_ORDER_DICE : 0, D10);
}

static int order(const void *field, const uint8_t *faces)
{
    enum first first = ((const struct field *)field)->first;
    enum trr_order rolled;

    if (first != FIRST_INITIATIVE)
        return first == FIRST_B;
    rolled = trr_order_of(faces);
    return rolled == ORDER_TIE ? -1 : rolled == ORDER_B;
}

static void aim(const void *field, const void *actor, const void *target, const salvo_conditions *conditions,
                void *fire)
{
    const struct field *f = field;
    struct trr_vehicle by = ((const struct element *)actor)->vehicle, at = ((const struct element *)target)->vehicle;
    struct trr_shot shot;

    by.moving = by.moving || conditions->moving; /* B-03 */
    at.moving = at.moving || conditions->target_moving;
    shot = trr_shot_at(f->tables, &by, &at, &f->terms, conditions->range);
    *(struct trr_fire *)fire = trr_fire_of(f->tables, &shot, &f->terms, at.strength);
}

/* One shot, if the target is in range. */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    (void)actor;
    (void)target;
    if (throw > 0 || ((const struct trr_fire *)fire)->attack.out_of_range)
        return false;
    *dice = salvo_dice_of(1, D10);
    return true;
}

static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const struct trr_fire *f = fire;
    int markers = trr_fire_hit(f, target[0], trr_fire_markers(f, actor[0], target[0], faces[0]));

    (void) throw;
    target[0] = (uint8_t)(trr_fire_ends(f, markers) ? f->target.remaining + 1 : markers);
}

/* Markers come of harm alone. */
static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    return trr_fire_can_harm(fire, actor[0], target[0]);
}

/* Rulings, B-02 to B-04. */
static const salvo_schema ELEMENT = {
    .name = "a vehicle of Ten Rounds Rapid",
    .parameters = ELEMENT_PARAMETERS,
    .n_parameters = N_ELEMENT_KEYS,
    .situation_size = sizeof(struct element),
    .prepare_from_values = enlist,
    .brackets = brackets,
};

/* 3 Move Sequence; 8 Anti-tank fire. Rulings, B-01, B-05. */
static const salvo_schema FIELD = {
    .name = "a battle of Ten Rounds Rapid",
    .parameters = FIELD_PARAMETERS,
    .n_parameters = N_FIELD_KEYS,
    .situation_size = sizeof(struct field),
    .prepare_from_values = lay_out,
};

static const salvo_battle_words WORDS = {
    .strength = "its strength less the markers on it",
    .attack = "the target is within the range of the gun, even if no die can score a marker",
    .fire = "An activation is one shot.",
    .pace =
        "In a turn a model can move as far as its rate less the mean of the dice of its penalties (B-02). All models of a "
        "line that moves fire and are fired at as moving (B-03).",
};

const salvo_battle_adapter TRR_BATTLE_ADAPTER = {
    .sequence = SALVO_ALTERNATELY,
    .words = &WORDS,
    .mirrors = true,
    .element = &ELEMENT,
    .field = &FIELD,
    .initial_state = initial_state,
    .strength = strength,
    .speed = speed,
    .closest = closest,
    .order_dice = order_dice,
    .order = order,
    .fire_size = sizeof(struct trr_fire),
    .aim = aim,
    .dice = dice,
    .resolve = resolve,
    .can_harm = can_harm,
};

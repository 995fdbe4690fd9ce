/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How vehicles of Ten Rounds Rapid take part in battles: alternately, one shot an activation, with markers as the unit
 * state. B-01 to B-05 of the table of rulings settle what the book leaves open for armies. The duel (duel.c) is the
 * same with one vehicle on each side. */
#include "rules/trr/battle.h"

#include <math.h>

#include "rules/trr/command.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

static const char AMMO[] = "ammo";

/* Surface, going and extra penalties are parameters of the vehicle and not of the field, because only its own speed
 * depends on them. */
/* clang-format off */
static const salvo_parameter ELEMENT_PARAMETERS[] = {
    TRR_VEHICLE("unit", "a vehicle", INTO(struct trr_element, vehicle.unit)),
    FLAG("moving", "the model moves every turn, even if its line does not", INTO(struct trr_element, vehicle.moving)),
    TRR_ASPECT("aspect", "the face of the model towards the firer", INTO(struct trr_element, vehicle.aspect)),
    TRR_CONCEALMENT("concealment", "the position of the model", .aliases = "cover",
                    INTO(struct trr_element, vehicle.concealment)),
    FLAG("camouflaged", "the model is camouflaged", INTO(struct trr_element, vehicle.camouflaged)),
    TRR_AMMO(AMMO, "its ammunition", INTO(struct trr_element, vehicle.ammo)),
    TRR_STRENGTH(INTO(struct trr_element, vehicle.strength)),
    TRR_SURFACE(INTO(struct trr_element, surface)),
    TRR_GOING(INTO(struct trr_element, going)),
    TRR_EXTRA("further penalties on its moves: 1 for firing on the move, fog", INTO(struct trr_element, extra)),
};
/* clang-format on */

/* the unit's type may not be able to go there. */
static salvo_status check_move(const struct trr_element *e, salvo_error *err)
{
    if (e->move.allowed)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "going=%s: the %s cannot go there; choose other going",
                      TRR_GOING_CHOICES[e->going], e->tables->units[e->vehicle.unit].name);
}

/* The move is computed even for vehicles that will stand still: a battle decides about movement after its armies are
 * read. */
static salvo_status enlist(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_element *e = situation;
    const struct trr_movement *type = &t->movement[t->units[e->vehicle.unit].movement];
    salvo_status status = trr_check_vehicle(t, &e->vehicle, AMMO, err);

    e->move = trr_move_of(type, e->surface, e->going, e->extra);
    return status == SALVO_OK ? check_move(e, err) : status;
}

/* The brackets are those of its own gun. */
static size_t brackets(const void *element, double upto[SALVO_BRACKETS_MAX])
{
    const struct trr_element *e = element;
    const struct trr_tables *t = e->tables;

    return trr_put_brackets(t->gun_classes[t->guns[t->units[e->vehicle.unit].gun].class].upto_cm, upto);
}

/* The unit state of an element is its markers. One number beyond its strength means that it is out of the fight (B-04).
 * Only if the field distinguishes destroyed ones, the others that are out have as many markers as their strength. */
static void initial_state(const void *element, uint8_t *unit_state)
{
    (void)element;
    unit_state[0] = 0;
}

static int strength(const void *element, const uint8_t *unit_state)
{
    const struct trr_element *e = element;

    return unit_state[0] < e->vehicle.strength ? e->vehicle.strength - unit_state[0] : 0;
}

/* B-02 */
static double speed(const void *element)
{
    return trr_move_mean_cm(&((const struct trr_element *)element)->move);
}

static const char *const FIRST_CHOICES[] = {
    [BEGINS_INITIATIVE] = "initiative", [BEGINS_A] = "a", [BEGINS_B] = "b", NULL};

static const salvo_parameter FIELD_PARAMETERS[] = {
    CHOICE("first", "the side that begins a turn", FIRST_CHOICES, "initiative", INTO(struct trr_field, first)),
    TRR_DAMAGE_MODEL(INTO(struct trr_field, terms.graded)),
    TRR_DAMAGE_APPLIES(INTO(struct trr_field, terms.damage_applies)),
    TRR_OVER_10(INTO(struct trr_field, terms.continued)),
};

/* Returns the shortest bracket of any unit's gun: nearer lines gain nothing by closing in. */
static double closest(const void *field)
{
    const struct trr_tables *t = ((const struct trr_field *)field)->tables;
    size_t n = salvo_store_table(t->store, "units")->n_rows;
    double shortest = INFINITY;

    for (size_t i = 0; i < n; i++)
        shortest = fmin(shortest, t->gun_classes[t->guns[t->units[i].gun].class].upto_cm[POINT_BLANK]);
    return shortest;
}

/* With first=a or b the throw has no dice. */
static void order_dice(const void *field, salvo_dice *dice)
{
    bool rolled = ((const struct trr_field *)field)->first == BEGINS_INITIATIVE;

    *dice = salvo_dice_of(rolled ? TRR_ORDER_DICE : 0, D10);
}

/* A tie is thrown again. */
static int order(const void *field, const uint8_t *faces)
{
    enum trr_begins first = ((const struct trr_field *)field)->first;
    enum trr_order rolled;

    if (first != BEGINS_INITIATIVE)
        return first == BEGINS_B;
    rolled = trr_order_of(faces);
    return rolled == ORDER_TIE ? -1 : rolled == ORDER_B;
}

/* An element with the parameter to move moves even in a battle in which both lines hold: its own flag and the line's
 * are joined by "or". */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire)
{
    const struct trr_field *f = field;
    struct trr_vehicle by = ((const struct trr_element *)actor)->vehicle,
                       at = ((const struct trr_element *)target)->vehicle;
    struct trr_shot shot;

    by.moving = by.moving || circumstances->moving; /* B-03 */
    at.moving = at.moving || circumstances->target_moving;
    shot = trr_shot_at(f->tables, &by, &at, &f->terms, circumstances->range);
    trr_fire_make(fire, f->tables, &shot, &f->terms, at.strength);
}

/* There is one shot, if the target is in range. */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    (void)actor;
    (void)target;
    if (throw > 0 || ((const struct trr_fire *)fire)->attack.out_of_range)
        return false;
    *dice = salvo_dice_of(1, D10);
    return true;
}

/* Markers beyond the end of the fight are cut off, so that all wrecks are one state. Duels also distinguish destroyed
 * from out of action; battles do not ask for it (B-04). */
static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const struct trr_fire *f = fire;
    int markers = target[0] + trr_fire_markers(f, actor[0], target[0], faces[0]);

    (void) throw;
    if (trr_fire_ends(f, markers))
        markers = f->target.remaining + (trr_fire_destroys(f, markers) || !f->terms.tells_destroyed);
    target[0] = (uint8_t)markers;
}

/* Only harm makes markers. Markers on the firer count, so a badly damaged vehicle may be unable to damage
 * anything. */
static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    return trr_fire_can_harm(fire, actor[0], target[0]);
}

/* The first row of the table of markers is the least that has an effect. */
static void why_harmless(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why)
{
    struct trr_fire fire;

    aim(field, actor, target, circumstances, &fire);
    if (!fire.attack.out_of_range)
        salvo_text_add(why, "it cannot penetrate: even a %d scores only %d, and the first marker needs %d", D10,
                       D10 + fire.attack.modifier, fire.rows[0].score);
}

/* Rulings, B-02 to B-04. */
static const salvo_schema ELEMENT = {
    .name = "a vehicle of Ten Rounds Rapid",
    ALL_OF(parameters, ELEMENT_PARAMETERS),
    .situation_size = sizeof(struct trr_element),
    .tables = SALVO_PLACE(struct trr_element, tables),
    .prepare = enlist,
    .brackets = brackets,
};

/* 3 Move Sequence; 8 Anti-tank fire. Rulings, B-01, B-05. */
static const salvo_schema FIELD = {
    .name = "a battle of Ten Rounds Rapid",
    ALL_OF(parameters, FIELD_PARAMETERS),
    .situation_size = sizeof(struct trr_field),
    .tables = SALVO_PLACE(struct trr_field, tables),
};

static const salvo_battle_words WORDS = {
    .strength = "its strength less the markers on it",
    .attack = "the target is within the range of the gun, even if no result can score a marker",
    .fire = "An activation is one shot.",
    .pace = "In a turn, a model can move as far as its rate minus the average of the dice of its penalties (B-02). All "
            "models of a moving line fire, and are fired at, as moving (B-03).",
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
    .why_harmless = why_harmless,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles: any number of forces on each side, each like one side of a duel. All fire at the same time. At the end of a
 * turn, crews roll for vehicles that had no brakes when it began. */
#include "rules/skank/battle.h"

#include <math.h>

#include "rules/skank/force.h"

/* The kernels' throws count the shots of an element in 16 bits. */
enum { MOVE_MAX = 1000, SHOTS_MAX = UINT16_MAX };

struct element {
    struct skank_force force;
    double move_in; /* in a turn */
};

/* The parameters of a force are those of one side of a duel (B-1), so they come from one macro. */
static const salvo_parameter ELEMENT_PARAMETERS[] = {
    SKANK_FORCE(struct element, force, 0, 1, "unit", "", "the element", "of the army"),
    DECIMAL("move", "inches that the element moves in a turn of an advance, in place of its own", 0, MOVE_MAX, NULL,
            INTO(struct element, move_in), .without = SKANK_OWN),
};

/* This is the top speed of a vehicle (B-5). The chart leaves the move of a large monster to the gamemaster; the table's
 * battle-move replaces it. */
static double own_move(const struct skank_force *force)
{
    if (force->vehicle)
        return force->vehicle->move;
    return force->gunner->move == SALVO_BLANK ? force->tables->value[BATTLE_MOVE] : force->gunner->move;
}

/* The number is for each figure. The field decides how attacks and shots combine, but an element is checked before
 * there is a field, so the larger number counts. */
static int most_shots(const struct skank_force *force)
{
    int all = skank_force_shots(force, BURST_MULTIPLY), greater = skank_force_shots(force, BURST_MAX);

    return all > greater ? all : greater;
}

/* The limit is on shots and not on figures: a burst of a heavy weapon is many shots of one. */
static salvo_status enlist(const void *tables, void *situation, salvo_error *err)
{
    struct element *e = situation;
    salvo_status status = skank_force_prepare(tables, &e->force, ELEMENT_PARAMETERS[FORCE_COUNT].key, err);
    int64_t shots;

    if (status != SALVO_OK)
        return status;
    if (e->move_in == SKANK_OWN)
        e->move_in = own_move(&e->force);
    shots = (int64_t)e->force.count * most_shots(&e->force);
    if (shots > SHOTS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "%d figures would fire %lld shots a turn; an element fires at most %d",
                          e->force.count, (long long)shots, SHOTS_MAX);
    return SALVO_OK;
}

/* Reads a unit state: three bytes have what is left, and one the hull. */
static struct skank_condition condition_of(const uint8_t *bytes)
{
    return (struct skank_condition){.left = bytes[0] | bytes[1] << 8 | bytes[2] << 16, .hull = bytes[3]};
}

/* Three bytes are for wounds: a thousand figures of several wounds are more than two bytes hold. */
static void put_condition(uint8_t *bytes, const struct skank_condition *c)
{
    bytes[0] = (uint8_t)c->left;
    bytes[1] = (uint8_t)(c->left >> 8);
    bytes[2] = (uint8_t)(c->left >> 16);
    bytes[3] = (uint8_t)c->hull;
}

static void initial_state(const void *element, uint8_t *condition)
{
    struct skank_condition fresh = skank_fresh(&((const struct element *)element)->force);

    put_condition(condition, &fresh);
}

static int strength(const void *element, const uint8_t *condition)
{
    (void)element;
    return condition_of(condition).left;
}

/* The brackets are those of the fire chart, up to the weapon's range. */
static size_t brackets(const void *element, double upto[SALVO_BRACKETS_MAX])
{
    const struct skank_force *force = &((const struct element *)element)->force;
    const salvo_brackets *chart = &force->tables->brackets;
    double reach = skank_weapon_range(&force->tables->weapons[force->weapon]);
    size_t n = 0;

    for (size_t i = 0; i < chart->count && chart->upto[i] < reach && n < SALVO_BRACKETS_MAX; i++)
        upto[n++] = chart->upto[i];
    if (isfinite(reach) && n < SALVO_BRACKETS_MAX)
        upto[n++] = reach;
    return n;
}

/* Returns the speed of an element alone; a line goes as fast as the slowest element that can still move (B-5). */
static double speed(const void *element)
{
    return ((const struct element *)element)->move_in;
}

/* Figures are never stopped, only killed. A line does not wait for an immobile element (B-6). */
static bool can_stop(const void *element)
{
    return ((const struct element *)element)->force.vehicle != NULL;
}

static bool is_stopped(const void *element, const uint8_t *condition)
{
    (void)element;
    return condition_of(condition).hull & HULL_IMMOBILE;
}

struct field {
    const struct skank_tables *tables;
    enum skank_win win;
    enum skank_burst burst;
    bool star_descends;
};

static const salvo_parameter FIELD_PARAMETERS[] = {
    SKANK_WIN(INTO(struct field, win)),
    SKANK_BURST(INTO(struct field, burst)),
    SKANK_STAR(INTO(struct field, star_descends)),
};

/* Lines come as near as the shortest range of the chart (B-9), within which the chart has one row. */
static double closest(const void *field)
{
    return ((const struct field *)field)->tables->brackets.upto[0];
}

/* The fire of both sides before any damage. Changes due to damage are looked up by which of the two still moves. */
struct fire {
    struct skank_fire on_target;
    int wounds, shots;          /* of each figure of the actor */
    bool moving, target_moving; /* unless immobile */
    bool mission_kill;
    uint8_t matters; /* bits of the target's damage that matter at the present distance */
};

/* B-7: an element that moves with its line leaves its cover, unless it moves inside it. The barrages include every bit
 * of damage that may matter later in the battle; `matters` has those for the present distance. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire)
{
    const struct field *f = field;
    const struct skank_force *by = &((const struct element *)actor)->force,
                             *at = &((const struct element *)target)->force;
    struct fire *aimed = fire;

    aimed->wounds = by->wounds;
    aimed->shots = skank_force_shots(by, f->burst);
    aimed->moving = by->moving || circumstances->moving;
    aimed->target_moving = at->moving || circumstances->target_moving;
    aimed->mission_kill = f->win == WIN_MISSION_KILL;
    aimed->matters = skank_force_matters(at, aimed->target_moving);
    skank_fire_load(&aimed->on_target, f->tables, skank_force_shot(by, at, circumstances->range, f->star_descends),
                    at->moving, skank_force_matters(at, at->moving || circumstances->target_ever_moves));
}

static const struct skank_barrage *barrage_of(const struct fire *f, const struct skank_condition *actor,
                                              const struct skank_condition *target)
{
    return &f->on_target.barrage[skank_moves(actor, f->moving)][skank_moves(target, f->target_moving)];
}

/* All fire at once (B-2), so `actor` is in its state at the beginning of the turn. A throw is one shot, with its own
 * aim (B-1). Shots without an effect are not fired (B-3). */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    const struct fire *f = fire;
    const struct skank_condition by = condition_of(actor), at = condition_of(target);
    const struct skank_barrage *barrage = barrage_of(f, &by, &at);

    if (barrage->per_throw == 0 || throw >= skank_shots_left(&by, f->wounds, f->shots) || at.left == 0)
        return false;
    *dice = skank_barrage_dice(barrage, 1);
    return true;
}

/* Under mission-kill a vehicle that cannot fire is out at once (B-10). Without it, it stays a target. */
static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const struct fire *f = fire;
    struct skank_condition at = condition_of(target);

    (void) throw;
    (void)actor;
    skank_suffer(&at, &f->on_target.hit, faces[0]);
    if (f->mission_kill && (at.hull & HULL_DISARMED))
        skank_destroy(&at);
    put_condition(target, &at);
}

/* True if shots are left and can still change something: a vehicle that is disarmed and immobile could be shot at for
 * ever without an effect (B-11). */
static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    const struct fire *f = fire;
    const struct skank_condition by = condition_of(actor), at = condition_of(target);

    return skank_shots_left(&by, f->wounds, f->shots) > 0 &&
           skank_barrage_can_change(barrage_of(f, &by, &at), (uint8_t)at.hull, f->matters);
}

/* Shots without an effect are not fired (B-3), but they are permitted. */
static bool may_fire(const void *fire)
{
    return ((const struct fire *)fire)->on_target.allowed;
}

/* The rating is first, as in the book: a hit below it has no effect. */
static void why_harmless(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why)
{
    const struct field *f = field;
    const struct skank_force *by = &((const struct element *)actor)->force,
                             *at = &((const struct element *)target)->force;
    struct fire fire;

    aim(field, actor, target, circumstances, &fire);
    if (!fire.on_target.hit.effective)
        salvo_text_add(why, "the rating of its weapon, %d, is below that of the target, %d",
                       f->tables->weapons[by->weapon].rating, at->rating);
    else if (fire.on_target.allowed)
        salvo_text_put(why, "no face of the die hits");
}

/* The crew rolls if the vehicle moves without brakes, alone or with its line (B-8). Brakes lost this turn, or an engine
 * lost since, need no roll. */
static bool after_dice(const void *element, bool moving, const uint8_t *before, const uint8_t *now, salvo_dice *dice)
{
    const struct skank_force *force = &((const struct element *)element)->force;
    const struct skank_condition at_first = condition_of(before), at_last = condition_of(now);

    if (!skank_sets_out_brakeless(&at_first, moving || force->moving) || !skank_runs_on(&at_last))
        return false;
    *dice = salvo_dice_of(1, FACES);
    return true;
}

/* A failed roll destroys the vehicle, as in the duel. */
static void after(const void *element, const uint8_t *faces, uint8_t *now)
{
    struct skank_condition c = condition_of(now);

    if (faces[0] > skank_force_brakes(&((const struct element *)element)->force))
        skank_destroy(&c);
    put_condition(now, &c);
}

static const salvo_schema ELEMENT = {
    .name = "a Skank element",
    ALL_OF(parameters, ELEMENT_PARAMETERS),
    .situation_size = sizeof(struct element),
    .prepare = enlist,
    .brackets = brackets,
};

static const salvo_schema FIELD = {
    .name = "a Skank battle",
    ALL_OF(parameters, FIELD_PARAMETERS),
    .situation_size = sizeof(struct field),
    .tables = SALVO_PLACE(struct field, tables),
};

static const salvo_battle_words WORDS = {
    .strength = "the wounds that all its figures have left; 1 for a vehicle",
    .attack = "the element fires at least one shot that could damage the target (B-3)",
    .fire =
        "Each shot is aimed by itself, at an enemy that the shots before it have left (R35, B-1). A squad is hit figure "
        "by figure: a hit takes one wound of the figure in front, or all of them if it kills outright, and the next "
        "hit falls on the next figure when the one in front is down. At the end of the turn, crews roll for vehicles "
        "that had no brakes when it began (B-2, B-8).",
    .pace = "In a turn, a figure can move as far as its chart says and a vehicle as far as its greatest move, or as "
            "move says (B-5). An element that moves with its line fires, and is fired at, as moving; it has no cover "
            "unless it has moving=yes (B-6, B-7).",
};

const salvo_battle_adapter SKANK_BATTLE_ADAPTER = {
    .sequence = SALVO_AT_ONCE,
    .aims_each_throw = true,
    .words = &WORDS,
    .element = &ELEMENT,
    .field = &FIELD,
    .initial_state = initial_state,
    .strength = strength,
    .speed = speed,
    .can_stop = can_stop,
    .is_stopped = is_stopped,
    .closest = closest,
    .fire_size = sizeof(struct fire),
    .aim = aim,
    .dice = dice,
    .resolve = resolve,
    .can_harm = can_harm,
    .may_fire = may_fire,
    .why_harmless = why_harmless,
    .after_dice = after_dice,
    .after = after,
};

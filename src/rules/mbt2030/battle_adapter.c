/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How stands fight in battles of mixed groups. A stand's unit state is one byte, its state. An activation is one
 * engagement, which changes both stands. Sides act one after the other, in the order of the turn's showing. Rulings M17
 * to M21 are salvo's own, because the book has no lines of stands and no changing ranges. */
#include "rules/mbt2030/battle_adapter.h"

#include <string.h>

#include "rules/mbt2030/fight.h"

static const salvo_parameter ELEMENT_PARAMETERS[] = {MBT_STAND(struct mbt_element, stand, "", "its")};

/* Keys of an army's line have no prefix, because they concern only one stand. */
static salvo_status enlist(const void *tables, void *situation, salvo_error *err)
{
    return mbt_stand_prepare(tables, &((struct mbt_element *)situation)->stand, "", err);
}

/* The unit state of a stand is its state. */
static void initial_state(const void *element, uint8_t *unit_state)
{
    unit_state[0] = (uint8_t)((const struct mbt_element *)element)->stand.state;
}

/* Returns how many states remain until it is broken. */
static int strength(const void *element, const uint8_t *unit_state)
{
    (void)element;
    return STATE_BROKEN - unit_state[0];
}

/* These stands count toward pin-limit. Those that are out count toward break-limit, which the battle checks itself. */
static bool is_worn(const void *element, const uint8_t *unit_state)
{
    (void)element;
    return unit_state[0] == STATE_PINNED || unit_state[0] == STATE_SHAKEN;
}

/* Returns a tactical move. ADA and PDA have their own line; a stand without one is not in the line (ruling M17). -1
 * means that it moves along and delays nothing; 0 means that it stands still. */
static double speed(const void *element)
{
    const struct mbt_element *e = element;
    const struct mbt_movement *m = mbt_movement_of(e->tables, MBT_POSTURE_IDS[e->stand.posture]);

    if (!m)
        m = mbt_movement_of(e->tables, e->stand.id);
    if (!m)
        return -1;
    if (e->stand.mode == MODE_STATIC)
        return 0;
    return e->stand.going == GOING_GOOD ? m->good_tactical : m->bad_tactical;
}

static const salvo_parameter FIELD_PARAMETERS[] = {
    MBT_CIRCUMSTANCES(struct mbt_field, s),
    MBT_HANDS_OF_BOTH(struct mbt_field, hands),
    MBT_ACCUMULATE(INTO(struct mbt_field, accumulate)),
    MBT_LIMITS(struct mbt_field),
};

/* The field's range is not set, because each engagement has the range of its lines at the time. */
static salvo_status lay_out(const void *tables, void *situation, salvo_error *err)
{
    (void)tables;
    return mbt_hands_prepare(&((struct mbt_field *)situation)->hands, err);
}

static size_t brackets(const void *field, double upto[SALVO_BRACKETS_MAX])
{
    const struct mbt_field *f = field;

    return mbt_ranges_inches(f->tables, &f->s, upto);
}

/* Returns the shortest range of the matrix. Brackets ascend, so it is the first. It is that of the whole matrix and not
 * of the stands in the fight: lines must close in alike whatever their stands are (M18). */
static double closest(const void *field)
{
    double upto[SALVO_BRACKETS_MAX];

    return brackets(field, upto) > 0 ? upto[0] : 0;
}

/* A battle's own limit of turns overrides this one. */
static int turn_limit(const void *field)
{
    (void)field;
    return MBT_BATTLE_TURNS;
}

static void limits(const void *field, int elements, int *worn, int *out)
{
    const struct mbt_field *f = field;

    *worn = mbt_limit(f->tables, f->pin_limit, VALUE_PIN_LIMIT, elements);
    *out = mbt_limit(f->tables, f->break_limit, VALUE_BREAK_LIMIT, elements);
}

/* A given limit may exceed a side's stands. If results do not add up, equal stands then get stuck: all are shaken, and
 * none is broken. A limit by size never exceeds them. */
static const char *remark(const void *field, const void *element, int own, int enemies)
{
    const struct mbt_field *f = field;

    (void)element;
    (void)enemies;
    if (f->pin_limit <= own)
        return NULL;
    return f->accumulate
               ? "a side has fewer stands than pin-limit, so stands pinned or shaken cannot beat it"
               : "a side has fewer stands than pin-limit, so stands pinned or shaken cannot beat it, and an equal "
                 "or lesser result does nothing more to them (M8)";
}

static void order_dice(const void *field, salvo_dice *dice)
{
    *dice = mbt_order_dice(&((const struct mbt_field *)field)->hands);
}

/* The face of a draw has weight 0 unless neither side can ever win. */
static int order(const void *field, const uint8_t *faces)
{
    const struct mbt_hands *hands = &((const struct mbt_field *)field)->hands;

    return mbt_never_begins(hands) ? -1 : (int)mbt_order(hands, faces);
}

/* The showing is that of the side that acts, because hands belong to players and not to stands. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire)
{
    const struct mbt_field *f = field;
    const struct mbt_element *by = actor, *at = target;
    struct mbt_exchange *to = fire, x;
    struct mbt_situation s = f->s;

    s.range_inches = circumstances->range;
    x = mbt_exchange_of(f->tables, &by->stand, &at->stand, &s, &f->hands.rps[circumstances->side], f->accumulate);
    to->allowed = x.allowed; /* field by field: fires are compared by their bytes, including padding */
    to->rps = x.rps;
    memcpy(to->after, x.after, sizeof to->after);
}

/* An engagement is one throw. A forbidden one is no attack, so that a battle looks for another target or skips the
 * stand. */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    const struct mbt_exchange *x = fire;

    (void)actor;
    (void)target;
    if (throw > 0)
        return false;
    *dice = mbt_exchange_dice(x);
    return x->allowed;
}

static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    (void) throw;
    mbt_exchange_apply(fire, actor, target, faces);
}

static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    return mbt_exchange_may_change(fire, (enum mbt_state)actor[0], (enum mbt_state)target[0]);
}

/* A showing of hands that never wins harms nothing, and the other side does not harm a loser. */
static void why_harmless(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why)
{
    const struct mbt_field *f = field;
    const struct mbt_element *by = actor, *at = target;
    struct mbt_situation s = f->s;
    struct mbt_exchange exchange;
    const char *words;

    s.range_inches = circumstances->range;
    aim(field, actor, target, circumstances, &exchange);
    words = exchange.allowed ? "no result of their hands changes anything"
                             : mbt_why_not(f->tables, &by->stand, &at->stand, &s);
    salvo_text_put(why, words ? words : "");
}

static const salvo_schema ELEMENT = {
    .name = "an MBT 2030 stand",
    ALL_OF(parameters, ELEMENT_PARAMETERS),
    .situation_size = sizeof(struct mbt_element),
    .tables = SALVO_PLACE(struct mbt_element, tables),
    .prepare = enlist,
};

static const salvo_schema FIELD = {
    .name = "an MBT 2030 battle",
    ALL_OF(parameters, FIELD_PARAMETERS),
    .situation_size = sizeof(struct mbt_field),
    .tables = SALVO_PLACE(struct mbt_field, tables),
    .prepare = lay_out,
    .brackets = brackets,
};

static const salvo_battle_words WORDS = {
    .strength = "the number of states until it is broken: 3 for a steady stand, 2 for a pinned one and 1 for a "
                "shaken one",
    .attack = "the stand may engage the target, so that hands are shown",
    .fire = "An activation is one engagement; its result applies to both stands at once.",
    .pace = "In a turn, a stand can move as far as its tactical move; STATIC stands cannot move, and ARTILLERY and "
            "AIRCRAFT move with their line (M17). Moving has no effect on engagements: a stand keeps its mode and "
            "terrain.",
    .end = "A side is also beaten at once when it is fragile: when pin-limit of its stands are pinned or shaken, or "
           "break-limit of them are out (M21). By default these are the book's shares of the side's first strength: "
           "half of the stands pinned or shaken, a third of them out, rounded up (M22). Both have lost if both become "
           "fragile at the same moment and both still have stands.",
    .worn = "pinned or shaken",
    .out = "broken or off the table",
    .worn_key = "pin-limit",
    .out_key = "break-limit",
    .limit_rulings = "M21, M22",
};

/* `mirrors`: the rules treat both sides alike, so one half answers a battle of two equal armies. */
const salvo_battle_adapter MBT_BATTLE_ADAPTER = {
    .sequence = SALVO_BY_SIDES,
    .words = &WORDS,
    .mirrors = true,
    .element = &ELEMENT,
    .field = &FIELD,
    .initial_state = initial_state,
    .strength = strength,
    .speed = speed,
    .closest = closest,
    .turn_limit = turn_limit,
    .remark = remark,
    .limits = limits,
    .is_worn = is_worn,
    .order_dice = order_dice,
    .order = order,
    .fire_size = sizeof(struct mbt_exchange),
    .aim = aim,
    .dice = dice,
    .resolve = resolve,
    .can_harm = can_harm,
    .why_harmless = why_harmless,
};

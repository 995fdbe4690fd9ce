/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How elements of M.A.D. take part in battles: both sides activate one element after the other, and each activation is
 * the fire of MAD-04. A duel is the same with one element on each side. */
#include "rules/mad/battle.h"

#include "rules/mad/activation.h"
#include "rules/mad/initiative.h"
#include "rules/mad/words.h"

static const char WEAPONS[] = "weapons";

/* The parameters of an element in an army list: its own cover, weapons and fire. Range and movement belong to the
 * battle. */
static const salvo_parameter ELEMENT_PARAMETERS[] = {
    MAD_UNIT("unit", "a listed element", INTO(struct mad_element, unit)),
    MAD_COVER("cover", "cover of the element", INTO(struct mad_element, cover)),
    CHOICE(WEAPONS, "the weapons it fires", MAD_WEAPONS_CHOICES, "main", INTO(struct mad_element, weapons)),
    FLAG("opportunity", "its shots are opportunity fire", INTO(struct mad_element, opportunity)),
};

/* The check is that of a duel and of unit-fire: a machine gun that an element does not have is refused before the
 * battle. */
static salvo_status enlist(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_element *e = situation;

    return mad_activation_check(tables, e->unit, e->weapons, WEAPONS, err);
}

static const struct mad_unit *unit_of(const void *element)
{
    const struct mad_element *e = element;

    return &e->tables->units[e->unit];
}

/* The unit state of an element is its hit points. It has two bytes, low byte first, on every machine, because states
 * are hashed and compared as bytes. */
static int hp_of(const uint8_t *unit_state)
{
    return unit_state[0] | unit_state[1] << 8;
}

static void set_hp(uint8_t *unit_state, int hp)
{
    unit_state[0] = (uint8_t)hp;
    unit_state[1] = (uint8_t)(hp >> 8);
}

static void initial_state(const void *element, uint8_t *unit_state)
{
    set_hp(unit_state, unit_of(element)->hp);
}

static int strength(const void *element, const uint8_t *unit_state)
{
    (void)element;
    return hp_of(unit_state);
}

/* The lists print "#" for anti-aircraft vehicles (R-50); an army of them has no price. */
static double price(const void *element)
{
    int points = unit_of(element)->points;

    return points == SALVO_BLANK ? -1 : points;
}

/* The table is in millimetres, one for each metre. */
static double speed(const void *element)
{
    const struct mad_element *e = element;

    return e->tables->movement[unit_of(e)->mobility].distance_mm;
}

static const salvo_parameter FIELD_PARAMETERS[] = {
    MAD_SMALL_ARMS_VEHICLES(INTO(struct mad_field, small_arms_vehicles)),
};

/* The first range column covers everything up to its heading, so a smaller distance changes no shot. */
static double closest(const void *field)
{
    return ((const struct mad_field *)field)->tables->brackets.upto[0];
}

static void order_dice(const void *field, salvo_dice *dice)
{
    (void)field;
    *dice = salvo_dice_of(MAD_INITIATIVE_DICE, MAD_INITIATIVE_SIDES);
}

/* A tie is thrown again (R-25). */
static int order(const void *field, const uint8_t *faces)
{
    enum mad_initiative winner = mad_initiative_of(faces);

    (void)field;
    return winner == INITIATIVE_TIE ? -1 : winner == INITIATIVE_B;
}

/* A fortification adds the table's +4: in MAD-05 no fortification is reduced before the fight. There is no contact
 * here, so cover always counts. */
struct mad_activation mad_activation_of(const struct mad_field *field, const struct mad_element *by,
                                        const struct mad_element *at, double range_m, bool moving)
{
    return (struct mad_activation){
        .unit = by->unit,
        .target = at->unit,
        .weapons = by->weapons,
        .shot = {.range_m = range_m,
                 .cover = at->cover,
                 .fort_value = field->tables->modifier[MODIFIER_FORTIFICATION],
                 .moving = moving,
                 .opportunity = by->opportunity,
                 .small_arms_vehicles = field->small_arms_vehicles},
    };
}

/* `best` is decided here, before the first turn and at the target's full hit points, as MAD-05 says. Damage does not
 * change it. */
static void aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire)
{
    const struct mad_field *f = field;
    struct mad_fire *aimed = fire;
    struct mad_shot shots[MOUNTS_MAX];
    struct mad_activation activation = mad_activation_of(f, actor, target, circumstances->range, circumstances->moving);

    mad_activation_aim(f->tables, &activation, shots, aimed->attack, &aimed->n);
}

/* The activation ends when the target is destroyed. The effect of its last weapons does not matter then. */
static bool dice(const void *fire, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    const struct mad_fire *f = fire;

    (void)actor;
    if (throw == f->n || hp_of(target) == 0)
        return false;
    *dice = mad_attack_dice(&f->attack[throw]);
    return true;
}

/* Attacks do not change with damage, so their number is known before the first throw, and the kernels may use it. */
static int throws(const void *fire)
{
    return ((const struct mad_fire *)fire)->n;
}

/* Results of one level have the same effect, whatever faces they show: four kinds in place of a hundred results. */
static int kind(const void *fire, int throw, const uint8_t *faces)
{
    return mad_attack_level(((const struct mad_fire *)fire)->attack[throw].target_number, faces);
}

/* Damage beyond the last hit point is dropped, so a destroyed element has one unit state. */
static void resolve(const void *fire, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    int damage = mad_attack_damage(&((const struct mad_fire *)fire)->attack[throw], faces);

    (void)actor;
    set_hp(target, damage < hp_of(target) ? hp_of(target) - damage : 0);
}

/* Hit points do not matter: damage never heals, so any weapon that can damage destroys in the end. */
static bool can_harm(const void *fire, const uint8_t *actor, const uint8_t *target)
{
    const struct mad_fire *f = fire;

    (void)actor;
    (void)target;
    for (int i = 0; i < f->n; i++)
        if (f->attack[i].verdict == MAY_FIRE && f->attack[i].target_number <= 10 && f->attack[i].damage[CRITICAL] > 0)
            return true;
    return false;
}

/* Describes the shot of one weapon within its range. */
static void put_why(const struct mad_tables *t, const struct mad_shot *shot, const struct mad_attack *attack,
                    salvo_text *why)
{
    const char *weapon = t->weapons[shot->weapon].name;

    if (attack->verdict == OUT_OF_RANGE)
        return;
    salvo_text_put(why, why->length ? "; " : "");
    if (attack->verdict == NOT_AT_VEHICLES)
        salvo_text_add(why, "%s may not be fired at vehicles", weapon);
    else if (attack->verdict == FIXED_AND_MOVED)
        salvo_text_add(why, "%s is fixed and may not be fired on the move", weapon);
    else if (attack->target_number > 10)
        salvo_text_add(why, "%s needs %d to hit, more than a die can show", weapon, attack->target_number);
    else
        salvo_text_add(why, "%s does no damage", weapon);
}

/* Identical weapons are listed once. */
static void why_harmless(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why)
{
    const struct mad_field *f = field;
    const struct mad_activation activation =
        mad_activation_of(f, actor, target, circumstances->range, circumstances->moving);
    struct mad_shot shots[MOUNTS_MAX];
    struct mad_attack attacks[MOUNTS_MAX];
    int n;

    mad_activation_aim(f->tables, &activation, shots, attacks, &n);
    if (n == 0)
        salvo_text_put(why, unit_of(actor)->n_mounts ? "its weapons can fire at aircraft only" : "it has no weapons");
    for (int i = 0; i < n; i++)
        if (i == 0 || shots[i].weapon != shots[i - 1].weapon)
            put_why(f->tables, &shots[i], &attacks[i], why);
}

static const salvo_schema ELEMENT = {
    .name = "a M.A.D. element",
    ALL_OF(parameters, ELEMENT_PARAMETERS),
    .situation_size = sizeof(struct mad_element),
    .tables = SALVO_PLACE(struct mad_element, tables),
    .prepare = enlist,
};

static const salvo_schema FIELD = {
    .name = "a M.A.D. battle",
    ALL_OF(parameters, FIELD_PARAMETERS),
    .situation_size = sizeof(struct mad_field),
    .tables = SALVO_PLACE(struct mad_field, tables),
};

static const salvo_battle_words WORDS = {
    .strength = "its hit points",
    .attack = "at least one of the weapons that it uses may fire at the target, even if it needs more than a 10",
    .fire =
        "An element fires its weapons one after the other, in the order of its list, until the target is destroyed.",
    .pace = "In a turn, an element can move as far as movement.csv says for its mobility, 1 m for each mm. All "
            "elements of a moving line fire with the modifier for moving, and do not fire their fixed weapons.",
};

const salvo_battle_adapter MAD_BATTLE_ADAPTER = {
    .sequence = SALVO_ALTERNATELY,
    .words = &WORDS,
    .mirrors = true,
    .element = &ELEMENT,
    .field = &FIELD,
    .initial_state = initial_state,
    .strength = strength,
    .price = price,
    .speed = speed,
    .closest = closest,
    .order_dice = order_dice,
    .order = order,
    .fire_size = sizeof(struct mad_fire),
    .aim = aim,
    .dice = dice,
    .throws = throws,
    .kind = kind,
    .resolve = resolve,
    .can_harm = can_harm,
    .why_harmless = why_harmless,
};

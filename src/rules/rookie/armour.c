/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-07 to ROOKIE-10, vehicles and bunkers: penetration, the special damage table, breakdown and mud. The special
 * damage table survives. Of the effects of a fire only the line 1-3 survives, without its die. */
#include "rules/rookie/armour.h"

#include <math.h>
#include <string.h>

#include "rules/rookie/data.h"

enum { FF_MAX = 10000, TIMES_MAX = 1000 };

enum { PENETRATES, BOUNCES };

static const char *const WEAPONS[] = {"single", "small-arms", NULL};
static const char *const PENETRATIONS[] = {[PENETRATES] = "penetrates", [BOUNCES] = "bounces"};

struct penetration {
    bool small_arms;
    int64_t ff;
    double range_inches;
    int armour; /* a class */
    bool penetrates;
};

/* Firing factors are compared with a class of armour, from armoured cars (a) to the heaviest tanks (e). */
static const salvo_parameter PENETRATION[] = {
    CHOICE("weapon", "one weapon, or small arms together", WEAPONS, "single", INTO(struct penetration, small_arms)),
    WHOLE("ff", "firing factor, not doubled", 0, FF_MAX, "25", INTO(struct penetration, ff)),
    DECIMAL("range", "distance in inches; it matters for small arms only", 0, INFINITY, "7", .distance = true,
            INTO(struct penetration, range_inches)),
    CHOICE("armor", "class of armour", ROOKIE_ARMOURS, "a", INTO(struct penetration, armour)),
};

/* Small arms penetrate only class A, under 8 inches and by their doubled factor (K5). A single weapon of 41 to 45
 * penetrates D but not E: the printed bands leave that gap (K4). */
static bool penetrates(const struct rookie_tables *t, const struct penetration *p)
{
    const struct rookie_armour *armour = &t->armour[p->armour];

    if (!p->small_arms)
        return p->ff >= armour->single_weapon;
    return armour->small_arms != SALVO_BLANK && p->range_inches < t->value[VALUE_SMALL_ARMS_RANGE] &&
           p->ff * t->value[VALUE_SMALL_ARMS_FACTOR] >= armour->small_arms;
}

/* No dice are thrown: the factor is high enough for the class or not, so the answer is certain. */
static void derive_penetration(const void *tables, void *situation)
{
    struct penetration *p = situation;

    p->penetrates = penetrates(tables, p);
}

static int resolve_penetration(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)faces;
    (void)gain;
    return ((const struct penetration *)situation)->penetrates ? PENETRATES : BOUNCES;
}

const salvo_procedure ROOKIE_PENETRATION = {
    .id = "ROOKIE-07",
    .schema = {.name = "rookie.penetration",
               ALL_OF(parameters, PENETRATION),
               .situation_size = sizeof(struct penetration),
               .derive = derive_penetration},
    .documentation = {.chapter = "Armour and bunkers",
                      .title = "whether fire penetrates armour",
                      .section = "Armor Classification, Penetration of Armor and Bunkers",
                      .rulings = "K4 K5"},
    ALL_OF(outcomes, PENETRATIONS),
    .roll = &(const salvo_roll){.resolve = resolve_penetration},
};

enum { TARGET_VEHICLE, TARGET_BUNKER };
enum { EXPLODE_LOW, EXPLODE_HIGH };

/* Fire in a tank rolls again, on a die that the text does not name: a 10d or a d6. Three faces are 3/10 of one and 1/2
 * of the other; thirtieths hold both as whole numbers. */
enum { FIRE_DIE_LARGE = 10, FIRE_DIE_SMALL = 6, EXPLODE_PARTS = 30 };

static const char *const TARGETS[] = {[TARGET_VEHICLE] = "vehicle", [TARGET_BUNKER] = "bunker", NULL};

/* The results of fire follow the table's own results. */
enum { FIRE_OUTCOMES = N_DAMAGES, N_DAMAGE_OUTCOMES = FIRE_OUTCOMES + N_FIRE_RESULTS };

static const char *const DAMAGES[N_DAMAGE_OUTCOMES] = {ROOKIE_DAMAGE_NAMES, "fire-explodes", "fire-abandoned",
                                                       "fire-out"};

static const salvo_expectation DAMAGE_EXPECTATIONS[] = {
    [EXPLODE_LOW] = {.name = "explode-low",
                     .help = "probability that a tank explodes, at least",
                     .parts = EXPLODE_PARTS},
    [EXPLODE_HIGH] = {.name = "explode-high", .help = "the same at most", .parts = EXPLODE_PARTS},
};

struct damage {
    const struct rookie_tables *tables;
    struct rookie_asked asked;
    struct rookie_set set;
    int target;
};

static const salvo_parameter DAMAGE[] = {
    CHOICE("target", "what is damaged", TARGETS, "vehicle", INTO(struct damage, target)),
    ROOKIE_DATA(struct damage, asked, "proved"),
};

/* The table is read even if the target is a bunker, because an unreadable file is always an error. */
static salvo_status prepare_damage(const void *tables, void *situation, salvo_error *err)
{
    struct damage *d = situation;

    return rookie_data_of(tables, &d->asked, &d->set, err);
}

/* The bands ascend from 1 without gaps, so the last one ends at the die's number of faces. */
static int fire_die(const struct rookie_set *set)
{
    return set->fire[set->n_fire - 1].to;
}

/* Known bands roll their own die; otherwise the fire has no further result. */
static bool rolls_again(const struct damage *d)
{
    return d->target == TARGET_VEHICLE && d->set.fire_known;
}

static void damage_dice(const void *situation, salvo_dice *dice)
{
    const struct damage *d = situation;

    *dice = salvo_dice_of(rolls_again(d) ? 2 : 1, ROLLS);
    if (rolls_again(d))
        dice->sides[1] = (uint8_t)fire_die(&d->set);
}

/* Counts the known faces that explode: the least and the most thirtieths of the second roll. */
static void bound_explosion(const struct rookie_set *set, int64_t *gain)
{
    int faces = 0;

    for (int i = 0; i < set->n_fire; i++)
        if (set->fire[i].result == FIRE_EXPLODES)
            faces += set->fire[i].to - set->fire[i].from + 1;
    gain[EXPLODE_LOW] += (int64_t)faces * EXPLODE_PARTS / FIRE_DIE_LARGE;
    gain[EXPLODE_HIGH] += (int64_t)faces * EXPLODE_PARTS / FIRE_DIE_SMALL;
}

/* Only a vehicle's fire rolls again. Without a known die the answer is `fire`, and the two bounds cover the second
 * roll; with one, both bounds are its result. */
static int resolve_damage(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct damage *d = situation;
    const struct rookie_damage_row *row = &d->tables->damage[faces[0] - 1];
    int damage = d->target == TARGET_VEHICLE ? row->vehicle : row->bunker, result;

    if (damage != DAMAGE_FIRE || d->target != TARGET_VEHICLE)
        return damage;
    if (!rolls_again(d)) {
        bound_explosion(&d->set, gain);
        return damage;
    }
    result = rookie_band_of(d->set.fire, d->set.n_fire, faces[1]);
    gain[EXPLODE_LOW] += result == FIRE_EXPLODES ? EXPLODE_PARTS : 0;
    gain[EXPLODE_HIGH] += result == FIRE_EXPLODES ? EXPLODE_PARTS : 0;
    return FIRE_OUTCOMES + result;
}

/* Bunkers do not burn. */
static bool damage_expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct damage *)situation)->target == TARGET_VEHICLE;
}

/* The table itself survives, but the effects of a fire are from the set. */
static const char *remark_damage(const void *situation)
{
    return rookie_data_remark(&((const struct damage *)situation)->set);
}

const salvo_procedure ROOKIE_SPECIAL_DAMAGE = {
    .id = "ROOKIE-08",
    .schema = {.name = "rookie.special-damage",
               ALL_OF(parameters, DAMAGE),
               SITUATION(struct damage, tables),
               .prepare = prepare_damage,
               .remark = remark_damage},
    .documentation =
        {.chapter = "Armour and bunkers",
         .title = "special damage to a vehicle or a bunker",
         .section = "Special Damage Table",
         .rulings = "K1 K13",
         .notes =
             "The text keeps one line about fires (1-3 explodes) and does not name the die, so the bounds hold for "
             "a 10d and for a d6. Abandoned is immobile, too; retire is a retreat of that many functions and no "
             "next chance to act; suppressed counts turns."},
    ALL_OF(expectations, DAMAGE_EXPECTATIONS),
    ALL_OF(outcomes, DAMAGES),
    .expects = damage_expects,
    .roll = &(const salvo_roll){.dice = damage_dice, .resolve = resolve_damage},
};

/* Breakdown and unbogging are the same chain: repeated tries for some faces of a 10d. */
struct tries {
    enum rookie_vehicle vehicle;
    enum rookie_terrain terrain;
    int faces, times;
};

struct state {
    int32_t made;
    int32_t done; /* it has happened */
};

enum { CAME, NEVER_CAME };
enum { CHANCE };

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    if (s->done)
        return CAME;
    return s->made == ((const struct tries *)situation)->times ? NEVER_CAME : SALVO_CONTINUES;
}

static void try_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, ROLLS);
}

/* Face 1 of the die is its 0 (K2): a roll of 1 is face 2. The text says "1 or 2", and 0 is the lowest face and not a
 * ten (K1). */
static bool comes(const struct tries *t, struct state *s, const uint8_t *faces)
{
    int roll = faces[0] - 1;

    if (roll >= 1 && roll <= t->faces)
        *s = (struct state){.done = 1};
    else
        s->made++;
    return false;
}

/* The chance is the same in each phase and is reported once. */
static bool breakdown_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct tries *t = situation;
    struct state *s = state;

    if (s->made == 0)
        gain[CHANCE] += t->faces;
    return comes(t, s, faces);
}

static bool unbog_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return comes(situation, state, faces);
}

/* clang-format off */
#define VEHICLE \
    CHOICE("vehicle", "special: T-34s and light tanks", ROOKIE_VEHICLES, "regular", INTO(struct tries, vehicle))

static const salvo_parameter BREAKDOWN[] = {
    CHOICE("terrain", "marked: a speed with an asterisk", ROOKIE_TERRAINS, "marked", INTO(struct tries, terrain)),
    VEHICLE,
    WHOLE("phases", "phases in that terrain", 1, TIMES_MAX, "1", INTO(struct tries, times)),
};
/* clang-format on */

static const char *const MOBILITIES[] = {[CAME] = "immobilized", [NEVER_CAME] = "mobile"};
static const salvo_expectation BREAKDOWN_EXPECTATIONS[] = {
    [CHANCE] = {.name = "chance-per-phase", .help = "probability in one phase", .parts = ROLLS}};

static void derive_breakdown(const void *tables, void *situation)
{
    struct tries *t = situation;

    t->faces = ((const struct rookie_tables *)tables)->breakdown[t->terrain][t->vehicle];
}

static const salvo_chain BREAKDOWN_CHAIN = {.state_size = sizeof(struct state),
                                            .outcome = outcome,
                                            .dice = try_dice,
                                            .step = breakdown_step,
                                            .throw_name = "a turn"};

const salvo_procedure ROOKIE_BREAKDOWN = {
    .id = "ROOKIE-09",
    .schema = {.name = "rookie.breakdown",
               ALL_OF(parameters, BREAKDOWN),
               .situation_size = sizeof(struct tries),
               .derive = derive_breakdown},
    .documentation = {.chapter = "Armour and bunkers",
                      .title = "whether a vehicle is immobilized",
                      .section = "Breakdown and Immobilization",
                      .rulings = "K2"},
    ALL_OF(expectations, BREAKDOWN_EXPECTATIONS),
    ALL_OF(outcomes, MOBILITIES),
    .chain = &BREAKDOWN_CHAIN,
};

/* A tank that is stuck in mud may try repeatedly. */
static const salvo_parameter UNBOG[] = {
    VEHICLE,
    WHOLE("attempts", "attempts made", 1, TIMES_MAX, "1", INTO(struct tries, times)),
};
static const char *const FREEDOMS[] = {[CAME] = "free", [NEVER_CAME] = "stuck"};

/* The text is damaged here; it is read as 1-3 for regular tanks and 1-4 for special ones (K8). */
static void derive_unbog(const void *tables, void *situation)
{
    struct tries *t = situation;
    enum rookie_value value = t->vehicle == VEHICLE_SPECIAL ? VALUE_UNBOG_SPECIAL : VALUE_UNBOG_REGULAR;

    t->faces = ((const struct rookie_tables *)tables)->value[value];
}

static const salvo_chain UNBOG_CHAIN = {.state_size = sizeof(struct state),
                                        .outcome = outcome,
                                        .dice = try_dice,
                                        .step = unbog_step,
                                        .throw_name = "an attempt"};

const salvo_procedure ROOKIE_UNBOG = {
    .id = "ROOKIE-10",
    .schema = {.name = "rookie.unbog",
               ALL_OF(parameters, UNBOG),
               .situation_size = sizeof(struct tries),
               .derive = derive_unbog},
    .documentation = {.chapter = "Armour and bunkers",
                      .title = "whether a tank breaks free of mud",
                      .section = "Breakdown and Immobilization",
                      .rulings = "K2 K8"},
    ALL_OF(outcomes, FREEDOMS),
    .chain = &UNBOG_CHAIN,
};

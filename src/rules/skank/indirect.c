/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indirect fire alone (SKANK-08), and with the effect of its burst on a target (SKANK-10). The shot is at a point: its
 * column is that of a stationary target, and the cover and size of anything there are ignored (R15). */
#include "rules/skank/indirect.h"

#include <math.h>
#include <stdio.h>

#include "rules/skank/area.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

/* Returns inches of deviation for each pip of the d6, by range. The first band prints 0.5, so the table counts in
 * tenths. A range on a limit belongs to the nearer band. */
static int tenths_per_pip(const struct skank_tables *t, double range_in)
{
    size_t row = 0;

    while (row + 1 < t->n_deviations && t->deviations[row].upto != SALVO_BLANK && range_in > t->deviations[row].upto)
        row++;
    return t->deviations[row].tenths_per_pip;
}

/* R15: the target never matters. The shooter's bonus, the weapon, a spotter and a mounting still count. */
void skank_lob_prepare(const struct skank_tables *t, struct skank_lob *lob, int weapon, double max_range_in,
                       bool star_descends)
{
    enum skank_motion motion = lob->shooter_moving ? MOVING_STATIONARY : STATIONARY_STATIONARY;
    int number = skank_fire_number(t, motion, lob->range_in, star_descends);
    int modifier = t->troops[lob->shooter].to_hit + t->weapons[weapon].hit_modifier + lob->modifier;
    bool allowed = number != NO_NUMBER && lob->range_in <= max_range_in;

    if (lob->spotter)
        modifier += t->modifier[MODIFIER_SPOTTER];
    if (lob->mounted)
        modifier += t->modifier[MODIFIER_MOUNTED];
    lob->good = allowed ? skank_good_faces(number, modifier) : NOT_ALLOWED;
    lob->tenths_per_pip = tenths_per_pip(t, lob->range_in);
}

void skank_lob_explain(const struct skank_lob *lob, salvo_text *text)
{
    if (lob->good == NOT_ALLOWED)
        salvo_text_put(text, "out of range, or the fire chart allows no shot\n");
    else
        salvo_text_add(text, "on target with %d of %d faces, else d6 x %.15g in off\n", lob->good, FACES,
                       lob->tenths_per_pip / 10.0);
}

/* The deviation template is a picture; it is read as ten equal sectors. */
double skank_impact_distance(double offset_in, double bearing_degrees, double deviation_in, int direction)
{
    double bearing = bearing_degrees * M_PI / 180, at = 2 * M_PI * direction / DIRECTIONS;

    return hypot(deviation_in * cos(at) - offset_in * cos(bearing), deviation_in * sin(at) - offset_in * sin(bearing));
}

struct indirect {
    struct skank_lob lob;
    int weapon; /* row */
    double max_range_in;
    bool star_descends;
};

/* `at` is the path to the struct indirect in the situation: "indirect.", or nothing if it is all of it. */
/* clang-format off */
#define INDIRECT_PARAMETERS(type, at) \
    SKANK_WEAPON("indirect", "grenade", "the weapon lobbed or thrown", INTO(type, at weapon)), \
    SKANK_LOB_PARAMETERS(type, at lob), \
    SKANK_MAX_RANGE(INTO(type, at max_range_in)), \
    SKANK_STAR(INTO(type, at star_descends))
/* clang-format on */

static const salvo_parameter INDIRECT[] = {INDIRECT_PARAMETERS(struct indirect, )};

/* A range from the user replaces the weapon's own. */
static void aim(const struct skank_tables *t, struct indirect *i)
{
    double own = skank_weapon_range(&t->weapons[i->weapon]);

    skank_lob_prepare(t, &i->lob, i->weapon, i->max_range_in == SKANK_OWN ? own : i->max_range_in, i->star_descends);
}

enum { ON_TARGET, DEVIATION };
/* An outcome is a whole number, but distances can be half an inch. */
enum { TENTHS = 10 };

static const salvo_expectation INDIRECT_EXPECTATIONS[] = {
    [ON_TARGET] = {.name = "on-target", .help = "probability that it is on target"},
    [DEVIATION] = {.name = "deviation", .help = "mean inches off; on target counts as 0", .parts = TENTHS},
};

static void derive_indirect(const void *tables, void *situation)
{
    aim(tables, situation);
}

/* The roll to be on target is first, then the deviation. */
static void indirect_dice(const void *situation, salvo_dice *dice)
{
    if (((const struct skank_lob *)situation)->good == NOT_ALLOWED)
        *dice = salvo_dice_of(0, FACES);
    else
        *dice = (salvo_dice){.count = 2, .sides = {FACES, DEVIATION_SIDES}};
}

/* The outcome is the distance in tenths of an inch. */
static int resolve_indirect(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct skank_lob *lob = situation;
    int off;

    if (lob->good == NOT_ALLOWED)
        return OUTCOME_NOT_ALLOWED;
    off = faces[0] <= lob->good ? 0 : faces[1] * lob->tenths_per_pip;
    gain[ON_TARGET] += faces[0] <= lob->good;
    gain[DEVIATION] += off;
    return off;
}

static void indirect_label(const void *situation, int outcome, char *text)
{
    if (outcome == OUTCOME_NOT_ALLOWED)
        skank_label(situation, outcome, text);
    else
        snprintf(text, SALVO_LABEL_MAX, "%.15g", outcome / (double)TENTHS);
}

static void explain_indirect(const void *situation, salvo_text *text)
{
    skank_lob_explain(situation, text);
}

static const char *const INDIRECT_MADE[] = {"not-allowed", "#", NULL};

const salvo_procedure SKANK_INDIRECT_FIRE = {
    .id = "SKANK-08",
    .schema = {.name = "skank.indirect-fire",
               ALL_OF(parameters, INDIRECT),
               .situation_size = sizeof(struct indirect),
               .derive = derive_indirect,
               .explain = explain_indirect},
    .documentation = {.chapter = "Indirect fire and areas",
                      .title = "how far from its aim point a round lands",
                      .section = "Fire Phase: Indirect Fire",
                      .rulings = "R1 R2 R15"},
    ALL_OF(expectations, INDIRECT_EXPECTATIONS),
    .outcomes_help = "inches from the aim point, 0 on target; not-allowed",
    .label = indirect_label,
    .made = INDIRECT_MADE,
    .roll = &(const salvo_roll){.dice = indirect_dice, .resolve = resolve_indirect},
};

/* There are six distances and ten directions: the effect of the burst at each is computed beforehand. */
struct attack {
    struct indirect indirect;
    struct skank_burst_on burst;
    double offset_in, bearing_degrees; /* of the target from the aim point */
    struct skank_reach on_target;
    struct skank_reach off[DEVIATION_SIDES][DIRECTIONS];
};

/* clang-format off */
static const salvo_parameter ATTACK[] = {
    INDIRECT_PARAMETERS(struct attack, indirect.),
    DECIMAL("offset", "from the aim point to the target, in inches", 0, INFINITY, "0", .distance = true,
            INTO(struct attack, offset_in)),
    DECIMAL("bearing", "direction from the aim point to the target, in degrees", -INFINITY, INFINITY, "0",
            INTO(struct attack, bearing_degrees)),
    SKANK_AREA_PARAMETERS(struct attack, burst),
};
/* clang-format on */

enum attack_outcome { ATTACK_NOT_ALLOWED, ATTACK_RESULT /* + enum skank_result */ };

static const char *const ATTACK_OUTCOMES[] = {"not-allowed", SKANK_RESULT_LABELS};

static const salvo_expectation ATTACK_EXPECTATIONS[] = {
    {.name = "affected", .help = "probability that the target is affected"}};

/* The directions are absolute, so the target's bearing matters only together with its offset. */
static void derive_attack(const void *tables, void *situation)
{
    struct attack *a = situation;

    aim(tables, &a->indirect);
    skank_burst_prepare(tables, &a->burst, a->indirect.weapon);
    a->on_target = skank_area_reach(&a->burst, a->offset_in);
    for (int pips = 1; pips <= DEVIATION_SIDES; pips++)
        for (int at = 0; at < DIRECTIONS; at++) {
            double off_in = pips * a->indirect.lob.tenths_per_pip / 10.0;

            a->off[pips - 1][at] =
                skank_area_reach(&a->burst, skank_impact_distance(a->offset_in, a->bearing_degrees, off_in, at));
        }
}

/* On target, deviation, direction; then the dice of the burst. */
static void attack_dice(const void *situation, salvo_dice *dice)
{
    if (((const struct attack *)situation)->indirect.lob.good == NOT_ALLOWED)
        *dice = salvo_dice_of(0, FACES);
    else
        *dice = (salvo_dice){.count = 3 + AREA_DICE, .sides = {FACES, DEVIATION_SIDES, DIRECTIONS, FACES, FACES}};
}

/* `affected` is every result except no-effect: one minus the probability of no-effect. */
static int resolve_attack(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;
    const struct skank_reach *reach;
    enum skank_result result;

    if (a->indirect.lob.good == NOT_ALLOWED)
        return ATTACK_NOT_ALLOWED;
    reach = faces[0] <= a->indirect.lob.good ? &a->on_target : &a->off[faces[1] - 1][faces[2] - 1];
    result = skank_area_resolve(reach, &faces[3]);
    gain[0] += result != RESULT_NO_EFFECT;
    return ATTACK_RESULT + (int)result;
}

/* The effects of the burst at each place would be sixty lines; the text describes the lob, and the answer has its
 * chances. */
static void explain_attack(const void *situation, salvo_text *text)
{
    skank_lob_explain(&((const struct attack *)situation)->indirect.lob, text);
}

const salvo_procedure SKANK_INDIRECT_ATTACK = {
    .id = "SKANK-10",
    .schema = {.name = "skank.indirect-attack",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .derive = derive_attack,
               .explain = explain_attack},
    .documentation = {.chapter = "Indirect fire and areas",
                      .title = "a round lobbed at or near a target, and its effect",
                      .section = "Fire Phase: Indirect Fire; Weapons Descriptions",
                      .rulings = "R1 R2 R7 R8 R15 R16"},
    ALL_OF(expectations, ATTACK_EXPECTATIONS),
    ALL_OF(outcomes, ATTACK_OUTCOMES),
    .roll = &(const salvo_roll){.dice = attack_dice, .resolve = resolve_attack},
};

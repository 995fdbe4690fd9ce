/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-30 and TRR-32, damage to a bunker itself (section 10 "Demolitions"); passengers.c handles fire at those inside. A
 * bunker counts markers as a vehicle does but is never out of action: one marker damages it, more than its strength
 * demolish it. */
#include "rules/trr/bunkers.h"

#include "base/phrase.h"
#include "rules/trr/anti_tank.h"
#include "rules/trr/high_explosive.h"
#include "rules/trr/soft_fire.h"

#define CHAPTER "Mines and bunkers"

enum bunker_outcome { STANDS, HURT, DEMOLISHED, NOT_REACHED, N_BUNKER_OUTCOMES };

static const char *const OUTCOMES[N_BUNKER_OUTCOMES] = {
    [STANDS] = "no-effect", [HURT] = "damaged", [DEMOLISHED] = "destroyed", [NOT_REACHED] = "out-of-range"};

static const salvo_expectation EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* Every weapon is a number of rounds, each with a die that hits and a die for the score. So one roll serves all of
 * them. */
struct bunker {
    const struct trr_tables *tables;
    struct trr_rounds rounds; /* `needed` of 1 or less: it always hits */
    int modifier;             /* of the die for the score */
    int strength;
    const double *reach_cm; /* of a gun; NULL: as far as the to-hit table */
};

static void dice(const void *situation, salvo_dice *dice)
{
    const struct bunker *b = situation;

    *dice = salvo_dice_of(b->rounds.out_of_range ? 0 : 2 * b->rounds.shots, D10);
}

/* The markers of all rounds add up. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct bunker *b = situation;
    int markers = 0;

    if (b->rounds.out_of_range)
        return NOT_REACHED;
    for (int i = 0; i < b->rounds.shots; i++)
        if (trr_round_hits(&b->rounds, faces[2 * i]))
            markers += trr_markers(b->tables, faces[2 * i + 1] + b->modifier, false);
    gain[0] += markers;
    return markers > b->strength ? DEMOLISHED : markers > 0 ? HURT : STANDS;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct bunker *b = situation;

    if (b->rounds.out_of_range) {
        salvo_text_put(text, "No fire: out of range\n");
        return;
    }
    salvo_text_add(text, "%s", salvo_counted((uint64_t)b->rounds.shots, "round").text);
    if (b->rounds.needed > 1)
        salvo_text_add(text, ", hit on %d or more", b->rounds.needed);
    if (b->rounds.modifier)
        salvo_text_add(text, ", %+d on the die", b->rounds.modifier);
    salvo_text_add(text, "; score D10 %+d\n", b->modifier);
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

enum charge_weapon { CHARGE_ENGINEER, CHARGE_PETARD, CHARGE_STICK_BOMB, CHARGE_ROCKET };

static const char *const WEAPON_CHOICES[] = {[CHARGE_ENGINEER] = "charge",
                                             [CHARGE_PETARD] = "petard",
                                             [CHARGE_STICK_BOMB] = "stick-bomb",
                                             [CHARGE_ROCKET] = "rocket-380",
                                             NULL};

/* All four weapons are prepared into the same rounds and modifier; after that the weapon does not matter. */
struct charge {
    struct bunker bunker; /* first: the roll's situation */
    enum charge_weapon weapon;
    double distance_cm;
};

/* clang-format off */
#define BUNKER_STRENGTH(...) WHOLE("strength", "markers that destroy the bunker", 1, 5, "3", __VA_ARGS__)

/* An engineer places the charge at the wall and cannot miss; petard, stick-bomb and rocket are fired and can. */
static const salvo_parameter CHARGES[] = {
    CHOICE("weapon", "the weapon; a charge is placed, whatever the distance", WEAPON_CHOICES, "charge",
           INTO(struct charge, weapon)),
    TRR_DISTANCE("10", INTO(struct charge, distance_cm)),
    BUNKER_STRENGTH(INTO(struct charge, bunker.strength)),
};
/* clang-format on */

/* An engineer's charge needs no die to hit and counts as at point blank range. */
static void place_charge(struct bunker *b)
{
    const struct trr_tables *t = b->tables;

    b->rounds = (struct trr_rounds){.shots = 1};
    b->modifier = t->values[CHARGE_STRIKE] - t->values[SLIT_DEFENCE] + t->range_modifiers[POINT_BLANK];
}

/* The others roll to hit as high explosive does, without a shortest range. */
static void fire_charge(struct bunker *b, double distance_cm)
{
    int needed = trr_he_needed(b->tables, distance_cm);

    b->rounds = (struct trr_rounds){.out_of_range = needed < 0, .shots = 1, .needed = needed};
}

/* The book prints no strike value for the rocket; the table of values assigns one. It has no range modifier and reaches
 * as far as the to-hit table. */
static void fire_rocket(struct bunker *b, double distance_cm)
{
    const struct trr_tables *t = b->tables;

    fire_charge(b, distance_cm);
    b->modifier = t->values[ROCKET_380_STRIKE] - t->values[SLIT_DEFENCE];
}

/* The class of these weapons ends before the to-hit table does, at 12 cm. */
static void fire_gun(struct bunker *b, int gun, double distance_cm)
{
    const struct trr_tables *t = b->tables;
    struct trr_shot shot = {.strike = t->guns[gun].strike,
                            .class = t->guns[gun].class,
                            .defence = t->values[SLIT_DEFENCE],
                            .distance_cm = distance_cm};
    struct trr_attack attack = trr_attack_of(t, &shot);

    fire_charge(b, distance_cm);
    b->rounds.out_of_range = b->rounds.out_of_range || attack.out_of_range;
    b->modifier = attack.modifier;
    b->reach_cm = t->gun_classes[shot.class].upto_cm;
}

/* The petard and the stick bomb are guns of the table, so that their strike values are in one place. */
static void derive_charge(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct charge *c = situation;

    switch (c->weapon) {
    case CHARGE_ENGINEER:
        place_charge(&c->bunker);
        break;
    case CHARGE_ROCKET:
        fire_rocket(&c->bunker, c->distance_cm);
        break;
    default:
        fire_gun(&c->bunker, c->weapon == CHARGE_PETARD ? t->petard : t->stick_bomb, c->distance_cm);
        break;
    }
}

/* A gun's brackets, or those of the to-hit table. */
static size_t brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct bunker *b = situation;

    return b->reach_cm ? trr_put_brackets(b->reach_cm, upto) : trr_put_he_ranges(b->tables, upto);
}

const salvo_procedure TRR_BUNKER_CHARGE = {
    .id = "TRR-30",
    .schema = {.name = "trr.bunker-charge",
               ALL_OF(parameters, CHARGES),
               SITUATION(struct charge, bunker.tables),
               .derive = derive_charge,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a demolition charge or a special weapon at a bunker",
                      .section = "10 Demolitions"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &ROLL,
};

static const char *const MODE_CHOICES[] = {"direct", "indirect", NULL};

struct bunker_he {
    struct bunker bunker; /* first: the roll's situation */
    bool indirect, moving, minus_5;
    int factor;
    double distance_cm;
    enum trr_shots shots;
};

/* clang-format off */
#define DIRECTLY .only = "mode=direct"

/* Guns that see the bunker have to hit it; artillery that covers it hits on its own die. */
static const salvo_parameter BUNKER_HE[] = {
    CHOICE("mode", "over open sights, or an area that covers the bunker", MODE_CHOICES, "direct",
           INTO(struct bunker_he, indirect)),
    WHOLE("factor", "factor of the weapon", 4, 36, "8", INTO(struct bunker_he, factor)),
    TRR_DISTANCE("30", DIRECTLY, INTO(struct bunker_he, distance_cm)),
    FLAG("moving", "the firer moves in this move", DIRECTLY, INTO(struct bunker_he, moving)),
    CHOICE("shots", "rounds fired; auto: 2, or 1 on the move", TRR_SHOTS_CHOICES, "auto", DIRECTLY,
           INTO(struct bunker_he, shots)),
    BUNKER_STRENGTH(INTO(struct bunker_he, bunker.strength)),
    FLAG_YES("direct-minus-5", "artillery's -5 also applies to direct fire", DIRECTLY, INTO(struct bunker_he, minus_5)),
};
/* clang-format on */

/* Artillery's -5 applies to direct fire too, unless direct-minus-5=no. Indirect fire hits as it hits a closed
 * vehicle; its area is assumed to be on the bunker. */
static void derive_he(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct bunker_he *he = situation;
    struct bunker *b = &he->bunker;

    b->modifier = he->factor - t->values[BUNKER_DEFENCE];
    if (he->indirect || he->minus_5)
        b->modifier += t->values[ARTILLERY_DIE];
    if (he->indirect)
        b->rounds = (struct trr_rounds){.shots = 1, .needed = t->values[CLOSED_HIT]};
    else
        b->rounds = trr_rounds_of(t, he->distance_cm, he->moving, (int)he->shots);
}

const salvo_procedure TRR_BUNKER_HE = {
    .id = "TRR-32",
    .schema = {.name = "trr.bunker-he",
               ALL_OF(parameters, BUNKER_HE),
               SITUATION(struct bunker_he, bunker.tables),
               .derive = derive_he,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "high explosive on a bunker",
                      .section = "10 Demolitions",
                      .rulings = "R-26"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &ROLL,
};

#include "rules/trr/bunkers.h"

#include "rules/trr/anti_tank.h"
#include "rules/trr/high_explosive.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

#define CHAPTER "Mines and bunkers"

enum bunker_outcome { STANDS, HURT, DEMOLISHED, NOT_REACHED, N_BUNKER_OUTCOMES };

static const char *const OUTCOMES[N_BUNKER_OUTCOMES] = {
    [STANDS] = "no-effect", [HURT] = "damaged", [DEMOLISHED] = "destroyed", [NOT_REACHED] = "out-of-range"};

static const salvo_expectation EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

struct bunker {
    const struct trr_tables *tables;
    struct trr_rounds rounds; /* `needed` of 1 or less: it always hits */
    int modifier;             /* of the die that tells the score */
    int strength;
    const double *reach_cm; /* of a gun; NULL: as far as the to-hit table goes */
};

static void dice(const void *situation, salvo_dice *dice)
{
    const struct bunker *b = situation;

    *dice = salvo_dice_of(b->rounds.out_of_range ? 0 : 2 * b->rounds.shots, D10);
}

/* The markers of all rounds add. */
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
    salvo_text_add(text, "%d round%s", b->rounds.shots, b->rounds.shots == 1 ? "" : "s");
    if (b->rounds.needed > 1)
        salvo_text_add(text, ", hit on %d or more", b->rounds.needed);
    if (b->rounds.modifier)
        salvo_text_add(text, ", %+d on the die", b->rounds.modifier);
    salvo_text_add(text, "; score D10 %+d\n", b->modifier);
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

enum { CHARGE_ENGINEER, CHARGE_PETARD, CHARGE_STICK_BOMB, CHARGE_ROCKET };

static const char *const WEAPON_CHOICES[] = {[CHARGE_ENGINEER] = "charge",
                                             [CHARGE_PETARD] = "petard",
                                             [CHARGE_STICK_BOMB] = "stick-bomb",
                                             [CHARGE_ROCKET] = "rocket-380",
                                             NULL};

enum { CH_WEAPON, CH_DISTANCE, CH_STRENGTH, N_CHARGE };

static const salvo_parameter CHARGES[N_CHARGE] = {
    [CH_WEAPON] =
        TRR_CHOICE("weapon", "what is used; a charge is placed, whatever the distance", WEAPON_CHOICES, "charge"),
    [CH_DISTANCE] = TRR_DISTANCE("10"),
    [CH_STRENGTH] = TRR_NUMBER("strength", "markers that the bunker stands", 1, 5, "3"),
};

/* An engineer's charge needs no die to hit and counts as at point blank range. */
static void place_charge(struct bunker *b)
{
    const struct trr_tables *t = b->tables;

    b->rounds = (struct trr_rounds){.shots = 1};
    b->modifier = t->values[CHARGE_STRIKE] - t->values[SLIT_DEFENCE] + t->range_modifiers[POINT_BLANK];
}

/* The others roll to hit as high explosive does, with no shortest range. */
static void fire_charge(struct bunker *b, double distance_cm)
{
    int needed = trr_he_needed(b->tables, distance_cm);

    b->rounds = (struct trr_rounds){.out_of_range = needed < 0, .shots = 1, .needed = needed};
}

static void fire_rocket(struct bunker *b, double distance_cm)
{
    const struct trr_tables *t = b->tables;

    fire_charge(b, distance_cm);
    b->modifier = t->values[ROCKET_380_STRIKE] - t->values[SLIT_DEFENCE];
}

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

static salvo_status prepare_charge(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct bunker *b = situation;
    double distance_cm = values[CH_DISTANCE].decimal;

    (void)err;
    *b = (struct bunker){.tables = t, .strength = (int)values[CH_STRENGTH].integer};
    switch (values[CH_WEAPON].integer) {
    case CHARGE_ENGINEER:
        place_charge(b);
        break;
    case CHARGE_ROCKET:
        fire_rocket(b, distance_cm);
        break;
    default:
        fire_gun(b, values[CH_WEAPON].integer == CHARGE_PETARD ? t->petard : t->stick_bomb, distance_cm);
        break;
    }
    return SALVO_OK;
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
               .parameters = CHARGES,
               .n_parameters = N_CHARGE,
               .situation_size = sizeof(struct bunker),
               .prepare_from_values = prepare_charge,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a demolition charge or a special weapon at a bunker",
                      .section = "10 Demolitions"},
    .expectations = EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = OUTCOMES,
    .n_outcomes = N_BUNKER_OUTCOMES,
    .roll = &ROLL,
};

enum { MODE_DIRECT, MODE_INDIRECT };

static const char *const MODE_CHOICES[] = {[MODE_DIRECT] = "direct", [MODE_INDIRECT] = "indirect", NULL};

enum { BH_MODE, BH_FACTOR, BH_DISTANCE, BH_MOVING, BH_SHOTS, BH_STRENGTH, BH_MINUS_5, N_BUNKER_HE };

/* clang-format off */
#define DIRECTLY .only = "mode=direct"

static const salvo_parameter BUNKER_HE[N_BUNKER_HE] = {
    [BH_MODE] = TRR_CHOICE("mode", "over open sights, or an area that lies on the bunker", MODE_CHOICES, "direct"),
    [BH_FACTOR] = TRR_NUMBER("factor", "factor of the weapon", 4, 36, "8"),
    [BH_DISTANCE] = TRR_DISTANCE("30", DIRECTLY),
    [BH_MOVING] = TRR_FLAG("moving", "the firer moves this move", DIRECTLY),
    [BH_SHOTS] = TRR_CHOICE("shots", "rounds fired; auto is 2, or 1 on the move", TRR_SHOTS_CHOICES, "auto", DIRECTLY),
    [BH_STRENGTH] = TRR_NUMBER("strength", "markers that the bunker stands", 1, 5, "3"),
    [BH_MINUS_5] = {.key = "direct-minus-5", .help = "artillery's -5 holds for direct fire too", .kind = SALVO_FLAG,
                    .fallback = "yes", DIRECTLY},
};
/* clang-format on */

/* */
static salvo_status prepare_he(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct bunker *b = situation;
    bool direct = values[BH_MODE].integer == MODE_DIRECT;

    (void)err;
    *b = (struct bunker){
        .tables = t,
        .rounds = {.shots = 1, .needed = t->values[CLOSED_HIT]},
        .modifier = (int)values[BH_FACTOR].integer - t->values[BUNKER_DEFENCE],
        .strength = (int)values[BH_STRENGTH].integer,
    };
    if (!direct || values[BH_MINUS_5].integer)
        b->modifier += t->values[ARTILLERY_DIE];
    if (direct)
        b->rounds =
            trr_rounds_of(t, values[BH_DISTANCE].decimal, values[BH_MOVING].integer, (int)values[BH_SHOTS].integer);
    return SALVO_OK;
}

const salvo_procedure TRR_BUNKER_HE = {
    .id = "TRR-32",
    .schema = {.name = "trr.bunker-he",
               .parameters = BUNKER_HE,
               .n_parameters = N_BUNKER_HE,
               .situation_size = sizeof(struct bunker),
               .prepare_from_values = prepare_he,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "high explosive on a bunker",
                      .section = "10 Demolitions",
                      .rulings = "R-26"},
    .expectations = EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = OUTCOMES,
    .n_outcomes = N_BUNKER_OUTCOMES,
    .roll = &ROLL,
};

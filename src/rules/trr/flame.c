#include "rules/trr/flame.h"

#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

#define CHAPTER "Fire at soft targets"

enum { MANPACK, VEHICLE };
enum { TARGET_SOFT, TARGET_BUNKER };

static const char *const MOUNT_CHOICES[] = {[MANPACK] = "manpack", [VEHICLE] = "vehicle", NULL};
static const char *const TARGET_CHOICES[] = {[TARGET_SOFT] = "soft", [TARGET_BUNKER] = "bunker", NULL};
static const salvo_default BUNKER_OFF_RIGHT[] = {{"target=bunker", "column-e"}, {NULL, NULL}};

enum { FT_MOUNT, FT_DISTANCE, FT_TARGET, FT_COVER, FT_OFF_RIGHT, FT_TARGET_FIGURES, N_FLAME };

static const salvo_parameter THROWER[N_FLAME] = {
    [FT_MOUNT] = TRR_CHOICE("mount", "who carries it", MOUNT_CHOICES, "vehicle"),
    [FT_DISTANCE] = TRR_DISTANCE("4"),
    [FT_TARGET] = TRR_CHOICE("target", "a soft target, or those in a bunker", TARGET_CHOICES, "soft"),
    [FT_COVER] = TRR_COVER(.only = "target=soft"),
    [FT_OFF_RIGHT] = TRR_OFF_RIGHT(.defaults = BUNKER_OFF_RIGHT),
    [FT_TARGET_FIGURES] = TRR_TARGET_FIGURES(),
};

struct flame {
    struct trr_soft_fire fire; /* first: the roll's situation */
    int reach_cm;
};

/* a bunker is total cover. */
static salvo_status prepare_flame(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct flame *f = situation;
    bool bunker = values[FT_TARGET].integer == TARGET_BUNKER;

    if (bunker && values[FT_COVER].given)
        return salvo_fail(err, SALVO_BAD_INPUT, "cover=%s: a bunker is total cover; leave cover out",
                          values[FT_COVER].text);
    f->reach_cm = t->values[values[FT_MOUNT].integer == MANPACK ? FLAME_MANPACK_CM : FLAME_VEHICLE_CM];
    f->fire = (struct trr_soft_fire){.tables = t,
                                     .out_of_range = values[FT_DISTANCE].decimal > f->reach_cm,
                                     .figures = (int)values[FT_TARGET_FIGURES].integer};
    trr_soft_fire_aim(&f->fire, t->values[FLAME_FACTOR],
                      t->cover[bunker ? COVER_TOTAL : (enum trr_cover)values[FT_COVER].integer],
                      values[FT_OFF_RIGHT].integer);
    return SALVO_OK;
}

static void explain_flame(const void *situation, salvo_text *text)
{
    trr_soft_fire_explain(situation, text);
}

static size_t flame_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    upto[0] = ((const struct flame *)situation)->reach_cm;
    return 1;
}

const salvo_procedure TRR_FLAME_THROWER = {
    .id = "TRR-13",
    .schema = {.name = "trr.flame-thrower",
               .parameters = THROWER,
               .n_parameters = N_FLAME,
               .situation_size = sizeof(struct flame),
               .prepare_from_values = prepare_flame,
               .explain = explain_flame,
               .brackets = flame_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower at a soft target or a bunker",
                      .section = "7 Flame-throwers; 10 Demolitions",
                      .rulings = "R-05, R-06, R-12"},
    .expectations = TRR_SOFT_EXPECTED,
    .n_expectations = N_SOFT_EXPECTATIONS,
    .outcomes = TRR_SOFT_OUTCOMES,
    .n_outcomes = N_SOFT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .roll = &TRR_SOFT_ROLL,
};

enum { BURNING, NOT_BURNING, N_IGNITE_OUTCOMES };

static const char *const IGNITE_OUTCOMES[N_IGNITE_OUTCOMES] = {[BURNING] = "burning", [NOT_BURNING] = "not-burning"};

static salvo_status prepare_ignite(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)values;
    (void)situation;
    (void)err;
    return SALVO_OK;
}

static void ignite_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, D10);
}

static int resolve_ignite(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return faces[0] % 2 ? BURNING : NOT_BURNING;
}

static const salvo_roll IGNITE_ROLL = {.dice = ignite_dice, .resolve = resolve_ignite};

const salvo_procedure TRR_IGNITE = {
    .id = "TRR-15",
    .schema = {.name = "trr.ignite", .situation_size = 1, .prepare_from_values = prepare_ignite},
    .documentation = {.chapter = CHAPTER,
                      .title = "a flame-thrower sets a building or a wood on fire",
                      .section = "10 Demolitions"},
    .outcomes = IGNITE_OUTCOMES,
    .n_outcomes = N_IGNITE_OUTCOMES,
    .roll = &IGNITE_ROLL,
};

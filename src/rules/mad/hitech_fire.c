#include "rules/mad/hitech_fire.h"

#include "rules/mad/hitech_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"

enum {
    WEAPON,
    RANGE,
    TARGET,
    FIRER,
    EXCLUDED,
    COVER,
    FORT_VALUE,
    MOVING,
    FIXED,
    OPPORTUNITY,
    CONTACT,
    LARGE_STATIC,
    ECM_ZONE,
    ADF_ZONE,
    SHIELD,
    INFANTRY_DAMAGE,
    HP,
    N_KEYS
};

static const char *const EXCLUDED_CHOICES[] = {"carriers", "targets", NULL};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [WEAPON] = {.key = "weapon", .help = "the weapon fired", .kind = SALVO_NAME, .table = "hitech-weapons",
                .required = true},
    [RANGE] = MAD_RANGE_OF("hitech-weapons", .unless = "contact"),
    [TARGET] = MAD_TARGET_OF("target", "what is fired at"),
    [FIRER] = MAD_TARGET_OF("firer", "who carries the weapon"),
    [EXCLUDED] = {.key = "excluded", .help = "what the table's excluded types may not be: carriers or targets",
                  .kind = SALVO_CHOICE, .choices = EXCLUDED_CHOICES, .fallback = "carriers"},
    [COVER] = MAD_COVER("cover", "the target's cover"),
    [FORT_VALUE] = MAD_FORT_VALUE_OF("what cover=fortification adds to the target number",
                                     "hitech-modifiers.fortification.modifier"),
    [MOVING] = MAD_FLAG("moving", "the firer moved this activation"),
    [FIXED] = MAD_FLAG("fixed", "the weapon is fixed or of limited traverse (marked *)"),
    [OPPORTUNITY] = MAD_FLAG("opportunity", "opportunity fire"),
    [CONTACT] = MAD_FLAG("contact", "base to base: range 0, no cover"),
    [LARGE_STATIC] = MAD_FLAG("large-static", "the target is a building or the like"),
    [ECM_ZONE] = MAD_FLAG("ecm", "the target has stealth or is in an ECM zone"),
    [ADF_ZONE] = MAD_FLAG("adf", "the target is in an ADF zone"),
    [SHIELD] = MAD_FLAG("shield", "the target is shielded"),
    [INFANTRY_DAMAGE] = MAD_INFANTRY_DAMAGE,
    [HP] = MAD_HP,
};
/* clang-format on */

struct hitech_fire {
    struct mad_one_attack one;
    const struct mad_tables *tables;
    struct mad_hitech_shot shot;
};

static struct mad_hitech_shot shot_of(const salvo_value *values)
{
    return (struct mad_hitech_shot){
        .weapon = (int)values[WEAPON].integer,
        .range_m = values[RANGE].decimal,
        .target = (enum mad_target)values[TARGET].integer,
        .firer = (enum mad_target)values[FIRER].integer,
        .excludes_targets = values[EXCLUDED].integer,
        .cover = (enum mad_cover)values[COVER].integer,
        .fort_value = (int)values[FORT_VALUE].integer,
        .moving = values[MOVING].integer,
        .fixed = values[FIXED].integer,
        .opportunity = values[OPPORTUNITY].integer,
        .contact = values[CONTACT].integer,
        .large_static = values[LARGE_STATIC].integer,
        .ecm = values[ECM_ZONE].integer,
        .adf = values[ADF_ZONE].integer,
        .shield = values[SHIELD].integer,
        .half_for_infantry = values[INFANTRY_DAMAGE].integer,
    };
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct hitech_fire *fire = situation;
    struct mad_attack attack;

    (void)err;
    fire->tables = tables;
    fire->shot = shot_of(values);
    attack = mad_hitech_attack_of(tables, &fire->shot);
    fire->one = mad_one_attack_of(&attack, &values[HP]);
    return SALVO_OK;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct hitech_fire *fire = situation;

    salvo_text_put(text, "One attack ");
    mad_hitech_explain(fire->tables, &fire->shot, text);
    salvo_text_put(text, "\n");
}

const salvo_procedure MAD_HITECH_FIRE = {
    .id = "MAD-18",
    .schema = {.name = "mad.hitech-fire",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct hitech_fire),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Futuristic variant",
                      .title = "one attack with one hi-tech weapon",
                      .section = "Futuristic Variant Rules",
                      .rulings = "R-01 to R-10, R-20 to R-24, R-47, R-49"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

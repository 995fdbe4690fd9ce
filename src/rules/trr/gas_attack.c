#include "rules/trr/gas_attack.h"

#include "rules/trr/effect.h"

enum { PREPARED = N_BARE_EFFECT, FACTOR, MINUS_5, N_KEYS };

static const salvo_parameter PARAMETERS[N_KEYS] = {
    TRR_BARE_EFFECT_PARAMETERS,
    [PREPARED] = TRR_FLAG("prepared", "the target is prepared for gas"),
    [FACTOR] = TRR_NUMBER("factor", "factor of the weapon that fires it", 1, 36, "8"),
    [MINUS_5] = {.key = "gas-minus-5",
                 .help = "artillery's -5 against vehicles holds for gas too",
                 .kind = SALVO_FLAG,
                 .fallback = "yes",
                 TRR_AT_VEHICLES},
};

/* a prepared open vehicle is as those on foot. */
static int die_modifier(const struct trr_tables *t, const salvo_value *values)
{
    bool closed = values[EF_TARGET].integer == TARGET_CLOSED;

    if (values[PREPARED].integer)
        return t->gas[closed ? GAS_CLOSED_PREPARED : GAS_OPEN_PREPARED];
    return t->gas[closed ? GAS_CLOSED : GAS_OPEN];
}

/* Gas knows no cover, and vehicles are always hit. */
static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_effect *effect = situation;

    (void)err;
    *effect = trr_effect_of(t, values, (int)values[FACTOR].integer, 0, false, N_EFFECT_WORDS);
    effect->needed = 0;
    effect->fire.die_modifier = die_modifier(t, values);
    effect->modifier += die_modifier(t, values);
    if (!effect->foot && !values[MINUS_5].integer)
        effect->modifier -= t->values[ARTILLERY_DIE];
    return SALVO_OK;
}

static bool expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(situation, expectation);
}

static void explain(const void *situation, salvo_text *text)
{
    trr_effect_explain(situation, text);
}

const salvo_procedure TRR_GAS = {
    .id = "TRR-31",
    .schema = {.name = "trr.gas",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct trr_effect),
               .prepare_from_values = prepare,
               .explain = explain},
    .documentation = {.chapter = "Indirect fire",
                      .title = "gas on a target",
                      .section = "13 Gas",
                      .rulings = "R-02, R-04, R-06, R-08, R-12, R-16, R-29, R-31"},
    .expectations = TRR_EFFECT_EXPECTED,
    .n_expectations = N_EFFECT_EXPECTATIONS,
    .outcomes = TRR_EFFECT_OUTCOMES,
    .n_outcomes = N_EFFECT_WORDS,
    .outcomes_help = TRR_EFFECT_HELP,
    .expects = expects,
    .roll = &TRR_EFFECT_ROLL,
};

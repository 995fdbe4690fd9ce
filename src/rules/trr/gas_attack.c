/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-31, gas on a target (section 13). It is the effect of artillery with its own modifier on the die: only being
 * prepared and a closed vehicle help. */
#include "rules/trr/gas_attack.h"

#include "rules/trr/effect.h"

struct gas {
    struct trr_effect effect; /* first: the roll's situation */
    bool prepared, minus_5;
    int factor;
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    TRR_BARE_EFFECT_PARAMETERS(struct gas, effect.),
    FLAG("prepared", "the target is prepared for gas", INTO(struct gas, prepared)),
    WHOLE("factor", "factor of the weapon that fires the gas", 1, 36, "8", INTO(struct gas, factor)),
    FLAG_YES("gas-minus-5", "artillery's -5 against vehicles also applies to gas", TRR_AT_VEHICLES,
             INTO(struct gas, minus_5)),
};
/* clang-format on */

/* a prepared open vehicle counts as prepared foot. The book names only prepared foot and closed vehicles. */
static int die_modifier(const struct trr_tables *t, const struct gas *gas)
{
    bool closed = gas->effect.target == TARGET_CLOSED;

    if (gas->prepared)
        return t->gas[closed ? GAS_CLOSED_PREPARED : GAS_OPEN_PREPARED];
    return t->gas[closed ? GAS_CLOSED : GAS_OPEN];
}

/* Gas has no cover, and vehicles are always hit. A need of 0 means that no die has to hit. Artillery's -5 stays,
 * unless gas-minus-5=no. */
static void derive(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct gas *gas = situation;
    struct trr_effect *effect = &gas->effect;

    trr_effect_prepare(effect, gas->factor, 0, N_EFFECT_WORDS);
    effect->needed = 0;
    effect->fire.die_modifier = die_modifier(t, gas);
    effect->modifier += die_modifier(t, gas);
    if (!effect->foot && !gas->minus_5)
        effect->modifier -= t->values[ARTILLERY_DIE];
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
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct gas, effect.fire.tables),
               .derive = derive,
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

#include "rules/mad/minefield.h"

#include "rules/mad/attack.h"
#include "rules/mad/hitech_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

enum { TECH, TARGET, INFANTRY_DAMAGE, HP, N_MINE, TILES = N_MINE, N_CROSSING };

/* clang-format off */
#define MINE_PARAMETERS \
    [TECH] = MAD_TECH, \
    [TARGET] = MAD_TARGET_OF("target", "who crosses"), \
    [INFANTRY_DAMAGE] = MAD_INFANTRY_DAMAGE

static const salvo_parameter MINE[N_MINE] = {
    MINE_PARAMETERS,
    [HP] = MAD_HP,
};

static const salvo_parameter CROSSING[N_CROSSING] = {
    MINE_PARAMETERS,
    [HP] = MAD_HP_REQUIRED,
    [TILES] = MAD_COUNT("tiles", "blocks crossed", .fallback = "1"),
};
/* clang-format on */

/* The attack of one block: the damage of infantry support at a number of its own, whoever crosses and however.
 * A VTOL is airborne here too. */
static struct mad_attack attack_of(const struct mad_tables *t, const salvo_value *values)
{
    enum mad_target target = (enum mad_target)values[TARGET].integer;
    struct mad_attack attack = {.verdict = MAY_FIRE, .target_number = t->value[MINEFIELD_TARGET_NUMBER]};

    if (target == VTOL)
        attack.target_number += t->hitech_modifier[HITECH_AIRBORNE];
    if (values[TECH].integer == HITECH)
        mad_hitech_damages(t, t->hitech_infantry_support, target, values[INFANTRY_DAMAGE].integer, attack.damage);
    else
        mad_level_damages(t, t->weapons[t->infantry_support].damage, false, target == INFANTRY, attack.damage);
    return attack;
}

static void explain_mine(const struct mad_tables *t, const struct mad_attack *attack, salvo_text *text)
{
    const struct mad_addend airborne = {attack->target_number - t->value[MINEFIELD_TARGET_NUMBER], "a VTOL"};

    mad_attack_tell(attack, "A block of mines", "for any minefield", &airborne, 1, text);
    salvo_text_put(text, "\n");
}

struct mine {
    struct mad_one_attack one;
    const struct mad_tables *tables;
};

static salvo_status prepare_mine(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct mine *mine = situation;
    struct mad_attack attack = attack_of(tables, values);

    mine->tables = tables;
    mine->one = mad_one_attack_of(&attack, &values[HP]);
    return mad_target_check((enum mad_tech)values[TECH].integer, (enum mad_target)values[TARGET].integer, err);
}

static void explain_one(const void *situation, salvo_text *text)
{
    const struct mine *mine = situation;

    explain_mine(mine->tables, &mine->one.attack, text);
}

const salvo_procedure MAD_MINEFIELD = {
    .id = "MAD-11",
    .schema = {.name = "mad.minefield",
               .parameters = MINE,
               .n_parameters = N_MINE,
               .situation_size = sizeof(struct mine),
               .prepare = prepare_mine,
               .explain = explain_one},
    .documentation = {.chapter = "Mines and fortifications",
                      .title = "crossing one block of mines",
                      .section = "6.0 Mine Fields",
                      .rulings = "R-01, R-02, R-06, R-16, R-22"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_LEVELS,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

static salvo_status prepare_crossing(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct mad_volley *v = situation;

    v->tables = tables;
    v->attack[0] = attack_of(tables, values);
    v->n_attacks = 1;
    v->shots = (int)values[TILES].integer;
    v->hp = (int)values[HP].integer;
    return mad_target_check((enum mad_tech)values[TECH].integer, (enum mad_target)values[TARGET].integer, err);
}

static void explain_crossing(const void *situation, salvo_text *text)
{
    const struct mad_volley *v = situation;

    salvo_text_add(text, "%d %s of mines, %d hp\n", v->shots, v->shots == 1 ? "block" : "blocks", v->hp);
    explain_mine(v->tables, &v->attack[0], text);
}

const salvo_procedure MAD_MINEFIELD_CROSSING = {
    .id = "MAD-12",
    .schema = {.name = "mad.minefield-crossing",
               .parameters = CROSSING,
               .n_parameters = N_CROSSING,
               .situation_size = sizeof(struct mad_volley),
               .prepare = prepare_crossing,
               .explain = explain_crossing},
    .documentation = {.chapter = "Mines and fortifications",
                      .title = "crossing several blocks of mines",
                      .section = "6.0 Mine Fields",
                      .rulings = "R-01, R-02, R-06, R-16, R-22"},
    .expectations = MAD_VOLLEY_EXPECTATIONS,
    .n_expectations = N_VOLLEY_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &MAD_VOLLEY,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-11 and MAD-12, crossing minefields (6.0 "Mine Fields"). The text states a number and a weapon but no situation,
 * so R-16 fixes it: one attack for each block of 40 mm, for any element. */
#include "rules/mad/minefield.h"

#include "base/phrase.h"
#include "rules/mad/attack.h"
#include "rules/mad/hitech_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

/* The element that crosses a block, and the game. The game decides whose infantry support represents the mines: the
 * damage differs. */
struct crosser {
    enum mad_tech tech;
    enum mad_target target;
    bool half_for_infantry;
};

/* clang-format off */
#define CROSSER_PARAMETERS(type) \
    MAD_TECH(INTO(type, who.tech)), \
    MAD_TARGET_OF("target", "what crosses the block", INTO(type, who.target)), \
    MAD_INFANTRY_DAMAGE(INTO(type, who.half_for_infantry))
/* clang-format on */

/* The number is the same for all elements: infantry, cover and movement change nothing. But infantry takes the
 * damage that infantry support does to it. The one exception is a VTOL, which is airborne here too. */
static struct mad_attack attack_of(const struct mad_tables *t, const struct crosser *who)
{
    struct mad_attack attack = {.verdict = MAY_FIRE, .target_number = t->value[MINEFIELD_TARGET_NUMBER]};

    if (who->target == VTOL)
        attack.target_number += t->hitech_modifier[HITECH_AIRBORNE];
    if (who->tech == HITECH)
        mad_hitech_damages(t, t->hitech_infantry_support, who->target, who->half_for_infantry, attack.damage);
    else
        mad_level_damages(t, t->weapons[t->infantry_support].damage, false, who->target == INFANTRY, attack.damage);
    return attack;
}

/* The only modifier is the difference from the printed number; it is 0 for all except VTOLs. */
static void explain_mine(const struct mad_tables *t, const struct mad_attack *attack, salvo_text *text)
{
    const struct mad_addend airborne = {attack->target_number - t->value[MINEFIELD_TARGET_NUMBER], "a VTOL"};

    mad_attack_tell(attack, "A block of mines", "for any minefield", &airborne, 1, text);
    salvo_text_put(text, "\n");
}

struct mine {
    struct mad_one_attack one;
    const struct mad_tables *tables;
    struct crosser who;
};

static const salvo_parameter MINE[] = {
    CROSSER_PARAMETERS(struct mine),
    MAD_HP(INTO(struct mine, one.hp)),
};

/* The attack is computed before the target is checked; a refused question never uses it. */
static salvo_status prepare_mine(const void *tables, void *situation, salvo_error *err)
{
    struct mine *mine = situation;

    mine->one.attack = attack_of(tables, &mine->who);
    return mad_target_check(mine->who.tech, mine->who.target, err);
}

static void explain_one(const void *situation, salvo_text *text)
{
    const struct mine *mine = situation;

    explain_mine(mine->tables, &mine->one.attack, text);
}

/* A mine is never a `no-shot`, so that outcome is not listed. */
const salvo_procedure MAD_MINEFIELD = {
    .id = "MAD-11",
    .schema = {.name = "mad.minefield",
               ALL_OF(parameters, MINE),
               SITUATION(struct mine, tables),
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

struct crossing {
    struct mad_volley volley; /* first: the chain's situation */
    struct crosser who;
};

static const salvo_parameter CROSSING[] = {
    CROSSER_PARAMETERS(struct crossing),
    MAD_HP_REQUIRED(INTO(struct crossing, volley.hp)),
    MAD_COUNT("tiles", "blocks crossed", "1", INTO(struct crossing, volley.shots)),
};

/* Nothing forbids the attack, so all blocks are thrown. The volley's shots stay empty: no weapon fires, and
 * explain_crossing describes the attack itself. */
static salvo_status prepare_crossing(const void *tables, void *situation, salvo_error *err)
{
    struct crossing *c = situation;

    c->volley.attack[0] = attack_of(tables, &c->who);
    c->volley.n_attacks = 1;
    return mad_target_check(c->who.tech, c->who.target, err);
}

static void explain_crossing(const void *situation, salvo_text *text)
{
    const struct mad_volley *v = situation;

    salvo_text_add(text, "%s, %d hp\n", salvo_counted((uint64_t)v->shots, "block of mines").text, v->hp);
    explain_mine(v->tables, &v->attack[0], text);
}

const salvo_procedure MAD_MINEFIELD_CROSSING = {
    .id = "MAD-12",
    .schema = {.name = "mad.minefield-crossing",
               ALL_OF(parameters, CROSSING),
               SITUATION(struct crossing, volley.tables),
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

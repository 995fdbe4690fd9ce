/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-04, one activation of a listed element against another: all its weapons, as a volley of different attacks.
 * Efficiency tables ask this procedure for every pair of units. */
#include "rules/mad/unit_fire.h"

#include "base/phrase.h"
#include "rules/mad/activation.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

struct unit_fire {
    struct mad_volley volley; /* first: the chain's situation */
    struct mad_activation activation;
    int mount; /* the only one of its weapons that fires, 1 ...; 0: all do */
    const char *unit, *target;
};

static const char WEAPONS[] = "weapons";

/* The target's mobility decides whether it is infantry, and its list has the hit points, so neither is a parameter.
 * `mount` is not a rule: reports use it to ask about one weapon alone. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    MAD_UNIT("unit", "the element that fires", INTO(struct unit_fire, activation.unit)),
    MAD_UNIT("target", "the element fired at", INTO(struct unit_fire, activation.target)),
    MAD_RANGE(.unless = "contact", INTO(struct unit_fire, activation.shot.range_m)),
    CHOICE(WEAPONS, "the weapons that fire", MAD_WEAPONS_CHOICES, "main", INTO(struct unit_fire, activation.weapons)),
    MAD_MOVING(INTO(struct unit_fire, activation.shot.moving)),
    MAD_OPPORTUNITY(INTO(struct unit_fire, activation.shot.opportunity)),
    MAD_CONTACT(INTO(struct unit_fire, activation.shot.contact)),
    MAD_COVER("cover", "the target's cover", INTO(struct unit_fire, activation.shot.cover)),
    MAD_FORT_VALUE(INTO(struct unit_fire, activation.shot.fort_value)),
    MAD_SMALL_ARMS_VEHICLES(INTO(struct unit_fire, activation.shot.small_arms_vehicles)),
    WHOLE("mount", "the one of those weapons that fires alone, by its place in the list", 1, MOUNTS_MAX, "all",
          .word = "all", INTO(struct unit_fire, mount)),
};
/* clang-format on */

/* Keeps only one of the aimed attacks. */
static salvo_status pick_mount(struct unit_fire *fire, salvo_error *err)
{
    struct mad_volley *v = &fire->volley;

    if (!fire->mount)
        return SALVO_OK;
    if (fire->mount > v->n_attacks)
        return salvo_fail(err, SALVO_BAD_INPUT, "mount=%d: %s fires %s here; mount=all fires all of them", fire->mount,
                          fire->unit, salvo_counted((uint64_t)v->n_attacks, "weapon").text);
    v->shot[0] = v->shot[fire->mount - 1];
    v->attack[0] = v->attack[fire->mount - 1];
    v->n_attacks = 1;
    return SALVO_OK;
}

/* The attacks are aimed before `weapons` is checked: aiming a machine gun that infantry does not have is harmless, and
 * the question is then refused. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct unit_fire *fire = situation;
    const struct mad_activation *activation = &fire->activation;
    struct mad_volley *v = &fire->volley;
    salvo_status status;

    v->hp = t->units[activation->target].hp;
    fire->unit = t->units[activation->unit].name;
    fire->target = t->units[activation->target].name;
    mad_activation_aim(t, activation, v->shot, v->attack, &v->n_attacks);
    status = pick_mount(fire, err);
    v->shots = v->n_attacks;
    if (status != SALVO_OK)
        return status;
    return mad_activation_check(t, activation->unit, activation->weapons, WEAPONS, err);
}

/* Serves reports that ask about the weapons one by one. */
int mad_unit_fire_shots(const void *situation)
{
    return ((const struct unit_fire *)situation)->volley.n_attacks;
}

/* An element without weapons fires nothing; its target is described without a shot. */
static void explain(const void *situation, salvo_text *text)
{
    const struct unit_fire *fire = situation;
    const struct mad_volley *v = &fire->volley;

    salvo_text_add(text, "%s fires at %s (%d hp)", fire->unit, fire->target, v->hp);
    if (v->n_attacks) {
        salvo_text_put(text, ", ");
        mad_shot_explain_target(&v->shot[0], text);
    }
    salvo_text_put(text, "\n");
    mad_volley_explain(v, text);
}

const salvo_procedure MAD_UNIT_FIRE = {
    .id = "MAD-04",
    .schema = {.name = "mad.unit-fire",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct unit_fire, volley.tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Direct fire",
                      .title = "one activation of a listed element against a listed element",
                      .section = "6.0 Multiple Weapons",
                      .rulings = "R-01 to R-13, R-38, R-41"},
    .expectations = MAD_VOLLEY_EXPECTATIONS,
    .n_expectations = N_VOLLEY_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &MAD_VOLLEY,
};

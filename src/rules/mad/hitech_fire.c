/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-18, one attack with one hi-tech weapon ("Futuristic Variant Rules"): the parameters of a hi-tech shot, and the
 * question that they ask. The rule itself is in hitech_attack.c. */
#include "rules/mad/hitech_fire.h"

#include "rules/mad/hitech_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"

struct hitech_fire {
    struct mad_one_attack one;
    const struct mad_tables *tables;
    struct mad_hitech_shot shot;
};

static const char *const EXCLUDED_CHOICES[] = {"carriers", "targets", NULL};

/* ECM means a zone or stealth, which have the same effect on the shot. A value that does not concern the weapon, such
 * as adf against a gun, is accepted and does nothing. `excluded` and `infantry-damage` are readings, all
 * others circumstances. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    ROW_REQUIRED("weapon", "the weapon fired", "hitech-weapons", INTO(struct hitech_fire, shot.weapon)),
    MAD_RANGE_OF("hitech-weapons", .unless = "contact", INTO(struct hitech_fire, shot.range_m)),
    MAD_TARGET_OF("target", "the target", INTO(struct hitech_fire, shot.target)),
    MAD_TARGET_OF("firer", "the carrier of the weapon", INTO(struct hitech_fire, shot.firer)),
    CHOICE("excluded", "what the table's excluded types may not be: carriers or targets", EXCLUDED_CHOICES, "carriers",
           INTO(struct hitech_fire, shot.excludes_targets)),
    MAD_COVER("cover", "the target's cover", INTO(struct hitech_fire, shot.cover)),
    MAD_FORT_VALUE_OF("what cover=fortification adds to the target number", "hitech-modifiers.fortification.modifier",
                      INTO(struct hitech_fire, shot.fort_value)),
    MAD_MOVING(INTO(struct hitech_fire, shot.moving)),
    MAD_FIXED(INTO(struct hitech_fire, shot.fixed)),
    MAD_OPPORTUNITY(INTO(struct hitech_fire, shot.opportunity)),
    MAD_CONTACT(INTO(struct hitech_fire, shot.contact)),
    MAD_LARGE_STATIC(INTO(struct hitech_fire, shot.large_static)),
    FLAG("ecm", "the target has stealth or is in an ECM zone", INTO(struct hitech_fire, shot.ecm)),
    FLAG("adf", "the target is in an ADF zone", INTO(struct hitech_fire, shot.adf)),
    FLAG("shield", "the target is shielded", INTO(struct hitech_fire, shot.shield)),
    MAD_INFANTRY_DAMAGE(INTO(struct hitech_fire, shot.half_for_infantry)),
    MAD_HP(INTO(struct hitech_fire, one.hp)),
};
/* clang-format on */

static void derive(const void *tables, void *situation)
{
    struct hitech_fire *fire = situation;

    fire->one.attack = mad_hitech_attack_of(tables, &fire->shot);
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
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct hitech_fire, tables),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Futuristic variant",
                      .title = "one attack with one hi-tech weapon",
                      .section = "Futuristic Variant Rules",
                      .rulings = "R-01 to R-10, R-20 to R-24, R-47, R-49"},
    MAD_ONE_ATTACK_PROCEDURE,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-08, infantry with anti-tank grenades in contact with a vehicle (6.0 "A/T Grenades"). One D10 replaces the whole
 * attack roll (R-42). The hi-tech game uses the same rule. */
#include "rules/mad/at_grenade.h"

#include <stdio.h>

#include <salvo/text.h>

#include "rules/mad/tables.h"
#include "rules/mad/words.h"

enum { DAMAGE, KILL, N_EXPECTATIONS };
enum { SIDES = 10 };
enum { ATTACKER_DESTROYED, DAMAGED }; /* outcomes: damage d is DAMAGED + d */

static const salvo_expectation EXPECTATIONS[N_EXPECTATIONS] = {
    [DAMAGE] = {.name = "damage", .help = "mean damage"},
    [KILL] = {.name = "kill", .help = "probability that the damage is at least hp"},
};

struct attack {
    int failure, damage; /* the number that destroys the attackers; damage of each point of the others */
    int hp;              /* 0: unknown */
};

static const salvo_parameter PARAMETERS[] = {MAD_HP(INTO(struct attack, hp))};

/* Both numbers are cells of the book's table of values, so --set can change them. */
static void derive(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct attack *a = situation;

    a->failure = t->value[AT_GRENADE_FAILURE];
    a->damage = t->value[AT_GRENADE_DAMAGE];
}

/* There are no modifiers, no levels of success and no halving (R-42). The failing face does no damage, although it is
 * the highest. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;
    int damage = a->damage * faces[0];

    if (faces[0] == a->failure)
        return ATTACKER_DESTROYED;
    gain[DAMAGE] = damage;
    gain[KILL] = a->hp && damage >= a->hp;
    return DAMAGED + damage;
}

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == ATTACKER_DESTROYED)
        snprintf(text, SALVO_LABEL_MAX, "attacker-destroyed");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome - DAMAGED);
}

static bool expects(const void *situation, size_t expectation)
{
    return expectation != KILL || ((const struct attack *)situation)->hp;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct attack *a = situation;

    salvo_text_add(text, "One D10: %d destroys the attackers; any other result does damage of %d times the result\n",
                   a->failure, a->damage);
}

/* --set can change the damage of a point, so the labels are made from the number and not listed. */
static const char *const MADE[] = {"attacker-destroyed", "#", NULL};

const salvo_procedure MAD_AT_GRENADE = {
    .id = "MAD-08",
    .schema = {.name = "mad.at-grenade",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct attack),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Infantry",
                      .title = "infantry with anti-tank grenades against a vehicle in contact",
                      .section = "6.0 A/T Grenades",
                      .rulings = "R-42"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "attacker-destroyed; 5, 10, ... 45: the damage",
    .label = label,
    .made = MADE,
    .expects = expects,
    .roll = &(const salvo_roll){.count = 1, .sides = SIDES, .resolve = resolve},
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registration of M.A.D.: its procedures in the order of their ids, its record cards, and the adapters for duels,
 * fire and battles. */
#include "rules/mad/mad.h"

#include "rules/mad/activation.h"
#include "rules/mad/air.h"
#include "rules/mad/air_points.h"
#include "rules/mad/aircraft_card.h"
#include "rules/mad/artillery.h"
#include "rules/mad/at_grenade.h"
#include "rules/mad/attack.h"
#include "rules/mad/battle.h"
#include "rules/mad/card_words.h"
#include "rules/mad/deviation.h"
#include "rules/mad/direct_fire.h"
#include "rules/mad/duel.h"
#include "rules/mad/fort_reduction.h"
#include "rules/mad/hitech_fire.h"
#include "rules/mad/initiative.h"
#include "rules/mad/line_of_sight.h"
#include "rules/mad/minefield.h"
#include "rules/mad/passengers.h"
#include "rules/mad/points.h"
#include "rules/mad/prices.h"
#include "rules/mad/spotting.h"
#include "rules/mad/tables.h"
#include "rules/mad/unit_fire.h"
#include "rules/parameters.h"

static const salvo_procedure *const PROCEDURES[] = {
    /* clang-format off */
    &MAD_DIRECT_FIRE, /* MAD-01 */
    &MAD_VOLLEY_FIRE,
    &MAD_SHOTS_TO_KILL,
    &MAD_UNIT_FIRE,
    &MAD_DUEL,
    &MAD_INITIATIVE,
    &MAD_SPOTTING,
    &MAD_AT_GRENADE,
    &MAD_PASSENGERS,
    &MAD_LINE_OF_SIGHT, /* MAD-10 */
    &MAD_MINEFIELD,
    &MAD_MINEFIELD_CROSSING,
    &MAD_FORT_REDUCTION,
    &MAD_ARTILLERY_DEVIATION,
    &MAD_ARTILLERY_COVERAGE,
    &MAD_ARTILLERY_HIT,
    &MAD_ARTILLERY_ATTACK,
    &MAD_HITECH_FIRE, /* MAD-18 */
    &MAD_AIR_INITIATIVE,
    &MAD_AIR_FIRE, /* MAD-20 */
    &MAD_AIR_CRITICAL,
    &MAD_AIR_KILL,
    &MAD_STRAFE,
    &MAD_ROCKET_ATTACK,
    &MAD_BOMBING,
    &MAD_AA_FIRE,
    &MAD_POINTS,
    &MAD_HITECH_POINTS,
    &MAD_AIR_POINTS, /* MAD-29 */
    /* clang-format on */
};

enum { FACTS_OF_UNIT = 3, FACTS_OF_WEAPON = 3 };

/* The attack roll computes the damage to infantry, for a shot at range 0 without obstacles, so that the card cannot
 * disagree with the rule. */
static void describe_gun(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory,
                         salvo_fact facts[FACTS_OF_WEAPON])
{
    const struct mad_weapon *weapon = &t->weapons[mount->weapon];
    int on_infantry = mad_attack_of(t, &(struct mad_shot){.weapon = mount->weapon, .target = INFANTRY}).damage[DOUBLE];

    facts[0].value = salvo_arena_printf(memory, "%s%s", weapon->name, mount->fixed ? ", fixed" : "");
    facts[1].value = salvo_arena_printf(memory, "%d, on infantry %d", weapon->damage, on_infantry);
    facts[2].label = mad_range_words(memory, t->store, &t->brackets);
    facts[2].value = mad_numbers_words(memory, &t->brackets, weapon->to_hit);
}

/* Anti-aircraft guns have no numbers against the ground; their card shows those of the aircraft table. */
static void describe_battery(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory,
                             salvo_fact facts[FACTS_OF_WEAPON])
{
    const struct mad_air_weapon *gun = &t->air_weapons[mount->weapon];

    facts[0].value = salvo_arena_printf(memory, "%d x %s, at aircraft only%s", mount->count, gun->name,
                                        mount->fixed ? ", fixed" : "");
    facts[1].value = salvo_arena_printf(memory, "%d each", gun->damage);
    facts[2].label = mad_range_words(memory, t->store, &t->air_brackets);
    facts[2].value = mad_numbers_words(memory, &t->air_brackets, gun->to_hit);
}

/* Keys are those of the JSON card and never change; labels are printed. */
static void describe_mount(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory,
                           salvo_fact facts[FACTS_OF_WEAPON])
{
    facts[0] = (salvo_fact){.key = "weapon", .label = "weapon"};
    facts[1] = (salvo_fact){.key = "damage", .label = "  damage"};
    facts[2] = (salvo_fact){.key = "to-hit"};
    if (mount->anti_aircraft)
        describe_battery(t, mount, memory, facts);
    else
        describe_gun(t, mount, memory, facts);
}

/* Lines without memory for their words are NULL, which is checked once at the end. */
static salvo_status unit_card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                              salvo_card *card, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_unit *u = &t->units[unit];
    const struct mad_mobility *mobility = &t->movement[u->mobility];
    const salvo_table *units = salvo_store_table(store, "units"), *nations = salvo_store_table(store, "nations");
    size_t n_facts = FACTS_OF_UNIT + FACTS_OF_WEAPON * (size_t)u->n_mounts;
    salvo_fact *facts = salvo_arena_array(memory, n_facts, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    *card = (salvo_card){.id = units->cells[unit * units->n_columns].text,
                         .name = u->name,
                         .nation = salvo_table_text(nations, (size_t)u->nation, "name"),
                         .facts = facts,
                         .n_facts = n_facts};
    facts[0] = (salvo_fact){"hp", "hit points", salvo_arena_printf(memory, "%d", u->hp)};
    facts[1] = (salvo_fact){"mobility", "mobility",
                            salvo_arena_printf(memory, "%s, %d mm", mobility->name, mobility->distance_mm)};
    facts[2] =
        (salvo_fact){"points", "points", mad_price_words(&MAD_PRICES[PRICES_UNITS], store, tables, unit, memory)};
    for (int i = 0; i < u->n_mounts; i++)
        describe_mount(t, &u->mounts[i], memory, &facts[FACTS_OF_UNIT + FACTS_OF_WEAPON * i]);
    for (size_t i = 0; i < n_facts; i++)
        if (!facts[i].label || !facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Aircraft are counted after the ground units. */
static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct mad_tables *t = tables;

    if (unit < t->n_units)
        return unit_card(store, tables, unit, memory, card, err);
    return mad_aircraft_card(store, tables, unit - t->n_units, memory, card, err);
}

/* Modifiers and damage distinguish only two classes of targets, so two vehicles with equal hit points are the same
 * target. */
static const char *target_class(const void *tables, size_t unit)
{
    return mad_unit_is_infantry(tables, (int)unit) ? "infantry" : "vehicle";
}

/* `unharmed` is not a hit. Every other outcome is a hit, which may damage without destroying. With `mount`, efficiency
 * asks for one weapon at a time, so that tables can show the effect of each. */
static const salvo_fire_adapter FIRE = {
    .procedure = "mad.unit-fire",
    .unit = {{"unit", NULL, NULL}},
    .target = {{"target", NULL, NULL}},
    .range = "range",
    .each = "mount",
    .shots = mad_unit_fire_shots,
    .about = "The target has all its hit points; damage beyond them counts, too.",
    .damage = "damage",
    .killed = "destroyed",
    .harmless = "unharmed",
    .price = "points",
    .strength = "hp",
    .target_class = target_class,
};

const salvo_ruleset SALVO_MAD = {
    .id = "mad",
    ALL_OF(procedures, PROCEDURES),
    .units = "units",
    .more_cards = "aircraft",
    .weapons = "weapons",
    .tables_size = sizeof(struct mad_tables),
    .load = mad_load,
    .card = card,
    .duel = &MAD_DUEL_ADAPTER,
    .fire = &FIRE,
    .battle = &MAD_BATTLE_ADAPTER,
    .prices = MAD_PRICES,
};

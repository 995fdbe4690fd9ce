/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registration of Skank: its procedures in the order of their ids, its record cards, and the adapters for duels,
 * fire and battles. The book has no points, so no prices are registered. */
#include "rules/skank/skank.h"

#include <string.h>

#include "rules/parameters.h"
#include "rules/skank/battle.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tables.h"

static const salvo_procedure *const PROCEDURES[] = {
    &SKANK_DIRECT_FIRE,
    &SKANK_VOLLEY,
    &SKANK_BURN_CLIP,
    &SKANK_SUPPRESSION,
    &SKANK_SUPPRESSION_CONTEST,
    &SKANK_INITIATIVE,
    &SKANK_ABILITY_TEST,
    &SKANK_INDIRECT_FIRE,
    &SKANK_AREA_EFFECT,
    &SKANK_INDIRECT_ATTACK,
    &SKANK_AUTO_GRENADES,
    &SKANK_PSIONIC_ATTACK,
    &SKANK_PSIONIC_HEAL,
    &SKANK_PSIONIC_SCAN,
    &SKANK_TELEKINETIC_STUN,
    &SKANK_MELEE_ATTACK,
    &SKANK_MELEE_ROUND,
    &SKANK_MELEE_FIGHT,
    &SKANK_CHARGE,
    &SKANK_VEHICLE_DAMAGE,
    &SKANK_DAMAGE_ROLLS,
    &SKANK_CREW_FATE,
    &SKANK_BRAKES,
    &SKANK_THROWN_TRACK,
    &SKANK_COLLISION,
    &SKANK_RUN_OVER,
    &SKANK_DEMOLITION,
    &SKANK_ARSON,
    &SKANK_SPOTTING,
    &SKANK_TIRE_SHOT,
    &SKANK_MORALE,
    &SKANK_RALLY,
    &SKANK_RADIATION,
    &SKANK_HORSE_SURVIVAL,
    &SKANK_DUEL,
};

/* Troops and vehicles have six lines each and the weapon of their list, so a card has one size. */
enum { OWN_WEAPON = 6, FACTS_OF_UNIT };

/* A blank is a number that the chart does not have. */
static const char *count_text(salvo_arena *memory, int number)
{
    return number == SALVO_BLANK ? "none" : salvo_arena_printf(memory, "%d", number);
}

/* The book leaves a large monster's move, attacks and wounds to the gamemaster. The table has one attack and one wound,
 * and a variable move. */
static void describe_troop(const struct skank_tables *t, const struct skank_troop *troop, salvo_arena *memory,
                           salvo_fact facts[FACTS_OF_UNIT])
{
    const salvo_table *melee = salvo_store_table(t->store, "melee");

    facts[0] = (salvo_fact){"rating", "rating", count_text(memory, troop->rating)};
    facts[1] =
        (salvo_fact){"move", "move, inches", troop->move == SALVO_BLANK ? "varies" : count_text(memory, troop->move)};
    facts[2] = (salvo_fact){"ability", "ability", count_text(memory, troop->ability)};
    facts[3] = (salvo_fact){"to-hit", "to hit", salvo_arena_printf(memory, "%+d", troop->to_hit)};
    facts[4] =
        (salvo_fact){"attacks", "attacks, wounds", salvo_arena_printf(memory, "%d, %d", troop->attacks, troop->wounds)};
    facts[5] = (salvo_fact){"melee", "melee as", salvo_table_text(melee, (size_t)troop->melee, "id")};
}

/* The facts of a vehicle take the same six places as those of a troop, because a card has one form. */
static void describe_vehicle(const struct skank_vehicle *v, salvo_arena *memory, salvo_fact facts[FACTS_OF_UNIT])
{
    facts[0] = (salvo_fact){"rating", "rating", count_text(memory, v->rating)};
    facts[1] = (salvo_fact){"move", "move, inches", count_text(memory, v->move)};
    facts[2] =
        (salvo_fact){"acceleration", "acc/dec", salvo_arena_printf(memory, "%d/%d", v->acceleration, v->deceleration)};
    facts[3] = (salvo_fact){"turn", "turn", v->turn};
    facts[4] = (salvo_fact){"tires", "tires", count_text(memory, v->tires)};
    facts[5] = (salvo_fact){"large", "large target", v->large ? "yes" : "no"};
}

/* The column is optional. */
static const char *weapon_name(const salvo_store *store, const char *id)
{
    const salvo_table *weapons = salvo_store_table(store, "weapons");
    const long row = id ? salvo_table_row(weapons, id, strlen(id)) : -1;

    return row < 0 ? "none" : salvo_table_text(weapons, (size_t)row, "name");
}

/* Vehicles are counted after the troops, as in every parameter that takes a unit. */
static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct skank_tables *t = tables;
    bool is_vehicle = skank_is_vehicle(t, (int)unit);
    const salvo_table *table = salvo_store_table(store, is_vehicle ? "vehicles" : "troops");
    size_t row = is_vehicle ? unit - t->n_troops : unit;
    salvo_fact *facts = salvo_arena_array(memory, FACTS_OF_UNIT, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    *card = (salvo_card){.id = salvo_table_text(table, row, "id"),
                         .name = salvo_table_text(table, row, "name"),
                         .facts = facts,
                         .n_facts = FACTS_OF_UNIT};
    if (is_vehicle)
        describe_vehicle(&t->vehicles[row], memory, facts);
    else
        describe_troop(t, &t->troops[row], memory, facts);
    facts[OWN_WEAPON] =
        (salvo_fact){"weapon", "own weapon", weapon_name(t->store, salvo_table_text(table, row, "weapon"))};
    for (size_t i = 0; i < FACTS_OF_UNIT; i++)
        if (!facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Units fire their own weapons, as in duels and battles: a vehicle's weapon is mounted (R9), and its crew fires it. If
 * only a weapon is named, shooter= determines its firer. */
static const salvo_fire_adapter FIRE = {
    .procedure = "skank.volley",
    .arms = "weapons",
    .arms_among = "direct",
    .unit = {{"shooter", NULL, NULL}, {"weapon", "weapon", NULL}},
    .more_unit = {{"weapon", "weapon", NULL}, {"mounted", NULL, "yes"}},
    .arm = {{"weapon", NULL, NULL}},
    .target = {{"target", NULL, NULL}},
    .range = "range",
    .each = "shots",
    .alike = true,
    .shots = skank_volley_shots,
    .about = "By default, figures fire the weapon of their list, or a rifle; vehicles fire a mounted weapon, with a "
             "trained crew.",
    .damage = "wounds",
    .killed = "kill",
    .harmless = "0|intact|not-allowed",
};

const salvo_ruleset SALVO_SKANK = {
    .id = "skank",
    ALL_OF(procedures, PROCEDURES),
    .units = "troops",
    .more_units = "vehicles",
    .weapons = "weapons",
    .tables_size = sizeof(struct skank_tables),
    .load = skank_load,
    .card = card,
    .duel = &SKANK_DUEL_ADAPTER,
    .fire = &FIRE,
    .battle = &SKANK_BATTLE_ADAPTER,
};

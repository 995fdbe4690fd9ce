/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registration of Rookie Rules: its procedures in the order of their ids, its record cards, and the adapters for
 * duels, fire and battles. */
#include "rules/rookie/rookie.h"

#include "rules/parameters.h"
#include "rules/rookie/armour.h"
#include "rules/rookie/battle.h"
#include "rules/rookie/bounds.h"
#include "rules/rookie/cards.h"
#include "rules/rookie/chances.h"
#include "rules/rookie/command.h"
#include "rules/rookie/duel.h"
#include "rules/rookie/fire.h"
#include "rules/rookie/melee.h"

static const salvo_procedure *const PROCEDURES[] = {
    &ROOKIE_COLUMN,          &ROOKIE_FIRE,       &ROOKIE_FIRE_BOUNDS,      &ROOKIE_OVERRUN,
    &ROOKIE_MINES,           &ROOKIE_SNIPER,     &ROOKIE_PENETRATION,      &ROOKIE_SPECIAL_DAMAGE,
    &ROOKIE_BREAKDOWN,       &ROOKIE_UNBOG,      &ROOKIE_AIRCRAFT_ARRIVAL, &ROOKIE_ANTI_AIRCRAFT,
    &ROOKIE_ARTILLERY_DRIFT, &ROOKIE_MELEE,      &ROOKIE_MELEE_FIGHT,      &ROOKIE_SNIPER_DETECTION,
    &ROOKIE_OBSERVE,         &ROOKIE_ACTIVATION, &ROOKIE_OPENING_RUN,      &ROOKIE_MARKERS_PROCEDURE,
    &ROOKIE_MOVE_CLASS,      &ROOKIE_MORALE,     &ROOKIE_LEADER_HIT,       &ROOKIE_DUEL,
};

enum { FACTS = 3 };

/* The card has the product besides its factors, because players look up a column by it. */
static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    const struct rookie_squad *squad = &t->squads[unit];
    const salvo_table *squads = salvo_store_table(store, "squads");
    salvo_fact *facts = salvo_arena_array(memory, FACTS, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    *card = (salvo_card){
        .id = squads->cells[unit * squads->n_columns].text, .name = squad->name, .facts = facts, .n_facts = FACTS};
    facts[0] = (salvo_fact){"men", "men", salvo_arena_printf(memory, "%d", squad->men)};
    facts[1] = (salvo_fact){"per-man", "firing factor of each", salvo_arena_printf(memory, "%d", squad->per_man)};
    facts[2] = (salvo_fact){"ff", "firing factor", salvo_arena_printf(memory, "%d", squad->men * squad->per_man)};
    for (size_t i = 0; i < FACTS; i++)
        if (!facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* As targets, squads differ only in their men. */
static const char *target_class(const void *tables, size_t unit)
{
    (void)tables;
    (void)unit;
    return "squad";
}

/* Comparisons of many squads would fail on the proved cells alone, so they use the reconstruction by default. */
static const char *const FIRE_WORDS[] = {"data=reconstruction", NULL};

static const salvo_fire_adapter FIRE = {
    .procedure = "rookie.fire",
    .unit = {{"men", "men", NULL}, {"per-man", "per_man", NULL}},
    .target = {{"target-men", "men", NULL}},
    .range = "range",
    .words = FIRE_WORDS,
    .about = "Fire of one squad at another.",
    .damage = "kills",
    .killed = "destroyed",
    .harmless = "miss",
    .strength = "men",
    .target_class = target_class,
};

const salvo_ruleset SALVO_ROOKIE = {
    .id = "rookie",
    ALL_OF(procedures, PROCEDURES),
    .units = "squads",
    .tables_size = sizeof(struct rookie_tables),
    .load = rookie_load,
    .card = card,
    .duel = &ROOKIE_DUEL_ADAPTER,
    .fire = &FIRE,
    .battle = &ROOKIE_BATTLE_ADAPTER,
};

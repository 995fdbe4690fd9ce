/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registration of Ten Rounds Rapid: its procedures in the order of their ids, its record cards, and the adapters
 * for duels, fire and battles. */
#include "rules/trr/trr.h"

#include <string.h>

#include <salvo/arena.h>
#include <salvo/text.h>

#include "rules/parameters.h"
#include "rules/trr/aircraft.h"
#include "rules/trr/anti_aircraft.h"
#include "rules/trr/anti_tank.h"
#include "rules/trr/battle.h"
#include "rules/trr/bunkers.h"
#include "rules/trr/command.h"
#include "rules/trr/counter_battery.h"
#include "rules/trr/drift.h"
#include "rules/trr/duel.h"
#include "rules/trr/fire_request.h"
#include "rules/trr/flame.h"
#include "rules/trr/gas_attack.h"
#include "rules/trr/high_explosive.h"
#include "rules/trr/indirect_fire.h"
#include "rules/trr/landings.h"
#include "rules/trr/mines.h"
#include "rules/trr/movement.h"
#include "rules/trr/observation.h"
#include "rules/trr/passengers.h"
#include "rules/trr/small_fire.h"
#include "rules/trr/words.h"

static const salvo_procedure *const PROCEDURES[] = {
    &TRR_TURN_ORDER,   &TRR_MOTIVATION,    &TRR_RALLY,         &TRR_LOCATION,         &TRR_MOVEMENT,
    &TRR_ENGINEERING,  &TRR_SMALL_ARMS,    &TRR_SUPPORT_FIRE,  &TRR_CASUALTIES,       &TRR_ALLOCATION,
    &TRR_SNIPER,       &TRR_DIRECT_HE,     &TRR_FLAME_THROWER, &TRR_HE_LANDING,       &TRR_IGNITE,
    &TRR_FIRE_SPREAD,  &TRR_DRIFT,         &TRR_SMOKE_POT,     &TRR_COUNTER_BATTERY,  &TRR_ANTI_TANK,
    &TRR_FLAME_ARMOUR, &TRR_PASSENGERS,    &TRR_REPAIR,        &TRR_FIRE_REQUEST,     &TRR_INDIRECT_LANDING,
    &TRR_BARRAGE,      &TRR_INDIRECT_FIRE, &TRR_MINES,         &TRR_BUNKER_SLIT,      &TRR_BUNKER_CHARGE,
    &TRR_GAS,          &TRR_BUNKER_HE,     &TRR_AIR_SCATTER,   &TRR_AIR_ATTACK,       &TRR_STRAFE,
    &TRR_AIR_AT_GUN,   &TRR_AIR_TO_AIR,    &TRR_AA_FIRE,       &TRR_AIRBORNE_ARRIVAL, &TRR_PARADROP,
    &TRR_GLIDER,       &TRR_DUEL,
};

enum { DEFENCE, GUN, STRIKE, AMMO, RANGES, MOVEMENT, KIND, STRENGTH, ASSIGNED, N_FACTS };

/* The lines of a card in their order; a card sets the values, and the label that has the unit of distance. */
static const salvo_fact FACTS[N_FACTS] = {
    [DEFENCE] = {.key = "defence", .label = "defence"},
    [GUN] = {.key = "gun", .label = "gun"},
    [STRIKE] = {.key = "strike", .label = "  strike"},
    [AMMO] = {.key = "ammo", .label = "  ammunition"},
    [RANGES] = {.key = "ranges"},
    [MOVEMENT] = {.key = "movement", .label = "movement"},
    [KIND] = {.key = "kind", .label = "kind"},
    [STRENGTH] = {.key = "strength", .label = "vehicles in a model"},
    [ASSIGNED] = {.key = "assigned", .label = "assigned"},
};

/* Lists "ap, apds": the ammunition of a gun. */
static const char *list_ammo(const struct trr_tables *t, int gun, salvo_arena *memory)
{
    salvo_text text = {0};
    const char *list;

    for (int ammo = AMMO_AP; ammo < N_AMMOS; ammo++)
        if (trr_has_ammo(t, gun, (enum trr_ammo)ammo))
            salvo_text_add(&text, "%s%s", ammo == AMMO_AP ? "" : ", ", TRR_AMMO_CHOICES[ammo]);
    list = salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return list;
}

/* All five brackets are listed, because a gun's class decides more than its strike value at most ranges. */
static const char *list_ranges(const double upto_cm[N_BRACKETS], salvo_arena *memory)
{
    return salvo_arena_printf(memory, "%.15g %.15g %.15g %.15g %.15g", upto_cm[POINT_BLANK], upto_cm[CLOSE],
                              upto_cm[MEDIUM], upto_cm[LONG], upto_cm[EXTREME]);
}

static const char *describe_movement(const struct trr_movement *movement, salvo_arena *memory)
{
    return salvo_arena_printf(memory, "%s, %d cm, on the road %d cm", movement->name, movement->cross_country_cm,
                              movement->road_cm);
}

/* Describes values from general history, if the book has none. */
static const char *describe_assigned(const char *assigned, salvo_arena *memory)
{
    return strcmp(assigned, "-") == 0 ? "none: as printed" : salvo_arena_text(memory, assigned);
}

/* The labels are copied first; a card then only sets the values. */
static void describe(const struct trr_tables *t, const struct trr_unit *u, salvo_arena *memory,
                     salvo_fact facts[N_FACTS])
{
    const struct trr_gun *gun = &t->guns[u->gun];
    const struct trr_gun_class *class = &t->gun_classes[gun->class];

    memcpy(facts, FACTS, sizeof FACTS);
    facts[DEFENCE].value = salvo_arena_printf(memory, "%d", u->defence);
    facts[GUN].value = gun->name;
    facts[STRIKE].value = salvo_arena_printf(memory, "%d", gun->strike);
    facts[AMMO].value = list_ammo(t, u->gun, memory);
    facts[RANGES].label = salvo_arena_printf(memory, "  brackets to, %s", t->store->distance_unit);
    facts[RANGES].value = list_ranges(class->upto_cm, memory);
    facts[MOVEMENT].value = describe_movement(&t->movement[u->movement], memory);
    facts[KIND].value = u->kind;
    facts[STRENGTH].value = salvo_arena_printf(memory, "%d", u->strength);
    facts[ASSIGNED].value = describe_assigned(u->assigned, memory);
}

static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct trr_tables *t = tables;
    const struct trr_unit *u = &t->units[unit];
    const salvo_table *units = salvo_store_table(store, "units"), *nations = salvo_store_table(store, "nations");
    salvo_fact *facts = salvo_arena_array(memory, N_FACTS, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    describe(t, u, memory, facts);
    *card = (salvo_card){.id = units->cells[unit * units->n_columns].text,
                         .name = u->name,
                         .nation = salvo_table_text(nations, (size_t)u->nation, "name"),
                         .facts = facts,
                         .n_facts = N_FACTS};
    for (size_t i = 0; i < N_FACTS; i++)
        if (!facts[i].label || !facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* The list has only vehicles, and as targets they differ only in defence. */
static const char *target_class(const void *tables, size_t unit)
{
    (void)tables;
    (void)unit;
    return "armour";
}

/* A vehicle's shot is that of its gun: TRR-20 has no parameter for the firer itself. */
static const salvo_fire_adapter FIRE = {
    .procedure = "trr.anti-tank",
    .unit = {{"gun", "gun", NULL}},
    .target = {{"unit", NULL, NULL}},
    .range = "distance",
    .about = "One shot.",
    .damage = "markers",
    .killed = "destroyed",
    .harmless = "no-effect|out-of-range",
    .strength = "defence",
    .target_class = target_class,
};

const salvo_ruleset SALVO_TRR = {
    .id = "trr",
    ALL_OF(procedures, PROCEDURES),
    .units = "units",
    .weapons = "guns",
    .tables_size = sizeof(struct trr_tables),
    .load = trr_load,
    .card = card,
    .duel = &TRR_DUEL_ADAPTER,
    .fire = &FIRE,
    .battle = &TRR_BATTLE_ADAPTER,
};

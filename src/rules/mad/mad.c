#include "rules/mad/mad.h"

#include "base/text.h"
#include "rules/mad/activation.h"
#include "rules/mad/artillery.h"
#include "rules/mad/at_grenade.h"
#include "rules/mad/attack.h"
#include "rules/mad/battle.h"
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
#include "rules/mad/spotting.h"
#include "rules/mad/tables.h"
#include "rules/mad/unit_fire.h"

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
    &MAD_POINTS,      /* MAD-27 */
    &MAD_HITECH_POINTS,
    /* clang-format on */
};

/* ---- the record card ------------------------------------------------------------------------------------------------ */

enum { FACTS_OF_UNIT = 3, FACTS_OF_WEAPON = 3 };

/* "3 3 4 6 7 8 9 -": one number for each bracket. */
static const char *list_numbers(salvo_arena *memory, const salvo_brackets *brackets, const int *to_hit)
{
    salvo_text text = {0};
    const char *numbers;

    for (size_t i = 0; i < brackets->count; i++) {
        salvo_text_put(&text, i ? " " : "");
        if (to_hit[i] == SALVO_BLANK)
            salvo_text_put(&text, "-");
        else
            salvo_text_add(&text, "%d", to_hit[i]);
    }
    numbers = salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return numbers;
}

static const char *range_label(salvo_arena *memory, const salvo_store *store, const salvo_brackets *brackets)
{
    return salvo_arena_printf(memory, "  to hit, %.15g to %.15g %s", brackets->upto[0],
                              brackets->upto[brackets->count - 1], store->distance_unit);
}

static void describe_gun(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory,
                         salvo_fact facts[FACTS_OF_WEAPON])
{
    const struct mad_weapon *weapon = &t->weapons[mount->weapon];
    int on_infantry = mad_attack_of(t, &(struct mad_shot){.weapon = mount->weapon, .target = INFANTRY}).damage[DOUBLE];

    facts[0].value = salvo_arena_printf(memory, "%s%s", weapon->name, mount->fixed ? ", fixed" : "");
    facts[1].value = salvo_arena_printf(memory, "%d, on infantry %d", weapon->damage, on_infantry);
    facts[2].label = range_label(memory, t->store, &t->brackets);
    facts[2].value = list_numbers(memory, &t->brackets, weapon->to_hit);
}

static void describe_battery(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory,
                             salvo_fact facts[FACTS_OF_WEAPON])
{
    const struct mad_air_weapon *gun = &t->air_weapons[mount->weapon];

    facts[0].value = salvo_arena_printf(memory, "%d x %s, at aircraft only%s", mount->count, gun->name,
                                        mount->fixed ? ", fixed" : "");
    facts[1].value = salvo_arena_printf(memory, "%d each", gun->damage);
    facts[2].label = range_label(memory, t->store, &t->air_brackets);
    facts[2].value = list_numbers(memory, &t->air_brackets, gun->to_hit);
}

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

static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
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
        (salvo_fact){"points", "points",
                     u->points == SALVO_BLANK ? "not priced in the book" : salvo_arena_printf(memory, "%d", u->points)};
    for (int i = 0; i < u->n_mounts; i++)
        describe_mount(t, &u->mounts[i], memory, &facts[FACTS_OF_UNIT + FACTS_OF_WEAPON * i]);
    for (size_t i = 0; i < n_facts; i++)
        if (!facts[i].label || !facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* ---- registration ----------------------------------------------------------------------------------------------------- */

static const char *target_class(const void *tables, size_t unit)
{
    return mad_unit_is_infantry(tables, (int)unit) ? "infantry" : "vehicle";
}

static const salvo_fire_face FIRE = {
    .procedure = "mad.unit-fire",
    .unit = "unit",
    .target = "target",
    .range = "range",
    .about = "Main weapons, firer halted,\ntarget in the open at full hit points.",
    .damage = "damage",
    .killed = "destroyed",
    .hurt = "damaged",
    .price = "points",
    .strength = "hp",
    .target_class = target_class,
};

const salvo_ruleset SALVO_MAD = {
    .id = "mad",
    .procedures = PROCEDURES,
    .n_procedures = sizeof PROCEDURES / sizeof *PROCEDURES,
    .units = "units",
    .weapons = "weapons",
    .tables_size = sizeof(struct mad_tables),
    .load = mad_load,
    .card = card,
    .duel = &MAD_DUEL_FACE,
    .fire = &FIRE,
    .battle = &MAD_BATTLE_FACE,
};

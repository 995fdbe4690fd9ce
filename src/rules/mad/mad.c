#include "rules/mad/mad.h"

#include "base/text.h"
#include "rules/mad/activation.h"
#include "rules/mad/direct_fire.h"
#include "rules/mad/duel.h"
#include "rules/mad/initiative.h"
#include "rules/mad/points.h"
#include "rules/mad/tables.h"
#include "rules/mad/unit_fire.h"

static const salvo_procedure *const PROCEDURES[] = {
    &MAD_DIRECT_FIRE, &MAD_VOLLEY_FIRE, &MAD_SHOTS_TO_KILL, &MAD_UNIT_FIRE, &MAD_DUEL, &MAD_INITIATIVE, &MAD_POINTS,
};

/* ---- the record card ------------------------------------------------------------------------------------------------ */

enum { FACTS_BEFORE_WEAPONS = 3 };

static void put_numbers(salvo_text *text, const salvo_brackets *brackets, const int *to_hit)
{
    const char *between = "";

    for (size_t i = 0; i < brackets->count; i++)
        if (to_hit[i] != SALVO_BLANK) {
            salvo_text_add(text, "%s%d to %.15gm", between, to_hit[i], brackets->upto[i]);
            between = ", ";
        }
}

/* "Class B Cannon, fixed: 34 damage; needs 3 to 100m, ..." */
static char *describe_mount(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory)
{
    salvo_text text = {0};
    char *words;

    if (mount->anti_aircraft) {
        const struct mad_air_weapon *gun = &t->air_weapons[mount->weapon];

        salvo_text_add(&text, "%d x %s against aircraft only%s: %d damage each; needs ", mount->count, gun->name,
                       mount->fixed ? ", fixed" : "", gun->damage);
        put_numbers(&text, &t->air_brackets, gun->to_hit);
    } else {
        const struct mad_weapon *weapon = &t->weapons[mount->weapon];

        salvo_text_add(&text, "%s%s: %d damage; needs ", weapon->name, mount->fixed ? ", fixed" : "", weapon->damage);
        put_numbers(&text, &t->brackets, weapon->to_hit);
    }
    words = salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}

static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_unit *u = &t->units[unit];
    const struct mad_mobility *mobility = &t->movement[u->mobility];
    const salvo_table *units = salvo_store_table(store, "units"), *nations = salvo_store_table(store, "nations");
    salvo_fact *facts = salvo_arena_array(memory, FACTS_BEFORE_WEAPONS + (size_t)u->n_mounts, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    *card = (salvo_card){.id = units->cells[unit * units->n_columns].text,
                         .name = u->name,
                         .nation = salvo_table_text(nations, (size_t)u->nation, "name"),
                         .facts = facts,
                         .n_facts = FACTS_BEFORE_WEAPONS + (size_t)u->n_mounts};
    facts[0] = (salvo_fact){"hp", "hit points", salvo_arena_printf(memory, "%d", u->hp)};
    facts[1] =
        (salvo_fact){"mobility", "mobility",
                     salvo_arena_printf(memory, "%s, %d mm (%s as a target)", mobility->name, mobility->distance_mm,
                                        mobility->target == INFANTRY ? "infantry" : "a vehicle")};
    facts[2] =
        (salvo_fact){"points", "points",
                     u->points == SALVO_BLANK ? "not priced in the book" : salvo_arena_printf(memory, "%d", u->points)};
    for (int i = 0; i < u->n_mounts; i++)
        facts[FACTS_BEFORE_WEAPONS + i] =
            (salvo_fact){"weapon", i ? "" : "weapons", describe_mount(t, &u->mounts[i], memory)};
    for (size_t i = 0; i < card->n_facts; i++)
        if (!facts[i].value)
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
};

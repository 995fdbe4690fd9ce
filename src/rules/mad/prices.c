/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each printed price beside the formula's, item by item. Audits of the book's points use these breakdowns, and cards
 * show the formula's price if none is printed. */
#include "rules/mad/prices.h"

#include <assert.h>

#include "base/phrase.h"
#include "rules/mad/air_points.h"
#include "rules/mad/points.h"

/* The mark is what the book prints in place of a price: "#" for anti-aircraft vehicles, "?" for all aircraft. */
static salvo_status open_breakdown(salvo_price_breakdown *breakdown, int printed, const char *mark, const char *by,
                                   size_t items_max, salvo_arena *memory, salvo_error *err)
{
    *breakdown = (salvo_price_breakdown){
        .is_printed = printed != SALVO_BLANK,
        .printed = printed == SALVO_BLANK ? 0 : printed,
        .substitute = printed == SALVO_BLANK ? mark : "",
        .by = by,
        .items = salvo_arena_array(memory, items_max, sizeof *breakdown->items),
    };
    return breakdown->items ? SALVO_OK : salvo_fail_memory(err);
}

static void item(salvo_price_breakdown *breakdown, const char *part, const char *words, int64_t points)
{
    breakdown->items[breakdown->n_items++] = (salvo_price_item){part, words, points};
}

/* Sets the formula's price. The items must add up to it; a difference is an error of this file, hence the assert. Words
 * without memory are NULL and are found here. */
static salvo_status close_breakdown(salvo_price_breakdown *breakdown, int64_t total, salvo_error *err)
{
    int64_t sum = 0;

    for (size_t i = 0; i < breakdown->n_items; i++) {
        if (!breakdown->items[i].words)
            return salvo_fail_memory(err);
        sum += breakdown->items[i].points;
    }
    assert(sum == total);
    (void)sum; /* asserts may be off */
    breakdown->computed = total;
    return SALVO_OK;
}

/* A single such gun leaves the whole element without a price in the book. */
static bool carries_aa(const struct mad_unit *unit)
{
    for (int i = 0; i < unit->n_mounts; i++)
        if (unit->mounts[i].anti_aircraft)
            return true;
    return false;
}

/* The book prints no price for anti-aircraft vehicles. R-50 makes one from the points of the aircraft weapons. Their
 * sum is one system, which is discounted as a whole and not gun by gun. */
static int64_t full_price(const struct mad_tables *t, const struct mad_mount *mount)
{
    return mount->anti_aircraft ? mad_air_weapon_price(t, mount->weapon, mount->count)
                                : t->weapons[mount->weapon].points;
}

/* The text is that of the list, so that a reader finds the line again. */
static const char *mount_words(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory)
{
    const char *fixed = mount->fixed ? ", fixed" : "";

    if (mount->anti_aircraft)
        return salvo_arena_printf(memory, "%d x %s%s", mount->count, t->air_weapons[mount->weapon].name, fixed);
    return salvo_arena_printf(memory, "%s%s", t->weapons[mount->weapon].name, fixed);
}

/* R-50 prices elements with such a system, MAD-27 all others. The items are speed, hit points and one for each
 * mount. */
static salvo_status break_down_unit(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                                    salvo_price_breakdown *breakdown, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_unit *u = &t->units[row];
    const struct mad_mobility *mobility = &t->movement[u->mobility];
    struct mad_ground_price price = {.speed = mobility->points, .hp = u->hp};
    salvo_status status =
        open_breakdown(breakdown, u->points, "#", carries_aa(u) ? "R-50" : MAD_POINTS.id, MOUNTS_MAX + 2, memory, err);

    (void)store;
    if (status != SALVO_OK)
        return status;
    item(breakdown, "speed", salvo_arena_printf(memory, "%s speed", mobility->name), price.speed);
    item(breakdown, "hp", "hit points", price.hp);
    for (int i = 0; i < u->n_mounts; i++) {
        int64_t points =
            mad_weapon_price(t, full_price(t, &u->mounts[i]), u->mounts[i].fixed, mad_has_discount(mobility, false));

        item(breakdown, "weapon", mount_words(t, &u->mounts[i], memory), points);
        price.weapons += points;
    }
    return close_breakdown(breakdown, mad_ground_total(&price), err);
}

/* There are four items besides the groups: hit points, speed, turn and bombs. A load that makes no template has no
 * item. */
static salvo_status break_down_aircraft(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                                        salvo_price_breakdown *breakdown, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_aircraft *a = &t->air.aircraft[row];
    struct mad_air_price price = mad_air_price_of(&t->air, a->hp, a->top_speed_mm, a->turn, a->bomb_load_lbs);
    const salvo_table *turns = salvo_store_table(store, "turns");
    salvo_status status = open_breakdown(breakdown, a->points, "?", MAD_AIR_POINTS.id, GROUPS_MAX + 4, memory, err);

    if (status != SALVO_OK)
        return status;
    item(breakdown, "hp", "hit points", price.hp);
    item(breakdown, "speed", salvo_arena_printf(memory, "top speed %d mm", a->top_speed_mm), price.speed);
    item(breakdown, "turn",
         salvo_arena_printf(memory, "turn %s", turns->cells[(size_t)a->turn * turns->n_columns].text), price.turn);
    for (int i = 0; i < a->n_groups; i++) {
        const struct mad_group *group = &a->groups[i];
        int64_t points = mad_air_weapon_price(t, group->weapon, group->count);

        item(breakdown, "weapon",
             salvo_arena_printf(memory, "%d x %s", group->count, t->air_weapons[group->weapon].name), points);
        price.weapons += points;
    }
    if (price.templates)
        item(breakdown, "bombs",
             salvo_arena_printf(memory, "%s", salvo_counted((uint64_t)price.templates, "template of bombs").text),
             price.bombs);
    return close_breakdown(breakdown, mad_air_total(&price), err);
}

const salvo_price_list MAD_PRICES[N_PRICE_LISTS + 1] = {
    [PRICES_UNITS] = {.table = "units", .breakdown = break_down_unit},
    [PRICES_AIRCRAFT] = {.table = "aircraft", .breakdown = break_down_aircraft},
    [N_PRICE_LISTS] = {.table = NULL},
};

/* A price that the book does not print is marked as computed, with its page or ruling. */
const char *mad_price_words(const salvo_price_list *list, const salvo_store *store, const void *tables, size_t row,
                            salvo_arena *memory)
{
    salvo_price_breakdown breakdown;

    if (list->breakdown(store, tables, row, memory, &breakdown, NULL) != SALVO_OK)
        return NULL;
    if (breakdown.is_printed)
        return salvo_arena_printf(memory, "%lld", (long long)breakdown.printed);
    return salvo_arena_printf(memory, "not priced in the book; %lld by %s", (long long)breakdown.computed,
                              breakdown.by);
}

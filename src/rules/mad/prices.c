#include "rules/mad/prices.h"

#include <assert.h>

#include "rules/mad/air_points.h"
#include "rules/mad/points.h"

/* ---- a bill, charge by charge --------------------------------------------------------------------------------------- */

static salvo_status open_bill(salvo_bill *bill, int printed, const char *mark, const char *by, size_t charges_max,
                              salvo_arena *memory, salvo_error *err)
{
    *bill = (salvo_bill){
        .is_printed = printed != SALVO_BLANK,
        .printed = printed == SALVO_BLANK ? 0 : printed,
        .mark = printed == SALVO_BLANK ? mark : "",
        .by = by,
        .charges = salvo_arena_array(memory, charges_max, sizeof *bill->charges),
    };
    return bill->charges ? SALVO_OK : salvo_fail_memory(err);
}

static void charge(salvo_bill *bill, const char *part, const char *words, int64_t points)
{
    bill->charges[bill->n_charges++] = (salvo_charge){part, words, points};
}

/* The formula's price; the charges must come to the same. */
static salvo_status close_bill(salvo_bill *bill, int64_t total, salvo_error *err)
{
    int64_t sum = 0;

    for (size_t i = 0; i < bill->n_charges; i++) {
        if (!bill->charges[i].words)
            return salvo_fail_memory(err);
        sum += bill->charges[i].points;
    }
    assert(sum == total);
    bill->computed = total;
    return SALVO_OK;
}

/* ---- ground elements --------------------------------------------------------------------------------------------------- */

static bool carries_aa(const struct mad_unit *unit)
{
    for (int i = 0; i < unit->n_mounts; i++)
        if (unit->mounts[i].anti_aircraft)
            return true;
    return false;
}

/* An anti-aircraft system is discounted as a whole (R-50). */
static int64_t full_price(const struct mad_tables *t, const struct mad_mount *mount)
{
    return mount->anti_aircraft ? mad_air_weapon_price(t, mount->weapon, mount->count)
                                : t->weapons[mount->weapon].points;
}

static const char *mount_words(const struct mad_tables *t, const struct mad_mount *mount, salvo_arena *memory)
{
    const char *fixed = mount->fixed ? ", fixed" : "";

    if (mount->anti_aircraft)
        return salvo_arena_printf(memory, "%d x %s%s", mount->count, t->air_weapons[mount->weapon].name, fixed);
    return salvo_arena_printf(memory, "%s%s", t->weapons[mount->weapon].name, fixed);
}

static salvo_status bill_unit(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                              salvo_bill *bill, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_unit *u = &t->units[row];
    const struct mad_mobility *mobility = &t->movement[u->mobility];
    struct mad_ground_price price = {.speed = mobility->points, .hp = u->hp};
    salvo_status status =
        open_bill(bill, u->points, "#", carries_aa(u) ? "R-50" : MAD_POINTS.id, MOUNTS_MAX + 2, memory, err);

    (void)store;
    if (status != SALVO_OK)
        return status;
    charge(bill, "speed", salvo_arena_printf(memory, "%s speed", mobility->name), price.speed);
    charge(bill, "hp", "hit points", price.hp);
    for (int i = 0; i < u->n_mounts; i++) {
        int64_t points =
            mad_weapon_price(t, full_price(t, &u->mounts[i]), u->mounts[i].fixed, mad_has_discount(mobility, false));

        charge(bill, "weapon", mount_words(t, &u->mounts[i], memory), points);
        price.weapons += points;
    }
    return close_bill(bill, mad_ground_total(&price), err);
}

/* ---- aircraft ------------------------------------------------------------------------------------------------------------ */

static salvo_status bill_aircraft(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                                  salvo_bill *bill, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_aircraft *a = &t->air.aircraft[row];
    struct mad_air_price price = mad_air_price_of(&t->air, a->hp, a->top_speed_mm, a->turn, a->bomb_load_lbs);
    const salvo_table *turns = salvo_store_table(store, "turns");
    salvo_status status = open_bill(bill, a->points, "?", MAD_AIR_POINTS.id, GROUPS_MAX + 4, memory, err);

    if (status != SALVO_OK)
        return status;
    charge(bill, "hp", "hit points", price.hp);
    charge(bill, "speed", salvo_arena_printf(memory, "top speed %d mm", a->top_speed_mm), price.speed);
    charge(bill, "turn", salvo_arena_printf(memory, "turn %s", turns->cells[(size_t)a->turn * turns->n_columns].text),
           price.turn);
    for (int i = 0; i < a->n_groups; i++) {
        const struct mad_group *group = &a->groups[i];
        int64_t points = mad_air_weapon_price(t, group->weapon, group->count);

        charge(bill, "weapon", salvo_arena_printf(memory, "%d x %s", group->count, t->air_weapons[group->weapon].name),
               points);
        price.weapons += points;
    }
    if (price.templates)
        charge(bill, "bombs",
               salvo_arena_printf(memory, "%lld %s of bombs", (long long)price.templates,
                                  price.templates == 1 ? "template" : "templates"),
               price.bombs);
    return close_bill(bill, mad_air_total(&price), err);
}

/* ---- both ------------------------------------------------------------------------------------------------------------------ */

const salvo_price_list MAD_PRICES[N_PRICE_LISTS + 1] = {
    [PRICES_UNITS] = {.table = "units", .bill = bill_unit},
    [PRICES_AIRCRAFT] = {.table = "aircraft", .bill = bill_aircraft},
    [N_PRICE_LISTS] = {.table = NULL},
};

const char *mad_price_words(const salvo_price_list *list, const salvo_store *store, const void *tables, size_t row,
                            salvo_arena *memory)
{
    salvo_bill bill;

    if (list->bill(store, tables, row, memory, &bill, NULL) != SALVO_OK)
        return NULL;
    if (bill.is_printed)
        return salvo_arena_printf(memory, "%lld", (long long)bill.printed);
    return salvo_arena_printf(memory, "not priced in the book; %lld by %s", (long long)bill.computed, bill.by);
}

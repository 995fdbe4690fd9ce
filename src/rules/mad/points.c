#include "rules/mad/points.h"

#include "base/text.h"
#include "rules/mad/tables.h"
#include "rules/mad/words.h"

enum { MOBILITY, HP, WEAPONS, AT_GRENADES, INFANTRY_DISCOUNT, N_KEYS };
enum { FROM_WEAPONS, FROM_ARTILLERY };
enum { POINTS };

static const salvo_source SOURCES[] = {[FROM_WEAPONS] = {.table = "weapons", .prefix = ""},
                                       [FROM_ARTILLERY] = {.table = "artillery", .prefix = "artillery-"},
                                       {.table = NULL}};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [MOBILITY] = {.key = "mobility", .help = "how it moves", .kind = SALVO_NAME, .table = "movement", .required = true},
    [HP] = MAD_COUNT("hp", "hit points", .required = true),
    [WEAPONS] = {.key = "weapons", .help = "comma list of weapons; -fixed behind a fixed one", .kind = SALVO_LIST,
                 .sources = SOURCES, .suffix = "-fixed", .fallback = "none"},
    [AT_GRENADES] = MAD_FLAG("at-grenades", "it carries anti-tank grenades"),
    [INFANTRY_DISCOUNT] = MAD_FLAG("infantry-discount", "the discount on fixed weapons counts on foot too"),
};
/* clang-format on */

static const salvo_expectation EXPECTATIONS[] = {[POINTS] = {.name = "points", .help = "the price"}};

struct price {
    const struct mad_tables *tables;
    const struct mad_mobility *mobility;
    int hp, weapons, grenades, total;
};

/* The book gives the discount to vehicle weapons. */
static int weapon_price(const struct mad_tables *t, const salvo_item *item, bool discount)
{
    int points = item->source == FROM_ARTILLERY ? t->artillery[item->row].points : t->weapons[item->row].points;

    return item->suffixed && discount ? mad_fixed_price(t, points) : points;
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct price *price = situation;
    bool discount;
    int64_t weapons = 0;

    price->tables = t;
    price->mobility = &t->movement[values[MOBILITY].integer];
    price->hp = (int)values[HP].integer;
    price->grenades = values[AT_GRENADES].integer ? t->value[AT_GRENADES_POINTS] : 0;
    discount = price->mobility->target == VEHICLE || values[INFANTRY_DISCOUNT].integer;
    for (size_t i = 0; i < values[WEAPONS].n_items; i++)
        weapons += weapon_price(t, &values[WEAPONS].items[i], discount);
    if (weapons > INT_MAX / 2)
        return salvo_fail(err, SALVO_BAD_INPUT, "weapons cost %lld points together; that is no element",
                          (long long)weapons);
    price->weapons = (int)weapons;
    price->total = price->mobility->points + price->hp + price->weapons + price->grenades;
    return SALVO_OK;
}

static void dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(0, 10);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct price *price = situation;

    (void)faces;
    gain[POINTS] = price->total;
    return price->total;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct price *price = situation;

    salvo_text_add(text, "%s speed %d + hit points %d + weapons %d", price->mobility->name, price->mobility->points,
                   price->hp, price->weapons);
    if (price->grenades)
        salvo_text_add(text, " + anti-tank grenades %d", price->grenades);
    salvo_text_add(text, " = %d points\n", price->total);
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

const salvo_procedure MAD_POINTS = {
    .name = "mad.points",
    .id = "MAD-27",
    .chapter = "Points",
    .title = "the price of a ground element",
    .section = "8.0 Points System Calculation",
    .rulings = "R-39",
    .parameters = PARAMETERS,
    .n_parameters = N_KEYS,
    .expectations = EXPECTATIONS,
    .n_expectations = sizeof EXPECTATIONS / sizeof *EXPECTATIONS,
    .outcomes_help = "the price in points",
    .situation_size = sizeof(struct price),
    .prepare = prepare,
    .explain = explain,
    .roll = &ROLL,
};

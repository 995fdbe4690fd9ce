/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-27 and MAD-28, the price of a ground element (8.0 "Points System Calculation"): speed, hit points, weapons,
 * grenades, equipment, added up. The formula gives every printed price except two: the Japanese Ho-Ha and Ho-Ki are
 * printed one point higher. */
#include "rules/mad/points.h"

#include <salvo/text.h>

#include "rules/mad/tables.h"
#include "rules/mad/words.h"

/* The two tables that a list of weapons may name. Artillery has a prefix, because calibres have separate names. */
enum { FROM_WEAPONS, FROM_ARTILLERY };

const salvo_expectation MAD_PRICE_EXPECTATIONS[] = {{.name = "points", .help = "the price"}};

struct price {
    struct mad_priced priced; /* first: the roll's situation */
    int mobility, armour;     /* rows; the WW2 game has no classes of armour, but hit points */
    const salvo_value *weapons, *equipment;
    bool at_grenades, infantry_discount;

    const char *moves; /* the mobility's name */
    struct mad_ground_price part;
};

/* clang-format off */
#define MOBILITY(movement) ROW_REQUIRED("mobility", "the mobility", movement, INTO(struct price, mobility))
#define WEAPONS(from) \
    {.key = "weapons", .help = "weapons, separated by commas; -fixed after a fixed one", .kind = SALVO_LIST, \
     .sources = from, .suffix = "-fixed", .fallback = "none", INTO(struct price, weapons)}
#define AT_GRENADES FLAG("at-grenades", "it carries anti-tank grenades", INTO(struct price, at_grenades))
#define INFANTRY_DISCOUNT \
    FLAG("infantry-discount", "the discount on fixed weapons also applies to infantry", \
         INTO(struct price, infantry_discount))
/* clang-format on */

/* The discount is rounded up weapon by weapon, not on the sum, so two fixed weapons can cost a point more. */
int64_t mad_weapon_price(const struct mad_tables *t, int64_t points, bool fixed, bool discount)
{
    return fixed && discount ? (points * t->value[FIXED_MOUNT_PRICE_PERCENT] + 99) / 100 : points;
}

/* The text refers to the weapons of vehicles, and the printed price of Infantry (Support) has no discount. */
bool mad_has_discount(const struct mad_mobility *mobility, bool infantry_too)
{
    return mobility->target == VEHICLE || infantry_too;
}

int64_t mad_ground_total(const struct mad_ground_price *price)
{
    return price->speed + price->hp + price->weapons + price->grenades + price->equipment;
}

/* The cost of the parts of one list. */
struct price_list {
    const char *what; /* "weapons" */
    const struct mad_tables *tables;
    int (*of)(const struct mad_tables *tables, const salvo_item *item); /* before any discount */
    bool discount;
};

/* A quarter of INT_MAX for each list leaves room for the other parts, so the total fits in an int. */
static salvo_status add_up(const struct price_list *list, const salvo_value *value, int64_t *sum, salvo_error *err)
{
    int64_t points = 0;

    for (size_t i = 0; i < value->n_items; i++) {
        int part = list->of(list->tables, &value->items[i]);

        points += mad_weapon_price(list->tables, part, value->items[i].suffixed, list->discount);
    }
    if (points > INT_MAX / 4)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s cost %lld points together; an element must cost less", list->what,
                          (long long)points);
    *sum = points;
    return SALVO_OK;
}

static void total(struct price *price)
{
    price->priced.total = (int)mad_ground_total(&price->part);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct mad_priced *priced = situation;

    (void)faces;
    gain[0] = priced->total;
    return priced->total;
}

const salvo_roll MAD_PRICE_ROLL = {.resolve = resolve};

static void explain(const void *situation, salvo_text *text)
{
    const struct price *price = situation;
    const struct mad_ground_price *part = &price->part;

    salvo_text_add(text, "%s speed %lld + hit points %lld + weapons %lld", price->moves, (long long)part->speed,
                   (long long)part->hp, (long long)part->weapons);
    if (part->grenades)
        salvo_text_add(text, " + anti-tank grenades %lld", (long long)part->grenades);
    if (part->equipment)
        salvo_text_add(text, " + equipment %lld", (long long)part->equipment);
    salvo_text_add(text, " = %d points\n", price->priced.total);
}

static const salvo_source SOURCES[] = {[FROM_WEAPONS] = {.table = "weapons", .prefix = ""},
                                       [FROM_ARTILLERY] = {.table = "artillery", .prefix = "artillery-"},
                                       {.table = NULL}};

/* A vehicle's assumed machine gun is free and so not listed. Anti-aircraft weapons have no ground price and are
 * not listed here. */
static const salvo_parameter PARAMETERS[] = {
    MOBILITY("movement"), MAD_COUNT("hp", "hit points", NULL, .required = true, INTO(struct price, part.hp)),
    WEAPONS(SOURCES),     AT_GRENADES,
    INFANTRY_DISCOUNT,
};

static int weapon_price(const struct mad_tables *t, const salvo_item *item)
{
    return item->source == FROM_ARTILLERY ? t->artillery[item->row].points : t->weapons[item->row].points;
}

/* The order is that of the book's formula. Weapons may fail, and are first so that a message is about them. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct price *price = situation;
    const struct mad_mobility *mobility = &t->movement[price->mobility];
    const struct price_list weapons = {"weapons", t, weapon_price,
                                       mad_has_discount(mobility, price->infantry_discount)};
    salvo_status status = add_up(&weapons, price->weapons, &price->part.weapons, err);

    price->moves = mobility->name;
    price->part.speed = mobility->points;
    price->part.grenades = price->at_grenades ? t->value[AT_GRENADES_POINTS] : 0;
    total(price);
    return status;
}

const salvo_procedure MAD_POINTS = {
    .id = "MAD-27",
    .schema = {.name = "mad.points",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct price),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Points",
                      .title = "the price of a ground element",
                      .section = "8.0 Points System Calculation",
                      .rulings = "R-39"},
    MAD_PRICE_PROCEDURE,
};

static const salvo_source HT_SOURCES[] = {[FROM_WEAPONS] = {.table = "hitech-weapons", .prefix = ""},
                                          [FROM_ARTILLERY] = {.table = "hitech-artillery", .prefix = "artillery-"},
                                          {.table = NULL}};

static const salvo_source EQUIPMENT_SOURCES[] = {{.table = "hitech-equipment", .prefix = ""}, {.table = NULL}};

/* clang-format off */
static const salvo_parameter HT_PARAMETERS[] = {
    MOBILITY("hitech-movement"),
    ROW_REQUIRED("armour", "its armour class, for the hit points", "hitech-armour", INTO(struct price, armour)),
    WEAPONS(HT_SOURCES),
    {.key = "equipment", .help = "equipment, separated by commas", .kind = SALVO_LIST, .sources = EQUIPMENT_SOURCES,
     .fallback = "none", INTO(struct price, equipment)},
    AT_GRENADES,
    INFANTRY_DISCOUNT,
};
/* clang-format on */

static int ht_weapon_price(const struct mad_tables *t, const salvo_item *item)
{
    return item->source == FROM_ARTILLERY ? t->hitech_artillery[item->row].points : t->hitech_weapons[item->row].points;
}

static int equipment_price(const struct mad_tables *t, const salvo_item *item)
{
    return t->equipment[item->row].points;
}

/* The book prints no prices for hi-tech speed: they are, as in the WW2 table, points for each 100 mm, rounded up
 * (R-43). */
static int speed_price(const struct mad_tables *t, const struct mad_hitech_mobility *mobility)
{
    return (mobility->distance_mm * t->value[HITECH_SPEED_POINTS_PER_100MM] + 99) / 100;
}

/* Infantry in the hi-tech game includes power armour. The class of armour determines the hit points. Combinations that
 * the text forbids, such as shield and stealth, are priced and not refused. */
static salvo_status ht_prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct price *price = situation;
    const struct mad_hitech_mobility *mobility = &t->hitech_movement[price->mobility];
    bool discount = !mad_is_infantry((enum mad_target)mobility->target) || price->infantry_discount;
    const struct price_list weapons = {"weapons", t, ht_weapon_price, discount},
                            equipment = {"pieces of equipment", t, equipment_price, false};
    salvo_status status = add_up(&weapons, price->weapons, &price->part.weapons, err);

    if (status != SALVO_OK)
        return status;
    status = add_up(&equipment, price->equipment, &price->part.equipment, err);
    price->moves = mobility->name;
    price->part.speed = speed_price(t, mobility);
    price->part.hp = t->armour[price->armour].hp;
    price->part.grenades = price->at_grenades ? t->value[HITECH_AT_GRENADES_POINTS] : 0;
    total(price);
    return status;
}

const salvo_procedure MAD_HITECH_POINTS = {
    .id = "MAD-28",
    .schema = {.name = "mad.hitech-points",
               ALL_OF(parameters, HT_PARAMETERS),
               .situation_size = sizeof(struct price),
               .prepare = ht_prepare,
               .explain = explain},
    .documentation = {.chapter = "Points",
                      .title = "the price of a hi-tech ground element",
                      .section = "8.0 Points System Calculation, Futuristic Variant Rules",
                      .rulings = "R-39, R-43"},
    MAD_PRICE_PROCEDURE,
};

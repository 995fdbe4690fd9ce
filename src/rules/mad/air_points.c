/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-29, the price of an aircraft ("Points Values"). Acceleration, minimum speed, manoeuvre rating, turrets and
 * torpedoes cost nothing, because the formula does not name them. */
#include "rules/mad/air_points.h"

#include <salvo/text.h>

#include "base/phrase.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/points.h"
#include "rules/mad/words.h"

static const salvo_source SOURCES[] = {{.table = "aircraft-weapons", .prefix = ""}, {.table = NULL}};

/* A part of a speed step costs as much as a whole one. Bombs are paid by the template, so a load that R-45 rounds down
 * to none is free. */
struct mad_air_price mad_air_price_of(const struct mad_air_tables *air, int64_t hp, int64_t top_speed_mm, int turn,
                                      int64_t bomb_load_lbs)
{
    int64_t step = air->value[SPEED_MM_PER_POINT], templates = mad_bomb_templates(air, bomb_load_lbs);

    return (struct mad_air_price){
        .hp = hp,
        .speed = (top_speed_mm + step - 1) / step,
        .turn = air->turns[turn].points,
        .templates = templates,
        .bombs = templates * air->value[BOMB_TEMPLATE_POINTS],
    };
}

/* The count of guns is paid, whatever their facing: only vehicles have the discount for fixed mounts. */
int64_t mad_air_weapon_price(const struct mad_tables *t, int weapon, int64_t count)
{
    return count * t->air_weapons[weapon].points;
}

int64_t mad_air_total(const struct mad_air_price *price)
{
    return price->hp + price->speed + price->turn + price->weapons + price->bombs;
}

enum { DEAREST = 2000000000 }; /* points */

/* `turn` is a row of the table of turn ratings, not the rating itself: each rating has its own price, not a formula. */
struct price {
    struct mad_priced priced; /* first: the roll's situation */
    int64_t hp, top_speed_mm, bomb_load_lbs;
    int turn; /* row of the turns */
    const salvo_value *weapons;

    struct mad_air_price part;
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    MAD_COUNT("hp", "hit points", NULL, .required = true, INTO(struct price, hp)),
    WHOLE("top-speed", "maximum speed, mm", 0, MAD_COUNT_MAX, NULL, .required = true,
          INTO(struct price, top_speed_mm)),
    WHOLE("turn", "turn rating", 0, MAD_COUNT_MAX, NULL, .table = "turns", .required = true,
          INTO(struct price, turn)),
    {.key = "weapons", .help = "weapons and their numbers, separated by commas: machine-gun:4", .kind = SALVO_LIST,
     .sources = SOURCES, .count_max = MAD_GUNS_MAX, .fallback = "none", INTO(struct price, weapons)},
    WHOLE("bomb-load", "bombs, lbs", 0, 1e9, "0", INTO(struct price, bomb_load_lbs)),
};
/* clang-format on */

/* An outcome is an int, and lists of guns can cost more. So the sum is made in 64 bits and checked before it is
 * narrowed. The limit is that of numbers as outcomes of rules in Lua. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    struct price *price = situation;
    int64_t total;

    price->part = mad_air_price_of(&t->air, price->hp, price->top_speed_mm, price->turn, price->bomb_load_lbs);
    for (size_t i = 0; i < price->weapons->n_items; i++)
        price->part.weapons +=
            mad_air_weapon_price(t, (int)price->weapons->items[i].row, price->weapons->items[i].count);
    total = mad_air_total(&price->part);
    if (total > DEAREST)
        return salvo_fail(err, SALVO_BAD_INPUT, "the price is %lld points; an aircraft must cost less",
                          (long long)total);
    price->priced.total = (int)total;
    return SALVO_OK;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct price *price = situation;
    const struct mad_air_price *part = &price->part;

    salvo_text_add(text, "hit points %lld + top speed %lld + turn %lld + weapons %lld", (long long)part->hp,
                   (long long)part->speed, (long long)part->turn, (long long)part->weapons);
    if (part->templates)
        salvo_text_add(text, " + %s %lld", salvo_counted((uint64_t)part->templates, "template of bombs").text,
                       (long long)part->bombs);
    salvo_text_add(text, " = %d points\n", price->priced.total);
}

const salvo_procedure MAD_AIR_POINTS = {
    .id = "MAD-29",
    .schema = {.name = "mad.air-points",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct price),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Points",
                      .title = "the price of an aircraft",
                      .section = "Aircraft Rules, Points Values",
                      .rulings = "R-45"},
    MAD_PRICE_PROCEDURE,
};

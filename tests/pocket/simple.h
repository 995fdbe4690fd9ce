/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Defaults for a small rulebook: an element that is only its unit, an initiative of two dice, and a duel of four
 * parameters. */
#ifndef SALVO_TESTS_SIMPLE_H
#define SALVO_TESTS_SIMPLE_H

#include <stddef.h>

#include "rules/one_on_one.h"
#include "rules/parameters.h"

/* An element of a battle; its one parameter is its row in the table "units". */
typedef struct simple_element {
    const void *tables;
    int unit;
} simple_element;

extern const salvo_schema SIMPLE_ELEMENT;
extern const salvo_schema SIMPLE_FIELD; /* without parameters */

int simple_strength(const void *element, const uint8_t *unit_state); /* the first byte of its unit state */
double simple_closest(const void *field);                            /* 0: lines close in all the way */

/* Each side throws a D6. The higher one begins, and a tie is thrown again. */
void simple_order_dice(const void *field, salvo_dice *dice);
int simple_order(const void *field, const uint8_t *faces);

/* The members of a battle adapter that use the functions above. */
#define SIMPLE_BATTLE                                                                                           \
    .element = &SIMPLE_ELEMENT, .field = &SIMPLE_FIELD, .strength = simple_strength, .closest = simple_closest, \
    .order_dice = simple_order_dice, .order = simple_order

/* A duel of two such elements, as a battle of one against one. */
typedef struct simple_duel {
    one_on_one both;
    const void *tables;
    simple_element side[N_DUEL_SIDES];
    double range;
    _Alignas(max_align_t) unsigned char fire[1024]; /* two activations */
} simple_duel;

/* The parameters a, b, range and first. `table` has the range brackets, and `unit` is the singular of the unit of
 * distance. */
/* clang-format off */
#define SIMPLE_DUEL_PARAMETERS(table_, unit_) \
    ROW_REQUIRED("a", "one unit", "units", INTO(simple_duel, side[SIDE_OF_A].unit)), \
    ROW_REQUIRED("b", "the other unit", "units", INTO(simple_duel, side[SIDE_OF_B].unit)), \
    DECIMAL("range", "distance in " unit_, 0, INFINITY, NULL, .table = table_, .required = true, .distance = true, \
            INTO(simple_duel, range)), \
    CHOICE("first", "who fires first in a turn", DUEL_FIRST_CHOICES, "initiative", INTO(simple_duel, both.first))

/* The members of a procedure of that name. `prepare_` calls simple_duel_prepare with the ruleset's battle adapter. */
#define SIMPLE_DUEL(name_, parameters_, prepare_) \
    .schema = {.name = name_, ALL_OF(parameters, parameters_), SITUATION(simple_duel, tables), \
               .prepare = prepare_}, \
    ALL_OF(outcomes, DUEL_OUTCOMES), ALL_OF(expectations, DUEL_EXPECTATIONS), .chain = &DUEL_CHAIN
/* clang-format on */

salvo_status simple_duel_prepare(simple_duel *duel, const salvo_battle_adapter *battle, salvo_error *err);

#endif

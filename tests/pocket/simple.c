/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pocket/simple.h"

#include <assert.h>

static const salvo_parameter ELEMENT_PARAMETERS[] = {
    ROW_REQUIRED("unit", "a unit", "units", INTO(simple_element, unit)),
};

const salvo_schema SIMPLE_ELEMENT = {
    .name = "an element", ALL_OF(parameters, ELEMENT_PARAMETERS), SITUATION(simple_element, tables)};
const salvo_schema SIMPLE_FIELD = {.name = "a field", .situation_size = 1};

int simple_strength(const void *element, const uint8_t *unit_state)
{
    (void)element;
    return unit_state[0];
}

double simple_closest(const void *field)
{
    (void)field;
    return 0;
}

void simple_order_dice(const void *field, salvo_dice *dice)
{
    (void)field;
    *dice = salvo_dice_of(N_DUEL_SIDES, 6);
}

int simple_order(const void *field, const uint8_t *faces)
{
    (void)field;
    return faces[0] == faces[1] ? -1 : faces[1] > faces[0];
}

salvo_status simple_duel_prepare(simple_duel *duel, const salvo_battle_adapter *battle, salvo_error *err)
{
    assert(battle->element == &SIMPLE_ELEMENT && N_DUEL_SIDES * battle->fire_size <= sizeof duel->fire);
    for (int side = SIDE_OF_A; side < N_DUEL_SIDES; side++)
        duel->side[side].tables = duel->tables;
    one_on_one_between(&duel->both, battle, NULL, duel->side, duel->fire);
    return one_on_one_aim(&duel->both, duel->range, NULL, err);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The four orders in which rulesets let elements act, each as a row of functions. */
#include "fight/sequence.h"

static bool next_of_sides(const battle_model *model, const struct state *s, int *side, int *actor)
{
    const state_view view = state_view_of(model, s);

    *side = turn_acting_side(&view.turn, s->side);
    if (*side == N_SIDES)
        return false;
    *actor = turn_actor(&view.turn, *side);
    return true;
}

static void throw_initiative(const battle_model *model, const struct state *s, salvo_dice *dice)
{
    (void)s;
    model->adapter->order_dice(model->field, dice);
}

/* The adapter returns a side, or a number below 0. */
static bool take_initiative(const battle_model *model, struct state *s, const uint8_t *faces)
{
    int first = model->adapter->order(model->field, faces);

    if (first >= 0)
        s->side = (uint8_t)first; /* below 0: a tie, which is thrown again */
    return first >= 0;
}

/* Nothing needs a decision, so this throws no dice, which has one result. */
static void throw_nothing(const battle_model *model, const struct state *s, salvo_dice *dice)
{
    (void)model;
    (void)s;
    *dice = (salvo_dice){.count = 0};
}

static bool begin_with_a(const battle_model *model, struct state *s, const uint8_t *faces)
{
    (void)model;
    (void)faces;
    s->side = SIDE_A;
    return true;
}

/* A card for every ready element. Drawing one of them equals a shuffled deck whose dead cards are skipped. A deck of n
 * cards is a die of n sides, so the throw can be enumerated without a product of dice. */
static void draw_card(const battle_model *model, const struct state *s, salvo_dice *dice)
{
    *dice = salvo_dice_of(1, count_ready(model, s, SIDE_A) + count_ready(model, s, SIDE_B));
}

static bool turn_card(const battle_model *model, struct state *s, const uint8_t *faces)
{
    int card = faces[0]; /* from 1, through a's list and then b's */

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < model->side[side].n; i++)
            if (is_ready(model, s, side, i) && --card == 0) {
                s->side = (uint8_t)side;
                s->actor = (uint8_t)i;
                return true;
            }
    return false;
}

/* The order throw has already chosen. */
static bool next_of_cards(const battle_model *model, const struct state *s, int *side, int *actor)
{
    *side = s->side;
    *actor = s->actor;
    return is_ready(model, s, *side, *actor); /* it was ready when its card was drawn, and still is */
}

/* Each row: ORDER throw, its result, next actor, whether ORDER throws are many. Rows follow the adapter's
 * enum. A fifth order is a fifth row. */
static const sequence SEQUENCES[] = {
    [SALVO_ALTERNATELY] = {throw_initiative, take_initiative, next_of_sides, false},
    [SALVO_AT_ONCE] = {throw_nothing, begin_with_a, next_of_sides, false},
    [SALVO_BY_SIDES] = {throw_initiative, take_initiative, next_of_sides, false},
    [SALVO_BY_CARDS] = {draw_card, turn_card, next_of_cards, true},
};

const sequence *sequence_of(const battle_model *model)
{
    return &SEQUENCES[model->adapter->sequence];
}

/* For compiled battles, which draw the side directly and have no ties. */
void order_ways(const battle_model *model, double ways[N_SIDES])
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint64_t all;

    ways[SIDE_A] = ways[SIDE_B] = 0;
    model->adapter->order_dice(model->field, &dice);
    all = salvo_dice_ways(&dice);
    salvo_dice_first(&dice, faces);
    do {
        int first = model->adapter->order(model->field, faces);

        if (first >= 0)
            ways[first] += all ? (double)salvo_dice_weight(&dice, faces) : (double)salvo_dice_chance(&dice, 0, faces);
    } while (salvo_dice_next(&dice, faces));
}

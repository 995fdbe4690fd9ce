/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places where lines can stand form a finite graph. From the starting range, every pace of either side leads to
 * another range. All places are listed in advance, so a place is a byte in the battle's state. */
#include "fight/lines.h"
#include "base/try.h"

#include <math.h>

double lines_close_to(const salvo_battle_adapter *adapter, const void *field, const salvo_battle_plan *plan)
{
    return plan->close_to >= 0 ? plan->close_to : adapter->closest(field); /* below 0: the ruleset's value */
}

/* A line rests when every survivor in it has no speed of its own or is stopped. This asks whether a pace can ever
 * occur, because the graph of places needs all of them. */
bool is_pace(const battle_model *model, int side, int pace)
{
    const battle_side *army = &model->side[side];

    if (pace != NOBODY_MOVES)
        /* Any kind that moves can be the slowest survivor. */
        return pace < army->n_kinds && army->kinds[pace].speed > 0;
    for (int k = 0; k < army->n_kinds; k++)
        if (army->kinds[k].speed <= 0 || (model->adapter->can_stop && model->adapter->can_stop(army->kinds[k].element)))
            return true;
    return false;
}

pace_list paces_of(const battle_model *model, int side)
{
    pace_list paces = {.n = 0};

    for (int pace = 0; pace < N_PACES; pace++)
        if (is_pace(model, side, pace))
            paces.pace[paces.n++] = pace;
    return paces;
}

bool line_moves(const salvo_battle_plan *plan, int side)
{
    return plan->scenario == SALVO_MEETING || (plan->scenario == SALVO_ADVANCE && side == SIDE_A);
}

/* How far the side's line moves in a turn if nothing stops it, in the unit of the range. */
static double distance_in_a_turn(const battle_model *model, const salvo_battle_plan *plan, int side, int pace)
{
    return line_moves(plan, side) && pace != NOBODY_MOVES ? model->side[side].kinds[pace].speed : 0;
}

/* A place includes whether the lines moved, because fire on the move differs at the same range. Searches backwards,
 * because a known place is mostly one of the last few. */
static int find_place(battle_model *model, double range, bool a_moved, bool b_moved)
{
    for (int i = model->n_places - 1; i >= 0; i--) {
        const line_place *p = &model->places[i];

        /* Exact comparison, because ranges are sums of the same numbers in the same order. */
        if (p->range == range && p->moved[SIDE_A] == a_moved && p->moved[SIDE_B] == b_moved)
            return i;
    }
    if (model->n_places < PLACES_MAX)
        model->places[model->n_places] = (line_place){.range = range, .moved = {a_moved, b_moved}};
    return model->n_places++; /* one beyond the maximum means failure */
}

/* How close each line comes to the other by its own moves: its halt, or where all lines stop. */
typedef struct line_stops {
    double at[N_SIDES];
} line_stops;

/* Both lines move at once, and nobody retreats in these battles. If one is to halt farther off than the other, it
 * moves only as far as the other's move leaves space before its halt. If that move alone reaches the halt, it does not
 * move. */
static int place_after(battle_model *model, const salvo_battle_plan *plan, int from, int pace_a, int pace_b,
                       const line_stops *stops)
{
    const int first = stops->at[SIDE_A] > stops->at[SIDE_B] ? SIDE_A : SIDE_B, last = enemy_of(first); /* that halt */
    const double range = model->places[from].range;
    double speed[] = {distance_in_a_turn(model, plan, SIDE_A, pace_a), distance_in_a_turn(model, plan, SIDE_B, pace_b)};

    for (int s = SIDE_A; s <= SIDE_B; s++)
        speed[s] = range > stops->at[s] ? speed[s] : 0;
    if (stops->at[first] > stops->at[last] && range - speed[last] <= stops->at[first])
        speed[first] = 0;
    if (speed[SIDE_A] + speed[SIDE_B] <= 0) /* lines that halt, meet or rest do not move */
        return find_place(model, range, false, false);
    return find_place(model, fmax(stops->at[speed[first] > 0 ? first : last], range - speed[SIDE_A] - speed[SIDE_B]),
                      speed[SIDE_A] > 0, speed[SIDE_B] > 0);
}

/* Finds the next place from that place, for every pair of paces. */
static void go_on_from(battle_model *model, const salvo_battle_plan *plan, const pace_list paces[N_SIDES], int from,
                       const line_stops *stops)
{
    for (int i = 0; i < paces[SIDE_A].n; i++)
        for (int k = 0; k < paces[SIDE_B].n && model->n_places <= PLACES_MAX; k++) {
            const int a = paces[SIDE_A].pace[i], b = paces[SIDE_B].pace[k];

            model->next_place[from][a][b] = (uint8_t)place_after(model, plan, from, a, b, stops);
        }
}

/* Finds where each line stops. A halt that no move can reach is an error, because it would have no effect. */
static salvo_status find_stops(line_stops *stops, const battle_model *model, const salvo_battle_plan *plan,
                               salvo_error *err)
{
    const double close_to = lines_close_to(model->adapter, model->field, plan);

    for (int s = SIDE_A; s <= SIDE_B; s++) {
        const double halt = line_moves(plan, s) ? plan->army[s].halt : 0;

        stops->at[s] = fmax(close_to, halt);
        if (halt > 0 && halt < close_to)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "the line of %c cannot halt at %g %s, because lines stop at %g; give %g or more, or "
                              "--close-to %g",
                              "ab"[s], halt, model -> book -> store.distance_unit, close_to, close_to, halt);
    }
    return SALVO_OK;
}

/* A list instead of recursion. It ends when every pace leads to known places. */
salvo_status lay_places(battle_model *model, const salvo_battle_plan *plan, salvo_error *err)
{
    const pace_list paces[] = {paces_of(model, SIDE_A), paces_of(model, SIDE_B)};
    line_stops stops;

    TRY(find_stops(&stops, model, plan, err));
    model->n_places = 0;
    find_place(model, plan->range, false, false); /* place 0: the start, without movement */
    for (int from = 0; from < model->n_places && model->n_places <= PLACES_MAX; from++) /* the list grows */
        go_on_from(model, plan, paces, from, &stops);
    if (model->n_places > PLACES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "the lines could stand at more than %d ranges before they meet; begin nearer, or use "
                          "fewer speeds",
                          PLACES_MAX);
    return SALVO_OK;
}

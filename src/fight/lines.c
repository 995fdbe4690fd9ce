/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places where lines can stand form a finite graph: from the starting range, every pace of either side leads on to
 * another range. Laid out beforehand, a place is a byte in the battle's state. */
#include "fight/lines.h"

#include <math.h>

double lines_close_to(const salvo_battle_adapter *adapter, const void *field, const salvo_battle_plan *plan)
{
    return plan->close_to >= 0 ? plan->close_to : adapter->closest(field); /* below 0: the ruleset's */
}

/* A line is at rest when everybody left in it has no speed of his own or was stopped. Whether it can be the pace at
 * some time, not whether it is now: the graph of places has to know all of them. */
bool is_pace(const battle_model *e, int side, int pace)
{
    const battle_side *army = &e->side[side];

    if (pace != NOBODY_MOVES)
        return pace < army->n_kinds && army->kinds[pace].speed > 0; /* a kind that moves can be the slowest one left */
    for (int k = 0; k < army->n_kinds; k++)
        if (army->kinds[k].speed <= 0 || (e->adapter->can_stop && e->adapter->can_stop(army->kinds[k].element)))
            return true;
    return false;
}

pace_list paces_of(const battle_model *e, int side)
{
    pace_list paces = {.n = 0};

    for (int pace = 0; pace < N_PACES; pace++)
        if (is_pace(e, side, pace))
            paces.pace[paces.n++] = pace;
    return paces;
}

bool line_moves(const salvo_battle_plan *plan, int side)
{
    return plan->scenario == SALVO_MEETING || (plan->scenario == SALVO_ADVANCE && side == SIDE_A);
}

/* How far the line of a side moves in a turn if nothing stops it, in the units of the range. */
static double advance(const battle_model *e, const salvo_battle_plan *plan, int side, int pace)
{
    return line_moves(plan, side) && pace != NOBODY_MOVES ? e->side[side].kinds[pace].speed : 0;
}

static bool is_place(const line_place *p, double range, bool a_moved, bool b_moved)
{
    /* Exact: ranges are sums of the same numbers in the same order. */
    return p->range == range && p->moved[SIDE_A] == a_moved && p->moved[SIDE_B] == b_moved;
}

/* Whether lines moved is part of the place, because fire on the move is other fire at the same range. The last first: a
 * place that is found again mostly was found a few places before. */
static int find_place(battle_model *e, double range, bool a_moved, bool b_moved)
{
    for (int i = e->n_places - 1; i >= 0; i--)
        if (is_place(&e->places[i], range, a_moved, b_moved))
            return i;
    if (e->n_places < PLACES_MAX)
        e->places[e->n_places] = (line_place){.range = range, .moved = {a_moved, b_moved}};
    return e->n_places++; /* one beyond the maximum is the sign of failure */
}

/* How near each line comes to the other by its own moves: its halt, or where all lines stop. */
typedef struct line_stops {
    double at[N_SIDES];
} line_stops;

/* Both lines move at once, and nobody retreats in these battles. Where one of them is to halt farther off than the other, it
 * moves what the other's move leaves it to its halt: nothing, where that move alone brings them so near. */
static int place_after(battle_model *e, const salvo_battle_plan *plan, int from, int pace_a, int pace_b,
                       const line_stops *stops)
{
    const int first = stops->at[SIDE_A] > stops->at[SIDE_B] ? SIDE_A : SIDE_B, last = enemy_of(first); /* to halt */
    const double range = e->places[from].range;
    double speed[] = {advance(e, plan, SIDE_A, pace_a), advance(e, plan, SIDE_B, pace_b)};

    for (int s = SIDE_A; s <= SIDE_B; s++)
        speed[s] = range > stops->at[s] ? speed[s] : 0;
    if (stops->at[first] > stops->at[last] && range - speed[last] <= stops->at[first])
        speed[first] = 0;
    if (speed[SIDE_A] + speed[SIDE_B] <= 0) /* lines that halt, meet, or rest, stand where they are */
        return find_place(e, range, false, false);
    return find_place(e, fmax(stops->at[speed[first] > 0 ? first : last], range - speed[SIDE_A] - speed[SIDE_B]),
                      speed[SIDE_A] > 0, speed[SIDE_B] > 0);
}

/* Finds where the lines go from that place, for every pair of paces. */
static void go_on_from(battle_model *e, const salvo_battle_plan *plan, const pace_list paces[N_SIDES], int from,
                       const line_stops *stops)
{
    for (int i = 0; i < paces[SIDE_A].n; i++)
        for (int k = 0; k < paces[SIDE_B].n && e->n_places <= PLACES_MAX; k++) {
            const int a = paces[SIDE_A].pace[i], b = paces[SIDE_B].pace[k];

            e->next_place[from][a][b] = (uint8_t)place_after(e, plan, from, a, b, stops);
        }
}

/* Where each line stops. A halt that no move can come to is refused: it would be passed over in silence. */
static salvo_status find_stops(line_stops *stops, const battle_model *e, const salvo_battle_plan *plan,
                               salvo_error *err)
{
    const double close_to = lines_close_to(e->adapter, e->field, plan);

    for (int s = SIDE_A; s <= SIDE_B; s++) {
        const double halt = line_moves(plan, s) ? plan->army[s].halt : 0;

        stops->at[s] = fmax(close_to, halt);
        if (halt > 0 && halt < close_to)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "the line of %c cannot halt at %g %s, because lines stop at %g; give %g or more, or "
                              "--close-to %g",
                              "ab"[s], halt, e -> book -> store.distance_unit, close_to, close_to, halt);
    }
    return SALVO_OK;
}

/* A list and not a recursion; its end is where every pace leads to places that are known. */
salvo_status lay_places(battle_model *e, const salvo_battle_plan *plan, salvo_error *err)
{
    const pace_list paces[] = {paces_of(e, SIDE_A), paces_of(e, SIDE_B)};
    line_stops stops;
    salvo_status status = find_stops(&stops, e, plan, err);

    if (status != SALVO_OK)
        return status;
    e->n_places = 0;
    find_place(e, plan->range, false, false);                                   /* place 0: the start, nobody moved */
    for (int from = 0; from < e->n_places && e->n_places <= PLACES_MAX; from++) /* the list grows while it is walked */
        go_on_from(e, plan, paces, from, &stops);
    if (e->n_places > PLACES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "the lines could stand at more than %d ranges before they meet; begin nearer, or use "
                          "fewer speeds",
                          PLACES_MAX);
    return SALVO_OK;
}

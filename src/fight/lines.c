/* The places where lines can stand form a finite graph: from the starting range, every pace of either side leads on to
 * another range. Laid out beforehand, a place is a byte in the battle's state. */
#include "fight/lines.h"

#include <math.h>

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

/* How far the line of a side moves in a turn, in the units of the range. Who moves is the scenario's: in an advance
 * only side a, in a meeting both. */
static double advance(const battle_model *e, const salvo_battle_plan *plan, int side, int pace)
{
    bool moves = plan->scenario == SALVO_MEETING || (plan->scenario == SALVO_ADVANCE && side == SIDE_A);

    return moves && pace != NOBODY_MOVES ? e->side[side].kinds[pace].speed : 0;
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

/* Both lines move at once, and stop where they are close_to apart. Once the lines have met they stay: nobody retreats
 * in these battles. */
static int place_after(battle_model *e, const salvo_battle_plan *plan, int from, int pace_a, int pace_b,
                       double close_to)
{
    double range = e->places[from].range;
    double a = advance(e, plan, SIDE_A, pace_a), b = advance(e, plan, SIDE_B, pace_b);

    if (range <= close_to || a + b <= 0) /* lines that meet, or rest, stand where they are */
        return find_place(e, range, false, false);
    return find_place(e, fmax(close_to, range - a - b), a > 0, b > 0);
}

/* Finds where the lines go from that place, for every pair of paces. */
static void go_on_from(battle_model *e, const salvo_battle_plan *plan, const pace_list paces[N_SIDES], int from,
                       double close_to)
{
    for (int i = 0; i < paces[SIDE_A].n; i++)
        for (int k = 0; k < paces[SIDE_B].n && e->n_places <= PLACES_MAX; k++) {
            const int a = paces[SIDE_A].pace[i], b = paces[SIDE_B].pace[k];

            e->next_place[from][a][b] = (uint8_t)place_after(e, plan, from, a, b, close_to);
        }
}

/* A list and not a recursion; its end is where every pace leads to places that are known. */
salvo_status lay_places(battle_model *e, const salvo_battle_plan *plan, salvo_error *err)
{
    const pace_list paces[] = {paces_of(e, SIDE_A), paces_of(e, SIDE_B)};
    double close_to = plan->close_to >= 0 ? plan->close_to : e->adapter->closest(e->field); /* below 0: the ruleset's */

    e->n_places = 0;
    find_place(e, plan->range, false, false);                                   /* place 0: the start, nobody moved */
    for (int from = 0; from < e->n_places && e->n_places <= PLACES_MAX; from++) /* the list grows while it is walked */
        go_on_from(e, plan, paces, from, close_to);
    if (e->n_places > PLACES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "the lines could stand at more than %d ranges before they meet; start nearer, or use fewer "
                          "speeds",
                          PLACES_MAX);
    return SALVO_OK;
}

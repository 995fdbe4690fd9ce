#include "fight/lines.h"

#include <math.h>

/* How far the line of a side moves: by the speed of its slowest, in a scenario that moves it. */
static double advance(const engagement *e, const salvo_battle_plan *plan, int side, int slow)
{
    bool moves = plan->scenario == SALVO_MEETING || (plan->scenario == SALVO_ADVANCE && side == SIDE_A);

    return moves ? fmax(0, e->side[side].kinds[slow].speed) : 0;
}

static bool is_place(const line_place *p, double range, bool a_moved, bool b_moved)
{
    return p->range == range && p->moved[SIDE_A] == a_moved && p->moved[SIDE_B] == b_moved;
}

static int find_place(engagement *e, double range, bool a_moved, bool b_moved)
{
    for (int i = 0; i < e->n_places; i++)
        if (is_place(&e->places[i], range, a_moved, b_moved))
            return i;
    if (e->n_places < PLACES_MAX)
        e->places[e->n_places] = (line_place){.range = range, .moved = {a_moved, b_moved}};
    return e->n_places++;
}

/* Both lines move at once; what is left to go between them is the same for both, and nobody goes past it. */
static int place_after(engagement *e, const salvo_battle_plan *plan, int from, int slow_a, int slow_b, double close_to)
{
    double range = e->places[from].range;
    double a = advance(e, plan, SIDE_A, slow_a), b = advance(e, plan, SIDE_B, slow_b);

    if (range <= close_to || a + b <= 0)
        return find_place(e, range, false, false);
    return find_place(e, fmax(close_to, range - a - b), a > 0, b > 0);
}

salvo_status lay_places(engagement *e, const salvo_battle_plan *plan, salvo_error *err)
{
    double close_to = plan->close_to >= 0 ? plan->close_to : e->face->closest(e->field);

    e->n_places = 0;
    find_place(e, plan->range, false, false);
    for (int from = 0; from < e->n_places && e->n_places <= PLACES_MAX; from++)
        for (int a = 0; a < e->side[SIDE_A].n_kinds && e->n_places <= PLACES_MAX; a++)
            for (int b = 0; b < e->side[SIDE_B].n_kinds && e->n_places <= PLACES_MAX; b++)
                e->next_place[from][a][b] = (uint8_t)place_after(e, plan, from, a, b, close_to);
    if (e->n_places > PLACES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "the lines could stand at more than %d ranges before they meet; start nearer, or use fewer "
                          "speeds",
                          PLACES_MAX);
    return SALVO_OK;
}

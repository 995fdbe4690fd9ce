/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fire changes at the end of a range bracket, and the far end is the best place of a bracket. So lines have reason to
 * halt there. */
#include "fight/halts.h"

#include <math.h>

#include "base/try.h"
#include "fight/lines.h"
#include "fight/reach.h"
#include "simulate/answer.h"

/* For one battle. All battles throw the same dice, so they share most of the noise. If no kernel can fight them, there
 * are fewer trials, because all together must take little time. */
enum { TRIALS = 4000, WORK = SALVO_WORK / 40, EFFORT = 100000 };

/* Leaves out distances in between until at most SALVO_HALTS_MAX are left; both ends stay. */
static size_t thin_out(double *distances, size_t n)
{
    const size_t kept = n < SALVO_HALTS_MAX ? n : SALVO_HALTS_MAX;

    for (size_t i = 0; i < kept && n > kept; i++)
        distances[i] = distances[i * (n - 1) / (kept - 1)];
    return kept;
}

/* Lists where lines stop, the bracket ends from there on, and where the battle begins. */
static void put_distances(halts *h, const salvo_stops *stops, double close_to, double range)
{
    double distances[SALVO_STOPS_MAX + 3];
    size_t n = 0;

    distances[n++] = close_to;
    for (size_t i = 0; i < stops->count; i++)
        if (stops->upto[i] > close_to && stops->upto[i] < range)
            distances[n++] = stops->upto[i];
    if (range > close_to)
        distances[n++] = range;
    h->n = thin_out(distances, n);
    for (size_t i = 0; i < h->n; i++)
        h->at[i].distance = distances[i];
}

/* Finds where the lines stop if nobody halts. */
static salvo_status find_close_to(double *close_to, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                  salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    salvo_question field;

    TRY(salvo_schema_ask(&field, book, adapter->field, plan->words, plan->n_words, err));
    *close_to = lines_close_to(adapter, field.situation, plan);
    salvo_question_free(&field);
    return SALVO_OK;
}

static void read_halt(halts *h, salvo_halt *to, const salvo_battle *battle, int side)
{
    const salvo_figure *p = side == SIDE_A ? &battle->p_a : &battle->p_b;

    /* Six decimal places, because the last digits of sums in doubles differ between machines. */
    to->p_win = to->low = to->high = round(figure_value(&battle->answer, p) * 1e6) / 1e6;
    if (battle->answer.exact)
        return;
    to->low = p->simulated.low;
    to->high = p->simulated.high;
    h->trials =
        h->trials == 0 || battle->answer.simulation.trials < h->trials ? battle->answer.simulation.trials : h->trials;
}

static salvo_status fight_all(halts *h, const salvo_rulebook *book, const salvo_battle_plan *plan, int side,
                              uint64_t seed, salvo_error *err)
{
    const salvo_approach quick = {.method = SALVO_EXACT_IF_QUICK,
                                  .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                  .plan = {.trials = TRIALS, .work_max = WORK, .seed = seed}};
    salvo_battle_plan with = *plan;

    for (size_t i = 0; i < h->n; i++) {
        salvo_battle battle;

        with.army[side].halt = i ? h->at[i].distance : 0; /* no halt is needed where all lines stop */
        TRY(salvo_battle_fight(&battle, book, &with, &quick, err));
        read_halt(h, &h->at[i], &battle, side);
        salvo_battle_free(&battle);
        h->best = h->at[i].p_win > h->at[h->best].p_win ? i : h->best;
    }
    return SALVO_OK;
}

salvo_status halts_find(halts *h, const salvo_rulebook *book, const salvo_battle_plan *plan, int side, uint64_t seed,
                        salvo_arena *memory, salvo_error *err)
{
    salvo_stops *stops = salvo_arena_array(memory, 1, sizeof *stops);
    double close_to;
    salvo_status status;

    *h = (halts){.n = 0};
    if (!stops)
        return salvo_fail_memory(err);
    if (!book->ruleset->battle || !line_moves(plan, side))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the line of side %c does not move, so it has no halt; leave the "
                          "option out",
                          "ab"[side]);
    if (plan->army[enemy_of(side)].halt < 0)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "the best halt of one side depends on that of the other; give --halt-a or --halt-b a distance");
    status = find_close_to(&close_to, book, plan, err);
    if (status == SALVO_OK)
        status = reach_stops(stops, book, plan, memory, err);
    if (status != SALVO_OK)
        return status;
    put_distances(h, stops, close_to, plan->range);
    return fight_all(h, book, plan, side, seed, err);
}

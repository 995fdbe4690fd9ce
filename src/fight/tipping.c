/* How many of one unit are worth one of another, and at which range the favourite changes, found by fighting battles:
 * counts upwards, because scores fall as b grows; ranges bracket by bracket, because nothing changes within one unless
 * a side comes into reach. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <math.h>
#include <string.h>

#include "data/measure.h"
#include "fight/army.h"
#include "fight/reach.h"

/* Halvings of doubles' 53 bits, and some to spare. */
enum { ROWS_MAX = SALVO_TIPPING_MOST * SALVO_TIPPING_AGAINST, RANGES_MAX = 64, HALVINGS = 60 };

/* Dice results of a battle that are tried where its range is searched: there are dozens of battles. */
enum { EFFORT_AT_A_RANGE = SALVO_BATTLE_EFFORT / 25 };

/* Sets the score of n_a against n_b: a win counts 1, and a battle that nobody wins counts 1/2. The interval is that of
 * "a wins", moved by half of what nobody wins. */
static void read_score(const salvo_battle *b, salvo_figure *score)
{
    double nobody = b->p_mutual.exact.value + b->p_undecided.exact.value;
    double thrown = b->p_mutual.simulated.value + b->p_undecided.simulated.value;

    score->exact = (salvo_number){b->p_a.exact.value + nobody / 2, NULL};
    score->simulated = (salvo_estimate){.value = b->p_a.simulated.value + thrown / 2};
    score->simulated.low = fmin(1, b->p_a.simulated.low + thrown / 2);
    score->simulated.high = fmin(1, b->p_a.simulated.high + thrown / 2);
}

/* Fights one battle and keeps its score; without lists of their own, n_a and n_b of one unit each. Once a battle was too
 * large to be computed, those that follow are no smaller, and are simulated at once. */
static salvo_status fight(salvo_tipping *t, int n_a, int n_b, double range, salvo_approach *approach,
                          salvo_tipping_row *row, salvo_error *err)
{
    salvo_battle_plan plan = *t->plan;
    const int count[] = {n_a, n_b};
    salvo_battle battle;
    salvo_status status;

    plan.range = range;
    for (int s = 0; s < 2 && !t->of_armies; s++) { /* armies are fought as they are */
        plan.army[s].list = salvo_arena_printf(t->memory, "%d %s", count[s], t->plan->army[s].list);
        if (!plan.army[s].list)
            return salvo_fail_memory(err);
    }
    status = salvo_battle_fight(&battle, t->book, &plan, approach, err);
    if (status != SALVO_OK)
        return status;
    *row = (salvo_tipping_row){.n_a = battle.side[SIDE_A].count, .n_b = battle.side[SIDE_B].count, .range = range};
    row->method = battle.answer.counted ? battle.answer.simulated ? SALVO_BOTH : SALVO_EXACT : SALVO_MONTE_CARLO;
    if (row->method == SALVO_MONTE_CARLO)
        approach->method = SALVO_MONTE_CARLO;
    read_score(&battle, &row->score);
    if (battle.remark && !t->remark) {
        t->remark = salvo_arena_text(t->memory, battle.remark);
        status = t->remark ? SALVO_OK : salvo_fail_memory(err);
    }
    salvo_battle_free(&battle);
    return status;
}

/* The exact score where there is one. */
static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

/* Fights n_a against more and more of b, until the score of a falls below 1/2. */
static salvo_status find_point(salvo_tipping *t, int n_a, int from, salvo_approach *approach, salvo_error *err)
{
    salvo_tipping_point *point = &t->points[n_a - 1];
    double before = 1; /* against none of b the score would be 1 */

    *point = (salvo_tipping_point){.n_a = n_a, .upto = from - 1, .equal = NAN};
    for (int n_b = from; n_b <= SALVO_TIPPING_AGAINST; n_b++) {
        salvo_tipping_row *row = &t->rows[t->n_rows];
        salvo_status status = fight(t, n_a, n_b, t->plan->range, approach, row, err);
        double score = score_of(row);

        if (status != SALVO_OK)
            return status;
        t->n_rows++;
        if (score < 0.5) {
            point->equal = n_b - 1 + (before - 0.5) / (before - score); /* linear between the last two scores */
            return SALVO_OK;
        }
        point->upto = n_b;
        before = score;
    }
    return SALVO_OK;
}

/* Between `near` and `far` the score crosses 1/2: halves the interval until readers cannot tell its ends apart, and
 * keeps its near end to three decimals. */
static salvo_status find_crossing(salvo_tipping *t, double near, double far, double score_near, double score_far,
                                  salvo_approach *approach, salvo_error *err)
{
    for (int i = 0; i < HALVINGS && far - near > 1e-6 * (1 + far); i++) {
        double middle = near + (far - near) / 2;
        salvo_tipping_row row;
        salvo_status status = fight(t, 1, 1, middle, approach, &row, err);

        if (status != SALVO_OK)
            return status;
        if ((score_of(&row) >= 0.5) == (score_near >= 0.5)) { /* keeps the crossing between them */
            near = middle;
            score_near = score_of(&row);
        } else {
            far = middle;
            score_far = score_of(&row);
        }
    }
    t->ranges[t->n_ranges++] = (salvo_tipping_range){round(near * 1000) / 1000, score_near, score_far};
    return SALVO_OK;
}

/* Fights at the end of every bracket; where the favourite changes between two, finds the range. */
static salvo_status find_ranges(salvo_tipping *t, salvo_approach *approach, salvo_error *err)
{
    salvo_stops stops = {0};
    salvo_tipping_row before, now;
    salvo_status status = reach_stops(&stops, t->book, t->plan, t->memory, err);

    if (status != SALVO_OK || stops.count == 0)
        return status;
    t->ranges = salvo_arena_array(t->memory, stops.count + 1, sizeof *t->ranges);
    if (!t->ranges)
        return salvo_fail_memory(err);
    status = fight(t, 1, 1, 0, approach, &before, err); /* from range 0, before the first bracket */
    for (size_t i = 0; i < stops.count && status == SALVO_OK; i++) {
        double near = i ? stops.upto[i - 1] : 0, far = stops.upto[i];

        status = fight(t, 1, 1, far, approach, &now, err);
        if (status == SALVO_OK && (score_of(&before) >= 0.5) != (score_of(&now) >= 0.5))
            status = find_crossing(t, near, far, score_of(&before), score_of(&now), approach, err);
        if (t->of_armies && status == SALVO_OK)
            t->rows[t->n_rows++] = now;
        before = now;
    }
    return status;
}

/* From the last n_b that n_a - 1 stood up to: one more of a does not stand up to fewer. */
static salvo_status find_points(salvo_tipping *t, salvo_approach *approach, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int n_a = 1; n_a <= SALVO_TIPPING_MOST && status == SALVO_OK; n_a++)
        status =
            find_point(t, n_a, n_a > 1 && t->points[n_a - 2].upto > 0 ? t->points[n_a - 2].upto : 1, approach, err);
    t->n_points = SALVO_TIPPING_MOST;
    return status;
}

/* Whether the list is an army and not the name of one unit. */
static bool is_army(const salvo_tipping *t, int s)
{
    battle_side side = {.n = 0};

    return army_read(&side, t->book, &t->plan->army[s], t->memory, NULL) == SALVO_OK && side.n > 1;
}

/* Points only make sense for single units; ranges for armies, too. */
static salvo_status find(salvo_tipping *t, const salvo_approach *approach, salvo_error *err)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT};
    salvo_approach of_points = approach ? *approach : EXACT, of_ranges = of_points;
    salvo_status status;

    if (of_ranges.method == SALVO_WHICHEVER && of_ranges.options.effort == 0)
        of_ranges.options.effort = EFFORT_AT_A_RANGE;
    t->rows = salvo_arena_array(t->memory, ROWS_MAX + SALVO_STOPS_MAX, sizeof *t->rows);
    if (!t->rows)
        return salvo_fail_memory(err);
    t->of_armies = t->book->ruleset->battle && (is_army(t, SIDE_A) || is_army(t, SIDE_B));
    if (!t->of_armies && isnan(t->plan->range))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "at which range do they meet? add --range N, in %s%s; two armies are fought at every range",
                          t->book->store.distance_unit, salvo_measure_place(t->book->store.distance_unit));
    status = t->of_armies ? SALVO_OK : find_points(t, &of_points, err);
    return status == SALVO_OK ? find_ranges(t, &of_ranges, err) : status;
}

salvo_status salvo_tipping_find(salvo_tipping *tipping, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *tipping = (salvo_tipping){.book = book, .plan = plan, .memory = salvo_arena_new()};
    status = tipping->memory ? find(tipping, approach, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_tipping_free(tipping);
    return status;
}

void salvo_tipping_free(salvo_tipping *tipping)
{
    salvo_arena_free(tipping->memory);
    memset(tipping, 0, sizeof *tipping);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds how many of one unit are worth one of another, and at which range the favourite changes, by fighting battles.
 * Counts go upwards, because scores fall as b grows. Ranges go bracket by bracket, because nothing changes within a
 * bracket unless a side comes into reach. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "data/measure.h"
#include "fight/army.h"
#include "fight/battle_reading.h"
#include "fight/reach.h"
#include "simulate/answer.h"

/* Doubles have 53 bits to halve; 60 leaves a margin. */
enum { ROWS_MAX = (SALVO_TIPPING_A_MAX + 1) * SALVO_TIPPING_B_MAX, HALVINGS = 60 };

static const double CLOSE = 1e-6; /* ranges that readers cannot tell apart */

/* In the progress of a search: the share of the counts; ranges follow. In that of a bracket: the share of its own
 * battle. */
static const double COUNTS = 0.5, BRACKET = 0.1;

/* Dice results tried for a battle while its range is searched, because there are dozens of battles. */
enum { EFFORT_AT_A_RANGE = SALVO_BATTLE_EFFORT / 25 };

/* A search and its progress callback. The number of battles is not known in advance: a bracket of ranges has one, or
 * dozens if the favourite changes within it. So progress is the position along counts and ranges. */
typedef struct search {
    salvo_tipping *t;
    salvo_approach approach;              /* for its battles; its progress callback is `watch` */
    salvo_progress_callback watch;        /* during their trials */
    const salvo_progress_callback *outer; /* the caller's; or NULL */
    double begins, ends;                  /* the current battle's part of the search, 0 to 1 */
    uint64_t trials;                      /* in earlier battles */
    bool broken_off;
} search;

static bool report_battle(void *context, const salvo_progress *of_battle)
{
    search *s = context;
    const salvo_progress progress = {.trials = s->trials + of_battle->trials,
                                     .part = s->begins + (s->ends - s->begins) * of_battle->part};

    s->broken_off = s->broken_off || !s->outer->report(s->outer->context, &progress);
    return !s->broken_off;
}

/* Notes a battle that was fought, and calls the callback. A computed battle has no trials during which it would be
 * called. */
static salvo_status note_battle(search *s, const salvo_battle *b, salvo_error *err)
{
    s->trials += b->answer.simulated ? b->answer.simulation.trials : 0;
    if (s->outer)
        report_battle(s, &(salvo_progress){.part = 1});
    return s->broken_off ? salvo_fail(err, SALVO_STOPPED, "the search was interrupted") : SALVO_OK;
}

/* Gives the next battle this share of the progress that remains up to `end`. */
static void next_part(search *s, double end, double share)
{
    s->begins = s->ends;
    s->ends += (end - s->ends) * share;
}

/* Sets the score of n_a against n_b. A win counts 1, and a battle without a winner counts 1/2. "Worth the same" means
 * a score of 1/2: as many wins as defeats, whatever ends undecided. */
static void read_score(const salvo_battle *b, salvo_figure *score)
{
    const double nobody = b->p_mutual.exact.value + b->p_undecided.exact.value;

    score->exact = (salvo_number){b->p_a.exact.value + nobody / 2, NULL};
    if (b->answer.simulated)
        score->simulated = battle_estimate_score(&b->answer, b->p_a.count, b->p_b.count);
}

/* Keeps the first battle's remark, which is the same for all. Returns false if memory is out. */
static bool keep_first_remark(salvo_tipping *t, const salvo_battle *b)
{
    if (b->remark && !t->remark)
        t->remark = salvo_arena_text(t->memory, b->remark);
    return t->remark || !b->remark;
}

/* The first battle's names of the two units, each with the options that were asked for. False when memory is out. */
static bool keep_names(salvo_tipping *t, const salvo_battle *b)
{
    for (int i = 0; i < 2; i++) {
        const char *list = t->plan->army[i].list, *options = strchr(list, '(');

        if (t->names[i])
            continue;
        t->names[i] = t->of_armies ? list
                                   : salvo_arena_printf(t->memory, "%s%s%s", b->side[i].kinds[0].name,
                                                        options ? " " : "", options ? options : "");
        if (!t->names[i])
            return false;
    }
    return true;
}

/* Fights one battle and keeps its score: n_a against n_b of one unit each, unless there are army lists. After a battle
 * that is too large to compute, the following ones are simulated at once, because they are no smaller. Lists are
 * written and read again, because only army lists build armies; this costs microseconds. */
static salvo_status fight_for_score(search *s, int n_a, int n_b, double range, salvo_tipping_row *row, salvo_error *err)
{
    salvo_tipping *t = s->t;
    salvo_battle_plan plan = *t->plan;
    const int count[] = {n_a, n_b};
    salvo_battle battle;
    salvo_status status;

    plan.range = range;
    for (int i = 0; i < 2 && !t->of_armies; i++) { /* armies fight unchanged */
        plan.army[i].list = salvo_arena_printf(t->memory, "%d %s", count[i], t->plan->army[i].list);
        if (!plan.army[i].list)
            return salvo_fail_memory(err);
    }
    TRY(salvo_battle_fight(&battle, t->book, &plan, &s->approach, err));
    *row = (salvo_tipping_row){.n_a = battle.side[SIDE_A].count, .n_b = battle.side[SIDE_B].count, .range = range};
    row->method = battle.answer.exact ? battle.answer.simulated ? SALVO_BOTH : SALVO_EXACT : SALVO_MONTE_CARLO;
    if (row->method == SALVO_MONTE_CARLO)
        s->approach.method = SALVO_MONTE_CARLO;
    read_score(&battle, &row->score);
    row->favourite = salvo_favourite_of(&battle.answer, &battle.p_a, &battle.p_b);
    status =
        keep_first_remark(t, &battle) && keep_names(t, &battle) ? note_battle(s, &battle, err) : salvo_fail_memory(err);
    salvo_battle_free(&battle);
    return status;
}

/* The exact score, if there is one. */
static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

/* Fights a battle and keeps its row. Returns NULL on failure, with *status. */
static const salvo_tipping_row *fight_row(search *s, int n_a, int n_b, salvo_status *status, salvo_error *err)
{
    salvo_tipping *t = s->t;
    salvo_tipping_row *row = &t->rows[t->n_rows];

    *status = fight_for_score(s, n_a, n_b, t->plan->range, row, err);
    if (*status != SALVO_OK)
        return NULL;
    t->n_rows++;
    return row;
}

/* Where the straight line between the scores of two consecutive numbers reaches 1/2. */
static double crossing(int number, double score, double next)
{
    return number + (0.5 - score) / (next - score);
}

static bool is_balanced(const salvo_tipping_row *row)
{
    return row->favourite == SALVO_EVEN || row->favourite == SALVO_NOBODY;
}

/* Notes what the battle against n_b shows about the point. */
static void note_favourite(salvo_tipping_point *point, const salvo_tipping_row *row)
{
    if (row->favourite == SALVO_FAVOURITE_A)
        point->beats = row->n_b;
    else if (row->favourite == SALVO_FAVOURITE_B)
        point->loses = point->loses ? point->loses : row->n_b;
    else if (row->favourite == SALVO_EVEN)
        point->even = point->even ? point->even : row->n_b;
    else if (row->favourite == SALVO_UNSURE)
        point->unsure = point->unsure ? point->unsure : row->n_b;
}

/* Fights n_a against more and more of b, until the score of a falls to 1/2 or below. It starts where the point for one
 * less ended, because more of a hold out against at least as many of b. */
static salvo_status find_point(search *s, int n_a, int from, salvo_error *err)
{
    salvo_tipping_point *point = &s->t->points[n_a - 1];
    const salvo_tipping_row *before = NULL, *row;
    salvo_status status;

    *point = (salvo_tipping_point){.n_a = n_a, .equal = NAN};
    for (int n_b = from; n_b <= SALVO_TIPPING_B_MAX; n_b++, before = row) {
        row = fight_row(s, n_a, n_b, &status, err);
        if (!row)
            return status;
        if (!before && n_b > 1 && score_of(row) < 0.5) /* more of a hold out against fewer: strange, but possible */
            return find_point(s, n_a, 1, err);
        note_favourite(point, row);
        point->nobody = n_b == 1 && row->favourite == SALVO_NOBODY;
        if (is_balanced(row))
            point->equal = point->nobody ? NAN : n_b;
        else if (score_of(row) < 0.5 && before)
            point->equal = crossing(n_b - 1, score_of(before), score_of(row));
        if (is_balanced(row) || score_of(row) < 0.5)
            return SALVO_OK;
    }
    return SALVO_OK;
}

/* Returns the row of that battle; NULL if it was not fought. */
static const salvo_tipping_row *fought_row(const salvo_tipping *t, int n_a, int n_b)
{
    for (size_t i = 0; i < t->n_rows; i++)
        if (t->rows[i].n_a == n_a && t->rows[i].n_b == n_b)
            return &t->rows[i];
    return NULL;
}

/* Finds how many of a are worth one of b, if one of b is worth more than one of a. Like find_point, seen from b. NAN
 * if the maximum is not enough. */
static salvo_status find_many(search *s, double *many, salvo_error *err)
{
    salvo_tipping *t = s->t;
    const salvo_tipping_row *before = NULL, *row;
    salvo_status status;

    *many = NAN;
    for (int n_a = 1; n_a <= SALVO_TIPPING_B_MAX; n_a++, before = row) {
        row = fought_row(t, n_a, 1); /* points have fought some of these */
        if (!row && !(row = fight_row(s, n_a, 1, &status, err)))
            return status;
        if (score_of(row) < 0.5 && !is_balanced(row))
            continue;
        *many = is_balanced(row) ? n_a : crossing(n_a - 1, score_of(before), score_of(row));
        return SALVO_OK;
    }
    return SALVO_OK;
}

/* The favourite changes between `near` and `far`. Halves the interval until readers cannot distinguish its ends, and
 * keeps the near end with three decimals. It halves instead of interpolating, because scores are steps: within a
 * bracket nothing changes. */
static salvo_status find_crossing(search *s, double near, double far, const salvo_tipping_row *before,
                                  const salvo_tipping_row *behind, double end, salvo_error *err)
{
    salvo_tipping *t = s->t;
    salvo_tipping_row up_to = *before, beyond = *behind;

    for (int i = 0; i < HALVINGS && far - near > CLOSE * (1 + far); i++) {
        double middle = near + (far - near) / 2;
        salvo_tipping_row row;

        next_part(s, end, 1 / fmax(1, log2((far - near) / (CLOSE * (1 + far)))));
        TRY(fight_for_score(s, 1, 1, middle, &row, err));
        if (row.favourite == up_to.favourite) { /* the crossing stays between them */
            near = middle;
            up_to = row;
        } else {
            far = middle;
            beyond = row;
        }
    }
    t->ranges[t->n_ranges++] = (salvo_tipping_range){round(near * 1000) / 1000, score_of(&up_to), score_of(&beyond),
                                                     up_to.favourite, beyond.favourite};
    return SALVO_OK;
}

/* Fights at the end of every bracket, and beyond the last. If the favourite changes between two, finds the range. For
 * armies, each bracket's score is a row of the report. For two units, rows are those of the counts. */
static salvo_status find_ranges(search *s, salvo_error *err)
{
    salvo_tipping *t = s->t;
    const double along = 1 - s->ends;
    salvo_stops stops = {0};
    salvo_tipping_row before, now;
    salvo_status status = reach_stops(&stops, t->book, t->plan, t->memory, err);

    if (status != SALVO_OK || stops.count == 0)
        return status;
    t->ranges = salvo_arena_array(t->memory, stops.count + 1, sizeof *t->ranges);
    if (!t->ranges)
        return salvo_fail_memory(err);
    status = fight_for_score(s, 1, 1, 0, &before, err); /* from range 0, before the first bracket */
    t->ranged = status == SALVO_OK;
    t->at_contact = before.favourite;
    for (size_t i = 0; i <= stops.count && status == SALVO_OK; i++) {
        const double near = i ? stops.upto[i - 1] : 0, far = i < stops.count ? stops.upto[i] : near + 1;
        const double end = 1 - along * (double)(stops.count - i) / (double)(stops.count + 1);

        next_part(s, end, BRACKET);
        status = fight_for_score(s, 1, 1, far, &now, err);
        if (status == SALVO_OK && before.favourite != now.favourite)
            status = find_crossing(s, near, far, &before, &now, end, err);
        if (t->of_armies && i < stops.count && status == SALVO_OK)
            t->rows[t->n_rows++] = now;
        before = now;
        s->ends = end;
    }
    return status;
}

/* Whether one of b is worth more than that, as far as the scores show. */
static bool is_below_one(const salvo_tipping *t, const salvo_tipping_point *point)
{
    const salvo_tipping_row *row = fought_row(t, point->n_a, 1);

    return row && !is_balanced(row) && score_of(row) < 0.5;
}

/* For points whose number of a one of b beats: finds their worth by how many of them one of b is worth. */
static salvo_status find_worths_below(search *s, salvo_error *err)
{
    salvo_tipping *t = s->t;
    double many = NAN;
    salvo_status status = SALVO_OK;

    if (is_below_one(t, &t->points[0]))
        status = find_many(s, &many, err);
    for (size_t i = 0; i < t->n_points && status == SALVO_OK; i++)
        if (is_below_one(t, &t->points[i]))
            t->points[i].equal = t->points[i].n_a / many;
    return status;
}

/* Bounds a worth that exceeds the maximum number of elements. */
static void bound_worth(const salvo_tipping *t, salvo_tipping_point *point)
{
    const salvo_tipping_row *most = fought_row(t, point->n_a, SALVO_TIPPING_B_MAX);

    point->below = point->above = NAN;
    if (point->nobody || !isnan(point->equal))
        return;
    if (is_below_one(t, point))
        point->below = (double)point->n_a / SALVO_TIPPING_B_MAX;
    else if (most && most->favourite == SALVO_FAVOURITE_A)
        point->above = SALVO_TIPPING_B_MAX;
}

/* Starts from the last n_b that n_a - 1 held out against, because one more of a does not hold out against fewer. */
static salvo_status find_all_points(search *s, salvo_error *err)
{
    salvo_tipping *t = s->t;
    salvo_status status = SALVO_OK;

    for (int n_a = 1; n_a <= SALVO_TIPPING_A_MAX && status == SALVO_OK; n_a++) {
        const int before = n_a > 1 ? t->points[n_a - 2].beats : 0;

        status = find_point(s, n_a, before > 0 ? before : 1, err);
        s->begins = s->ends = COUNTS * n_a / SALVO_TIPPING_A_MAX;
    }
    t->n_points = SALVO_TIPPING_A_MAX;
    status = status == SALVO_OK ? find_worths_below(s, err) : status;
    for (size_t i = 0; i < t->n_points; i++)
        bound_worth(t, &t->points[i]);
    return status;
}

/* Whether the list is an army and not the name of one unit. Reads the list and discards it, because only the reader of
 * lists can decide whether "2 Tiger I" is one unit. */
static bool is_army(const salvo_tipping *t, int s)
{
    battle_side side = {.n = 0};

    return army_read(&side, t->book, &t->plan->army[s], t->memory, NULL) == SALVO_OK && side.n > 1;
}

/* Points only make sense for single units; ranges also for armies. A search of ranges takes dozens of battles, which
 * share the effort. Points take few battles, and each may use all of it. */
static salvo_status search_favourites(salvo_tipping *t, const salvo_approach *approach, salvo_error *err)
{
    const salvo_approach given = approach ? *approach : SALVO_APPROACH;
    search s = {.t = t, .approach = given, .watch = {report_battle, &s}, .outer = given.plan.progress};
    salvo_status status;

    t->rows = salvo_arena_array(t->memory, ROWS_MAX + SALVO_STOPS_MAX, sizeof *t->rows);
    if (!t->rows)
        return salvo_fail_memory(err);
    if (s.outer)
        s.approach.plan.progress = &s.watch;
    if (given.plan.precision_of == SALVO_OF_WIN) /* no row lists turns, and no run waits for their precision */
        s.approach.options.turns_max = 0;
    t->of_armies = t->book->ruleset->battle && (is_army(t, SIDE_A) || is_army(t, SIDE_B));
    if (!t->of_armies && isnan(t->plan->range))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the range is missing; add --range N, in %s (only two armies are fought at every range)",
                          salvo_measure_words(t->book->store.distance_unit));
    if (t->of_armies && !isnan(t->plan->range))
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "two armies are fought at every range, so --range has no effect; leave it out, or ask for one range with salvo battle");
    status = t->of_armies ? SALVO_OK : find_all_points(&s, err);
    s.approach.method = given.method; /* battles of one element are smaller than earlier ones of many */
    if (given.method == SALVO_EXACT_IF_QUICK && given.options.effort == 0)
        s.approach.options.effort = EFFORT_AT_A_RANGE;
    if (status != SALVO_OK)
        return status;
    return find_ranges(&s, err);
}

salvo_status salvo_tipping_find(salvo_tipping *tipping, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *tipping = (salvo_tipping){.book = book, .plan = plan, .memory = salvo_arena_new()};
    if (tipping->memory)
        tipping->claims = claims_begin(tipping->memory);
    status = tipping->claims ? search_favourites(tipping, approach, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_tipping_free(tipping);
    return status;
}

void salvo_tipping_free(salvo_tipping *tipping)
{
    salvo_arena_free(tipping->memory);
    memset(tipping, 0, sizeof *tipping);
}

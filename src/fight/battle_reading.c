/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact engine and the simulation both answer with outcome codes, which contain the survivors of every kind
 * (battle_model.h). All reported probabilities and losses are read from codes, so both answers pass through the same
 * functions here. */
#include "fight/battle_reading.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "fight/battle_engine.h"
#include "fight/lines.h"

enum { POINT_PARTS = 1000 }; /* prices are tallied in thousandths */

static const double ROUNDING = 1e-12; /* in sums of probabilities */

/* Outcome codes with their chances, and the model that gives them a meaning. */
typedef struct reading {
    const battle_model *model;
    const salvo_line *lines;
    size_t n_lines;
    const salvo_simulation *simulation; /* NULL: nothing was simulated */
} reading;

/* The score is 1/2 + (P(win) - P(loss)) / 2. The interval of a win alone would not suffice. If nobody wins often, a
 * loss that does not occur moves the score as much as a win. If results stopped the run, the interval must be valid at
 * any time (statistics.h). */
salvo_estimate battle_estimate_score(const salvo_answer *answer, uint64_t wins, uint64_t losses)
{
    const uint64_t trials = answer->simulation.trials;
    const bool is_fixed = answer->simulation.stopped_by == SALVO_STOPPED_BY_TRIALS;
    const salvo_interval i = (is_fixed ? salvo_pairs_fixed : salvo_pairs_sequence)(losses, wins, trials);

    return (salvo_estimate){((double)wins + (double)(trials - wins - losses) / 2) / (double)trials, 0.5 + i.low / 2,
                            0.5 + i.high / 2};
}

/* A sum has no known fraction. A single outcome keeps its own. "0" is exact as long as nothing was added. */
static void add_outcome(salvo_figure *to, const salvo_line *line)
{
    to->exact.exact = to->exact.value == 0 ? line->figure.exact.exact : NULL;
    to->exact.value += line->figure.exact.value;
    to->count += line->figure.count;
}

/* Adds up the outcomes of each group: figures[group_of(outcome)]. */
static void read_groups(const reading *r, salvo_figure *figures, size_t n,
                        int (*group_of)(const battle_model *model, int outcome, int side), int side)
{
    for (size_t i = 0; i < n; i++)
        figures[i] = (salvo_figure){.exact = {0, "0"}};
    for (size_t i = 0; i < r->n_lines; i++)
        add_outcome(&figures[group_of(r->model, r->lines[i].number, side)], &r->lines[i]);
    for (size_t i = 0; i < n && r->simulation; i++)
        figures[i].simulated = salvo_simulation_estimate(r->simulation, figures[i].count);
}

static salvo_estimate estimate_mean(const reading *r, const salvo_moments *moments, double most, double parts)
{
    return simulation_mean(r->simulation, moments, battle_range_of_mean(salvo_moments_mean(moments), most), parts);
}

/* The mean of an outcome's whole number from 0 to `most`, in parts of its unit. The bound `most` narrows the interval:
 * no battle can lose more than there is. */
static salvo_figure read_mean(const reading *r,
                              int64_t (*value_of)(const battle_model *model, int outcome, int side, int kind), int side,
                              int kind, int64_t most, double parts)
{
    salvo_figure f = {.exact = {0, NULL}};
    salvo_moments moments = {0};

    for (size_t k = 0; k < r->n_lines; k++) {
        const salvo_line *line = &r->lines[k];
        int64_t value = value_of(r->model, line->number, side, kind);

        /* Without an exact answer, exact.value is 0 and nothing is added. */
        f.exact.value += line->figure.exact.value * (double)value / parts;
        salvo_moments_add(&moments, value, line->figure.count);
    }
    if (r->simulation)
        f.simulated = estimate_mean(r, &moments, (double)most, parts);
    return f;
}

enum { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_ENDS }; /* the reported ends of a battle */

/* Outcome groups for read_groups; some need `side`. */
static int end_of(const battle_model *model, int code, int side)
{
    int winner = battle_model_winner(model, code);

    (void)side;
    return winner == SIDE_A ? A_WINS : winner == SIDE_B ? B_WINS : winner == -2 ? MUTUAL : UNDECIDED;
}

/* The signature is that of read_mean's values, so some ignore the last parameters. */
static int64_t lost_of_kind(const battle_model *model, int code, int side, int kind)
{
    return model->side[side].kinds[kind].count - battle_model_left(model, code, side, kind);
}

/* Ignores `kind`, which read_mean's signature requires. */
static int64_t lost_in_all(const battle_model *model, int code, int side, int kind)
{
    int64_t lost = 0;

    (void)kind;
    for (int k = 0; k < model->side[side].n_kinds; k++)
        lost += lost_of_kind(model, code, side, k);
    return lost;
}

/* With the signature of read_groups: a group for each possible number of losses. */
static int lost_exactly(const battle_model *model, int code, int side)
{
    return (int)lost_in_all(model, code, side, 0);
}

/* Only for sides whose kinds all have a price. */
static int64_t points_lost(const battle_model *model, int code, int side, int kind)
{
    double points = 0;

    (void)kind;
    for (int k = 0; k < model->side[side].n_kinds; k++)
        points += model->side[side].kinds[k].price * (double)lost_of_kind(model, code, side, k);
    return llround(points * POINT_PARTS); /* prices may have fractions; moments take whole numbers */
}

/* A group for each kind of defeat, and one for battles that the side has not lost. */
static int defeat_of(const battle_model *model, int code, int side)
{
    return (int)battle_model_defeat(model, code, side);
}

/* The numbers of elements at which the side loses. A script without a limit returns one that no army reaches. Returns
 * whether there is a limit besides having no survivors. */
static bool find_defeats(const battle_side *side, int at[SALVO_N_DEFEATS])
{
    bool limited = false;

    at[SALVO_WIPED_OUT] = side->n;
    at[SALVO_WORN] = side->worn_limit < INT_MAX ? side->worn_limit : 0;
    at[SALVO_OUT] = side->out_limit < INT_MAX ? side->out_limit : 0;
    at[SALVO_WITHDRAWN] = side->breaks_at <= side->n ? side->breaks_at : 0;
    for (int by = SALVO_WORN; by < SALVO_N_DEFEATS; by++)
        limited = limited || at[by] > 0;
    return limited;
}

/* Whether every element has a price, and the points of all. Half a sum would look like a whole one. */
static bool find_price(const battle_side *side, double *points)
{
    bool priced = true;

    *points = 0;
    for (int k = 0; k < side->n_kinds; k++) {
        priced = priced && side->kinds[k].price >= 0;
        *points += side->kinds[k].price * side->kinds[k].count;
    }
    return priced;
}

static salvo_figure read_points(const reading *r, int side, double points)
{
    return read_mean(r, points_lost, side, 0, llround(points * POINT_PARTS), POINT_PARTS);
}

/* The unit's name in its table. */
static const char *unit_name(const salvo_rulebook *book, size_t unit)
{
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const char *name;

    if (unit >= units->n_rows) { /* units of the ruleset's second table are numbered behind those of the first */
        unit -= units->n_rows;
        units = salvo_store_table(&book->store, book->ruleset->more_units);
    }
    name = salvo_table_text(units, unit, "name");
    /* Without a column "name", the first cell is the name. */
    return name ? name : units->cells[unit * units->n_columns].text;
}

/* Losses are read from outcomes, so they are exact if the outcomes are. */
static salvo_status read_side(salvo_battle *b, const reading *r, int at, salvo_error *err)
{
    const battle_side *from = &r->model->side[at];
    salvo_battle_side *to = &b->side[at];
    salvo_figure defeats[SALVO_N_DEFEATS + 1];

    *to = (salvo_battle_side){.list = b->plan->army[at].list,
                              .targets = from->targets,
                              .acts = from->acts,
                              .halt = line_moves(b->plan, at) ? b->plan->army[at].halt : 0,
                              .count = from->n};
    to->kinds = salvo_arena_array(b->memory, (size_t)from->n_kinds, sizeof *to->kinds);
    to->lost_exactly = salvo_arena_array(b->memory, (size_t)from->n + 1, sizeof *to->lost_exactly);
    if (!to->kinds || !to->lost_exactly)
        return salvo_fail_memory(err);
    for (int k = 0; k < from->n_kinds; k++) {
        const element_kind *one = &from->kinds[k];

        to->kinds[to->n_kinds++] = (salvo_battle_kind){.name = unit_name(b->book, one->unit),
                                                       .unit = one->unit,
                                                       .count = one->count,
                                                       .price = one->price,
                                                       .lost = read_mean(r, lost_of_kind, at, k, one->count, 1)};
        to->strength += one->full * one->count;
    }
    read_groups(r, to->lost_exactly, (size_t)from->n + 1, lost_exactly, at);
    to->lost = read_mean(r, lost_in_all, at, 0, from->n, 1);
    read_groups(r, defeats, SALVO_N_DEFEATS + 1, defeat_of, at);
    memcpy(to->loses_by, defeats, sizeof to->loses_by);
    to->limited = find_defeats(from, to->defeat_at);
    to->priced = find_price(from, &to->points);
    if (to->priced)
        to->points_lost = read_points(r, at, to->points);
    return SALVO_OK;
}

bool fight_ends(const salvo_answer *answer, const salvo_figure *undecided, const salvo_figure *turns, int64_t limit)
{
    const bool certain =
        answer->exact ? undecided->exact.value >= 1 - ROUNDING : undecided->count == answer->simulation.trials;

    return !certain || (limit > 0 && (answer->exact ? turns->exact.value : turns->simulated.value) > 0);
}

/* Means of the chain: turns and strength lost. Strength is a gain of the chain, because outcome codes contain the
 * number of survivors but not their damage. */
static void read_means(salvo_battle *b)
{
    for (size_t i = 0; i < b->answer.n_means; i++) {
        const salvo_line *mean = &b->answer.means[i];

        if (mean->number == GAIN_TURNS) {
            b->ends = fight_ends(&b->answer, &b->p_undecided, &mean->figure, b->turn_limit);
            b->expected_turns = mean->figure;
        } else if (mean->number == GAIN_LOST_A || mean->number == GAIN_LOST_B) {
            b->side[mean->number - GAIN_LOST_A].strength_lost = mean->figure;
        }
    }
}

/* The survivors of a side after a turn, over all trials. The tally counts battles by survivors; battles that ended
 * keep their number in all later turns. */
static salvo_moments living_after(const survival *t, size_t turn, int side, int most)
{
    salvo_moments moments = {0};

    for (int n = 0; n <= most; n++) {
        uint64_t times = t->going[turn][side][n];

        for (size_t before = 0; before <= turn; before++)
            times += t->ended[before][side][n];
        salvo_moments_add(&moments, n, times);
    }
    return moments;
}

/* Battles that continued after the turn. Either side shows the number, because all are counted in both. */
static uint64_t going_after(const survival *t, size_t turn)
{
    uint64_t going = 0;

    for (int n = 0; n <= SALVO_ELEMENTS_MAX; n++)
        going += t->going[turn][SIDE_A][n];
    return going;
}

/* The number of turns that a list from simulation alone has: until the share of battles still going is below the
 * tail. */
static size_t turns_simulated(const survival *t, uint64_t trials, const salvo_odds_options *options)
{
    size_t n = 0;

    while (n < options->turns_max && n < TURNS_TOLD && going_after(t, n) > options->turns_tail * (double)trials)
        n++;
    return n;
}

static salvo_estimate estimate_living(const reading *r, const survival *t, size_t turn, int side)
{
    const int most = r->model->side[side].n;
    const salvo_moments moments = living_after(t, turn, side, most);

    return estimate_mean(r, &moments, most, 1);
}

/* Turn 0 is the beginning. `t` is NULL if nothing was simulated. Exact and simulated numbers share rows as far as both
 * exist. */
static salvo_status read_turns(salvo_battle *b, const reading *r, const survival *t, const salvo_odds_options *options,
                               salvo_error *err)
{
    const salvo_odds *odds = &b->answer.odds;
    size_t n = b->answer.exact ? odds->n_turns : turns_simulated(t, r->simulation->trials, options);
    double left[N_SIDES] = {r->model->side[SIDE_A].n, r->model->side[SIDE_B].n};

    if (t && n > TURNS_TOLD) /* the tally does not distinguish later turns */
        n = TURNS_TOLD;
    b->by_turn = salvo_arena_array(b->memory, n + 1, sizeof *b->by_turn);
    if (!b->by_turn)
        return salvo_fail_memory(err);
    for (size_t i = 0; i <= n; i++) {
        salvo_battle_turn *turn = &b->by_turn[b->n_turns++];

        turn->turn = (int64_t)i;
        for (int side = SIDE_A; side <= SIDE_B; side++) {
            /* Survivors by turn are the initial number less the mean losses so far. */
            left[side] -= b->answer.exact && i > 0 ? odds->turns[i - 1].gain[GAIN_DOWN_A + side] : 0;
            /* Differences of sums may fall slightly below 0 by rounding. */
            turn->left[side].exact.value = left[side] > 0 ? left[side] : 0;
            if (t)
                turn->left[side].simulated = estimate_living(r, t, i, side);
        }
    }
    return SALVO_OK;
}

salvo_status battle_read_answer(salvo_battle *b, const battle_model *model, const trial_run *run,
                                const salvo_odds_options *options, salvo_error *err)
{
    const salvo_answer *answer = &b->answer;
    const reading r = {model, answer->outcomes, answer->n_outcomes, answer->simulated ? &answer->simulation : NULL};
    survival by_turn = {.going = NULL};
    salvo_figure ends[N_ENDS];
    salvo_status status = SALVO_OK;

    read_groups(&r, ends, N_ENDS, end_of, 0);
    b->p_a = ends[A_WINS];
    b->p_b = ends[B_WINS];
    b->p_mutual = ends[MUTUAL];
    b->p_undecided = ends[UNDECIDED];
    TRY(read_side(b, &r, SIDE_A, err));
    TRY(read_side(b, &r, SIDE_B, err));
    read_means(b); /* the sides must exist first */
    if (answer->simulated && !survival_read(&by_turn, &run->engine, run->sum))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = read_turns(b, &r, answer->simulated ? &by_turn : NULL, options, err);
    survival_free(&by_turn);
    return status;
}

/* How precise a battle is so far. */

/* The width of a mean is relative to the mean, or to 1 if that is greater, as everywhere (simulate.h). */
static void widen(double *widest, const salvo_estimate *e, double precision, bool is_mean)
{
    double width = (e->high - e->low) / 2 / precision;

    if (is_mean)
        width /= fmax(1, fabs(e->value));
    if (isfinite(width)) /* a mean without bounds does not count, otherwise no run would end */
        *widest = fmax(*widest, width);
}

static void widen_groups(double *widest, const salvo_figure *figures, size_t n, double precision)
{
    for (size_t i = 0; i < n; i++)
        widen(widest, &figures[i].simulated, precision, false);
}

static salvo_estimate estimate_gain(const reading *r, const trial_run *run, size_t k)
{
    const engine *e = &run->engine;
    const salvo_moments moments = e->kind->moments(e, run->sum, k);

    return simulation_mean(r->simulation, &moments, e->kind->range(e, run->sum, k), 1);
}

/* Covers all that a report prints of a side's losses, which must be precise: losses of a kind, points, the chance of
 * each number of losses. */
static void widen_side(double *widest, const reading *r, const trial_run *run, int at)
{
    const battle_side *side = &r->model->side[at];
    const double precision = run->plan->precision;
    const salvo_estimate strength = estimate_gain(r, run, (size_t)(GAIN_LOST_A + at));
    salvo_figure groups[SALVO_ELEMENTS_MAX + 1], one = read_mean(r, lost_in_all, at, 0, side->n, 1);
    int defeat_at[SALVO_N_DEFEATS];
    double points;

    widen(widest, &one.simulated, precision, true);
    widen(widest, &strength, precision, true);
    if (find_price(side, &points)) {
        one = read_points(r, at, points);
        widen(widest, &one.simulated, precision, true);
    }
    for (int k = 0; k < side->n_kinds; k++) {
        one = read_mean(r, lost_of_kind, at, k, side->kinds[k].count, 1);
        widen(widest, &one.simulated, precision, true);
    }
    read_groups(r, groups, (size_t)side->n + 1, lost_exactly, at);
    widen_groups(widest, groups, (size_t)side->n + 1, precision);
    if (!find_defeats(side, defeat_at))
        return;
    read_groups(r, groups, SALVO_N_DEFEATS + 1, defeat_of, at);
    widen_groups(widest, groups, SALVO_N_DEFEATS, precision);
}

static bool widen_survivors(double *widest, const reading *r, const trial_run *run)
{
    survival by_turn;
    const bool is_read = survival_read(&by_turn, &run->engine, run->sum);
    const size_t n = is_read ? turns_simulated(&by_turn, r->simulation->trials, run->options) : 0;

    for (size_t turn = 0; turn <= n && is_read; turn++)
        for (int side = SIDE_A; side <= SIDE_B; side++) {
            const salvo_estimate left = estimate_living(r, &by_turn, turn, side);

            widen(widest, &left, run->plan->precision, true);
        }
    survival_free(&by_turn);
    return is_read;
}

static double widest_of(const reading *r, const trial_run *run)
{
    const salvo_precision_of of = run->plan->precision_of;
    const bool all = of == SALVO_OF_ALL;
    const double precision = run->plan->precision;
    salvo_figure ends[N_ENDS];
    double widest = 0;

    read_groups(r, ends, N_ENDS, end_of, 0);
    widen_groups(&widest, ends, N_ENDS, precision); /* the winner's is always included */
    /* If nobody has won yet, there is no number of turns (fight_ends). */
    if ((all || of == SALVO_OF_TURNS) && ends[UNDECIDED].count != r->simulation->trials) {
        const salvo_estimate turns = estimate_gain(r, run, GAIN_TURNS);

        widen(&widest, &turns, precision, true);
    }
    for (int side = SIDE_A; side <= SIDE_B && (all || of == SALVO_OF_LOSSES); side++)
        widen_side(&widest, r, run, side);
    if ((all || of == SALVO_OF_SURVIVORS) && !widen_survivors(&widest, r, run))
        return INFINITY;
    return widest;
}

/* Reads the same figures as a report, in the same way, but only those that the precision covers. A run that is looked
 * at counts as stopped by its results. */
double battle_widest(const trial_run *run)
{
    const engine *e = &run->engine;
    const salvo_simulation so_far = {.trials = run->sum->trials, .stopped_by = SALVO_STOPPED_BY_CAP};
    const size_t n = engine_endings(run->sum);
    salvo_line *lines = calloc(n + 1, sizeof *lines);
    reading r = {e->question->situation, lines, 0, &so_far};
    double widest;

    for (size_t i = 0; i < n && lines; i++) {
        const ending one = engine_ending(e, run->sum, i);

        if (one.count)
            lines[r.n_lines++] = (salvo_line){.number = one.outcome, .figure = {.count = one.count}};
    }
    widest = lines ? widest_of(&r, run) : INFINITY;
    free(lines);
    return widest;
}

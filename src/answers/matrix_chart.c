/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All against all as a field of cells, with the strongest units first in both directions, or the ranking as bars. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "answers/matrix_report.h"
#include "base/try.h"

enum { P_WIN, SCORE, TURNS, RANKING, N_PICTURES };

/* A match without a winner counts half for either side. */
static double score(const salvo_match *m)
{
    return match_p_win(m) + match_figure(m, &m->p_nobody) / 2;
}

/* A match that may go on for ever has no average. */
static double turns(const salvo_match *m)
{
    return m->ends ? match_figure(m, &m->turns) : NAN;
}

static const struct {
    const char *name, *title;
    double (*value)(const salvo_match *match); /* of a cell; NULL: not a field of cells */
} PICTURES[N_PICTURES] = {
    [P_WIN] = {"p-win", "chance to win", match_p_win},
    [SCORE] = {"score", "score: chance to win, and half of the chance that nobody does", score},
    [TURNS] = {"turns", "average number of turns", turns},
    [RANKING] = {"ranking", "average chance to win against all others", NULL},
};

/* Returns its name, or its id if another one has that name. */
static const char *name_of(const salvo_matrix *x, size_t unit)
{
    const char *name = salvo_matrix_name(x, unit);

    for (size_t i = 0; i < x->n_units; i++)
        if (i != unit && strcmp(salvo_matrix_name(x, i), name) == 0)
            return salvo_unit_set_id(&x->unit_set, x->selection.rows[unit]);
    return name;
}

/* Rows and columns are in the order of strength. */
static void add_square(chart *c, const salvo_matrix *x, int picture)
{
    chart_series *s = chart_add_series(c, PICTURES[picture].name);

    c->x.scale = c->y.scale = AXIS_NAMES;
    c->x.title = "against";
    c->y.title = "unit";
    c->values.title = PICTURES[picture].title;
    c->values.scale = picture == TURNS ? AXIS_NUMBERS : AXIS_PERCENT;
    for (size_t i = 0; i < x->n_units; i++) {
        chart_name(c, &c->x, name_of(x, x->standings[i].unit));
        chart_name(c, &c->y, name_of(x, x->standings[i].unit));
    }
    for (size_t i = 0; i < x->n_units; i++)
        for (size_t k = 0; k < x->n_units; k++) {
            chart_point cell = chart_at((double)k, (double)i);

            cell.value = matrix_mean(x, x->standings[i].unit, x->standings[k].unit, PICTURES[picture].value);
            chart_add_point(c, s, cell);
        }
}

/* Bars are in the order of the standings, the best on top. */
static void add_ranking(chart *c, const salvo_matrix *x)
{
    chart_series *s = chart_add_series(c, PICTURES[RANKING].name);

    c->kind = CHART_BARS;
    c->x.scale = AXIS_PERCENT;
    c->x.title = PICTURES[RANKING].title;
    c->y.title = "unit";
    c->y.scale = AXIS_NAMES;
    for (size_t i = 0; i < x->n_units; i++) {
        chart_point bar = chart_at(x->standings[i].p_win, chart_name(c, &c->y, name_of(x, x->standings[i].unit)));

        bar.label = chart_text(c, "%.1f %%", 100 * x->standings[i].p_win);
        chart_add_point(c, s, bar);
    }
}

/* The subtitle has the ranges over which the cells are averaged. */
static void add_titles(chart *c, const salvo_matrix *x)
{
    const char *unit = x->book->store.distance_unit;
    const char *ranges = x->ranges.n == 1     ? chart_text(c, "at %g %s", x->ranges.at[0], unit)
                         : x->ranges.averaged ? chart_text(c, "mean over the ranges %s (%s)", x->ranges.text, unit)
                                              : chart_text(c, "mean over %zu ranges, %g to %g %s", x->ranges.n,
                                                           x->ranges.at[0], x->ranges.at[x->ranges.n - 1], unit);
    const char *matching = x->plan->matching == SALVO_ONE_ON_ONE ? "one on one"
                           : x->plan->matching == SALVO_EQUAL_NUMBERS
                               ? chart_text(c, "%d against %d", x->plan->numbers, x->plan->numbers)
                               : "at equal cost";

    c->title = chart_text(c, "%s: all against all", x->book->store.title);
    c->subtitle = chart_text(c, "%zu units, %s, %s; the strongest first", x->n_units, matching, ranges);
}

/* The hash of the counts shows whether two pictures were made from the same trials. */
static void add_captions(chart *c, const salvo_matrix *x)
{
    chart_remark(c, x->remark);
    if (x->n_fought < x->n_requested)
        chart_caption(c, chart_text(c, "Partial, interrupted: %zu of %zu matches.", x->n_fought, x->n_requested));
    if (x->n_exact)
        chart_caption(c, chart_text(c, "%zu matches exact.", x->n_exact));
    if (x->n_simulated)
        chart_caption(
            c, chart_text(c, "%zu matches Monte Carlo, %" PRIu64 " trials, seed %" PRIu64 ", counts %016" PRIx64 ".",
                          x->n_simulated, x->trials, x->seed, x->hash));
    chart_caption_book(c, x->book);
}

/* The default picture shows the chances to win. */
salvo_status draw_matrix(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err)
{
    const salvo_matrix *x = answer;
    const char *names[N_PICTURES];
    int picture = P_WIN;

    for (int i = 0; i < N_PICTURES; i++)
        names[i] = PICTURES[i].name;
    TRY(choose_picture(names, N_PICTURES, show, n, &picture, err));
    c->kind = CHART_HEAT;
    if (picture == RANKING)
        add_ranking(c, x);
    else
        add_square(c, x, picture);
    add_titles(c, x);
    add_captions(c, x);
    return SALVO_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line for each outcome of a duel, which rises to its chance: the chance that the duel has ended so by that turn. */
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { N_ENDS = 3, TURNS_DRAWN = 60 };
static const double TAIL_DRAWN = 0.001; /* turns are drawn until fewer duels than this go on */

/* One outcome of a duel, summed over the turns. */
typedef struct ending {
    const char *name, *label;
    const salvo_figure *whole;
    size_t offset; /* of its figure in a turn */
} ending;

/* The offset lets one function sum any of the three outcomes. */
static const salvo_figure *figure_in(const salvo_duel_turn *turn, const ending *e)
{
    return (const salvo_figure *)((const char *)turn + e->offset);
}

static double value_of(const salvo_duel *duel, const salvo_duel_turn *turn, const ending *e)
{
    return figure_value(&duel->answer, figure_in(turn, e));
}

/* Returns the turns until hardly a duel goes on. The first turn is always drawn; otherwise a duel that ends at once
 * would have no lines. */
static size_t turns_drawn(const salvo_duel *duel, const ending *ends)
{
    /* Duels that never end have no turns to draw. */
    double left = 1 - figure_value(&duel->answer, &duel->p_undecided);
    size_t n = 0;

    while (n < duel->n_turns && n < TURNS_DRAWN && (n == 0 || left > TAIL_DRAWN)) {
        for (size_t i = 0; i < N_ENDS; i++)
            left -= value_of(duel, &duel->by_turn[n], &ends[i]);
        n++;
    }
    return n;
}

/* Adds the chance that the duel has ended so by each turn. For trials, counts are summed, and the sum has an interval
 * of its own. Lines begin at turn 0 with a chance of 0, because nobody has won before the first shot. */
static void add_ending(chart *c, const salvo_duel *duel, const ending *e, size_t turns)
{
    chart_series *s = chart_add_series(c, e->name);
    double sum = 0;
    uint64_t count = 0;

    s->label = e->label;
    chart_add_point(c, s, chart_at(0, 0));
    for (size_t i = 0; i < turns; i++) {
        const salvo_duel_turn *turn = &duel->by_turn[i];
        chart_point point = chart_at((double)turn->turn, sum += value_of(duel, turn, e));

        count += figure_in(turn, e)->count;
        if (!duel->answer.exact && turn->simulated) {
            salvo_estimate interval = salvo_simulation_estimate(&duel->answer.simulation, count);

            /* Counts are summed and not rounded values, so the sum is exact in every turn. */
            point.y = sum = interval.value;
            point.low = interval.low;
            point.high = interval.high;
        }
        chart_add_point(c, s, point);
    }
}

/* The chance is in the label, because lines that end close together cannot be read off. */
static const char *label_of(chart *c, const salvo_duel *duel, const char *name, const salvo_figure *figure)
{
    char percent[FIGURE_MAX];

    percent_text(percent, figure_value(&duel->answer, figure), 1);
    return chart_text(c, "%s  %s", name, percent);
}

/* Returns the user's words for the situation, without sides and range. */
static const char *words_of(chart *c, const salvo_duel *duel)
{
    const salvo_procedure *procedure = duel->question.procedure;
    const salvo_duel_adapter *adapter = duel->question.book->ruleset->duel;
    salvo_text text = {0};

    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        const char *key = procedure->schema.parameters[i].key;

        if (duel->question.values[i].given && strcmp(key, adapter->a) != 0 && strcmp(key, adapter->b) != 0 &&
            strcmp(key, adapter->range) != 0)
            salvo_text_add(&text, ", %s", chart_value_words(c, &duel->question, i));
    }
    return chart_built(c, &text);
}

/* Turns are whole, and a probability begins at 0. */
static void add_titles(chart *c, const salvo_duel *duel)
{
    const salvo_duel_adapter *adapter = duel->question.book->ruleset->duel;
    const salvo_value *range =
        &duel->question.values[salvo_parameter_find(&duel->question.procedure->schema, adapter->range)];

    c->title = chart_text(c, "%s against %s at %s %s", duel->a.name, duel->b.name, range->text,
                          duel->question.book->store.distance_unit);
    c->subtitle = chart_text(c, "%s: the chance that each side has won by the end of a turn%s",
                             duel->question.book->store.title, words_of(c, duel));
    c->x.title = chart_text(c, "%s", duel_counts(duel));
    c->x.whole = true;
    c->y.title = "probability";
    c->y.scale = AXIS_PERCENT;
}

/* Both sides are drawn even if one never wins. The loss of both is drawn only if it occurs. */
void draw_duel(chart *c, const void *answer)
{
    const salvo_duel *duel = answer;
    const bool twins = strcmp(duel->a.name, duel->b.name) == 0;
    const ending ends[N_ENDS] = {
        {"a", label_of(c, duel, chart_text(c, "%s%s", duel->a.name, twins ? " (a)" : ""), &duel->p_a), &duel->p_a,
         offsetof(salvo_duel_turn, p_a)},
        {"b", label_of(c, duel, chart_text(c, "%s%s", duel->b.name, twins ? " (b)" : ""), &duel->p_b), &duel->p_b,
         offsetof(salvo_duel_turn, p_b)},
        {"both destroyed", label_of(c, duel, "both destroyed", &duel->p_mutual), &duel->p_mutual,
         offsetof(salvo_duel_turn, p_mutual)},
    };
    const size_t turns = turns_drawn(duel, ends);

    add_titles(c, duel);
    for (size_t i = 0; i < N_ENDS; i++)
        if (i < 2 || figure_value(&duel->answer, ends[i].whole) > 0)
            add_ending(c, duel, &ends[i], turns);
    caption_answer(c, duel->question.book, duel->question.procedure, &duel->answer,
                   salvo_question_remark(&duel->question));
}

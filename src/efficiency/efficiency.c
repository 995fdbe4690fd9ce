/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every cell of the table is an average over the units of a target. The effect of one unit on another is solved
 * beforehand, for all cells together (fire_pairs.h). The same pair of units occurs in many cells, and threads and ranks
 * can divide the pairs. One thread computes the averages here in a fixed order, so that they do not depend on the
 * division of the work. */
#include <salvo/efficiency.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"
#include "efficiency/fire_pairs.h"
#include "efficiency/targets.h"
#include "rules/fault.h"

/* The header's list has names and help in the order of the enum. */
#define METRIC(name, help) {name, help},
const salvo_metric SALVO_METRICS[SALVO_N_METRICS] = {SALVO_EFFICIENCY_METRICS(METRIC)};
#undef METRIC

/* The state of the measurement of a table. */
typedef struct measuring {
    salvo_efficiency *table;
    const salvo_efficiency_plan *plan;
    fire fire;
    fire_pairs pairs;
} measuring;

/* Lists names and prices beside the rows, for reports. */
static salvo_status list_firers(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_status status = SALVO_OK;

    TRY(salvo_unit_set_select(&m->fire.firers, m->plan->units, e->memory, &e->selection, err));
    e->firers = m->fire.firers;
    e->n_units = e->selection.n;
    e->units = salvo_arena_array(e->memory, e->n_units, sizeof *e->units);
    e->prices = salvo_arena_array(e->memory, e->n_units, sizeof *e->prices);
    if (!e->units || !e->prices)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < e->n_units; i++) {
        e->units[i] = salvo_unit_set_name(&e->firers, e->selection.rows[i]);
        e->prices[i] = salvo_unit_set_price(&e->firers, e->selection.rows[i]);
        status = status == SALVO_OK ? fire_check_firer(&m->fire, e->selection.rows[i], err) : status;
    }
    return status;
}

/* The table is by range, so an average over ranges is refused. */
static salvo_status list_ranges(measuring *m, salvo_error *err)
{
    const char *text = m->plan->range;
    salvo_ranges ranges;

    TRY(salvo_ranges_read(&ranges, text, m->table->book, m->table->memory, err));
    if (ranges.averaged)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--range %s: efficiency has a row for each range; leave the "
                          "weights out",
                          text);
    m->table->ranges = ranges.at;
    m->table->n_ranges = ranges.n;
    m->table->brackets = !text || salvo_name_matches(text, "all");
    return SALVO_OK;
}

/* The worth of fire in points: sums over the targets that have a price. The weights are summed beside it, so that the
 * average is over those targets alone. */
typedef struct worth {
    double weight, destroyed, answered;
} worth;

/* If firers have a separate list (weapons), they are not targets. */
static bool can_be_target(const measuring *m, size_t row)
{
    return !m->table->book->ruleset->fire->firers && row < salvo_unit_set_size(&m->fire.targets);
}

/* Returns whether the target's answer is reported. A class contains units of several prices, and has no points. Without
 * the firer's own price, the cost of an answer is unknown. In this form NAN counts as known, because it is not below
 * 0. */
static bool is_answered(const measuring *m, size_t row, size_t target)
{
    return m->table->against && !(salvo_unit_set_price(&m->fire.targets, target) < 0) &&
           !(salvo_unit_set_price(&m->fire.firers, row) < 0) && can_be_target(m, row);
}

/* Adds what the fire destroys, and what the target's answer would destroy. */
static void add_worth(const measuring *m, size_t row, size_t target, size_t range, double weight, double kill, worth *w)
{
    const double price = salvo_unit_set_price(&m->fire.targets, target);

    if (!m->table->against || price < 0)
        return;
    w->weight += weight;
    w->destroyed += weight * kill * price;
    if (is_answered(m, row, target))
        w->answered += weight * fire_pairs_effect(&m->pairs, target, row, range)->activation.kill *
                       salvo_unit_set_price(&m->fire.firers, row);
}

/* Computes one cell: a unit's fire at a target, averaged over the target's units. */
static salvo_shot average(const measuring *m, size_t unit, const salvo_target *t, size_t range)
{
    const salvo_efficiency *e = m->table;
    size_t row = e->selection.rows[unit];
    /* NAN is not 0: it means that the answer is unknown. */
    bool can_be_answered = e->prices[unit] >= 0 && can_be_target(m, row);
    salvo_shot shot = {0};
    worth w = {0};

    for (size_t i = 0; i < t->n_units; i++) {
        const fire_effect *p = fire_pairs_effect(&m->pairs, row, t->units[i], range);
        double weight = t->weights[i];

        add_worth(m, row, t->units[i], range, weight, p->activation.kill, &w);
        shot.hit += weight * p->activation.hit;
        shot.kill += weight * p->activation.kill;
        shot.damage += weight * p->activation.damage;
        shot.shots += weight * p->shots;
        shot.shot.hit += weight * p->shot.hit;
        shot.shot.kill += weight * p->shot.kill;
        shot.shot.damage += weight * p->shot.damage;
    }
    shot.destroyed = w.weight > 0 ? w.destroyed / w.weight : NAN; /* over those that have a price */
    shot.answered = w.weight > 0 && can_be_answered ? w.answered / w.weight : NAN;
    return shot;
}

/* Requests the fire at the units of a target, and their answer. */
static void ask_pairs(measuring *m, size_t row, const salvo_target *t)
{
    for (size_t i = 0; i < t->n_units; i++) {
        fire_pairs_ask(&m->pairs, row, t->units[i]);
        if (is_answered(m, row, t->units[i]))
            fire_pairs_ask(&m->pairs, t->units[i], row);
    }
}

static salvo_status solve_pairs(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_status status;

    TRY(fire_pairs_begin(&m->pairs, &m->fire, e->ranges, e->n_ranges, e->memory, err));
    for (size_t i = 0; i < e->n_units; i++)
        for (size_t t = 0; t < e->n_targets; t++)
            ask_pairs(m, e->selection.rows[i], &e->targets[t]);
    status = fire_pairs_solve(&m->pairs, m->plan->how, err);
    e->remark = status == SALVO_OK ? fire_pairs_remark(&m->pairs) : NULL;
    return status;
}

/* Cells are in the order of salvo_efficiency_shot. */
static salvo_status fill_cells(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_shot *shot = salvo_arena_array(e->memory, e->n_units * e->n_targets * e->n_ranges, sizeof *e->shots);

    e->shots = shot;
    if (!shot)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < e->n_units; i++)
        for (size_t t = 0; t < e->n_targets; t++)
            for (size_t r = 0; r < e->n_ranges; r++)
                *shot++ = average(m, i, &e->targets[t], r);
    return SALVO_OK;
}

static salvo_status list_targets(measuring *m, salvo_error *err)
{
    return targets_list(m->table, &m->fire, err);
}

/* Asks the first question of the table, for what all questions have in common. The question copies its words. */
static salvo_status ask_first(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    const fire *f = &m->fire;
    const char **words = salvo_arena_array(e->memory, fire_words_max(f) + 1, sizeof *words);
    size_t n = words ? fire_words(f, e->selection.rows[0], e->targets[0].units[0], e->memory, words) : 0;

    if (n == 0 ||
        !(words[n++] = salvo_arena_printf(e->memory, "%s=%.15g", e->book->ruleset->fire->range, e->ranges[0])))
        return salvo_fail_memory(err);
    TRY(salvo_question_ask(&e->question, e->book, f->procedure, words, n, err));
    e->common = fire_conditions(f, &e->question, e->memory);
    return e->common ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status open_fire(measuring *m, salvo_error *err)
{
    return fire_init(&m->fire, m->table->book, m->plan->words, m->plan->n_words, err);
}

/* The order matters: ranges and targets are read with the rulebook's procedure, which the opening finds. Pairs need all
 * of them. */
static salvo_status measure_table(salvo_efficiency *e, const salvo_efficiency_plan *plan, salvo_error *err)
{
    static salvo_status (*const STEPS[])(measuring *, salvo_error *) = {
        open_fire, list_firers, list_ranges, list_targets, solve_pairs, ask_first, fill_cells};
    measuring m = {.table = e, .plan = plan};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](&m, err);
    return status;
}

/* A fault of rules in Lua arrives as a failure of their caller; salvo_fault_or() replaces it by the rules' own
 * words. */
salvo_status salvo_efficiency_measure(salvo_efficiency *table, const salvo_rulebook *book,
                                      const salvo_efficiency_plan *plan, salvo_error *err)
{
    salvo_status status;

    *table = (salvo_efficiency){.book = book, .against = plan->against, .memory = salvo_arena_new()};
    status = table->memory ? measure_table(table, plan, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        salvo_efficiency_free(table);
    return status;
}

void salvo_efficiency_free(salvo_efficiency *table)
{
    salvo_question_free(&table->question);
    salvo_arena_free(table->memory);
    memset(table, 0, sizeof *table);
}

const salvo_shot *salvo_efficiency_shot(const salvo_efficiency *table, size_t unit, size_t target, size_t range)
{
    return &table->shots[(unit * table->n_targets + target) * table->n_ranges + range];
}

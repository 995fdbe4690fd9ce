/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums have more digits than answers (long double), so an answer is mostly rounded only once, at the end.
 *
 * All turns at once: positions are settled level by level. A turn in which nothing changed leads back to its
 * beginning. So each beginning is visited 1 / leave times on average, where `leave` is the chance that the turn leads
 * elsewhere. It is computed as a sum, not as a difference, so that no digits cancel. A turn that nothing can leave is
 * an endless battle.
 *
 * Turn by turn, for the list of turns and for limited turns: what begins in a turn flows through its activations. What
 * reaches a beginning waits for the next turn. */
#include "fight/battle_fold.h"

#include <stdlib.h>

#include "base/try.h"
#include "fight/graph_key.h"

/* As in other chains (src/odds/chain.c), a list of turns that is not the answer ends after this many edges. */
enum { TURNS_WORK_MAX = 50000000 };

/* Within a turn, smaller chances are not followed: they are far below the rounding of any sum. */
static const long double TOO_RARE = 1e-40L;

/* Arrays by position, made once and used again for the list of turns. */
typedef struct fold {
    const battle_graph *g;
    long double *visits; /* by position */
    long double *next;   /* turn by turn, by position: the start of the next turn */
    /* For all turns at once, the same array as `next`: visits within one turn that begins at the level, ... */
    long double *loop;
    uint32_t *home;     /* ... the beginning of that turn, ... */
    long double *leave; /* ... and, by beginning, the chance that it leads elsewhere */
    uint32_t *place_of; /* by position with an outcome: its place in `outcomes` */
    int *outcomes;      /* ascending */
    size_t n_outcomes;
    long double *probability; /* by place */
    long double gain[N_GAINS];
    bool endless;
    uint64_t work; /* edges followed */
} fold;

static int by_value(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static bool is_over(const battle_graph *g, uint32_t position)
{
    return g->positions[position].outcome != SALVO_CONTINUES;
}

static bool begins_turn(const battle_graph *g, uint32_t position)
{
    return g->positions[position].action == ORDER_ACTION;
}

static const graph_action *action_of(const battle_graph *g, uint32_t position)
{
    return &g->actions[g->positions[position].action];
}

/* The outcome if the battle stays there, or ends by the limit: the survivors. */
static int outcome_of(const battle_graph *g, uint32_t position)
{
    return is_over(g, position) ? g->positions[position].outcome : graph_left(g, position);
}

/* Finds the outcomes of positions that end the battle, and of beginnings, where it may stay for ever or end by the
 * limit. The outcome of a beginning is its survivors. */
static salvo_status find_outcomes(fold *f, salvo_error *err)
{
    const battle_graph *g = f->g;
    const size_t n = graph_size(g);
    size_t found = 0;

    f->outcomes = calloc(n + 1, sizeof *f->outcomes);
    f->place_of = calloc(n, sizeof *f->place_of);
    f->probability = calloc(n + 1, sizeof *f->probability);
    if (!f->outcomes || !f->place_of || !f->probability)
        return salvo_fail_memory(err);
    for (uint32_t i = 0; i < n; i++)
        if (is_over(g, i) || begins_turn(g, i))
            f->outcomes[found++] = outcome_of(g, i);
    qsort(f->outcomes, found, sizeof *f->outcomes, by_value);
    for (size_t i = 0; i < found; i++)
        if (i == 0 || f->outcomes[i] != f->outcomes[f->n_outcomes - 1])
            f->outcomes[f->n_outcomes++] = f->outcomes[i];
    for (uint32_t i = 0; i < n; i++)
        if (is_over(g, i) || begins_turn(g, i)) {
            const int outcome = outcome_of(g, i);
            const int *at = bsearch(&outcome, f->outcomes, f->n_outcomes, sizeof outcome, by_value);

            f->place_of[i] = (uint32_t)(at - f->outcomes);
        }
    return SALVO_OK;
}

static salvo_status fold_init(fold *f, const battle_graph *g, salvo_error *err)
{
    const size_t n = graph_size(g);

    *f = (fold){.g = g};
    f->visits = calloc(n, sizeof *f->visits);
    f->next = f->loop = calloc(n, sizeof *f->next);
    f->leave = calloc(n, sizeof *f->leave);
    f->home = calloc(n, sizeof *f->home);
    if (!f->visits || !f->next || !f->leave || !f->home)
        return salvo_fail_memory(err);
    return find_outcomes(f, err);
}

static void fold_free(fold *f)
{
    free(f->visits);
    free(f->next);
    free(f->leave);
    free(f->home);
    free(f->place_of);
    free(f->outcomes);
    free(f->probability);
}

/* Clears all sums. The list of turns is computed after the answer, with the same arrays. */
static void fold_clear(fold *f)
{
    memset(f->visits, 0, graph_size(f->g) * sizeof *f->visits);
    memset(f->next, 0, graph_size(f->g) * sizeof *f->next);
    memset(f->probability, 0, f->n_outcomes * sizeof *f->probability);
    memset(f->gain, 0, sizeof f->gain);
    f->work = 0;
}

static void add_gains(fold *f, const graph_action *a, long double visits)
{
    for (int k = 0; k < N_GAINS; k++)
        f->gain[k] += visits * a->gain[k];
}

/* All turns at once. */

/* Positions of one level can lead back to each other. Positions of different levels only lead onwards. */
static bool is_level(const battle_graph *g, uint32_t from, uint32_t to)
{
    return !is_over(g, to) && g->positions[to].level == g->positions[from].level;
}

/* Passes what came from earlier levels through the current turns to the beginnings. In the order of the turn, so that
 * each position is complete before it is passed on. */
static void flow_in(fold *f, uint32_t from)
{
    const battle_graph *g = f->g;
    const graph_action *a = action_of(g, from);

    for (uint32_t i = 0; !begins_turn(g, from) && f->visits[from] > 0 && i < a->n; i++) {
        const uint32_t to = g->to[g->positions[from].first + i];

        if (is_level(g, from, to))
            f->visits[to] += f->visits[from] * g->results[a->first + i].p;
    }
}

/* Follows one turn from every beginning of the level. A position has only one beginning: within a level no unit state
 * has changed during the turn, so the position determines it. */
static void flow_round(fold *f, uint32_t from)
{
    const battle_graph *g = f->g;
    const graph_action *a = action_of(g, from);

    if (begins_turn(g, from)) {
        f->loop[from] = 1;
        f->home[from] = from;
    }
    for (uint32_t i = 0; f->loop[from] > 0 && i < a->n; i++) {
        const uint32_t to = g->to[g->positions[from].first + i];
        const long double p = f->loop[from] * g->results[a->first + i].p;

        if (!is_level(g, from, to)) {
            f->leave[f->home[from]] += p;
        } else if (!begins_turn(g, to)) {
            f->loop[to] += p;
            f->home[to] = f->home[from];
        }
    }
}

/* The visits of a beginning count every turn that led back to it. If nothing leaves it, it keeps what came. */
static void settle_beginning(fold *f, uint32_t at)
{
    if (f->leave[at] > 0) {
        f->visits[at] /= f->leave[at];
    } else {
        f->endless = f->endless || f->visits[at] > 0;
        f->probability[f->place_of[at]] += f->visits[at];
        f->visits[at] = 0;
    }
}

/* Passes on only what leaves the level. The division has counted the rest. */
static void flow_out(fold *f, uint32_t from)
{
    const battle_graph *g = f->g;
    const graph_action *a = action_of(g, from);

    if (f->visits[from] <= 0)
        return;
    add_gains(f, a, f->visits[from]);
    for (uint32_t i = 0; i < a->n; i++) {
        const uint32_t to = g->to[g->positions[from].first + i];
        const long double p = f->visits[from] * g->results[a->first + i].p;

        if (is_over(g, to))
            f->probability[f->place_of[to]] += p;
        else if (!is_level(g, from, to))
            f->visits[to] += p;
    }
}

/* Five passes over the same positions. Each needs the complete result of the previous one. */
static void settle_level(fold *f, const uint32_t *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        flow_in(f, order[i]);
    for (size_t i = 0; i < n; i++)
        flow_round(f, order[i]);
    for (size_t i = 0; i < n; i++)
        if (begins_turn(f->g, order[i]))
            settle_beginning(f, order[i]);
    for (size_t i = 0; i < n; i++)
        if (!begins_turn(f->g, order[i]))
            f->visits[order[i]] += f->loop[order[i]] * f->visits[f->home[order[i]]];
    for (size_t i = 0; i < n; i++)
        flow_out(f, order[i]);
}

static void fold_whole(fold *f)
{
    const battle_graph *g = f->g;
    const size_t n = g->n_order;

    f->visits[0] = 1;
    for (size_t i = 0, behind; i < n; i = behind) {
        for (behind = i + 1; behind < n && g->positions[g->order[behind]].level == g->positions[g->order[i]].level;)
            behind++;
        settle_level(f, g->order + i, behind - i);
    }
}

/* Turn by turn. */

/* Clears visits on the way, so that the array is all 0 after the turn. */
static void flow_on(fold *f, uint32_t from)
{
    const battle_graph *g = f->g;
    const graph_action *a = action_of(g, from);
    const long double visits = f->visits[from];

    f->visits[from] = 0;
    if (visits < TOO_RARE)
        return;
    add_gains(f, a, visits);
    f->work += a->n;
    for (uint32_t i = 0; i < a->n; i++) {
        const uint32_t to = g->to[g->positions[from].first + i];
        const long double p = visits * g->results[a->first + i].p;

        if (is_over(g, to))
            f->probability[f->place_of[to]] += p;
        else if (begins_turn(g, to))
            f->next[to] += p;
        else
            f->visits[to] += p;
    }
}

/* Returns the probability with which the next turn begins. */
static long double fold_turn(fold *f)
{
    const battle_graph *g = f->g;
    long double *next = f->next, left = 0;

    for (size_t i = 0; i < g->n_order; i++)
        flow_on(f, g->order[i]);
    for (size_t i = 0; i < g->n_order; i++)
        left += next[g->order[i]];
    f->next = f->visits; /* all 0 now */
    f->visits = next;
    return left;
}

/* If turns are limited, ends the battle at the beginnings of the turn after the last. */
static void break_off(fold *f)
{
    const battle_graph *g = f->g;

    for (size_t i = 0; i < g->n_order; i++)
        if (begins_turn(g, g->order[i]))
            f->probability[f->place_of[g->order[i]]] += f->visits[g->order[i]];
}

/* A limited battle is followed turn by turn, without the geometric series. */
static void fold_limited(fold *f, int64_t limit)
{
    long double left = 1;

    f->visits[0] = 1;
    for (int64_t turn = 1; turn <= limit && left > 0; turn++)
        left = fold_turn(f);
    break_off(f);
}

/* The answer. */

/* Doubles have no fraction to show, hence NULL. */
static salvo_status report_outcomes(salvo_odds *odds, const fold *f, salvo_error *err)
{
    const battle_model *model = f->g->model;

    odds->outcomes = salvo_arena_array(odds->memory, f->n_outcomes, sizeof *odds->outcomes);
    if (!odds->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < f->n_outcomes; i++) {
        salvo_outcome *o = &odds->outcomes[odds->n_outcomes];
        char label[SALVO_LABEL_MAX];

        if (f->probability[i] <= 0) /* impossible outcomes are left out */
            continue;
        model->procedure.label(model, f->outcomes[i], label);
        *o = (salvo_outcome){f->outcomes[i], salvo_arena_text(odds->memory, label), {(double)f->probability[i], NULL}};
        if (!o->label)
            return salvo_fail_memory(err);
        odds->n_outcomes++;
    }
    return SALVO_OK;
}

static salvo_status report_means(salvo_odds *odds, const fold *f, salvo_error *err)
{
    odds->means = salvo_arena_array(odds->memory, N_GAINS, sizeof *odds->means);
    if (!odds->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < N_GAINS && !f->endless; k++)
        odds->means[odds->n_means++] = (salvo_mean){
            .expectation = k, .name = f->g->model->procedure.expectations[k].name, .mean = {(double)f->gain[k], NULL}};
    return SALVO_OK;
}

/* Adds a row: how much the turn added to the probability of each reported outcome, and to each gain. The sums then
 * start again. The answer's outcomes are among the fold's, in the same order, so one pass finds their places. */
static salvo_status add_turn(salvo_odds *odds, fold *f, salvo_error *err)
{
    double *row = salvo_arena_array(odds->memory, odds->n_outcomes + N_GAINS, sizeof *row);
    size_t place = 0;

    if (!row)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        while (f->outcomes[place] != odds->outcomes[i].outcome)
            place++;
        row[i] = (double)f->probability[place];
        f->probability[place] = 0;
    }
    for (size_t k = 0; k < N_GAINS; k++)
        row[odds->n_outcomes + k] = (double)f->gain[k];
    memset(f->gain, 0, sizeof f->gain);
    odds->turns[odds->n_turns] = (salvo_turn){(int64_t)odds->n_turns + 1, row, row + odds->n_outcomes};
    odds->n_turns++;
    return SALVO_OK;
}

/* One place more than turns, because an empty array would be NULL. */
static salvo_status list_turns(salvo_odds *odds, fold *f, const salvo_odds_options *options, salvo_error *err)
{
    const int64_t limit = f->g->model->turn_limit;
    const size_t turns_max = limit && (uint64_t)limit < options->turns_max ? (size_t)limit : options->turns_max;
    long double left = 1;
    salvo_status status = SALVO_OK;

    odds->turns = salvo_arena_array(odds->memory, turns_max + 1, sizeof *odds->turns);
    if (!odds->turns)
        return salvo_fail_memory(err);
    fold_clear(f);
    f->visits[0] = 1;
    for (size_t turn = 1; turn <= turns_max && status == SALVO_OK; turn++) {
        left = fold_turn(f);
        if (limit && turn == (size_t)limit)
            break_off(f);
        status = add_turn(odds, f, err);
        if (left <= 0 || left < options->turns_tail || f->work > TURNS_WORK_MAX)
            break;
    }
    return status;
}

static salvo_status report_fold(salvo_odds *odds, fold *f, const salvo_odds_options *options, salvo_error *err)
{
    salvo_status status;

    TRY(report_outcomes(odds, f, err));
    status = report_means(odds, f, err);
    if (status != SALVO_OK || options->turns_max == 0)
        return status;
    return list_turns(odds, f, options, err);
}

salvo_status battle_fold(salvo_odds *odds, const battle_graph *g, const salvo_odds_options *options, salvo_error *err)
{
    fold f;
    salvo_status status = fold_init(&f, g, err);

    odds->size = graph_size(g);
    odds->arithmetic = SALVO_DOUBLE;
    if (status == SALVO_OK) {
        if (g->model->turn_limit)
            fold_limited(&f, g->model->turn_limit);
        else
            fold_whole(&f);
        status = report_fold(odds, &f, options, err);
    }
    fold_free(&f);
    return status;
}

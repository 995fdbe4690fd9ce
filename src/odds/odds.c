#include <salvo/odds.h>

#include <stdlib.h>
#include <string.h>

#include "odds/flow.h"
#include "odds/number.h"
#include "odds/outcome_table.h"
#include "odds/state_graph.h"

/* ---- the sums that both shapes of procedure end in ---------------------------------------------------------------- */

/* One number for each outcome that can come, in the procedure's order, and one for each expectation. */
typedef struct tally {
    arithmetic with;
    int *outcomes; /* ascending, each once */
    size_t n_outcomes;
    num *probability; /* by place in `outcomes` */
    num *gain;        /* SALVO_EXPECTATIONS_MAX */
    bool endless;     /* some of the probability never ends: means do not exist */
} tally;

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Takes n outcomes in any order and number. */
static salvo_status tally_init(tally *t, salvo_arithmetic kind, const int *outcomes, size_t n, salvo_error *err)
{
    memset(t, 0, sizeof *t);
    arithmetic_init(&t->with, kind);
    t->outcomes = calloc(n ? n : 1, sizeof *t->outcomes);
    if (t->outcomes) {
        memcpy(t->outcomes, outcomes, n * sizeof *outcomes);
        qsort(t->outcomes, n, sizeof *t->outcomes, by_value);
        for (size_t i = 0; i < n; i++)
            if (i == 0 || t->outcomes[i] != t->outcomes[t->n_outcomes - 1])
                t->outcomes[t->n_outcomes++] = t->outcomes[i];
        t->probability = numbers_new(&t->with, t->n_outcomes);
        t->gain = numbers_new(&t->with, SALVO_EXPECTATIONS_MAX);
    }
    return t->probability && t->gain ? SALVO_OK : salvo_fail_memory(err);
}

static void tally_free(tally *t)
{
    numbers_free(&t->with, t->probability, t->n_outcomes);
    numbers_free(&t->with, t->gain, SALVO_EXPECTATIONS_MAX);
    arithmetic_free(&t->with);
    free(t->outcomes);
}

static size_t tally_place(const tally *t, int outcome)
{
    const int *found = bsearch(&outcome, t->outcomes, t->n_outcomes, sizeof outcome, by_value);

    return (size_t)(found - t->outcomes);
}

/* ---- the answer ------------------------------------------------------------------------------------------------------- */

static salvo_status report_outcomes(salvo_odds *odds, const tally *t, const salvo_question *q, salvo_error *err)
{
    odds->outcomes = salvo_arena_array(odds->memory, t->n_outcomes, sizeof *odds->outcomes);
    if (!odds->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->n_outcomes; i++) {
        salvo_outcome *o = &odds->outcomes[odds->n_outcomes];
        char label[SALVO_LABEL_MAX];

        if (number_is_zero(&t->with, &t->probability[i]))
            continue;
        salvo_outcome_label(q, t->outcomes[i], label);
        o->outcome = t->outcomes[i];
        o->label = salvo_arena_text(odds->memory, label);
        if (!o->label || !number_report(&t->with, &t->probability[i], odds->memory, &o->probability))
            return salvo_fail_memory(err);
        odds->n_outcomes++;
    }
    return SALVO_OK;
}

static salvo_status report_means(salvo_odds *odds, tally *t, const salvo_question *q, salvo_error *err)
{
    const salvo_procedure *p = q->procedure;

    odds->means = salvo_arena_array(odds->memory, p->n_expectations, sizeof *odds->means);
    if (!odds->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < p->n_expectations && !t->endless; k++) {
        salvo_mean *mean = &odds->means[odds->n_means];

        if (p->expects && !p->expects(q->situation, k))
            continue;
        if (p->expectations[k].parts > 1)
            number_scale(&t->with, &t->gain[k], 1, (uint64_t)p->expectations[k].parts);
        *mean = (salvo_mean){.expectation = k, .name = p->expectations[k].name};
        if (!number_report(&t->with, &t->gain[k], odds->memory, &mean->mean))
            return salvo_fail_memory(err);
        odds->n_means++;
    }
    return SALVO_OK;
}

static salvo_status report(salvo_odds *odds, tally *t, const salvo_question *q, salvo_error *err)
{
    salvo_status status;

    odds->arithmetic = t->with.kind;
    status = report_outcomes(odds, t, q, err);
    return status == SALVO_OK ? report_means(odds, t, q, err) : status;
}

/* ---- rolls: count the cells of the outcome table ------------------------------------------------------------------------ */

static salvo_status count_cells(salvo_odds *odds, const outcome_table *table, const salvo_question *q,
                                const salvo_odds_options *options, salvo_error *err)
{
    int *outcomes = calloc(table->n_cells, sizeof *outcomes);
    tally t;
    salvo_status status;

    if (!outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_cells; i++)
        outcomes[i] = table->cells[i].outcome;
    status = tally_init(&t, options->arithmetic, outcomes, table->n_cells, err);
    free(outcomes);
    for (size_t i = 0; i < table->n_cells && status == SALVO_OK; i++) {
        const table_cell *cell = &table->cells[i];

        number_add_ratio(&t.with, &t.probability[tally_place(&t, cell->outcome)], (int64_t)cell->ways, table->ways);
        for (size_t k = 0; k < q->procedure->n_expectations; k++)
            number_add_ratio(&t.with, &t.gain[k], cell->gain[k] * (int64_t)cell->ways, table->ways);
    }
    if (status == SALVO_OK)
        status = report(odds, &t, q, err);
    tally_free(&t);
    return status;
}

static salvo_status solve_roll(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options,
                               salvo_error *err)
{
    outcome_table table;
    salvo_status status = outcome_table_compile(&table, q, err);

    if (status != SALVO_OK)
        return status;
    odds->size = table.ways;
    status = count_cells(odds, &table, q, options, err);
    outcome_table_free(&table);
    return status;
}

/* ---- chains: let probability flow through the graph of states ------------------------------------------------------------- */

/* A chain being solved in one kind of number. */
typedef struct solver {
    const salvo_question *question;
    const state_graph *graph;
    tally tally;
    uint32_t *outcome_of; /* by state */
    flow_sums sums;
    num *rest; /* one: what never ends, or what the limit stopped */
} solver;

static salvo_status find_outcomes(solver *s, salvo_arithmetic kind, salvo_error *err)
{
    size_t n = s->graph->n_states, found = 0;
    int *outcomes = calloc(n + 1, sizeof *outcomes);
    salvo_status status;

    s->outcome_of = calloc(n, sizeof *s->outcome_of);
    if (!outcomes || !s->outcome_of) {
        free(outcomes);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        if (s->graph->states[i].outcome != SALVO_GOES_ON)
            outcomes[found++] = s->graph->states[i].outcome;
    outcomes[found++] = s->question->procedure->chain->undecided;
    status = tally_init(&s->tally, kind, outcomes, found, err);
    free(outcomes);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (s->graph->states[i].outcome != SALVO_GOES_ON)
            s->outcome_of[i] = (uint32_t)tally_place(&s->tally, s->graph->states[i].outcome);
    return status;
}

static salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                                salvo_error *err)
{
    const arithmetic *with = &s->tally.with;
    salvo_status status;

    *s = (solver){.question = q, .graph = graph};
    status = find_outcomes(s, kind, err);
    if (status != SALVO_OK)
        return status;
    s->rest = numbers_new(with, 1);
    s->sums = (flow_sums){
        .visits = numbers_new(with, graph->n_states),
        .carried = numbers_new(with, graph->n_states),
        .outcomes = s->tally.probability,
        .outcome_of = s->outcome_of,
        .gains = s->tally.gain,
        .endless = s->rest,
    };
    return s->rest && s->sums.visits && s->sums.carried ? SALVO_OK : salvo_fail_memory(err);
}

static void solver_free(solver *s)
{
    const arithmetic *with = &s->tally.with;

    numbers_free(with, s->sums.visits, s->graph->n_states);
    numbers_free(with, s->sums.carried, s->graph->n_states);
    numbers_free(with, s->rest, 1);
    tally_free(&s->tally);
    free(s->outcome_of);
}

/* All the probability stands at the start; a chain may have ended before it began. */
static void place_start(solver *s)
{
    num *start =
        s->graph->states[0].outcome == SALVO_GOES_ON ? &s->sums.visits[0] : &s->tally.probability[s->outcome_of[0]];

    number_add_ratio(&s->tally.with, start, 1, 1);
}

static void finish_undecided(solver *s, bool endless)
{
    arithmetic *with = &s->tally.with;

    s->tally.endless = endless && !number_is_zero(with, s->rest);
    number_add(with, &s->tally.probability[tally_place(&s->tally, s->question->procedure->chain->undecided)], s->rest);
}

static salvo_status settle_whole(solver *s, salvo_error *err)
{
    flow f;
    salvo_status status = flow_prepare(&f, s->graph, false, err);

    if (status != SALVO_OK)
        return status;
    place_start(s);
    status = flow_settle(&f, &s->tally.with, &s->sums, err);
    flow_free(&f);
    finish_undecided(s, true);
    return status;
}

/* What was carried over the end of the turn starts the next; false when nothing was. */
static bool next_turn(solver *s)
{
    arithmetic *with = &s->tally.with;
    num *old = s->sums.visits;
    bool any = false;

    s->sums.visits = s->sums.carried;
    s->sums.carried = old;
    for (size_t i = 0; i < s->graph->n_states; i++) {
        number_set_zero(with, &old[i]);
        any = any || !number_is_zero(with, &s->sums.visits[i]);
    }
    return any;
}

static salvo_status settle_turns(solver *s, int64_t limit, salvo_error *err)
{
    arithmetic *with = &s->tally.with;
    flow f;
    salvo_status status = flow_prepare(&f, s->graph, true, err);
    bool goes_on = true;

    if (status != SALVO_OK)
        return status;
    place_start(s);
    for (int64_t turn = 1; turn <= limit && goes_on && status == SALVO_OK && !with->outgrown; turn++) {
        status = flow_settle(&f, with, &s->sums, err);
        goes_on = next_turn(s);
    }
    flow_free(&f);
    for (size_t i = 0; i < s->graph->n_states; i++)
        number_add(with, s->rest, &s->sums.visits[i]);
    finish_undecided(s, false);
    return status;
}

static int64_t limit_of(const salvo_question *q)
{
    const salvo_chain *chain = q->procedure->chain;

    return chain->turn_limit ? chain->turn_limit(q->situation) : 0;
}

/* Solves in one kind of number; *outgrown when fractions became too long. */
static salvo_status solve_with(salvo_odds *odds, const salvo_question *q, const state_graph *graph,
                               salvo_arithmetic kind, bool *outgrown, salvo_error *err)
{
    solver s;
    salvo_status status = solver_init(&s, q, graph, kind, err);

    if (status == SALVO_OK)
        status = limit_of(q) ? settle_turns(&s, limit_of(q), err) : settle_whole(&s, err);
    *outgrown = status == SALVO_OK && s.tally.with.outgrown;
    if (status == SALVO_OK && !*outgrown)
        status = report(odds, &s.tally, q, err);
    solver_free(&s);
    return status;
}

/* ---- turn by turn -------------------------------------------------------------------------------------------------------------- */

static double sum_of(const num *numbers, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += numbers[i].real;
    return sum;
}

/* One turn's row: what each outcome of the answer gained since `before`, which is brought up to date. */
static salvo_status add_turn(salvo_odds *odds, solver *s, int64_t turn, double *before, salvo_error *err)
{
    double *row = salvo_arena_array(odds->memory, odds->n_outcomes, sizeof *row);

    if (!row)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        double now = s->tally.probability[tally_place(&s->tally, odds->outcomes[i].outcome)].real;

        row[i] = now - before[i];
        before[i] = now;
    }
    odds->turns[odds->n_turns++] = (salvo_turn){turn, row};
    return SALVO_OK;
}

static salvo_status walk_turns(salvo_odds *odds, solver *s, size_t turns_max, double tail, salvo_error *err)
{
    double *before = salvo_arena_array(odds->memory, odds->n_outcomes, sizeof *before);
    flow f;
    salvo_status status;

    if (!before)
        return salvo_fail_memory(err);
    status = flow_prepare(&f, s->graph, true, err);
    if (status != SALVO_OK)
        return status;
    place_start(s);
    for (size_t turn = 1; turn <= turns_max && status == SALVO_OK; turn++) {
        status = flow_settle(&f, &s->tally.with, &s->sums, err);
        if (status == SALVO_OK)
            status = add_turn(odds, s, (int64_t)turn, before, err);
        if (!next_turn(s) || sum_of(s->sums.visits, s->graph->n_states) < tail)
            break;
    }
    flow_free(&f);
    return status;
}

/* Always in doubles: the rows are for reading, and each is a difference of sums already exact to the last digits. */
static salvo_status list_turns(salvo_odds *odds, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_error *err)
{
    int64_t limit = limit_of(q);
    size_t turns_max = options->turns_max;
    solver s;
    salvo_status status;

    if (limit && (uint64_t)limit < turns_max)
        turns_max = (size_t)limit;
    if (turns_max == 0)
        return SALVO_OK;
    odds->turns = salvo_arena_array(odds->memory, turns_max, sizeof *odds->turns);
    if (!odds->turns)
        return salvo_fail_memory(err);
    status = solver_init(&s, q, graph, SALVO_DOUBLE, err);
    if (status == SALVO_OK)
        status = walk_turns(odds, &s, turns_max, options->turns_tail, err);
    solver_free(&s);
    return status;
}

static salvo_status solve_chain(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options,
                                salvo_error *err)
{
    state_graph graph;
    bool outgrown = false;
    salvo_status status = state_graph_compile(&graph, q, err);

    if (status != SALVO_OK)
        return status;
    odds->size = graph.n_states;
    status = solve_with(odds, q, &graph, options->arithmetic, &outgrown, err);
    if (outgrown)
        status = solve_with(odds, q, &graph, SALVO_DOUBLE, &outgrown, err);
    if (status == SALVO_OK)
        status = list_turns(odds, q, &graph, options, err);
    state_graph_free(&graph);
    return status;
}

/* ---- any question ------------------------------------------------------------------------------------------------------------------- */

salvo_status salvo_odds_solve(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                              salvo_error *err)
{
    static const salvo_odds_options DEFAULTS = {.arithmetic = SALVO_RATIONAL};
    salvo_status status;

    *odds = (salvo_odds){.memory = salvo_arena_new()};
    if (!options)
        options = &DEFAULTS;
    if (!odds->memory)
        return salvo_fail_memory(err);
    status = question->procedure->roll ? solve_roll(odds, question, options, err)
                                       : solve_chain(odds, question, options, err);
    if (status != SALVO_OK)
        salvo_odds_free(odds);
    return status;
}

void salvo_odds_free(salvo_odds *odds)
{
    salvo_arena_free(odds->memory);
    memset(odds, 0, sizeof *odds);
}

double salvo_odds_probability(const salvo_odds *odds, const char *label)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (strcmp(odds->outcomes[i].label, label) == 0)
            return odds->outcomes[i].probability.value;
    return 0;
}

double salvo_odds_mean(const salvo_odds *odds, const char *name)
{
    for (size_t i = 0; i < odds->n_means; i++)
        if (strcmp(odds->means[i].name, name) == 0)
            return odds->means[i].mean.value;
    return 0;
}

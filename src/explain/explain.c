/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An explanation uses the engine that answers the question, and reads its intermediate results: what it enumerates and
 * how often that is visited. */
#include <salvo/explain.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "explain/deciding.h"
#include "explain/kinds.h"
#include "explain/roll.h"
#include "explain/shares.h"
#include "odds/chain_graph.h"
#include "odds/explorer.h"
#include "rules/fault.h"
#include "simulate/answer.h"

enum { EFFORT = 3000000 }; /* number of results of the dice; each is looked at several times */

/* A question by its words. */
typedef struct asked_words {
    const char *procedure;
    const char **words;
    size_t n;
} asked_words;

/* The changed book gets the question by its words, because a change may affect how words are read: a default, a range,
 * a name. */
static salvo_status print_again(const void *of, const salvo_rulebook *book, fingerprint *print, salvo_error *err)
{
    const asked_words *a = of;

    return fingerprint_ask(book, a->procedure, a->words, a->n, print, err);
}

static salvo_status find_cells(salvo_explanation *e, const void *of, const salvo_approach *approach, salvo_error *err)
{
    const salvo_question *asked = of;
    const salvo_schema *schema = asked->schema;
    asked_words a = {.procedure = schema->name,
                     .words = salvo_arena_array(e->memory, schema->n_parameters, sizeof *a.words)};
    const char **names = salvo_arena_array(e->memory, schema->n_parameters, sizeof *names);
    const char **cells = salvo_arena_array(e->memory, schema->n_parameters, sizeof *cells);
    asked_print print = {print_again, &a, names, cells, 0, 0, approach->plan.threads};

    if (!asked->book || asked->book->store.n_tables == 0) /* only dice */
        return SALVO_OK;
    if (!a.words || !names || !cells)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_value *value = &asked->values[i];

        names[print.n_names++] = value->text;
        if (!value->given && schema->parameters[i].fallback_cell)
            cells[print.n_cells++] = schema->parameters[i].fallback_cell;
        if (!value->given)
            continue;
        a.words[a.n] = salvo_arena_printf(e->memory, "%s=%s", schema->parameters[i].key, value->text);
        if (!a.words[a.n++])
            return salvo_fail_memory(err);
    }
    return deciding_cells(asked->book, &print, e->memory, e, err);
}

/* Kinds are found over all states before any is described, because only then it is known what distinguishes them. */
static salvo_status tell_kinds(kinds *k, salvo_error *err)
{
    salvo_status status;

    TRY(kinds_find(k, err));
    status = kinds_tell(k, err);
    return status == SALVO_OK && k->course ? shares_tell(k, err) : status;
}

/* Describes the throws of the chain from its states. With a course it also says how often they are made, and their
 * sums. */
static salvo_status tell_chain(salvo_explanation *e, const intern_table *states, const chain_course *course,
                               salvo_error *err)
{
    kinds k = kinds_of(e, states, course);
    const salvo_status status = tell_kinds(&k, err);

    kinds_free(&k);
    return status;
}

/* Few turns are reported: they show how the chance grows, and `later` has the rest. */
static salvo_status follow(salvo_explanation *e, const state_graph *graph, const intern_table *states, salvo_error *err)
{
    chain_course course;
    salvo_status status;

    TRY(chain_follow(&course, e->question, graph, SALVO_TURNS_LISTED, err));
    e->size = graph->n_states;
    status = tell_chain(e, states, &course, err);
    chain_course_free(&course);
    return status;
}

/* If a chain is too large to follow, the explanation is only the answer, exact or simulated. */
static salvo_status answer_only(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    e->is_whole = false;
    return salvo_answer_find(&e->answer, e->question, approach, err);
}

/* A throw with too many results is not described, but the answer stays. */
static bool is_untold(salvo_explanation *e, salvo_status status, salvo_error *err)
{
    if (status != SALVO_TOO_LARGE)
        return false;
    e->n_throws = 0;
    if (err)
        *err = (salvo_error){0};
    return true;
}

/* Explains a large chain with its first throws. */
static salvo_status explain_large(salvo_explanation *e, const intern_table *states, const salvo_approach *approach,
                                  salvo_error *err)
{
    salvo_status status = tell_chain(e, states, NULL, err);

    if (status != SALVO_OK && !is_untold(e, status, err))
        return status;
    return answer_only(e, approach, err);
}

static salvo_status explain_roll(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status = roll_explain(e, err);

    return is_untold(e, status, err) ? answer_only(e, approach, err) : status;
}

/* Chains that define futures are followed by these. Statements about their size count the states themselves, as for any
 * chain. */

/* If futures do not help, there are many, and the explanation does without them. */
static const graph_limits FUTURES = {
    .by_future = true, .states = 40000, .edges = EFFORT, .results = 300000, .counted = 1};
static const uint64_t FIRST_RESULTS = 20000000; /* results described for the states found first */

/* The number of states and of the results of their throws, which may be large. */
typedef struct whole {
    double states, results;
} whole;

/* Counts how often each future occurs among the states: once for each way to it, because no two sequences of results
 * lead to one state. A future is ready after all that lead to it; `waits` counts those. */
static void count_whole(whole *w, const state_graph *g, double *times, size_t *waits, size_t *ready)
{
    size_t n_ready = 0;

    for (size_t i = 0; i < g->n_edges; i++)
        waits[g->edges[i].to]++;
    times[0] = 1;
    ready[n_ready++] = 0;
    for (size_t i = 0; i < n_ready; i++) {
        const size_t at = ready[i];
        const graph_state *from = &g->states[at];

        w->states += times[at];
        w->results += from->n_edges ? times[at] * (double)from->ways : 0;
        for (size_t k = 0; k < from->n_edges; k++) {
            const graph_edge *edge = &graph_edges(g, at)[k];

            times[edge->to] += times[at] * edge->ways;
            if (--waits[edge->to] == 0)
                ready[n_ready++] = edge->to;
        }
    }
}

static salvo_status measure(whole *w, const state_graph *g, salvo_error *err)
{
    double *times = calloc(g->n_states, sizeof *times);
    size_t *waits = calloc(g->n_states, sizeof *waits), *ready = calloc(g->n_states, sizeof *ready);
    const bool done = times && waits && ready;

    *w = (whole){0};
    if (done)
        count_whole(w, g, times, waits, ready);
    free(times);
    free(waits);
    free(ready);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* Finds the states that a complete walk reaches first. Their number is that from which throws are described. Returns
 * false if memory is out. */
static bool first_states(explorer *x)
{
    const intern_table *all = &x->states;
    bool done = explorer_start(x);

    for (size_t i = 0; done && i < all->count && all->count < KINDS_FIRST_STATES; i++) {
        int64_t gain[SALVO_EXPECTATIONS_MAX];
        uint8_t faces[SALVO_DICE_MAX];
        salvo_dice dice;
        uint32_t number;
        bool is_new;

        explorer_go_to(x, i);
        if (x->chain->outcome(x->situation, x->here) != SALVO_CONTINUES)
            continue;
        x->chain->dice(x->situation, x->here, &dice);
        salvo_dice_first(&dice, faces);
        do {
            explorer_step(x, faces, gain);
            done = explorer_number(x, &number, &is_new);
        } while (done && all->count < KINDS_FIRST_STATES && salvo_dice_next(&dice, faces));
    }
    return done;
}

/* Takes one state of each future, as long as there are not too many results to describe. */
static bool first_futures(explorer *x, intern_table *futures, intern_table *states)
{
    uint64_t told = 0;

    for (size_t i = 0; i < x->states.count && told < FIRST_RESULTS; i++) {
        _Alignas(max_align_t) unsigned char key[SALVO_STATE_MAX] = {0};
        salvo_dice dice = {.count = 0};
        uint32_t number;
        bool is_new;

        explorer_go_to(x, i);
        if (x->chain->outcome(x->situation, x->here) == SALVO_CONTINUES)
            x->chain->dice(x->situation, x->here, &dice);
        x->chain->future(x->situation, x->here, key);
        if (!intern_table_of(futures, key, &number, &is_new))
            return false;
        told += is_new ? salvo_dice_results(&dice) : 0;
        if (is_new && !intern_table_of(states, x->here, &number, &is_new))
            return false;
    }
    return true;
}

/* Finds the first states one by one, as in any chain, and one state of each future. */
static salvo_status find_first(const salvo_question *q, intern_table *states, salvo_error *err)
{
    intern_table futures = {.key_size = states->key_size};
    explorer x;
    bool done;

    explorer_init(&x, q);
    done = first_states(&x) && first_futures(&x, &futures, states);
    explorer_free(&x);
    intern_table_free(&futures);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status explain_futures(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    const graph_limits most = graph_limits_within(EFFORT);
    whole w = {.states = INFINITY};
    intern_table states, first = {.key_size = e->question->procedure->chain->state_size};
    state_graph graph;
    salvo_status status = chain_graph_compile(&graph, &states, e->question, &FUTURES, SALVO_RATIONAL, err);
    const bool is_small = status == SALVO_OK;

    if (is_small)
        status = measure(&w, &graph, err);
    if (status == SALVO_OK && w.states <= (double)most.states && w.results <= (double)most.results) {
        status = follow(e, &graph, &states, err);
        e->size = (uint64_t)w.states;
    } else if (status == SALVO_OK || status == SALVO_TOO_LARGE) {
        status = find_first(e->question, &first, err);
        if (status == SALVO_OK)
            status = explain_large(e, &first, approach, err);
    }
    if (is_small)
        state_graph_free(&graph);
    intern_table_free(&states);
    intern_table_free(&first);
    return status;
}

static salvo_status explain_chain(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    const graph_limits limits = graph_limits_within(EFFORT);
    intern_table states;
    state_graph graph;
    salvo_status status;

    if (e->question->procedure->chain->future)
        return explain_futures(e, approach, err);
    status = chain_graph_compile(&graph, &states, e->question, &limits, SALVO_RATIONAL, err);
    /* Beyond the limits, the numbered states are those that are reached first. */
    if (status == SALVO_OK) {
        status = follow(e, &graph, &states, err);
        state_graph_free(&graph);
    } else if (status == SALVO_TOO_LARGE) {
        status = explain_large(e, &states, approach, err);
    }
    intern_table_free(&states);
    return status;
}

static salvo_status print_battle(const void *plan, const salvo_rulebook *book, fingerprint *print, salvo_error *err)
{
    salvo_question q;
    salvo_status status;

    TRY(salvo_battle_ask(&q, book, plan, NULL, err));
    status = fingerprint_of(&q, print, err);
    salvo_battle_question_free(&q);
    return status;
}

/* The plan's lists name the units, like everything that is looked up by name. */
static salvo_status find_battle_cells(salvo_explanation *e, const void *of, const salvo_approach *approach,
                                      salvo_error *err)
{
    const salvo_battle_plan *plan = of;
    const salvo_rulebook *book = e->question->book;
    const char *names[2 * SALVO_KINDS_MAX + 1];
    size_t units[2 * SALVO_KINDS_MAX];
    asked_print print = {.print = print_battle,
                         .of = plan,
                         .names = names,
                         .n_names = salvo_battle_units(e->question, units),
                         .threads = approach->plan.threads};
    const salvo_table *table = salvo_store_table(&book->store, book->ruleset->units);

    for (size_t i = 0; i < print.n_names; i++)
        names[i] = units[i] < table->n_rows ? table->cells[units[i] * table->n_columns].text : "";
    names[print.n_names] = salvo_arena_printf(e->memory, "%.15g", plan->range);
    if (!names[print.n_names++])
        return salvo_fail_memory(err);
    return deciding_cells(book, &print, e->memory, e, err);
}

/* A list of fire, with the plan that asks for it. */
typedef struct asked_fire {
    const salvo_fire_list *fires;
    const salvo_fire_plan *plan;
} asked_fire;

static salvo_status print_fire(const void *of, const salvo_rulebook *book, fingerprint *print, salvo_error *err)
{
    const asked_fire *f = of;
    salvo_fire_list list;
    salvo_status status;

    TRY(salvo_fire_list_ask(&list, book, f->plan, err));
    status = fingerprint_of(&list.sum, print, err);
    salvo_fire_list_free(&list);
    return status;
}

/* The values of every entry name rows and numbers. */
static salvo_status find_fire_cells(salvo_explanation *e, const void *of, const salvo_approach *approach,
                                    salvo_error *err)
{
    const asked_fire *f = of;
    asked_print print = {.print = print_fire, .of = of, .threads = approach->plan.threads};
    const char **names, **cells;
    size_t n = 0;

    for (size_t i = 0; i < f->fires->n; i++)
        n += f->fires->fires[i].schema->n_parameters;
    names = salvo_arena_array(e->memory, n, sizeof *names);
    cells = salvo_arena_array(e->memory, n, sizeof *cells);
    if (!names || !cells)
        return salvo_fail_memory(err);
    print.names = names;
    print.cells = cells;
    for (size_t i = 0; i < f->fires->n; i++) {
        const salvo_question *q = &f->fires->fires[i];

        for (size_t k = 0; k < q->schema->n_parameters; k++) {
            names[print.n_names++] = q->values[k].text;
            if (!q->values[k].given && q->schema->parameters[k].fallback_cell)
                cells[print.n_cells++] = q->schema->parameters[k].fallback_cell;
        }
    }
    return deciding_cells(e->question->book, &print, e->memory, e, err);
}

/* Finds the cells of what was asked. */
typedef salvo_status find_function(salvo_explanation *e, const void *of, const salvo_approach *approach,
                                   salvo_error *err);

static salvo_status explain(salvo_explanation *e, find_function *find, const void *of, const salvo_approach *approach,
                            salvo_error *err)
{
    TRY(find(e, of, approach, err));
    return e->question->procedure->roll ? explain_roll(e, approach, err) : explain_chain(e, approach, err);
}

/* A user's rules may be at fault while they are asked; then nothing that was found means anything. */
static salvo_status explain_question(salvo_explanation *e, const salvo_question *question, find_function *find,
                                     const void *of, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *e = (salvo_explanation){.question = question, .is_whole = true, .memory = salvo_arena_new()};
    if (!e->memory)
        return salvo_fail_memory(err);
    status = salvo_fault_or(explain(e, find, of, approach ? approach : &SALVO_APPROACH, err), question->book, err);
    if (status != SALVO_OK)
        salvo_explanation_free(e);
    return status;
}

salvo_status salvo_explain(salvo_explanation *e, const salvo_question *question, const salvo_approach *approach,
                           salvo_error *err)
{
    return explain_question(e, question, find_cells, question, approach, err);
}

salvo_status salvo_explain_battle(salvo_explanation *e, const salvo_question *battle, const salvo_battle_plan *plan,
                                  const salvo_approach *approach, salvo_error *err)
{
    return explain_question(e, battle, find_battle_cells, plan, approach, err);
}

salvo_status salvo_explain_fire(salvo_explanation *e, const salvo_fire_list *fires, const salvo_fire_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    const asked_fire of = {fires, plan};

    return explain_question(e, &fires->sum, find_fire_cells, &of, approach, err);
}

void salvo_explanation_free(salvo_explanation *e)
{
    salvo_answer_free(&e->answer);
    salvo_arena_free(e->memory);
    memset(e, 0, sizeof *e);
}

/* Solves a chain first in fractions and, when those outgrow their budget, again in doubles from the beginning: the two
 * are never mixed in one answer. The list of turns is a third pass, always in doubles. */
#include "odds/chain.h"

#include <stdlib.h>

#include <salvo/arena.h>

#include "odds/flow.h"
#include "odds/solved.h"
#include "odds/state_graph.h"
#include "odds/totals.h"

/* Both figures are rough on purpose: they decide between methods whose answers agree, so an error of a factor of two
 * costs time and nothing else. */
enum {
    EDGES_FOR_A_RESULT = 4, /* edges that are followed in about the time that finding one takes */
    /* The least that one edge costs of NUMBER_WORK_MAX: more edges than that allows are not even tried. */
    EDGE_IN_FRACTIONS = 500,
};

/* A chain being solved in one kind of number. Flow adds straight into the totals of the answer; the solver only owns
 * what is gone once they are complete. */
typedef struct solver {
    const salvo_question *question;
    const state_graph *graph;
    totals totals;
    uint32_t *outcome_of; /* by state that has one: its place among the totals */
    flow_sums sums;
    num *rest;            /* one: what never ends, or what the limit stopped */
    chain_course *course; /* where the way to the answer is noted; or NULL */
    size_t turns_max;     /* of how many turns ... */
    bool only_turns;      /* ... and of nothing else */
} solver;

/* Whether the state itself tells an outcome: it ends the chain, or the chain can say what never ending means there.
 * never_ends() of a chain tells apart what a single undecided outcome would mix: two sides that can no longer hurt each
 * other are a draw in one rulebook and a win on points in another. */
static bool has_outcome(const salvo_chain *chain, const graph_state *state)
{
    return state->outcome != SALVO_GOES_ON || chain->never_ends;
}

static int outcome_of(const graph_state *state)
{
    return state->outcome != SALVO_GOES_ON ? state->outcome : state->never_ends;
}

/* Lists the outcomes that can come, once each; the undecided one is always among them. */
static salvo_status find_outcomes(solver *s, salvo_arithmetic kind, salvo_error *err)
{
    const salvo_chain *chain = s->question->procedure->chain;
    size_t n = s->graph->n_states, found = 0;
    /* A list with repetitions; totals_init() sorts it and drops them. */
    int *outcomes = calloc(n + 1, sizeof *outcomes);
    salvo_status status;

    s->outcome_of = calloc(n, sizeof *s->outcome_of);
    if (!outcomes || !s->outcome_of) {
        free(outcomes);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        if (has_outcome(chain, &s->graph->states[i]))
            outcomes[found++] = outcome_of(&s->graph->states[i]);
    outcomes[found++] = chain->undecided; /* behind the states': one more */
    status = totals_init(&s->totals, kind, outcomes, found, err);
    free(outcomes);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (has_outcome(chain, &s->graph->states[i]))
            s->outcome_of[i] = (uint32_t)totals_place(&s->totals, outcome_of(&s->graph->states[i]));
    return status;
}

/* On failure solver_free takes what was made. What flows during a turn and what is carried into the next are two
 * arrays, because a state may get both in one turn. */
static salvo_status make_solver(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                                salvo_error *err)
{
    const arithmetic *with = &s->totals.with;
    salvo_status status;

    *s = (solver){.question = q, .graph = graph};
    status = find_outcomes(s, kind, err);
    if (status != SALVO_OK)
        return status;
    s->rest = numbers_new(with, 1);
    s->sums = (flow_sums){
        .visits = numbers_new(with, graph->n_states),
        .carried = numbers_new(with, graph->n_states),
        .outcomes = s->totals.probability, /* the answer's sums, in which flow adds up */
        .outcome_of = s->outcome_of,
        .tells_endless = q->procedure->chain->never_ends != NULL,
        .gains = s->totals.gain,
        .endless = s->rest,
        /* One bit for each component; there are never more components than states. */
        .visited = calloc(FLOW_WORDS(graph->n_states), sizeof *s->sums.visited),
        .carried_to = calloc(FLOW_WORDS(graph->n_states), sizeof *s->sums.carried_to),
    };
    if (!s->rest || !s->sums.visits || !s->sums.carried || !s->sums.visited || !s->sums.carried_to)
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* But for its totals. */
static void solver_free(solver *s)
{
    const arithmetic *with = &s->totals.with;

    numbers_free(with, s->sums.visits, s->graph->n_states);
    numbers_free(with, s->sums.carried, s->graph->n_states);
    numbers_free(with, s->rest, 1);
    free(s->sums.visited);
    free(s->sums.carried_to);
    free(s->outcome_of);
}

/* On failure it owns nothing. */
static salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                                salvo_error *err)
{
    salvo_status status = make_solver(s, q, graph, kind, err);

    if (status == SALVO_OK)
        return SALVO_OK;
    solver_free(s);
    totals_free(&s->totals);
    return status;
}

/* Puts the whole probability on the start. A chain may have ended before it began. */
static void place_start(solver *s, const flow *f)
{
    if (s->graph->states[0].outcome == SALVO_GOES_ON)
        flow_place(f, &s->totals.with, &s->sums, 0);
    else
        number_add_ratio(&s->totals.with, &s->totals.probability[s->outcome_of[0]], 1, 1);
}

/* Whether some of the probability never ends. Where states told their own outcome it has been added already, so the
 * rest is forgotten. What the states have told would be counted twice if the rest were added to the undecided outcome
 * as well. */
static bool take_endless(solver *s)
{
    bool endless = !number_is_zero(&s->totals.with, s->rest);

    if (s->sums.tells_endless)
        number_set_zero(&s->totals.with, s->rest);
    return endless;
}

/* What never ends, or was stopped by the limit, becomes the undecided outcome. */
static void finish_undecided(solver *s, bool endless)
{
    arithmetic *with = &s->totals.with;

    s->totals.endless = endless;
    number_add(with, &s->totals.probability[totals_place(&s->totals, s->question->procedure->chain->undecided)],
               s->rest);
}

/* What was thrown from since it was noted last. */
static void note_visits(solver *s)
{
    for (size_t i = 0; s->course && !s->only_turns && i < s->graph->n_states; i++)
        if (s->graph->states[i].outcome == SALVO_GOES_ON)
            number_add(&s->totals.with, &s->course->visits[i], &s->sums.visits[i]);
}

/* What no throw leads out of, as the flow was prepared. */
static void note_stuck(solver *s, const flow *f)
{
    for (size_t i = 0; s->course && i < s->graph->n_states; i++)
        s->course->is_stuck[i] = s->graph->states[i].outcome == SALVO_GOES_ON && !f->leaves[f->component_of[i]];
}

static void note_turn(solver *s)
{
    chain_course *c = s->course;
    const size_t n = s->totals.n_outcomes;

    if (!c || c->n_turns == s->turns_max)
        return;
    for (size_t i = 0; i < n; i++)
        number_set(&s->totals.with, &c->by_turn[c->n_turns * n + i], &s->totals.probability[i]);
    c->n_turns++;
}

/* Without a limit: one pass over all components. Turns play no part without a limit, so circles over several turns are
 * solved as linear systems and the answer is exact. */
static salvo_status settle_whole(solver *s, salvo_error *err)
{
    flow f;
    salvo_status status = flow_prepare(&f, s->graph, false, err);

    if (status != SALVO_OK)
        return status;
    place_start(s, &f);
    status = flow_settle(&f, &s->totals.with, &s->sums, err);
    note_visits(s);
    note_stuck(s, &f);
    flow_free(&f);
    finish_undecided(s, take_endless(s));
    return status;
}

/* With a limit: turn by turn, which costs what the turns reach. Within a turn there may still be circles; over the end
 * of a turn there are none, which is what `true` asks of flow_prepare(). */
static salvo_status settle_turns(solver *s, int64_t limit, salvo_error *err)
{
    arithmetic *with = &s->totals.with;
    flow f;
    salvo_status status = flow_prepare(&f, s->graph, true, err);
    bool goes_on = true, stranded;

    if (status != SALVO_OK)
        return status;
    place_start(s, &f);
    /* Ends early when every trial has ended. */
    for (int64_t turn = 1; turn <= limit && goes_on && status == SALVO_OK && !with->outgrown; turn++) {
        status = flow_settle(&f, with, &s->sums, err);
        note_visits(s);
        note_turn(s);
        goes_on = flow_next_turn(&f, with, &s->sums);
    }
    flow_free(&f);
    stranded = take_endless(s);                     /* within a turn, for ever: no limit helps */
    for (size_t i = 0; i < s->graph->n_states; i++) /* what the limit stopped */
        number_add(with, s->rest, &s->sums.visits[i]);
    finish_undecided(s, stranded);
    return status;
}

/* 0: no limit. */
static int64_t limit_of(const salvo_question *q)
{
    const salvo_chain *chain = q->procedure->chain;

    return chain->turn_limit ? chain->turn_limit(q->situation) : 0;
}

/* Solves in one kind of number. *numbers are the caller's, and worthless where they are outgrown. `effort` is counted
 * in dice results, work in edges; the factor makes them the same time. */
static salvo_status solve_with(totals *numbers, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_arithmetic kind, salvo_error *err)
{
    int64_t limit = limit_of(q);
    solver s;
    salvo_status status = solver_init(&s, q, graph, kind, err);

    if (status != SALVO_OK)
        return status;
    s.sums.work_max = options->effort * EDGES_FOR_A_RESULT;
    status = limit ? settle_turns(&s, limit, err) : settle_whole(&s, err);
    *numbers = s.totals;
    solver_free(&s);
    if (status != SALVO_OK)
        totals_free(numbers);
    return status;
}

/* Adds a row: how much each outcome of the answer, and behind them each expectation, gained in this turn. The sums so
 * far are in `before`, which is brought up to date. Differences of running sums and not sums of their own: flow keeps
 * one set of sums, whether a list is asked for or not. */
static salvo_status add_turn(salvo_odds *odds, solver *s, int64_t turn, double *before, salvo_error *err)
{
    const salvo_procedure *p = s->question->procedure;
    double *row = salvo_arena_array(odds->memory, odds->n_outcomes + p->n_expectations, sizeof *row);
    double *gain = row + odds->n_outcomes;

    if (!row)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        double now = s->totals.probability[totals_place(&s->totals, odds->outcomes[i].outcome)].real;

        row[i] = now - before[i];
        before[i] = now;
    }
    for (size_t k = 0; k < p->n_expectations; k++) {
        double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        double now = s->totals.gain[k].real / parts;

        gain[k] = now - before[odds->n_outcomes + k];
        before[odds->n_outcomes + k] = now;
    }
    odds->turns[odds->n_turns++] = (salvo_turn){turn, row, gain};
    return SALVO_OK;
}

/* For large chains the list ignores states that are reached in less than one in 1e24 turns, and ends early once so many
 * edges were followed: a list is for reading, and must not take longer than the answer. */
enum { STATES_FOLLOWED_ALL = 50000, TURNS_WORK_MAX = 50000000 };
/* Far below what any printed digit shows; the answer itself is computed without this bound. */
static const double TOO_RARE_TO_LIST = 1e-24;

static salvo_status settle_turn(salvo_odds *odds, solver *s, flow *f, int64_t turn, double *before, salvo_error *err)
{
    salvo_status status = flow_settle(f, &s->totals.with, &s->sums, err);

    return status == SALVO_OK ? add_turn(odds, s, turn, before, err) : status;
}

/* Settles turn by turn and adds a row after each. The list ends when less than `tail` of the probability is still under
 * way, which its last line says. */
static salvo_status walk_turns(salvo_odds *odds, solver *s, size_t turns_max, double tail, salvo_error *err)
{
    double *before =
        salvo_arena_array(odds->memory, odds->n_outcomes + s->question->procedure->n_expectations, sizeof *before);
    flow f;
    salvo_status status;

    if (!before)
        return salvo_fail_memory(err);
    status = flow_prepare(&f, s->graph, true, err);
    if (status != SALVO_OK)
        return status;
    place_start(s, &f);
    for (size_t turn = 1; turn <= turns_max && status == SALVO_OK; turn++) {
        status = settle_turn(odds, s, &f, (int64_t)turn, before, err);
        /* The next turn is prepared before the list may end. */
        if (!flow_next_turn(&f, &s->totals.with, &s->sums) || flow_visits_sum(&f, &s->sums) < tail ||
            s->sums.work > TURNS_WORK_MAX)
            break;
    }
    flow_free(&f);
    return status;
}

/* Always in doubles: rows are for reading, and each is a difference of sums that are exact to the last digits. A solver
 * of its own: the one of the answer may be in fractions, and its sums are already final. */
static salvo_status list_turns(salvo_odds *odds, const salvo_question *q, const state_graph *graph,
                               const salvo_odds_options *options, salvo_error *err)
{
    int64_t limit = limit_of(q);
    size_t turns_max = options->turns_max;
    solver s;
    salvo_status status;

    if (limit && (uint64_t)limit < turns_max)
        turns_max = (size_t)limit;
    if (turns_max == 0 || graph->states[0].outcome != SALVO_GOES_ON) /* it ended before its first turn */
        return SALVO_OK;
    odds->turns = salvo_arena_array(odds->memory, turns_max, sizeof *odds->turns);
    if (!odds->turns)
        return salvo_fail_memory(err);
    status = solver_init(&s, q, graph, SALVO_DOUBLE, err);
    if (status != SALVO_OK)
        return status;
    if (graph->n_states > STATES_FOLLOWED_ALL)
        s.sums.least = TOO_RARE_TO_LIST;
    status = walk_turns(odds, &s, turns_max, options->turns_tail, err);
    solver_free(&s);
    totals_free(&s.totals);
    return status;
}

/* *numbers are the caller's. A solution that outgrew its budget is begun anew, never continued in doubles: an answer
 * says that it is exact, or that it is not. */
static salvo_status solve(totals *numbers, const salvo_question *q, const state_graph *graph,
                          const salvo_odds_options *options, salvo_error *err)
{
    /* Doubles at once where fractions would surely be given up. */
    bool outgrown = options->arithmetic == SALVO_DOUBLE || graph->n_edges > NUMBER_WORK_MAX / EDGE_IN_FRACTIONS;
    salvo_status status = SALVO_OK;

    if (!outgrown) {
        status = solve_with(numbers, q, graph, options, SALVO_RATIONAL, err);
        outgrown = status == SALVO_OK && numbers->with.outgrown;
        if (outgrown)
            totals_free(numbers);
    }
    if (outgrown) /* outgrown, or asked for */
        status = solve_with(numbers, q, graph, options, SALVO_DOUBLE, err);
    if (status == SALVO_OK)
        totals_finish(numbers, q->procedure);
    return status;
}

static salvo_status report(salvo_odds *odds, const totals *numbers, const salvo_question *q, const state_graph *graph,
                           const salvo_odds_options *options, salvo_error *err)
{
    salvo_status status = totals_report(odds, numbers, q, err);

    return status == SALVO_OK ? list_turns(odds, q, graph, options, err) : status;
}

/* Of chains that were solved before only the report is made. A matrix asks for hundreds of duels, and many pairs of
 * units lead to the same graph. The graph itself goes into the store with its solution, which is why it is emptied
 * here. */
static salvo_status solve_or_find(salvo_odds *odds, const salvo_question *q, state_graph *graph,
                                  const salvo_odds_options *options, salvo_error *err)
{
    const solved_key key = {q->procedure, limit_of(q), options->effort, options->arithmetic};
    const totals *known = options->solved ? solved_find(options->solved, &key, graph) : NULL;
    totals numbers;
    salvo_status status;

    if (known)
        return report(odds, known, q, graph, options, err);
    status = solve(&numbers, q, graph, options, err);
    if (status != SALVO_OK)
        return status;
    status = report(odds, &numbers, q, graph, options, err);
    if (options->solved && solved_keep(options->solved, &key, graph, &numbers))
        *graph = (state_graph){.n_states = 0};
    else
        totals_free(&numbers);
    return status;
}

void chain_course_free(chain_course *c)
{
    const arithmetic *with = &c->totals.with;

    if (c->visits)
        numbers_free(with, c->visits, c->graph->n_states);
    if (c->by_turn)
        numbers_free(with, c->by_turn, c->n_turns_kept);
    free(c->is_stuck);
    if (c->totals.outcomes)
        totals_free(&c->totals);
    *c = (chain_course){.n_turns = 0};
}

/* Without a limit of the chain's own the turns are walked for themselves, after its end is known. */
static salvo_status follow_turns(solver *s, int64_t limit, size_t turns_max, salvo_error *err)
{
    chain_course *course = s->course;
    solver turns;
    salvo_status status;

    s->turns_max = limit ? turns_max : 0;
    status = limit ? settle_turns(s, limit, err) : settle_whole(s, err);
    if (status != SALVO_OK || limit || turns_max == 0)
        return status;
    status = solver_init(&turns, s->question, s->graph, s->totals.with.kind, err);
    if (status != SALVO_OK)
        return status;
    turns.course = course;
    turns.turns_max = turns_max;
    turns.only_turns = true;
    status = settle_turns(&turns, (int64_t)turns_max, err);
    s->totals.with.outgrown = s->totals.with.outgrown || turns.totals.with.outgrown;
    solver_free(&turns);
    totals_free(&turns.totals);
    return status;
}

/* On failure, and where fractions are outgrown, chain_course_free takes what was made. */
static salvo_status follow_with(chain_course *c, const salvo_question *q, const state_graph *graph, size_t turns_max,
                                salvo_arithmetic kind, salvo_error *err)
{
    solver s;
    salvo_status status = solver_init(&s, q, graph, kind, err);

    if (status != SALVO_OK)
        return status;
    *c = (chain_course){.graph = graph,
                        .visits = numbers_new(&s.totals.with, graph->n_states),
                        .is_stuck = calloc(graph->n_states, sizeof *c->is_stuck),
                        .n_turns_kept = turns_max * s.totals.n_outcomes,
                        .by_turn = numbers_new(&s.totals.with, turns_max * s.totals.n_outcomes)};
    s.course = c;
    status =
        c->visits && c->is_stuck && c->by_turn ? follow_turns(&s, limit_of(q), turns_max, err) : salvo_fail_memory(err);
    c->totals = s.totals;
    solver_free(&s);
    if (status == SALVO_OK)
        totals_finish(&c->totals, q->procedure);
    return status;
}

salvo_status chain_follow(chain_course *course, const salvo_question *q, const state_graph *graph, size_t turns_max,
                          salvo_error *err)
{
    bool fractions = graph->n_edges <= NUMBER_WORK_MAX / EDGE_IN_FRACTIONS;
    salvo_status status = SALVO_OK;

    *course = (chain_course){.n_turns = 0};
    if (fractions)
        status = follow_with(course, q, graph, turns_max, SALVO_RATIONAL, err);
    if (status == SALVO_OK && (!fractions || course->totals.with.outgrown)) {
        chain_course_free(course);
        status = follow_with(course, q, graph, turns_max, SALVO_DOUBLE, err);
    }
    if (status != SALVO_OK)
        chain_course_free(course);
    return status;
}

/* Enumeration comes before the look-up: it is fast, and only the graph can tell whether two questions are the same. */
salvo_status chain_solve(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options, salvo_error *err)
{
    graph_limits limits = options->effort ? graph_limits_within(options->effort) : GRAPH_LIMITS;
    state_graph graph;
    salvo_status status = state_graph_compile(&graph, q, &limits, err);

    if (status != SALVO_OK)
        return status;
    odds->size = graph.n_states;
    status = solve_or_find(odds, q, &graph, options, err);
    state_graph_free(&graph);
    return status;
}

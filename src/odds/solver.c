/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Without a turn limit, one pass over all components; with one, a pass for each turn. */
#include "odds/solver.h"

#include <stdlib.h>

/* Whether the state itself has an outcome: it ends the chain, or the chain defines the outcome if it never ends, or is
 * stopped, there. never_ends() distinguishes cases that a single undecided outcome would mix. For example, two sides
 * that can no longer harm each other draw in one rulebook, and one wins on points in another. stopped() returns the
 * result so far. */
static bool has_outcome(const salvo_chain *chain, const graph_state *state)
{
    return state->outcome != SALVO_CONTINUES || chain->never_ends || chain->stopped;
}

static int outcome_of(const graph_state *state)
{
    return state->outcome != SALVO_CONTINUES ? state->outcome : state->unended;
}

/* Lists the possible outcomes, once each; the undecided one is always among them. */
static salvo_status find_outcomes(solver *s, salvo_arithmetic kind, salvo_error *err)
{
    const salvo_chain *chain = s->question->procedure->chain;
    const size_t n = s->graph->n_states;
    /* A list with repetitions, which totals_init() sorts and removes. Neighbouring repetitions are left out at once. */
    int *outcomes = calloc(n + 1, sizeof *outcomes);
    size_t found = 0;
    salvo_status status;

    if (!outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        if (has_outcome(chain, &s->graph->states[i]) &&
            (found == 0 || outcome_of(&s->graph->states[i]) != outcomes[found - 1]))
            outcomes[found++] = outcome_of(&s->graph->states[i]);
    outcomes[found++] = chain->undecided; /* one more, behind those of the states */
    status = totals_init(&s->totals, kind, outcomes, found, err);
    free(outcomes);
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        if (has_outcome(chain, &s->graph->states[i]))
            s->outcome_of[i] = (uint32_t)totals_place(&s->totals, outcome_of(&s->graph->states[i]));
    return SALVO_OK;
}

/* Words: bits for visited and carried, one per component, and there are never more components than states. Then a
 * place for each state, two per word. */
static bool make_words(solver *s)
{
    const size_t n = s->graph->n_states, bits = FLOW_WORDS(n);

    s->words = calloc(2 * bits + (n + 1) / 2, sizeof *s->words);
    if (!s->words)
        return false;
    s->sums.visited = s->words;
    s->sums.carried_to = s->words + bits;
    s->outcome_of = (uint32_t *)(s->words + 2 * bits);
    s->sums.outcome_of = s->outcome_of;
    return true;
}

/* Numbers: the flow of a turn and what is carried into the next are two arrays, because a state may receive both in
 * one turn. Then the rest. */
static size_t count_numbers(const solver *s)
{
    return 2 * s->graph->n_states + 1;
}

static bool make_numbers(solver *s)
{
    s->numbers = numbers_new(&s->totals.with, count_numbers(s));
    if (!s->numbers)
        return false;
    s->sums.visits = s->numbers;
    s->sums.carried = s->numbers + s->graph->n_states;
    s->rest = s->numbers + 2 * s->graph->n_states;
    s->sums.endless = s->rest;
    s->sums.outcomes = s->totals.probability; /* flow adds directly to the answer's sums */
    s->sums.gains = s->totals.gain;
    return true;
}

/* On failure solver_init frees what was made. */
static salvo_status make_solver(solver *s, salvo_arithmetic kind, salvo_error *err)
{
    salvo_status status;

    if (!make_words(s))
        return salvo_fail_memory(err);
    status = find_outcomes(s, kind, err);
    if (status != SALVO_OK)
        return status;
    return make_numbers(s) ? SALVO_OK : salvo_fail_memory(err);
}

/* The totals' kind decides how numbers are freed, so they go before the totals. */
void solver_free(solver *s)
{
    if (s->numbers)
        numbers_free(&s->totals.with, s->numbers, count_numbers(s));
    free(s->words);
}

/* Starts with totals that own nothing, because the words may fail before there are any. */
salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                         salvo_error *err)
{
    salvo_status status;

    *s = (solver){.question = q,
                  .graph = graph,
                  .totals = TOTALS_NONE,
                  .sums = {.tells_endless = q->procedure->chain->never_ends != NULL}};
    status = make_solver(s, kind, err);
    if (status == SALVO_OK)
        return SALVO_OK;
    solver_free(s);
    totals_free(&s->totals);
    return status;
}

void solver_place_start(solver *s, const components *c)
{
    if (s->graph->states[0].outcome == SALVO_CONTINUES)
        flow_place(c, &s->totals.with, &s->sums, 0);
    else
        number_add_ratio(&s->totals.with, &s->totals.probability[s->outcome_of[0]], 1, 1);
}

/* Returns whether some of the probability never ends. If states have their own outcome, it has been added there, so
 * the rest is cleared. Adding it to the undecided outcome as well would count it twice. */
static bool take_endless(solver *s)
{
    bool endless = !number_is_zero(&s->totals.with, s->rest);

    s->totals.never_ends = number_value(&s->totals.with, s->rest);
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

/* Notes the throws from each state since the last note. */
static void note_visits(solver *s)
{
    for (size_t i = 0; s->course && !s->only_turns && i < s->graph->n_states; i++)
        if (s->graph->states[i].outcome == SALVO_CONTINUES)
            number_add(&s->totals.with, &s->course->visits[i], &s->sums.visits[i]);
}

/* Notes the states that no throw leads out of, from the components. */
static void note_stuck(solver *s, const components *c)
{
    for (size_t i = 0; s->course && i < s->graph->n_states; i++)
        s->course->is_stuck[i] = s->graph->states[i].outcome == SALVO_CONTINUES && !c->leaves[c->component_of[i]];
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

/* Without a limit: one pass over all components. Turns do not matter then, so circles over several turns are linear
 * systems and the answer is exact. */
static salvo_status settle_whole(solver *s, salvo_error *err)
{
    components c;
    salvo_status status = components_find(&c, s->graph, false, err);

    if (status != SALVO_OK)
        return status;
    solver_place_start(s, &c);
    status = flow_settle(&c, &s->totals.with, &s->sums, err);
    note_visits(s);
    note_stuck(s, &c);
    components_free(&c);
    finish_undecided(s, take_endless(s));
    return status;
}

/* The sum for what the limit stopped in that state. */
static num *sum_of_stopped(solver *s, size_t state)
{
    return s->question->procedure->chain->stopped ? &s->totals.probability[s->outcome_of[state]] : s->rest;
}

/* With a limit: turn by turn, at the cost of what the turns reach. There may still be circles within a turn, but none
 * across its end: that is what `true` means to components_find(). */
static salvo_status settle_turns(solver *s, int64_t limit, salvo_error *err)
{
    arithmetic *with = &s->totals.with;
    components c;
    salvo_status status = components_find(&c, s->graph, true, err);
    bool goes_on = true, stranded;

    if (status != SALVO_OK)
        return status;
    solver_place_start(s, &c);
    /* Ends early when every trial has ended. */
    for (int64_t turn = 1; turn <= limit && goes_on && status == SALVO_OK && !with->outgrown; turn++) {
        status = flow_settle(&c, with, &s->sums, err);
        note_visits(s);
        note_turn(s);
        goes_on = flow_next_turn(&c, with, &s->sums);
    }
    components_free(&c);
    stranded = take_endless(s); /* for ever within a turn: no limit helps */
    for (size_t i = 0; i < s->graph->n_states; i++)
        number_add(with, sum_of_stopped(s, i), &s->sums.visits[i]);
    finish_undecided(s, stranded);
    return status;
}

/* A rough estimate: an outgrown fraction costs no more than a second. */
bool solver_tries_fractions(const state_graph *graph)
{
    enum { EDGE_IN_FRACTIONS = 500 }; /* the minimum cost of an edge, in the unit of NUMBER_WORK_MAX */

    return graph->n_edges <= NUMBER_WORK_MAX / EDGE_IN_FRACTIONS;
}

int64_t solver_limit(const salvo_question *q)
{
    const salvo_chain *chain = q->procedure->chain;

    return chain->turn_limit ? chain->turn_limit(q->situation) : 0;
}

/* A limit makes the chain finite, whatever circles it has. Without one, circles are solved. */
salvo_status solver_settle(solver *s, int64_t limit, salvo_error *err)
{
    return limit ? settle_turns(s, limit, err) : settle_whole(s, err);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow modulo primes is repeated with others until the fractions are found, and given up if they become too long. A
 * fraction of n bits, of its numerator and denominator together, takes about n / 62 primes. */
#include "odds/solver.h"

#include <stdlib.h>

#include "odds/outlook.h"
#include "odds/remainders.h"

enum {
    EDGES_ANY_DEPTH = 100000, /* of a graph that is followed although its fractions may be too long */
    PLACES_ANY_DEPTH = 1000,  /* so few divisions by 32 bits cannot be surely too long */
    LONGER = 2,               /* denominators of a large graph have up to so many times the bits of its depth */
    SURELY_TOO_LONG = 4,      /* times the greatest length: divisors do not cancel as much as that */
};

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
static salvo_status find_outcomes(solver *s, salvo_error *err)
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
    status = totals_init(&s->outcomes, SALVO_DOUBLE, outcomes, found, err);
    free(outcomes);
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        if (has_outcome(chain, &s->graph->states[i]))
            s->outcome_of[i] = (uint32_t)totals_place(&s->outcomes, outcome_of(&s->graph->states[i]));
    return SALVO_OK;
}

salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_error *err)
{
    salvo_status status;

    /* The list owns nothing at first, because outcome_of may fail before there is one. */
    *s = (solver){.question = q, .graph = graph, .outcomes = TOTALS_NONE};
    s->outcome_of = calloc(graph->n_states, sizeof *s->outcome_of);
    status = s->outcome_of ? find_outcomes(s, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        solver_free(s);
    return status;
}

void solver_free(solver *s)
{
    for (size_t i = 0; i < s->n_runs; i++)
        flow_map_free(&s->runs[i].map);
    totals_free(&s->outcomes);
    free(s->outcome_of);
}

/* With a limit, there may still be cycles within a turn, but none across its end. Without one, turns do not matter, so
 * cycles over several turns are linear systems and the answer is exact. */
salvo_status solver_add_run(solver *s, int64_t limit, size_t turns_max, salvo_error *err)
{
    solver_run *run = &s->runs[s->n_runs];
    salvo_status status;

    *run = (solver_run){.limit = limit, .turns_max = turns_max};
    status = flow_map_make(&run->map, s->graph, s->outcome_of, limit != 0, err);
    s->n_runs += status == SALVO_OK;
    return status;
}

/* Whether what never ends belongs to an outcome of its state. */
static bool tells_endless(const solver *s)
{
    return s->question->procedure->chain->never_ends != NULL;
}

salvo_status solver_make_flow(const solver *s, solver_run *run, salvo_arithmetic kind, salvo_error *err)
{
    const flow_needs needs = {.kind = kind,
                              .residues_limit = FRACTIONS_WORK_MAX,
                              .outcome_of = tells_endless(s) ? s->outcome_of : NULL,
                              .n_outcomes = s->outcomes.n_outcomes,
                              .n_notes = run->turns_max * s->outcomes.n_outcomes,
                              .notes_visits = s->notes_visits && run == s->runs};
    const salvo_status status = flow_init(&run->flow, &run->map, &needs, err);

    run->flow.work.max = s->edges_max;
    return status;
}

static void note_turn(const solver *s, solver_run *run)
{
    flow *f = &run->flow;
    const size_t n = s->outcomes.n_outcomes;

    if (run->n_turns == run->turns_max)
        return;
    for (size_t i = 0; i < n; i++)
        flow_add(f, f->notes + run->n_turns * n + i, f->outcomes + i);
    run->n_turns++;
}

/* What the limit stops counts for its state's outcome if the chain has one for that, and is undecided otherwise. */
static void add_stopped(const solver *s, flow *f)
{
    for (uint32_t i = 0; i < s->graph->n_states; i++)
        if (!state_ends(s->graph, i))
            flow_add(f, s->question->procedure->chain->stopped ? f->outcomes + s->outcome_of[i] : f->free,
                     flow_place_of(f->map, i));
}

/* What never ends, or was stopped by the limit, becomes the undecided outcome. If states have their own outcome for
 * what never ends, it has been added there. */
static void finish_undecided(const solver *s, solver_run *run)
{
    flow *f = &run->flow;

    if (!tells_endless(s))
        flow_add(f, f->free, f->endless);
    if (run->limit)
        add_stopped(s, f);
    flow_add(f, f->outcomes + totals_place(&s->outcomes, s->question->procedure->chain->undecided), f->free);
}

/* Follows the flow once. With a limit, turn by turn, at the cost of what the turns reach; it ends early when every
 * trial has ended. */
static salvo_status follow(const solver *s, solver_run *run, size_t first_prime, salvo_error *err)
{
    flow *f = &run->flow;
    salvo_status status = SALVO_OK;
    bool goes_on = true;

    flow_begin(f, first_prime);
    run->n_turns = 0;
    if (!run->limit)
        status = flow_settle(f, err);
    for (int64_t turn = 1; turn <= run->limit && goes_on && status == SALVO_OK && !f->residues.stopped; turn++) {
        status = flow_settle(f, err);
        note_turn(s, run);
        goes_on = flow_next_turn(f);
    }
    finish_undecided(s, run);
    return status;
}

/* The number of sums of a run that may be numbers of the answer, from the outcomes on. */
static size_t n_values(const solver_run *run)
{
    return run->flow.free - run->flow.outcomes;
}

/* Takes a sum of a run. Without remainders it is a double. Returns false if the fraction is not known yet. */
static bool take(const solver *s, remainders *from, size_t run, size_t sum, num *to)
{
    const flow *f = &s->runs[run].flow;

    if (from)
        return remainders_fraction(from, (run ? n_values(&s->runs[0]) : 0) + sum - f->outcomes, to->fraction);
    to->real = f->reals[sum];
    return true;
}

static bool take_totals(const solver *s, remainders *from, totals *to)
{
    const flow *f = &s->runs[0].flow;
    bool taken = take(s, from, 0, f->endless, to->endless);

    for (size_t i = 0; i < to->n_outcomes && taken; i++)
        taken = take(s, from, 0, f->outcomes + i, &to->probability[i]);
    for (size_t k = 0; k < s->question->procedure->n_expectations && taken; k++)
        taken = take(s, from, 0, f->gains + k, &to->gain[k]);
    return taken;
}

static bool take_course(const solver *s, remainders *from, chain_course *to)
{
    const size_t of_turns = s->n_runs - 1;
    const flow *f = &s->runs[0].flow, *turns = &s->runs[of_turns].flow;
    bool taken = true;

    for (uint32_t i = 0; to->visits && i < s->graph->n_states && taken; i++)
        if (!state_ends(s->graph, i))
            taken = take(s, from, 0, f->visits + flow_place_of(f->map, i), &to->visits[i]);
    to->n_turns = s->runs[of_turns].n_turns;
    for (size_t i = 0; i < to->n_turns * to->totals.n_outcomes && taken; i++)
        taken = take(s, from, of_turns, turns->notes + i, &to->by_turn[i]);
    return taken;
}

static bool take_all(const solver *s, remainders *from, chain_course *to)
{
    return take_totals(s, from, &to->totals) && take_course(s, from, to);
}

/* Also frees a partly built object: missing arrays are NULL. */
void chain_course_free(chain_course *c)
{
    const arithmetic *with = &c->totals.with;

    if (c->visits)
        numbers_free(with, c->visits, c->graph->n_states);
    if (c->by_turn)
        numbers_free(with, c->by_turn, c->n_turns_kept);
    free(c->is_stuck);
    totals_free(&c->totals);
    *c = (chain_course){.totals = TOTALS_NONE};
}

/* The states that no throw leads out of. */
static void find_stuck(const solver *s, chain_course *c)
{
    const solver_run *run = &s->runs[0];

    for (uint32_t i = 0; i < s->graph->n_states && !run->limit; i++)
        c->is_stuck[i] = !state_ends(s->graph, i) && !run->map.places[flow_place_of(&run->map, i)].leaves;
}

/* On failure chain_course_free frees what was made. */
static salvo_status make_course(const solver *s, salvo_arithmetic kind, chain_course *to, salvo_error *err)
{
    const solver_run *turns = &s->runs[s->n_runs - 1];
    const salvo_status status = totals_init(&to->totals, kind, s->outcomes.outcomes, s->outcomes.n_outcomes, err);

    to->graph = s->graph;
    if (status != SALVO_OK || !s->notes_visits)
        return status;
    to->n_turns_kept = turns->turns_max * s->outcomes.n_outcomes;
    to->visits = numbers_new(&to->totals.with, s->graph->n_states);
    to->by_turn = numbers_new(&to->totals.with, to->n_turns_kept);
    to->is_stuck = calloc(s->graph->n_states, sizeof *to->is_stuck);
    if (!to->visits || !to->by_turn || !to->is_stuck)
        return salvo_fail_memory(err);
    find_stuck(s, to);
    return SALVO_OK;
}

/* Follows all runs. */
static salvo_status follow_all(solver *s, size_t first_prime, bool *stopped, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *stopped = false;
    for (size_t i = 0; i < s->n_runs && status == SALVO_OK && !*stopped; i++) {
        status = follow(s, &s->runs[i], first_prime, err);
        *stopped = s->runs[i].flow.residues.stopped;
    }
    return status;
}

static uint64_t work_of(const solver *s)
{
    uint64_t work = 0;

    for (size_t i = 0; i < s->n_runs; i++)
        work += s->runs[i].flow.residues.work;
    return work;
}

static salvo_status add_residues(const solver *s, remainders *to, salvo_error *err)
{
    uint64_t *values = malloc(RESIDUES * to->n * sizeof *values);

    if (!values)
        return salvo_fail_memory(err);
    for (size_t i = 0, first = 0; i < s->n_runs; first += n_values(&s->runs[i]), i++)
        flow_residues(&s->runs[i].flow, s->runs[i].flow.outcomes, n_values(&s->runs[i]), values + first, to->n);
    for (size_t k = 0; k < RESIDUES; k++)
        remainders_add(to, &s->runs[0].flow.residues.primes[k], values + k * to->n);
    free(values);
    return SALVO_OK;
}

/* Whether all numbers of the answer are short enough. */
static bool are_short(const totals *t)
{
    for (size_t i = 0; i < t->n_outcomes + SALVO_EXPECTATIONS_MAX; i++)
        if (mpz_sizeinbase(mpq_numref(t->probability[i].fraction), 2) > SALVO_FRACTION_BITS ||
            mpz_sizeinbase(mpq_denref(t->probability[i].fraction), 2) > SALVO_FRACTION_BITS)
            return false;
    return true;
}

/* Repeats the flow until all fractions are known. Primes that divide a divisor are left out, with those that are taken
 * with them. */
static salvo_status find_fractions(solver *s, remainders *r, chain_course *to, bool *found, salvo_error *err)
{
    size_t n = 0, next = 1;

    for (size_t i = 0; i + RESIDUES <= PRIMES && work_of(s) <= FRACTIONS_WORK_MAX; i += RESIDUES) {
        bool stopped;
        salvo_status status = follow_all(s, i, &stopped, err);

        if (status == SALVO_OK && !stopped)
            status = add_residues(s, r, err);
        if (status != SALVO_OK)
            return status;
        if (stopped || ++n < next)
            continue;
        if (take_all(s, r, to)) {
            *found = are_short(&to->totals);
            break;
        }
        next = outlook_next_search(n);
    }
    return SALVO_OK;
}

static void free_flows(solver *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        flow_free(&s->runs[i].flow);
}

static salvo_status make_flows(solver *s, salvo_arithmetic kind, salvo_error *err)
{
    for (size_t i = 0; i < s->n_runs; i++) {
        const salvo_status status = solver_make_flow(s, &s->runs[i], kind, err);

        if (status != SALVO_OK) {
            free_flows(s, i);
            return status;
        }
    }
    return SALVO_OK;
}

static salvo_status find_remainders(solver *s, chain_course *to, bool *found, salvo_error *err)
{
    remainders r;
    size_t n = 0;
    salvo_status status;

    for (size_t i = 0; i < s->n_runs; i++)
        n += n_values(&s->runs[i]);
    if (!remainders_init(&r, n))
        return salvo_fail_memory(err);
    status = find_fractions(s, &r, to, found, err);
    remainders_free(&r);
    return status;
}

static salvo_status follow_reals(solver *s, chain_course *to, salvo_error *err)
{
    bool stopped;
    const salvo_status status = follow_all(s, 0, &stopped, err);

    if (status == SALVO_OK)
        take_all(s, NULL, to);
    return status;
}

/* In one kind of number. On failure, and if no fractions were found, chain_course_free frees what was made. */
static salvo_status solve_with(solver *s, salvo_arithmetic kind, chain_course *to, bool *found, salvo_error *err)
{
    salvo_status status = make_course(s, kind, to, err);

    if (status == SALVO_OK)
        status = make_flows(s, kind, err);
    if (status != SALVO_OK)
        return status;
    status = kind == SALVO_DOUBLE ? follow_reals(s, to, err) : find_remainders(s, to, found, err);
    free_flows(s, s->n_runs);
    return status;
}

/* Mostly shown without any long number: a short divisor has up to 32 bits. Limits of turns may leave places out, whose
 * work may not be needed. */
static bool is_hopeless(const solver_run *run)
{
    const uint64_t work = run->limit ? 0 : residues_work(&run->map);

    return (run->map.long_divisors.n || outlook_is_hopeless(32 * run->map.divisors.count, work)) &&
           outlook_is_hopeless(flow_map_bits(&run->map, SALVO_FRACTION_BITS), work);
}

/* Whether the length and the work of fractions are expected to be within their limits. A large graph is followed only if
 * they are, because each time takes long. Of a smaller one any fractions are found that are not surely too long. */
static salvo_status expect_fractions(const solver *s, bool *expected, salvo_error *err)
{
    const solver_run *run = &s->runs[0];
    const bool is_large = s->graph->n_edges > EDGES_ANY_DEPTH;
    const double once = (double)(run->map.n + run->map.n_ways + 2 * run->map.n_gains); /* as residues count it */
    double bits = 0, times;

    if (is_large || (!run->limit && run->map.n > PLACES_ANY_DEPTH))
        bits = flow_map_depth(&run->map) * (run->limit ? (double)run->limit : 1);
    if (bits < 0)
        return salvo_fail_memory(err);
    times = (2 * LONGER * bits + REMAINDERS_SPARE_BITS) / ((double)PRIME_BITS * RESIDUES);
    *expected = is_large ? LONGER * bits <= SALVO_FRACTION_BITS && times * once <= (double)FRACTIONS_WORK_MAX
                         : bits <= SURELY_TOO_LONG * SALVO_FRACTION_BITS;
    *expected = *expected && residues_fit(&run->map) && !is_hopeless(run);
    return SALVO_OK;
}

salvo_status solver_solve(solver *s, salvo_arithmetic wanted, chain_course *to, salvo_error *err)
{
    bool found = false, expected = false;
    salvo_status status = SALVO_OK;

    *to = (chain_course){.totals = TOTALS_NONE};
    if (wanted == SALVO_RATIONAL && !s->graph->is_rounded)
        status = expect_fractions(s, &expected, err);
    if (expected)
        status = solve_with(s, SALVO_RATIONAL, to, &found, err);
    if (status == SALVO_OK && !found) {
        chain_course_free(to);
        status = solve_with(s, SALVO_DOUBLE, to, &found, err);
    }
    if (status != SALVO_OK)
        chain_course_free(to);
    else
        totals_finish(&to->totals, s->question->procedure);
    return status;
}

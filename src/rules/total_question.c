/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A procedure around another one. It has the same dice and rules, but the outcome of a trial is how much it gained. In
 * a chain the sum so far is part of the state. */
#include <salvo/rules.h>

#include <stdio.h>
#include <string.h>

#include "data/names.h"
#include "rules/total.h"

enum { REMARK_MAX = 512 };

/* The question and the procedure around it. The engines see that procedure. Its functions call those of the question
 * for everything else. */
typedef struct situation {
    const salvo_question *of;
    size_t expectation;
    salvo_procedure procedure;
    salvo_roll roll;
    salvo_chain chain;
    char remark[REMARK_MAX];
} situation;

static void label(const void *of, int outcome, char text[SALVO_LABEL_MAX])
{
    const situation *s = of;

    total_label(outcome, s->procedure.expectations[s->expectation].parts, text);
}

/* Returns the situation that the wrapped rules expect. */
static const void *inner(const situation *s)
{
    return s->of->situation;
}

static void explain(const void *of, salvo_text *text)
{
    const situation *s = of;

    if (s->of->schema->explain)
        s->of->schema->explain(inner(s), text);
}

static const char *remark(const void *of)
{
    return ((const situation *)of)->remark;
}

/* This remark is the only description of the outcomes for a program that reads the answer. */
static void set_remark(situation *s)
{
    const char *more = salvo_question_remark(s->of);

    snprintf(s->remark, sizeof s->remark, "outcomes are totals of %s%s%s",
             s->procedure.expectations[s->expectation].name, more ? "; " : "", more ? more : "");
}

/* A total has the same expectations, so that an answer shows the averages beside the distribution. */
static bool expects(const void *of, size_t expectation)
{
    const situation *s = of;

    return !s->of->procedure->expects || s->of->procedure->expects(inner(s), expectation);
}

/* The dice are those of the question: a total changes the outcomes, not the throws. */
static void roll_dice(const void *of, salvo_dice *dice)
{
    const situation *s = of;

    salvo_roll_dice(s->of->procedure->roll, inner(s), dice);
}

/* The outcome of the rules is dropped; the gain is the outcome now. */
static int roll_resolve(const void *of, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;

    s->of->procedure->roll->resolve(inner(s), faces, gain);
    return total_outcome(gain[s->expectation]);
}

/* The state of the chain follows the sum, with the usual alignment. */
enum { BEHIND = 16 };

static const void *state_within(const void *state)
{
    return (const char *)state + BEHIND;
}

static int64_t sum_of(const void *state)
{
    int64_t sum;

    memcpy(&sum, state, sizeof sum);
    return sum;
}

/* The sum is 0 because states begin zeroed. */
static void chain_start(const void *of, void *state)
{
    const situation *s = of;

    s->of->procedure->chain->start(inner(s), (char *)state + BEHIND);
}

static int chain_outcome(const void *of, const void *state)
{
    const situation *s = of;
    const int outcome = s->of->procedure->chain->outcome(inner(s), state_within(state));

    return outcome == SALVO_CONTINUES ? SALVO_CONTINUES : total_outcome(sum_of(state));
}

/* Returns the sum so far, though the outcome is undecided. */
static int chain_stopped(const void *of, const void *state)
{
    (void)of;
    return total_outcome(sum_of(state));
}

static void chain_dice(const void *of, const void *state, salvo_dice *dice)
{
    const situation *s = of;

    s->of->procedure->chain->dice(inner(s), state_within(state), dice);
}

static bool chain_step(const void *of, void *state, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;
    const int64_t before = gain[s->expectation]; /* from earlier steps, if the engine adds them up in place */
    const bool turn = s->of->procedure->chain->step(inner(s), (char *)state + BEHIND, faces, gain);
    const int64_t sum = sum_of(state) + gain[s->expectation] - before;

    memcpy(state, &sum, sizeof sum);
    return turn;
}

static int64_t chain_limit(const void *of)
{
    const situation *s = of;

    return s->of->procedure->chain->turn_limit(inner(s));
}

static int chain_stream(const void *of, const void *state)
{
    const situation *s = of;

    return s->of->procedure->chain->stream(inner(s), state_within(state));
}

static void chain_describe_state(const void *of, const void *state, salvo_state_description *description)
{
    const situation *s = of;

    salvo_chain_describe(s->of->procedure->chain, inner(s), state_within(state), description);
}

static int chain_throw_number(const void *of, const void *state)
{
    const situation *s = of;

    return s->of->procedure->chain->throw_number(inner(s), state_within(state));
}

static int chain_throw_kind(const void *of, int number, const uint8_t *faces)
{
    const situation *s = of;

    return s->of->procedure->chain->throw_kind(inner(s), number, faces);
}

/* A member that the chain does not have must stay NULL, because engines test for it. The gain is part of the state here, so
 * results of one kind must have equal gains, too. */
static void wrap_chain(situation *s, const salvo_chain *chain)
{
    const bool has_kinds = chain->throw_number && chain->kinds_gain_alike;

    s->chain = (salvo_chain){
        .state_size = BEHIND + chain->state_size,
        .start = chain->start ? chain_start : NULL,
        .outcome = chain_outcome,
        .dice = chain_dice,
        .step = chain_step,
        .turn_limit = chain->turn_limit ? chain_limit : NULL,
        .undecided = TOTAL_UNDECIDED,
        .stopped = chain_stopped,
        .stream = chain->stream ? chain_stream : NULL,
        .throw_number = has_kinds ? chain_throw_number : NULL,
        .throw_kind = has_kinds ? chain_throw_kind : NULL,
        .kinds_gain_alike = has_kinds,
        .describe = chain_describe_state,
        .describes_gains = chain->describes_gains,
    };
    s->procedure.chain = &s->chain;
}

/* Totals replace the named outcomes. Only "undecided" stays, for chains that reach their limit. */
static void wrap(situation *s, const salvo_procedure *procedure)
{
    static const char *const OUTCOMES[] = {"undecided"};

    s->procedure = *procedure;
    s->procedure.schema.explain = explain;
    s->procedure.schema.remark = remark;
    s->procedure.expects = expects;
    s->procedure.outcomes = OUTCOMES;
    s->procedure.n_outcomes = 1;
    s->procedure.outcomes_help = "the total";
    s->procedure.made = NULL;
    s->procedure.label = label;
    s->roll = (salvo_roll){.dice = roll_dice, .resolve = roll_resolve};
    if (procedure->roll)
        s->procedure.roll = &s->roll;
    else
        wrap_chain(s, procedure->chain);
}

/* An expectation that is not defined for these parameters cannot be added up. */
static salvo_status find_expectation(const salvo_question *of, const char *name, size_t *expectation, salvo_error *err)
{
    const salvo_procedure *p = of->procedure;
    const char *names[SALVO_EXPECTATIONS_MAX];
    size_t n = 0;

    for (size_t k = 0; k < p->n_expectations; k++) {
        if (p->expects && !p->expects(of->situation, k))
            continue;
        names[n++] = p->expectations[k].name;
        *expectation = k;
        if (strcmp(p->expectations[k].name, name) == 0)
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, n, name, "%s has no total '%s'", p->schema.name, name);
}

/* `total` borrows the values of `of`, which must live as long. Its own arena holds only the wrapper. */
salvo_status salvo_question_total(salvo_question *total, const salvo_question *of, const char *name, salvo_error *err)
{
    situation *s;
    size_t expectation = 0;
    salvo_status status = find_expectation(of, name, &expectation, err);

    memset(total, 0, sizeof *total);
    if (status != SALVO_OK)
        return status;
    if (of->procedure->chain && of->procedure->chain->state_size + BEHIND > SALVO_STATE_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the states of %s are too large to be counted beside a total",
                          of->schema->name);
    *total = *of;
    total->memory = salvo_arena_new();
    s = total->memory ? salvo_arena_array(total->memory, 1, sizeof *s) : NULL;
    if (!s) {
        salvo_question_free(total);
        return salvo_fail_memory(err);
    }
    s->of = of;
    s->expectation = expectation;
    wrap(s, of->procedure);
    set_remark(s);
    total->situation = s;
    total->procedure = &s->procedure;
    total->schema = &s->procedure.schema;
    return SALVO_OK;
}

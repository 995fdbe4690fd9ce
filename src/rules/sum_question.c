/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many questions as one chain, one after the other. The sum so far and the number of the current question precede the
 * state of that question. The flow of probability through the chain is a convolution: every sum so far meets every gain
 * of the next question. */
#include <salvo/rules.h>

#include <string.h>

#include "base/try.h"
#include "data/names.h"
#include "rules/told.h"
#include "rules/total.h"

/* The data of a sum while it is solved. It borrows the questions and adds one procedure, which the engines see. */
typedef struct situation {
    const salvo_question *of;
    const int *counts;
    size_t n;
    long expectation; /* the one that is added up; -1: the outcomes `counted` are counted */
    int counted;
    salvo_procedure procedure;
    salvo_chain chain;
    salvo_expectation total;
    const char *words;
} situation;

/* It has no padding. The state of the question follows it, with the usual alignment. */
typedef struct head {
    int64_t sum;
    uint32_t place, time; /* which question, and which repetition of it */
} head;

_Static_assert(sizeof(head) == 16, "the state behind it is aligned as any");

static bool is_over(const situation *s, const head *h)
{
    return h->place == s->n;
}

/* Returns the current question; there is one until the sum is over. */
static const salvo_procedure *asked(const situation *s, const head *h)
{
    return s->of[h->place].procedure;
}

/* Moves to the next question, which may end before it begins. */
static void move_on(const situation *s, head *h, unsigned char *state)
{
    while (!is_over(s, h)) {
        const salvo_chain *chain = asked(s, h)->chain;
        int outcome;

        memset(state, 0, s->chain.state_size - sizeof *h);
        if (!chain)
            return;
        if (chain->start)
            chain->start(s->of[h->place].situation, state);
        outcome = chain->outcome(s->of[h->place].situation, state);
        if (outcome == SALVO_CONTINUES)
            return;
        h->sum += s->expectation < 0 && outcome == s->counted;
        if ((int)++h->time == s->counts[h->place]) {
            h->place++;
            h->time = 0;
        }
    }
    memset(state, 0, s->chain.state_size - sizeof *h);
}

/* The head is copied in and out, because the state is bytes without an alignment of its own. */
static void start(const void *of, void *state)
{
    head h = {0};

    move_on(of, &h, (unsigned char *)state + sizeof h);
    memcpy(state, &h, sizeof h);
}

static int outcome(const void *of, const void *state)
{
    head h;

    memcpy(&h, state, sizeof h);
    return is_over(of, &h) ? total_outcome(h.sum) : SALVO_CONTINUES;
}

/* The dice of a roll depend on its situation alone, those of a chain on its state. */
static void dice(const void *of, const void *state, salvo_dice *to)
{
    const situation *s = of;
    head h;

    memcpy(&h, state, sizeof h);
    if (asked(s, &h)->roll)
        salvo_roll_dice(asked(s, &h)->roll, s->of[h.place].situation, to);
    else
        asked(s, &h)->chain->dice(s->of[h.place].situation, (const char *)state + sizeof h, to);
}

/* Returns the outcome of the question after this throw, or SALVO_CONTINUES. */
static int throw_inner(const situation *s, const head *h, unsigned char *state, const uint8_t *faces, int64_t *gain)
{
    const salvo_procedure *p = asked(s, h);
    const void *inner = s->of[h->place].situation;

    if (p->roll)
        return p->roll->resolve(inner, faces, gain);
    p->chain->step(inner, state, faces, gain);
    return p->chain->outcome(inner, state);
}

/* The turns of different questions are unrelated, so no turn is ever over. */
static bool step(const void *of, void *state, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;
    unsigned char *behind = (unsigned char *)state + sizeof(head);
    int64_t inner_gain[SALVO_EXPECTATIONS_MAX] = {0}, more;
    head h;
    int come;

    memcpy(&h, state, sizeof h);
    come = throw_inner(s, &h, behind, faces, inner_gain);
    more = s->expectation >= 0 ? inner_gain[s->expectation] : come == s->counted;
    h.sum += more;
    if (come != SALVO_CONTINUES) {
        h.time++;
        if ((int)h.time == s->counts[h.place]) {
            h.place++;
            h.time = 0;
        }
        more -= h.sum;
        move_on(s, &h, behind);
        more += h.sum; /* with the gains of questions that end at once */
    }
    gain[0] += more;
    memcpy(state, &h, sizeof h);
    return false;
}

/* The total so far, and which of the fires is thrown. */
static void describe(const void *of, const void *state, salvo_state_description *description)
{
    const situation *s = of;
    const double parts = s->total.parts > 1 ? (double)s->total.parts : 1;
    int64_t before = 0;
    head h;

    memcpy(&h, state, sizeof h);
    for (uint32_t i = 0; i < h.place; i++)
        before += s->counts[i];
    description->throw_name = s->chain.throw_name;
    told_number(description, "fires so far", before + h.time);
    told_number(description, s->total.name, (int64_t)((double)h.sum / parts));
}

/* Expectations may count parts of a whole (TRR counts figures in 10^-8). The label shows the whole. */
static void label(const void *of, int outcome, char text[SALVO_LABEL_MAX])
{
    total_label(outcome, ((const situation *)of)->total.parts, text);
}

static void explain(const void *of, salvo_text *text)
{
    salvo_text_put(text, ((const situation *)of)->words);
}

/* Finds an expectation of that name, or an outcome. */
static salvo_status find_total(situation *s, const char *name, salvo_error *err)
{
    const salvo_procedure *p = s->of[0].procedure;
    const char *names[SALVO_EXPECTATIONS_MAX];
    size_t n = 0;

    s->expectation = -1;
    for (size_t k = 0; k < p->n_expectations; k++) {
        names[n++] = p->expectations[k].name;
        if (strcmp(p->expectations[k].name, name) == 0) {
            s->expectation = (long)k;
            s->total = (salvo_expectation){p->expectations[k].name, p->expectations[k].help, p->expectations[k].parts};
            return SALVO_OK;
        }
    }
    for (size_t k = 0; k < p->n_outcomes; k++)
        if (strcmp(p->outcomes[k], name) == 0) {
            s->counted = (int)k;
            s->total = (salvo_expectation){.name = p->outcomes[k], .help = "mean number with that outcome"};
            return SALVO_OK;
        }
    return salvo_names_fail(err, names, n, name, "%s has no total '%s'", p->schema.name, name);
}

/* Finds the size of the largest state of any question. */
static salvo_status check_parts(const situation *s, size_t *state_size, salvo_error *err)
{
    *state_size = 1;
    for (size_t i = 0; i < s->n; i++) {
        const salvo_chain *chain = s->of[i].procedure->chain;

        if (chain && chain->turn_limit && chain->turn_limit(s->of[i].situation))
            return salvo_fail(err, SALVO_BAD_INPUT, "%s ends after a number of turns, so it cannot be part of a sum",
                              s->of[i].schema->name);
        if (chain && chain->state_size > *state_size)
            *state_size = chain->state_size;
    }
    if (*state_size + sizeof(head) > SALVO_STATE_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the states of %s are too large to be counted beside a total",
                          s->of[0].schema->name);
    return SALVO_OK;
}

/* The name is that of the first question, because all questions are of one procedure and answers show its name. */
static void make_procedure(situation *s, size_t state_size, const char *title)
{
    static const char *const OUTCOMES[] = {"undecided"};

    s->chain = (salvo_chain){.state_size = sizeof(head) + state_size,
                             .start = start,
                             .outcome = outcome,
                             .dice = dice,
                             .step = step,
                             .throw_name = "the fire",
                             .describe = describe,
                             .describes_gains = true,
                             .undecided = TOTAL_UNDECIDED};
    s->procedure = (salvo_procedure){.schema = {.name = s->of[0].schema->name, .explain = explain},
                                     .documentation = {.title = title, .chapter = "", .section = ""},
                                     .expectations = &s->total,
                                     .n_expectations = 1,
                                     .outcomes = OUTCOMES,
                                     .n_outcomes = 1,
                                     .outcomes_help = "the total",
                                     .label = label,
                                     .chain = &s->chain};
}

/* All questions are of one procedure, so the first one represents them. */
static salvo_status make_sum(salvo_question *sum, const salvo_sum *of, salvo_error *err)
{
    situation *s = salvo_arena_array(sum->memory, 1, sizeof *s);
    size_t state_size;

    if (!s)
        return salvo_fail_memory(err);
    if (of->n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "there are no questions to add up");
    *s = (situation){.of = of->questions, .counts = of->counts, .n = of->n, .words = of->words};
    TRY(find_total(s, of->total, err));
    TRY(check_parts(s, &state_size, err));
    make_procedure(s, state_size, of->title);
    sum->book = of->questions[0].book;
    sum->situation = s;
    sum->procedure = &s->procedure;
    sum->schema = &s->procedure.schema;
    return SALVO_OK;
}

salvo_status salvo_question_sum(salvo_question *sum, const salvo_sum *of, salvo_error *err)
{
    salvo_status status;

    *sum = (salvo_question){.memory = salvo_arena_new()};
    status = sum->memory ? make_sum(sum, of, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_question_free(sum);
    return status;
}

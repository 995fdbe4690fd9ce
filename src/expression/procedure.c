/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as a procedure: a chain that throws the dice it still needs, up to sixteen at a time, and the exact answer
 * by convolution. */
#include <salvo/arena.h>

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "expression/distribution.h"
#include "expression/throws.h"
#include "odds/totals.h"

/* The outcomes are a few words, then numbers that are at least 0. */
enum { YES, NO, WIN, TIE, LOSE, N_WORDS };
/* Outcomes are ints that are not negative, but values may be negative. So a value is stored as its distance from the
 * middle, beyond all words. */
enum { NUMBER_ZERO = 1 << 30 };

static const char *const WORDS[N_WORDS] = {"yes", "no", "win", "tie", "lose"};

static bool is_comparison(const dice_expression *e)
{
    return e->nodes[e->root].kind == NODE_COMPARE;
}

/* A comparison has yes and no, and `vs` has win, tie and lose, because the user of a comparison wants its chance. */
static int outcome_of(const dice_expression *e, int64_t value)
{
    if (!is_comparison(e))
        return (int)(NUMBER_ZERO + value);
    if (e->nodes[e->root].is == IS_VERSUS)
        return value > 0 ? WIN : value == 0 ? TIE : LOSE;
    return value ? YES : NO;
}

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome < N_WORDS)
        snprintf(text, SALVO_LABEL_MAX, "%s", WORDS[outcome]);
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome - NUMBER_ZERO);
}

/* The expression is read into the situation itself, which is as large as the longest one: nothing is allocated. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    dice_expression *e = situation;

    (void)tables;
    return expression_read(e, e->text, err);
}

static void explain(const void *situation, salvo_text *text)
{
    salvo_text_add(text, "%s\n", ((const dice_expression *)situation)->text);
}

/* The mean of a comparison would be its chance, which the outcomes already show. */
static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return !is_comparison(situation);
}

/* All faces thrown so far, in order. The value is computed anew at each step: slow, which makes this way a check of the
 * other. */
struct state {
    uint16_t n;
    uint8_t faces[SALVO_EXPRESSION_DICE_MAX];
};

static throws thrown_so_far(const struct state *s)
{
    return (throws){.faces = s->faces, .n = s->n};
}

/* Asking for the value shows whether dice are missing; there is no other record of the remaining throws. */
static int outcome(const void *situation, const void *state)
{
    throws t = thrown_so_far(state);
    const int64_t value = expression_value(situation, &t);

    return t.more ? SALVO_CONTINUES : outcome_of(situation, value);
}

/* The engines throw at most sixteen dice at once; larger pools take several steps. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    throws t = thrown_so_far(state);

    expression_value(situation, &t);
    *dice = salvo_dice_of(t.more < SALVO_DICE_MAX ? t.more : SALVO_DICE_MAX, t.sides);
}

/* A throw is a turn: the same throws of two expressions show the same faces. The value is gained once, in the step that
 * throws the last die. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct state *s = state;
    throws t = thrown_so_far(s);
    int more;
    int64_t value;

    expression_value(situation, &t);
    more = t.more < SALVO_DICE_MAX ? t.more : SALVO_DICE_MAX;
    memcpy(s->faces + s->n, faces, (size_t)more);
    s->n = (uint16_t)(s->n + more);
    t = thrown_so_far(s);
    value = expression_value(situation, &t);
    if (!t.more)
        gain[0] += value;
    return true;
}

/* The future is for explanations: 7d10 has ten million sequences of faces, and 64 sums. If there is no room for the
 * numbers, the key is a special case: 255 begins no number of a pool. */
static bool future_of(const void *situation, const void *state, void *key)
{
    const struct state *s = state;
    struct future f = {.bytes = key, .room = sizeof *s - 1};
    throws t = thrown_so_far(s);

    t.future = &f;
    expression_value(situation, &t);
    if (!f.no_room)
        return !f.in_order;
    memcpy(key, s, sizeof *s);
    *(unsigned char *)key = 255;
    return false;
}

/* The exact answer. */

/* The mean is the sum of value times ways over the total, reduced once at the end and not with each term. */
static void add_weights(totals *t, const dice_expression *e, const distribution *d)
{
    mpz_t moment;

    mpz_init(moment);
    for (size_t i = 0; i < d->n; i++) {
        const int64_t value = d->low + (int64_t)i;
        mpq_t *p;

        if (mpz_sgn(d->ways[i]) == 0)
            continue;
        mpz_set_si(moment, (long)value); /* of 32 bits at most */
        mpz_addmul(mpq_numref(t->gain[0].fraction), moment, d->ways[i]);
        p = &t->probability[totals_place(t, outcome_of(e, value))].fraction;
        mpz_set(mpq_numref(*p), d->ways[i]);
        mpz_set(mpq_denref(*p), d->total);
        mpq_canonicalize(*p);
    }
    mpz_set(mpq_denref(t->gain[0].fraction), d->total);
    mpq_canonicalize(t->gain[0].fraction);
    mpz_clear(moment);
}

/* Values without any way are not outcomes; they would be printed with a chance of 0. */
static salvo_status report(salvo_odds *odds, const salvo_question *q, const distribution *d, salvo_error *err)
{
    int *outcomes = salvo_arena_array(odds->memory, d->n, sizeof *outcomes);
    size_t n = 0;
    totals t;
    salvo_status status;

    if (!outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < d->n; i++)
        if (mpz_sgn(d->ways[i]) != 0)
            outcomes[n++] = outcome_of(q->situation, d->low + (int64_t)i);
    status = totals_init(&t, SALVO_RATIONAL, outcomes, n, err);
    if (status == SALVO_OK) {
        add_weights(&t, q->situation, d);
        status = totals_report(odds, &t, q, err);
    }
    totals_free(&t);
    return status;
}

/* The procedure has its own exact answer, by convolution: sixty dice have more throws than any enumeration could
 * list. */
static salvo_status solve(salvo_odds *odds, const salvo_question *q, salvo_error *err)
{
    const dice_expression *e = q->situation;
    distribution d;
    salvo_status status;

    TRY(distribution_of(&d, e, e->root, err));
    status = report(odds, q, &d, err);
    distribution_free(&d);
    return status;
}

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    {.key = "expression", .kind = SALVO_TEXT, .help = "the dice to throw", .word = "a dice expression", .required = true,
     .into = SALVO_PLACE(dice_expression, text)},
};
static const salvo_expectation EXPECTATIONS[] = {{.name = "value", .help = "mean value"}};
/* clang-format on */

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .throw_name = "the dice",
    .future = future_of,
    .undecided = NO, /* never: every expression has an end */
};

static const salvo_procedure PROCEDURE = {
    .id = "DICE",
    .schema = {.name = "dice",
               .parameters = PARAMETERS,
               .n_parameters = 1,
               .situation_size = sizeof(dice_expression),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Dice", .title = "the value of an expression", .section = ""},
    .expectations = EXPECTATIONS,
    .n_expectations = 1,
    .expects = expects,
    .outcomes = WORDS,
    .n_outcomes = N_WORDS,
    .outcomes_help = "the value",
    .label = label,
    .chain = &CHAIN,
    .solve = solve,
};

/* A book without pages, because an expression needs no tables. */
static const salvo_procedure *const PROCEDURES[] = {&PROCEDURE};
static const salvo_ruleset DICE = {.id = "dice", .procedures = PROCEDURES, .n_procedures = 1};
static const salvo_rulebook BOOK = {.ruleset = &DICE, .store = {.id = "dice", .title = "Dice expression"}};

/* The text goes through the ordinary parser of words, so that expressions in files and on the command line have the
 * same messages. */
salvo_status salvo_dice_ask(salvo_question *question, const char *expression, salvo_error *err)
{
    char *word;
    salvo_arena *memory = salvo_arena_new();
    salvo_status status;

    memset(question, 0, sizeof *question);
    word = memory ? salvo_arena_printf(memory, "expression=%s", expression) : NULL;
    if (word)
        status = salvo_question_ask(question, &BOOK, &PROCEDURE, (const char *const[]){word}, 1, err);
    else
        status = salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}

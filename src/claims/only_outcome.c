/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/only_outcome.h"

#include <math.h>
#include <string.h>

#include "claims/asked_again.h"
#include "rules/parse.h"

enum { RANGES_TRIED = 32, HALVINGS = 12 };

/* The distance that the question is about, or -1. */
static int distance_of(const salvo_question *q)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (q->schema->parameters[i].distance && !q->values[i].absent)
            return (int)i;
    return -1;
}

/* The ends of brackets that hold in this situation, else those of the parameter's table. */
static size_t ranges_of(const salvo_question *q, int at, double upto[RANGES_TRIED], salvo_arena *memory)
{
    const salvo_parameter *p = &q->schema->parameters[at];
    double all[SALVO_BRACKETS_MAX];
    const char **texts;
    size_t n = 0;

    if (p->bracketed && q->schema->brackets) {
        n = q->schema->brackets(q->situation, all);
        memcpy(upto, all, n * sizeof *upto);
        return n;
    }
    if (!p->table || salvo_parameter_sweep(p, &q->book->store, memory, &texts, &n, NULL) != SALVO_OK)
        return 0;
    n = n < RANGES_TRIED ? n : RANGES_TRIED;
    for (size_t i = 0; i < n; i++)
        if (!salvo_number_parse(texts[i], &upto[i]))
            return i;
    return n;
}

/* A distance in place of the one that was given, and the only outcome there. */
typedef struct distance {
    const salvo_question *question;
    int at; /* its parameter */
    const char *outcome;
    salvo_arena *memory;
} distance;

/* How likely the outcome is there. */
static double chance_at(const distance *d, double range)
{
    const char *value = salvo_arena_printf(d->memory, "%.15g", range);

    return value ? chance_again(d->question, d->at, value, d->outcome, d->memory) : NAN;
}

static bool lets_others_come(const distance *d, double range)
{
    return chance_at(d, range) < SURELY;
}

/* Between `near`, where something else may come, and `far`, where nothing may: a weapon's own range lies within a
 * bracket. To a part in four thousand, told to a tenth. */
static double last_between(const distance *d, double near, double far)
{
    double last = near;

    for (int i = 0; i < HALVINGS; i++) {
        double middle = last + (far - last) / 2;

        if (lets_others_come(d, middle))
            last = middle;
        else
            far = middle;
    }
    /* Where the limit is a whole number the halves come near it from below. */
    return fabs(far - round(far)) < 0.02 * (1 + near / 100) ? round(far) : floor(last * 10) / 10;
}

/* The farthest range at which something else may come; NAN: none. */
static double farthest(const distance *d)
{
    const double asked = d->question->values[d->at].decimal;
    double upto[RANGES_TRIED];
    const size_t n = ranges_of(d->question, d->at, upto, d->memory);
    size_t i = n;

    /* Farther away is no help: there other things may come because nothing is fired at all. */
    while (i > 0 && (upto[i - 1] >= asked || !lets_others_come(d, upto[i - 1])))
        i--;
    if (i == 0)
        return NAN;
    return i < n ? last_between(d, upto[i - 1], fmin(upto[i], asked)) : upto[i - 1];
}

static void find_range(held_up *h, const salvo_question *q, const char *outcome)
{
    const distance d = {q, distance_of(q), outcome, h->memory};
    const double upto = d.at < 0 ? NAN : farthest(&d);

    if (!isnan(upto))
        held_up_add(h, &(held_up_reason){.kind = HELD_UP_ONLY_AT,
                                         .only = outcome,
                                         .parameter = q->schema->parameters[d.at].key,
                                         .value = q->values[d.at].text,
                                         .upto = upto,
                                         .here = 1,
                                         .otherwise = chance_at(&d, upto)});
}

/* Whether it was given in place of a default. A name says what the question is about, and stays; distances are looked for
 * by themselves. */
static bool may_hold_up(const salvo_question *q, size_t at)
{
    const salvo_parameter *p = &q->schema->parameters[at];

    return q->values[at].given && !p->required && p->kind != SALVO_NAME && p->kind != SALVO_LIST && !p->distance;
}

/* What was given in place of a default, and leaves nothing else. */
static void find_defaults(held_up *h, const salvo_question *q, const char *outcome)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const double chance = may_hold_up(q, i) ? chance_again(q, (int)i, NULL, outcome, h->memory) : NAN;

        if (chance < SURELY && chance > 0)
            held_up_add(h, &(held_up_reason){.kind = HELD_UP_ONLY_WITH,
                                             .only = outcome,
                                             .parameter = q->schema->parameters[i].key,
                                             .value = q->values[i].text,
                                             .here = 1,
                                             .otherwise = chance});
    }
}

void only_outcome_find(held_up *h, const salvo_question *q, const char *outcome)
{
    if (!h)
        return;
    find_range(h, q, outcome);
    find_defaults(h, q, outcome);
}

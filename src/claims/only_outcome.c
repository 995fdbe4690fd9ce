/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/only_outcome.h"

#include <math.h>
#include <string.h>

#include "claims/asked_again.h"
#include "rules/parse.h"

enum { RANGES_TRIED = 32, HALVINGS = 12 };

/* Returns the parameter of the question that is a distance, or -1. */
static int distance_of(const salvo_question *q)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (q->schema->parameters[i].distance && !q->values[i].absent)
            return (int)i;
    return -1;
}

/* Lists the ends of brackets in this situation, else those of the parameter's table. */
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

/* Other distances in place of the given one, and the only outcome there. */
typedef struct distance {
    const salvo_question *question;
    int at; /* the parameter of the distance */
    const char *outcome;
    salvo_arena *memory;
} distance;

/* Returns the chance of the outcome at that range. */
static double chance_at(const distance *d, double range)
{
    const char *value = salvo_arena_printf(d->memory, "%.15g", range);

    return value ? chance_again(d->question, d->at, value, d->outcome, d->memory) : NAN;
}

static bool lets_others_come(const distance *d, double range)
{
    return chance_at(d, range) < SURELY;
}

/* Returns the limit between `near`, where other outcomes are possible, and `far`, where they are not: a weapon's own
 * range lies within a bracket. It is exact to a part in four thousand, and rounded to a tenth. */
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
    /* If the limit is a whole number, halving approaches it from below. */
    return fabs(far - round(far)) < 0.02 * (1 + near / 100) ? round(far) : floor(last * 10) / 10;
}

/* Returns the farthest range at which another outcome is possible; NAN: none. */
static double farthest(const distance *d)
{
    const double asked = d->question->values[d->at].decimal;
    double upto[RANGES_TRIED];
    const size_t n = ranges_of(d->question, d->at, upto, d->memory);
    size_t i = n;

    /* A greater distance is no help: other outcomes are possible there only because nothing fires at all. */
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

/* Returns whether a given value in place of a default may be the reason. Names are the subject of the question, and
 * stay; distances are searched separately. */
static bool may_hold_up(const salvo_question *q, size_t at)
{
    const salvo_parameter *p = &q->schema->parameters[at];

    return q->values[at].given && !p->required && p->kind != SALVO_NAME && p->kind != SALVO_LIST && !p->distance;
}

/* Finds given values in place of defaults that permit only one outcome. */
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/shares.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "odds/long_ways.h"

/* The rounding error of a double that should be 0, and of a difference of chances. */
static const double CRUMB_OF_SHARE = 1e-12, CRUMB_OF_TURN = 1e-15;

/* The chance of an outcome, split by the throws that lead to it. */
typedef struct split {
    num *by_throw; /* for each described throw; the rest is the last of them */
    num *other;    /* one number: the part without a throw */
    num *given;    /* by throw: its chance of the outcome; nothing for the rest */
    size_t n;
} split;

static arithmetic *arithmetic_of(const kinds *k)
{
    return (arithmetic *)&k->course->totals.with;
}

static void split_free(const kinds *k, split *s)
{
    numbers_free(arithmetic_of(k), s->by_throw, s->n);
    numbers_free(arithmetic_of(k), s->other, 1);
    numbers_free(arithmetic_of(k), s->given, s->n);
}

/* The chances of one throw, outcome by outcome. */
typedef struct chances {
    mpz_t *ways;   /* the number of the throw's ways to each */
    uint64_t *few; /* the same during the count, if the throw's ways are less than 2^63 */
    mpz_t of;      /* the number of all ways */
    size_t n;
} chances;

static bool chances_init(chances *c, size_t n)
{
    *c = (chances){.ways = calloc(n + 1, sizeof *c->ways), .few = calloc(n + 1, sizeof *c->few)};
    mpz_init(c->of);
    for (; c->ways && c->n < n; c->n++)
        mpz_init(c->ways[c->n]);
    return c->ways && c->few;
}

static void chances_free(chances *c)
{
    for (size_t i = 0; i < c->n; i++)
        mpz_clear(c->ways[i]);
    free(c->ways);
    free(c->few);
    mpz_clear(c->of);
}

/* Returns for every effect the place of its outcome in the list; SIZE_MAX: it is not there. NULL if memory is out. */
static size_t *find_places(const int *outcomes, size_t n, const intern_table *known)
{
    size_t *places = malloc((known->count + 1) * sizeof *places);

    for (size_t i = 0; places && i < known->count; i++) {
        const effect *x = intern_table_key(known, i);

        places[i] = SIZE_MAX;
        for (size_t o = 0; o < n && places[i] == SIZE_MAX; o++)
            if (outcomes[o] == x->outcome)
                places[i] = o;
    }
    return places;
}

/* Makes one pass over the results of the throw, which may be millions. */
static void count_all(chances *c, const results *r, const size_t *places)
{
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0;
    mpz_t weight;

    mpz_init(weight);
    for (size_t o = 0; o < c->n; o++) {
        mpz_set_ui(c->ways[o], 0);
        c->few[o] = 0;
    }
    salvo_dice_first(&r->dice, faces);
    do {
        const size_t place = r->effects[i] == NO_EFFECT ? SIZE_MAX : places[r->effects[i]];

        if (place == SIZE_MAX)
            continue;
        if (r->ways) {
            c->few[place] += salvo_dice_weight(&r->dice, faces);
        } else {
            throw_weight(weight, &r->dice, faces);
            mpz_add(c->ways[place], c->ways[place], weight);
        }
    } while (i++, salvo_dice_next(&r->dice, faces));
    throw_ways(c->of, &r->dice);
    for (size_t o = 0; o < c->n && r->ways; o++)
        mpz_import(c->ways[o], 1, -1, sizeof c->few[o], 0, 0, &c->few[o]);
    mpz_clear(weight);
}

bool report_chance(const salvo_explanation *e, const results *r, const intern_table *known, int outcome,
                   salvo_number *to)
{
    size_t *places = find_places(&outcome, 1, known);
    arithmetic with;
    chances c;
    num *n;
    bool done;

    arithmetic_init(&with, e->arithmetic);
    n = numbers_new(&with, 1);
    done = chances_init(&c, 1) && n && places;
    if (done) {
        count_all(&c, r, places);
        number_add_long(&with, n, 1, c.ways[0], c.of);
        done = number_report(&with, n, e->memory, to);
    }
    chances_free(&c);
    numbers_free(&with, n, 1);
    arithmetic_free(&with);
    free(places);
    return done;
}

/* Adds the contribution of one kind of throw to every outcome. */
static void split_throw(const kinds *k, const kind *from, const chances *c, split *s)
{
    arithmetic *with = arithmetic_of(k);
    const size_t throw = kinds_throw(k, from);

    for (size_t o = 0; o < c->n; o++) {
        if (!s[o].given)
            continue;
        number_set_zero(with, &s[o].given[throw]);
        number_add_long(with, &s[o].given[throw], 1, c->ways[o], c->of);
        number_add_product(with, &s[o].by_throw[throw], from->times, &s[o].given[throw]);
        number_add_product(with, s[o].other, from->times, &s[o].given[throw]);
    }
}

static salvo_status split_kind(kinds *k, const kind *from, chances *c, split *s, salvo_error *err)
{
    const salvo_status status = kinds_look(k, from, err);
    const results r = results_of(&k->look.throw.dice, k->look.effects);
    size_t *places;

    if (status != SALVO_OK)
        return status;
    places = find_places(k->course->totals.outcomes, k->course->totals.n_outcomes, &k->look.known);
    if (!places)
        return salvo_fail_memory(err);
    count_all(c, &r, places);
    split_throw(k, from, c, s);
    free(places);
    return SALVO_OK;
}

/* It goes throw by throw and not outcome by outcome, because looking at a throw takes long. The remainder after all
 * throws belongs to none. */
static salvo_status split_all(kinds *k, split *s, salvo_error *err)
{
    const totals *t = &k->course->totals;
    arithmetic *with = arithmetic_of(k);
    chances c;
    salvo_status status = chances_init(&c, t->n_outcomes) ? SALVO_OK : salvo_fail_memory(err);

    for (size_t o = 0; o < t->n_outcomes; o++)
        if (s[o].given) {
            number_set(with, s[o].other, &t->probability[o]);
            number_negate(with, s[o].other);
        }
    for (size_t i = 0; i < k->n && status == SALVO_OK; i++)
        status = split_kind(k, &k->at[i], &c, s, err);
    for (size_t o = 0; o < t->n_outcomes; o++)
        if (s[o].given)
            number_negate(with, s[o].other);
    chances_free(&c);
    return status;
}

static bool is_nothing(const arithmetic *with, const num *a)
{
    return with->kind == SALVO_RATIONAL ? number_is_zero(with, a) : fabs(a->real) < CRUMB_OF_SHARE;
}

/* Shares of nothing are left out. A share of the rest has no chance of its own, because it is many throws. */
static salvo_status report_split(const kinds *k, const split *s, salvo_explained_outcome *to, salvo_error *err)
{
    const salvo_explanation *e = k->e;

    to->shares = salvo_arena_array(e->memory, e->n_throws + 1, sizeof *to->shares);
    if (!to->shares)
        return salvo_fail_memory(err);
    for (size_t i = 0; i <= e->n_throws; i++) {
        const bool other = i == e->n_throws;
        const num *part = other ? s->other : &s->by_throw[i];
        salvo_contribution *share = &to->shares[to->n_shares];

        if (is_nothing(arithmetic_of(k), part))
            continue;
        *share = (salvo_contribution){.place = other ? SIZE_MAX : i};
        if (!number_report(arithmetic_of(k), part, e->memory, &share->probability) ||
            (!other && !e->throws[i].is_rest &&
             !number_report(arithmetic_of(k), &s->given[i], e->memory, &share->given)))
            return salvo_fail_memory(err);
        to->n_shares++;
    }
    return SALVO_OK;
}

/* The chance in each turn is the total at its end less the total before it. The remainder comes later. */
static salvo_status report_turns(const kinds *k, size_t place, salvo_explained_outcome *to, salvo_error *err)
{
    const chain_course *c = k->course;
    arithmetic *with = arithmetic_of(k);
    const size_t n = c->totals.n_outcomes, n_turns = k->e->n_turns;
    num *part = numbers_new(with, 1);
    bool done = part != NULL;

    to->by_turn = salvo_arena_array(k->e->memory, n_turns, sizeof *to->by_turn);
    done = done && to->by_turn;
    for (size_t t = 0; t <= n_turns && done; t++) {
        if (t > 0)
            number_set(with, part, &c->by_turn[(t - 1) * n + place]);
        number_negate(with, part);
        number_add(with, part, t < n_turns ? &c->by_turn[t * n + place] : &c->totals.probability[place]);
        if (with->kind == SALVO_DOUBLE && fabs(part->real) < CRUMB_OF_TURN)
            number_set_zero(with, part);
        done = number_report(with, part, k->e->memory, t < n_turns ? &to->by_turn[t] : &to->later);
    }
    numbers_free(with, part, 1);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status name_outcome(const kinds *k, size_t place, salvo_explained_outcome *to, salvo_error *err)
{
    const totals *t = &k->course->totals;
    char label[SALVO_LABEL_MAX];

    salvo_outcome_label(k->e->question, t->outcomes[place], label);
    to->name = salvo_arena_text(k->e->memory, label);
    return to->name && number_report(&t->with, &t->probability[place], k->e->memory, &to->probability)
               ? SALVO_OK
               : salvo_fail_memory(err);
}

static salvo_status report(const kinds *k, const split *s, size_t place, salvo_explained_outcome *to, salvo_error *err)
{
    TRY(name_outcome(k, place, to, err));
    TRY(report_split(k, s, to, err));
    return report_turns(k, place, to, err);
}

static bool split_init(const kinds *k, split *s)
{
    const size_t n = k->e->n_throws + 1;

    *s = (split){numbers_new(arithmetic_of(k), n), numbers_new(arithmetic_of(k), 1), numbers_new(arithmetic_of(k), n),
                 n};
    return s->by_throw && s->other && s->given;
}

/* An outcome of probability 0 would be a line of zeros, and most procedures have several that are impossible here. */
static bool is_told(const totals *t, size_t place)
{
    return !number_is_zero(&t->with, &t->probability[place]);
}

static salvo_status tell_outcomes(kinds *k, split *s, salvo_error *err)
{
    const totals *t = &k->course->totals;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < t->n_outcomes && status == SALVO_OK; i++)
        if (is_told(t, i) && !split_init(k, &s[i]))
            status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = split_all(k, s, err);
    for (size_t i = 0; i < t->n_outcomes && status == SALVO_OK; i++)
        if (is_told(t, i))
            status = report(k, &s[i], i, &k->e->outcomes[k->e->n_outcomes++], err);
    return status;
}

/* For one turn alone the list of turns would repeat the outcome. */
salvo_status shares_tell(kinds *k, salvo_error *err)
{
    const totals *t = &k->course->totals;
    split *s = calloc(t->n_outcomes + 1, sizeof *s);
    salvo_status status = SALVO_OK;

    k->e->n_turns = k->course->n_turns > 1 ? k->course->n_turns : 0;
    k->e->arithmetic = t->with.kind;
    k->e->outcomes = salvo_arena_array(k->e->memory, t->n_outcomes, sizeof *k->e->outcomes);
    status = s && k->e->outcomes ? tell_outcomes(k, s, err) : salvo_fail_memory(err);
    for (size_t i = 0; s && i < t->n_outcomes; i++)
        if (is_told(t, i))
            split_free(k, &s[i]);
    free(s);
    return status;
}

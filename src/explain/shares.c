#include "explain/shares.h"

#include <math.h>
#include <stdlib.h>

#include "odds/long_ways.h"

/* Rounding leaves so much of a double that ought to be 0, and of one that is a difference of chances. */
static const double CRUMB_OF_SHARE = 1e-12, CRUMB_OF_TURN = 1e-15;

/* The chance of an outcome, split by the throws that it comes by. */
typedef struct split {
    num *by_throw; /* for each that is told; the rest is the last of them */
    num *other;    /* one: what comes by none */
    num *given;    /* by throw: its chance of the outcome; of the rest nothing */
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

/* In how many of its ways, all of which are `of`, the throw comes to the outcome. */
static void count_ways(const results *r, const intern_table *known, int outcome, mpz_t ways, mpz_t of)
{
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0, few = 0;
    mpz_t weight;

    mpz_init(weight);
    salvo_dice_first(&r->dice, faces);
    do {
        const effect *x = r->effects[i] == NO_EFFECT ? NULL : intern_table_key(known, r->effects[i]);

        if (!x || x->outcome != outcome)
            continue;
        if (r->ways) {
            few += salvo_dice_weight(&r->dice, faces);
        } else {
            throw_weight(weight, &r->dice, faces);
            mpz_add(ways, ways, weight);
        }
    } while (i++, salvo_dice_next(&r->dice, faces));
    throw_ways(of, &r->dice);
    if (r->ways)
        mpz_import(ways, 1, -1, sizeof few, 0, 0, &few);
    mpz_clear(weight);
}

/* The chance that the throw comes to the outcome. */
static void set_chance(arithmetic *with, num *to, const results *r, const intern_table *known, int outcome)
{
    mpz_t ways, of;

    mpz_inits(ways, of, NULL);
    count_ways(r, known, outcome, ways, of);
    number_set_zero(with, to);
    number_add_long(with, to, 1, ways, of);
    mpz_clears(ways, of, NULL);
}

bool report_chance(const salvo_explanation *e, const results *r, const intern_table *known, int outcome,
                   salvo_number *to)
{
    arithmetic with;
    num *n;
    bool done;

    arithmetic_init(&with, e->arithmetic);
    n = numbers_new(&with, 1);
    if (n)
        set_chance(&with, n, r, known, outcome);
    done = n && number_report(&with, n, e->memory, to);
    numbers_free(&with, n, 1);
    arithmetic_free(&with);
    return done;
}

/* What is left when all throws are taken off comes by none. */
static salvo_status split_outcome(kinds *k, split *s, size_t place, salvo_error *err)
{
    const totals *t = &k->course->totals;
    arithmetic *with = arithmetic_of(k);

    number_set(with, s->other, &t->probability[place]);
    number_negate(with, s->other);
    for (size_t i = 0; i < k->n; i++) {
        const kind *from = &k->at[i];
        const size_t throw = kinds_throw(k, from);
        const salvo_status status = kinds_look(k, from, err);
        const results r = results_of(&k->look.dice, k->look.effects);

        if (status != SALVO_OK)
            return status;
        set_chance(with, &s->given[throw], &r, &k->look.known, t->outcomes[place]);
        number_add_product(with, &s->by_throw[throw], from->times, &s->given[throw]);
        number_add_product(with, s->other, from->times, &s->given[throw]);
    }
    number_negate(with, s->other);
    return SALVO_OK;
}

static bool is_nothing(const arithmetic *with, const num *a)
{
    return with->kind == SALVO_RATIONAL ? number_is_zero(with, a) : fabs(a->real) < CRUMB_OF_SHARE;
}

/* Shares of nothing are left out; a share of the rest has no chance of its own, because it is many throws. */
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

/* The chance in each turn is what has come by its end less what had come before; what is left comes later. */
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

/* The order matters: shares are taken from the outcome's own probability, and what remains of it is what no throw brings. */
static salvo_status report(kinds *k, split *s, size_t place, salvo_explained_outcome *to, salvo_error *err)
{
    salvo_status status = name_outcome(k, place, to, err);

    if (status != SALVO_OK)
        return status;
    status = split_outcome(k, s, place, err);
    if (status != SALVO_OK)
        return status;
    status = report_split(k, s, to, err);
    return status == SALVO_OK ? report_turns(k, place, to, err) : status;
}

static salvo_status tell_outcome(kinds *k, size_t place, salvo_error *err)
{
    const size_t n = k->e->n_throws + 1;
    split s = {numbers_new(arithmetic_of(k), n), numbers_new(arithmetic_of(k), 1), numbers_new(arithmetic_of(k), n), n};
    salvo_status status = s.by_throw && s.other && s.given
                              ? report(k, &s, place, &k->e->outcomes[k->e->n_outcomes], err)
                              : salvo_fail_memory(err);

    split_free(k, &s);
    k->e->n_outcomes++;
    return status;
}

/* An outcome of probability 0 would be a line of zeros, and most procedures have several that cannot come here. Of one turn alone
 * the list of turns would repeat the outcome. */
salvo_status shares_tell(kinds *k, salvo_error *err)
{
    const totals *t = &k->course->totals;
    salvo_status status = SALVO_OK;

    k->e->n_turns = k->course->n_turns > 1 ? k->course->n_turns : 0;
    k->e->arithmetic = t->with.kind;
    k->e->outcomes = salvo_arena_array(k->e->memory, t->n_outcomes, sizeof *k->e->outcomes);
    if (!k->e->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->n_outcomes && status == SALVO_OK; i++)
        if (!number_is_zero(&t->with, &t->probability[i]))
            status = tell_outcome(k, i, err);
    return status;
}

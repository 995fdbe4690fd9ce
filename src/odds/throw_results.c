/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/throw_results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"

/* Results are enumerated; the number of ways does not matter. */
salvo_status throw_check(const salvo_dice *dice, const char *what, salvo_error *err)
{
    const uint64_t results = salvo_dice_results(dice);

    if (results == 0)
        return salvo_fail(err, SALVO_TOO_LARGE, "%s has more than 2^63 dice results; at most %d are enumerated", what,
                          SALVO_RESULTS_MAX);
    if (results > SALVO_RESULTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "%s has %" PRIu64 " dice results; at most %d are enumerated", what,
                          results, SALVO_RESULTS_MAX);
    return SALVO_OK;
}

bool throw_is_long(const salvo_dice *dice)
{
    const uint64_t ways = salvo_dice_ways(dice);

    return ways == 0 || ways > UINT32_MAX;
}

/* Results of the dice. */

/* Sets of equal dice: each in ascending order of faces, with its number of orders. They follow the order in which
 * salvo_dice_next reaches the first result of each, and the first is that of salvo_dice_first. Returns false if there is
 * no next one. */
static bool next_set(const salvo_dice *dice, uint8_t *faces)
{
    int i = dice->count - 1;

    while (i >= 0 && faces[i] == dice->sides[i])
        i--;
    if (i < 0)
        return false;
    memset(faces + i, faces[i] + 1, (size_t)(dice->count - i));
    return true;
}

/* The number of results with these faces, which are in ascending order. 16! is less than 2^63. */
static uint64_t orders_of(const salvo_dice *dice, const uint8_t *faces)
{
    uint64_t orders = 1;

    for (int i = 0, same = 0; i < dice->count; i++) {
        same = i > 0 && faces[i] == faces[i - 1] ? same + 1 : 1;
        orders = orders * (uint64_t)(i + 1) / (uint64_t)same; /* one more binomial coefficient: always whole */
    }
    return orders;
}

static void take_faces(throw_results *r)
{
    r->results = 1;
    r->ways = r->are_alike ? orders_of(&r->dice, r->faces) : salvo_dice_weight(&r->dice, r->faces);
}

/* Every state is asked for its dice, because they may depend on it. */
salvo_status throw_results_begin(throw_results *r, const salvo_question *question, const void *state, bool are_alike,
                                 salvo_error *err)
{
    question->procedure->chain->dice(question->situation, state, &r->dice);
    TRY(throw_check(&r->dice, question->procedure->schema.name, err));
    r->kind = r->last = NULL;
    r->are_alike = are_alike;
    r->all_ways = throw_is_long(&r->dice) ? 0 : salvo_dice_ways(&r->dice);
    salvo_dice_first(&r->dice, r->faces);
    take_faces(r);
    return SALVO_OK;
}

/* Kinds. Every result of a throw is examined once and compared with the kinds found so far. There are few, and
 * neighbouring results are mostly of one kind. */

void throw_kinds_free(throw_kinds *t)
{
    free(t->list);
    free(t->throws);
    memset(t, 0, sizeof *t);
}

/* Returns the kind, which is new unless it is among those from `first` on; NULL if memory is out. */
static throw_kind *find_kind(throw_kinds *t, size_t first, int kind, const uint8_t *faces)
{
    for (size_t i = t->n; i-- > first;)
        if (t->list[i].kind == kind)
            return &t->list[i];
    if (!salvo_grow(&t->list, &t->capacity, t->n + 1, sizeof *t->list))
        return NULL;
    t->list[t->n] = (throw_kind){.kind = kind};
    memcpy(t->list[t->n].faces, faces, SALVO_DICE_MAX);
    return &t->list[t->n++];
}

/* Examines all results in which the dice but the last show `faces`, in `ways` ways. This loop takes most of the time
 * of a small question. Neighbours are mostly of one kind, which is searched for once. */
static bool look_at_last(throw_kinds *t, const salvo_question *q, int number, const salvo_dice *dice, uint8_t *faces,
                         uint64_t ways)
{
    const size_t first = t->throws[number].first;
    const int last = dice->count - 1, sides = dice->sides[last];
    const uint32_t *weights = dice->weights[last];
    int (*const kind_of)(const void *, int, const uint8_t *) = q->procedure->chain->throw_kind;
    const void *situation = q->situation;
    throw_kind *now = NULL;

    for (int face = 1; face <= sides; face++) {
        int kind;

        faces[last] = (uint8_t)face;
        kind = kind_of(situation, number, faces);
        if (!now || now->kind != kind)
            now = find_kind(t, first, kind, faces);
        if (!now)
            return false;
        now->results++;
        now->ways += weights ? ways * weights[face - 1] : ways;
    }
    return true;
}

/* The only result of no dice has no kind. */
static bool look_at_none(throw_kinds *t, int number)
{
    static const uint8_t NO_FACES[SALVO_DICE_MAX];
    throw_kind *only = find_kind(t, t->throws[number].first, 0, NO_FACES);

    if (only)
        only->results = only->ways = 1;
    return only != NULL;
}

/* In the order of salvo_dice_next(), whose fastest die is the last. The chain's throw_kind() promises that results of
 * one kind lead alike from every state, so one pass serves all states. */
static bool look_at_all(throw_kinds *t, const salvo_question *q, int number, const salvo_dice *dice)
{
    uint8_t faces[SALVO_DICE_MAX] = {0};
    salvo_dice others = *dice;

    if (dice->count == 0)
        return look_at_none(t, number);
    others.count--;
    salvo_dice_first(&others, faces);
    do
        if (!look_at_last(t, q, number, dice, faces, salvo_dice_weight(&others, faces)))
            return false;
    while (salvo_dice_next(&others, faces));
    return true;
}

/* The chain promises that all states with that number have the same dice, so those of this state serve. */
static salvo_status look_at(throw_kinds *t, const salvo_question *q, int number, const void *state, salvo_error *err)
{
    salvo_dice dice;

    q->procedure->chain->dice(q->situation, state, &dice);
    TRY(throw_check(&dice, q->procedure->schema.name, err));
    if (throw_is_long(&dice)) {
        t->throws[number] = (known_throw){.ways = 1, .is_long = true};
        return SALVO_OK;
    }
    t->throws[number] = (known_throw){.first = t->n};
    if (!look_at_all(t, q, number, &dice))
        return salvo_fail_memory(err);
    t->throws[number].ways = salvo_dice_ways(&dice);
    t->throws[number].n = t->n - t->throws[number].first;
    return SALVO_OK;
}

static void take_kind(throw_results *r, const throw_kind *kind)
{
    r->kind = kind;
    r->ways = kind->ways;
    r->results = kind->results;
    memcpy(r->faces, kind->faces, sizeof r->faces);
}

/* An examined throw has at least one way; 0 marks one that is not examined. */
salvo_status throw_results_begin_kinds(throw_results *r, throw_kinds *t, const salvo_question *question,
                                       const void *state, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain;
    const int number = chain->throw_number ? chain->throw_number(question->situation, state) : -1;
    const known_throw *known;
    salvo_status status = SALVO_OK;

    if (number < 0)
        return throw_results_begin(r, question, state, false, err);
    if (!salvo_grow(&t->throws, &t->throws_capacity, (size_t)number + 1, sizeof *t->throws))
        return salvo_fail_memory(err);
    if (!t->throws[number].ways)
        status = look_at(t, question, number, state, err);
    known = &t->throws[number];
    if (status != SALVO_OK)
        return status;
    if (known->is_long)
        return throw_results_begin(r, question, state, false, err);
    r->all_ways = known->ways;
    r->last = &t->list[known->first + known->n - 1];
    take_kind(r, &t->list[known->first]);
    return SALVO_OK;
}

bool throw_results_next(throw_results *r)
{
    if (r->kind) {
        if (r->kind == r->last)
            return false;
        take_kind(r, r->kind + 1);
        return true;
    }
    if (!(r->are_alike ? next_set : salvo_dice_next)(&r->dice, r->faces))
        return false;
    take_faces(r);
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examines every result of a throw once, and compares it with the kinds found so far. There are few, and neighbouring
 * results are mostly of one kind. */
#include "odds/throw_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "odds/outcome_table.h"

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
    salvo_status status;

    q->procedure->chain->dice(q->situation, state, &dice);
    status = throw_check(&dice, q->procedure->schema.name, err);
    if (status != SALVO_OK)
        return status;
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

/* An examined throw has at least one way; 0 marks one that is not examined. */
salvo_status throw_kinds_find(throw_kinds *t, const salvo_question *question, int number, const void *state,
                              const known_throw **known, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (!salvo_grow(&t->throws, &t->throws_capacity, (size_t)number + 1, sizeof *t->throws))
        return salvo_fail_memory(err);
    if (!t->throws[number].ways)
        status = look_at(t, question, number, state, err);
    *known = &t->throws[number];
    return status;
}

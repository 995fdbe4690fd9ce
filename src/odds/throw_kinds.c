/* Every result of a throw is looked at once, and compared with the kinds found so far: they are few, and neighbouring
 * results mostly are of one kind. */
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

/* Adds the result to its kind, which is a new one unless it is among those from `first` on. false when memory is out.
 * Searched from the end, where the kind of the neighbouring result stands. */
static bool add(throw_kinds *t, size_t first, int kind, const uint8_t *faces, uint64_t ways)
{
    for (size_t i = t->n; i-- > first;)
        if (t->list[i].kind == kind) {
            t->list[i].results++;
            t->list[i].ways += ways;
            return true;
        }
    if (!salvo_grow(&t->list, &t->capacity, t->n + 1, sizeof *t->list))
        return false;
    t->list[t->n] = (throw_kind){.kind = kind, .results = 1, .ways = ways};
    memcpy(t->list[t->n++].faces, faces, SALVO_DICE_MAX);
    return true;
}

/* The only result of no dice is of no kind. The chain's throw_kind() promises that results of one kind lead alike from
 * every state, hence one look for all states. */
static bool look_at_all(throw_kinds *t, const salvo_question *q, int number, const salvo_dice *dice)
{
    const size_t first = t->n;
    uint8_t faces[SALVO_DICE_MAX] = {0};

    salvo_dice_first(dice, faces);
    do {
        uint64_t ways = salvo_dice_weight(dice, faces);
        int kind = dice->count ? q->procedure->chain->throw_kind(q->situation, number, faces) : 0;

        if (!add(t, first, kind, faces, ways))
            return false;
    } while (salvo_dice_next(dice, faces));
    t->throws[number] = (known_throw){.ways = salvo_dice_ways(dice), .first = first, .n = t->n - first};
    return true;
}

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
    return look_at_all(t, q, number, &dice) ? SALVO_OK : salvo_fail_memory(err);
}

/* A throw that was looked at has ways, at least one; 0 marks one that was not. */
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

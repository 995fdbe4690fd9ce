/* Every result of a throw is looked at once, and compared with the kinds found so far: they are few, and neighbouring
 * results mostly are of one kind. */
#include "odds/throw_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void throw_kinds_free(throw_kinds *t)
{
    free(t->list);
    free(t->places);
    memset(t, 0, sizeof *t);
}

/* Adds the result to its kind, which is a new one unless it is among those from `first` on. false when memory is out. */
static bool add(throw_kinds *t, size_t first, int kind, const uint8_t *faces, uint64_t ways)
{
    for (size_t i = t->n; i-- > first;)
        if (t->list[i].kind == kind) {
            t->list[i].ways += ways;
            return true;
        }
    if (!salvo_grow(&t->list, &t->capacity, t->n + 1, sizeof *t->list))
        return false;
    t->list[t->n] = (throw_kind){.kind = kind, .ways = ways};
    memcpy(t->list[t->n++].faces, faces, SALVO_DICE_MAX);
    return true;
}

/* The only result of no dice is of no kind. */
static bool find(throw_kinds *t, const salvo_question *q, int number, const salvo_dice *dice)
{
    const salvo_chain *chain = q->procedure->chain;
    const size_t first = t->n;
    uint8_t faces[SALVO_DICE_MAX] = {0};

    salvo_dice_first(dice, faces);
    do {
        uint64_t ways = salvo_dice_weight(dice, faces);

        if (ways && !add(t, first, dice->count ? chain->throw_kind(q->situation, number, faces) : 0, faces, ways))
            return false;
    } while (salvo_dice_next(dice, faces));
    t->places[number] = (throw_place){first, t->n - first};
    return true;
}

const throw_kind *throw_kinds_of(throw_kinds *t, const salvo_question *question, int number, const salvo_dice *dice,
                                 size_t *n)
{
    if (!salvo_grow(&t->places, &t->places_capacity, (size_t)number + 1, sizeof *t->places) ||
        (!t->places[number].n && !find(t, question, number, dice)))
        return NULL;
    *n = t->places[number].n;
    return t->list + t->places[number].first;
}

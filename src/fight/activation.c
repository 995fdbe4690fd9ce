#include "fight/activation.h"

#include <string.h>

enum { THROWS_MAX = 64 };

/* Adds the chance to the spot that is the same, or a new one. */
static bool add(spot *spots, size_t *n, const spot *from)
{
    for (size_t i = 0; i < *n; i++)
        if (memcmp(&spots[i], from, offsetof(spot, p)) == 0) {
            spots[i].p += from->p;
            return true;
        }
    if (*n == SPOTS_MAX)
        return false;
    spots[(*n)++] = *from;
    return true;
}

/* Every result of one throw. */
static bool throw_on(activation *a, const salvo_battle_face *face, const void *fire, int throw, const spot *from,
                     const salvo_dice *dice, spot *next, size_t *n)
{
    double ways = (double)salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];

    salvo_dice_first(dice, faces);
    do {
        spot to = *from;

        a->tried++;
        face->resolve(fire, throw, faces, to.actor, to.target);
        to.p = from->p * ((double)salvo_dice_weight(dice, faces) / ways);
        if (to.p > 0 && !add(next, n, &to))
            return false;
    } while (salvo_dice_next(dice, faces));
    return true;
}

bool activation_compose(activation *a, const salvo_battle_face *face, const void *fire, const uint8_t *actor,
                        const uint8_t *target)
{
    spot lists[2][SPOTS_MAX];
    size_t n[2] = {1, 0};

    memcpy(lists[0][0].actor, actor, SALVO_ELEMENT_BYTES);
    memcpy(lists[0][0].target, target, SALVO_ELEMENT_BYTES);
    lists[0][0].p = 1;
    a->n = 0;
    a->throws = false;
    for (int throw = 0; throw < THROWS_MAX && n[throw &1]; throw ++) {
        const spot *now = lists[throw &1];
        size_t *n_next = &n[!(throw &1)];

        *n_next = 0;
        for (size_t i = 0; i < n[throw &1]; i++) {
            salvo_dice dice;
            bool goes_on = face->dice(fire, throw, now[i].actor, now[i].target, &dice);

            a->throws = a->throws || (goes_on && dice.count > 0);
            if (goes_on ? !throw_on(a, face, fire, throw, &now[i], &dice, lists[!(throw &1)], n_next)
                        : !add(a->spots, &a->n, &now[i]))
                return false;
        }
        n[throw &1] = 0;
    }
    return n[0] == 0 && n[1] == 0;
}

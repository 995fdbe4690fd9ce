/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of equal dice whose order does not matter: each set of faces once, in ascending order, with its number of
 * orders. The sets follow the order in which salvo_dice_next reaches the first result of each. */
#ifndef SALVO_ODDS_ALIKE_DICE_H
#define SALVO_ODDS_ALIKE_DICE_H

#include <string.h>

#include <salvo/dice.h>

/* Sets the next set; the first is that of salvo_dice_first. Returns false if there is none. */
static inline bool alike_dice_next(const salvo_dice *dice, uint8_t *faces)
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
static inline uint64_t alike_dice_results(const salvo_dice *dice, const uint8_t *faces)
{
    uint64_t orders = 1;

    for (int i = 0, same = 0; i < dice->count; i++) {
        same = i > 0 && faces[i] == faces[i - 1] ? same + 1 : 1;
        orders = orders * (uint64_t)(i + 1) / (uint64_t)same; /* one more binomial coefficient: always whole */
    }
    return orders;
}

#endif

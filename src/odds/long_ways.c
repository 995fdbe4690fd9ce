/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/long_ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void long_ways_free(long_ways *l)
{
    for (size_t i = 0; i < l->n; i++)
        mpz_clear(l->list[i]);
    free(l->list);
    memset(l, 0, sizeof *l);
}

bool long_ways_add(long_ways *l, uint32_t *number)
{
    if (!salvo_grow(&l->list, &l->capacity, l->n + 1, sizeof *l->list))
        return false;
    *number = (uint32_t)l->n;
    mpz_init(l->list[l->n++]);
    return true;
}

void long_ways_drop(long_ways *l)
{
    mpz_clear(l->list[--l->n]);
}

enum { WORD_LIMBS = 64 / GMP_LIMB_BITS };

size_t long_words(const mpz_t number)
{
    return (mpz_size(number) + WORD_LIMBS - 1) / WORD_LIMBS;
}

uint64_t long_word(const mpz_t number, size_t i)
{
    uint64_t word = 0;

    for (size_t limb = 0; limb < WORD_LIMBS; limb++)
        word |= (uint64_t)mpz_getlimbn(number, (mp_size_t)(i * WORD_LIMBS + limb)) << limb * GMP_LIMB_BITS;
    return word;
}

/* mpz_set_ui takes an unsigned long, which has 32 bits on some machines. mpz_import takes 64 bits everywhere. */
void long_set_word(mpz_t to, uint64_t word)
{
    mpz_import(to, 1, -1, sizeof word, 0, 0, &word);
}

/* Neither has to fit into a double. */
double long_ratio(const mpz_t over, const mpz_t under)
{
    long of_over, of_under;
    const double a = mpz_get_d_2exp(&of_over, over), b = mpz_get_d_2exp(&of_under, under);

    return ldexp(a / b, (int)(of_over - of_under));
}

/* Words of 64 bits, whatever the size of GMP's. */
static void set_face(mpz_t to, const salvo_dice *dice, int i, int face)
{
    const salvo_long_weights *weights = dice->long_weights[i];

    if (weights)
        mpz_import(to, weights->words, -1, sizeof *weights->ways, 0, 0,
                   weights->ways + (size_t)(face - 1) * weights->words);
    else
        mpz_set_ui(to, dice->weights[i] ? dice->weights[i][face - 1] : 1);
}

void throw_ways(mpz_t ways, const salvo_dice *dice)
{
    mpz_t die, face;

    mpz_inits(die, face, NULL);
    mpz_set_ui(ways, 1);
    for (int i = 0; i < dice->count; i++) {
        mpz_set_ui(die, 0);
        for (int f = 1; f <= dice->sides[i]; f++) {
            set_face(face, dice, i, f);
            mpz_add(die, die, face);
        }
        mpz_mul(ways, ways, die);
    }
    mpz_clears(die, face, NULL);
}

void throw_weight(mpz_t weight, const salvo_dice *dice, const uint8_t *faces)
{
    mpz_t face;

    mpz_init(face);
    mpz_set_ui(weight, 1);
    for (int i = 0; i < dice->count; i++) {
        set_face(face, dice, i, faces[i]);
        mpz_mul(weight, weight, face);
    }
    mpz_clear(face);
}

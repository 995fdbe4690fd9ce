/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is worth choosing most, as the documents say it: what fire is worth, in whole numbers, and what decides between
 * equals. Without a line of the library's. */
#ifndef SALVO_TESTS_MERIT_H
#define SALVO_TESTS_MERIT_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { N_MERITS = 5, BOOK_KEY_MAX = 256 };

/* The first numbers that differ decide; the greater is the better. */
struct merit {
    double of[N_MERITS];
};

static inline bool is_better(const struct merit *x, const struct merit *than)
{
    int i = 0;

    while (i < N_MERITS - 1 && x->of[i] == than->of[i])
        i++;
    return x->of[i] > than->of[i];
}

/* Price: in parts of the dearest in the battle; 1 where somebody has none. Weakened: the share of a fresh one's strength
 * that is lost on average by targets that are not destroyed. */
static inline double worth_of_fire(double price, double destroyed, double weakened)
{
    return floor(price * (destroyed + weakened) * (1 << 20) + 0.5);
}

/* Place: how many kinds of its side stand before it in the book. */
static inline struct merit merit_of_target(double worth, double threat, int place, int strength, int bytes)
{
    return (struct merit){{worth, threat, -place, -strength, -bytes}};
}

static inline struct merit merit_of_actor(double worth, int place)
{
    return (struct merit){{worth, -place}};
}

/* Word by word, as lists of words that a blank ends. */
static inline int compare_words(const char *x, const char *y)
{
    while (*x && *x == *y)
        x++, y++;
    return (*x == ' ' ? 0 : (unsigned char)*x) - (*y == ' ' ? 0 : (unsigned char)*y);
}

/* The keys of a side's elements: the row of the unit in its table, in three digits, and its options in the order of the
 * ruleset, in words. */
static inline void find_places(char keys[][BOOK_KEY_MAX], int n, int *place)
{
    for (int i = 0; i < n; i++) {
        place[i] = 0;
        for (int k = 0; k < n; k++)
            place[i] += compare_words(keys[k], keys[i]) < 0;
    }
}

#endif

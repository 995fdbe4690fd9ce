/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of sentences that depend on a value: a number with its noun, the article, what is between the items of a list.
 * Every message and report that prints a count or a list takes them from here. */
#ifndef SALVO_BASE_PHRASE_H
#define SALVO_BASE_PHRASE_H

#include <stddef.h>
#include <stdint.h>

enum { SALVO_PHRASE_BYTES = 128 };

/* A phrase by value: salvo_counted(n, "trial").text lives to the end of the statement. A longer one is cut between two
 * characters. */
typedef struct salvo_phrase {
    char text[SALVO_PHRASE_BYTES];
} salvo_phrase;

/* "no trials", "1 trial", "2 trials"; "1 pair of armies", "2 pairs of armies"; "2 inches", "2 dice". The noun is one of
 * salvo's own, in the singular. */
salvo_phrase salvo_counted(uint64_t n, const char *noun);

/* "1 inch", "0.5 inches", "0 inches": a measured number is never "no". */
salvo_phrase salvo_measured(double value, const char *noun);

/* The word that agrees with the number: salvo_agree(n, "is", "are"). */
const char *salvo_agree(uint64_t n, const char *one, const char *many);

/* "a" or "an", as the noun or the name after it is spoken: a Tiger I, an Infantry, an M4A1, a unit, an 88. */
const char *salvo_article(const char *noun);

/* What is before item `i` of `n`: nothing, ", ", or `last` before the last one: " and " makes "a, b and c". */
const char *salvo_between(size_t i, size_t n, const char *last);

#endif

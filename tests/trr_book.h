/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten Rounds Rapid once more, straight from the book: its tables typed again and its rules written again, without a line
 * of the library's. Every result of the dice is counted, in whole numbers. */
#ifndef SALVO_TESTS_TRR_BOOK_H
#define SALVO_TESTS_TRR_BOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "support.h"

/* Tallies. */

enum { LABELS = 256, MEANS = 6 };

/* Ways by outcome and sums by expectation, out of `total` ways; the sum of expectation k is in 1/parts[k]. */
struct tally {
    struct {
        char label[24];
        int64_t ways;
    } outcome[LABELS];
    int n;
    const char *mean[MEANS];
    int64_t sum[MEANS], parts[MEANS];
    int n_means;
    int64_t total;
};

/* Empty, with these expectations ("hits figures-lost"). */
struct tally tally_of(int64_t total, int n_means, const char *const *means);
void count(struct tally *t, int64_t ways, const char *label);
void count_number(struct tally *t, int64_t ways, int number);

/* The answer to the words has exactly these chances and means. */
void compare(const salvo_rulebook *book, const char *procedure, const char *words, const struct tally *t);

/* Every throw of n D10, the first 1 1 1 ...: while (next_throw(dice, n)). */
void first_throw(int *dice, int n);
bool next_throw(int *dice, int n);
int64_t ten_to(int n);

/* The book. */

/* 0 point blank .. 4 extreme, 5 beyond; ends are the upper ends. */
int bracket(const double ends[5], double distance);

/* Of the casualty table, by its check rule; of the factor table: the final factor, or 0 for ineffective. */
int casualties(int factor, int die);
int final_factor(int basic, int shift, bool column_e);

/* 10^8 n (1 - (9/10)^h) */
int64_t figures(int n, int h);

/* Columns to the right by bracket; of cover "none" .. "total". */
extern const int RANGE_SHIFT[5], SMG_SHIFT[5];
int cover_shift(const char *cover);

/* Markers of a score; the status after m new markers on a model of that strength with d before. */
int markers(int score, bool continued);
const char *status(int m, int strength, int d, bool graded);

/* The classes of anti-tank weapons, and guns with their strike and class. */
struct class_of_gun {
    const char *id;
    double ends[5];
};
extern const struct class_of_gun GUN_CLASSES[8];
struct gun {
    const char *id;
    int strike;
    const char *class;
    const char *ammo; /* besides ap; NULL for none */
};
enum { GUNS = 61 };
extern const struct gun GUN[GUNS];
const struct class_of_gun *class_named(const char *id);
const struct gun *gun_named(const char *id);
int ammo_modifier(const char *ammo, int bracket);

/* High explosive: the die needed at that distance, 99 beyond 150; the factor of a gun. */
int he_needed(double distance);
int he_factor(int calibre);

#endif

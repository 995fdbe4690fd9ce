/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them. */
#ifndef SALVO_DOCUMENT_FIGURES_H
#define SALVO_DOCUMENT_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/report.h>

#include "simulate/answer.h"

enum { FIGURE_MAX = 64, SHORT_FRACTION = 32 };

/* A number for readers. Percentages are stored as fractions of 1. */
typedef struct reading {
    enum {
        READ_NOTHING,  /* there is no number */
        READ_VALUE,    /* "18.7", "62.64 %" */
        READ_AT_MOST,  /* "at most 0.037 %": it never occurred */
        READ_AT_LEAST, /* "at least 99.963 %": nothing else occurred */
        READ_INTERVAL, /* "62.61 to 62.68 %", from `value` to `high` */
    } kind;
    double value, high;
    int decimals;       /* after the point; SIX_DIGITS: six significant digits, no trailing zeros */
    bool percent, sign; /* `sign`: a plus is written */
    bool comma;         /* before the decimals, in place of a point */
} reading;

enum { SIX_DIGITS = -1 };

/* The number to read. */

/* Returns how many decimals distinguish a percentage of p from 0 and 100 %: 2 if possible, at most 6. */
int percent_decimals(double p);

/* Returns how many decimals mean_text writes for a mean; at most 6. */
int mean_decimals(double value);

/* Returns an exact probability, or an exact number, with that many decimals. */
reading read_percent(double p, int decimals);
reading read_number(double value, int decimals);

/* Returns a simulated probability that occurred `count` times, with the digits that the interval supports. It is a
 * bound if the result never occurred, or nothing else did. The second returns its interval; READ_NOTHING for an
 * impossible result. */
reading read_share(const salvo_estimate *estimate, uint64_t count, uint64_t trials);
reading read_share_interval(const salvo_estimate *estimate);

/* Returns a simulated mean; six digits if the trials leave the precision open. The second returns its interval, or
 * READ_NOTHING then. */
reading read_mean(const salvo_estimate *estimate);
reading read_mean_interval(const salvo_estimate *estimate);

/* Returns a figure of an answer as a probability, or as a mean: the exact value if there is one, with `decimals` for
 * it. */
reading read_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals);
reading read_expectation(const salvo_answer *answer, const salvo_figure *figure, int decimals);

/* Its text. */

/* Writes the reading's text. A percentage that its decimals do not distinguish from 0 or 100 % is a bound: "< 0.01 %",
 * "> 99.99 %". */
void reading_text(char text[FIGURE_MAX], const reading *r);

/* The same with the digits that the format asks for. */
void reading_put(char text[FIGURE_MAX], reading r, salvo_format format);

/* Writes "25.00 %" with that many decimals; "< 0.000001 %" and "> 99.999999 %" if they do not suffice. */
void percent_text(char text[FIGURE_MAX], double p, int decimals);

/* Writes six significant digits without trailing zeros: "18.7". There are at most six decimals, so that no exponent is
 * needed: "< 0.000001". */
void mean_text(char text[FIGURE_MAX], double value);

/* Returns the fraction if it is short, else "". NULL is "". */
const char *short_fraction(const char *exact);

#endif

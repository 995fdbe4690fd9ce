/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them. */
#ifndef SALVO_DOCUMENT_FIGURES_H
#define SALVO_DOCUMENT_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/report.h>

#include "simulate/answer.h"

enum { FIGURE_MAX = 64, SHORT_FRACTION = 32 };

/* A number as it is to be read. Percentages are fractions of 1 here and a hundred times as much on paper. */
typedef struct reading {
    enum {
        READ_NOTHING,  /* there is no number */
        READ_VALUE,    /* "18.7", "62.64 %" */
        READ_AT_MOST,  /* "at most 0.037 %": it was never seen */
        READ_AT_LEAST, /* "at least 99.963 %": nothing else was */
        READ_INTERVAL, /* "62.61 to 62.68 %", from `value` to `high` */
    } kind;
    double value, high;
    int decimals;       /* behind the point; SIX_DIGITS: six significant digits, no trailing zeros */
    bool percent, sign; /* `sign`: a plus is written */
} reading;

enum { SIX_DIGITS = -1 };

/* What is to be read. */

/* How many decimals a percentage of p needs so that it is told from 0 and 100 %: 2 where it can, at most 6. */
int percent_decimals(double p);

/* How many decimals mean_text gives a mean; at most 6. */
int mean_decimals(double value);

/* An exact probability, an exact number, with so many decimals. */
reading read_percent(double p, int decimals);
reading read_number(double value, int decimals);

/* What trials say of a probability that was seen `count` times, with the digits that the interval supports; the bound
 * that is left when it was never seen, or when nothing else was. Its interval; READ_NOTHING for what cannot come. */
reading read_share(const salvo_estimate *estimate, uint64_t count, uint64_t trials);
reading read_share_interval(const salvo_estimate *estimate);

/* What trials say of a mean, and its interval; six digits and READ_NOTHING when they leave it open. */
reading read_mean(const salvo_estimate *estimate);
reading read_mean_interval(const salvo_estimate *estimate);

/* A figure of an answer as a probability, as a mean: the exact value where it was counted, with `decimals` for it. */
reading read_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals);
reading read_expectation(const salvo_answer *answer, const salvo_figure *figure, int decimals);

/* And how it looks. */

/* The reading's text. A percentage that its decimals do not tell from 0 or 100 % is a bound: "< 0.01 %", "> 99.99 %". */
void reading_text(char text[FIGURE_MAX], const reading *r);

/* The same with the digits that the format asks for. */
void reading_put(char text[FIGURE_MAX], reading r, salvo_format format);

/* "25.00 %" with so many decimals; "< 0.000001 %" and "> 99.999999 %" where they do not suffice. */
void percent_text(char text[FIGURE_MAX], double p, int decimals);

/* Six significant digits, no trailing zeros: "18.7". Six decimals at most, so that no exponent is needed:
 * "< 0.000001". */
void mean_text(char text[FIGURE_MAX], double value);

/* The fraction where it is short, else "". NULL is "". */
const char *short_fraction(const char *exact);

#endif

/* Numbers as people read them. */
#ifndef SALVO_REPORT_FIGURES_H
#define SALVO_REPORT_FIGURES_H

#include <stddef.h>

enum { FIGURE_MAX = 32, SHORT_FRACTION = 32 };

/* How many decimals a percentage of p needs so that it is told from 0 and 100 %: 2 where it can, at most 6. */
int percent_decimals(double p);

/* "25.00 %" with so many decimals; "< 0.000001 %" and "> 99.999999 %" where they do not suffice. */
void percent_text(char text[FIGURE_MAX], double p, int decimals);

/* Six significant digits, no trailing zeros: "18.7". */
void mean_text(char text[FIGURE_MAX], double value);

/* The fraction where it is short, else "". NULL is "". */
const char *short_fraction(const char *exact);

#endif

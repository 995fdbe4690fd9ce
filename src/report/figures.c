#include "report/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DECIMALS_MIN = 2, DECIMALS_MAX = 6 };

int percent_decimals(double p)
{
    double distance = p < 0.5 ? p : 1 - p;
    int decimals = DECIMALS_MIN;

    if (distance <= 0)
        return decimals;
    while (decimals < DECIMALS_MAX && 100 * distance < 2 * pow(10, -decimals))
        decimals++;
    return decimals;
}

void percent_text(char text[FIGURE_MAX], double p, int decimals)
{
    double least = pow(10, -decimals);

    if (p > 0 && 100 * p < least / 2)
        snprintf(text, FIGURE_MAX, "< %.*f %%", decimals, least);
    else if (p < 1 && 100 * (1 - p) < least / 2)
        snprintf(text, FIGURE_MAX, "> %.*f %%", decimals, 100 - least);
    else
        snprintf(text, FIGURE_MAX, "%.*f %%", decimals, 100 * p);
}

void mean_text(char text[FIGURE_MAX], double value)
{
    snprintf(text, FIGURE_MAX, "%.6g", value);
}

const char *short_fraction(const char *exact)
{
    return exact && strlen(exact) <= SHORT_FRACTION ? exact : "";
}

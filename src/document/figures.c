/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many digits a number deserves. An exact number has enough to distinguish it from 0 and 1. A simulated one has as
 * many as its interval supports, and no more. */
#include "document/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/statistics.h"

/* Two decimals distinguish most chances of a table. After the sixth, differences are smaller than any that a player
 * could notice in a lifetime. */
enum { DECIMALS_MIN = 2, DECIMALS_MAX = 6 };

/* Digits are counted from the nearer end: 99.99 % needs as many as 0.01 %. They are added until the last place is at
 * most half of the distance. So a small chance never shrinks to a lone last digit. The factor 2 ensures that: 100 times
 * the distance, against two of the last place. */
int percent_decimals(double p)
{
    double distance = p < 0.5 ? p : 1 - p;
    int decimals = DECIMALS_MIN;

    /* 0 and 1 need no more decimals than other values. */
    if (distance <= 0)
        return decimals;
    while (decimals < DECIMALS_MAX && 100 * distance < 2 * pow(10, -decimals))
        decimals++;
    return decimals;
}

int mean_decimals(double value)
{
    char text[FIGURE_MAX];
    const char *point;
    size_t n;

    mean_text(text, value);
    point = strchr(text, '.');
    n = point ? strlen(point + 1) : 0;
    return n < DECIMALS_MAX ? (int)n : DECIMALS_MAX;
}

reading read_percent(double p, int decimals)
{
    return (reading){.kind = READ_VALUE, .value = p, .decimals = decimals, .percent = true};
}

reading read_number(double value, int decimals)
{
    return (reading){.kind = READ_VALUE, .value = value, .decimals = decimals};
}

/* Two digits of the percentage's distance from a bound that says nothing. log10 finds the place of the first digit that
 * is not 0, and one more place is the second. */
static int bound_decimals(double distance)
{
    int decimals = distance > 0 ? 1 - (int)floor(log10(100 * distance)) : 0;

    return decimals < 0 ? 0 : decimals > SALVO_DIGITS_MAX ? SALVO_DIGITS_MAX : decimals;
}

/* An interval of no width is certain. A count of 0 or of all trials is no proof, only a bound. */
reading read_share(const salvo_estimate *e, uint64_t count, uint64_t trials)
{
    if (e->low == e->high)
        return read_percent(e->value, SIX_DIGITS);
    if (count == 0)
        return (reading){.kind = READ_AT_MOST, .value = e->high, .decimals = bound_decimals(e->high), .percent = true};
    if (count == trials)
        return (reading){
            .kind = READ_AT_LEAST, .value = e->low, .decimals = bound_decimals(1 - e->low), .percent = true};
    return read_percent(e->value, salvo_digits(100 * e->low, 100 * e->high));
}

reading read_share_interval(const salvo_estimate *e)
{
    if (e->low == e->high)
        return (reading){.kind = READ_NOTHING};
    return (reading){.kind = READ_INTERVAL,
                     .value = e->low,
                     .high = e->high,
                     .decimals = salvo_digits(100 * e->low, 100 * e->high),
                     .percent = true};
}

/* Too few trials have no interval; trials that never varied have one without width. */
static bool is_bounded(const salvo_estimate *e)
{
    return isfinite(e->low) && isfinite(e->high) && e->low < e->high;
}

/* Without an interval the number of sound digits is unknown, so six are shown, as for the means of exact odds. */
reading read_mean(const salvo_estimate *e)
{
    return read_number(e->value, is_bounded(e) ? salvo_digits(e->low, e->high) : SIX_DIGITS);
}

reading read_mean_interval(const salvo_estimate *e)
{
    if (!is_bounded(e))
        return (reading){.kind = READ_NOTHING};
    return (reading){
        .kind = READ_INTERVAL, .value = e->low, .high = e->high, .decimals = salvo_digits(e->low, e->high)};
}

/* If an answer is both exact and simulated, the exact figure is shown, because the simulation was its check. */
reading read_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals)
{
    if (answer->exact)
        return read_percent(figure->exact.value, decimals);
    return read_share(&figure->simulated, figure->count, answer->simulation.trials);
}

reading read_expectation(const salvo_answer *answer, const salvo_figure *figure, int decimals)
{
    return answer->exact ? read_number(figure->exact.value, decimals) : read_mean(&figure->simulated);
}

/* A chance that is not 0 must not look like 0, nor one that is not 1 like certainty. */
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

/* There are no exponents, which few readers of a rulebook know: a number too small to matter becomes a bound. Numbers
 * beyond 1e15 keep theirs, because no double is exact there. */
static void six_digits_text(char text[FIGURE_MAX], double value, bool sign)
{
    const double least = pow(10, -DECIMALS_MAX), size = fabs(value);
    char digits[FIGURE_MAX - 1];

    if (size > 0 && size < least / 2)
        snprintf(text, FIGURE_MAX, value > 0 ? "< %.*f" : "> -%.*f", DECIMALS_MAX, least);
    else if (size > 0 && size < 1e-4) /* where %g begins to write exponents */
        snprintf(text, FIGURE_MAX, sign ? "%+.*f" : "%.*f", DECIMALS_MAX, value);
    else {
        snprintf(digits, sizeof digits, size >= 1e6 && size < 1e15 ? "%.0f" : "%.6g", value);
        snprintf(text, FIGURE_MAX, "%s%s", sign && !signbit(value) ? "+" : "", digits);
    }
}

void mean_text(char text[FIGURE_MAX], double value)
{
    six_digits_text(text, value, false);
}

/* Signed percentages are differences: they may well be 0, so they have no bounds. */
static void value_text(char text[FIGURE_MAX], const reading *r)
{
    double value = r->percent ? 100 * r->value : r->value;
    const char *unit = r->percent ? " %" : "";

    if (r->decimals == SIX_DIGITS) {
        six_digits_text(text, value, r->sign);
        strncat(text, unit, FIGURE_MAX - 1 - strlen(text));
    } else if (r->percent && !r->sign && r->value >= 0)
        percent_text(text, r->value, r->decimals);
    else
        snprintf(text, FIGURE_MAX, r->sign ? "%+.*f%s" : "%.*f%s", r->decimals, value, unit);
}

static void bound_text(char text[FIGURE_MAX], const reading *r)
{
    snprintf(text, FIGURE_MAX, "%s %.*f%s", r->kind == READ_AT_MOST ? "at most" : "at least", r->decimals,
             (r->percent ? 100 : 1) * r->value, r->percent ? " %" : "");
}

static void interval_text(char text[FIGURE_MAX], const reading *r)
{
    double unit = r->percent ? 100 : 1;

    snprintf(text, FIGURE_MAX, r->sign ? "%+.*f to %+.*f%s" : "%.*f to %.*f%s", r->decimals, unit * r->value,
             r->decimals, unit * r->high, r->percent ? " %" : "");
}

void reading_text(char text[FIGURE_MAX], const reading *r)
{
    *text = '\0';
    if (r->kind == READ_VALUE)
        value_text(text, r);
    else if (r->kind == READ_INTERVAL)
        interval_text(text, r);
    else if (r->kind != READ_NOTHING)
        bound_text(text, r);
    for (char *at = text; r->comma && (at = strchr(at, '.'));)
        *at = ',';
}

void reading_put(char text[FIGURE_MAX], reading r, salvo_format format)
{
    if (format.fixed)
        r.decimals = format.digits;
    reading_text(text, &r);
}

/* Some fractions have hundreds of digits, which only programs can use. The result is "" and not NULL, so that it can be
 * printed. */
const char *short_fraction(const char *exact)
{
    return exact && strlen(exact) <= SHORT_FRACTION ? exact : "";
}

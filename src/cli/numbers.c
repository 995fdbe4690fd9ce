/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/numbers.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option_table.h"
#include "data/measure.h"
#include "data/names.h"
#include "rules/parse.h"

static bool parse_whole(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    /* Above it, a double skips whole numbers, and a seed would silently become another. */
    const double most_exactly = 9007199254740992.0; /* 2^53 */
    double value;

    /* Plain digits do not become a double, so all 64 bits of a number count. */
    if (strspn(text, "0123456789") == strlen(text)) {
        errno = 0;
        *number = strtoull(text, NULL, 10);
        /* Digits beyond 64 bits set errno. A text without digits is not a number. */
        return *text && errno == 0 && *number >= min && *number <= max;
    }
    if (!salvo_number_parse(text, &value) || value != floor(value) || value < (double)min || value > most_exactly)
        return false;
    *number = (uint64_t)value;
    return *number <= max;
}

salvo_status whole_word(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number,
                        salvo_error *err)
{
    if (parse_whole(text, min, max, number))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: not a whole number in range; give one from %llu to %llu", name,
                      text, (unsigned long long)min, (unsigned long long)max);
}

/* Returns the text of the option, and its row. NULL: it is not given, or an earlier option failed, whose message
 * stays. */
static const char *text_of(const option_reader *r, size_t place, const option **known)
{
    const char *text = r->status == SALVO_OK ? *(const char *const *)((const char *)r->of + place) : NULL;

    *known = text ? option_at(r->of, place) : NULL;
    return text;
}

/* A limit of 2^63 means the largest signed number, which no double is. */
static uint64_t limit(double most)
{
    return most >= 0x1p63 ? INT64_MAX : (uint64_t)most;
}

static void read_whole(option_reader *r, const option *known, const char *text, uint64_t *number)
{
    uint64_t value;

    r->status = whole_word(known->name, text, (uint64_t)known->as.min, limit(known->as.max), &value, r->err);
    if (r->status == SALVO_OK)
        *number = value;
}

void option_whole(option_reader *r, size_t place, uint64_t *number)
{
    const option *known;
    const char *text = text_of(r, place, &known);

    if (text)
        read_whole(r, known, text, number);
}

void option_count_of(option_reader *r, size_t place, const char *text, int *number)
{
    uint64_t value = (uint64_t)*number;

    if (text && r->status == SALVO_OK)
        read_whole(r, option_at(r->of, place), text, &value);
    *number = (int)value;
}

void option_count(option_reader *r, size_t place, int *number)
{
    const option *known;

    option_count_of(r, place, text_of(r, place, &known), number);
}

/* A message has the whole range, so that the next try can be right. */
void option_number(option_reader *r, size_t place, double *number)
{
    const option *known;
    const char *text = text_of(r, place, &known);
    double value;

    if (!text)
        return;
    if (salvo_number_parse(text, &value) && value >= known->as.min && value <= known->as.max)
        *number = value;
    else
        r->status =
            salvo_fail(r->err, SALVO_BAD_INPUT, "%s %s: not a number in range; give a number from %.15g to %.15g",
                       known->name, text, known->as.min, known->as.max);
}

void option_distance(option_reader *r, size_t place, const salvo_scale *scale, double *number)
{
    const option *known;
    const char *text = text_of(r, place, &known);
    double value;

    if (!text)
        return;
    if (salvo_measure_parse(&value, text, scale) && value >= known->as.min)
        *number = value;
    else
        r->status = salvo_fail(r->err, SALVO_BAD_INPUT,
                               "%s %s: not a distance; give a number of at least 0; "
                               "distances are in %s",
                               known->name, text, salvo_measure_words(scale->unit));
}

void option_choice_of(option_reader *r, size_t place, const char *text, int *choice)
{
    const option *known = text && r->status == SALVO_OK ? option_at(r->of, place) : NULL;
    size_t n = 0;
    int at;

    if (!known)
        return;
    while (known->as.choices[n])
        n++;
    at = salvo_name_among(known->as.choices, n, text);
    if (at >= 0)
        *choice = at;
    else
        r->status = salvo_names_fail(r->err, known->as.choices, n, text, "%s has no '%s'", known->name, text);
}

void option_choice(option_reader *r, size_t place, int *choice)
{
    const option *known;

    option_choice_of(r, place, text_of(r, place, &known), choice);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/numbers.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "data/measure.h"
#include "rules/parse.h"

/* A message has the whole range, so that the next try can be right. */
static salvo_status read_number(const char *name, const char *text, double min, double max, double *number,
                                salvo_error *err)
{
    double value;

    if (salvo_number_parse(text, &value) && value >= min && value <= max) {
        *number = value;
        return SALVO_OK;
    }
    if (isinf(max))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: not a number in range; give a number of at least %.15g", name,
                          text, min);
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: not a number in range; give a number from %.15g to %.15g", name,
                      text, min, max);
}

void number_option(number_reader *r, const char *name, const char *text, double min, double max, double *number)
{
    if (text && r->status == SALVO_OK)
        r->status = read_number(name, text, min, max, number, r->err);
}

/* A distance in the rulebook's unit, or with its own unit: 20in, 50cm. */
void distance_option(number_reader *r, const char *name, const char *text, const char *unit, double *number)
{
    double value;

    if (!text || r->status != SALVO_OK)
        return;
    if (salvo_measure_parse(&value, text, unit) && value >= 0)
        *number = value;
    else
        r->status = salvo_fail(r->err, SALVO_BAD_INPUT,
                               "%s %s: not a distance; give a number of at least 0; "
                               "distances are in %s",
                               name, text, salvo_measure_words(unit));
}

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

void whole_option(number_reader *r, const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    uint64_t value;

    /* An earlier option failed; its message stays. */
    if (!text || r->status != SALVO_OK)
        return;
    if (parse_whole(text, min, max, &value))
        *number = value;
    else
        r->status = salvo_fail(r->err, SALVO_BAD_INPUT,
                               "%s %s: not a whole number in range; give one from %llu to "
                               "%llu",
                               name, text, (unsigned long long)min, (unsigned long long)max);
}

void count_option(number_reader *r, const char *name, const char *text, int min, int max, int *number)
{
    /* The default, which stays if there is no text. */
    uint64_t value = (uint64_t)*number;

    whole_option(r, name, text, (uint64_t)min, (uint64_t)max, &value);
    *number = (int)value;
}

#include "cli/numbers.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/parse.h"

salvo_status number_option(const char *name, const char *text, double min, double max, double *number, salvo_error *err)
{
    double value;

    if (!text)
        return SALVO_OK;
    if (salvo_number_parse(text, &value) && value >= min && value <= max) {
        *number = value;
        return SALVO_OK;
    }
    if (isinf(max))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: a number of at least %.15g", name, text, min);
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: a number from %.15g to %.15g", name, text, min, max);
}

static bool parse_whole(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    const double most_exactly = 9007199254740992.0; /* 2^53 */
    double value;

    if (strspn(text, "0123456789") == strlen(text)) {
        errno = 0;
        *number = strtoull(text, NULL, 10);
        return *text && errno == 0 && *number >= min && *number <= max;
    }
    if (!salvo_number_parse(text, &value) || value != floor(value) || value < (double)min || value > most_exactly)
        return false;
    *number = (uint64_t)value;
    return *number <= max;
}

salvo_status whole_option(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number,
                          salvo_error *err)
{
    uint64_t value;

    if (!text)
        return SALVO_OK;
    if (!parse_whole(text, min, max, &value))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: a whole number from %llu to %llu", name, text,
                          (unsigned long long)min, (unsigned long long)max);
    *number = value;
    return SALVO_OK;
}

salvo_status count_option(const char *name, const char *text, int min, int max, int *number, salvo_error *err)
{
    uint64_t value = (uint64_t)*number;
    salvo_status status = whole_option(name, text, (uint64_t)min, (uint64_t)max, &value, err);

    *number = (int)value;
    return status;
}

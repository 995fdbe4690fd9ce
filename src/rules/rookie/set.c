/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The content of a set of the lost tables: for a range, a cover, a number. set_file.c reads it. */
#include "rules/rookie/set.h"

#include <math.h>
#include <stdlib.h>

#include <salvo/rules.h>

#include "data/names.h"

const char *const ROOKIE_COLUMNS[] = {ROOKIE_COLUMN_NAMES, NULL};
const char *const ROOKIE_MARKERS[] = {"steady", "disrupted", "pinned", "suppressed", NULL};
const char *const ROOKIE_FIRE_RESULTS[] = {"explodes", "abandoned", "out", NULL};
const char *const ROOKIE_MORALES[] = {"rally", "hold", "worse", "run", NULL};

/* Returns the first that holds: bands do not overlap, so it is the only one. */
int rookie_band_of(const struct rookie_band *bands, int n, int number)
{
    for (int i = 0; i < n; i++)
        if (number >= bands[i].from && number <= bands[i].to)
            return bands[i].result;
    return -1;
}

/* Only upper ends are compared: the lower end of a band is that of the previous one, which the search has already
 * tried. */
static bool is_at(const struct rookie_range *range, double inches)
{
    switch (range->edge) {
    case EDGE_EXACTLY:
        return inches == range->inches;
    case EDGE_UNDER:
        return inches < range->inches;
    case EDGE_UPTO:
        return inches <= range->inches;
    case EDGE_ANY:
        break;
    }
    return true;
}

/* Returns the first that holds, exact ones before bands; NULL if there is none or it is unknown. A band covers what is
 * beyond the previous one, which the order of the search ensures without a lower edge. */
static const struct rookie_range *find_range(const struct rookie_range *ranges, int n, double inches)
{
    for (int exact = 1; exact >= 0; exact--)
        for (int i = 0; i < n; i++)
            if ((ranges[i].edge == EDGE_EXACTLY) == exact && is_at(&ranges[i], inches))
                return ranges[i].known ? &ranges[i] : NULL;
    return NULL;
}

/* The file's own bands are first; the proved ones fill the gaps. */
struct rookie_range rookie_set_range(const struct rookie_set *set, double inches, bool *found)
{
    const struct rookie_range *range = find_range(set->range, set->n_own_ranges, inches);

    if (!range)
        range = find_range(set->range + set->n_own_ranges, set->n_ranges - set->n_own_ranges, inches);
    *found = range != NULL;
    return range ? *range : (struct rookie_range){.factor = 1};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sweeps try one range in each band. Beyond the last edge any range is right; this is one inch more. */
size_t rookie_set_edges(const struct rookie_set *set, double upto[BANDS_MAX + 1])
{
    size_t n = 0;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].known && set->range[i].edge != EDGE_ANY)
            upto[n++] = set->range[i].inches;
    qsort(upto, n, sizeof *upto, ascending);
    if (n > 0) {
        upto[n] = upto[n - 1] + 1;
        n++;
    }
    return n;
}

/* K16. At the very edge of a band "under" that many inches the next one already holds, so lines go an inch further. If
 * no band ends, ranges make no difference and lines close in to contact. */
double rookie_set_closest(const struct rookie_set *set)
{
    double closest = INFINITY;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].known && set->range[i].edge != EDGE_ANY)
            closest = fmin(closest, set->range[i].inches - (set->range[i].edge == EDGE_UNDER));
    return isfinite(closest) && closest > 0 ? closest : 0;
}

/* An unknown cover of the file is skipped, so that the proved one with the same name after it is used. */
static struct rookie_shift cover_named(const struct rookie_set *set, const char *name)
{
    for (int i = 0; i < set->n_covers; i++)
        if (salvo_name_matches(set->cover[i].name, name) && set->cover[i].shift.known)
            return set->cover[i].shift;
    return (struct rookie_shift){0};
}

/* A set may choose the names of its covers, so players' words are tried after them. */
struct rookie_shift rookie_set_cover(const struct rookie_set *set, const char *name)
{
    static const salvo_synonym SYNONYMS[] = {{"none", "open"},      {"no", "open"},      {"clear", "open"},
                                             {"wood", "woods"},     {"forest", "woods"}, {"trees", "woods"},
                                             {"hedge", "light"},    {"soft", "light"},   {"house", "building"},
                                             {"pillbox", "bunker"}, {NULL, NULL}};
    struct rookie_shift shift = cover_named(set, name);

    for (const salvo_synonym *s = SYNONYMS; s->word && !shift.known; s++)
        if (salvo_name_matches(s->word, name))
            shift = cover_named(set, s->value);
    return shift;
}

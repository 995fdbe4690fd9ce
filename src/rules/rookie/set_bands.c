/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/rookie/set_bands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/lines.h"
#include "data/records.h"

enum { FACTOR_MAX = 99, DIE_MAX = 100, NUMBER_MAX = 999 };

/* A band states its end and the kind of its end: under, up to, exactly, or none. */
static salvo_status read_edge(const struct rookie_reader *r, const salvo_cell *cell, struct rookie_range *range)
{
    char *end;

    if (strcmp(cell->text, "any") == 0) {
        range->edge = EDGE_ANY;
        return SALVO_OK;
    }
    range->inches = strtod(cell->text, &end);
    range->edge = *end == '-' ? EDGE_UNDER : *end == '=' ? EDGE_EXACTLY : EDGE_UPTO;
    if (end == cell->text || cell->text[0] < '0' || cell->text[0] > '9' || range->inches > NUMBER_MAX ||
        strlen(end) > (range->edge != EDGE_UPTO))
        return salvo_cell_refuse(cell, r->err,
                                 "'%s' is not an edge of a range band; write 24 for 'up to 24', 8- for 'under 8', "
                                 "26= for 'exactly 26', or any",
                                 cell->text);
    return SALVO_OK;
}

/* A band either multiplies the factor or shifts the column: the two known ones do one each. */
static salvo_status read_range_effect(const struct rookie_reader *r, const salvo_cell *cell, struct rookie_range *range)
{
    char *end;
    long factor = cell->text[0] == 'x' ? strtol(cell->text + 1, &end, 10) : 0;

    range->factor = 1;
    range->known = !rookie_is_unknown(cell);
    if (!range->known)
        return SALVO_OK;
    if (cell->text[0] != 'x')
        return rookie_read_whole(r, cell, "a shift of columns", -ROOKIE_SHIFT_MOST, ROOKIE_SHIFT_MOST, &range->columns);
    if (*end || factor < 1 || factor > FACTOR_MAX)
        return salvo_cell_refuse(cell, r->err, "'%s' is not a multiplier; write x2 as in 'range 8- x2'", cell->text);
    range->factor = (int)factor;
    return SALVO_OK;
}

/* Returns where the previous bands end: the band covers what is beyond. */
static double band_begins(const struct rookie_set *set)
{
    double edge = 0;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].edge != EDGE_EXACTLY)
            edge = set->range[i].edge == EDGE_ANY ? 2 * NUMBER_MAX : set->range[i].inches;
    return edge;
}

/* Whether a band contains its lower end depends on the previous one, "under 8" or "up to 8". */
static bool covers(const struct rookie_range *band, double begins, double inches, bool begins_inside)
{
    switch (band->edge) {
    case EDGE_EXACTLY:
        return inches == band->inches;
    case EDGE_UNDER:
        return (begins_inside ? inches >= begins : inches > begins) && inches < band->inches;
    case EDGE_UPTO:
        return (begins_inside ? inches >= begins : inches > begins) && inches <= band->inches;
    case EDGE_ANY:
        break;
    }
    return begins_inside ? inches >= begins : inches > begins;
}

/* Returns whether `begins` is the band's own first point: the previous one ends just below it, or there is none. */
static bool begins_inside(const struct rookie_set *set)
{
    for (int i = set->n_ranges - 1; i >= 0; i--)
        if (set->range[i].edge != EDGE_EXACTLY)
            return set->range[i].edge == EDGE_UNDER;
    return true;
}

/* Returns whether the new band and the proved one have ranges in common. Only then they can contradict each other. */
static bool overlaps(const struct rookie_set *set, const struct rookie_range *band, const struct rookie_range *proved)
{
    double begins = band_begins(set);

    if (proved->edge == EDGE_EXACTLY)
        return covers(band, begins, proved->inches, begins_inside(set));
    if (band->edge == EDGE_EXACTLY)
        return proved->edge == EDGE_UNDER ? band->inches < proved->inches : band->inches <= proved->inches;
    return begins < proved->inches || (begins == proved->inches && proved->edge == EDGE_UPTO && begins_inside(set));
}

/* A band without a known effect contradicts nothing; the proved one after it is used. */
static salvo_status check_range(const struct rookie_reader *r, const salvo_cell *row, const struct rookie_range *band)
{
    salvo_status status = SALVO_OK;

    for (int i = 0; r->proved && band->known && i < r->proved->n_ranges && status == SALVO_OK; i++) {
        const struct rookie_range *proved = &r->proved->range[i];
        char text[64];

        if (!overlaps(r->set, band, proved) || (band->factor == proved->factor && band->columns == proved->columns))
            continue;
        if (proved->factor != 1)
            snprintf(text, sizeof text, "range %s%g to be x%d", proved->edge == EDGE_EXACTLY ? "" : "under ",
                     proved->inches, proved->factor);
        else
            snprintf(text, sizeof text, "range %s%g to be %d", proved->edge == EDGE_EXACTLY ? "" : "under ",
                     proved->inches, proved->columns);
        status = rookie_contradict(r, &row[SALVO_LINES_FIRST], text);
    }
    return status;
}

/* Half of the places are reserved for the proved bands, which complete() puts after the file's own. */
salvo_status rookie_read_range(const struct rookie_reader *r, const salvo_cell *row)
{
    struct rookie_range band = {0};
    salvo_status status = read_edge(r, &row[SALVO_LINES_NAME], &band);

    if (status != SALVO_OK)
        return status;
    status = read_range_effect(r, &row[SALVO_LINES_FIRST], &band);
    if (status != SALVO_OK)
        return status;
    if (r->set->n_ranges == BANDS_MAX / 2)
        return salvo_cell_refuse(&row[0], r->err, "there are more than %d range bands", BANDS_MAX / 2);
    if (band.edge != EDGE_EXACTLY && band.edge != EDGE_ANY && band.inches <= band_begins(r->set))
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "the band ends at %g, where the ones before it have ended; bands must ascend",
                                 band.inches);
    if (band.edge == EDGE_ANY && band_begins(r->set) > NUMBER_MAX)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "a band 'any' is before this one; it must be the "
                                 "last");
    status = check_range(r, row, &band);
    r->set->range[r->set->n_ranges++] = band;
    return status;
}

static bool is_number(long long number)
{
    return -NUMBER_MAX <= number && number <= NUMBER_MAX;
}

/* Reads "3-6", "7+", "0-", "5". Open ends are the limits of an int, which no sum of a roll and its modifiers reaches.
 * Written numbers are limited far below, so that the two cannot be confused. */
static salvo_status read_band(const struct rookie_reader *r, const salvo_cell *cell, struct rookie_band *band)
{
    char *end;
    long long from = strtoll(cell->text, &end, 10), to = from;
    const char *rest = end;

    if (end != cell->text && strcmp(rest, "+") == 0)
        to = INT_MAX;
    else if (end != cell->text && strcmp(rest, "-") == 0)
        from = INT_MIN;
    else if (end != cell->text && *rest == '-')
        to = strtoll(rest + 1, &end, 10);
    if (rest == cell->text || (*rest && rest[1] && *end) || (*rest && !strchr("+-", *rest)) ||
        (*rest == '+' && rest[1]) || from > to || (from != INT_MIN && !is_number(from)) ||
        (to != INT_MAX && !is_number(to)))
        return salvo_cell_refuse(cell, r->err, "'%s' is not a band of numbers; write 3-6, 7+ or 0-", cell->text);
    band->from = (int)from;
    band->to = (int)to;
    return SALVO_OK;
}

/* The text proves that 1-3 explodes, and no other roll does. A band with this result for a different range contradicts
 * it, and so does one with another result for these rolls. */
static salvo_status check_fire(const struct rookie_reader *r, const salvo_cell *row, const struct rookie_band *band)
{
    for (int i = 0; r->proved && i < r->proved->n_fire; i++) {
        const struct rookie_band *proved = &r->proved->fire[i];
        bool apart = band->from > proved->to || band->to < proved->from;
        char text[64];

        if ((apart && band->result != proved->result) ||
            (!apart && band->result == proved->result && band->from >= proved->from && band->to <= proved->to))
            continue;
        snprintf(text, sizeof text, "fire %d-%d alone to be %s", proved->from, proved->to,
                 ROOKIE_FIRE_RESULTS[proved->result]);
        return rookie_contradict(r, &row[SALVO_LINES_FIRST], text);
    }
    return SALVO_OK;
}

/* The bands ascend without gaps, so the end of the last one is the number of the die's faces, which no record
 * states. */
salvo_status rookie_read_fire(const struct rookie_reader *r, const salvo_cell *row)
{
    struct rookie_set *set = r->set;
    struct rookie_band *band = &set->fire[set->n_fire];
    int begins = set->n_fire ? set->fire[set->n_fire - 1].to + 1 : 1;
    salvo_status status;

    if (set->n_fire == BANDS_MAX - 1)
        return salvo_cell_refuse(&row[0], r->err, "there are more bands than a die can use");
    status = read_band(r, &row[SALVO_LINES_NAME], band);
    if (status != SALVO_OK)
        return status;
    if (band->from != begins || band->to > DIE_MAX)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "'%s' does not continue at %d; bands of fire must ascend from 1, and the last one "
                                 "must end with the die's last face",
                                 row[SALVO_LINES_NAME].text, begins);
    if (rookie_is_unknown(&row[SALVO_LINES_FIRST]))
        return SALVO_OK;
    set->n_fire++;
    status = rookie_read_word(r, &row[SALVO_LINES_FIRST], "result of a fire", ROOKIE_FIRE_RESULTS, &band->result);
    return status == SALVO_OK ? check_fire(r, row, band) : status;
}

/* Modifiers and results have the same kind of record: two names are modifiers, all others are bands. Bands may be in
 * any order and leave gaps, but not overlap. */
salvo_status rookie_read_morale(const struct rookie_reader *r, const salvo_cell *row)
{
    struct rookie_set *set = r->set;
    struct rookie_band *band = &set->morale[set->n_morale];
    const salvo_cell *name = &row[SALVO_LINES_NAME], *said = &row[SALVO_LINES_FIRST];
    salvo_status status;

    if (strcmp(name->text, "half-losses") == 0)
        return rookie_read_shift(r, said, "a modifier", &set->morale_half_losses);
    if (strcmp(name->text, "marker") == 0)
        return rookie_read_shift(r, said, "a modifier", &set->morale_marker);
    if (rookie_is_unknown(said))
        return SALVO_OK;
    if (set->n_morale == BANDS_MAX)
        return salvo_cell_refuse(&row[0], r->err, "there are more than %d bands of morale", BANDS_MAX);
    status = read_band(r, name, band);
    for (int i = 0; i < set->n_morale && status == SALVO_OK; i++)
        if (band->from <= set->morale[i].to && band->to >= set->morale[i].from)
            status = salvo_cell_refuse(name, r->err, "'%s' overlaps a band before it; a number must have one result",
                                       name->text);
    set->n_morale++;
    return status == SALVO_OK ? rookie_read_word(r, said, "result of morale", ROOKIE_MORALES, &band->result) : status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges from the user, or all at which the rules change: the ends of brackets, for every firer if they depend on it,
 * else the values of the parameter. */
#include <salvo/selection.h>

#include <string.h>

#include "base/try.h"
#include "data/measure.h"
#include "data/names.h"
#include "rules/brackets.h"
#include "rules/parse.h"
#include "selection/fire.h"

/* The stops are copied, because they are on the caller's stack. */
static salvo_status take_stops(salvo_ranges *r, const double *at, size_t n, salvo_arena *memory, salvo_error *err)
{
    r->at = salvo_arena_array(memory, n, sizeof *r->at);
    r->weight = salvo_arena_array(memory, n, sizeof *r->weight);
    if (!r->at || !r->weight)
        return salvo_fail_memory(err);
    for (r->n = 0; r->n < n; r->n++) {
        r->at[r->n] = at[r->n];
        r->weight[r->n] = 1 / (double)n; /* one range each: there are no weights */
    }
    return SALVO_OK;
}

/* Takes the brackets of every firer, if they depend on the firer. */
static salvo_status fire_stops(salvo_ranges *r, const fire *f, salvo_arena *memory, salvo_error *err)
{
    const char **words = salvo_arena_array(memory, fire_words_max(f), sizeof *words);
    salvo_stops stops = {0};
    salvo_status status = words ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < salvo_unit_set_size(&f->firers) && status == SALVO_OK; i++) {
        size_t n = fire_words(f, i, 0, memory, words); /* the target does not matter for brackets: any */

        status = n ? salvo_stops_add(&stops, f->book, &f->procedure->schema, words, n, err) : salvo_fail_memory(err);
    }
    return status == SALVO_OK ? take_stops(r, stops.upto, stops.count, memory, err) : status;
}

/* Takes every value of a sweep over the range parameter. */
static salvo_status parameter_stops(salvo_ranges *r, const salvo_rulebook *book, const salvo_procedure *procedure,
                                    const char *key, salvo_arena *memory, salvo_error *err)
{
    int at = salvo_parameter_find(&procedure->schema, key);
    const char **texts;
    double upto[SALVO_STOPS_MAX];
    size_t n;
    salvo_status status = SALVO_BAD_INPUT;

    if (at >= 0)
        status = salvo_parameter_sweep(&procedure->schema.parameters[at], &book->store, memory, &texts, &n, err);
    if (status == SALVO_NO_MEMORY)
        return status;
    if (status != SALVO_OK)
        /* This parameter cannot be swept. */
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the ruleset '%s' has no range brackets; name the ranges: --range "
                          "5,10,20",
                          book->ruleset->id);
    for (size_t i = 0; i < n && i < SALVO_STOPS_MAX; i++) /* the texts are salvo's own: they are numbers */
        salvo_number_parse(texts[i], &upto[i]);
    return take_stops(r, upto, n < SALVO_STOPS_MAX ? n : SALVO_STOPS_MAX, memory, err);
}

/* Takes those of the fire adapter, else of the duel. */
static salvo_status all_ranges(salvo_ranges *r, const salvo_rulebook *book, salvo_arena *memory, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const salvo_procedure *procedure;
    fire f;

    if (ruleset->fire) {
        TRY(fire_init(&f, book, NULL, 0, err));
        if (f.procedure->schema.brackets)
            return fire_stops(r, &f, memory, err);
        return parameter_stops(r, book, f.procedure, ruleset->fire->range, memory, err);
    }
    if (!ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has neither fire nor a duel", ruleset->id);
    TRY(salvo_procedure_find(ruleset, ruleset->duel->procedure, &procedure, err));
    return parameter_stops(r, book, procedure, ruleset->duel->range, memory, err);
}

/* Reads "500", or "500:2" with a weight; returns false for anything else. Cuts the text at the colon. */
static bool read_item(char *text, const salvo_scale *scale, double *at, double *weight, bool *weighed)
{
    char *colon = strchr(text, ':');

    *weighed = colon != NULL;
    *weight = 1;
    if (colon)
        *colon = '\0';
    return salvo_measure_parse(at, text, scale) && *at >= 0 &&
           (!colon || (salvo_number_parse(colon + 1, weight) && *weight > 0));
}

/* Weights for some ranges only would leave the others' open. */
static salvo_status check_item(const salvo_ranges *r, size_t i, bool weighed, salvo_error *err)
{
    if (weighed != r->averaged)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: give weights to all ranges or to none, as in 250:1,500:2",
                          r->text);
    for (size_t k = 0; k < i; k++)
        if (r->at[k] == r->at[i])
            return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: %.15g is given twice; give it once", r->text,
                              r->at[i]);
    return SALVO_OK;
}

/* Reads items between commas; each is a range, perhaps with a weight. */
static salvo_status read_items(salvo_ranges *r, const salvo_scale *scale, salvo_arena *memory, salvo_error *err)
{
    const char *rest = r->text;
    double sum = 0;

    for (r->n = 0; rest; r->n++) {
        size_t length = strcspn(rest, ",");
        char *item = salvo_arena_slice(memory, rest, length);
        bool weighed = false;

        if (!item)
            return salvo_fail_memory(err);
        if (!read_item(item, scale, &r->at[r->n], &r->weight[r->n], &weighed))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "--range %s: not a range; give a number of at least 0 in %s, several (250,500), a "
                              "mix with weights (250:1,500:2) or all",
                              r->text, scale->unit);
        r->averaged = r->n ? r->averaged : weighed; /* the first range decides */
        TRY(check_item(r, r->n, weighed, err));
        sum += r->weight[r->n];
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    for (size_t i = 0; i < r->n; i++) /* with weights or without: they sum to 1 */
        r->weight[i] /= sum;
    return SALVO_OK;
}

salvo_status salvo_ranges_read(salvo_ranges *ranges, const char *text, const salvo_rulebook *book, salvo_arena *memory,
                               salvo_error *err)
{
    const salvo_scale scale = salvo_scale_of(&book->store);
    size_t most = 1;

    *ranges = (salvo_ranges){.text = text ? text : "all"};
    if (salvo_name_matches(ranges->text, "all"))
        return all_ranges(ranges, book, memory, err);
    for (const char *c = text; *c; c++) /* one more than commas */
        most += *c == ',';
    ranges->at = salvo_arena_array(memory, most, sizeof *ranges->at);
    ranges->weight = salvo_arena_array(memory, most, sizeof *ranges->weight);
    if (!ranges->at || !ranges->weight)
        return salvo_fail_memory(err);
    return read_items(ranges, &scale, memory, err);
}

#include <salvo/balance.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "data/records.h"
#include "rules/brackets.h"

static const char *id_of(const salvo_table *units, size_t unit)
{
    return units->cells[unit * units->n_columns].text;
}

/* ---- what is measured: units, classes of targets, ranges ----------------------------------------------------------- */

static salvo_status list_units(salvo_efficiency *e, const salvo_fire_face *face, const salvo_table *units,
                               salvo_error *err)
{
    const char **names = salvo_arena_array(e->memory, units->n_rows, sizeof *names);

    e->prices = salvo_arena_array(e->memory, units->n_rows, sizeof *e->prices);
    if (!names || !e->prices)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < units->n_rows; i++) {
        const char *price = face->price ? salvo_table_text(units, i, face->price) : NULL;
        char *end = NULL;
        long points = price ? strtol(price, &end, 10) : 0;

        names[i] = salvo_table_text(units, i, "name");
        e->prices[i] = price && end != price && !*end ? points : -1;
    }
    e->units = names;
    e->n_units = units->n_rows;
    return SALVO_OK;
}

static int by_strength(const void *a, const void *b)
{
    const salvo_target *x = a, *y = b;

    if (x->strength != y->strength)
        return x->strength < y->strength ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static bool is_listed(const salvo_efficiency *e, const char *label)
{
    for (size_t k = 0; k < e->n_targets; k++)
        if (strcmp(e->targets[k].label, label) == 0)
            return true;
    return false;
}

static salvo_status list_targets(salvo_efficiency *e, const salvo_fire_face *face, const salvo_table *units,
                                 salvo_error *err)
{
    e->targets = salvo_arena_array(e->memory, units->n_rows, sizeof *e->targets);
    if (!e->targets)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < units->n_rows; i++) {
        const char *strength = salvo_table_text(units, i, face->strength);
        const char *label = salvo_arena_printf(e->memory, "%s %s", face->target_class(e->book->tables, i), strength);

        if (!label)
            return salvo_fail_memory(err);
        if (!is_listed(e, label))
            e->targets[e->n_targets++] = (salvo_target){label, i, strtol(strength, NULL, 10)};
    }
    qsort(e->targets, e->n_targets, sizeof *e->targets, by_strength);
    return SALVO_OK;
}

/* "weapon=cannon-b", "target=german-tiger-i": the words for one unit firing at another; false when memory is out. */
static bool put_words(const salvo_efficiency *e, size_t unit, size_t target, const char *words[2])
{
    const salvo_fire_face *face = e->book->ruleset->fire;
    const salvo_table *units = salvo_store_table(&e->book->store, e->book->ruleset->units);
    const char *fires = face->unit_column ? salvo_table_text(units, unit, face->unit_column) : id_of(units, unit);

    words[0] = salvo_arena_printf(e->memory, "%s=%s", face->unit, fires);
    words[1] = salvo_arena_printf(e->memory, "%s=%s", face->target, id_of(units, target));
    return words[0] && words[1];
}

/* The brackets of the weapons table, or of all units when brackets depend on who fires. */
static salvo_status find_brackets(salvo_efficiency *e, const salvo_procedure *procedure, salvo_stops *stops,
                                  salvo_error *err)
{
    salvo_brackets brackets;
    const salvo_table *weapons = salvo_store_table(&e->book->store, e->book->ruleset->weapons);
    salvo_status status = SALVO_OK;

    for (size_t i = 0; procedure->brackets && i < e->n_units && status == SALVO_OK; i++) {
        const char *words[2];

        if (!put_words(e, i, e->targets[0].unit, words))
            return salvo_fail_memory(err);
        status = salvo_stops_add(stops, e->book, procedure, words, 2, err);
    }
    if (procedure->brackets)
        return status;
    status = salvo_brackets_read(&e->book->store, weapons, e->memory, &brackets, err);
    for (size_t i = 0; status == SALVO_OK && i < brackets.count && i < SALVO_STOPS_MAX; i++)
        stops->upto[stops->count++] = brackets.upto[i];
    return status;
}

static salvo_status list_ranges(salvo_efficiency *e, const salvo_procedure *procedure, const double *ranges, size_t n,
                                salvo_error *err)
{
    salvo_stops stops = {0};

    if (n == 0) {
        salvo_status status = find_brackets(e, procedure, &stops, err);

        if (status != SALVO_OK)
            return status;
        ranges = stops.upto;
        n = stops.count;
    }
    e->ranges = salvo_arena_array(e->memory, n, sizeof *e->ranges);
    if (!e->ranges)
        return salvo_fail_memory(err);
    memcpy(e->ranges, ranges, n * sizeof *e->ranges);
    e->n_ranges = n;
    return SALVO_OK;
}

/* ---- the measuring --------------------------------------------------------------------------------------------------- */

static salvo_status measure_shot(const salvo_rulebook *book, const salvo_procedure *procedure,
                                 const char *const words[3], salvo_shot *shot, salvo_error *err)
{
    const salvo_fire_face *face = book->ruleset->fire;
    salvo_question question;
    salvo_odds odds;
    salvo_status status = salvo_question_ask(&question, book, procedure, words, 3, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_odds_solve(&odds, &question, NULL, err);
    salvo_question_free(&question);
    if (status != SALVO_OK)
        return status;
    shot->kill = salvo_odds_probability(&odds, face->killed);
    shot->hit = shot->kill + salvo_odds_probability(&odds, face->hurt);
    shot->damage = salvo_odds_mean(&odds, face->damage);
    salvo_odds_free(&odds);
    return SALVO_OK;
}

static salvo_status measure_unit(salvo_efficiency *e, const salvo_procedure *procedure, size_t unit, salvo_error *err)
{
    const salvo_fire_face *face = e->book->ruleset->fire;
    salvo_shot *shot = e->shots + unit * e->n_targets * e->n_ranges;

    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++) {
            const char *words[3];
            salvo_status status;

            words[2] = salvo_arena_printf(e->memory, "%s=%.15g", face->range, e->ranges[r]);
            if (!put_words(e, unit, e->targets[t].unit, words) || !words[2])
                return salvo_fail_memory(err);
            status = measure_shot(e->book, procedure, words, shot++, err);
            if (status != SALVO_OK)
                return status;
        }
    return SALVO_OK;
}

static salvo_status measure(salvo_efficiency *e, const double *ranges, size_t n_ranges, salvo_error *err)
{
    const salvo_ruleset *ruleset = e->book->ruleset;
    const salvo_table *units;
    const salvo_procedure *procedure;
    salvo_status status;

    if (!ruleset->fire)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no fire of one unit at another", ruleset->id);
    units = salvo_store_table(&e->book->store, ruleset->units);
    status = salvo_procedure_find(ruleset, ruleset->fire->procedure, &procedure, err);
    if (status == SALVO_OK)
        status = list_units(e, ruleset->fire, units, err);
    if (status == SALVO_OK)
        status = list_targets(e, ruleset->fire, units, err);
    if (status == SALVO_OK)
        status = list_ranges(e, procedure, ranges, n_ranges, err);
    if (status != SALVO_OK)
        return status;
    e->shots = salvo_arena_array(e->memory, e->n_units * e->n_targets * e->n_ranges, sizeof *e->shots);
    if (!e->shots)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < e->n_units && status == SALVO_OK; i++)
        status = measure_unit(e, procedure, i, err);
    return status;
}

salvo_status salvo_efficiency_measure(salvo_efficiency *table, const salvo_rulebook *book, const double *ranges,
                                      size_t n_ranges, salvo_error *err)
{
    salvo_status status;

    *table = (salvo_efficiency){.book = book, .memory = salvo_arena_new()};
    status = table->memory ? measure(table, ranges, n_ranges, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_efficiency_free(table);
    return status;
}

void salvo_efficiency_free(salvo_efficiency *table)
{
    salvo_arena_free(table->memory);
    memset(table, 0, sizeof *table);
}

const salvo_shot *salvo_efficiency_shot(const salvo_efficiency *table, size_t unit, size_t target, size_t range)
{
    return &table->shots[(unit * table->n_targets + target) * table->n_ranges + range];
}

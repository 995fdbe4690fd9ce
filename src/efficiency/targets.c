/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "efficiency/targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"

/* Borrows the mix's arrays, which are in the arena. */
static salvo_status put_target(salvo_efficiency *e, const char *label, double strength, const salvo_mix *mix,
                               salvo_error *err)
{
    if (!label)
        return salvo_fail_memory(err);
    e->targets[e->n_targets++] = (salvo_target){
        .label = label, .strength = strength, .n_units = mix->n, .units = mix->units, .weights = mix->weights};
    return SALVO_OK;
}

/* One unit is a mix of weight 1. */
static salvo_status put_unit(salvo_efficiency *e, const char *label, double strength, size_t unit, salvo_error *err)
{
    salvo_mix mix = {.units = salvo_arena_array(e->memory, 1, sizeof *mix.units),
                     .weights = salvo_arena_array(e->memory, 1, sizeof *mix.weights),
                     .n = 1};

    if (!mix.units || !mix.weights)
        return salvo_fail_memory(err);
    mix.units[0] = unit;
    mix.weights[0] = 1;
    return put_target(e, label, strength, &mix, err);
}

/* The weakest is first; ties keep the order of the list. */
static int by_strength(const void *a, const void *b)
{
    const salvo_target *x = a, *y = b;

    if (x->strength != y->strength)
        return x->strength < y->strength ? -1 : 1;
    return (x->units[0] > y->units[0]) - (x->units[0] < y->units[0]);
}

/* There are few classes, so the search is linear. */
static bool is_listed(const salvo_efficiency *e, const char *label)
{
    for (size_t k = 0; k < e->n_targets; k++)
        if (strcmp(e->targets[k].label, label) == 0)
            return true;
    return false;
}

/* Reads the column that the adapter names; its cells have been checked. */
static double strength_of(const salvo_efficiency *e, const fire *f, size_t unit)
{
    const char *column = e->book->ruleset->fire->strength;
    const char *text = column ? salvo_unit_set_text(&f->targets, unit, column) : NULL;

    return text ? strtod(text, NULL) : -1; /* -1: the ruleset has no measure of strength */
}

/* Returns the label of a unit's class, such as "vehicle 28". If the ruleset has no classes, every unit is its own. */
static const char *class_of(const salvo_efficiency *e, const fire *f, size_t unit)
{
    const salvo_fire_adapter *adapter = e->book->ruleset->fire;

    if (!adapter->target_class)
        return salvo_unit_set_name(&f->targets, unit);
    return salvo_arena_printf(e->memory, "%s %s", adapter->target_class(e->book->tables, unit),
                              salvo_unit_set_text(&f->targets, unit, adapter->strength));
}

/* Classes are sorted by strength, as is usual in such tables. There is at most one target for each unit, and
 * targets_list() has made that much room. */
static salvo_status list_classes(salvo_efficiency *e, const fire *f, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < salvo_unit_set_size(&f->targets) && status == SALVO_OK; i++) {
        const char *label = class_of(e, f, i);

        if (!label || !is_listed(e, label))
            status = put_unit(e, label, strength_of(e, f, i), i, err); /* the first unit of a class represents it */
    }
    if (status != SALVO_OK)
        return status;
    qsort(e->targets, e->n_targets, sizeof *e->targets, by_strength);
    return SALVO_OK;
}

static salvo_status list_all(salvo_efficiency *e, const fire *f, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < salvo_unit_set_size(&f->targets) && status == SALVO_OK; i++)
        status = put_unit(e, salvo_unit_set_name(&f->targets, i), strength_of(e, f, i), i, err);
    return status;
}

static salvo_status list_mix(salvo_efficiency *e, const fire *f, salvo_error *err)
{
    salvo_mix mix;

    TRY(salvo_mix_find(&mix, e->book, &f->targets, e->against, e->memory, err));
    /* A mix has no strength of its own. */
    return put_target(e, mix.name, mix.n == 1 ? strength_of(e, f, mix.units[0]) : -1, &mix, err);
}

/* Without --against, the targets are classes. */
salvo_status targets_list(salvo_efficiency *e, const fire *f, salvo_error *err)
{
    e->targets = salvo_arena_array(e->memory, salvo_unit_set_size(&f->targets), sizeof *e->targets);
    if (!e->targets)
        return salvo_fail_memory(err);
    if (!e->against)
        return list_classes(e, f, err);
    /* This is "all", or the name of a mix. */
    return salvo_name_matches(e->against, "all") ? list_all(e, f, err) : list_mix(e, f, err);
}

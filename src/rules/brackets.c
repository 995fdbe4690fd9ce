/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some range brackets depend on what is asked. This file gathers the upper ends of brackets from several situations
 * into one ascending list without duplicates. */
#include "rules/brackets.h"

#include <string.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "data/records.h"

/* A list has some dozens of ends at most, so an insertion costs less than sorting doubles. */
size_t salvo_bracket_insert(double *upto, size_t n, double end)
{
    size_t at = 0;

    while (at < n && upto[at] < end)
        at++;
    if (at < n && upto[at] == end)
        return n;
    memmove(&upto[at + 1], &upto[at], (n - at) * sizeof end);
    upto[at] = end;
    return n + 1;
}

/* Callers do some work at each stop, so the number of stops has a limit. */
static salvo_status insert(salvo_stops *stops, double upto, salvo_error *err)
{
    size_t count = salvo_bracket_insert(stops->upto, stops->count, upto);

    if (count > SALVO_STOPS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "there are more than %d range brackets", SALVO_STOPS_MAX);
    stops->count = count;
    return SALVO_OK;
}

/* Adds n brackets. */
static salvo_status take(salvo_stops *stops, const double *upto, size_t n, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = insert(stops, upto[i], err);
    return status;
}

/* Adds the brackets of a situation, or none if the schema has none. */
static salvo_status take_own(salvo_stops *stops, const salvo_schema *schema, const void *situation, salvo_error *err)
{
    double upto[SALVO_BRACKETS_MAX];

    return take(stops, upto, schema->brackets ? schema->brackets(situation, upto) : 0, err);
}

/* The words make a situation as in any question, because the brackets may depend on the weapon that they name. */
salvo_status salvo_stops_add(salvo_stops *stops, const salvo_rulebook *book, const salvo_schema *schema,
                             const char *const *words, size_t n, salvo_error *err)
{
    salvo_question question;
    salvo_status status;

    TRY(salvo_schema_ask(&question, book, schema, words, n, err));
    status = take_own(stops, schema, question.situation, err);
    salvo_question_free(&question);
    return status;
}

/* A weapons table without brackets is not an error: such a book has no stops. */
static salvo_status take_from_weapons(salvo_stops *stops, const salvo_rulebook *book, salvo_arena *memory,
                                      salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    const salvo_table *weapons = ruleset->weapons ? salvo_store_table(&book->store, ruleset->weapons) : NULL;
    salvo_brackets brackets;
    salvo_status status = SALVO_OK;

    if (!weapons || salvo_brackets_read(&book->store, weapons, memory, &brackets, NULL) != SALVO_OK)
        return SALVO_OK;
    for (size_t i = 0; i < brackets.count && status == SALVO_OK; i++)
        status = insert(stops, brackets.upto[i], err);
    return status;
}

/* If neither the elements nor the field have brackets, those of the weapons table count. */
salvo_status salvo_stops_of_battle(salvo_stops *stops, const salvo_rulebook *book, const void *const *elements,
                                   size_t n, const void *field, salvo_arena *memory, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    double upto[SALVO_BRACKETS_MAX];
    salvo_status status = SALVO_OK;

    if (!adapter->brackets && !adapter->field->brackets)
        return take_from_weapons(stops, book, memory, err);
    for (size_t i = 0; adapter->brackets && i < n && status == SALVO_OK; i++)
        status = take(stops, upto, adapter->brackets(field, elements[i], upto), err);
    return status == SALVO_OK ? take_own(stops, adapter->field, field, err) : status;
}

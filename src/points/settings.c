/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings differ between pairs, and not between the conditions of a pair: other armies say more than other cover of
 * the same ones. So another setting costs no battles. */
#include "points/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/records.h"
#include "rules/parse.h"

static salvo_status ask_fields(unit_pool *pool, salvo_error *err)
{
    for (size_t in = 0; in < pool->n_settings; in++) {
        setting *s = &pool->settings[in];
        salvo_status status =
            salvo_schema_ask(&s->field, pool->book, pool->adapter->field, s->of->field, s->of->n_field, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Side a's words apply to both sides. */
static salvo_points_setting setting_of_plan(const salvo_points_plan *plan)
{
    return (salvo_points_setting){.name = "",
                                  .weight = 1,
                                  .elements_max = plan->elements_max,
                                  .field = plan->battle.words,
                                  .element = plan->battle.army[0].words,
                                  .defender = plan->defender,
                                  .n_field = plan->battle.n_words,
                                  .n_element = plan->battle.army[0].n_words,
                                  .n_defender = plan->n_defender};
}

/* Adds the pair of fieldings unless it exists. */
static void put_fielding_pair(unit_pool *pool, size_t in, bool by_defends, bool at_defends)
{
    const fielding_pair new = {in, fielding_number(in, by_defends), fielding_number(in, at_defends)};

    for (size_t i = 0; i < pool->n_fielding_pairs; i++)
        if (pool->fielding_pairs[i].by == new.by && pool->fielding_pairs[i].at == new.at)
            return;
    pool->fielding_pairs[pool->n_fielding_pairs++] = new;
}

static salvo_status list_fielding_pairs(unit_pool *pool, salvo_error *err)
{
    enum { MOST = 4 }; /* of a setting: either of two defends or does not */

    pool->n_fielding_pairs = 0; /* a variant of a pool has those of the pool */
    pool->fielding_pairs = salvo_arena_array(pool->memory, MOST * pool->n_settings, sizeof *pool->fielding_pairs);
    if (!pool->fielding_pairs)
        return salvo_fail_memory(err);
    for (size_t in = 0; in < pool->n_settings; in++)
        for (int s = 0; s < SALVO_N_SCENARIOS; s++)
            for (int side = 0; side < 2; side++) {
                const bool tells = pool->settings[in].of->n_defender > 0;

                if (pool->plan->scenarios[s] > 0)
                    put_fielding_pair(pool, in, tells && is_defending((salvo_scenario)s, side),
                                      tells && is_defending((salvo_scenario)s, !side));
            }
    return SALVO_OK;
}

/* Words that no battle of the plan would use are a slip. */
static salvo_status check_defender(const unit_pool *pool, salvo_error *err)
{
    for (size_t in = 0; in < pool->n_settings; in++)
        if (pool->settings[in].of->n_defender &&
            !(pool->plan->scenarios[SALVO_HOLD] > 0 || pool->plan->scenarios[SALVO_ADVANCE] > 0))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              SALVO_DEFENDER
                              "%s: neither army defends in meeting; add hold or advance to the scenarios, or give "
                              "the word to both sides: %s",
                              pool->settings[in].of->defender[0], pool->settings[in].of->defender[0]);
    return SALVO_OK;
}

salvo_status settings_open(unit_pool *pool, salvo_error *err)
{
    const salvo_points_plan *plan = pool->plan;
    const size_t n = plan->n_settings ? plan->n_settings : 1;
    salvo_points_setting *own = salvo_arena_array(pool->memory, 1, sizeof *own);
    double weights = 0;
    salvo_status status;

    pool->settings = salvo_arena_array(pool->memory, n, sizeof *pool->settings);
    if (!own || !pool->settings)
        return salvo_fail_memory(err);
    *own = setting_of_plan(plan);
    for (size_t in = 0; in < n; in++) {
        pool->settings[in].of = plan->n_settings ? &plan->settings[in] : own;
        weights += pool->settings[in].of->weight;
    }
    for (size_t in = 0; in < n; in++)
        pool->settings[in].share = pool->settings[in].of->weight / weights;
    pool->n_settings = n;
    status = check_defender(pool, err);
    if (status == SALVO_OK)
        status = list_fielding_pairs(pool, err);
    return status == SALVO_OK ? ask_fields(pool, err) : status;
}

void settings_close(unit_pool *pool)
{
    for (size_t in = 0; in < pool->n_settings; in++)
        salvo_question_free(&pool->settings[in].field);
}

/* Returns the parameter of a word; below 0: there is none. */
static int parameter_of(const salvo_schema *schema, const char *word)
{
    char key[SALVO_LABEL_MAX];

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    return salvo_parameter_find(schema, key);
}

/* Returns whether one of the words has that word's key. */
static bool has_key_of(const salvo_schema *schema, const char *const *words, size_t n, const char *word)
{
    const int at = parameter_of(schema, word);

    for (size_t i = 0; i < n; i++)
        if (at >= 0 && parameter_of(schema, words[i]) == at)
            return true;
    return false;
}

/* Lists the unit, the words of every element, and those of a defender, which override. NULL if memory is out. */
static const char **list_words(const unit_pool *pool, const candidate *c, const salvo_points_setting *in, bool defends,
                               size_t *n)
{
    const salvo_schema *schema = pool->adapter->element;
    const size_t own = defends ? in->n_defender : 0;
    const char **words = salvo_arena_array(pool->memory, 1 + in->n_element + own, sizeof *words);

    *n = 0;
    if (!words)
        return NULL;
    words[(*n)++] = salvo_arena_printf(pool->memory, "%s=%s", schema->parameters[0].key, c->id);
    for (size_t i = 0; i < in->n_element; i++)
        if (!own || !has_key_of(schema, in->defender, own, in->element[i]))
            words[(*n)++] = in->element[i];
    for (size_t i = 0; i < own; i++)
        words[(*n)++] = in->defender[i];
    return words[0] ? words : NULL;
}

static salvo_status prepare_fielded(const unit_pool *pool, candidate *c, const salvo_points_setting *in, bool defends,
                                    fielded *to, salvo_error *err)
{
    const salvo_schema *schema = pool->adapter->element;
    void *element = salvo_arena_array(pool->memory, 1, schema->situation_size);
    salvo_question question;
    size_t n;
    const char **words = list_words(pool, c, in, defends, &n);

    if (!words || !element)
        return salvo_fail_memory(err);
    TRY(salvo_schema_ask(&question, pool->book, schema, words, n, err));
    memcpy(element, question.situation, schema->situation_size);
    to->element = element;
    c->unit = (size_t)question.values[0].integer;
    salvo_question_free(&question);
    pool->adapter->initial_state(element, to->fresh);
    to->full = pool->adapter->strength(element, to->fresh);
    to->speed = pool->adapter->speed(element);
    return SALVO_OK;
}

/* If there are no words for a defender, both are one element, because battles compare elements by address. */
salvo_status settings_field(const unit_pool *pool, candidate *c, salvo_error *err)
{
    fielded *in = salvo_arena_array(pool->memory, 2 * pool->n_settings, sizeof *in);
    salvo_status status = in ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < pool->n_settings && status == SALVO_OK; i++) {
        const salvo_points_setting *of = pool->settings[i].of;
        fielded *open = &in[fielding_number(i, false)], *defending = &in[fielding_number(i, true)];

        status = prepare_fielded(pool, c, of, false, open, err);
        if (status != SALVO_OK || of->n_defender == 0)
            *defending = *open;
        else
            status = prepare_fielded(pool, c, of, true, defending, err);
    }
    c->in = in;
    return status;
}

/* Multiples of the golden ratio fill 0 .. 1 evenly, however few they are (Knuth's multiplicative hash). */
size_t setting_of_pair(const unit_pool *pool, uint64_t number)
{
    const double at = (double)(uint32_t)((uint32_t)number * UINT32_C(2654435769)) * 0x1p-32;
    double upto = 0;
    size_t in = 0;

    for (; in + 1 < pool->n_settings; in++) {
        upto += pool->settings[in].share;
        if (at < upto)
            break;
    }
    return in;
}

/* Settings differ between pairs, not between the meetings of a pair: other armies tell more than other cover of the same
 * ones, and so a setting more costs no battles. */
#include "points/settings.h"

#include <string.h>

#include "data/records.h"
#include "rules/parse.h"

static salvo_status ask_fields(unit_pool *m, salvo_error *err)
{
    for (size_t in = 0; in < m->n_settings; in++) {
        setting *s = &m->settings[in];
        salvo_status status =
            salvo_schema_ask(&s->field, m->book, m->adapter->field, s->of->field, s->of->n_field, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Side a's words stand for both sides. */
static salvo_points_setting of_plan(const salvo_points_plan *plan)
{
    return (salvo_points_setting){.name = "",
                                  .weight = 1,
                                  .elements_max = plan->elements_max,
                                  .field = plan->battle.words,
                                  .element = plan->battle.army[0].words,
                                  .n_field = plan->battle.n_words,
                                  .n_element = plan->battle.army[0].n_words};
}

salvo_status settings_open(unit_pool *m, salvo_error *err)
{
    const salvo_points_plan *plan = m->plan;
    const size_t n = plan->n_settings ? plan->n_settings : 1;
    salvo_points_setting *own = salvo_arena_array(m->memory, 1, sizeof *own);
    double weights = 0;

    m->settings = salvo_arena_array(m->memory, n, sizeof *m->settings);
    if (!own || !m->settings)
        return salvo_fail_memory(err);
    *own = of_plan(plan);
    for (size_t in = 0; in < n; in++) {
        m->settings[in].of = plan->n_settings ? &plan->settings[in] : own;
        weights += m->settings[in].of->weight;
    }
    for (size_t in = 0; in < n; in++)
        m->settings[in].share = m->settings[in].of->weight / weights;
    m->n_settings = n;
    return ask_fields(m, err);
}

void settings_close(unit_pool *m)
{
    for (size_t in = 0; in < m->n_settings; in++)
        salvo_question_free(&m->settings[in].field);
}

static salvo_status field_one(const unit_pool *m, candidate *c, const salvo_points_setting *in, fielded *to,
                              salvo_error *err)
{
    const salvo_schema *schema = m->adapter->element;
    const char **words = salvo_arena_array(m->memory, 1 + in->n_element, sizeof *words);
    void *element = salvo_arena_array(m->memory, 1, schema->situation_size);
    salvo_question question;
    salvo_status status;

    if (words)
        words[0] = salvo_arena_printf(m->memory, "%s=%s", schema->parameters[0].key, c->id);
    if (!words || !words[0] || !element)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < in->n_element; i++)
        words[1 + i] = in->element[i];
    status = salvo_schema_ask(&question, m->book, schema, words, 1 + in->n_element, err);
    if (status != SALVO_OK)
        return status;
    memcpy(element, question.situation, schema->situation_size);
    to->element = element;
    c->unit = (size_t)question.values[0].integer;
    salvo_question_free(&question);
    m->adapter->initial_state(element, to->fresh);
    to->full = m->adapter->strength(element, to->fresh);
    to->speed = m->adapter->speed(element);
    return SALVO_OK;
}

salvo_status settings_field(const unit_pool *m, candidate *c, salvo_error *err)
{
    fielded *in = salvo_arena_array(m->memory, m->n_settings, sizeof *in);
    salvo_status status = in ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < m->n_settings && status == SALVO_OK; i++)
        status = field_one(m, c, m->settings[i].of, &in[i], err);
    c->in = in;
    return status;
}

/* Multiples of the golden ratio fill 0 .. 1 evenly however few they are (Knuth's multiplicative hash). */
size_t setting_of_pair(const unit_pool *m, uint64_t number)
{
    const double at = (double)(uint32_t)((uint32_t)number * UINT32_C(2654435769)) * 0x1p-32;
    double upto = 0;
    size_t in = 0;

    for (; in + 1 < m->n_settings; in++) {
        upto += m->settings[in].share;
        if (at < upto)
            break;
    }
    return in;
}

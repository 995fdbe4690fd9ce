#include "answers/points_words.h"

#include <math.h>
#include <string.h>

static bool is_told(const salvo_unit_pool *m, size_t unit)
{
    for (size_t i = 0; i < unit; i++)
        if (strcmp(m->left_out[i].why, m->left_out[unit].why) == 0)
            return true;
    return false;
}

void points_left_out(page *p, const salvo_unit_pool *m)
{
    for (size_t i = 0; i < m->n_left_out; i++) {
        salvo_text names = {0};

        if (is_told(m, i))
            continue;
        for (size_t k = i; k < m->n_left_out; k++)
            if (strcmp(m->left_out[k].why, m->left_out[i].why) == 0)
                salvo_text_add(&names, "%s%s", names.length ? ", " : "", m->left_out[k].name);
        page_paragraph(p, "Left out (%s): %s.", m->left_out[i].why, salvo_text_of(&names));
        p->failed = p->failed || names.failed;
        salvo_text_free(&names);
    }
}

json_t *points_json_left_out(const salvo_unit_pool *m)
{
    json_t *all = json_array();

    for (size_t i = 0; i < m->n_left_out; i++)
        json_array_append_new(all, json_pack("{s:s, s:s}", "id", m->left_out[i].id, "why", m->left_out[i].why));
    return all;
}

void points_number(sheet *s, double number)
{
    if (isfinite(number))
        sheet_cell(s, "%.15g", number);
    else
        sheet_cell(s, "%s", "");
}

json_t *points_json_number(double number)
{
    return isfinite(number) ? json_number(number) : json_null();
}

json_t *points_json_bounds(const salvo_bounds *b)
{
    return json_pack("{s:o, s:[o, o]}", "value", points_json_number(b->value), "ci95", points_json_number(b->low),
                     points_json_number(b->high));
}

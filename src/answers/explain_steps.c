/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An explanation for programs: a row for each step, with the step that contains it. The chances of the parts of a step
 * add up to its own. */
#include <math.h>
#include <stdarg.h>

#include "answers/explain_report.h"
#include "answers/odds_report.h"

typedef struct step {
    const char *part, *step, *of, *name, *value_text, *dice, *leads_to, *file;
    int line;
    double value;
    const char *exact;
} step;

static void put_step(record *to, const step *s)
{
    const field fields[] = {
        {"part", as_text(s->part)},
        {"step", as_text(s->step)},
        {"of", as_text(s->of)},
        {"name", as_text(s->name)},
        {"dice", as_text(s->dice)},
        {"leads_to", as_text(s->leads_to)},
        {"text", as_text(s->value_text)},
        {"value", as_number(s->value)},
        {"exact", as_text(s->exact)},
        {"file", as_text(s->file)},
        {"line", or_empty(s->line > 0, as_whole(s->line))},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

static const char *step_text(record *to, const char *format, ...) SALVO_PRINTF(2, 3);

static const char *step_text(record *to, const char *format, ...)
{
    va_list values;
    const char *text;

    va_start(values, format);
    text = salvo_arena_vprintf(to->memory, format, values);
    va_end(values);
    if (!text)
        *to->failed = true;
    return text ? text : "";
}

static void put_cells(record *to, const salvo_explanation *e)
{
    for (size_t i = 0; i < e->n_cells; i++) {
        const salvo_deciding_cell *c = &e->cells[i];

        put_step(to, &(step){.part = "cell",
                             .step = step_text(to, "c%zu", i + 1),
                             .value = NAN,
                             .value_text = c->text,
                             .name = step_text(to, "%s.%s.%s", c->table, c->row, c->column),
                             .file = c->origin,
                             .line = c->line});
    }
}

static void put_throws(record *to, const salvo_explanation *e)
{
    for (size_t i = 0; i < e->n_throws; i++) {
        const salvo_throw *t = &e->throws[i];
        const char *step_of = step_text(to, "t%zu", i + 1);

        put_step(to, &(step){.part = "throw",
                             .step = step_of,
                             .name = t->name,
                             .dice = t->dice,
                             .value_text = t->when,
                             .value = t->times.value,
                             .exact = t->times.exact});
        for (size_t k = 0; k < t->n_results; k++) {
            const salvo_throw_result *r = &t->results[k];

            put_step(to, &(step){.part = "result",
                                 .step = step_text(to, "%s.%zu", step_of, k + 1),
                                 .of = step_of,
                                 .name = t->name,
                                 .dice = r->dice,
                                 .leads_to = r->effect,
                                 .value = r->chance,
                                 .exact = t->ways ? step_text(to, "%llu/%llu", (unsigned long long)r->ways,
                                                              (unsigned long long)t->ways)
                                                  : NULL});
        }
    }
}

static void put_outcomes(record *to, const salvo_explanation *e)
{
    for (size_t i = 0; i < e->n_outcomes; i++) {
        const salvo_explained_outcome *o = &e->outcomes[i];
        const char *step_of = step_text(to, "o%zu", i + 1);

        put_step(to, &(step){.part = "outcome",
                             .step = step_of,
                             .name = o->name,
                             .value = o->probability.value,
                             .exact = o->probability.exact});
        for (size_t k = 0; k < o->n_shares; k++)
            put_step(to, &(step){.part = "share",
                                 .step = step_text(to, "%s.%zu", step_of, k + 1),
                                 .of = step_of,
                                 .name = share_name(e, &o->shares[k]),
                                 .value = o->shares[k].probability.value,
                                 .exact = o->shares[k].probability.exact,
                                 .leads_to = o->name});
        for (size_t t = 0; e->n_turns && t <= e->n_turns; t++) {
            const salvo_number *n = t < e->n_turns ? &o->by_turn[t] : &o->later;

            put_step(to, &(step){.part = "turn",
                                 .step = step_text(to, "%s.turn%zu", step_of, t + 1),
                                 .of = step_of,
                                 .name = t < e->n_turns ? step_text(to, "turn %zu", t + 1) : "later turns",
                                 .leads_to = o->name,
                                 .value = n->value,
                                 .exact = n->exact});
        }
    }
    for (size_t i = 0; i < e->answer.n_outcomes; i++) { /* of an incomplete explanation */
        const salvo_figure *f = &e->answer.outcomes[i].figure;

        put_step(to, &(step){.part = "outcome",
                             .step = step_text(to, "o%zu", i + 1),
                             .name = e->answer.outcomes[i].name,
                             .value_text = e->answer.exact ? NULL : "simulated",
                             .value = figure_value(&e->answer, f),
                             .exact = e->answer.exact ? f->exact.exact : NULL});
    }
}

void add_explained_steps(page *p, const void *of)
{
    record to = page_record(p, TIDY);

    put_cells(&to, of);
    put_throws(&to, of);
    put_outcomes(&to, of);
}

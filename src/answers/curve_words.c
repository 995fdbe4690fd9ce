/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a curve's picture: titles, axes, captions. */
#include "answers/curve_words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/hash.h"

/* The key of a sweep is one of the procedure's: that was checked before the curve was computed. */
int curve_place(const salvo_curve *curve, size_t sweep)
{
    return salvo_parameter_find(curve->schema, curve->over[sweep]);
}

const salvo_value *curve_value(const salvo_curve *curve, size_t point, size_t sweep)
{
    return &curve->questions[point].values[curve_place(curve, sweep)];
}

/* Whole numbers and decimals have their values in different members. */
double curve_number(const salvo_curve *curve, size_t point, size_t sweep)
{
    const salvo_value *value = curve_value(curve, point, sweep);

    return curve->schema->parameters[curve_place(curve, sweep)].kind == SALVO_DECIMAL ? value->decimal
                                                                                      : (double)value->integer;
}

/* Returns false for a sweep with a word that replaces a number. */
bool curve_has_numbers(const salvo_curve *curve, size_t sweep)
{
    salvo_parameter_kind kind = curve->schema->parameters[curve_place(curve, sweep)].kind;

    for (size_t i = 0; i < curve->n_points; i++)
        if (curve_value(curve, i, sweep)->word || curve_value(curve, i, sweep)->absent)
            return false;
    return kind == SALVO_INTEGER || kind == SALVO_DECIMAL;
}

/* Distances have their unit on the axis. Brackets are always distances. */
static bool is_distance(const salvo_curve *curve, size_t sweep)
{
    const salvo_ruleset *ruleset = curve->questions[0].book->ruleset;
    const char *key = curve->over[sweep];

    return curve->by_brackets[sweep] || (ruleset->duel && strcmp(ruleset->duel->range, key) == 0) ||
           (ruleset->fire && strcmp(ruleset->fire->range, key) == 0);
}

static const char *key_words(chart *c, const salvo_curve *curve, size_t sweep)
{
    return chart_key_words(c, &curve->questions[0], (size_t)curve_place(curve, sweep));
}

/* The help of a parameter that is not a distance explains it. */
const char *curve_axis_title(chart *c, const salvo_curve *curve, size_t sweep)
{
    const salvo_parameter *p = &curve->schema->parameters[curve_place(curve, sweep)];

    if (is_distance(curve, sweep) && curve_has_numbers(curve, sweep))
        return chart_text(c, "%s (%s)", p->key, curve->questions[0].book->store.distance_unit);
    return chart_text(c, "%s: %s", key_words(c, curve, sweep), p->help);
}

/* The value has its name, unless two values of the sweep share it. */
const char *curve_swept_name(const salvo_curve *curve, size_t point, size_t sweep)
{
    size_t at = (size_t)curve_place(curve, sweep);
    const char *name = readable_value(&curve->questions[point], at), *id = curve_value(curve, point, sweep)->text;

    for (size_t i = 0; i < curve->n_points; i++)
        if (strcmp(readable_value(&curve->questions[i], at), name) == 0 &&
            strcmp(curve_value(curve, i, sweep)->text, id) != 0)
            return id;
    return name;
}

/* Only a duel has sides with names. */
bool curve_is_duel(const salvo_curve *curve)
{
    const salvo_duel_adapter *adapter = curve->questions[0].book->ruleset->duel;

    return adapter && strcmp(adapter->procedure, curve->procedure->schema.name) == 0;
}

/* Returns the name of side a or b of a duel. */
static const char *side_of(const salvo_curve *curve, const char *key)
{
    return readable_value(&curve->questions[0], (size_t)salvo_parameter_find(curve->schema, key));
}

/* The subtitle has what all points share and the title does not say. */
void curve_titles(chart *c, const salvo_curve *curve)
{
    const salvo_question *q = &curve->questions[0];
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    bool sides = curve_is_duel(curve) && !is_swept(curve, adapter->a) && !is_swept(curve, adapter->b);
    const char *joint = curve->n_over > 1 ? " and " : "", *first = key_words(c, curve, 0),
               *second = curve->n_over > 1 ? key_words(c, curve, 1) : "";
    salvo_text text = {0};

    if (sides)
        c->title = chart_text(c, "%s against %s, by %s%s%s", side_of(curve, adapter->a), side_of(curve, adapter->b),
                              first, joint, second);
    else
        c->title = chart_text(c, "%s: %s, by %s%s%s", q->procedure->schema.name, q->procedure->documentation.title,
                              first, joint, second);
    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const char *key = q->schema->parameters[i].key;

        if (q->values[i].given && !is_swept(curve, key) &&
            !(sides && (strcmp(key, adapter->a) == 0 || strcmp(key, adapter->b) == 0)))
            salvo_text_add(&text, "%s%s", text.length ? ", " : "", chart_value_words(c, q, i));
    }
    c->subtitle = chart_text(c, "%s%s", q->book->store.title, text.length ? ": " : "");
    c->subtitle = chart_text(c, "%s%s", c->subtitle, chart_built(c, &text));
}

/* Adds the number of trials of the points, and one hash of all their counts. */
static void add_trials(chart *c, const salvo_curve *curve)
{
    uint64_t least = UINT64_MAX, most = 0, hash = SALVO_HASH;

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_simulation *s = &curve->answers[i].simulation;

        if (!curve->answers[i].simulated)
            continue;
        least = s->trials < least ? s->trials : least;
        most = s->trials > most ? s->trials : most;
        hash = salvo_hash_number(hash, s->hash);
    }
    if (most && least < most)
        chart_caption(c, chart_text(c,
                                    "%" PRIu64 " to %" PRIu64
                                    " trials a point; bands are 95 %% intervals; counts %016" PRIx64 ".",
                                    least, most, hash));
    else if (most)
        chart_caption(c, chart_text(c, "%" PRIu64 " trials a point; bands are 95 %% intervals; counts %016" PRIx64 ".",
                                    most, hash));
}

/* The picture's data has space for one remark; the captions have all of them. */
void curve_captions(chart *c, const salvo_curve *curve)
{
    page p;

    for (size_t i = 0; i < curve->n_points && !c->remark; i++)
        if (salvo_question_remark(&curve->questions[i]))
            c->remark = chart_text(c, "%s", salvo_question_remark(&curve->questions[i]));
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_curve_remarks(&p, curve); /* with the points that they concern */
    add_curve_methods(&p, curve);
    chart_caption_page(c, &p);
    page_free(&p);
    add_trials(c, curve);
    chart_caption_book(c, curve->questions[0].book);
}

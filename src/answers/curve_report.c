/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One procedure at many values of one or two parameters. The table for reading has a row for each point and a column
 * for each outcome. Tidy rows have one figure of one point. */
#include <salvo/report.h>

#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/odds_report.h"

/* Puts a new quantity at its place, if there is room. The list stays sorted, outcomes before expectations and each by
 * its number. Points have different outcomes, and columns must not depend on the first point. */
static void know(curve_quantity *known, size_t *n, bool mean, const salvo_line *line)
{
    size_t at = *n;

    while (at > 0 &&
           (known[at - 1].mean > mean || (known[at - 1].mean == mean && known[at - 1].number >= line->number)))
        at--;
    if ((at < *n && known[at].mean == mean && known[at].number == line->number) || *n == QUANTITIES_MAX)
        return;
    memmove(known + at + 1, known + at, (*n - at) * sizeof *known);
    known[at] = (curve_quantity){mean, line->number, line->name};
    ++*n;
}

/* Expectations are added first: they are few, and there may be no room for all outcomes. */
size_t curve_quantities(curve_quantity known[QUANTITIES_MAX], const salvo_curve *curve)
{
    size_t n = 0;

    for (size_t i = 0; i < curve->n_points; i++)
        for (size_t k = 0; k < curve->answers[i].n_means; k++)
            know(known, &n, true, &curve->answers[i].means[k]);
    for (size_t i = 0; i < curve->n_points; i++)
        for (size_t k = 0; k < curve->answers[i].n_outcomes; k++)
            know(known, &n, false, &curve->answers[i].outcomes[k]);
    return n;
}

/* The search is linear, because an answer lists only what occurs. */
const salvo_figure *quantity_figure(const salvo_answer *answer, const curve_quantity *q)
{
    const salvo_line *lines = q->mean ? answer->means : answer->outcomes;
    const size_t n = q->mean ? answer->n_means : answer->n_outcomes;

    for (size_t i = 0; i < n; i++)
        if (lines[i].number == q->number)
            return &lines[i].figure;
    return NULL;
}

/* Returns the text of the user or of the sweep, never rounded. */
static const char *swept_value(const salvo_curve *curve, size_t point, size_t sweep)
{
    const salvo_question *q = &curve->questions[point];

    return q->values[salvo_parameter_find(curve->schema, curve->over[sweep])].text;
}

/* Returns whether any point has a remark: then all rows have the column. */
static bool has_remarks(const salvo_curve *curve)
{
    bool any = false;

    for (size_t i = 0; i < curve->n_points; i++)
        any = any || salvo_question_remark(&curve->questions[i]);
    return any;
}

/* All exact numbers of a column have the decimals that the one with the most needs. */
static int decimals_of(const salvo_curve *curve, const curve_quantity *q)
{
    int most = 0;

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_figure *f = quantity_figure(&curve->answers[i], q);
        int decimals = 0;

        if (f && curve->answers[i].exact)
            decimals = q->mean ? mean_decimals(f->exact.value) : percent_decimals(f->exact.value);
        most = decimals > most ? decimals : most;
    }
    return most;
}

/* Each point may be stopped, by its own share of the time. */
static bool stopped_by(const salvo_curve *curve, salvo_stop stop)
{
    for (size_t i = 0; i < curve->n_points; i++)
        if (curve->answers[i].simulated && curve->answers[i].simulation.stopped_by == stop)
            return true;
    return false;
}

/* Returns whether the progress callback stopped it, between two points or within one. */
static bool is_partial(const salvo_curve *curve)
{
    return curve->n_points < curve->n_requested || stopped_by(curve, SALVO_INTERRUPTED);
}

/* The time of a curve is divided among its points. */
static bool ended_by_time(const salvo_curve *curve)
{
    return stopped_by(curve, SALVO_STOPPED_BY_TIME);
}

/* The methods of the points: some may be exact, others too large for that. */
typedef struct methods {
    size_t counted, simulated, both, remarked;
    const salvo_answer *remark; /* the first with one */
    bool rational;              /* all exact ones */
    uint64_t seed;
} methods;

/* Makes one pass over the points, whose methods differ if some are too large to solve. */
static methods methods_of(const salvo_curve *curve)
{
    methods m = {.rational = true};

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *answer = &curve->answers[i];

        m.counted += answer->exact;
        m.simulated += answer->simulated;
        m.both += answer->exact && answer->simulated;
        m.rational = m.rational && (!answer->exact || answer->odds.arithmetic == SALVO_RATIONAL);
        if (answer->simulated)
            m.seed = answer->simulation.seed;
        /* The first remark represents all: they differ only in their point. */
        if (answer->engine_remark && m.remarked++ == 0)
            m.remark = answer;
    }
    return m;
}

/* Only the last point can be interrupted, because the run ends there. */
static void add_methods(page *p, const salvo_curve *curve, const methods *m)
{
    if (is_partial(curve))
        page_paragraph(p, "Partial, interrupted: %zu of %zu points%s.", curve->n_points, curve->n_requested,
                       curve->answers[curve->n_points - 1].simulated ? ", the last with fewer trials" : "");
    if (ended_by_time(curve))
        page_paragraph(p, "Stopped by the time limit before every point had all its trials.");
    if (m->counted)
        page_paragraph(p, m->rational ? "Exact, computed in fractions."
                                      : "Exact up to rounding: some points are computed in floating point.");
    if (m->simulated)
        page_paragraph(p,
                       "Monte Carlo with seed %llu, with the same dice at every point%s; intervals are in the CSV "
                       "and JSON.",
                       (unsigned long long)m->seed, m->both ? "; the exact numbers are shown" : "");
}

/* The remark of one point is printed as in an answer of its own. */
static void add_engine_remarks(page *p, const methods *m, size_t n_points)
{
    if (m->remarked == n_points && n_points == 1)
        add_engine_remark(p, m->remark);
    else if (m->remarked)
        page_paragraph(p, "%zu of %zu points: %s", m->remarked, n_points, m->remark->engine_remark);
}

/* The kind of the parameter decides and not the text, because an id may look like a number. */
static bool is_number(const salvo_curve *curve, size_t sweep)
{
    salvo_parameter_kind kind = curve->schema->parameters[salvo_parameter_find(curve->schema, curve->over[sweep])].kind;

    return kind == SALVO_INTEGER || kind == SALVO_DECIMAL;
}

bool is_swept(const salvo_curve *curve, const char *key)
{
    bool swept = false;

    for (size_t k = 0; k < curve->n_over; k++)
        swept = swept || strcmp(curve->over[k], key) == 0;
    return swept;
}

/* Adds the parameters that all points share, in the words that a user would type. */
static void add_shared(page *p, const salvo_curve *curve)
{
    salvo_text text = {0};

    for (size_t i = 0; i < curve->schema->n_parameters; i++)
        if (!is_swept(curve, curve->schema->parameters[i].key))
            put_given(&text, &curve->questions[0], i);
    page_text(p, &text);
}

/* Remarks may be missing; two missing ones are equal. */
static bool same(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

/* Adds the remark that all points share; otherwise one at each point where it changes. */
static void add_remarks(page *p, const salvo_curve *curve)
{
    const char *before = NULL;
    bool shared = true;

    for (size_t i = 1; i < curve->n_points; i++)
        shared =
            shared && same(salvo_question_remark(&curve->questions[i]), salvo_question_remark(&curve->questions[0]));
    if (shared) {
        add_note(p, salvo_question_remark(&curve->questions[0]));
        return;
    }
    for (size_t i = 0; i < curve->n_points; i++) {
        const char *remark = salvo_question_remark(&curve->questions[i]);

        if (remark && !same(remark, before))
            page_paragraph(p, "Note from %s=%s%s%s%s%s on: %s.", curve->over[0], swept_value(curve, i, 0),
                           curve->n_over > 1 ? " " : "", curve->n_over > 1 ? curve->over[1] : "",
                           curve->n_over > 1 ? "=" : "", curve->n_over > 1 ? swept_value(curve, i, 1) : "", remark);
        before = remark;
    }
}

void add_curve_remarks(page *p, const salvo_curve *curve)
{
    methods m = methods_of(curve);

    add_engine_remarks(p, &m, curve->n_points);
    add_remarks(p, curve);
}

void add_curve_methods(page *p, const salvo_curve *curve)
{
    methods m = methods_of(curve);

    add_methods(p, curve, &m);
}

/* The columns of the wide table after the swept values, and the decimals of their exact numbers. */
typedef struct columns {
    curve_quantity shown[QUANTITIES_MAX];
    int decimals[SHEET_COLUMNS_MAX];
    size_t n;
    bool whole; /* false: there is no room for the last outcomes */
} columns;

/* Expectations are kept, because they are few. Outcomes are sorted, so the last ones are dropped. */
static void find_columns(columns *c, const salvo_curve *curve)
{
    const size_t room = SHEET_COLUMNS_MAX - curve->n_over;
    const size_t n = c->n = curve_quantities(c->shown, curve);
    size_t outcomes = 0;

    while (outcomes < n && !c->shown[outcomes].mean)
        outcomes++;
    c->whole = n <= room;
    /* Expectations move up to replace the dropped outcomes. */
    if (!c->whole) {
        memmove(&c->shown[outcomes - (n - room)], &c->shown[outcomes], (n - outcomes) * sizeof *c->shown);
        c->n = room;
    }
    for (size_t k = 0; k < c->n; k++)
        c->decimals[k] = decimals_of(curve, &c->shown[k]);
}

/* An outcome that an exact answer does not list has the chance 0; a small chance has more decimals. One that did not
 * occur in a simulation is "-", and so is an expectation that a point does not have. */
static datum as_point(const salvo_answer *answer, const curve_quantity *q, int decimals)
{
    const column_kind column = q->mean ? COLUMN_NUMBER : COLUMN_PROBABILITY;
    static const salvo_figure NEVER = {0};
    const salvo_figure *f = quantity_figure(answer, q);

    if (!f && answer->exact && !q->mean)
        f = &NEVER;
    if (!f)
        return in_column(column, as_text("-"));
    return as_reading(column, q->mean ? read_expectation(answer, f, decimals) : read_probability(answer, f, decimals));
}

/* A point in the wide table. */
static void add_point(record *to, const salvo_curve *curve, const columns *c, size_t point)
{
    field fields[SHEET_COLUMNS_MAX];
    size_t n = 0;

    for (size_t k = 0; k < curve->n_over; k++)
        fields[n++] = (field){curve->over[k], in_column(is_number(curve, k) ? COLUMN_NUMBER : COLUMN_TEXT,
                                                        as_text(swept_value(curve, point, k)))};
    for (size_t k = 0; k < c->n; k++) {
        const curve_quantity *q = &c->shown[k];

        fields[n++] = (field){q->mean ? as_words(to, "E(%s)", q->name).text : q->name,
                              as_point(&curve->answers[point], q, c->decimals[k])};
    }
    put_fields(to, fields, n);
    record_next(to);
}

static void add_points(page *p, const salvo_curve *curve)
{
    record to = page_record(p, READ);
    columns c;

    find_columns(&c, curve);
    sheet_name(to.sheet, "curve");
    for (size_t i = 0; i < curve->n_points; i++)
        add_point(&to, curve, &c, i);
    if (!c.whole)
        page_paragraph(p, "A table has room for %d columns; all outcomes are in the CSV and JSON.", SHEET_COLUMNS_MAX);
}

static void add_to_read(page *p, const void *answer)
{
    const salvo_curve *curve = answer;

    page_heading(p, "%s over %s%s%s", curve->procedure->schema.name, curve->over[0], curve->n_over > 1 ? " and " : "",
                 curve->n_over > 1 ? curve->over[1] : "");
    add_curve_remarks(p, curve);
    add_shared(p, curve);
    add_points(p, curve);
    add_held_up(p, held_up_curve(curve));
    add_curve_methods(p, curve);
}

/* The optional columns of a curve. A column exists for all rows or for none, so the choice is made before the first
 * row. */
typedef struct tidy {
    record to;
    const salvo_curve *curve;
    bool partial, remarks, engine_remarks;
} tidy;

/* The column of a second swept parameter exists only if there is one. */
static void add_figure(tidy *t, size_t point, const char *quantity, const salvo_line *line)
{
    const salvo_curve *curve = t->curve;
    const salvo_answer *answer = &curve->answers[point];
    const bool two = curve->n_over > 1;
    const field fields[] = {
        {"procedure", as_text(curve->procedure->schema.name)},
        {curve->over[0], as_text(swept_value(curve, point, 0))},
        {two ? curve->over[1] : "", if_there(two, as_text(two ? swept_value(curve, point, 1) : NULL))},
        {"quantity", as_text(quantity)},
        {"name", as_text(line->name)},
        {"partial", if_there(t->partial, as_text("yes"))},
        {"remark", if_there(t->remarks, as_text(salvo_question_remark(&curve->questions[point])))},
        {"value", as_mean(answer, &line->figure)},
        {"engine_remark", if_there(t->engine_remarks, as_text(answer->engine_remark))},
    };

    PUT_FIELDS(&t->to, fields);
    record_next(&t->to);
}

/* Only outcomes that occur at a point have a row there. */
static void add_tidy(page *p, const void *answer)
{
    const salvo_curve *curve = answer;
    tidy t = {page_record(p, TIDY), curve, is_partial(curve), has_remarks(curve), methods_of(curve).remarked > 0};

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *at = &curve->answers[i];

        for (size_t k = 0; k < at->n_outcomes; k++)
            add_figure(&t, i, "probability", &at->outcomes[k]);
        for (size_t k = 0; k < at->n_means; k++)
            add_figure(&t, i, "expectation", &at->means[k]);
    }
}

static void describe_sweep(record *to, const void *curve, size_t i)
{
    const field fields[] = {{NULL, as_text(((const salvo_curve *)curve)->over[i])}};

    PUT_FIELDS(to, fields);
}

/* A point is written like an answer of its own. */
static void describe_point(record *to, const void *of, size_t i)
{
    const salvo_curve *curve = of;

    describe_odds(to, &(asked_answer){.question = &curve->questions[i], .answer = &curve->answers[i]});
}

/* "points_asked" exists only if fewer points were answered. */
static void describe_curve(record *to, const void *answer)
{
    const salvo_curve *curve = answer;
    const bool partial = is_partial(curve);
    const field question[] = {
        {"procedure", as_text(curve->procedure->schema.name)},
        {"over", as_list(describe_sweep, curve, curve->n_over)},
        {"partial", if_there(partial, as_flag(true))},
        {"points_asked", if_there(partial, as_whole(curve->n_requested))},
    };
    const field points[] = {{"points", as_objects(describe_point, curve, curve->n_points)}};

    PUT_FIELDS(to, question);
    put_held_up(to, held_up_curve(curve));
    PUT_FIELDS(to, points);
}

ANSWER_FUNCTIONS(curve, CURVE_ANSWER)

const answer_kind CURVE_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_curve, .draw_shown = draw_curve, .free = free_curve};

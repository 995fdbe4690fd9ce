#include <salvo/report.h>

#include <stdlib.h>
#include <string.h>

#include "answers/odds_report.h"
#include "document/figures.h"
#include "document/json.h"

/* What the columns of a wide curve are: every outcome that comes at some point, then every mean. */
typedef struct columns {
    salvo_line *outcomes, *means; /* ascending; only number and name are of meaning */
    int *outcome_decimals, *mean_decimals;
    size_t n_outcomes, n_means;
} columns;

static void note(salvo_line *lines, size_t *n, const salvo_line *line)
{
    size_t at = *n;

    while (at > 0 && lines[at - 1].number >= line->number)
        at--;
    if (at < *n && lines[at].number == line->number)
        return;
    memmove(lines + at + 1, lines + at, (*n - at) * sizeof *lines);
    lines[at] = *line;
    ++*n;
}

static salvo_status find_columns(columns *c, const salvo_curve *curve, salvo_arena *memory, salvo_error *err)
{
    size_t outcomes = 0, means = 0;

    for (size_t i = 0; i < curve->n_points; i++) {
        outcomes += curve->answers[i].n_outcomes;
        means += curve->answers[i].n_means;
    }
    *c = (columns){.outcomes = salvo_arena_array(memory, outcomes + 1, sizeof *c->outcomes),
                   .means = salvo_arena_array(memory, means + 1, sizeof *c->means),
                   .outcome_decimals = salvo_arena_array(memory, outcomes + 1, sizeof *c->outcome_decimals),
                   .mean_decimals = salvo_arena_array(memory, means + 1, sizeof *c->mean_decimals)};
    if (!c->outcomes || !c->means || !c->outcome_decimals || !c->mean_decimals)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < curve->n_points; i++) {
        for (size_t k = 0; k < curve->answers[i].n_outcomes; k++)
            note(c->outcomes, &c->n_outcomes, &curve->answers[i].outcomes[k]);
        for (size_t k = 0; k < curve->answers[i].n_means; k++)
            note(c->means, &c->n_means, &curve->answers[i].means[k]);
    }
    return SALVO_OK;
}

static const char *swept_value(const salvo_curve *curve, size_t point, size_t sweep)
{
    const salvo_question *q = &curve->questions[point];

    return q->values[salvo_parameter_find(&curve->procedure->schema, curve->over[sweep])].text;
}

static bool has_remarks(const salvo_curve *curve)
{
    bool any = false;

    for (size_t i = 0; i < curve->n_points; i++)
        any = any || salvo_question_remark(&curve->questions[i]);
    return any;
}

static const salvo_figure *figure_of(const salvo_line *lines, size_t n, int number)
{
    for (size_t i = 0; i < n; i++)
        if (lines[i].number == number)
            return &lines[i].figure;
    return NULL;
}

/* All exact numbers of a column have as many decimals as the one that needs most. */
static int outcome_decimals(const salvo_curve *curve, int outcome)
{
    int most = 0;

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *answer = &curve->answers[i];
        const salvo_figure *figure = figure_of(answer->outcomes, answer->n_outcomes, outcome);
        int decimals = figure && answer->counted ? percent_decimals(figure->exact.value) : 0;

        most = decimals > most ? decimals : most;
    }
    return most;
}

static int mean_column_decimals(const salvo_curve *curve, int expectation)
{
    int most = 0;

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *answer = &curve->answers[i];
        const salvo_figure *figure = figure_of(answer->means, answer->n_means, expectation);
        int decimals = figure && answer->counted ? mean_decimals(figure->exact.value) : 0;

        most = decimals > most ? decimals : most;
    }
    return most;
}

static void add_outcome_cell(sheet *s, const salvo_answer *answer, const salvo_line *column, int decimals)
{
    const salvo_figure *figure = figure_of(answer->outcomes, answer->n_outcomes, column->number);

    if (figure)
        sheet_reading(s, read_probability(answer, figure, decimals));
    else
        sheet_cell(s, "-");
}

static void add_mean_cell(sheet *s, const salvo_answer *answer, const salvo_line *column, int decimals)
{
    const salvo_figure *figure = figure_of(answer->means, answer->n_means, column->number);

    if (figure)
        sheet_reading(s, read_expectation(answer, figure, decimals));
    else
        sheet_cell(s, "-");
}

static bool stopped_by(const salvo_curve *curve, salvo_stop stop)
{
    for (size_t i = 0; i < curve->n_points; i++)
        if (curve->answers[i].simulated && curve->answers[i].simulation.stopped_by == stop)
            return true;
    return false;
}

/* The watch stopped it between two points, or within one. */
static bool is_partial(const salvo_curve *curve)
{
    return curve->n_points < curve->n_asked || stopped_by(curve, SALVO_INTERRUPTED);
}

static bool ended_by_time(const salvo_curve *curve)
{
    return stopped_by(curve, SALVO_STOPPED_BY_TIME);
}

/* How the points were obtained: points that are too large to be counted may stand beside ones that are not. */
typedef struct methods {
    size_t counted, simulated, both, remarked;
    const salvo_answer *remark; /* the first with one */
    bool rational;              /* all counted ones */
    uint64_t seed;
} methods;

static methods methods_of(const salvo_curve *curve)
{
    methods m = {.rational = true};

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *answer = &curve->answers[i];

        m.counted += answer->counted;
        m.simulated += answer->simulated;
        m.both += answer->counted && answer->simulated;
        m.rational = m.rational && (!answer->counted || answer->odds.arithmetic == SALVO_RATIONAL);
        if (answer->simulated)
            m.seed = answer->simulation.seed;
        if (answer->engine_remark && m.remarked++ == 0)
            m.remark = answer;
    }
    return m;
}

static void add_methods(page *p, const salvo_curve *curve, const methods *m)
{
    if (is_partial(curve))
        page_paragraph(p, "Partial, broken off: %zu of %zu points%s.", curve->n_points, curve->n_asked,
                       curve->answers[curve->n_points - 1].simulated ? ", the last with fewer trials" : "");
    if (ended_by_time(curve))
        page_paragraph(p, "Ended by time: its share was up before a point had all its trials.");
    if (m->counted)
        page_paragraph(p, m->rational ? "Exact, counted in fractions."
                                      : "Exact up to rounding: some points in floating point.");
    if (m->simulated)
        page_paragraph(p,
                       "Monte Carlo with seed %llu, the same dice at every point%s; intervals are in the CSV and JSON.",
                       (unsigned long long)m->seed, m->both ? "; shown are the exact numbers" : "");
}

static void add_engine_remarks(page *p, const methods *m, size_t n_points)
{
    if (m->remarked == n_points && n_points == 1)
        add_engine_remark(p, m->remark);
    else if (m->remarked)
        page_paragraph(p, "%zu of %zu points: %s", m->remarked, n_points, m->remark->engine_remark);
}

static bool is_number(const salvo_curve *curve, size_t sweep)
{
    salvo_kind kind =
        curve->procedure->schema.parameters[salvo_parameter_find(&curve->procedure->schema, curve->over[sweep])].kind;

    return kind == SALVO_INTEGER || kind == SALVO_DECIMAL;
}

/* What all points share, in the words a user would type: "weapon=cannon-b target=vehicle ...", only what was given. */
static void add_shared(page *p, const salvo_curve *curve)
{
    const salvo_question *q = &curve->questions[0];
    salvo_text text = {0};

    for (size_t i = 0; i < curve->procedure->schema.n_parameters; i++) {
        const char *key = curve->procedure->schema.parameters[i].key;
        bool swept = false;

        for (size_t k = 0; k < curve->n_over; k++)
            swept = swept || strcmp(curve->over[k], key) == 0;
        if (q->values[i].given && !swept)
            salvo_text_add(&text, "%s%s=%s", text.length ? " " : "", key, q->values[i].text);
    }
    page_text(p, &text);
    salvo_text_free(&text);
}

static bool same(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

/* The remark that all points share; otherwise one at each point where it changes. */
static void add_remarks(page *p, const salvo_curve *curve)
{
    const char *before = NULL;
    bool shared = true;

    for (size_t i = 1; i < curve->n_points; i++)
        shared =
            shared && same(salvo_question_remark(&curve->questions[i]), salvo_question_remark(&curve->questions[0]));
    if (shared) {
        add_remark(p, &curve->questions[0]);
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

static void fill_page(page *p, const salvo_curve *curve, columns *c)
{
    sheet *s;

    for (size_t k = 0; k < c->n_outcomes; k++)
        c->outcome_decimals[k] = outcome_decimals(curve, c->outcomes[k].number);
    for (size_t k = 0; k < c->n_means; k++)
        c->mean_decimals[k] = mean_column_decimals(curve, c->means[k].number);
    page_heading(p, "%s over %s%s%s", curve->procedure->schema.name, curve->over[0], curve->n_over > 1 ? " and " : "",
                 curve->n_over > 1 ? curve->over[1] : "");
    add_curve_remarks(p, curve);
    add_shared(p, curve);
    s = page_sheet(p);
    sheet_name(s, "curve");
    for (size_t k = 0; k < curve->n_over; k++)
        sheet_column(s, curve->over[k], is_number(curve, k) ? COLUMN_NUMBER : COLUMN_TEXT);
    for (size_t k = 0; k < c->n_outcomes; k++)
        sheet_column(s, c->outcomes[k].name, COLUMN_PROBABILITY);
    for (size_t k = 0; k < c->n_means; k++) {
        char heading[64];

        snprintf(heading, sizeof heading, "E(%s)", c->means[k].name);
        sheet_column(s, heading, COLUMN_NUMBER);
    }
    for (size_t i = 0; i < curve->n_points; i++) {
        for (size_t k = 0; k < curve->n_over; k++)
            sheet_cell(s, "%s", swept_value(curve, i, k));
        for (size_t k = 0; k < c->n_outcomes; k++)
            add_outcome_cell(s, &curve->answers[i], &c->outcomes[k], c->outcome_decimals[k]);
        for (size_t k = 0; k < c->n_means; k++)
            add_mean_cell(s, &curve->answers[i], &c->means[k], c->mean_decimals[k]);
    }
    add_curve_methods(p, curve);
}

/* What stands before the figure in a row of the curve. */
struct row {
    const salvo_curve *curve;
    bool remarks; /* some point has one */
    size_t point;
    const char *quantity, *name;
    bool partial;
};

static void put_row(sheet *s, const void *context)
{
    const struct row *row = context;

    sheet_cell(s, "%s", row->curve->procedure->schema.name);
    for (size_t k = 0; k < row->curve->n_over; k++)
        sheet_cell(s, "%s", swept_value(row->curve, row->point, k));
    sheet_cell(s, "%s", row->quantity);
    sheet_cell(s, "%s", row->name);
    if (row->partial)
        sheet_cell(s, "yes");
    if (row->remarks) {
        const char *remark = salvo_question_remark(&row->curve->questions[row->point]);

        sheet_cell(s, "%s", remark ? remark : "");
    }
}

static void fill_tidy(page *p, const salvo_curve *curve)
{
    bool partial = is_partial(curve);
    bool remarks = has_remarks(curve);
    sheet *s = page_sheet(p);

    sheet_column(s, "procedure", COLUMN_TEXT);
    for (size_t k = 0; k < curve->n_over; k++)
        sheet_column(s, curve->over[k], COLUMN_TEXT);
    sheet_column(s, "quantity", COLUMN_TEXT);
    sheet_column(s, "name", COLUMN_TEXT);
    if (partial)
        sheet_column(s, "partial", COLUMN_TEXT);
    if (remarks)
        sheet_column(s, "remark", COLUMN_TEXT);
    add_figure_columns(s, methods_of(curve).remarked > 0);
    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *answer = &curve->answers[i];

        for (size_t k = 0; k < answer->n_outcomes; k++)
            add_figure_rows(s, answer, &answer->outcomes[k].figure, put_row,
                            &(struct row){curve, remarks, i, "probability", answer->outcomes[k].name, partial});
        for (size_t k = 0; k < answer->n_means; k++)
            add_figure_rows(s, answer, &answer->means[k].figure, put_row,
                            &(struct row){curve, remarks, i, "expectation", answer->means[k].name, partial});
    }
}

static json_t *curve_json(const salvo_curve *curve)
{
    json_t *document = json_object(), *over = json_array(), *points = json_array();

    for (size_t k = 0; k < curve->n_over; k++)
        json_array_append_new(over, json_string(curve->over[k]));
    for (size_t i = 0; i < curve->n_points; i++)
        json_array_append_new(points, odds_json(&curve->questions[i], &curve->answers[i]));
    json_object_set_new(document, "procedure", json_string(curve->procedure->schema.name));
    json_object_set_new(document, "over", over);
    if (is_partial(curve)) {
        json_object_set_new(document, "partial", json_true());
        json_object_set_new(document, "points_asked", json_integer((json_int_t)curve->n_asked));
    }
    json_object_set_new(document, "points", points);
    return document;
}

salvo_status salvo_report_curve(FILE *out, salvo_format format, const salvo_curve *curve, salvo_error *err)
{
    page p;
    columns c;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, curve_json(curve), err);
    status = page_init(&p, err);
    if (status == SALVO_OK && format.kind == SALVO_CSV)
        fill_tidy(&p, curve);
    else if (status == SALVO_OK && (status = find_columns(&c, curve, p.memory, err)) == SALVO_OK)
        fill_page(&p, curve, &c);
    if (status == SALVO_OK)
        status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}

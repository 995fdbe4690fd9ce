#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "document/figures.h"
#include "document/json.h"
#include "document/page.h"

enum { MATRIX_SHOWN_MAX = 20 }; /* units: more are told by the ranking alone */

static double value_of(const salvo_match *m, const salvo_figure *f)
{
    return m->method == SALVO_MONTE_CARLO ? f->simulated.value : f->exact.value;
}

static const char *method_word(salvo_method method)
{
    return method == SALVO_EXACT ? "exact" : method == SALVO_BOTH ? "both" : "monte-carlo";
}

static bool is_partial(const salvo_matrix *x)
{
    return x->n_fought < x->n_asked;
}

static const char *id_of(const salvo_matrix *x, size_t unit)
{
    return salvo_unit_set_id(&x->unit_set, x->picked.rows[unit]);
}

static bool is_priced(const salvo_matrix *x)
{
    for (size_t i = 0; i < x->n_units; i++)
        if (salvo_matrix_price(x, i) >= 0)
            return true;
    return false;
}

/* "500", or the mix as it was written. */
static void range_text(char text[FIGURE_MAX], const salvo_matrix *x, size_t stretch)
{
    snprintf(text, FIGURE_MAX, "%.15g", x->ranges.at[stretch]);
}

static const char *meeting_words(const salvo_matrix *x, char text[160])
{
    switch (x->plan->at) {
    case SALVO_EQUAL_NUMBERS:
        snprintf(text, 160, "%d against %d", x->plan->numbers, x->plan->numbers);
        break;
    case SALVO_EQUAL_POINTS:
        snprintf(text, 160,
                 x->plan->budgets > 1 ? "at equal points, 1 to %d times the dearer price"
                                      : "at equal points, the dearer price",
                 x->plan->budgets);
        break;
    case SALVO_ONE_ON_ONE:
    case SALVO_N_MATCHINGS:
        snprintf(text, 160, "one on one");
        break;
    }
    return text;
}

/* Mean of a's chance over the ranges, by their weights; NAN where a pair has not met. */
static double mean_win(const salvo_matrix *x, size_t a, size_t b)
{
    double weight = 0, sum = 0;

    for (size_t r = 0; r < x->n_stretches; r++) {
        const salvo_match *m = salvo_matrix_match(x, a, b, r);
        double w = x->n_stretches > 1 ? x->ranges.weight[r] : 1;

        weight += m->known ? w : 0;
        sum += m->known ? w * value_of(m, &m->p_a) : 0;
    }
    return weight > 0 ? sum / weight : NAN;
}

static void add_square(page *p, const salvo_matrix *x)
{
    sheet *s = page_sheet(p);

    sheet_name(s, "P(win)");
    sheet_column(s, "no.", COLUMN_NUMBER);
    sheet_column(s, "P(win)", COLUMN_TEXT);
    for (size_t b = 0; b < x->n_units; b++) {
        char heading[FIGURE_MAX];

        snprintf(heading, sizeof heading, "%zu", b + 1);
        sheet_column(s, heading, COLUMN_PROBABILITY);
    }
    for (size_t a = 0; a < x->n_units; a++) {
        sheet_cell(s, "%zu", a + 1);
        sheet_cell(s, "%s", salvo_matrix_name(x, a));
        for (size_t b = 0; b < x->n_units; b++) {
            double p_win = mean_win(x, a, b);

            if (isfinite(p_win))
                sheet_reading(s, read_percent(p_win, 1));
            else
                sheet_cell(s, "-");
        }
    }
}

static void put_value(sheet *s, bool there, double value)
{
    if (there && isfinite(value))
        sheet_cell(s, "%.15g", value);
    else
        sheet_cell(s, "%s", "");
}

/* "Tiger II 28.2 %" */
static void put_opponent(sheet *s, const salvo_matrix *x, size_t unit, double p_win, salvo_format format)
{
    char chance[FIGURE_MAX];

    reading_put(chance, read_percent(p_win, 1), format);
    if (unit < x->n_units)
        sheet_cell(s, "%s %s", salvo_matrix_name(x, unit), chance);
    else
        sheet_cell(s, "%s", "");
}

static void put_number(sheet *s, int decimals, double value)
{
    if (isfinite(value))
        sheet_reading(s, read_number(value, decimals));
    else
        sheet_cell(s, "%s", "");
}

static void put_chance(sheet *s, bool there, double p)
{
    if (there)
        sheet_reading(s, read_percent(p, 2));
    else
        sheet_cell(s, "%s", "");
}

static void add_ranking(page *p, const salvo_matrix *x)
{
    static const struct {
        const char *heading;
        column_kind kind;
    } COLUMNS[] = {{"rank", COLUMN_NUMBER},
                   {"unit", COLUMN_TEXT},
                   {"points", COLUMN_NUMBER},
                   {"P(win)", COLUMN_PROBABILITY},
                   {"P(nobody)", COLUMN_PROBABILITY},
                   {"turns", COLUMN_NUMBER},
                   {"points destroyed", COLUMN_NUMBER},
                   {"points lost", COLUMN_NUMBER},
                   {"beats most often", COLUMN_TEXT},
                   {"beats least often", COLUMN_TEXT}};
    sheet *s = page_sheet(p);

    sheet_name(s, "ranking");
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i].heading, COLUMNS[i].kind);
    for (size_t i = 0; i < x->n_units; i++) {
        const salvo_standing *r = &x->standings[i];
        double price = salvo_matrix_price(x, r->unit);

        sheet_cell(s, "%zu", i + 1);
        sheet_cell(s, "%s", salvo_matrix_name(x, r->unit));
        put_value(s, price >= 0, price);
        put_chance(s, r->n > 0, r->p_win);
        put_chance(s, r->n > 0, r->p_nobody);
        put_number(s, 2, r->turns);
        put_number(s, 2, r->destroyed);
        put_number(s, 2, r->lost);
        put_opponent(s, x, r->best, r->p_best, p->format);
        put_opponent(s, x, r->worst, r->p_worst, p->format);
    }
}

static void add_ranges(page *p, const salvo_matrix *x)
{
    const char *unit = x->book->store.distance_unit;

    if (x->ranges.averaged)
        page_paragraph(p, "Averaged over ranges in %s with weights: %s.", unit, x->ranges.text);
    else if (x->n_stretches == 1)
        page_paragraph(p, "At %.15g %s.", x->ranges.at[0], unit);
    else
        page_paragraph(p,
                       "Means over %zu ranges, each counting alike, from %.15g to %.15g %s; each range for itself is "
                       "in the CSV and JSON.",
                       x->n_stretches, x->ranges.at[0], x->ranges.at[x->n_stretches - 1], unit);
}

/* The widest 95 % half-width of a probability, and the least p of an agreement test. */
static void find_extremes(const salvo_matrix *x, double *widest, double *least, size_t *tests)
{
    *widest = 0;
    *least = 1;
    *tests = 0;
    for (size_t i = 0; i < x->n_units * x->n_units * x->n_stretches; i++) {
        const salvo_match *m = &x->matches[i];
        const salvo_figure *const chances[] = {&m->p_a, &m->p_b, &m->p_nobody};

        if (!m->known || m->mirrored || m->method == SALVO_EXACT)
            continue;
        for (size_t k = 0; k < sizeof chances / sizeof *chances; k++)
            *widest = fmax(*widest, (chances[k]->simulated.high - chances[k]->simulated.low) / 2);
        *tests += m->method == SALVO_BOTH;
        *least = m->method == SALVO_BOTH ? fmin(*least, m->agreement) : *least;
    }
}

static void add_methods(page *p, const salvo_matrix *x)
{
    double widest, least;
    size_t tests;

    find_extremes(x, &widest, &least, &tests);
    if (is_partial(x))
        page_paragraph(p, "Partial, broken off: %zu of %zu matches.", x->n_fought, x->n_asked);
    if (x->n_none)
        page_paragraph(p, "No match: %zu pair%s of prices too far apart for %d elements of a side.", x->n_none,
                       x->n_none == 1 ? "" : "s", SALVO_ELEMENTS_MAX);
    if (x->n_counted)
        page_paragraph(p, "Exact: %zu match%s counted.", x->n_counted, x->n_counted == 1 ? "" : "es");
    if (x->n_simulated)
        page_paragraph(p,
                       "Monte Carlo: %zu match%s simulated, %llu trials, seed %llu; 95 %% intervals within %.2g of the "
                       "chances, in the CSV and JSON; counts %016llx.",
                       x->n_simulated, x->n_simulated == 1 ? "" : "es", (unsigned long long)x->trials,
                       (unsigned long long)x->seed, widest, (unsigned long long)x->hash);
    if (tests)
        page_paragraph(p, "Agreement: the least p of %zu chi-square tests is %.3g; of so many, %.2g is to be expected.",
                       tests, least, 1 / (double)(tests + 1));
}

static void add_notes(page *p, const salvo_matrix *x)
{
    page_paragraph(p, "P(nobody): both sides lost, or it is never decided. Means are over all opponents but itself.");
    if (is_priced(x))
        page_paragraph(p, "Points destroyed and lost are the mean of a match; who loses a duel loses its price.");
    if (x->mirrors)
        page_paragraph(p, "b against a is a against b seen from the other side, and was not fought again.");
    if (x->n_without_price)
        page_paragraph(p, "Left out: %zu unit%s without a price.", x->n_without_price,
                       x->n_without_price == 1 ? "" : "s");
    if (x->remark)
        page_paragraph(p, "Note: %s.", x->remark);
}

static void fill_page(page *p, const salvo_matrix *x)
{
    char words[160];

    page_heading(p, "%s: all against all, %s", x->book->store.title, meeting_words(x, words));
    add_ranges(p, x);
    if (x->n_units <= MATRIX_SHOWN_MAX)
        add_square(p, x);
    else
        page_paragraph(p, "%zu units: the ranking. The matrix is in the CSV and JSON.", x->n_units);
    page_heading(p, "Ranking");
    add_ranking(p, x);
    add_notes(p, x);
    add_methods(p, x);
}

/* The value and its interval; an exact one has none. */
static void put_figure(sheet *s, bool exact, bool there, const salvo_figure *f)
{
    put_value(s, there, exact ? f->exact.value : f->simulated.value);
    put_value(s, there && !exact, f->simulated.low);
    put_value(s, there && !exact, f->simulated.high);
}

/* One row for the counted, one for the simulated numbers. */
static void add_row(sheet *s, const salvo_matrix *x, size_t a, size_t b, size_t stretch, bool exact)
{
    const salvo_match *m = salvo_matrix_match(x, a, b, stretch);
    const size_t unit[2] = {a, b};
    char range[FIGURE_MAX];

    range_text(range, x, stretch);
    sheet_cell(s, "%s", x->book->ruleset->id);
    sheet_cell(s, "%s", SALVO_MATCHINGS[x->plan->at]);
    for (int side = 0; side < 2; side++) {
        sheet_cell(s, "%s", id_of(x, unit[side]));
        sheet_cell(s, "%s", salvo_matrix_name(x, unit[side]));
        put_value(s, salvo_matrix_price(x, unit[side]) >= 0, salvo_matrix_price(x, unit[side]));
    }
    sheet_cell(s, "%s", x->ranges.averaged ? x->ranges.text : range);
    for (int side = 0; side < 2; side++)
        put_value(s, true, m->number[side]);
    for (int side = 0; side < 2; side++)
        put_value(s, m->staked[side] >= 0, m->staked[side]);
    put_figure(s, exact, true, &m->p_a);
    put_figure(s, exact, true, &m->p_b);
    put_figure(s, exact, true, &m->p_nobody);
    put_value(s, true, exact ? m->p_mutual.exact.value : m->p_mutual.simulated.value);
    put_value(s, true, exact ? m->p_undecided.exact.value : m->p_undecided.simulated.value);
    put_figure(s, exact, m->ends, &m->turns);
    for (int side = 0; side < 2; side++)
        put_figure(s, exact, m->priced, &m->lost[side]);
    sheet_cell(s, exact ? "exact" : "monte-carlo");
    if (exact) {
        for (int i = 0; i < 3; i++)
            sheet_cell(s, "%s", "");
    } else {
        sheet_cell(s, "%llu", (unsigned long long)m->trials);
        sheet_cell(s, "%llu", (unsigned long long)x->seed);
        sheet_cell(s, "%016llx", (unsigned long long)m->hash);
    }
    put_value(s, m->method == SALVO_BOTH, m->agreement);
    if (x->remark)
        sheet_cell(s, "%s", x->remark);
    if (is_partial(x))
        sheet_cell(s, "yes");
}

static void add_columns(sheet *s, const salvo_matrix *x)
{
    static const char *const WORDS[] = {"ruleset", "at", "a_id", "a", "a_points", "b_id", "b", "b_points", "range"};
    static const char *const NUMBERS[] = {"a_number",    "b_number",     "a_staked",      "b_staked",   "p_a",
                                          "p_a_low",     "p_a_high",     "p_b",           "p_b_low",    "p_b_high",
                                          "p_nobody",    "p_nobody_low", "p_nobody_high", "p_mutual",   "p_undecided",
                                          "turns",       "turns_low",    "turns_high",    "a_lost",     "a_lost_low",
                                          "a_lost_high", "b_lost",       "b_lost_low",    "b_lost_high"};
    static const char *const HOW[] = {"method", "trials", "seed", "counts", "agreement_p"};

    sheet_name(s, "matches");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        sheet_column(s, WORDS[i], strstr(WORDS[i], "points") ? COLUMN_NUMBER : COLUMN_TEXT);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        sheet_column(s, NUMBERS[i], COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof HOW / sizeof *HOW; i++)
        sheet_column(s, HOW[i], COLUMN_TEXT);
    if (x->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    if (is_partial(x))
        sheet_column(s, "partial", COLUMN_TEXT);
}

static void fill_tidy(page *p, const salvo_matrix *x)
{
    sheet *s = page_sheet(p);

    add_columns(s, x);
    for (size_t a = 0; a < x->n_units; a++)
        for (size_t b = 0; b < x->n_units; b++)
            for (size_t r = 0; r < x->n_stretches; r++) {
                const salvo_match *m = salvo_matrix_match(x, a, b, r);

                if (m->known && m->method != SALVO_MONTE_CARLO)
                    add_row(s, x, a, b, r, true);
                if (m->known && m->method != SALVO_EXACT)
                    add_row(s, x, a, b, r, false);
            }
}

static void set_number(json_t *object, const char *key, bool there, double value)
{
    json_object_set_new(object, key, there && isfinite(value) ? json_number(value) : json_null());
}

/* The value under its key; what was simulated, in "simulated" and "ci95" under the same. */
static void set_figure(json_t *object, json_t *simulated, json_t *ci95, const salvo_match *m, const char *key,
                       bool there, const salvo_figure *f)
{
    json_t *interval;

    set_number(object, key, there, value_of(m, f));
    if (m->method == SALVO_EXACT || !there)
        return;
    if (m->method == SALVO_BOTH)
        set_number(simulated, key, there, f->simulated.value);
    interval = json_array();
    json_array_append_new(interval, isfinite(f->simulated.low) ? json_number(f->simulated.low) : json_null());
    json_array_append_new(interval, isfinite(f->simulated.high) ? json_number(f->simulated.high) : json_null());
    json_object_set_new(ci95, key, interval);
}

static void set_figures(json_t *object, const salvo_match *m)
{
    const struct {
        const char *key;
        bool there;
        const salvo_figure *figure;
    } FIGURES[] = {{"p_a", true, &m->p_a},
                   {"p_b", true, &m->p_b},
                   {"p_nobody", true, &m->p_nobody},
                   {"p_mutual", true, &m->p_mutual},
                   {"p_undecided", true, &m->p_undecided},
                   {"expected_turns", m->ends, &m->turns},
                   {"a_lost", m->priced, &m->lost[0]},
                   {"b_lost", m->priced, &m->lost[1]}};
    json_t *simulated = json_object(), *ci95 = json_object();

    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++)
        set_figure(object, simulated, ci95, m, FIGURES[i].key, FIGURES[i].there, FIGURES[i].figure);
    if (m->method == SALVO_BOTH)
        json_object_set(object, "simulated", simulated);
    if (m->method != SALVO_EXACT)
        json_object_set(object, "ci95", ci95);
    json_decref(simulated);
    json_decref(ci95);
}

static void set_hash(json_t *object, uint64_t hash)
{
    char text[FIGURE_MAX];

    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_object_set_new(object, "counts", json_string(text));
}

static json_t *match_json(const salvo_matrix *x, size_t a, size_t b, size_t stretch)
{
    const salvo_match *m = salvo_matrix_match(x, a, b, stretch);
    json_t *one = json_object();

    json_object_set_new(one, "a", json_string(id_of(x, a)));
    json_object_set_new(one, "b", json_string(id_of(x, b)));
    json_object_set_new(one, "range",
                        x->ranges.averaged ? json_string(x->ranges.text) : json_number(x->ranges.at[stretch]));
    json_object_set_new(one, "a_number", json_number(m->number[0]));
    json_object_set_new(one, "b_number", json_number(m->number[1]));
    set_number(one, "a_staked", m->staked[0] >= 0, m->staked[0]);
    set_number(one, "b_staked", m->staked[1] >= 0, m->staked[1]);
    json_object_set_new(one, "method", json_string(method_word(m->method)));
    set_figures(one, m);
    if (m->method != SALVO_EXACT) {
        json_object_set_new(one, "trials", json_integer((json_int_t)m->trials));
        set_hash(one, m->hash);
    }
    if (m->method == SALVO_BOTH)
        set_number(one, "agreement_p", true, m->agreement);
    return one;
}

static json_t *matches_json(const salvo_matrix *x)
{
    json_t *matches = json_array();

    for (size_t a = 0; a < x->n_units; a++)
        for (size_t b = 0; b < x->n_units; b++)
            for (size_t r = 0; r < x->n_stretches; r++)
                if (salvo_matrix_match(x, a, b, r)->known)
                    json_array_append_new(matches, match_json(x, a, b, r));
    return matches;
}

static json_t *opponent_json(const salvo_matrix *x, size_t unit, double p_win)
{
    json_t *one;

    if (unit >= x->n_units)
        return json_null();
    one = json_object();
    json_object_set_new(one, "id", json_string(id_of(x, unit)));
    json_object_set_new(one, "p_win", json_number(p_win));
    return one;
}

static json_t *ranking_json(const salvo_matrix *x)
{
    json_t *ranking = json_array();

    for (size_t i = 0; i < x->n_units; i++) {
        const salvo_standing *r = &x->standings[i];
        json_t *one = json_object();

        json_object_set_new(one, "id", json_string(id_of(x, r->unit)));
        json_object_set_new(one, "unit", json_string(salvo_matrix_name(x, r->unit)));
        set_number(one, "points", salvo_matrix_price(x, r->unit) >= 0, salvo_matrix_price(x, r->unit));
        json_object_set_new(one, "opponents", json_integer((json_int_t)r->n));
        set_number(one, "p_win", r->n > 0, r->p_win);
        set_number(one, "p_nobody", r->n > 0, r->p_nobody);
        set_number(one, "expected_turns", true, r->turns);
        set_number(one, "destroyed", true, r->destroyed);
        set_number(one, "lost", true, r->lost);
        json_object_set_new(one, "best", opponent_json(x, r->best, r->p_best));
        json_object_set_new(one, "worst", opponent_json(x, r->worst, r->p_worst));
        json_array_append_new(ranking, one);
    }
    return ranking;
}

static json_t *ranges_json(const salvo_matrix *x)
{
    json_t *ranges = json_array();

    for (size_t r = 0; r < x->ranges.n; r++) {
        json_t *one = json_object();

        json_object_set_new(one, "range", json_number(x->ranges.at[r]));
        json_object_set_new(one, "weight", json_number(x->ranges.weight[r]));
        json_array_append_new(ranges, one);
    }
    return ranges;
}

static const char *overall_method(const salvo_matrix *x)
{
    if (x->n_simulated == 0)
        return "exact";
    return x->n_counted == 0 ? "monte-carlo" : x->n_counted == x->n_simulated ? "both" : "mixed";
}

static json_t *matrix_json(const salvo_matrix *x)
{
    json_t *document = json_object();

    json_object_set_new(document, "ruleset", json_string(x->book->ruleset->id));
    json_object_set_new(document, "at", json_string(SALVO_MATCHINGS[x->plan->at]));
    if (x->plan->at == SALVO_EQUAL_NUMBERS)
        json_object_set_new(document, "numbers", json_integer(x->plan->numbers));
    if (x->plan->at == SALVO_EQUAL_POINTS)
        json_object_set_new(document, "budgets", json_integer(x->plan->budgets));
    json_object_set_new(document, "ranges", ranges_json(x));
    json_object_set_new(document, "averaged", json_boolean(x->ranges.averaged));
    if (x->remark)
        json_object_set_new(document, "remark", json_string(x->remark));
    json_object_set_new(document, "method", json_string(overall_method(x)));
    if (x->n_simulated) {
        json_object_set_new(document, "trials", json_integer((json_int_t)x->trials));
        json_object_set_new(document, "seed", json_integer((json_int_t)x->seed));
        set_hash(document, x->hash);
    }
    if (is_partial(x)) {
        json_object_set_new(document, "partial", json_true());
        json_object_set_new(document, "matches_asked", json_integer((json_int_t)x->n_asked));
    }
    json_object_set_new(document, "matches", matches_json(x));
    json_object_set_new(document, "ranking", ranking_json(x));
    return document;
}

salvo_status salvo_report_matrix(FILE *out, salvo_format format, const salvo_matrix *matrix, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, matrix_json(matrix), err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind != SALVO_CSV)
            fill_page(&p, matrix);
        if (format.kind == SALVO_CSV || format.kind == SALVO_XLSX)
            fill_tidy(&p, matrix);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static salvo_status write_any(FILE *out, salvo_format format, const void *answer, salvo_error *err)
{
    return salvo_report_matrix(out, format, answer, err);
}

static void free_any(void *answer)
{
    salvo_matrix_free(answer);
}

const answer_kind MATRIX_ANSWER = {.write = write_any, .draw_shown = draw_matrix, .free = free_any};

#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/baseline_report.h"
#include "document/figures.h"

enum { DECIMALS_MIN = 2, DECIMALS_MAX = 4, SWING_DECIMALS_MAX = 6, REASONS_SHOWN = 8 };

static size_t shown(size_t n, size_t top)
{
    return top && top < n ? top : n;
}

/* So many decimals of a percentage that the swings show, but for those that would take too many. */
static int decimals_of(const salvo_sensitivity *s, size_t n)
{
    int most = DECIMALS_MIN;

    for (size_t i = 0; i < n; i++) {
        int decimals = DECIMALS_MIN;

        while (decimals <= DECIMALS_MAX && 100 * s->sensitive_cells[i].swing < 2 * pow(10, -decimals))
            decimals++;
        if (decimals <= DECIMALS_MAX && decimals > most)
            most = decimals;
    }
    return most;
}

static void put_move(sheet *to, const salvo_sensitivity *s, const salvo_move *m, int decimals)
{
    sheet_cell(to, "%s", m->to);
    if (m->known)
        sheet_reading(to, answer_reading(&s->asked, &m->value, decimals));
    else
        sheet_cell(to, "%s", m->refused ? "not possible" : "not looked at");
}

static void put_intervals(sheet *to, const salvo_sensitivity *s, const salvo_sensitive_cell *l)
{
    const salvo_move *const moves[] = {&l->down, &l->up};

    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i]->known)
            put_interval(to, &s->asked, &moves[i]->difference.simulated);
        else
            sheet_cell(to, "%s", "");
}

/* With two digits of its own at least. */
static reading swing_reading(const salvo_sensitivity *s, double swing)
{
    const double unit = answer_is_chance(&s->asked) ? 100 : 1;
    int decimals = s->asked.subject->points ? DECIMALS_MAX : DECIMALS_MIN;

    while (decimals <= SWING_DECIMALS_MAX && unit * swing < 2 * pow(10, -decimals))
        decimals++;
    if (!s->asked.subject->points && unit == 1)
        return read_number(swing, SIX_DIGITS);
    if (s->asked.subject->points && decimals > SWING_DECIMALS_MAX)
        return read_number(0, DECIMALS_MAX); /* pairs that make up for each other, but for rounding */
    return read_number(unit * swing, decimals <= SWING_DECIMALS_MAX ? decimals : SIX_DIGITS);
}

static void add_columns(sheet *to, const salvo_sensitivity *s)
{
    const column_kind kind = answer_column(&s->asked);
    const bool is_chance = answer_is_chance(&s->asked);

    sheet_name(to, "tornado");
    sheet_column(to, "cell", COLUMN_TEXT);
    sheet_column(to, "now", COLUMN_NUMBER);
    sheet_column(to, "to", COLUMN_NUMBER);
    sheet_column(to, "down", kind);
    sheet_column(to, "base", kind);
    sheet_column(to, "to", COLUMN_NUMBER);
    sheet_column(to, "up", kind);
    sheet_column(to, is_chance ? "swing, points" : "swing", COLUMN_NUMBER);
    if (s->asked.simulated) {
        sheet_column(to, "down less base, 95 %", COLUMN_INTERVAL);
        sheet_column(to, "up less base, 95 %", COLUMN_INTERVAL);
    }
}

static void add_tornado(page *p, const salvo_sensitivity *s, size_t n)
{
    int decimals = decimals_of(s, n);
    sheet *to = page_sheet(p);

    add_columns(to, s);
    for (size_t i = 0; i < n; i++) {
        const salvo_sensitive_cell *l = &s->sensitive_cells[i];

        sheet_cell(to, "%s", l->cell);
        sheet_cell(to, "%s", l->now);
        put_move(to, s, &l->down, decimals);
        sheet_reading(to, answer_reading(&s->asked, &s->asked.base, decimals));
        put_move(to, s, &l->up, decimals);
        sheet_reading(to, swing_reading(s, l->swing));
        if (s->asked.simulated)
            put_intervals(to, s, l);
    }
}

static void put_reasons(salvo_text *text, const salvo_sensitive_cell *sensitive_cells, size_t n, size_t *left)
{
    for (size_t i = 0; i < n; i++) {
        const salvo_move *const moves[] = {&sensitive_cells[i].down, &sensitive_cells[i].up};

        for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
            if (moves[k]->refused && *left && (*left)--)
                salvo_text_add(text, "%s%s=%s: %s", text->length ? "\n" : "", sensitive_cells[i].cell, moves[k]->to,
                               moves[k]->refused);
    }
}

/* Why steps of the cells above are not possible. */
static void add_reasons(page *p, const salvo_sensitivity *s, size_t n)
{
    salvo_text text = {0};
    size_t left = REASONS_SHOWN;

    put_reasons(&text, s->sensitive_cells, n, &left);
    if (text.length)
        page_paragraph(p, "Not possible:");
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_count(page *p, const salvo_sensitivity *s, size_t n)
{
    salvo_text text = {0};

    salvo_text_add(&text, "%zu of %zu numbers %s%s %s", s->n_sensitive_cells, s->asked.n_cells,
                   numbers_words(&s->asked), s->n_sensitive_cells == 1 ? " moves" : " move", metric_words(&s->asked));
    if (n < s->n_sensitive_cells)
        salvo_text_add(&text, "; %zu are shown", n);
    salvo_text_add(&text, ". Left out: %zu without effect", s->n_idle);
    if (s->n_refused)
        salvo_text_add(&text, ", %zu with a step that is not possible and no effect otherwise", s->n_refused);
    salvo_text_put(&text, ".");
    page_text(p, &text);
    salvo_text_free(&text);
}

static void put_step_size(salvo_text *text, const salvo_step_size *step_size)
{
    if (step_size->percent > 0)
        salvo_text_add(text, "%g %% of its value, rounded to its last digit, and one unit of that at least",
                       step_size->percent);
    else if (step_size->units == 1)
        salvo_text_put(text, "1, a decimal number one in its last digit");
    else
        salvo_text_add(text, "%lld, a decimal number so many in its last digit", (long long)step_size->units);
}

static void fill_page(page *p, const salvo_sensitivity *s, size_t n)
{
    salvo_text text = {0};
    char base[FIGURE_MAX];

    answer_text(base, answer_reading(&s->asked, &s->asked.base, 2), p->format);
    add_baseline_heading(p, "What moves the answer", &s->asked);
    add_baseline_situation(p, &s->asked);
    salvo_text_add(&text,
                   "Base: %s is %s. Each number in the tables is moved alone, one step down and one step up: by ",
                   metric_words(&s->asked), base);
    put_step_size(&text, &s->step_size);
    salvo_text_put(&text, ".");
    page_text(p, &text);
    salvo_text_free(&text);
    if (n)
        add_tornado(p, s, n);
    add_reasons(p, s, n);
    add_count(p, s, n);
    add_baseline_method(p, &s->asked, "The trials are pairs: with and without the change on the same dice.");
}

static void put_bound(sheet *s, double bound)
{
    if (isfinite(bound))
        sheet_cell(s, "%.15g", bound);
    else
        sheet_cell(s, "%s", "");
}

static void put_counted(sheet *to, const salvo_sensitivity *s, const salvo_move *m)
{
    put_bound(to, s->asked.base.exact.value);
    put_bound(to, m->value.exact.value);
    sheet_cell(to, "%s", m->value.exact.exact ? m->value.exact.exact : "");
    put_bound(to, m->difference.exact.value);
    sheet_cell(to, "%s", m->difference.exact.exact ? m->difference.exact.exact : "");
    for (int i = 0; i < 2; i++)
        sheet_cell(to, "%s", "");
}

static void put_simulated(sheet *to, const salvo_sensitivity *s, const salvo_move *m)
{
    put_bound(to, s->asked.base.simulated.value);
    put_bound(to, m->value.simulated.value);
    sheet_cell(to, "%s", "");
    put_bound(to, m->difference.simulated.value);
    sheet_cell(to, "%s", "");
    put_bound(to, m->difference.simulated.low);
    put_bound(to, m->difference.simulated.high);
}

static void add_row(sheet *to, const salvo_sensitivity *s, const salvo_sensitive_cell *l, size_t rank, bool up,
                    bool counted)
{
    const salvo_move *m = up ? &l->up : &l->down;

    if (rank)
        sheet_cell(to, "%zu", rank);
    else
        sheet_cell(to, "%s", "");
    sheet_cell(to, "%s", l->cell);
    sheet_cell(to, "%s", l->now);
    sheet_cell(to, "%s", up ? "up" : "down");
    sheet_cell(to, "%s", m->to);
    if (!m->known)
        for (int i = 0; i < 7; i++)
            sheet_cell(to, "%s", "");
    else if (counted)
        put_counted(to, s, m);
    else
        put_simulated(to, s, m);
    if (rank)
        sheet_cell(to, "%.15g", l->swing);
    else
        sheet_cell(to, "%s", "");
    sheet_cell(to, "%s", m->refused ? m->refused : "");
    put_method_cells(to, &s->asked, counted);
}

static void add_sensitive_cell(sheet *to, const salvo_sensitivity *s, const salvo_sensitive_cell *l, size_t rank)
{
    for (int up = 0; up < 2; up++) {
        if (s->asked.counted)
            add_row(to, s, l, rank, up, true);
        if (s->asked.simulated)
            add_row(to, s, l, rank, up, false);
    }
}

static void fill_tidy(page *p, const salvo_sensitivity *s, size_t n)
{
    static const char *const COLUMNS[] = {"rank", "cell",  "now",   "direction",  "to",
                                          "base", "value", "exact", "difference", "difference_exact",
                                          "low",  "high",  "swing", "refused"};
    sheet *to = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(to, COLUMNS[i], COLUMN_NUMBER);
    add_method_columns(to, &s->asked);
    for (size_t i = 0; i < n; i++)
        add_sensitive_cell(to, s, &s->sensitive_cells[i], i + 1);
    for (size_t i = 0; i < s->n_refused; i++)
        add_sensitive_cell(to, s, &s->refused[i], 0);
}

static json_t *move_json(const salvo_sensitivity *s, const salvo_move *m)
{
    json_t *move = json_object();

    json_object_set_new(move, "to", json_string(m->to));
    if (m->refused)
        json_object_set_new(move, "refused", json_string(m->refused));
    if (!m->known)
        return move;
    put_answer(move, "value", &s->asked, &m->value);
    put_answer(move, "difference", &s->asked, &m->difference);
    if (s->asked.simulated)
        json_object_set_new(
            move, "pairs",
            json_pack("{s:I,s:I}", "less", (json_int_t)m->pairs_less, "greater", (json_int_t)m->pairs_greater));
    return move;
}

static json_t *sensitive_cells_json(const salvo_sensitivity *s, const salvo_sensitive_cell *sensitive_cells, size_t n,
                                    bool ranked)
{
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++) {
        json_t *one = json_object();

        json_object_set_new(one, "cell", json_string(sensitive_cells[i].cell));
        json_object_set_new(one, "now", json_string(sensitive_cells[i].now));
        if (ranked)
            json_object_set_new(one, "swing", answer_json(sensitive_cells[i].swing));
        json_object_set_new(one, "down", move_json(s, &sensitive_cells[i].down));
        json_object_set_new(one, "up", move_json(s, &sensitive_cells[i].up));
        json_array_append_new(array, one);
    }
    return array;
}

static json_t *sensitivity_json(const salvo_sensitivity *s, size_t n)
{
    json_t *document = baseline_json(&s->asked);

    if (s->step_size.percent > 0)
        json_object_set_new(document, "step", json_sprintf("%g%%", s->step_size.percent));
    else
        json_object_set_new(document, "step", json_integer((json_int_t)s->step_size.units));
    put_answer(document, "base", &s->asked, &s->asked.base);
    json_object_set_new(document, "numbers",
                        json_pack("{s:I,s:I,s:I,s:I,s:I}", "all", (json_int_t)s->asked.n_cells, "move",
                                  (json_int_t)s->n_sensitive_cells, "no_effect", (json_int_t)s->n_idle, "refused",
                                  (json_int_t)s->n_refused, "not_looked_at", (json_int_t)s->asked.n_left));
    json_object_set_new(document, "levers", sensitive_cells_json(s, s->sensitive_cells, n, true));
    json_object_set_new(document, "refused", sensitive_cells_json(s, s->refused, s->n_refused, false));
    return document;
}

salvo_status salvo_report_sensitivity(FILE *out, salvo_format format, const salvo_sensitivity *s, size_t top,
                                      salvo_error *err)
{
    size_t n = shown(s->n_sensitive_cells, top);
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, sensitivity_json(s, n), err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, s, n);
        else
            fill_page(&p, s, n);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the tables to which the answer is sensitive: each is moved a step down and a step up, and the greatest
 * swing is first. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/baseline_report.h"
#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

enum { DECIMALS_MIN = 2, DECIMALS_MAX = 4, SWING_DECIMALS_MAX = 6, REASONS_SHOWN = 8 };

/* 0 shows all. */
static size_t shown(size_t n, size_t top)
{
    return top && top < n ? top : n;
}

/* Returns enough decimals of a percentage to show the swings, except those that would need too many. */
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

/* A swing has at least two digits. */
static reading swing_reading(const salvo_sensitivity *s, double swing)
{
    const double unit = answer_is_chance(&s->baseline) ? 100 : 1;
    int decimals = s->baseline.subject->points ? DECIMALS_MAX : DECIMALS_MIN;

    /* Decimals are added until the swing has two digits. */
    while (decimals <= SWING_DECIMALS_MAX && unit * swing < 2 * pow(10, -decimals))
        decimals++;
    if (!s->baseline.subject->points && unit == 1)
        return read_number(swing, SIX_DIGITS);
    if (s->baseline.subject->points && decimals > SWING_DECIMALS_MAX)
        return read_number(0, DECIMALS_MAX); /* pairs that cancel out, except for rounding */
    return read_number(unit * swing, decimals <= SWING_DECIMALS_MAX ? decimals : SIX_DIGITS);
}

/* The sensitive cells that are listed, and the refused ones after them. */
typedef struct told {
    const salvo_sensitivity *sensitivity;
    const salvo_sensitive_cell *cells;
    size_t n;     /* sensitive cells that are listed */
    int decimals; /* for reading */
    bool ranked;
} told;

static told told_of(const first_lines *lines, bool computed)
{
    const salvo_sensitivity *s = lines->answer;
    const size_t n = shown(s->n_sensitive_cells, computed ? lines->computed : lines->read);

    return (told){s, s->sensitive_cells, n, decimals_of(s, n), true};
}

/* A table may refuse a step out of its limits, or a stop may precede the step. */
static datum as_moved(const told *t, const salvo_changed_answer *m)
{
    const salvo_baseline *asked = &t->sensitivity->baseline;
    const datum value = as_answer(asked, &m->value, t->decimals);

    return m->known ? value : in_column(value.column, as_text(m->refused ? "not possible" : "not examined"));
}

/* The change is in percentage points, or in the unit of a mean. */
static datum as_change(const told *t, const salvo_changed_answer *m)
{
    const double unit = answer_is_chance(&t->sensitivity->baseline) ? 100 : 1;

    return or_empty(m->known, as_difference_interval(&m->difference.simulated, unit));
}

/* NAN: with the change of the cell the average does not exist. */
static double swing_of(const salvo_sensitivity *s, const salvo_sensitive_cell *l)
{
    return l->swing > 0 || s->baseline.subject->points ? l->swing : NAN;
}

static datum as_swing(const salvo_sensitivity *s, const salvo_sensitive_cell *l)
{
    return isnan(swing_of(s, l)) ? in_column(COLUMN_NUMBER, as_text("not defined"))
                                 : as_reading(COLUMN_NUMBER, swing_reading(s, l->swing));
}

/* Describes step i of the cells, each of which has one down and one up. `pairs` are the trials in which the step
 * lowered the answer, and in which it raised it. */
static void describe_move(record *to, const void *of, size_t i)
{
    const told *t = of;
    const salvo_sensitivity *s = t->sensitivity;
    const salvo_changed_answer *m = i % 2 ? &t->cells[i / 2].up : &t->cells[i / 2].down;
    const field step[] = {
        {"to", as_text(m->to)},
        {"refused", as_note(m->refused)},
    };
    const field pairs[] = {{"pairs", if_there(s->baseline.simulated, OBJECT({"less", as_whole(m->pairs_less)},
                                                                            {"greater", as_whole(m->pairs_greater)}))}};

    PUT_FIELDS(to, step);
    if (!m->known)
        return;
    put_answer(to, "value", &s->baseline, &m->value);
    put_answer(to, "difference", &s->baseline, &m->difference);
    PUT_FIELDS(to, pairs);
}

/* Refused cells have no swing, so they have no rank. */
static void describe_cell(record *to, const void *of, size_t i)
{
    const told *t = of;
    const salvo_baseline *asked = &t->sensitivity->baseline;
    const salvo_sensitive_cell *l = &t->cells[i];
    const datum swing = if_there(t->ranked, as_number(swing_of(t->sensitivity, l)));
    const field fields[] = {
        {"cell", as_text(l->cell)},
        {"now", in_column(COLUMN_NUMBER, as_text(l->now))},
        {"to, down", only_in(READ, in_column(COLUMN_NUMBER, as_text(l->down.to)))},
        {"base", only_in(READ, as_answer(asked, &asked->base, t->decimals))},
        {"to, up", only_in(READ, in_column(COLUMN_NUMBER, as_text(l->up.to)))},
        {"swing", read_as(to, swing, as_swing(t->sensitivity, l))},
        {"down", read_as(to, as_row(describe_move, t, 2 * i), as_moved(t, &l->down))},
        {"up", read_as(to, as_row(describe_move, t, 2 * i + 1), as_moved(t, &l->up))},
        {"down - base", only_in(READ, if_there(asked->simulated, in_column(COLUMN_INTERVAL, as_change(t, &l->down))))},
        {"up - base", only_in(READ, if_there(asked->simulated, in_column(COLUMN_INTERVAL, as_change(t, &l->up))))},
    };

    PUT_FIELDS(to, fields);
}

/* `left` counts down over all cells, because a reader needs some reasons, not hundreds. */
static void put_reasons(salvo_text *text, const salvo_sensitive_cell *sensitive_cells, size_t n, size_t *left)
{
    for (size_t i = 0; i < n; i++) {
        const salvo_changed_answer *const moves[] = {&sensitive_cells[i].down, &sensitive_cells[i].up};

        for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
            if (moves[k]->refused && *left && (*left)--)
                salvo_text_add(text, "%s%s=%s: %s", text->length ? "\n" : "", sensitive_cells[i].cell, moves[k]->to,
                               moves[k]->refused);
    }
}

/* Adds why steps of the cells above are not possible. */
static void add_reasons(page *p, const salvo_sensitivity *s, size_t n)
{
    salvo_text text = {0};
    size_t left = REASONS_SHOWN;

    put_reasons(&text, s->sensitive_cells, n, &left);
    if (text.length || text.failed)
        page_paragraph(p, "Not possible:");
    page_text(p, &text);
}

/* Numbers without any effect are the most by far, and are only counted. */
static void add_count(page *p, const salvo_sensitivity *s, size_t n)
{
    salvo_text text = {0};

    salvo_text_add(&text, "%zu of %s %s %s", s->n_sensitive_cells, numbers_words(&s->baseline).text,
                   salvo_agree(s->n_sensitive_cells, "moves", "move"), metric_words(&s->baseline));
    if (n < s->n_sensitive_cells)
        salvo_text_add(&text, "; %zu are shown", n);
    if (s->n_without_effect || s->n_refused)
        salvo_text_put(&text, ". Left out: ");
    if (s->n_without_effect)
        salvo_text_add(&text, "%zu without effect%s", s->n_without_effect, s->n_refused ? ", " : "");
    if (s->n_refused)
        salvo_text_add(&text, "%zu with one step that the table refuses and no effect in the other direction",
                       s->n_refused);
    salvo_text_put(&text, ".");
    page_text(p, &text);
}

/* The size of a step depends on the number: whole numbers and decimals have different units. */
static void put_step_size(salvo_text *text, const salvo_step_size *step_size)
{
    if (step_size->percent > 0)
        salvo_text_add(text, "%g %% of its value, rounded to its last digit, and at least one unit of that digit",
                       step_size->percent);
    else if (step_size->units == 1)
        salvo_text_put(text, "1, or one unit of its last digit for a decimal number");
    else
        salvo_text_add(text, "%lld, or that many units of its last digit for a decimal number",
                       (long long)step_size->units);
}

static void add_to_read(page *p, const void *lines)
{
    const told t = told_of(lines, false);
    const salvo_sensitivity *s = t.sensitivity;
    const view_column columns[] = {
        {"cell", NULL},
        {"now", NULL},
        {"to, down", "to"},
        {"down", NULL},
        {"base", NULL},
        {"to, up", "to"},
        {"up", NULL},
        {"swing", answer_is_chance(&s->baseline) ? "swing, points" : NULL},
        {"down - base", "down minus base, 95 %"},
        {"up - base", "up minus base, 95 %"},
    };
    const size_t n = t.n;
    salvo_text text = {0};
    char base[FIGURE_MAX];

    answer_text(base, answer_reading(&s->baseline, &s->baseline.base, 2), p->format);
    add_baseline_heading(p, "The numbers that move the answer", &s->baseline);
    add_baseline_situation(p, &s->baseline);
    salvo_text_add(&text,
                   "Base: %s is %s. Each number in the tables is moved alone, one step down and one step up, by ",
                   metric_words(&s->baseline), base);
    put_step_size(&text, &s->step_size);
    salvo_text_put(&text, ".");
    page_text(p, &text);
    if (n)
        sheet_name(page_view(p, VIEW(columns), describe_cell, &t, n), "tornado");
    add_reasons(p, s, n);
    add_count(p, s, n);
    add_baseline_method(p, &s->baseline, "The trials are pairs, with and without the change, that roll the same dice.");
}

/* Describes a row for each step of each cell, by each method: sensitive cells, then refused ones. */
static void describe_step(record *to, const void *of, size_t i)
{
    static const salvo_sensitive_cell NONE = {0};
    const told *t = of;
    const salvo_sensitivity *s = t->sensitivity;
    const size_t methods = (size_t)s->baseline.exact + s->baseline.simulated, cell = i / 2 / methods;
    /* Rows run through methods first, then steps, then cells. */
    const bool up = i / methods % 2, counted = s->baseline.exact && i % methods == 0, ranked = cell < t->n;
    const salvo_sensitive_cell *l = to->blank ? &NONE : ranked ? &s->sensitive_cells[cell] : &s->refused[cell - t->n];
    const salvo_changed_answer *m = up ? &l->up : &l->down;
    const field first[] = {
        {"rank", or_empty(ranked, as_whole(cell + 1))}, {"cell", as_text(l->cell)}, {"now", as_text(l->now)},
        {"direction", as_text(up ? "up" : "down")},     {"to", as_text(m->to)},
    };
    const field last[] = {
        {"swing", or_empty(ranked, as_number(swing_of(s, l)))},
        {"refused", as_text(m->refused)},
    };

    PUT_FIELDS(to, first);
    put_change_columns(to, &s->baseline, m, counted);
    PUT_FIELDS(to, last);
    put_method_columns(to, &s->baseline, counted);
}

/* Each cell has two steps, and each step has a row for each method. */
static void add_tidy(page *p, const void *lines)
{
    const told t = told_of(lines, true);
    const salvo_baseline *asked = &t.sensitivity->baseline;
    const size_t methods = (size_t)asked->exact + asked->simulated;

    page_rows(p, TIDY, describe_step, &t, (t.n + t.sensitivity->n_refused) * 2 * methods);
}

static void describe_sensitivity(record *to, const void *lines)
{
    const told t = told_of(lines, true);
    const salvo_sensitivity *s = t.sensitivity;
    const told refused = {.sensitivity = s, .cells = s->refused};
    const field step[] = {
        {"step", s->step_size.percent > 0 ? as_words(to, "%g%%", s->step_size.percent) : as_whole(s->step_size.units)},
    };
    const field cells[] = {
        {"numbers", OBJECT({"all", as_whole(s->baseline.n_cells)}, {"move", as_whole(s->n_sensitive_cells)},
                           {"no_effect", as_whole(s->n_without_effect)}, {"refused", as_whole(s->n_refused)},
                           {"not_looked_at", as_whole(s->baseline.n_not_examined)})},
        {"levers", as_objects(describe_cell, &t, t.n)},
        {"refused", as_objects(describe_cell, &refused, s->n_refused)},
    };

    put_baseline(to, &s->baseline);
    PUT_FIELDS(to, step);
    put_answer(to, "base", &s->baseline, &s->baseline.base);
    PUT_FIELDS(to, cells);
}

const answer_kind SENSITIVITY_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_sensitivity, .draw = draw_sensitivity};

salvo_status salvo_report_sensitivity(FILE *out, salvo_format format, const salvo_sensitivity *s, size_t top,
                                      salvo_error *err)
{
    return answer_write(out, format, &SENSITIVITY_ANSWER, &(first_lines){s, top, top}, err);
}

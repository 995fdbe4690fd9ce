/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer step by step: the cells of the tables; the throws, with the effect of every result; their contributions to
 * each outcome; and the course turn by turn. */
#include <math.h>
#include <string.h>

#include <salvo/explain.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/explain_report.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

enum { TIMES_DECIMALS = 4, CHANCE_DECIMALS = 3 };

static const char BEFORE_ANY_THROW[] = "decided without a throw";

/* Returns the file of the table's numbers without its folder, which is the same for all. */
static const char *file_of(const salvo_deciding_cell *c)
{
    const char *slash = strrchr(c->origin, '/');

    return slash ? slash + 1 : c->origin;
}

static bool is_same_row(const salvo_deciding_cell *a, const salvo_deciding_cell *b)
{
    return strcmp(a->table, b->table) == 0 && strcmp(a->row, b->row) == 0 && !a->refers && !b->refers;
}

/* Returns how many cells from this one on are in one row. */
static size_t cells_of_row(const salvo_explanation *e, size_t at)
{
    size_t n = 1;

    while (at + n < e->n_cells && is_same_row(&e->cells[at], &e->cells[at + n]))
        n++;
    return n;
}

enum { COLUMNS_NAMED = 3 }; /* of one row; of more, only the first and the last */

/* Puts the columns and the values of n cells of one row. */
static void put_row_words(const salvo_deciding_cell *cells, size_t n, salvo_text *columns, salvo_text *values)
{
    for (size_t i = 0; i < n; i++) {
        if (n <= COLUMNS_NAMED)
            salvo_text_add(columns, "%s%s", i ? ", " : "", cells[i].column);
        salvo_text_add(values, "%s%s", i == 0 ? "" : n <= COLUMNS_NAMED ? ", " : " ", cells[i].text);
    }
    if (n > COLUMNS_NAMED)
        salvo_text_add(columns, "%s ... %s", cells[0].column, cells[n - 1].column);
}

/* For reading, the first cell of a row has the text of all cells of that row. */
static void describe_row(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const salvo_deciding_cell *c = &e->cells[i];
    salvo_text columns = {0}, values = {0};

    if (i > 0 && is_same_row(&e->cells[i - 1], c))
        return;
    put_row_words(c, cells_of_row(e, i), &columns, &values);
    const field fields[] = {
        {"table", as_text(c->table)},
        {"row", as_text(c->row)},
        {"column", as_built(to, &columns)},
        {"value", as_built(to, &values)},
        {"file", as_text(file_of(c))},
        {"line", or_empty(c->line > 0, as_whole(c->line))},
        {"", as_text(c->refers ? "selects another row of this table" : NULL)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_cell(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const salvo_deciding_cell *c = &e->cells[i];
    const field fields[] = {
        {"cell", as_words(to, "%s.%s.%s", c->table, c->row, c->column)},
        {"value", as_text(c->text)},
        {"file", as_text(c->origin)},
        {"line", as_whole(c->line)},
        {"instead", as_text(c->instead)},
        {"names_a_row", as_flag(c->refers)},
    };

    PUT_FIELDS(to, fields);
}

/* A result and its throw. */
typedef struct result_of_throw {
    const salvo_explanation *e;
    const salvo_throw *of_throw;
} result_of_throw;

/* A throw is named beside its first result. */
static void describe_result(record *to, const void *of, size_t i)
{
    const result_of_throw *t = of;
    const salvo_throw *of_throw = t->of_throw;
    const salvo_throw_result *r = &of_throw->results[i];
    const bool first = i == 0;
    const datum ways = as_whole((int64_t)r->ways),
                of_all = as_words(to, "%llu of %llu", (unsigned long long)r->ways, (unsigned long long)of_throw->ways);
    const field fields[] = {
        {"throw", only_in(READ, as_text(first ? of_throw->name : NULL))},
        {"when", only_in(READ, as_text(first ? of_throw->when : NULL))},
        {"times", only_in(READ, or_empty(first && isfinite(of_throw->times.value),
                                         as_decimal(of_throw->times.value, TIMES_DECIMALS)))},
        {"dice", only_in(READ, as_text(first ? of_throw->dice : NULL))},
        {"result", as_text(r->dice)},
        {"leads_to", as_text(r->effect)},
        {"ways", or_empty(of_throw->ways > 0, read_as(to, ways, of_all))},
        {"probability", as_percent(r->chance, CHANCE_DECIMALS)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column RESULTS[] = {
    {"throw", NULL},  {"when", NULL},           {"times", NULL}, {"dice", NULL},
    {"result", NULL}, {"leads_to", "leads to"}, {"ways", NULL},  {"probability", "chance"},
};

static void describe_throw(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const salvo_throw *t = &e->throws[i];
    const result_of_throw told = {e, t};
    const field fields[] = {
        {"throw", as_text(t->name)},
        {"when", as_name(t->when)},
        {"dice", as_name(t->dice)},
        {"times", as_number(t->times.value)},
        {"exact", if_there(t->times.exact != NULL, as_text(t->times.exact))},
        {"ways", if_there(!t->is_rest, or_empty(t->ways > 0, as_whole((int64_t)t->ways)))},
        {"results", as_objects(describe_result, &told, t->n_results)},
    };

    PUT_FIELDS(to, fields);
}

typedef struct told_outcome {
    const salvo_explanation *e;
    const salvo_explained_outcome *outcome;
} told_outcome;

const char *share_name(const salvo_explanation *e, const salvo_contribution *share)
{
    return share->place == SIZE_MAX ? BEFORE_ANY_THROW : e->throws[share->place].name;
}

static bool is_by_throw(const salvo_explanation *e, const salvo_contribution *share)
{
    return share->place != SIZE_MAX && !e->throws[share->place].is_rest;
}

/* The sum follows the shares. */
static void describe_share(record *to, const void *of, size_t i)
{
    const told_outcome *t = of;
    const salvo_explained_outcome *o = t->outcome;
    const bool sum = i == o->n_shares, many = t->e->n_throws > 1;
    const salvo_contribution *share = &o->shares[sum ? 0 : i];
    const bool by_throw = !sum && o->n_shares > 0 && is_by_throw(t->e, share);
    const salvo_number *chance = sum ? &o->probability : &share->probability;
    const double times = by_throw ? t->e->throws[share->place].times.value : 0;
    const double given = by_throw ? share->given.value : 0;
    const char *place = sum ? NULL : share_name(t->e, share);
    const datum fraction = in_column(COLUMN_FRACTION, as_name(short_fraction(chance->exact)));
    const field fields[] = {
        {"outcome", only_in(READ, as_text(sum || i == 0 ? o->name : NULL))},
        {"throw", read_as(to, as_text(place), if_there(many, as_text(sum ? "total" : place)))},
        {"times", only_in(READ, if_there(many, or_empty(by_throw, as_decimal(times, TIMES_DECIMALS))))},
        {"given", read_as(to, if_there(by_throw, as_number(given)),
                          if_there(many, or_empty(by_throw, as_percent(given, CHANCE_DECIMALS))))},
        {"probability", as_percent(chance->value, percent_decimals(chance->value))},
        {"exact", read_as(to, if_there(chance->exact != NULL, as_text(chance->exact)), fraction)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_turn_chance(record *to, const void *of, size_t i)
{
    const told_outcome *t = of;
    const salvo_number *chance = i < t->e->n_turns ? &t->outcome->by_turn[i] : &t->outcome->later;
    const field fields[] = {
        {"turn", or_empty(i < t->e->n_turns, as_whole((int64_t)i + 1))},
        {"probability", as_number(chance->value)},
        {"exact", if_there(chance->exact != NULL, as_text(chance->exact))},
    };

    PUT_FIELDS(to, fields);
}

static void describe_outcome(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const salvo_explained_outcome *o = &e->outcomes[i];
    const told_outcome told = {e, o};
    const field fields[] = {
        {"outcome", as_text(o->name)},
        {"probability", as_number(o->probability.value)},
        {"exact", if_there(o->probability.exact != NULL, as_text(o->probability.exact))},
        {"by", as_objects(describe_share, &told, o->n_shares)},
        {"by_turn", if_there(e->n_turns > 0, as_objects(describe_turn_chance, &told, e->n_turns + 1))},
    };

    PUT_FIELDS(to, fields);
}

/* Each outcome has a column. The row after the last listed turn is for all later ones, and the sum follows. */
static void describe_turn(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const size_t n = e->n_turns;
    const field turn[] = {{"turn", i < n ? as_words(to, "%zu", i + 1) : as_text(i == n ? "later" : "total")}};

    PUT_FIELDS(to, turn);
    for (size_t k = 0; k < e->n_outcomes; k++) {
        const salvo_explained_outcome *o = &e->outcomes[k];
        const double chance = i < n ? o->by_turn[i].value : i == n ? o->later.value : o->probability.value;
        const field fields[] = {{o->name, as_percent(chance, CHANCE_DECIMALS)}};

        PUT_FIELDS(to, fields);
    }
}

enum { TURN_COLUMNS_MAX = 8 }; /* outcomes side by side */

/* Adds how the cells were found, and what the search may have missed. */
static void add_tried(page *p, const salvo_explanation *e)
{
    const salvo_cells_tried *tried = &e->tried;
    salvo_text text = {0};

    salvo_text_add(&text, "Tried: %s in %s, one at a time", salvo_counted(tried->values, "other value").text,
                   salvo_counted(tried->cells, "cell").text);
    if (tried->each_max)
        salvo_text_add(&text, ", at most %zu in each; other values may matter, too", tried->each_max);
    salvo_text_put(&text, tried->all_results ? "." : "; only the first results of the dice were compared.");
    page_text(p, &text);
}

/* The cells come first, because a reader who repeats an answer opens the rulebook before rolling dice. */
static void add_cells(page *p, const salvo_explanation *e)
{
    if (e->tried.cells == 0)
        return;
    page_heading_at(p, 3, "The tables");
    if (e->n_cells) {
        page_paragraph(p, "Cells that matter: if the value of one of them changes, the answer is worked out "
                          "differently.");
        page_rows(p, READ, describe_row, e, e->n_cells);
    } else {
        page_paragraph(p, "No cell matters.");
    }
    add_tried(p, e);
}

/* One table has all throws, so that their columns align. A throw is named once. */
static void add_throws(page *p, const salvo_explanation *e)
{
    record to;

    page_heading_at(p, 3, e->n_throws == 1 ? "The throw" : "The throws");
    if (e->n_throws > 1 && e->is_whole)
        page_paragraph(p, "\"times\" is how often a throw is made, on average. Results with the same effect share "
                          "a row.");
    to = page_viewed(p, VIEW(RESULTS));
    for (size_t i = 0; i < e->n_throws; i++) {
        const result_of_throw told = {e, &e->throws[i]};

        for (size_t k = 0; k < e->throws[i].n_results; k++) {
            describe_result(&to, &told, k);
            record_next(&to);
        }
    }
}

/* For a single throw the results are enough. */
static void add_shares(page *p, const salvo_explanation *e)
{
    const view_column columns[] = {{"outcome", NULL},
                                   {"throw", "by"},
                                   {"times", "times thrown"},
                                   {"given", "its chance"},
                                   {"probability", e->n_throws > 1 ? "adds" : NULL},
                                   {"exact", "fraction"}};
    record to;

    page_heading_at(p, 3, e->n_throws > 1 ? "How the throws add up" : "The outcomes");
    to = page_viewed(p, VIEW(columns));
    for (size_t i = 0; i < e->n_outcomes; i++) {
        const told_outcome told = {e, &e->outcomes[i]};

        for (size_t k = 0; k <= e->outcomes[i].n_shares; k++) {
            if (k == e->outcomes[i].n_shares && k == 1) /* the sum of one share */
                continue;
            describe_share(&to, &told, k);
            record_next(&to);
        }
    }
}

/* With more outcomes the table would be wider than a page. JSON and CSV have them all. */
static void add_turns(page *p, const salvo_explanation *e)
{
    if (e->n_turns == 0 || e->n_outcomes > TURN_COLUMNS_MAX)
        return;
    page_heading_at(p, 3, "Turn by turn");
    page_rows(p, READ, describe_turn, e, e->n_turns + 2);
}

static void add_size(page *p, const salvo_explanation *e)
{
    const bool roll = e->question->procedure->roll != NULL;

    page_paragraph(p, "%s: %s.",
                   e->arithmetic == SALVO_RATIONAL ? "Exact, computed in fractions" : "Exact up to rounding",
                   salvo_counted(e->size, roll ? "dice result" : "state").text);
}

/* A battle has no situation in words, only the given parameters. */
static void add_asked(page *p, const salvo_question *question)
{
    salvo_text text = {0};

    for (size_t i = 0; i < question->schema->n_parameters; i++)
        put_given(&text, question, i);
    page_text(p, &text);
}

static void add_reason(page *p, const salvo_explanation *e)
{
    page_paragraph(p, "%s; %s.",
                   e->n_throws ? "There are too many states to follow them all. Only the first throws are shown"
                               : "The dice have too many results to list them",
                   e->answer.simulated ? "the outcomes are simulated" : "the outcomes are exact all the same");
}

static void add_to_read(page *p, const void *of)
{
    const salvo_explanation *e = of;
    const salvo_procedure *procedure = e->question->procedure;

    page_heading(p, "%s explained: %s", procedure->schema.name, procedure->documentation.title);
    add_note(p, salvo_question_remark(e->question));
    add_situation(p, e->question);
    if (!e->question->schema->explain)
        add_asked(p, e->question);
    add_cells(p, e);
    if (!e->is_whole)
        add_reason(p, e);
    if (e->n_throws)
        add_throws(p, e);
    if (e->is_whole) {
        add_shares(p, e);
        add_turns(p, e);
        add_size(p, e);
    } else {
        page_heading_at(p, 3, "The outcomes");
        add_probabilities(p, "outcome", &e->answer, e->answer.outcomes, e->answer.n_outcomes);
        add_method(p, procedure, &e->answer);
    }
}

static void describe_simulated(record *to, const void *of, size_t i)
{
    const salvo_explanation *e = of;
    const field fields[] = {
        {"outcome", as_text(e->answer.outcomes[i].name)},
        {"probability", as_probability(&e->answer, &e->answer.outcomes[i].figure, 0)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_explanation(record *to, const void *of)
{
    const salvo_explanation *e = of;
    const bool whole = e->is_whole;
    const field fields[] = {
        {"procedure", as_text(e->question->procedure->schema.name)},
        {"parameters", as_parameters(e->question)},
        {"remark", as_note(salvo_question_remark(e->question))},
        {"arithmetic", if_there(whole, as_text(e->arithmetic == SALVO_RATIONAL ? "rational" : "double"))},
        {"whole", as_flag(whole)},
        {"cells", as_objects(describe_cell, e, e->n_cells)},
        {"tried", if_there(e->tried.cells > 0, OBJECT({"cells", as_whole((int64_t)e->tried.cells)},
                                                      {"values", as_whole((int64_t)e->tried.values)},
                                                      {"every_value", as_flag(e->tried.each_max == 0)},
                                                      {"every_result", as_flag(e->tried.all_results)}))},
        {"throws", as_objects(describe_throw, e, e->n_throws)},
        {"outcomes", whole ? as_objects(describe_outcome, e, e->n_outcomes)
                           : as_objects(describe_simulated, e, e->answer.n_outcomes)},
    };

    PUT_FIELDS(to, fields);
    if (!whole)
        put_method(to, &e->answer, NULL, false);
}

void caption_explanation(chart *c, const salvo_explanation *e)
{
    page p;

    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    if (e->is_whole)
        add_size(&p, e);
    else
        add_method(&p, e->question->procedure, &e->answer);
    chart_caption_page(c, &p);
    page_free(&p);
}

static void free_explanation(void *answer)
{
    salvo_explanation_free(answer);
}

salvo_status salvo_report_explanation(FILE *out, salvo_format format, const salvo_explanation *explanation,
                                      salvo_error *err)
{
    return answer_write(out, format, &EXPLANATION_ANSWER, explanation, err);
}

const answer_kind EXPLANATION_ANSWER = {.read = add_to_read,
                                        .tidy = add_explained_steps,
                                        .document = describe_explanation,
                                        .draw = draw_explanation,
                                        .free = free_explanation};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All against all: a square of chances if it fits on a page, and a ranking. Tidy rows have one match by one method. */
#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/matrix_report.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

enum { MATRIX_SHOWN_MAX = 20 }; /* units: more have only the ranking */

/* If there are both methods, the exact value is used, as everywhere. */
double match_figure(const salvo_match *m, const salvo_figure *f)
{
    return value_by(m->method != SALVO_MONTE_CARLO, f);
}

/* Returns whether a stop left matches out. */
static bool is_partial(const salvo_matrix *x)
{
    return x->n_fought < x->n_requested;
}

/* Two units may share a name, but not an id. */
static const char *id_of(const salvo_matrix *x, size_t unit)
{
    return salvo_unit_set_id(&x->unit_set, x->selection.rows[unit]);
}

/* Returns whether any unit has a price. If none has, the report leaves points out. */
static bool is_priced(const salvo_matrix *x)
{
    for (size_t i = 0; i < x->n_units; i++)
        if (salvo_matrix_price(x, i) >= 0)
            return true;
    return false;
}

/* Returns the numbers in which units meet. */
static const char *matching_words(const salvo_matrix *x, char text[160])
{
    switch (x->plan->matching) {
    case SALVO_EQUAL_NUMBERS:
        snprintf(text, 160, "%d against %d", x->plan->numbers, x->plan->numbers);
        break;
    case SALVO_EQUAL_POINTS:
        snprintf(text, 160,
                 x->plan->budgets > 1 ? "at equal cost, 1 to %d times the higher price"
                                      : "at equal cost, the higher price",
                 x->plan->budgets);
        break;
    case SALVO_ONE_ON_ONE:
    case SALVO_N_MATCHINGS:
        snprintf(text, 160, "one on one");
        break;
    }
    return text;
}

double match_p_win(const salvo_match *m)
{
    return match_figure(m, &m->p_a);
}

/* The weights of ranges that are left out do not count, so the others represent the whole. */
double matrix_mean(const salvo_matrix *x, size_t a, size_t b, double (*value)(const salvo_match *))
{
    double weight = 0, sum = 0;

    for (size_t r = 0; r < x->n_reported_ranges; r++) {
        const salvo_match *m = salvo_matrix_match(x, a, b, r);
        /* Averaged ranges are already one match. */
        const double w = x->n_reported_ranges > 1 ? x->ranges.weight[r] : 1, v = m->known ? value(m) : NAN;

        weight += isfinite(v) ? w : 0;
        sum += isfinite(v) ? w * v : 0;
    }
    return weight > 0 ? sum / weight : NAN;
}

/* Headings are numbers only, which the first column explains: names would make the table too wide. */
static void add_square(page *p, const salvo_matrix *x)
{
    record to = page_record(p, READ);

    sheet_name(to.sheet, "P(win)");
    for (size_t a = 0; a < x->n_units; a++) {
        field fields[2 + MATRIX_SHOWN_MAX] = {
            {"no.", as_whole(a + 1)},
            {"P(win)", as_text(salvo_matrix_name(x, a))},
        };

        for (size_t b = 0; b < x->n_units; b++) {
            const double p_win = matrix_mean(x, a, b, match_p_win);
            const datum none = in_column(COLUMN_PROBABILITY, as_text("-"));

            fields[2 + b] = (field){as_words(&to, "%zu", b + 1).text, isfinite(p_win) ? as_percent(p_win, 1) : none};
        }
        put_fields(&to, fields, 2 + x->n_units);
        record_next(&to);
    }
}

/* The ranking, and how numbers within texts are written. */
typedef struct ranking {
    const salvo_matrix *matrix;
    salvo_format format;
} ranking;

/* Returns "Tiger II 28.2 %"; empty for a unit that has met nobody. */
static datum as_opponent(record *to, const ranking *r, size_t unit, double p_win)
{
    char chance[FIGURE_MAX];

    if (unit >= r->matrix->n_units)
        return as_text(NULL);
    reading_put(chance, read_percent(p_win, 1), r->format);
    return as_words(to, "%s %s", salvo_matrix_name(r->matrix, unit), chance);
}

/* If the unit has met nobody, `unit` is one past the last unit. */
static datum as_id(const salvo_matrix *x, size_t unit)
{
    return as_text(unit < x->n_units ? id_of(x, unit) : NULL);
}

/* Below 0 there is no price. */
static datum as_price(const salvo_matrix *x, size_t unit)
{
    return or_empty(salvo_matrix_price(x, unit) >= 0, as_number(salvo_matrix_price(x, unit)));
}

/* A unit that has met nobody has a row with empty averages. */
static void describe_standing(record *to, const void *of, size_t i)
{
    const ranking *ranking_ = of;
    const salvo_matrix *x = ranking_->matrix;
    const salvo_standing *r = &x->standings[i];
    const bool met = r->n > 0;
    const datum best = OBJECT({"id", as_id(x, r->best)}, {"p_win", as_number(r->p_best)}),
                worst = OBJECT({"id", as_id(x, r->worst)}, {"p_win", as_number(r->p_worst)});
    const field fields[] = {
        {"rank", only_in(READ, as_whole(i + 1))},
        {"id", as_id(x, r->unit)},
        {"unit", as_text(salvo_matrix_name(x, r->unit))},
        {"points", as_price(x, r->unit)},
        {"opponents", as_whole(r->n)},
        {"p_win", or_empty(met, as_percent(r->p_win, 2))},
        {"p_nobody", or_empty(met, as_percent(r->p_nobody, 2))},
        {"expected_turns", as_decimal(r->turns, 2)},
        {"destroyed", as_decimal(r->destroyed, 2)},
        {"lost", as_decimal(r->lost, 2)},
        {"best", read_as(to, or_empty(r->best < x->n_units, best), as_opponent(to, ranking_, r->best, r->p_best))},
        {"worst", read_as(to, or_empty(r->worst < x->n_units, worst), as_opponent(to, ranking_, r->worst, r->p_worst))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column RANKING[] = {
    {"rank", NULL},
    {"unit", NULL},
    {"points", NULL},
    {"p_win", "P(win)"},
    {"p_nobody", "P(nobody)"},
    {"expected_turns", "turns"},
    {"destroyed", "points destroyed"},
    {"lost", "points lost"},
    {"best", "beats most often"},
    {"worst", "beats least often"},
};

/* Ranges with weights are one mix. Without weights each has rows of its own in the CSV. */
static void add_ranges(page *p, const salvo_matrix *x)
{
    const char *unit = x->book->store.distance_unit;

    if (x->ranges.averaged)
        page_paragraph(p, "Averaged over ranges in %s with weights: %s.", unit, x->ranges.text);
    else if (x->n_reported_ranges == 1)
        page_paragraph(p, "At %.15g %s.", x->ranges.at[0], unit);
    else
        page_paragraph(p,
                       "Means over %zu ranges with equal weights, from %.15g to %.15g %s; the CSV and JSON have "
                       "each range.",
                       x->n_reported_ranges, x->ranges.at[0], x->ranges.at[x->n_reported_ranges - 1], unit);
}

/* If there are no errors, the least of n p-values is 1 / (n + 1) on average. So the least p is compared with that. */
static void add_methods(page *p, const salvo_matrix *x)
{
    if (is_partial(x))
        page_paragraph(p, "Partial, interrupted: %zu of %zu matches.", x->n_fought, x->n_requested);
    if (x->n_without_match)
        page_paragraph(p, "No match for %s: their prices are too far apart for %d elements a side.",
                       salvo_counted(x->n_without_match, "pair of units").text, SALVO_PURCHASE_MAX);
    if (x->n_exact)
        page_paragraph(p, "Exact: %s.", salvo_counted(x->n_exact, "match").text);
    if (x->n_simulated)
        page_paragraph(
            p,
            "Monte Carlo: %s, %s, seed %llu; the widest 95 %% interval reaches %.2g on either side; all are in the CSV and JSON; counts %016llx.",
            salvo_counted(x->n_simulated, "match").text, salvo_counted(x->trials, "trial").text,
            (unsigned long long)x->seed, x->widest, (unsigned long long)x->hash);
    if (x->n_agreements)
        page_paragraph(p, "Agreement: the smallest p of %s is %.3g; about %.2g is expected.",
                       salvo_counted(x->n_agreements, "chi-square test").text, x->least_agreement,
                       1 / (double)(x->n_agreements + 1));
}

/* Adds what a reader could misunderstand in the tables above. */
static void add_notes(page *p, const salvo_matrix *x)
{
    page_paragraph(p, "P(nobody): both sides are lost, or the match is never decided. Means are over all opponents "
                      "except the unit itself.");
    if (is_priced(x))
        page_paragraph(p, "Points destroyed and lost are averages of a match; the loser of a duel loses its price.");
    if (x->mirrors)
        page_paragraph(p, "Each pair was fought once; the other half is its mirror.");
    if (x->n_without_price)
        page_paragraph(p, "Left out: %s without a price.", salvo_counted(x->n_without_price, "unit").text);
    add_note(p, x->remark);
}

static void add_to_read(page *p, const void *matrix)
{
    const salvo_matrix *x = matrix;
    const ranking of = {x, p->format};
    char words[160];

    page_heading(p, "%s: all against all, %s", x->book->store.title, matching_words(x, words));
    add_ranges(p, x);
    if (x->n_units <= MATRIX_SHOWN_MAX)
        add_square(p, x);
    else
        page_paragraph(p, "%zu units: the ranking. The matrix is in the CSV and JSON.", x->n_units);
    add_held_up(p, held_up_matrix(x));
    page_heading(p, "Ranking");
    sheet_name(page_view(p, VIEW(RANKING), describe_standing, &of, x->n_units), "ranking");
    add_notes(p, x);
    add_methods(p, x);
}

/* Returns the value by one method; an exact one has no interval. */
static datum as_figure(bool exact, const salvo_figure *f)
{
    return with_interval(as_number(value_by(exact, f)), &f->simulated, !exact);
}

/* If ranges are averaged, this has the ranges with their weights as the user wrote them. */
static datum as_range(const salvo_matrix *x, size_t range)
{
    return x->ranges.averaged ? as_text(x->ranges.text) : as_number(x->ranges.at[range]);
}

/* Returns the points of a side's army, averaged over its battles. */
static datum as_staked(const salvo_match *m, int side)
{
    return or_empty(m->cost[side] >= 0, as_number(m->cost[side]));
}

/* Adds one row for the exact numbers, or one for the simulated numbers. */
static void add_row(record *to, const salvo_matrix *x, const size_t unit[2], size_t range, bool exact)
{
    const salvo_match *m = salvo_matrix_match(x, unit[0], unit[1], range);
    const field fields[] = {
        {"ruleset", as_text(x->book->ruleset->id)},
        {"at", as_text(SALVO_MATCHINGS[x->plan->matching])},
        {"a_id", as_id(x, unit[0])},
        {"a", as_text(salvo_matrix_name(x, unit[0]))},
        {"a_points", as_price(x, unit[0])},
        {"b_id", as_id(x, unit[1])},
        {"b", as_text(salvo_matrix_name(x, unit[1]))},
        {"b_points", as_price(x, unit[1])},
        {"range", in_column(COLUMN_TEXT, as_range(x, range))},
        {"a_number", as_number(m->number[0])},
        {"b_number", as_number(m->number[1])},
        {"a_staked", as_staked(m, 0)},
        {"b_staked", as_staked(m, 1)},
        {"p_a", as_figure(exact, &m->p_a)},
        {"p_b", as_figure(exact, &m->p_b)},
        {"p_nobody", as_figure(exact, &m->p_nobody)},
        {"p_mutual", as_number(value_by(exact, &m->p_mutual))},
        {"p_undecided", as_number(value_by(exact, &m->p_undecided))},
        {"turns", or_empty(m->ends, as_figure(exact, &m->turns))},
        {"a_lost", or_empty(m->priced, as_figure(exact, &m->lost[0]))},
        {"b_lost", or_empty(m->priced, as_figure(exact, &m->lost[1]))},
        {"method", as_text(exact ? "exact" : "monte-carlo")},
        {"trials", in_column(COLUMN_TEXT, or_empty(!exact, as_whole(m->trials)))},
        {"seed", in_column(COLUMN_TEXT, or_empty(!exact, as_whole(x->seed)))},
        {"counts", or_empty(!exact, as_hash(m->hash))},
        {"agreement_p", in_column(COLUMN_TEXT, or_empty(m->method == SALVO_BOTH, as_number(m->agreement)))},
        {"remark", as_note(x->remark)},
        {"partial", if_there(is_partial(x), as_text("yes"))},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* Rows are in the order of the units. A match that was not fought has no row. */
static void add_tidy(page *p, const void *matrix)
{
    const salvo_matrix *x = matrix;
    record to = page_record(p, TIDY);

    sheet_name(to.sheet, "matches");
    for (size_t i = 0; i < x->n_units * x->n_units * x->n_reported_ranges; i++) {
        const size_t range = i % x->n_reported_ranges, pair = i / x->n_reported_ranges;
        const size_t unit[2] = {pair / x->n_units, pair % x->n_units};
        const salvo_match *m = salvo_matrix_match(x, unit[0], unit[1], range);

        if (m->known && m->method != SALVO_MONTE_CARLO)
            add_row(&to, x, unit, range, true);
        if (m->known && m->method != SALVO_EXACT)
            add_row(&to, x, unit, range, false);
    }
    /* A CSV without matches has its columns, too. */
    to.blank = to.headings;
    if (to.blank)
        add_row(&to, x, (const size_t[2]){0, 0}, 0, true);
}

/* The objects of parts, simulated values and intervals have the same keys as the values. */
static void describe_match(record *to, const void *matrix, size_t i)
{
    const salvo_matrix *x = matrix;
    const size_t range = i % x->n_reported_ranges, pair = i / x->n_reported_ranges, a = pair / x->n_units,
                 b = pair % x->n_units;
    const salvo_match *m = salvo_matrix_match(x, a, b, range);
    const bool both = m->method == SALVO_BOTH, simulated = m->method != SALVO_EXACT;
    const named_figure figures[] = {{"p_a", &m->p_a, false},
                                    {"p_b", &m->p_b, false},
                                    {"p_nobody", &m->p_nobody, false},
                                    {"p_mutual", &m->p_mutual, false},
                                    {"p_undecided", &m->p_undecided, false},
                                    {"expected_turns", &m->turns, !m->ends},
                                    {"a_lost", &m->lost[0], !m->priced},
                                    {"b_lost", &m->lost[1], !m->priced}};
    enum { N_FIGURES = sizeof figures / sizeof *figures };
    const field match[] = {
        {"a", as_id(x, a)},
        {"b", as_id(x, b)},
        {"range", as_range(x, range)},
        {"a_number", as_number(m->number[0])},
        {"b_number", as_number(m->number[1])},
        {"a_staked", as_staked(m, 0)},
        {"b_staked", as_staked(m, 1)},
        {"method", as_text(method_word(m->method))},
    };
    const field how[] = {
        {"simulated", if_there(both, as_parts(PART_SIMULATED, figures, N_FIGURES))},
        {"ci95", if_there(simulated, as_parts(PART_INTERVAL, figures, N_FIGURES))},
        {"trials", if_there(simulated, as_whole(m->trials))},
        {"counts", if_there(simulated, as_hash(m->hash))},
        {"agreement_p", if_there(both, as_number(m->agreement))},
    };

    if (!m->known)
        return;
    PUT_FIELDS(to, match);
    put_values(to, m->method != SALVO_MONTE_CARLO, figures, N_FIGURES);
    PUT_FIELDS(to, how);
}

static void describe_range(record *to, const void *matrix, size_t i)
{
    const salvo_ranges *ranges = &((const salvo_matrix *)matrix)->ranges;
    const field fields[] = {
        {"range", as_number(ranges->at[i])},
        {"weight", as_number(ranges->weight[i])},
    };

    PUT_FIELDS(to, fields);
}

/* Returns "mixed" if only some matches were too large to be solved. */
static const char *overall_method(const salvo_matrix *x)
{
    if (x->n_simulated == 0)
        return "exact";
    return x->n_exact == 0 ? "monte-carlo" : x->n_exact == x->n_simulated ? "both" : "mixed";
}

static void describe_matrix(record *to, const void *matrix)
{
    const salvo_matrix *x = matrix;
    const ranking of = {.matrix = x};
    const bool simulated = x->n_simulated > 0;
    const field question[] = {
        {"ruleset", as_text(x->book->ruleset->id)},
        {"at", as_text(SALVO_MATCHINGS[x->plan->matching])},
        {"numbers", if_there(x->plan->matching == SALVO_EQUAL_NUMBERS, as_whole(x->plan->numbers))},
        {"budgets", if_there(x->plan->matching == SALVO_EQUAL_POINTS, as_whole(x->plan->budgets))},
        {"ranges", as_objects(describe_range, x, x->ranges.n)},
        {"averaged", as_flag(x->ranges.averaged)},
        {"remark", as_note(x->remark)},
    };
    const field results[] = {
        {"method", as_text(overall_method(x))},
        {"trials", if_there(simulated, as_whole(x->trials))},
        {"seed", if_there(simulated, as_whole(x->seed))},
        {"counts", if_there(simulated, as_hash(x->hash))},
        {"partial", if_there(is_partial(x), as_flag(true))},
        {"matches_asked", if_there(is_partial(x), as_whole(x->n_requested))},
        {"matches", as_objects(describe_match, x, x->n_units * x->n_units * x->n_reported_ranges)},
        {"ranking", as_objects(describe_standing, &of, x->n_units)},
    };

    PUT_FIELDS(to, question);
    put_held_up(to, held_up_matrix(x));
    PUT_FIELDS(to, results);
}

ANSWER_FUNCTIONS(matrix, MATRIX_ANSWER)

const answer_kind MATRIX_ANSWER = {.read = add_to_read,
                                   .tidy = add_tidy,
                                   .document = describe_matrix,
                                   .spreadsheet = READ | TIDY,
                                   .draw_shown = draw_matrix,
                                   .free = free_matrix};

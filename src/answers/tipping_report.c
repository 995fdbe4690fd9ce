/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many of one unit equal one of another, or at which range the favourite changes. The equal number is interpolated
 * between two whole numbers. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/lines_words.h"
#include "answers/odds_report.h"
#include "base/phrase.h"
#include "simulate/statistics.h"

/* The decimals of percentages, and of the equal number. */
enum { SCORE_DECIMALS = 2, WORTH_DECIMALS = 2 };

/* Returns the exact score if there is one. */
static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

/* Puts " lose to 1 Tiger I", or ", lose to 2" after a number of them. */
static void put_against(salvo_text *text, const char *verb, int number, const char *b, bool is_first)
{
    if (is_first)
        salvo_text_add(text, " %s %d %s", verb, number, b);
    else
        salvo_text_add(text, ", %s %d", verb, number);
}

/* Says which numbers it beats, with which it is even, and to which it loses. For a simulation it claims no more than
 * the intervals support. */
static void put_favourites(salvo_text *text, const salvo_tipping_point *point, const char *b)
{
    const uint64_t n = (uint64_t)point->n_a;

    if (point->beats)
        put_against(text, salvo_agree(n, "beats", "beat"), point->beats, b, true);
    if (point->even)
        put_against(text, salvo_agree(n, "is even with", "are even with"), point->even, b, !point->beats);
    if (point->unsure)
        put_against(text, salvo_agree(n, "is too close to call against", "are too close to call against"),
                    point->unsure, b, !point->beats);
    if (point->loses)
        put_against(text, salvo_agree(n, "loses to", "lose to"), point->loses, b,
                    !point->beats && !point->even && !point->unsure);
}

/* NAN: no number that a side can have is enough. */
static void put_worth(salvo_text *text, const salvo_tipping_point *point, const char *b, salvo_format format)
{
    char equal[FIGURE_MAX];

    reading_put(equal, read_number(point->equal, WORTH_DECIMALS), format);
    if (!isnan(point->equal))
        salvo_text_add(text, ": worth %s %s", equal, b);
    else if (!isnan(point->above))
        salvo_text_put(text, "; a side has no room for more");
    else if (!isnan(point->below))
        salvo_text_add(text, ": worth less than %.2f %s", point->below, b);
}

static void put_point(salvo_text *text, const salvo_tipping *t, const salvo_tipping_point *point, salvo_format format)
{
    const char *a = t->names[0], *b = t->names[1];

    salvo_text_add(text, "%d %s", point->n_a, a);
    if (point->nobody) {
        salvo_text_add(text, " against 1 %s: nobody can win", b);
        return;
    }
    put_favourites(text, point, b);
    put_worth(text, point, b, format);
}

/* If the user asks for several numbers of a side, each has its line. */
static void add_points(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    for (size_t i = 0; i < t->n_points; i++) {
        salvo_text_put(&text, i ? "\n" : "");
        put_point(&text, t, &t->points[i], p->format);
    }
    page_text(p, &text);
}

/* Ranges are compared in battles of armies, numbers in battles of one unit on either side. */
static const char *contest(const salvo_tipping *t)
{
    return t->of_armies ? "The battle" : "One against one";
}

static const char *const FAVOURITE_WORDS[SALVO_N_FAVOURITES] = {
    [SALVO_FAVOURITE_A] = "a is the favourite", [SALVO_FAVOURITE_B] = "b is the favourite", [SALVO_EVEN] = "it is even",
    [SALVO_NOBODY] = "nobody can win",          [SALVO_UNSURE] = "it is too close to call",
};

/* If nobody can win, the score of one half would look like an even fight. */
static void put_favourite(salvo_text *text, salvo_favourite favourite, double score, salvo_format format)
{
    char figure[FIGURE_MAX];

    reading_put(figure, read_percent(score, SCORE_DECIMALS), format);
    salvo_text_put(text, FAVOURITE_WORDS[favourite]);
    if (favourite != SALVO_NOBODY)
        salvo_text_add(text, " (a scores %s)", figure);
}

/* Puts the favourites up to the range and beyond it, with their scores. */
static void put_range(salvo_text *text, const salvo_tipping *t, size_t i, salvo_format format)
{
    const salvo_tipping_range *r = &t->ranges[i];

    salvo_text_add(text, "%s%s: up to %g %s ", i ? "\n" : "", contest(t), r->range, t->book->store.distance_unit);
    put_favourite(text, r->favourite_upto, r->upto, format);
    salvo_text_put(text, ", beyond it ");
    put_favourite(text, r->favourite_beyond, r->beyond, format);
}

/* No change is an answer, too. */
static void add_ranges(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (!t->ranged)
        return;
    if (t->n_ranges == 0)
        salvo_text_add(&text, "%s: %s at every range.", contest(t), FAVOURITE_WORDS[t->at_contact]);
    for (size_t i = 0; i < t->n_ranges; i++)
        put_range(&text, t, i, p->format);
    page_text(p, &text);
}

/* Returns the score with the digits that its interval supports. */
static reading score_reading(const salvo_tipping_row *row)
{
    const salvo_estimate *e = &row->score.simulated;

    if (row->method != SALVO_MONTE_CARLO)
        return read_percent(row->score.exact.value, SCORE_DECIMALS);
    return read_percent(e->value, salvo_digits(100 * e->low, 100 * e->high));
}

static void describe_battle(record *to, const void *of, size_t i)
{
    const salvo_tipping *t = of;
    const salvo_tipping_row *row = &t->rows[i];
    const salvo_estimate *e = &row->score.simulated;
    const bool simulated = row->method != SALVO_EXACT;
    const datum score = read_as(to, as_number(score_of(row)), as_reading(COLUMN_PROBABILITY, score_reading(row))),
                interval = as_reading(COLUMN_INTERVAL, read_share_interval(e));
    const field fields[] = {
        {"a", as_whole(row->n_a)},
        {"b", as_whole(row->n_b)},
        {"range", read_as(to, as_number(row->range), in_column(COLUMN_NUMBER, as_words(to, "%g", row->range)))},
        {"score", of_row(with_interval(score, e, simulated))},
        {"95 % interval", only_in(READ, or_empty(simulated, interval))},
        {"favourite", as_text(SALVO_FAVOURITES[row->favourite])},
        {"method", as_text(method_word(row->method))},
        {"remark", only_in(TIDY, as_note(t->remark))},
    };

    PUT_FIELDS(to, fields);
}

/* Rows of armies differ in ranges, rows of numbers in numbers. A table leaves out what is the same in every row. */
static const view_column RANGES[] = {{"range", NULL}, {"score", NULL}, {"95 % interval", NULL}, {"method", NULL}};
static const view_column NUMBERS[] = {
    {"a", NULL}, {"b", NULL}, {"score", NULL}, {"95 % interval", NULL}, {"method", NULL}};

/* Armies meet at every range. */
static void add_scene(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (t->of_armies)
        put_scene_at_every_range(&text, t->plan, t->book->store.distance_unit);
    else
        put_scene(&text, t->plan, t->book->store.distance_unit);
    page_paragraph(p, "%s. The score is the chance that a wins plus half the chance that nobody wins.",
                   page_words(p, &text));
    salvo_text_free(&text);
}

/* The table is first, and the conclusions follow. */
static void add_to_read(page *p, const void *tipping)
{
    const salvo_tipping *t = tipping;

    if (t->of_armies)
        page_heading(p, "The range at which the favourite changes, %s or %s: %s", t->names[0], t->names[1],
                     t->book->store.title);
    else
        page_heading(p, "How many %s equal one %s? (%s)", t->names[1], t->names[0], t->book->store.title);
    add_scene(p, t);
    add_note(p, t->remark);
    sheet_name(page_view(p, t->of_armies ? VIEW(RANGES) : VIEW(NUMBERS), describe_battle, t, t->n_rows), "battles");
    if (t->n_points)
        add_points(p, t);
    add_ranges(p, t);
    add_held_up(p, held_up_tipping(t));
}

static void add_tidy(page *p, const void *tipping)
{
    const salvo_tipping *t = tipping;

    page_rows(p, TIDY, describe_battle, t, t->n_rows);
}

static datum as_count(int number)
{
    return or_empty(number > 0, as_whole(number));
}

/* "equals" is null if no number of the enemy is enough, and if nobody can win. */
static void describe_point(record *to, const void *of, size_t i)
{
    const salvo_tipping_point *point = &((const salvo_tipping *)of)->points[i];
    const field fields[] = {
        {"a", as_whole(point->n_a)},
        {"holds_against", as_whole(point->beats)},
        {"even_with", as_count(point->even)},
        {"unsure_with", as_count(point->unsure)},
        {"loses_to", as_count(point->loses)},
        {"equals", as_number(point->equal)},
        {"equals_below", if_there(!isnan(point->below), as_number(point->below))},
        {"equals_above", if_there(!isnan(point->above), as_number(point->above))},
        {"nobody_wins", as_flag(point->nobody)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_range(record *to, const void *of, size_t i)
{
    const salvo_tipping_range *range = &((const salvo_tipping *)of)->ranges[i];
    const field fields[] = {
        {"range", as_number(range->range)},
        {"score_upto", as_number(range->upto)},
        {"score_beyond", as_number(range->beyond)},
        {"favourite_upto", as_text(SALVO_FAVOURITES[range->favourite_upto])},
        {"favourite_beyond", as_text(SALVO_FAVOURITES[range->favourite_beyond])},
    };

    PUT_FIELDS(to, fields);
}

static void describe_tipping(record *to, const void *tipping)
{
    const salvo_tipping *t = tipping;
    const field question[] = {
        {"ruleset", as_text(t->book->ruleset->id)},
        {"a", as_text(t->plan->army[0].list)},
        {"b", as_text(t->plan->army[1].list)},
        {"range", as_number(t->plan->range)},
        {"scenario", as_text(SALVO_SCENARIOS[t->plan->scenario])},
        {"halt_a", if_there(t->plan->army[0].halt > 0, as_number(t->plan->army[0].halt))},
        {"halt_b", if_there(t->plan->army[1].halt > 0, as_number(t->plan->army[1].halt))},
        {"remark", as_note(t->remark)},
    };
    const field results[] = {
        {"battles", as_objects(describe_battle, t, t->n_rows)},
        {"points", as_objects(describe_point, t, t->n_points)},
        {"ranges", as_objects(describe_range, t, t->n_ranges)},
        {"at_contact", if_there(t->ranged, as_text(SALVO_FAVOURITES[t->at_contact]))},
    };

    PUT_FIELDS(to, question);
    put_held_up(to, held_up_tipping(t));
    PUT_FIELDS(to, results);
}

ANSWER_FUNCTIONS(tipping, TIPPING_ANSWER)

const answer_kind TIPPING_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_tipping, .draw = draw_tipping, .free = free_tipping};

/* How many of one unit are worth one of another, or at which range the favourite changes. Between two whole numbers the
 * equal number is interpolated. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/held_up.h"
#include "answers/odds_report.h"
#include "simulate/statistics.h"

/* Of percentages; of how many are worth one. */
enum { SCORE_DECIMALS = 2, WORTH_DECIMALS = 2 };

/* Exact where it can be. */
static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

/* NAN: no number that a side can have is enough to beat it. */
static void put_point(salvo_text *text, const salvo_tipping *t, const salvo_tipping_point *point, salvo_format format)
{
    const char *a = t->plan->army[0].list, *b = t->plan->army[1].list;
    char equal[FIGURE_MAX];

    reading_put(equal, read_number(point->equal, WORTH_DECIMALS), format);
    salvo_text_add(text, "%d x %s", point->n_a, a);
    if (isnan(point->equal))
        salvo_text_add(text, " still beats %d x %s, the most that a side can have", point->upto, b);
    else if (point->upto == 0)
        salvo_text_add(text, " loses to one %s: worth %s of it", b, equal);
    else
        salvo_text_add(text, " beats %d x %s, loses to %d: worth %s of them", point->upto, b, point->upto + 1, equal);
}

/* Where more than one number of a side is asked for, each has its line. */
static void add_points(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    for (size_t i = 0; i < t->n_points; i++) {
        salvo_text_put(&text, i ? "\n" : "");
        put_point(&text, t, &t->points[i], p->format);
    }
    page_text(p, &text);
}

/* Ranges are compared in battles of armies, numbers in those of one unit on either side. */
static const char *contest(const salvo_tipping *t)
{
    return t->of_armies ? "The battle" : "One against one";
}

/* The favourite changes where the score crosses one half. */
static void put_range(salvo_text *text, const salvo_tipping *t, size_t i, salvo_format format)
{
    char upto[FIGURE_MAX], beyond[FIGURE_MAX];

    reading_put(upto, read_percent(t->ranges[i].upto, SCORE_DECIMALS), format);
    reading_put(beyond, read_percent(t->ranges[i].beyond, SCORE_DECIMALS), format);
    salvo_text_add(text, "%s%s: the favourite changes at %g %s, from a score of %s up to it to %s beyond",
                   i ? "\n" : "", contest(t), t->ranges[i].range, t->book->store.distance_unit, upto, beyond);
}

/* That nothing changes is an answer, too. */
static void add_ranges(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (t->n_ranges == 0)
        salvo_text_add(&text, "%s: the same side is the favourite at every range.", contest(t));
    for (size_t i = 0; i < t->n_ranges; i++)
        put_range(&text, t, i, p->format);
    page_text(p, &text);
}

/* The score with the digits that its interval supports. */
static reading score_reading(const salvo_tipping_row *row)
{
    const salvo_estimate *e = &row->score.simulated;

    if (row->method != SALVO_MONTE_CARLO)
        return read_percent(row->score.exact.value, SCORE_DECIMALS);
    return read_percent(e->value, salvo_digits(100 * e->low, 100 * e->high));
}

/* A table of armies differs in ranges, one of numbers in numbers: what is the same in every row is left out for
 * readers. */
static void describe_battle(record *to, const void *of, size_t i)
{
    const salvo_tipping *t = of;
    const salvo_tipping_row *row = &t->rows[i];
    const salvo_estimate *e = &row->score.simulated;
    const bool numbers = !t->of_armies, simulated = row->method != SALVO_EXACT;
    const field fields[] = {
        {READ, "range", if_there(t->of_armies, in_column(COLUMN_NUMBER, as_words(to, "%g", row->range)))},
        {READ, "a", if_there(numbers, as_whole(row->n_a))},
        {READ, "b", if_there(numbers, as_whole(row->n_b))},
        {READ, "score", as_reading(COLUMN_PROBABILITY, score_reading(row))},
        {READ, "95 % interval",
         in_column(COLUMN_INTERVAL, or_empty(simulated, as_reading(COLUMN_INTERVAL, read_share_interval(e))))},
        {COMPUTED, "a", as_whole(row->n_a)},
        {COMPUTED, "b", as_whole(row->n_b)},
        {COMPUTED, "range", as_number(row->range)},
        {COMPUTED, "score", as_number(score_of(row))},
        {TIDY, "low", or_empty(simulated, as_words(to, "%.6g", e->low))},
        {TIDY, "high", or_empty(simulated, as_words(to, "%.6g", e->high))},
        {EVERYWHERE, "method", as_text(method_word(row->method))},
        {JSON, "ci95", if_there(simulated, as_interval(e))},
        {TIDY, "remark", as_note(t->remark)},
    };

    PUT_FIELDS(to, fields);
}

/* Armies meet at every range. */
static void add_scene(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (t->of_armies)
        salvo_text_add(&text, "%s, at every range in %s", SCENE_WORDS[t->plan->scenario], t->book->store.distance_unit);
    else
        put_scene(&text, t->plan->scenario, t->plan->range, t->book->store.distance_unit);
    page_paragraph(p, "%s. The score is the chance that a wins and half of the chance that nobody does.",
                   page_words(p, &text));
    salvo_text_free(&text);
}

/* The table first, then what follows from it. */
static void add_to_read(page *p, const void *tipping)
{
    const salvo_tipping *t = tipping;

    if (t->of_armies)
        page_heading(p, "At which range the favourite changes, %s or %s: %s", t->plan->army[0].list,
                     t->plan->army[1].list, t->book->store.title);
    else
        page_heading(p, "How many %s equal a %s: %s", t->plan->army[1].list, t->plan->army[0].list,
                     t->book->store.title);
    add_scene(p, t);
    add_note(p, t->remark);
    sheet_name(page_rows(p, READ, describe_battle, t, t->n_rows), "battles");
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

/* "equals" is null where no number of the enemy is enough. */
static void describe_point(record *to, const void *of, size_t i)
{
    const salvo_tipping_point *point = &((const salvo_tipping *)of)->points[i];
    const field fields[] = {
        {JSON, "a", as_whole(point->n_a)},
        {JSON, "holds_against", as_whole(point->upto)},
        {JSON, "equals", as_number(point->equal)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_range(record *to, const void *of, size_t i)
{
    const salvo_tipping_range *range = &((const salvo_tipping *)of)->ranges[i];
    const field fields[] = {
        {JSON, "range", as_number(range->range)},
        {JSON, "score_upto", as_number(range->upto)},
        {JSON, "score_beyond", as_number(range->beyond)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_tipping(record *to, const void *tipping)
{
    const salvo_tipping *t = tipping;
    const field fields[] = {
        {JSON, "ruleset", as_text(t->book->ruleset->id)},
        {JSON, "a", as_text(t->plan->army[0].list)},
        {JSON, "b", as_text(t->plan->army[1].list)},
        {JSON, "range", as_number(t->plan->range)},
        {JSON, "scenario", as_text(SALVO_SCENARIOS[t->plan->scenario])},
        {JSON, "remark", as_note(t->remark)},
        {JSON, "held_up", as_note(held_up_tipping(t))},
        {JSON, "battles", as_objects(describe_battle, t, t->n_rows)},
        {JSON, "points", as_objects(describe_point, t, t->n_points)},
        {JSON, "ranges", as_objects(describe_range, t, t->n_ranges)},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(tipping, TIPPING_ANSWER)

const answer_kind TIPPING_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_tipping, .draw = draw_tipping, .free = free_tipping};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two variants of one question: the changes, and every figure of both with its difference. A difference of simulated
 * figures has an interval of its own, because the trials are pairs. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/odds_report.h"
#include "answers/tables_compared.h"
#include "rules/readable.h"
#include "simulate/statistics.h"

/* Returns the method of the numbers, in the form that the parts of an odds report read. */
static salvo_answer method_of(const salvo_comparison *c)
{
    return (salvo_answer){.exact = c->exact, .simulated = c->simulated, .simulation = c->simulation};
}

/* Texts are compared. Both sides have the rulebook's spelling, so equal values have equal texts. */
bool is_changed(const salvo_comparison *c, size_t parameter)
{
    const salvo_value *a = &c->first->values[parameter], *b = &c->second->values[parameter];

    return a->absent != b->absent || strcmp(a->text, b->text) != 0;
}

/* Puts "Panther or Comet" if the variants differ. */
static void put_either(salvo_text *text, const salvo_comparison *c, size_t parameter)
{
    salvo_text_put(text, readable_value(c->first, parameter));
    if (is_changed(c, parameter))
        salvo_text_add(text, " or %s", readable_value(c->second, parameter));
}

void put_comparison_title(salvo_text *text, const salvo_comparison *c)
{
    int at[3];

    if (question_sides(c->first, at)) {
        put_either(text, c, (size_t)at[0]);
        salvo_text_put(text, " against ");
        put_either(text, c, (size_t)at[1]);
        salvo_text_put(text, " at ");
        put_either(text, c, (size_t)at[2]);
        salvo_text_add(text, " %s: two variants", c->first->book->store.distance_unit);
    } else {
        salvo_text_add(text, "%s: two variants", c->first->procedure->schema.name);
    }
}

/* Adds the parameters that both variants share, in the words that a user would type. */
static void add_shared(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    salvo_text text = {0};

    for (size_t i = 0; i < procedure->schema.n_parameters; i++)
        if (!is_changed(c, i))
            put_given(&text, c->first, i);
    page_text(p, &text);
}

/* A missing value is distinguished from an empty one. */
static const char *shown(const salvo_value *value)
{
    return value->absent ? "-" : value->text;
}

/* The rows of differing tables follow these; see tables_compared. */
static void describe_changed(record *to, const void *of, size_t i)
{
    const salvo_comparison *c = of;
    const field fields[] = {
        {"", as_text(c->first->procedure->schema.parameters[i].key)},
        {"first", only_in(READ, as_text(shown(&c->first->values[i])))},
        {"second", only_in(READ, as_text(shown(&c->second->values[i])))},
    };

    if (to->blank || is_changed(c, i))
        PUT_FIELDS(to, fields);
}

/* Variants with equal parameters may have different tables. */
static void add_changes(page *p, const salvo_comparison *c)
{
    sheet *s;

    if (c->identical) {
        page_paragraph(p, "The variants are the same.");
        return;
    }
    s = page_rows(p, READ, describe_changed, c, c->first->procedure->schema.n_parameters);
    sheet_name(s, "changes");
    tables_compared(s, &c->first->book->store, &c->second->book->store);
}

/* The factor is infinite if no pair of trials differed, and not defined if nothing varied. */
static datum as_variance_reduction(record *to, double factor)
{
    const char *none = isnan(factor) ? "-" : "unlimited";

    return in_column(COLUMN_NUMBER, isfinite(factor) ? as_words(to, "%.3g x", factor) : as_text(none));
}

/* Returns the difference of two simulated numbers, times `unit`, with its interval. */
static salvo_estimate scaled(const salvo_estimate *e, double unit)
{
    return (salvo_estimate){unit * e->value, unit * e->low, unit * e->high};
}

/* A difference always has a sign, for its direction. */
static datum as_difference(const salvo_estimate *e)
{
    reading value = read_mean(e);

    value.decimals = isfinite(e->low) && e->low == e->high ? 0 : value.decimals; /* certain */
    value.sign = true;
    return as_reading(COLUMN_NUMBER, value);
}

/* An exact difference has the decimals of its column. */
static datum as_counted_difference(double value, int decimals)
{
    reading r = read_number(value, decimals);

    r.sign = true;
    return as_reading(COLUMN_NUMBER, r);
}

/* Returns the decimals that the figure with the most needs, in both variants or in the differences. */
static int decimals_of(const salvo_comparison *c, bool differences)
{
    int most = 0;

    for (size_t i = 0; i < c->n_outcomes && c->exact; i++) {
        const salvo_contrast *line = &c->outcomes[i];
        double p[] = {line->first.exact.value, line->second.exact.value};

        if (differences)
            p[0] = p[1] = fabs(line->difference.exact.value);
        for (int k = 0; k < 2; k++)
            most = percent_decimals(p[k]) > most ? percent_decimals(p[k]) : most;
    }
    return most;
}

/* The items to compare: outcomes, or expectations. */
typedef struct contrasts {
    const salvo_comparison *c;
    salvo_answer answer;
    bool chances;
    int decimals, more; /* of both variants; of their difference */
} contrasts;

/* One description serves both kinds of figures; this function selects the kind. */
static const salvo_contrast *line_of(const contrasts *of, size_t i)
{
    return of->chances ? &of->c->outcomes[i] : &of->c->means[i];
}

/* Six significant digits suit any average. Probabilities have decimals that fit the whole column. */
static contrasts contrasts_of(const salvo_comparison *c, bool chances)
{
    return (contrasts){c, method_of(c), chances, chances ? decimals_of(c, false) : SIX_DIGITS,
                       chances ? decimals_of(c, true) : SIX_DIGITS};
}

/* A variant is printed like an answer of its own. */
static datum as_variant(const contrasts *of, const salvo_figure *figure)
{
    if (of->chances)
        return as_reading(COLUMN_PROBABILITY, read_probability(&of->answer, figure, of->decimals));
    return as_reading(COLUMN_NUMBER, read_expectation(&of->answer, figure, of->decimals));
}

/* A difference of probabilities is in percentage points. A percentage would be relative to the first. */
static void describe_contrast_to_read(record *to, const void *contrasts_, size_t i)
{
    const contrasts *of = contrasts_;
    const salvo_contrast *line = line_of(of, i);
    const bool counted = of->c->exact, simulated = of->c->simulated;
    const double unit = of->chances ? 100 : 1;
    const salvo_estimate e = scaled(&line->difference.simulated, unit);
    const char *difference = of->chances ? "difference, points" : "difference";
    const field fields[] = {
        {of->chances ? "outcome" : "expectation", as_text(line->name)},
        {"first", as_variant(of, &line->first)},
        {"second", as_variant(of, &line->second)},
        {difference, if_there(counted, as_counted_difference(unit * line->difference.exact.value, of->more))},
        {counted ? "simulated" : difference, if_there(simulated, as_difference(&e))},
        {"95 % interval", if_there(simulated, as_difference_interval(&line->difference.simulated, unit))},
        {"variance reduction", if_there(simulated, as_variance_reduction(to, line->variance_reduction))},
    };

    PUT_FIELDS(to, fields);
}

void put_contrast(record *to, const salvo_comparison *c, bool outcome, size_t i)
{
    const contrasts of = contrasts_of(c, outcome);

    describe_contrast_to_read(to, &of, i);
}

/* Remarks that hold for both exact answers are printed once. */
static void add_countings(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    const salvo_odds *first = &c->odds[0], *second = &c->odds[1];

    if (first->size == second->size && first->arithmetic == second->arithmetic) {
        add_counting(p, procedure, first, "");
        return;
    }
    add_counting(p, procedure, first, ", the first");
    add_counting(p, procedure, second, ", the second");
}

void add_comparison_methods(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    salvo_answer answer = method_of(c);

    page_paragraph(p, "A difference is the second minus the first; differences of probabilities are in percentage "
                      "points.");
    if (c->exact)
        add_countings(p, c);
    if (!c->simulated)
        return;
    page_paragraph(p,
                   "The trials are pairs that roll the same dice%s. Variance reduction: how many times more trials two "
                   "independent runs would need for the same interval.",
                   is_reference_engine(&c->simulation) ? ", in the reference engine" : "");
    /* The exact answers are already printed, each by itself. */
    answer.exact = false;
    add_method(p, procedure, &answer);
}

/* A remark that both variants share is printed once. */
void add_comparison_remarks(page *p, const salvo_comparison *c)
{
    const char *first = salvo_question_remark(c->first), *second = salvo_question_remark(c->second);

    if (first && second && strcmp(first, second) == 0) {
        add_note(p, salvo_question_remark(c->first));
        return;
    }
    if (first)
        page_paragraph(p, "Note on the first: %s.", first);
    if (second)
        page_paragraph(p, "Note on the second: %s.", second);
}

/* Expectations are left out if no average exists in both variants. */
static void add_to_read(page *p, const void *comparison)
{
    const salvo_comparison *c = comparison;
    const contrasts outcomes = contrasts_of(c, true), means = contrasts_of(c, false);
    salvo_text title = {0};

    put_comparison_title(&title, c);
    page_heading(p, "%s", page_words(p, &title));
    salvo_text_free(&title);
    add_comparison_remarks(p, c);
    add_shared(p, c);
    add_changes(p, c);
    page_rows(p, READ, describe_contrast_to_read, &outcomes, c->n_outcomes);
    if (c->n_means)
        page_rows(p, READ, describe_contrast_to_read, &means, c->n_means);
    add_comparison_methods(p, c);
}

/* The column "remark" exists for all rows or for none. */
static bool has_remarks(const salvo_comparison *c)
{
    return salvo_question_remark(c->first) || salvo_question_remark(c->second);
}

/* A difference has the remark of the variant that has one, the first before the second. */
static const char *remark_of(const salvo_comparison *c, size_t variant)
{
    const char *first = salvo_question_remark(c->first), *second = salvo_question_remark(c->second);

    return variant == 0 || (variant == 2 && first) ? first : second;
}

/* The order is: the first variant, the second, their difference; outcomes, then expectations. */
static void describe_tidy(record *to, const void *comparison, size_t i)
{
    static const char *const VARIANTS[] = {"first", "second", "difference"};
    const salvo_comparison *c = comparison;
    const contrasts of = contrasts_of(c, i / 3 < c->n_outcomes);
    const salvo_contrast *line = line_of(&of, of.chances ? i / 3 : i / 3 - c->n_outcomes);
    const salvo_figure *const figures[] = {&line->first, &line->second, &line->difference};
    const double factor = i % 3 == 2 ? line->variance_reduction : NAN;
    const field fields[] = {
        {"procedure", as_text(c->first->procedure->schema.name)},
        {"quantity", as_text(of.chances ? "probability" : "expectation")},
        {"name", as_text(line->name)},
        {"variant", as_text(VARIANTS[i % 3])},
        {"remark", if_there(has_remarks(c), as_text(remark_of(c, i % 3)))},
        {"value", as_mean(&of.answer, figures[i % 3])},
        {"worth", of_trials(as_number(factor))},
    };

    PUT_FIELDS(to, fields);
}

size_t n_comparison_rows(const salvo_comparison *c)
{
    return 3 * (c->n_outcomes + c->n_means);
}

void put_comparison_row(record *to, const salvo_comparison *c, size_t i)
{
    describe_tidy(to, c, i);
}

static void add_tidy(page *p, const void *comparison)
{
    page_rows(p, TIDY, describe_tidy, comparison, n_comparison_rows(comparison));
}

/* Differences of probabilities are fractions of 1 here, like the probabilities. */
static void describe_contrast(record *to, const void *contrasts_, size_t i)
{
    const contrasts *of = contrasts_;
    const salvo_contrast *line = line_of(of, i);
    const bool simulated = of->c->simulated;
    const field fields[] = {
        {"outcome", if_there(of->chances, as_text(line->name))},
        {"first", as_number(figure_value(&of->answer, &line->first))},
        {"second", as_number(figure_value(&of->answer, &line->second))},
        {"difference", as_mean(&of->answer, &line->difference)},
        {"count",
         if_there(simulated && of->chances,
                  OBJECT({"first", as_whole(line->first.count)}, {"second", as_whole(line->second.count)},
                         {"only_first", as_whole(line->only_first)}, {"only_second", as_whole(line->only_second)}))},
        {"worth", if_there(simulated, as_number(line->variance_reduction))},
    };

    PUT_FIELDS(to, fields);
}

/* JSON has expectations by name, outcomes in their order. */
static void describe_expectation(record *to, const void *contrasts_, size_t i)
{
    const contrasts *of = contrasts_;
    const field fields[] = {{line_of(of, i)->name, as_row(describe_contrast, of, i)}};

    PUT_FIELDS(to, fields);
}

/* The arithmetic is called exact in fractions only if both variants have fractions. */
static salvo_answer method_of_both(const salvo_comparison *c)
{
    const bool rational = c->odds[0].arithmetic == SALVO_RATIONAL && c->odds[1].arithmetic == SALVO_RATIONAL;
    salvo_answer answer = method_of(c);

    answer.odds.arithmetic = rational ? SALVO_RATIONAL : SALVO_DOUBLE;
    return answer;
}

/* An agreement test is for one variant's odds; a difference has intervals. */
void put_comparison_method(record *to, const salvo_comparison *c)
{
    const salvo_answer method = method_of_both(c);

    put_method(to, &method, NULL, false);
}

void put_comparison_results(record *to, const salvo_comparison *c)
{
    const contrasts outcomes = contrasts_of(c, true), means = contrasts_of(c, false);
    const field results[] = {
        {"outcomes", as_objects(describe_contrast, &outcomes, c->n_outcomes)},
        {"expectations", as_object(describe_expectation, &means, c->n_means)},
    };

    PUT_FIELDS(to, results);
}

/* The hashes of both tables identify the data behind a difference. */
static void describe_comparison(record *to, const void *comparison)
{
    const salvo_comparison *c = comparison;
    const field question[] = {
        {"procedure", as_text(c->first->procedure->schema.name)},
        {"first", OBJECT({"parameters", as_parameters(c->first)}, {"remark", as_note(salvo_question_remark(c->first))},
                         {"data_hash", as_hash(salvo_store_hash(&c->first->book->store))})},
        {"second",
         OBJECT({"parameters", as_parameters(c->second)}, {"remark", as_note(salvo_question_remark(c->second))},
                {"data_hash", as_hash(salvo_store_hash(&c->second->book->store))})},
        {"changed", as_list(describe_changed, c, c->first->procedure->schema.n_parameters)},
    };

    PUT_FIELDS(to, question);
    put_comparison_method(to, c);
    put_comparison_results(to, c);
}

ANSWER_FUNCTIONS(comparison, COMPARISON_ANSWER)

const answer_kind COMPARISON_ANSWER = {.read = add_to_read,
                                       .tidy = add_tidy,
                                       .document = describe_comparison,
                                       .draw = draw_comparison,
                                       .free = free_comparison};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer to one question, and the parts of it that other reports show, too: methods, remarks, tables of
 * probabilities. */
#include "answers/odds_report.h"

#include <inttypes.h>
#include <math.h>
#include <salvo/report.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/held_up_words.h"
#include "base/phrase.h"
#include "rules/fault.h"
#include "simulate/statistics.h"

const char *const SALVO_FORMATS[SALVO_N_FORMATS + 1] = {
    [SALVO_TABLE] = "table", [SALVO_CSV] = "csv",   [SALVO_JSON] = "json", [SALVO_MARKDOWN] = "markdown",
    [SALVO_LATEX] = "latex", [SALVO_HTML] = "html", [SALVO_XLSX] = "xlsx"};

static const char ENGINE_REMARK[] = "engine_remark";

/* Names what was enumerated: a roll has dice results, a chain has states. */
void add_counting(page *p, const salvo_procedure *procedure, const salvo_odds *odds, const char *whose)
{
    const salvo_phrase size = salvo_counted(odds->size, procedure->roll ? "dice result" : "state");

    if (odds->size == 0)
        page_paragraph(p, "Exact%s: computed in fractions.", whose);
    else if (odds->arithmetic == SALVO_RATIONAL)
        page_paragraph(p, "Exact%s: %s, computed in fractions.", whose, size.text);
    else
        page_paragraph(p, "Exact up to rounding%s: %s, in floating point (the fractions would be too long).", whose,
                       size.text);
}

/* Compares the engine's name, which replaces an instruction set. */
bool is_reference_engine(const salvo_simulation *s)
{
    return strcmp(s->isa, "by-the-book") == 0;
}

/* The reason for the stop shows whether the precision was reached. */
static void add_simulating(page *p, const salvo_simulation *s)
{
    char stop[256] = "as requested";
    static const char *const WHAT[SALVO_N_PRECISION_OF] = {
        [SALVO_OF_WIN] = "",
        [SALVO_OF_TURNS] = "chances and turns ",
        [SALVO_OF_LOSSES] = "chances and losses ",
        [SALVO_OF_SURVIVORS] = "chances and survivors ",
        [SALVO_OF_ALL] = "every figure ",
    };
    /* A precision is a fraction of 1; people read percentage points. */
    const char *what = WHAT[s->precision_of];
    const salvo_phrase points = salvo_measured(100 * s->precision, "percentage point");
    const char *broken_off = s->stopped_by == SALVO_INTERRUPTED ? "Partial, interrupted. " : "";

    if (s->stopped_by == SALVO_STOPPED_BY_PRECISION)
        snprintf(stop, sizeof stop, "%saccurate to %s", what, points.text);
    else if (s->stopped_by == SALVO_STOPPED_BY_CAP && s->trials < SALVO_TRIALS_CAP)
        snprintf(stop, sizeof stop,
                 "the limit of a default answer; %snot yet accurate to %s (--precision %g continues)", what,
                 points.text, s->precision);
    else if (s->stopped_by == SALVO_STOPPED_BY_CAP)
        snprintf(stop, sizeof stop, "the maximum; %snot yet accurate to %s", what, points.text);
    else if (s->stopped_by == SALVO_STOPPED_BY_TIME)
        snprintf(stop, sizeof stop, "stopped by the time limit");
    else if (s->stopped_by == SALVO_INTERRUPTED)
        snprintf(stop, sizeof stop, "as many as were finished");
    page_paragraph(p, "%sMonte Carlo%s: %s, %s; seed %" PRIu64 "; 95 %% intervals; counts %016" PRIx64 ".", broken_off,
                   is_reference_engine(s) ? ", every die rolled by the reference engine" : "",
                   salvo_counted(s->trials, "trial").text, stop, s->seed, s->hash);
}

/* If both methods answered, a chi-square test checks whether they agree. */
void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer)
{
    if (answer->exact)
        add_counting(p, procedure, &answer->odds, "");
    if (answer->simulated)
        add_simulating(p, &answer->simulation);
    if (answer->exact && answer->simulated)
        page_paragraph(p, "Agreement: chi-square %.3g, df %zu, p = %.3g.", answer->agreement.chi2, answer->agreement.df,
                       answer->agreement.p);
}

void add_engine_remark(page *p, const salvo_answer *answer)
{
    if (answer->engine_remark)
        page_paragraph(p, "%s", answer->engine_remark);
}

void add_note(page *p, const char *remark)
{
    if (remark)
        page_paragraph(p, "Note: %s.", remark);
}

datum as_note(const char *remark)
{
    return if_there(remark != NULL, as_text(remark));
}

void add_situation(page *p, const salvo_question *question)
{
    salvo_text text = {0};

    if (question->procedure->schema.explain)
        question->procedure->schema.explain(question->situation, &text);
    page_text(p, &text);
}

/* A column has one number of decimals, so that digits align. */
static int decimals_of(const salvo_line *lines, size_t n)
{
    int decimals = 0;

    for (size_t i = 0; i < n; i++)
        if (percent_decimals(lines[i].figure.exact.value) > decimals)
            decimals = percent_decimals(lines[i].figure.exact.value);
    return decimals;
}

/* Figures under one heading. */
typedef struct lines {
    const salvo_answer *answer;
    const salvo_line *at;
    const char *heading;
    int decimals;
} lines;

/* The heading says what the names are: outcomes, winners. */
static void describe_probability(record *to, const void *of, size_t i)
{
    const lines *l = of;
    const field fields[] = {
        {l->heading, as_text(l->at[i].name)},
        {"probability", as_probability(l->answer, &l->at[i].figure, l->decimals)},
    };

    PUT_FIELDS(to, fields);
}

/* Exact probabilities of a table have the decimals that the smallest one needs. */
void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *at, size_t n)
{
    const lines of = {answer, at, heading, decimals_of(at, n)};

    page_rows(p, READ, describe_probability, &of, n);
}

/* Returns the figure as printed: the exact one if there is one. */
static datum as_share(const asked_answer *a, const salvo_figure *figure, int decimals)
{
    static const salvo_figure NOTHING = {0};

    return or_empty(figure != NULL,
                    as_reading(COLUMN_PROBABILITY, read_probability(a->answer, figure ? figure : &NOTHING, decimals)));
}

typedef struct cumulated {
    const asked_answer *asked;
    int decimals;
} cumulated;

/* Describes an outcome with the chances of at least and of at most that number. */
static void describe_cumulated(record *to, const void *of, size_t i)
{
    const cumulated *c = of;
    const asked_answer *a = c->asked;
    const salvo_line *line = &a->answer->outcomes[i];
    const salvo_tail *tail = a->tail_of[i];
    const int decimals = c->decimals;
    const field fields[] = {
        {"outcome", as_text(line->name)},
        {"probability", as_probability(a->answer, &line->figure, decimals)},
        {"or more", as_share(a, tail ? &tail->at_least : NULL, decimals)},
        {"or less", as_share(a, tail ? &tail->at_most : NULL, decimals)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_outcome(record *to, const void *of, size_t i)
{
    static const salvo_tail NONE = {0};
    const asked_answer *a = of;
    const salvo_line *line = &a->answer->outcomes[i];
    const salvo_tail *tail = a->cumulative ? a->tail_of[i] : NULL, *figures = tail ? tail : &NONE;
    const field fields[] = {
        {"outcome", as_text(line->name)},
        {"probability", as_probability(a->answer, &line->figure, 0)},
        {"at_least", if_there(tail, OBJECT({"probability", as_probability(a->answer, &figures->at_least, 0)}))},
        {"at_most", if_there(tail, OBJECT({"probability", as_probability(a->answer, &figures->at_most, 0)}))},
    };

    PUT_FIELDS(to, fields);
}

/* Returns whether the sums leave the outcome out: a word is neither more nor less than a number. */
static bool is_left_out(const asked_answer *a, size_t i)
{
    return a->cumulative && !a->tail_of[i];
}

static void describe_left_out(record *to, const void *of, size_t i)
{
    const asked_answer *a = of;
    const salvo_line *line = &a->answer->outcomes[i];
    const field fields[] = {
        {"outcome", as_text(line->name)},
        {"probability", as_probability(a->answer, &line->figure, 0)},
    };

    if (is_left_out(a, i))
        PUT_FIELDS(to, fields);
}

static void add_left_out(page *p, const asked_answer *a, int decimals)
{
    const salvo_answer *answer = a->answer;
    const size_t n = answer->n_outcomes - a->n_tails;
    salvo_text text = {0};
    size_t told = 0;

    if (n == 0)
        return;
    for (size_t i = 0; i < answer->n_outcomes; i++) {
        char chance[FIGURE_MAX];

        if (!is_left_out(a, i))
            continue;
        reading_put(chance, read_probability(answer, &answer->outcomes[i].figure, decimals), p->format);
        salvo_text_add(&text, "%s%s (%s)", told++ ? ", " : "", answer->outcomes[i].name, chance);
    }
    page_paragraph(p, "Not %s, and in neither sum: %s.", n == 1 ? "a number" : "numbers", page_words(p, &text));
    salvo_text_free(&text);
}

/* "help" states in words what the name abbreviates. */
static void describe_mean(record *to, const void *of, size_t i)
{
    const asked_answer *a = of;
    const salvo_line *line = &a->answer->means[i];
    const field fields[] = {
        {"expectation", only_in(READ, as_text(line->name))},
        {"value", as_mean(a->answer, &line->figure)},
        {"", only_in(READ, as_text(a->question->procedure->expectations[line->number].help))},
    };

    PUT_FIELDS(to, fields);
}

static void add_cumulated(page *p, const asked_answer *a)
{
    const cumulated of = {a, decimals_of(a->answer->outcomes, a->answer->n_outcomes)};

    page_rows(p, READ, describe_cumulated, &of, a->answer->n_outcomes);
    add_left_out(p, a, of.decimals);
}

static void add_to_read(page *p, const void *of)
{
    const asked_answer *a = of;
    const salvo_procedure *procedure = a->question->procedure;

    page_heading(p, "%s: %s", procedure->schema.name, procedure->documentation.title);
    add_engine_remark(p, a->answer);
    add_note(p, salvo_question_remark(a->question));
    add_situation(p, a->question);
    if (a->cumulative)
        add_cumulated(p, a);
    else
        add_probabilities(p, "outcome", a->answer, a->answer->outcomes, a->answer->n_outcomes);
    if (a->answer->n_means)
        page_rows(p, READ, describe_mean, a, a->answer->n_means);
    add_held_up(p, held_up_odds(a->question, a->answer));
    add_method(p, procedure, a->answer);
}

static size_t tails_told(const asked_answer *a)
{
    return a->cumulative ? 2 * a->n_tails : 0;
}

/* A tidy row has one figure of the answer. The column "remark" exists only in answers with a remark. */
static void put_figure(record *to, const asked_answer *a, const char *quantity, const char *name, datum figure)
{
    const field fields[] = {
        {"procedure", as_text(a->question->procedure->schema.name)},
        {"quantity", as_text(quantity)},
        {"name", as_text(name)},
        {"remark", as_note(salvo_question_remark(a->question))},
        {"value", figure},
        {ENGINE_REMARK, as_note(a->answer->engine_remark)},
    };

    PUT_FIELDS(to, fields);
}

/* All chances of at least a number come first, then all of at most. */
static void put_tail(record *to, const asked_answer *a, size_t i)
{
    const bool at_most = i >= a->n_tails;
    const salvo_tail *tail = &a->tails[at_most ? i - a->n_tails : i];

    put_figure(to, a, at_most ? "at-most" : "at-least", a->answer->outcomes[tail->line].name,
               as_probability(a->answer, at_most ? &tail->at_most : &tail->at_least, 0));
}

static void put_chance(record *to, const asked_answer *a, const char *quantity, size_t i)
{
    const salvo_line *line = &a->answer->outcomes[i];

    put_figure(to, a, quantity, line->name, as_probability(a->answer, &line->figure, 0));
}

/* The order is: outcomes, their tails, outcomes that the sums leave out, expectations. */
static void describe_tidy(record *to, const void *of, size_t i)
{
    const asked_answer *a = of;
    const size_t n = a->answer->n_outcomes, tails = tails_told(a);

    if (i < n) {
        put_chance(to, a, "probability", i);
    } else if (i < n + tails) {
        put_tail(to, a, i - n);
    } else if (i < 2 * n + tails) {
        if (is_left_out(a, i - n - tails))
            put_chance(to, a, "not-a-number", i - n - tails);
    } else {
        const salvo_line *mean = &a->answer->means[i - 2 * n - tails];

        put_figure(to, a, "expectation", mean->name, as_mean(a->answer, &mean->figure));
    }
}

static void add_tidy(page *p, const void *of)
{
    const asked_answer *a = of;

    page_rows(p, TIDY, describe_tidy, a, 2 * a->answer->n_outcomes + tails_told(a) + a->answer->n_means);
}

const char *method_word(salvo_method method)
{
    return method == SALVO_EXACT ? "exact" : method == SALVO_BOTH ? "both" : "monte-carlo";
}

/* read_mean_interval has none for an interval without width, but a certain difference is worth printing. */
datum as_difference_interval(const salvo_estimate *e, double unit)
{
    const salvo_estimate scaled = {unit * e->value, unit * e->low, unit * e->high};
    reading r = read_mean_interval(&scaled);

    if (isfinite(scaled.low) && scaled.low == scaled.high)
        r = (reading){.kind = READ_INTERVAL, .value = scaled.low, .high = scaled.high};
    r.sign = true;
    return as_reading(COLUMN_INTERVAL, r);
}

/* Keys that do not apply to the method are left out. */
void put_method(record *to, const salvo_answer *answer, const salvo_chi_square *agreement, bool partial)
{
    const bool counted = answer->exact, simulated = answer->simulated;
    static const salvo_chi_square NONE = {0};
    const salvo_simulation *s = &answer->simulation;
    const salvo_chi_square *test = agreement ? agreement : &NONE;
    const field fields[] = {
        {"method", as_text(method_word(counted ? simulated ? SALVO_BOTH : SALVO_EXACT : SALVO_MONTE_CARLO))},
        {"arithmetic", if_there(counted, as_text(answer->odds.arithmetic == SALVO_RATIONAL ? "rational" : "double"))},
        {"trials", if_there(simulated, as_whole(s->trials))},
        {"seed", if_there(simulated, as_whole(s->seed))},
        {"stopped_by", if_there(simulated, as_text(SALVO_STOPPED_BY[s->stopped_by]))},
        {"precision_of", if_there(simulated && s->precision > 0 && s->precision_of != SALVO_OF_WIN,
                                  as_text(SALVO_PRECISION_OF[s->precision_of]))},
        {"partial", if_there(partial || (simulated && s->stopped_by == SALVO_INTERRUPTED), as_flag(true))},
        {"counts_hash", if_there(simulated, as_hash(s->hash))},
        {"engine", if_there(simulated, as_text(simulated && is_reference_engine(s) ? "by-the-book" : "kernel"))},
        {ENGINE_REMARK, as_note(answer->engine_remark)},
        {"agreement", if_there(counted && simulated && agreement,
                               OBJECT({"chi2", as_number(test->chi2)}, /* null if an impossible outcome was seen */
                                      {"df", as_whole(test->df)}, {"p", as_number(test->p)}))},
    };

    PUT_FIELDS(to, fields);
}

void put_given(salvo_text *text, const salvo_question *question, size_t i)
{
    if (question->values[i].given)
        salvo_text_add(text, "%s%s=%s", text->length ? " " : "", question->schema->parameters[i].key,
                       question->values[i].text);
}

/* A word such as "unlimited" may replace a number, and stays a word. */
static void describe_parameter(record *to, const void *of, size_t i)
{
    const salvo_question *question = of;
    const salvo_parameter *parameter = &question->schema->parameters[i];
    const salvo_value *value = &question->values[i];
    const bool number = parameter->kind == SALVO_INTEGER || parameter->kind == SALVO_DECIMAL;
    const field fields[] = {
        {parameter->key, number && !value->word ? as_number(value->decimal) : as_text(value->text)},
    };

    if (!value->absent)
        PUT_FIELDS(to, fields);
}

datum as_parameters(const salvo_question *question)
{
    return as_object(describe_parameter, question, question->schema->n_parameters);
}

/* JSON has expectations by name. */
static void describe_expectation(record *to, const void *of, size_t i)
{
    const salvo_answer *answer = ((const asked_answer *)of)->answer;
    const field fields[] = {{answer->means[i].name, as_row(describe_mean, of, i)}};

    PUT_FIELDS(to, fields);
}

static void describe_fire(record *to, const void *of, size_t i)
{
    const salvo_fire_list *fires = of;
    const field fields[] = {
        {"count", as_whole(fires->counts[i])},
        {"firer", as_text(fires->firers[i])},
        {"target", as_text(fires->target)},
        {"parameters", as_parameters(&fires->fires[i])},
    };

    PUT_FIELDS(to, fields);
}

/* Puts the units whose fire is added up, and the number of targets. */
static void put_fires(record *to, const salvo_fire_list *fires)
{
    const field fields[] = {
        {"total", as_text(fires->total)},
        {"targets", as_whole(fires->targets)},
        {"fires", as_objects(describe_fire, fires, fires->n)},
    };

    PUT_FIELDS(to, fields);
}

/* The order is that in which a reader asks: question, method, figures. */
void describe_odds(record *to, const void *of)
{
    const asked_answer *a = of;
    const field question[] = {
        {"procedure", as_text(a->question->procedure->schema.name)},
        {"parameters", as_parameters(a->question)},
        {"remark", as_note(salvo_question_remark(a->question))},
    };
    const field figures[] = {
        {"outcomes", as_objects(describe_outcome, a, a->answer->n_outcomes)},
        {"not_numbers", if_there(a->cumulative && a->n_tails < a->answer->n_outcomes,
                                 as_objects(describe_left_out, a, a->answer->n_outcomes))},
        {"expectations", as_object(describe_expectation, a, a->answer->n_means)},
    };

    PUT_FIELDS(to, question);
    put_held_up(to, held_up_odds(a->question, a->answer));
    if (a->fires)
        put_fires(to, a->fires);
    put_method(to, a->answer, &a->answer->agreement, false);
    PUT_FIELDS(to, figures);
}

const answer_kind ODDS_ANSWER = {.read = add_to_read, .tidy = add_tidy, .document = describe_odds, .draw = draw_odds};

salvo_status salvo_report_odds(FILE *out, salvo_format format, const salvo_question *question,
                               const salvo_answer *answer, salvo_error *err)
{
    const asked_answer a = {.question = question, .answer = answer};

    return salvo_fault_or(answer_write(out, format, &ODDS_ANSWER, &a, err), question->book, err);
}

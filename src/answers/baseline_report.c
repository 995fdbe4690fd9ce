#include "answers/baseline_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "answers/odds_report.h"
#include "document/figures.h"
#include "simulate/statistics.h"

enum { IMBALANCE_DECIMALS = 4 };

const char *metric_words(const salvo_baseline *asked)
{
    static const char *const WORDS[SALVO_N_ANSWER_METRICS] = {"the chance that a wins",
                                                              "the chance that b wins",
                                                              "the chance that both are lost",
                                                              "the chance that it stays undecided",
                                                              "the score of a",
                                                              "the mean number of turns"};

    return asked->subject->points ? "the imbalance" : WORDS[asked->subject->metric];
}

bool answer_is_chance(const salvo_baseline *asked)
{
    return !asked->subject->points && asked->subject->metric != SALVO_TURNS_TAKEN;
}

const char *numbers_words(const salvo_baseline *asked)
{
    return asked->subject->n_only ? "that were chosen" : "in the tables";
}

static const char *value_text(const salvo_question *question, const char *key)
{
    int at = salvo_parameter_find(&question->procedure->schema, key);

    return question->values[at].text;
}

static const char *unit_name(const salvo_baseline *asked, const char *key)
{
    const char *id = value_text(&asked->duel, key);
    const salvo_ruleset *r = asked->book->ruleset;
    const char *const tables[] = {r->units, r->more_units};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const salvo_table *t = tables[i] ? salvo_store_table(&asked->book->store, tables[i]) : NULL;
        size_t row;

        if (t && salvo_table_find(t, "unit", id, &row, NULL) == SALVO_OK && salvo_table_text(t, row, "name"))
            return salvo_table_text(t, row, "name");
    }
    return id;
}

static const char *side_name(const salvo_baseline *asked, int side)
{
    const salvo_duel_adapter *adapter = asked->book->ruleset->duel;

    if (asked->subject->battle)
        return asked->subject->battle->army[side].list;
    return unit_name(asked, side ? adapter->b : adapter->a);
}

void add_baseline_heading(page *p, const char *what, const salvo_baseline *asked)
{
    if (asked->subject->points)
        page_heading(p, "%s: armies of equal cost, %s", what, asked->book->store.title);
    else
        page_heading(p, "%s: %s against %s, %s", what, side_name(asked, 0), side_name(asked, 1),
                     asked->book->store.title);
}

/* What the duel was given, in the words a user would type. */
static void put_words(salvo_text *text, const salvo_question *question)
{
    for (size_t i = 0; i < question->procedure->schema.n_parameters; i++)
        if (question->values[i].given)
            salvo_text_add(text, "%s%s=%s", text->length ? " " : "", question->procedure->schema.parameters[i].key,
                           question->values[i].text);
}

static void put_field(salvo_text *text, const salvo_baseline *asked)
{
    const salvo_battle_plan *plan = asked->subject->battle;

    salvo_text_add(text, "%s at %g %s", SALVO_SCENARIOS[plan->scenario], plan->range, asked->book->store.distance_unit);
    for (int side = 0; side < 2; side++)
        if (plan->army[side].targets != SALVO_USUAL)
            salvo_text_add(text, "; %s fires at the %s", side ? "b" : "a", SALVO_TARGETS[plan->army[side].targets]);
    if (plan->turns > 0)
        salvo_text_add(text, "; %d turns at most", (int)plan->turns);
    if (plan->break_at > 0)
        salvo_text_add(text, "; a side breaks off at %g %% lost", 100 * plan->break_at);
}

static void put_meetings(salvo_text *text, const salvo_baseline *asked)
{
    const salvo_points_plan *plan = &asked->armies;

    salvo_text_add(text,
                   "%zu pairs of armies of equal cost, up to %d elements of up to %d kinds, each pair at every range (",
                   plan->pairs, plan->elements_max, plan->kinds_max);
    for (size_t i = 0; i < plan->n_ranges; i++)
        salvo_text_add(text, "%s%.15g", i ? ", " : "", plan->ranges[i]);
    salvo_text_add(text, " %s) in every scenario (", asked->book->store.distance_unit);
    for (int s = 0, n = 0; s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s])
            salvo_text_add(text, "%s%s", n++ ? ", " : "", SALVO_SCENARIOS[s]);
    salvo_text_put(text, ")");
}

void add_baseline_situation(page *p, const salvo_baseline *asked)
{
    salvo_text text = {0};

    if (asked->engine_remark)
        page_paragraph(p, "%s", asked->engine_remark);
    add_note(p, asked->remark);
    if (asked->subject->points)
        put_meetings(&text, asked);
    else if (asked->subject->battle)
        put_field(&text, asked);
    else
        put_words(&text, &asked->duel);
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_fighting(page *p, const salvo_baseline *asked)
{
    page_paragraph(
        p, "Imbalance is the mean of |P(a wins) + half of P(nobody wins) - 1/2|: 0 is fair, 0.5 is decided by the "
           "shopping. Armies are drawn once and keep their units and prices: a step in a price has no effect here.");
    page_paragraph(
        p,
        "Monte Carlo: %llu battles of every pair at each range in each scenario, seed %llu; the same armies on "
        "the same dice with and without the change. Intervals are Student's over the %zu pairs, of a "
        "difference over the pairs' differences.",
        (unsigned long long)asked->simulation.trials, (unsigned long long)asked->simulation.seed, asked->armies.pairs);
}

void add_baseline_method(page *p, const salvo_baseline *asked, const char *trials)
{
    const salvo_answer thrown = {.simulated = true, .simulation = asked->simulation};

    if (asked->n_left)
        page_paragraph(p, "Partial, broken off: %zu of %zu numbers were not looked at.", asked->n_left, asked->n_cells);
    if (asked->counted)
        page_paragraph(p, "Exact%s.",
                       asked->arithmetic == SALVO_RATIONAL ? ", counted in fractions"
                                                           : " up to rounding, counted in floating point");
    if (asked->subject->points) {
        add_fighting(p, asked);
    } else if (asked->simulated) {
        page_paragraph(p, "%s", trials);
        add_method(p, NULL, &thrown);
    }
}

double baseline_value(const salvo_baseline *asked, const salvo_figure *figure)
{
    return asked->counted ? figure->exact.value : figure->simulated.value;
}

reading answer_reading(const salvo_baseline *asked, const salvo_figure *figure, int decimals)
{
    const salvo_estimate *e = &figure->simulated;

    if (isnan(baseline_value(asked, figure)))
        return (reading){.kind = READ_NOTHING};
    if (asked->subject->points)
        return read_number(e->value, IMBALANCE_DECIMALS);
    if (!answer_is_chance(asked))
        return asked->counted ? read_number(figure->exact.value, SIX_DIGITS) : read_mean(e);
    if (asked->counted)
        return read_percent(figure->exact.value, decimals);
    return read_percent(e->value, e->low < e->high ? salvo_digits(100 * e->low, 100 * e->high) : decimals);
}

void answer_text(char text[FIGURE_MAX], reading r, salvo_format format)
{
    if (r.kind == READ_NOTHING)
        snprintf(text, FIGURE_MAX, "not defined");
    else
        reading_put(text, r, format);
}

column_kind answer_column(const salvo_baseline *asked)
{
    return answer_is_chance(asked) ? COLUMN_PROBABILITY : COLUMN_NUMBER;
}

void put_interval(sheet *s, const salvo_baseline *asked, const salvo_estimate *e)
{
    const double unit = answer_is_chance(asked) ? 100 : 1;
    const salvo_estimate scaled = {unit * e->value, unit * e->low, unit * e->high};
    reading r = read_mean_interval(&scaled);

    if (isfinite(scaled.low) && scaled.low == scaled.high) /* for certain */
        r = (reading){.kind = READ_INTERVAL, .value = scaled.low, .high = scaled.high};
    r.sign = true;
    sheet_reading(s, r);
}

static void put_method_keys(json_t *document, const salvo_baseline *asked)
{
    const salvo_simulation *s = &asked->simulation;

    json_object_set_new(document, "method",
                        json_string(asked->counted ? asked->simulated ? "both" : "exact" : "monte-carlo"));
    if (asked->counted)
        json_object_set_new(document, "arithmetic",
                            json_string(asked->arithmetic == SALVO_RATIONAL ? "rational" : "double"));
    if (asked->simulated) {
        json_object_set_new(document, "trials", json_integer((json_int_t)s->trials));
        json_object_set_new(document, "seed", json_integer((json_int_t)s->seed));
        json_object_set_new(document, "stopped_by", json_string(SALVO_STOPPED_BY[s->stopped_by]));
        json_object_set_new(document, "counts_hash", json_sprintf("%016" PRIx64, s->hash));
        json_object_set_new(document, "engine", json_string(is_reference_engine(s) ? "by-the-book" : "kernel"));
    }
    if (asked->n_left || (asked->simulated && s->stopped_by == SALVO_INTERRUPTED))
        json_object_set_new(document, "partial", json_true());
    if (asked->engine_remark)
        json_object_set_new(document, "engine_remark", json_string(asked->engine_remark));
}

static void put_armies(json_t *document, const salvo_baseline *asked)
{
    const salvo_points_plan *plan = &asked->armies;
    json_t *ranges = json_array(), *scenarios = json_array();

    for (size_t i = 0; i < plan->n_ranges; i++)
        json_array_append_new(ranges, json_number(plan->ranges[i]));
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s])
            json_array_append_new(scenarios, json_string(SALVO_SCENARIOS[s]));
    json_object_set_new(document, "army_pairs", json_integer((json_int_t)plan->pairs));
    json_object_set_new(document, "ranges", ranges);
    json_object_set_new(document, "scenarios", scenarios);
    json_object_set_new(document, "elements", json_integer(plan->elements_max));
    json_object_set_new(document, "kinds", json_integer(plan->kinds_max));
}

json_t *baseline_json(const salvo_baseline *asked)
{
    json_t *document = json_object();
    const salvo_battle_plan *plan = asked->subject->battle;

    json_object_set_new(document, "ruleset", json_string(asked->book->ruleset->id));
    json_object_set_new(document, "subject", json_string(asked->subject->points ? "points" : plan ? "battle" : "duel"));
    if (!asked->subject->points) {
        json_object_set_new(document, "a", json_string(side_name(asked, 0)));
        json_object_set_new(document, "b", json_string(side_name(asked, 1)));
    }
    if (asked->subject->points) {
        put_armies(document, asked);
    } else if (plan) {
        json_object_set_new(document, "range", json_number(plan->range));
        json_object_set_new(document, "scenario", json_string(SALVO_SCENARIOS[plan->scenario]));
    } else {
        json_object_set_new(document, "parameters", parameters_json(&asked->duel));
    }
    put_note(document, asked->remark);
    json_object_set_new(
        document, "of",
        json_string(asked->subject->points ? "imbalance" : SALVO_ANSWER_METRICS[asked->subject->metric]));
    put_method_keys(document, asked);
    return document;
}

json_t *answer_json(double value)
{
    return isfinite(value) ? json_number(value) : json_null();
}

static void set(json_t *object, const char *key, const char *suffix, json_t *value)
{
    char name[64];

    snprintf(name, sizeof name, "%s%s", key, suffix);
    json_object_set_new(object, name, value);
}

void put_answer(json_t *object, const char *key, const salvo_baseline *asked, const salvo_figure *figure)
{
    set(object, key, "", answer_json(baseline_value(asked, figure)));
    if (asked->counted && figure->exact.exact)
        set(object, key, "_exact", json_string(figure->exact.exact));
    if (asked->counted && asked->simulated)
        set(object, key, "_simulated", answer_json(figure->simulated.value));
    if (asked->simulated)
        set(object, key, "_ci95", interval_json(&figure->simulated));
}

void add_method_columns(sheet *s, const salvo_baseline *asked)
{
    static const char *const COLUMNS[] = {"method", "trials", "seed", "stopped_by"};

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_NUMBER);
    if (asked->engine_remark)
        sheet_column(s, "engine_remark", COLUMN_TEXT);
    if (asked->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
}

static void put_trials(sheet *s, const salvo_baseline *asked, bool counted)
{
    const salvo_simulation *simulation = &asked->simulation;

    if (counted) {
        for (int i = 0; i < 2; i++)
            sheet_cell(s, "%s", "");
        sheet_cell(s, "%s", asked->n_left ? SALVO_STOPPED_BY[SALVO_INTERRUPTED] : "");
        return;
    }
    sheet_cell(s, "%" PRIu64, simulation->trials);
    sheet_cell(s, "%" PRIu64, simulation->seed);
    sheet_cell(s, "%s", SALVO_STOPPED_BY[simulation->stopped_by]);
}

void put_method_cells(sheet *s, const salvo_baseline *asked, bool counted)
{
    sheet_cell(s, "%s", counted ? "exact" : "monte-carlo");
    put_trials(s, asked, counted);
    if (asked->engine_remark)
        sheet_cell(s, "%s", asked->engine_remark);
    if (asked->remark)
        sheet_cell(s, "%s", asked->remark);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sensitivity and a search begin with the same answer, the baseline. This file has what both report of it, in text,
 * in tidy columns and in JSON. */
#include "answers/baseline_report.h"

#include <math.h>
#include <string.h>

#include "answers/lines_words.h"
#include "answers/odds_report.h"
#include "answers/points_words.h"
#include "answers/policy_words.h"
#include "simulate/statistics.h"

enum { IMBALANCE_DECIMALS = 4 };

const char RULE_PAIRS_WORDS[] = "The trials are pairs, with and without the variant, that roll the same dice.";

/* In the order of the metrics, each as the subject of a sentence. */
const char *metric_words(const salvo_baseline *asked)
{
    static const char *const WORDS[SALVO_N_ANSWER_METRICS] = {"the chance that a wins",
                                                              "the chance that b wins",
                                                              "the chance that both sides are lost",
                                                              "the chance that it stays undecided",
                                                              "the score of a",
                                                              "the mean number of turns"};

    return asked->subject->points ? "the imbalance"
           : asked->figure_words  ? asked->figure_words
                                  : WORDS[asked->subject->metric];
}

/* A score lies between 0 and 1, so it is shown like a chance. */
bool answer_is_chance(const salvo_baseline *asked)
{
    const salvo_answer_metric metric = asked->subject->metric;

    return !asked->subject->points && metric != SALVO_TURNS_TAKEN && metric != SALVO_MEAN_OF_EXPECTATION;
}

salvo_phrase numbers_words(const salvo_baseline *asked)
{
    if (asked->of_rules)
        return salvo_counted(asked->n_cells, "variant");
    return salvo_counted(asked->n_cells, asked->subject->n_only ? "selected number" : "number in the tables");
}

/* The duel adapter names the key, or the description of fire has it, so it exists. */
static const char *value_text(const salvo_question *question, const char *key)
{
    int at = salvo_parameter_find(&question->procedure->schema, key);

    return question->values[at].text;
}

/* Returns the name of the id in the units' tables. An id that is in neither table is its own name. */
static const char *unit_name(const salvo_baseline *asked, const char *key)
{
    const char *id = value_text(asked->question, key);
    const salvo_ruleset *r = asked->book->ruleset;
    const char *const tables[] = {r->units, r->more_units};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const salvo_table *t = tables[i] ? salvo_store_table(&asked->book->store, tables[i]) : NULL;
        size_t row;

        /* The adapter names units by their id. */
        if (t && salvo_table_find(t, "unit", id, &row, NULL) == SALVO_OK && salvo_table_text(t, row, "name"))
            return salvo_table_text(t, row, "name");
    }
    return id;
}

/* A side of a battle is named by its army list, a side of a duel by its unit. */
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
    else if (asked->subject->procedure)
        page_heading(p, "%s: %s, %s", what, asked->question->schema->name, asked->book->store.title);
    else if (asked->subject->fire)
        page_heading(p, "%s: %s at %s, %s", what, asked->subject->fire->list, value_text(asked->question, "target"),
                     asked->book->store.title);
    else
        page_heading(p, "%s: %s against %s, %s", what, side_name(asked, 0), side_name(asked, 1),
                     asked->book->store.title);
}

/* Only differences from the ruleset's default are printed. */
static void put_field(salvo_text *text, const salvo_baseline *asked)
{
    const salvo_battle_plan *plan = asked->subject->battle;

    put_scene(text, plan, asked->book->store.distance_unit);
    for (int side = 0; side < 2; side++)
        if (plan->army[side].targets != SALVO_USUAL) {
            salvo_text_put(text, side ? "; b " : "; a ");
            put_fires(text, asked->book, plan->army[side].targets);
        }
    if (plan->turns > 0)
        salvo_text_add(text, "; at most %d turns", (int)plan->turns);
    if (plan->break_at > 0)
        salvo_text_add(text, "; a side withdraws after losing %g %%", 100 * plan->break_at);
}

/* The heading has the list and the target. */
static void put_fire(salvo_text *text, const salvo_fire_plan *plan)
{
    if (plan->range)
        salvo_text_add(text, "range=%s", plan->range);
    for (size_t i = 0; i < plan->n_words; i++)
        salvo_text_add(text, "%s%s", text->length ? " " : "", plan->words[i]);
}

/* Armies are bought once for the whole run: every variant fights the same pairs. */
static void put_conditions(salvo_text *text, const salvo_baseline *asked)
{
    const salvo_points_plan *plan = &asked->armies;

    salvo_text_add(text,
                   "%zu pairs of armies of equal cost, up to %d elements of up to %d kinds; each pair fights at "
                   "every range (",
                   plan->pairs, plan->elements_max, plan->kinds_max);
    put_ranges(text, plan->ranges, plan->range_weights, plan->n_ranges, asked->book->store.distance_unit);
    salvo_text_put(text, ") in every scenario (");
    put_scenarios(text, plan->scenarios);
    salvo_text_put(text, ")");
    put_settings(text, plan);
}

void add_baseline_situation(page *p, const salvo_baseline *asked)
{
    salvo_text text = {0};

    if (asked->engine_remark)
        page_paragraph(p, "%s", asked->engine_remark);
    add_note(p, asked->remark);
    if (asked->subject->points)
        put_conditions(&text, asked);
    else if (asked->subject->battle)
        put_field(&text, asked);
    else if (asked->subject->fire)
        put_fire(&text, asked->subject->fire);
    else
        for (size_t i = 0; i < asked->question->schema->n_parameters; i++)
            put_given(&text, asked->question, i);
    page_text(p, &text);
}

/* The interval is over pairs, not over battles, because the armies are random, too. */
static void add_fighting(page *p, const salvo_baseline *asked)
{
    page_paragraph(p, "%s Armies are drawn once and keep their units and prices%s.", IMBALANCE_WORDS,
                   asked->of_rules ? "" : ", so a step in a price has no effect here");
    page_paragraph(
        p,
        "Monte Carlo: %llu battles of every pair at each range in each scenario, seed %llu; the same armies with "
        "the same dice, with and without the change. Intervals are Student's over the %zu pairs; for a difference, "
        "over the pairs' differences.",
        (unsigned long long)asked->simulation.trials, (unsigned long long)asked->simulation.seed, asked->armies.pairs);
}

/* Adds the last lines, on how far the numbers can be trusted: omissions, arithmetic, trials. */
void add_baseline_method(page *p, const salvo_baseline *asked, const char *trials)
{
    const salvo_answer simulation = {.simulated = true, .simulation = asked->simulation};

    /* A stop leaves the cells so far valid. */
    if (asked->n_not_examined)
        page_paragraph(p, "Partial, interrupted: %zu of %zu %s were not examined.", asked->n_not_examined,
                       asked->n_cells, asked->of_rules ? "variants" : "numbers");
    if (asked->exact)
        page_paragraph(p, "Exact%s.",
                       asked->arithmetic == SALVO_RATIONAL ? ", computed in fractions"
                                                           : " up to rounding, in floating point");
    if (asked->subject->points) {
        add_fighting(p, asked);
    } else if (asked->simulated) {
        page_paragraph(p, "%s", trials);
        add_method(p, NULL, &simulation);
    }
}

/* If both methods answered, the simulated value only checks the exact one. */
double baseline_value(const salvo_baseline *asked, const salvo_figure *figure)
{
    return value_by(asked->exact, figure);
}

/* An imbalance has four decimals, whatever its interval. */
reading answer_reading(const salvo_baseline *asked, const salvo_figure *figure, int decimals)
{
    const salvo_estimate *e = &figure->simulated;

    if (isnan(baseline_value(asked, figure)))
        return (reading){.kind = READ_NOTHING};
    if (asked->subject->points)
        return read_number(e->value, IMBALANCE_DECIMALS);
    if (!answer_is_chance(asked))
        return asked->exact ? read_number(figure->exact.value, SIX_DIGITS) : read_mean(e);
    if (asked->exact)
        return read_percent(figure->exact.value, decimals);
    return read_percent(e->value, e->low < e->high ? salvo_digits(100 * e->low, 100 * e->high) : decimals);
}

/* If the average number of turns does not exist, words say so. An empty cell would look like a fault of the report. */
static const char NOT_DEFINED[] = "not defined";

void answer_text(char text[FIGURE_MAX], reading r, salvo_format format)
{
    if (r.kind == READ_NOTHING)
        snprintf(text, FIGURE_MAX, "%s", NOT_DEFINED);
    else
        reading_put(text, r, format);
}

datum as_answer(const salvo_baseline *asked, const salvo_figure *figure, int decimals)
{
    const reading r = answer_reading(asked, figure, decimals);
    const column_kind column = answer_is_chance(asked) ? COLUMN_PROBABILITY : COLUMN_NUMBER;

    return r.kind == READ_NOTHING ? in_column(column, as_text(NOT_DEFINED)) : as_reading(column, r);
}

/* The parts of an odds report take an answer. A baseline has everything that they read, but no odds of its own. */
static salvo_answer method_of(const salvo_baseline *asked)
{
    return (salvo_answer){.exact = asked->exact,
                          .simulated = asked->simulated,
                          .engine_remark = asked->engine_remark,
                          .odds.arithmetic = asked->arithmetic,
                          .simulation = asked->simulation};
}

/* Puts the selected cells. A list of bare values has no keys. */
static void describe_only(record *to, const void *subject, size_t i)
{
    const field fields[] = {{NULL, as_text(((const salvo_subject *)subject)->only[i])}};

    PUT_FIELDS(to, fields);
}

/* Returns the name of the total that the outcomes are, or NULL. */
static const char *total_of(const salvo_baseline *asked)
{
    return asked->subject->fire ? asked->question->procedure->expectations[0].name : asked->subject->total;
}

/* The keys depend on the subject: a question has parameters, a battle a range and a scenario, points conditions. */
void put_baseline(record *to, const salvo_baseline *asked)
{
    const salvo_battle_plan *plan = asked->subject->battle;
    const salvo_points_plan *armies = &asked->armies;
    const bool points = asked->subject->points, battle = !points && plan, named = asked->figure,
               duel = !points && !battle && !named;
    const salvo_answer method = method_of(asked);
    const asked_conditions conditions = {armies, armies->ranges, armies->n_ranges};
    const field fields[] = {
        {"ruleset", as_text(asked->book->ruleset->id)},
        {"subject", as_text(points                 ? "points"
                            : battle               ? "battle"
                            : asked->subject->fire ? "fire"
                            : named                ? "procedure"
                                                   : "duel")},
        {"procedure", if_there(named, as_text(named ? asked->question->schema->name : NULL))},
        {"total", if_there(named && total_of(asked), as_text(named ? total_of(asked) : NULL))},
        {"a", if_there(duel || battle, as_text(duel || battle ? side_name(asked, 0) : NULL))},
        {"b", if_there(duel || battle, as_text(duel || battle ? side_name(asked, 1) : NULL))},
        {"army_pairs", if_there(points, as_whole(armies->pairs))},
        {"range", if_there(battle, as_number(battle ? plan->range : 0))},
        {"conditions", if_there(points, as_object(describe_conditions, &conditions, 1))},
        {"only", if_there(asked->subject->n_only, as_list(describe_only, asked->subject, asked->subject->n_only))},
        {"a_targets", if_there(battle, as_text(battle ? SALVO_TARGETS[plan->army[0].targets] : NULL))},
        {"b_targets", if_there(battle, as_text(battle ? SALVO_TARGETS[plan->army[1].targets] : NULL))},
        {"turn_limit", if_there(battle && plan->turns > 0, as_whole(battle ? plan->turns : 0))},
        {"break_at", if_there(battle && plan->break_at > 0, as_number(battle ? plan->break_at : 0))},
        {"halt_a", if_there(battle && plan->army[0].halt > 0, as_number(battle ? plan->army[0].halt : 0))},
        {"halt_b", if_there(battle && plan->army[1].halt > 0, as_number(battle ? plan->army[1].halt : 0))},
        {"scenario", if_there(battle, as_text(battle ? SALVO_SCENARIOS[plan->scenario] : NULL))},
        {"parameters", asked->question ? as_parameters(asked->question) : if_there(false, as_text(NULL))},
        {"remark", as_note(asked->remark)},
        {"of", as_text(points  ? "imbalance"
                       : named ? asked->figure
                               : SALVO_ANSWER_METRICS[asked->subject->metric])},
    };

    PUT_FIELDS(to, fields);
    put_method(to, &method, NULL, asked->n_not_examined > 0); /* a run may stop between two cells */
}

/* "value" and "_exact" become "value_exact". */
static const char *key_of(record *to, const char *key, const char *suffix)
{
    return as_words(to, "%s%s", key, suffix).text;
}

/* The keys share a beginning, because a document has several such answers in one object. */
void put_answer(record *to, const char *key, const salvo_baseline *asked, const salvo_figure *figure)
{
    const bool counted = asked->exact, simulated = asked->simulated;
    const field fields[] = {
        {key, as_number(baseline_value(asked, figure))},
        {key_of(to, key, "_exact"), if_there(counted && figure->exact.exact, as_text(figure->exact.exact))},
        {key_of(to, key, "_simulated"), if_there(counted && simulated, as_number(figure->simulated.value))},
        {key_of(to, key, "_ci95"), if_there(simulated, as_interval(&figure->simulated))},
    };

    PUT_FIELDS(to, fields);
}

/* Exact answers have no trials, but a stopped run is still marked as interrupted. */
void put_method_columns(record *to, const salvo_baseline *asked, bool counted)
{
    const salvo_simulation *s = &asked->simulation;
    const char *stopped =
        counted ? asked->n_not_examined ? SALVO_STOPPED_BY[SALVO_INTERRUPTED] : NULL : SALVO_STOPPED_BY[s->stopped_by];
    const field fields[] = {
        {"method", as_text(counted ? "exact" : "monte-carlo")}, {"trials", or_empty(!counted, as_whole(s->trials))},
        {"seed", or_empty(!counted, as_whole(s->seed))},        {"stopped_by", as_text(stopped)},
        {"engine_remark", as_note(asked->engine_remark)},       {"remark", as_note(asked->remark)},
    };

    PUT_FIELDS(to, fields);
}

/* A change that is refused, or was not tried, has no numbers. */
void put_change_columns(record *to, const salvo_baseline *asked, const salvo_changed_answer *m, bool counted)
{
    const salvo_figure *value = &m->value, *difference = &m->difference;
    const bool exact = m->known && counted, simulated = m->known && !counted;
    const field fields[] = {
        {"base", or_empty(m->known, as_number(value_by(counted, &asked->base)))},
        {"value", or_empty(m->known, as_number(value_by(counted, value)))},
        {"exact", or_empty(exact, as_text(value->exact.exact))},
        {"difference", or_empty(m->known, as_number(value_by(counted, difference)))},
        {"difference_exact", or_empty(exact, as_text(difference->exact.exact))},
        {"low", or_empty(simulated, as_number(difference->simulated.low))},
        {"high", or_empty(simulated, as_number(difference->simulated.high))},
    };

    PUT_FIELDS(to, fields);
}

/* Every cell of the table is an average over the units of a target; the same pair of units occurs in many cells. So
 * pairs are solved once, when first needed, and kept. */
#include <salvo/efficiency.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/names.h"
#include "rules/fault.h"
#include "selection/fire.h"

/* The header's list gives names and help in the order of the enum. */
#define METRIC(name, help) {name, help},
const salvo_metric SALVO_METRICS[SALVO_N_METRICS] = {SALVO_EFFICIENCY_METRICS(METRIC)};
#undef METRIC

/* One unit's fire at another from one range, solved once. */
typedef struct pair {
    bool known;
    salvo_effect activation, shot;
    int shots; /* that can do harm; `shot` is their average */
} pair;

/* A table that is being measured. */
typedef struct measuring {
    salvo_efficiency *table;
    const salvo_efficiency_plan *plan;
    fire fire;
    pair *pairs; /* by firer, unit and range; all firers and units, because answers are fire, too */
    const char **words;
} measuring;

/* Borrows the mix's arrays, which are the arena's. */
static salvo_status put_target(salvo_efficiency *e, const char *label, double strength, const salvo_mix *mix,
                               salvo_error *err)
{
    if (!label)
        return salvo_fail_memory(err);
    e->targets[e->n_targets++] = (salvo_target){
        .label = label, .strength = strength, .n_units = mix->n, .units = mix->units, .weights = mix->weights};
    return SALVO_OK;
}

/* One unit is a mix of weight 1. */
static salvo_status put_unit(salvo_efficiency *e, const char *label, double strength, size_t unit, salvo_error *err)
{
    salvo_mix mix = {.units = salvo_arena_array(e->memory, 1, sizeof *mix.units),
                     .weights = salvo_arena_array(e->memory, 1, sizeof *mix.weights),
                     .n = 1};

    if (!mix.units || !mix.weights)
        return salvo_fail_memory(err);
    mix.units[0] = unit;
    mix.weights[0] = 1;
    return put_target(e, label, strength, &mix, err);
}

/* The weakest first; ties in the order of the list. */
static int by_strength(const void *a, const void *b)
{
    const salvo_target *x = a, *y = b;

    if (x->strength != y->strength)
        return x->strength < y->strength ? -1 : 1;
    return (x->units[0] > y->units[0]) - (x->units[0] < y->units[0]);
}

/* Classes are few: linear. */
static bool is_listed(const salvo_efficiency *e, const char *label)
{
    for (size_t k = 0; k < e->n_targets; k++)
        if (strcmp(e->targets[k].label, label) == 0)
            return true;
    return false;
}

/* From the column that the adapter names; text of a checked table. */
static double strength_of(const measuring *m, size_t unit)
{
    const char *column = m->table->book->ruleset->fire->strength;
    const char *text = column ? salvo_unit_set_text(&m->fire.targets, unit, column) : NULL;

    return text ? strtod(text, NULL) : -1; /* -1: the ruleset has no measure of strength */
}

/* The label of a unit's class, as "vehicle 28"; where the ruleset has no classes, every unit is its own. */
static const char *class_of(const measuring *m, size_t unit)
{
    const salvo_fire_adapter *adapter = m->table->book->ruleset->fire;

    if (!adapter->target_class)
        return salvo_unit_set_name(&m->fire.targets, unit);
    return salvo_arena_printf(m->table->memory, "%s %s", adapter->target_class(m->table->book->tables, unit),
                              salvo_unit_set_text(&m->fire.targets, unit, adapter->strength));
}

/* By strength, as people read such tables. At most a target for each unit, for which list_targets() has made room. */
static salvo_status list_classes(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < salvo_unit_set_size(&m->fire.targets) && status == SALVO_OK; i++) {
        const char *label = class_of(m, i);

        if (!label || !is_listed(e, label))
            status = put_unit(e, label, strength_of(m, i), i, err); /* the first unit of a class stands for it */
    }
    if (status != SALVO_OK)
        return status;
    qsort(e->targets, e->n_targets, sizeof *e->targets, by_strength);
    return SALVO_OK;
}

static salvo_status list_all(measuring *m, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < salvo_unit_set_size(&m->fire.targets) && status == SALVO_OK; i++)
        status = put_unit(m->table, salvo_unit_set_name(&m->fire.targets, i), strength_of(m, i), i, err);
    return status;
}

static salvo_status list_mix(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_mix mix;
    salvo_status status = salvo_mix_find(&mix, e->book, &m->fire.targets, e->against, e->memory, err);

    if (status != SALVO_OK)
        return status;
    /* A mix has no strength of its own. */
    return put_target(e, mix.name, mix.n == 1 ? strength_of(m, mix.units[0]) : -1, &mix, err);
}

/* No --against: classes of targets. */
static salvo_status list_targets(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;

    e->targets = salvo_arena_array(e->memory, salvo_unit_set_size(&m->fire.targets), sizeof *e->targets);
    if (!e->targets)
        return salvo_fail_memory(err);
    if (!e->against)
        return list_classes(m, err);
    /* "all", or the name of a mix. */
    return salvo_name_matches(e->against, "all") ? list_all(m, err) : list_mix(m, err);
}

/* Names and prices beside the rows, for reports. */
static salvo_status list_firers(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    salvo_status status = salvo_unit_set_select(&m->fire.firers, m->plan->units, e->memory, &e->picked, err);

    if (status != SALVO_OK)
        return status;
    e->firers = m->fire.firers;
    e->n_units = e->picked.n;
    e->units = salvo_arena_array(e->memory, e->n_units, sizeof *e->units);
    e->prices = salvo_arena_array(e->memory, e->n_units, sizeof *e->prices);
    if (!e->units || !e->prices)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < e->n_units; i++) {
        e->units[i] = salvo_unit_set_name(&e->firers, e->picked.rows[i]);
        e->prices[i] = salvo_unit_set_price(&e->firers, e->picked.rows[i]);
    }
    return SALVO_OK;
}

/* The table is by range: an average over ranges is refused. */
static salvo_status list_ranges(measuring *m, salvo_error *err)
{
    const char *text = m->plan->range;
    salvo_ranges ranges;
    salvo_status status = salvo_ranges_read(&ranges, text, m->table->book, m->table->memory, err);

    if (status != SALVO_OK)
        return status;
    if (ranges.averaged)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: efficiency is told range by range, without weights", text);
    m->table->ranges = ranges.at;
    m->table->n_ranges = ranges.n;
    m->table->brackets = !text || salvo_name_matches(text, "all");
    return SALVO_OK;
}

/* The probability of all outcomes that do harm: all but those named in `harmless`, which are separated by "|". Harm is
 * what is left when the harmless is taken away: a new outcome of a ruleset does harm until its adapter says
 * otherwise. */
static double harm_of(const salvo_odds *odds, const char *harmless)
{
    double harm = 0;

    for (size_t i = 0; i < odds->n_outcomes; i++) {
        size_t length = strlen(odds->outcomes[i].label);
        bool harms = true;

        for (const char *word = harmless; word; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL)
            if (strcspn(word, "|") == length && strncmp(word, odds->outcomes[i].label, length) == 0)
                harms = false;
        harm += harms ? odds->outcomes[i].probability.value : 0;
    }
    return harm;
}

/* "Killed" may be an expectation or an outcome, as rulesets count kills. */
static bool is_expectation(const salvo_procedure *procedure, const char *name)
{
    for (size_t k = 0; k < procedure->n_expectations; k++)
        if (strcmp(procedure->expectations[k].name, name) == 0)
            return true;
    return false;
}

/* One remark for the table: the first one. All pairs come from the same set of data, so that one remark is all of
 * them. */
static salvo_status note_remark(salvo_efficiency *e, const char *remark, salvo_error *err)
{
    if (remark && !e->remark && !(e->remark = salvo_arena_text(e->memory, remark)))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* The odds of the question of the first n words. *shots becomes the number of shots of the activation; NULL: not
 * needed. Always exactly: an activation is a handful of dice. */
static salvo_status solve(measuring *m, size_t n, salvo_odds *odds, int *shots, salvo_error *err)
{
    const salvo_fire_adapter *adapter = m->table->book->ruleset->fire;
    salvo_question question;
    salvo_status status = salvo_question_ask(&question, m->table->book, m->fire.procedure, m->words, n, err);

    if (status != SALVO_OK)
        return status;
    if (shots)
        *shots = adapter->shots ? adapter->shots(question.situation) : 1;
    status = note_remark(m->table, salvo_question_remark(&question), err);
    status = status == SALVO_OK ? salvo_odds_solve(odds, &question, NULL, err) : status;
    salvo_question_free(&question);
    return status;
}

/* The effect of what the first n words ask; shots as in solve. */
static salvo_status measure(measuring *m, size_t n, salvo_effect *effect, int *shots, salvo_error *err)
{
    const salvo_fire_adapter *adapter = m->table->book->ruleset->fire;
    salvo_odds odds;
    salvo_status status = solve(m, n, &odds, shots, err);

    if (status != SALVO_OK)
        return status;
    effect->hit = harm_of(&odds, adapter->harmless);
    effect->kill = is_expectation(m->fire.procedure, adapter->killed) ? salvo_odds_mean(&odds, adapter->killed)
                                                                      : salvo_odds_probability(&odds, adapter->killed);
    effect->damage = salvo_odds_mean(&odds, adapter->damage);
    salvo_odds_free(&odds);
    return SALVO_OK;
}

/* Solves the k-th shot of the activation alone; the words before it are n. */
static salvo_status measure_one(measuring *m, size_t n, int k, salvo_effect *one, salvo_error *err)
{
    m->words[n] = salvo_arena_printf(m->table->memory, "%s=%d", m->table->book->ruleset->fire->each, k);
    return m->words[n] ? measure(m, n + 1, one, NULL, err) : salvo_fail_memory(err);
}

/* All shots alike: one stands for all. Solving one of them is enough; shots that cannot do harm are none, so that an
 * average over them means nothing. */
static salvo_status measure_alike(measuring *m, size_t n, pair *p, int shots, salvo_error *err)
{
    salvo_status status = measure_one(m, n, 1, &p->shot, err);

    p->shots = p->shot.hit > 0 ? shots : 0;
    return status;
}

/* Shots that differ (other weapons) are solved one by one and averaged. */
static salvo_status measure_shots(measuring *m, size_t n, pair *p, int shots, salvo_error *err)
{
    for (int k = 1; k <= shots; k++) {
        salvo_effect one;
        salvo_status status = measure_one(m, n, k, &one, err);

        if (status != SALVO_OK)
            return status;
        if (!(one.hit > 0)) /* a shot that cannot harm is not counted */
            continue;
        p->shots++;
        p->shot.hit += one.hit;
        p->shot.kill += one.kill;
        p->shot.damage += one.damage;
    }
    if (p->shots)
        p->shot = (salvo_effect){p->shot.hit / p->shots, p->shot.kill / p->shots, p->shot.damage / p->shots};
    return SALVO_OK;
}

/* The activation, and its shots where the ruleset can ask about one. A pair is known even if it fails: the table fails
 * with it. */
static salvo_status measure_pair(measuring *m, size_t unit, size_t target, size_t range, pair *p, salvo_error *err)
{
    const salvo_efficiency *e = m->table;
    const salvo_fire_adapter *adapter = e->book->ruleset->fire;
    size_t n = fire_words(&m->fire, unit, target, e->memory, m->words);
    int shots;
    salvo_status status;

    if (n == 0 || !(m->words[n++] = salvo_arena_printf(e->memory, "%s=%.15g", adapter->range, e->ranges[range])))
        return salvo_fail_memory(err);
    p->known = true;
    status = measure(m, n, &p->activation, &shots, err);
    if (status != SALVO_OK)
        return status;
    if (adapter->each && shots > 1)
        return adapter->alike ? measure_alike(m, n, p, shots, err) : measure_shots(m, n, p, shots, err);
    p->shot = p->activation; /* one shot, or no way to ask about one: the activation is the shot */
    p->shots = p->activation.hit > 0;
    return SALVO_OK;
}

/* Solves the pair unless it is known. */
static salvo_status find_pair(measuring *m, size_t unit, size_t target, size_t range, const pair **found,
                              salvo_error *err)
{
    size_t n_targets = salvo_unit_set_size(&m->fire.targets);
    pair *p = &m->pairs[(unit * n_targets + target) * m->table->n_ranges + range];

    *found = p;
    return p->known ? SALVO_OK : measure_pair(m, unit, target, range, p, err);
}

/* What fire is worth in points: sums over the targets that have a price. Weights are summed beside the worth, because
 * some targets may have no price: the average is over those that have one. */
typedef struct worth {
    double weight, destroyed, answered;
} worth;

/* Adds what the fire destroys, and what the target's answer would. Only units answer, and only those of the same list
 * as the firer. */
static salvo_status add_worth(measuring *m, size_t row, size_t target, size_t range, double weight, double kill,
                              worth *w, salvo_error *err)
{
    const salvo_unit_set *targets = &m->fire.targets;
    double price = salvo_unit_set_price(targets, target), own = salvo_unit_set_price(&m->fire.firers, row);
    const pair *answer;
    salvo_status status;

    if (!m->table->against || price < 0) /* a class stands for units of several prices: no points */
        return SALVO_OK;
    w->weight += weight;
    w->destroyed += weight * kill * price;
    if (own < 0 || m->table->book->ruleset->fire->firers) /* firers of a list of their own (weapons) are not fired at */
        return SALVO_OK;
    status = find_pair(m, target, row, range, &answer, err);
    if (status != SALVO_OK)
        return status;
    w->answered += weight * answer->activation.kill * own;
    return SALVO_OK;
}

/* One cell: a unit's fire at a target, averaged over the target's units. */
static salvo_status measure_shot(measuring *m, size_t unit, const salvo_target *t, size_t range, salvo_shot *shot,
                                 salvo_error *err)
{
    const salvo_efficiency *e = m->table;
    size_t row = e->picked.rows[unit];
    /* NAN is not 0: nothing is known of an answer. */
    bool can_be_answered = e->prices[unit] >= 0 && !e->book->ruleset->fire->firers;
    worth w = {0};

    *shot = (salvo_shot){0};
    for (size_t i = 0; i < t->n_units; i++) {
        const pair *p;
        double weight = t->weights[i];
        salvo_status status = find_pair(m, row, t->units[i], range, &p, err);

        if (status != SALVO_OK)
            return status;
        status = add_worth(m, row, t->units[i], range, weight, p->activation.kill, &w, err);
        if (status != SALVO_OK)
            return status;
        shot->hit += weight * p->activation.hit;
        shot->kill += weight * p->activation.kill;
        shot->damage += weight * p->activation.damage;
        shot->shots += weight * p->shots;
        shot->shot.hit += weight * p->shot.hit;
        shot->shot.kill += weight * p->shot.kill;
        shot->shot.damage += weight * p->shot.damage;
    }
    shot->destroyed = w.weight > 0 ? w.destroyed / w.weight : NAN; /* over those that have a price */
    shot->answered = w.weight > 0 && can_be_answered ? w.answered / w.weight : NAN;
    return SALVO_OK;
}

/* Cells in the order of salvo_efficiency_shot. Pairs are reckoned for all firers, also those that were not picked,
 * because a target's answer is its fire at the firer. */
static salvo_status measure_all(measuring *m, salvo_error *err)
{
    salvo_efficiency *e = m->table;
    size_t n_pairs = salvo_unit_set_size(&m->fire.firers) * salvo_unit_set_size(&m->fire.targets) * e->n_ranges;
    salvo_shot *shot;
    salvo_status status = SALVO_OK;

    e->shots = salvo_arena_array(e->memory, e->n_units * e->n_targets * e->n_ranges, sizeof *e->shots);
    m->words = salvo_arena_array(e->memory, fire_words_max(&m->fire), sizeof *m->words);
    m->pairs = salvo_arena_array(e->memory, n_pairs, sizeof *m->pairs);
    if (!e->shots || !m->words || !m->pairs)
        return salvo_fail_memory(err);
    shot = e->shots;
    for (size_t i = 0; i < e->n_units; i++)
        for (size_t t = 0; t < e->n_targets; t++)
            for (size_t r = 0; r < e->n_ranges && status == SALVO_OK; r++)
                status = measure_shot(m, i, &e->targets[t], r, shot++, err);
    return status;
}

static salvo_status open_fire(measuring *m, salvo_error *err)
{
    return fire_init(&m->fire, m->table->book, m->plan->words, m->plan->n_words, err);
}

/* The order matters: ranges and targets are read with the rulebook's procedure, which opening finds; measuring needs
 * all of them. */
static salvo_status measure_table(salvo_efficiency *e, const salvo_efficiency_plan *plan, salvo_error *err)
{
    static salvo_status (*const STEPS[])(measuring *, salvo_error *) = {open_fire, list_firers, list_ranges,
                                                                        list_targets, measure_all};
    measuring m = {.table = e, .plan = plan};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](&m, err);
    return status;
}

/* A fault of rules in Lua comes out as a failure of whatever asked them; salvo_fault_or() puts the rules' own words in
 * its place. */
salvo_status salvo_efficiency_measure(salvo_efficiency *table, const salvo_rulebook *book,
                                      const salvo_efficiency_plan *plan, salvo_error *err)
{
    salvo_status status;

    *table = (salvo_efficiency){.book = book,
                                .against = plan->against,
                                .words = plan->words,
                                .n_words = plan->n_words,
                                .memory = salvo_arena_new()};
    status = table->memory ? measure_table(table, plan, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        salvo_efficiency_free(table);
    return status;
}

void salvo_efficiency_free(salvo_efficiency *table)
{
    salvo_arena_free(table->memory);
    memset(table, 0, sizeof *table);
}

const salvo_shot *salvo_efficiency_shot(const salvo_efficiency *table, size_t unit, size_t target, size_t range)
{
    return &table->shots[(unit * table->n_targets + target) * table->n_ranges + range];
}

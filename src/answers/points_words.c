/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that tests and fits of prices share: units that are left out, with the reason, and the imbalance by range
 * and scenario. */
#include "answers/points_words.h"

#include <math.h>
#include <string.h>

const char IMBALANCE_WORDS[] = "Imbalance is the mean of |P(a wins) + half of P(nobody wins) - 1/2|: 0 is fair, 0.5 is "
                               "decided by the choice of army.";

void put_ranges(salvo_text *text, const double *ranges, const double *weights, size_t n, const char *unit)
{
    for (size_t i = 0; i < n; i++) {
        salvo_text_put(text, i ? ", " : "");
        if (weights && weights[i] != 1)
            salvo_text_add(text, "%.6g x ", weights[i]);
        salvo_text_add(text, "%.15g", ranges[i]);
    }
    salvo_text_add(text, " %s", unit);
}

void put_weights(salvo_text *text, const double *weights, const char *const *names, int n)
{
    int listed = 0;

    for (int i = 0; i < n; i++)
        if (weights[i] == 1)
            salvo_text_add(text, "%s%s", listed++ ? ", " : "", names[i]);
        else if (weights[i] > 0)
            salvo_text_add(text, "%s%.6g x %s", listed++ ? ", " : "", weights[i], names[i]);
}

void put_scenarios(salvo_text *text, const double scenarios[SALVO_N_SCENARIOS])
{
    put_weights(text, scenarios, SALVO_SCENARIOS, SALVO_N_SCENARIOS);
}

static void put_common(salvo_text *text, const char *before, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        salvo_text_add(text, "; %s%s", before, words[i]);
}

static bool has_defender(const salvo_points_plan *plan)
{
    bool has = plan->n_defender > 0;

    for (size_t i = 0; i < plan->n_settings; i++)
        has = has || plan->settings[i].n_defender > 0;
    return has;
}

void put_settings(salvo_text *text, const salvo_points_plan *plan)
{
    double weights[SALVO_POINTS_SETTINGS_MAX];
    const char *names[SALVO_POINTS_SETTINGS_MAX];

    put_common(text, "", plan->battle.words, plan->battle.n_words);
    put_common(text, "", plan->battle.army[0].words, plan->battle.army[0].n_words);
    put_common(text, SALVO_DEFENDER, plan->defender, plan->n_defender);
    for (size_t i = 0; i < plan->n_settings; i++) {
        weights[i] = plan->settings[i].weight;
        names[i] = plan->settings[i].name;
    }
    if (plan->n_settings)
        salvo_text_put(text, "; ");
    put_weights(text, weights, names, (int)plan->n_settings);
    if (has_defender(plan))
        salvo_text_put(text, "; both armies defend in hold, the attacked one in advance, neither in meeting");
}

const char *points_conditions(page *p, const salvo_points_plan *plan, const salvo_unit_pool *pool,
                              const salvo_rulebook *book, salvo_arena *memory)
{
    salvo_text text = {0};
    const char *words;

    put_ranges(&text, pool->ranges, plan->range_weights, pool->n_ranges, book->store.distance_unit);
    salvo_text_put(&text, "; ");
    put_scenarios(&text, plan->scenarios);
    put_settings(&text, plan);
    words = text.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&text));
    p->failed = p->failed || !words;
    salvo_text_free(&text);
    return words ? words : "";
}

static void describe_range(record *to, const void *conditions, size_t i)
{
    const asked_conditions *c = conditions;
    const double *weights = c->plan->range_weights;
    const field fields[] = {
        {"range", as_number(c->ranges[i])},
        {"weight", as_real(weights ? weights[i] : 1)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_scenario(record *to, const void *plan, size_t i)
{
    const double weight = ((const salvo_points_plan *)plan)->scenarios[i];
    const field fields[] = {{SALVO_SCENARIOS[i], if_there(weight > 0, as_real(weight))}};

    PUT_FIELDS(to, fields);
}

/* If no policy is named, it is the ruleset's own, and has no key here. */
static void describe_policy(record *to, const void *plan, size_t i)
{
    const double weight = ((const salvo_points_plan *)plan)->targets[i];
    const field fields[] = {{SALVO_TARGETS[i], if_there(weight > 0, as_real(weight))}};

    PUT_FIELDS(to, fields);
}

static void describe_setting(record *to, const void *plan, size_t i)
{
    const salvo_points_setting *setting = &((const salvo_points_plan *)plan)->settings[i];
    const field fields[] = {{setting->name, as_real(setting->weight)}};

    PUT_FIELDS(to, fields);
}

/* Puts one text of a list. A list of bare values has no keys. */
static void describe_word(record *to, const void *words, size_t i)
{
    const field fields[] = {{NULL, as_text(((const char *const *)words)[i])}};

    PUT_FIELDS(to, fields);
}

void describe_conditions(record *to, const void *conditions, size_t i)
{
    const asked_conditions *c = conditions;
    const salvo_points_plan *plan = c->plan;
    const salvo_army *army = &plan->battle.army[0];
    const field fields[] = {
        {"ranges", as_objects(describe_range, c, c->n_ranges)},
        {"scenarios", as_object(describe_scenario, plan, SALVO_N_SCENARIOS)},
        {"targets", as_object(describe_policy, plan, SALVO_N_TARGETS)},
        {"settings", as_object(describe_setting, plan, plan->n_settings)},
        {"field", as_list(describe_word, plan->battle.words, plan->battle.n_words)},
        {"words", as_list(describe_word, army->words, army->n_words)},
        {"defender", as_list(describe_word, plan->defender, plan->n_defender)},
        {"elements", as_whole(plan->elements_max)},
        {"kinds", as_whole(plan->kinds_max)},
        {"attack_odds", if_there(plan->scenarios[SALVO_ADVANCE] > 0,
                                 plan->attack_odds > 0 ? as_real(plan->attack_odds) : as_text("even"))},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

/* Returns the geometric mean of an attacker's odds in a setting, or, below 0, in all. NAN: nobody attacks at odds. */
static double mean_odds(const salvo_imbalance *at, int setting)
{
    double sum = 0, weights = 0;

    for (size_t m = 0; m < at->n_conditions; m++) {
        const salvo_condition *where = &at->conditions[m];

        if (where->odds == 1 || (setting >= 0 && (int)where->setting != setting))
            continue;
        sum += where->weight * log(where->odds);
        weights += where->weight;
    }
    return weights > 0 ? exp(sum / weights) : NAN;
}

datum as_mean_odds(const salvo_imbalance *at)
{
    const double odds = mean_odds(at, -1);

    return if_there(!isnan(odds), as_real(odds));
}

/* Puts the odds at each range, and returns the number of ranges. With several target policies it uses the first. */
static size_t put_odds_by_range(salvo_text *text, const char *distance_unit, const salvo_imbalance *at)
{
    double last = NAN;
    size_t n = 0;

    for (size_t m = 0; m < at->n_conditions; m++) {
        const salvo_condition *where = &at->conditions[m];

        if (where->odds == 1)
            continue;
        if (where->range != last)
            salvo_text_add(text, "%s%.2f from %.15g %s", n++ ? ", " : ": ", where->odds, where->range, distance_unit);
        last = where->range;
    }
    return n;
}

void points_odds(page *p, const char *distance_unit, const salvo_imbalance *at, bool given)
{
    const double all = mean_odds(at, -1);
    salvo_text parts = {0};
    size_t n = at->n_settings;

    if (isnan(all))
        return;
    if (n == 0)
        n = put_odds_by_range(&parts, distance_unit, at);
    for (size_t in = 0; in < at->n_settings; in++)
        salvo_text_add(&parts, "%s%.2f with %s", in ? ", " : ": ", mean_odds(at, (int)in), at->settings[in].name);
    if (given)
        page_paragraph(p, "An attacker has %.2f times the defender's points.", all);
    else
        page_paragraph(p, "To be about even, an attacker needs %.2f times the defender's points%s.", all,
                       n > 1 ? page_words(p, &parts) : "");
    salvo_text_free(&parts);
}

/* Returns the condition with the greatest share of matchups that nobody won, except those in `told`. at->n_conditions:
 * none. */
static size_t next_most(const salvo_imbalance *at, const size_t *told, size_t n)
{
    size_t most = at->n_conditions;

    for (size_t m = 0; m < at->n_conditions; m++) {
        bool known = at->conditions[m].nobody == 0;

        for (size_t i = 0; i < n; i++)
            known = known || told[i] == m;
        if (!known && (most == at->n_conditions || at->conditions[m].nobody > at->conditions[most].nobody))
            most = m;
    }
    return most;
}

void points_nobody(page *p, const char *distance_unit, const salvo_imbalance *at)
{
    enum { TOLD = 3 };
    size_t told[TOLD];
    salvo_text where = {0};

    if (!(at->nobody > 0))
        return;
    for (size_t n = 0; n < TOLD && (told[n] = next_most(at, told, n)) < at->n_conditions; n++) {
        const salvo_condition *m = &at->conditions[told[n]];

        salvo_text_add(&where, "%s%s at %.15g %s (%.1f %%)", n ? ", " : "", SALVO_SCENARIOS[m->scenario], m->range,
                       distance_unit, 100 * m->nobody);
    }
    page_paragraph(p,
                   "In %.1f %% of all matchups nobody won a single battle, most often in %s. These are left out, "
                   "because no price makes them fairer.",
                   100 * at->nobody, page_words(p, &where));
    salvo_text_free(&where);
}

/* Returns whether the unit's reason was printed with an earlier unit. */
static bool is_told(const salvo_unit_pool *pool, size_t unit)
{
    for (size_t i = 0; i < unit; i++)
        if (strcmp(pool->left_out[i].why, pool->left_out[unit].why) == 0)
            return true;
    return false;
}

/* Units with the same reason share a paragraph. */
void points_left_out(page *p, const salvo_unit_pool *pool)
{
    for (size_t i = 0; i < pool->n_left_out; i++) {
        salvo_text names = {0};

        if (is_told(pool, i))
            continue;
        for (size_t k = i; k < pool->n_left_out; k++)
            if (strcmp(pool->left_out[k].why, pool->left_out[i].why) == 0)
                salvo_text_add(&names, "%s%s", names.length ? ", " : "", pool->left_out[k].name);
        page_paragraph(p, "Left out (%s): %s.", pool->left_out[i].why, page_words(p, &names));
        salvo_text_free(&names);
    }
}

/* Units have ids here, because two units may share a name. */
static void describe_left_out(record *to, const void *unit_pool, size_t i)
{
    const salvo_unit_pool *pool = unit_pool;
    const field fields[] = {
        {"id", as_text(pool->left_out[i].id)},
        {"why", as_text(pool->left_out[i].why)},
    };

    PUT_FIELDS(to, fields);
}

datum as_left_out(const salvo_unit_pool *pool)
{
    return as_objects(describe_left_out, pool, pool->n_left_out);
}

/* "conditions" is the JSON's word for a range in a scenario. */
static void describe_condition(record *to, const void *imbalance, size_t i)
{
    const salvo_imbalance *of = imbalance;
    const salvo_condition *m = &of->conditions[i];
    const field fields[] = {
        {"range", as_number(m->range)},
        {"scenario", as_text(SALVO_SCENARIOS[m->scenario])},
        {"targets", if_there(m->targets != SALVO_USUAL, as_text(SALVO_TARGETS[m->targets]))},
        {"setting", if_there(of->n_settings, as_text(of->n_settings ? of->settings[m->setting].name : NULL))},
        {"weight", as_real(m->weight)},
        {"odds", if_there(m->odds != 1, as_real(m->odds))},
        {"imbalance", as_real(m->imbalance)},
        {"nobody_wins", if_there(m->nobody > 0, as_real(m->nobody))},
    };

    PUT_FIELDS(to, fields);
}

void describe_in_scenario(record *to, const void *imbalance, size_t s)
{
    const salvo_bounds *b = &((const salvo_imbalance *)imbalance)->scenario[s];
    const field fields[] = {{SALVO_SCENARIOS[s], as_bounds(b, 0)}};

    if (isfinite(b->value))
        PUT_FIELDS(to, fields);
}

void describe_in_setting(record *to, const void *imbalance, size_t i)
{
    const salvo_imbalance *of = imbalance;
    const field fields[] = {{of->settings[i].name, as_bounds(&of->setting[i], 0)}};

    PUT_FIELDS(to, fields);
}

datum as_conditions(const salvo_imbalance *imbalance)
{
    return as_objects(describe_condition, imbalance, imbalance->n_conditions);
}

/* Returns the scenario, and the target policy if the columns have several. */
static const char *condition_words(record *to, const salvo_imbalance *at, size_t k)
{
    const salvo_condition *m = &at->conditions[k];

    for (size_t i = 0; i < at->n_conditions; i++)
        if (at->conditions[i].targets != m->targets)
            return as_words(to, "%s, %s", SALVO_SCENARIOS[m->scenario], SALVO_TARGETS[m->targets]).text;
    return SALVO_SCENARIOS[m->scenario];
}

/* Meetings are in order, with all scenarios of a range together, so a row is a run of them. */
static void put_range(record *to, const char *distance_unit, const salvo_imbalance *at, const salvo_imbalance *fitted,
                      size_t first, size_t columns)
{
    field fields[1 + 2 * SALVO_N_SCENARIOS * SALVO_N_TARGETS] = {
        {distance_unit, as_number(at->conditions[first].range)}};
    size_t n = 1;

    for (size_t k = first; k < first + columns; k++) {
        const char *scenario = condition_words(to, at, k);

        fields[n++] = (field){scenario, as_decimal(at->conditions[k].imbalance, 3)};
        if (fitted)
            fields[n++] =
                (field){as_words(to, "%s, fitted", scenario).text, as_decimal(fitted->conditions[k].imbalance, 3)};
    }
    put_fields(to, fields, n);
    record_next(to);
}

void points_by_condition(page *p, const char *distance_unit, size_t n_ranges, const salvo_imbalance *at,
                         const salvo_imbalance *fitted)
{
    const size_t n_settings = at->n_settings ? at->n_settings : 1;
    const size_t of_setting = at->n_conditions / n_settings, columns = of_setting / n_ranges;

    for (size_t in = 0; in < n_settings; in++) {
        record to;

        if (at->n_settings)
            page_paragraph(p, "With %s:", at->settings[in].name);
        to = page_record(p, READ);
        for (size_t m = in * of_setting; m < (in + 1) * of_setting; m += columns)
            put_range(&to, distance_unit, at, fitted, m, columns);
    }
}

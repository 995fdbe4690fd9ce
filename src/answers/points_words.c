/* What tests and fits of prices say alike: which units were left out and why, and the imbalance by range and
 * scenario. */
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

const char *points_conditions(page *p, const salvo_points_plan *plan, const salvo_unit_pool *pool,
                              const salvo_rulebook *book, salvo_arena *memory)
{
    salvo_text text = {0};
    const char *words;

    put_ranges(&text, pool->ranges, plan->range_weights, pool->n_ranges, book->store.distance_unit);
    salvo_text_put(&text, "; ");
    put_scenarios(&text, plan->scenarios);
    words = text.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&text));
    p->failed = p->failed || !words;
    salvo_text_free(&text);
    return words ? words : "";
}

/* Attackers at several ranges: the odds at each, and their mean. */
void points_odds(page *p, const char *distance_unit, const salvo_imbalance *at, bool given)
{
    double sum = 0, weights = 0, last = NAN;
    salvo_text ranges = {0};

    for (size_t m = 0; m < at->n_meetings; m++) {
        const salvo_meeting *where = &at->meetings[m];

        if (where->odds == 1)
            continue;
        sum += where->weight * log(where->odds);
        weights += where->weight;
        if (where->range != last) /* of several target policies the first */
            salvo_text_add(&ranges, "%s%.2f from %.15g %s", ranges.length ? ", " : "", where->odds, where->range,
                           distance_unit);
        last = where->range;
    }
    if (weights > 0 && given)
        page_paragraph(p, "An attacker has %.2f times the defender's points.", exp(sum / weights));
    else if (weights > 0)
        page_paragraph(p, "To be about even, an attacker needs %.2f times the defender's points: %s.",
                       exp(sum / weights), salvo_text_of(&ranges));
    p->failed = p->failed || ranges.failed;
    salvo_text_free(&ranges);
}

/* Whether the reason of that unit was told with an earlier one. */
static bool is_told(const salvo_unit_pool *m, size_t unit)
{
    for (size_t i = 0; i < unit; i++)
        if (strcmp(m->left_out[i].why, m->left_out[unit].why) == 0)
            return true;
    return false;
}

/* Units that share a reason share a paragraph. */
void points_left_out(page *p, const salvo_unit_pool *m)
{
    for (size_t i = 0; i < m->n_left_out; i++) {
        salvo_text names = {0};

        if (is_told(m, i))
            continue;
        for (size_t k = i; k < m->n_left_out; k++)
            if (strcmp(m->left_out[k].why, m->left_out[i].why) == 0)
                salvo_text_add(&names, "%s%s", names.length ? ", " : "", m->left_out[k].name);
        page_paragraph(p, "Left out (%s): %s.", m->left_out[i].why, salvo_text_of(&names));
        p->failed = p->failed || names.failed;
        salvo_text_free(&names);
    }
}

/* Ids, not names: names may be shared. */
static void describe_left_out(record *to, const void *unit_pool, size_t i)
{
    const salvo_unit_pool *m = unit_pool;
    const field fields[] = {
        {JSON, "id", as_text(m->left_out[i].id)},
        {JSON, "why", as_text(m->left_out[i].why)},
    };

    PUT_FIELDS(to, fields);
}

datum as_left_out(const salvo_unit_pool *m)
{
    return as_objects(describe_left_out, m, m->n_left_out);
}

/* "meetings" is the JSON's word for a range in a scenario. */
static void describe_meeting(record *to, const void *imbalance, size_t i)
{
    const salvo_meeting *m = &((const salvo_imbalance *)imbalance)->meetings[i];
    const field fields[] = {
        {JSON, "range", as_number(m->range)},
        {JSON, "scenario", as_text(SALVO_SCENARIOS[m->scenario])},
        {JSON, "targets", if_there(m->targets != SALVO_USUAL, as_text(SALVO_TARGETS[m->targets]))},
        {JSON, "weight", as_real(m->weight)},
        {JSON, "odds", if_there(m->odds != 1, as_real(m->odds))},
        {JSON, "imbalance", as_real(m->imbalance)},
    };

    PUT_FIELDS(to, fields);
}

void describe_in_scenario(record *to, const void *imbalance, size_t s)
{
    const salvo_bounds *b = &((const salvo_imbalance *)imbalance)->scenario[s];
    const field fields[] = {{JSON, SALVO_SCENARIOS[s], as_bounds(b, 0)}};

    if (isfinite(b->value))
        PUT_FIELDS(to, fields);
}

datum as_meetings(const salvo_imbalance *imbalance)
{
    return as_objects(describe_meeting, imbalance, imbalance->n_meetings);
}

/* The scenario; with the target policy where the columns have several. */
static const char *condition_words(record *to, const salvo_imbalance *at, size_t k)
{
    const salvo_meeting *m = &at->meetings[k];

    for (size_t i = 0; i < at->n_meetings; i++)
        if (at->meetings[i].targets != m->targets)
            return as_words(to, "%s, %s", SALVO_SCENARIOS[m->scenario], SALVO_TARGETS[m->targets]).text;
    return SALVO_SCENARIOS[m->scenario];
}

/* Meetings are in order, all scenarios of a range side by side, so a row is a run of them. */
void points_meetings(page *p, const char *distance_unit, size_t n_ranges, const salvo_imbalance *at,
                     const salvo_imbalance *fitted)
{
    const size_t columns = at->n_meetings / n_ranges;
    record to = page_record(p, READ);

    for (size_t m = 0; m < at->n_meetings; m += columns) {
        field fields[1 + 2 * SALVO_N_SCENARIOS * SALVO_N_TARGETS] = {
            {READ, distance_unit, as_number(at->meetings[m].range)}};
        size_t n = 1;

        for (size_t k = m; k < m + columns; k++) {
            const char *scenario = condition_words(&to, at, k);

            fields[n++] = (field){READ, scenario, as_decimal(at->meetings[k].imbalance, 3)};
            if (fitted)
                fields[n++] = (field){READ, as_words(&to, "%s, fitted", scenario).text,
                                      as_decimal(fitted->meetings[k].imbalance, 3)};
        }
        put_fields(&to, fields, n);
        record_next(&to);
    }
}

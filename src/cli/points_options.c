#include "cli/points_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/books.h"
#include "cli/numbers.h"
#include "data/csv.h"
#include "data/names.h"
#include "rules/parse.h"

enum { WORD_BYTES = 64 };

/* Copies the word up to the next comma; *text moves behind it, to NULL at the end. */
static void take_word(const char **text, char word[WORD_BYTES])
{
    size_t length = strcspn(*text, ",");

    snprintf(word, WORD_BYTES, "%.*s", (int)length, *text);
    *text = (*text)[length] ? *text + length + 1 : NULL;
}

static salvo_status read_ranges(salvo_points_plan *plan, const char *text, salvo_arena *memory, salvo_error *err)
{
    const char *rest = text;
    double *ranges = salvo_arena_array(memory, SALVO_POINTS_RANGES_MAX, sizeof *ranges);

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    if (!ranges)
        return salvo_fail_memory(err);
    while (rest) {
        double *range = &ranges[plan->n_ranges];
        char word[WORD_BYTES];

        take_word(&rest, word);
        if (plan->n_ranges == SALVO_POINTS_RANGES_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: at most %d ranges", text, SALVO_POINTS_RANGES_MAX);
        if (!salvo_number_parse(word, range) || *range < 0)
            return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: all, or numbers of at least 0, as in 100,500,1000",
                              text);
        plan->n_ranges++;
    }
    plan->ranges = ranges;
    return SALVO_OK;
}

static salvo_status read_scenarios(salvo_points_plan *plan, const char *text, salvo_error *err)
{
    const char *rest = text;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    memset(plan->scenarios, 0, sizeof plan->scenarios);
    while (rest) {
        char word[WORD_BYTES];
        int at;

        take_word(&rest, word);
        at = salvo_name_among(SALVO_SCENARIOS, SALVO_N_SCENARIOS, word);
        if (at < 0)
            return salvo_names_fail(err, SALVO_SCENARIOS, SALVO_N_SCENARIOS, word, "--scenario has no '%s'", word);
        plan->scenarios[at] = true;
    }
    return SALVO_OK;
}

static salvo_status read_numbers(salvo_points_plan *plan, const options *o, salvo_error *err)
{
    const struct {
        const char *name, *text;
        double min, max, *number;
    } NUMBERS[] = {
        {"--tolerance", o->tolerance, 0, 0.5, &plan->tolerance},
        {"--precision", o->precision, 0.001, 0.5, &plan->precision},
        {"--close-to", o->close_to, 0, 1e9, &plan->battle.close_to},
        {"--break-at", o->break_at, 0, 1, &plan->battle.break_at},
        {"--prior", o->prior, 0.01, 10, &plan->prior_sd},
    };
    int turns = 0;
    const struct {
        const char *name, *text;
        int min, max, *number;
    } COUNTS[] = {
        {"--elements", o->elements, 1, SALVO_ELEMENTS_MAX, &plan->elements_max},
        {"--kinds", o->kinds, 1, SALVO_ARMY_KINDS_MAX, &plan->kinds_max},
        {"--turns", o->turns, 1, SALVO_TURNS_MAX, &turns},
        {"--rounds", o->rounds, 1, 20, &plan->rounds},
    };
    uint64_t pairs = plan->pairs;
    salvo_status status = whole_option("--pairs", o->pairs, 20, 1000000, &pairs, err);

    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS && status == SALVO_OK; i++)
        status =
            number_option(NUMBERS[i].name, NUMBERS[i].text, NUMBERS[i].min, NUMBERS[i].max, NUMBERS[i].number, err);
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS && status == SALVO_OK; i++)
        status = count_option(COUNTS[i].name, COUNTS[i].text, COUNTS[i].min, COUNTS[i].max, COUNTS[i].number, err);
    plan->pairs = (size_t)pairs;
    plan->battle.turns = turns;
    return status;
}

/* An army has no more kinds than elements. */
static salvo_status match_kinds(salvo_points_plan *plan, const options *o, salvo_error *err)
{
    int elements = plan->elements_max;

    if (plan->kinds_max <= elements)
        return SALVO_OK;
    if (o->kinds)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army of %d element%s cannot be of %d kinds; give a smaller --kinds",
                          elements, elements == 1 ? "" : "s", plan->kinds_max);
    plan->kinds_max = elements;
    return SALVO_OK;
}

static salvo_status read_targets(salvo_battle_plan *plan, const char *text, salvo_error *err)
{
    int policy = text ? salvo_name_among(SALVO_TARGETS, SALVO_N_TARGETS, text) : SALVO_USUAL;

    if (policy < 0)
        return salvo_names_fail(err, SALVO_TARGETS, SALVO_N_TARGETS, text, "--targets has no '%s'", text);
    plan->army[0].targets = plan->army[1].targets = (salvo_targets)policy;
    return SALVO_OK;
}

/* A word whose key an element has is every element's, any other the field's. */
static bool is_of_element(const salvo_rulebook *book, const char *word)
{
    char key[WORD_BYTES];

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    return book->ruleset->battle && salvo_parameter_find(book->ruleset->battle->element, key) > 0;
}

static salvo_status share_words(salvo_battle_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    const list *words = &x->options.parameters;
    list *shares = salvo_arena_array(x->memory, 2, sizeof *shares), *field = shares, *element = shares + 1;

    if (!shares)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < words->n; i++)
        list_put(is_of_element(book, words->text[i]) ? element : field, words->text[i]);
    plan->words = field->text;
    plan->n_words = field->n;
    for (int s = 0; s < 2; s++) {
        plan->army[s].words = element->text;
        plan->army[s].n_words = element->n;
    }
    return SALVO_OK;
}

static salvo_status read_nation(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    size_t *nation = salvo_arena_array(x->memory, 1, sizeof *nation);

    plan->nation = x->options.nation ? nation : NULL;
    if (!plan->nation)
        return nation ? SALVO_OK : salvo_fail_memory(err);
    return book_nation(book, x->options.nation, nation, err);
}

static salvo_status read_prices(salvo_points_plan *plan, context *x, salvo_error *err)
{
    salvo_table *prices = salvo_arena_array(x->memory, 1, sizeof *prices);

    if (!prices)
        return salvo_fail_memory(err);
    plan->prices = x->options.prices ? prices : NULL;
    return plan->prices ? salvo_csv_read(prices, x->options.prices, x->memory, err) : SALVO_OK;
}

salvo_status points_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_plan *trials = &o->approach.plan;
    salvo_status status;

    *plan = SALVO_POINTS_PLAN;
    plan->seed = trials->seed;
    plan->threads = trials->threads;
    plan->isa = trials->isa;
    plan->watch = trials->watch;
    plan->round_preferred = o->round;
    status = share_words(&plan->battle, x, book, err);
    if (status == SALVO_OK)
        status = read_numbers(plan, o, err);
    if (status == SALVO_OK)
        status = match_kinds(plan, o, err);
    if (status == SALVO_OK)
        status = read_ranges(plan, o->range, x->memory, err);
    if (status == SALVO_OK)
        status = read_scenarios(plan, o->scenario, err);
    if (status == SALVO_OK)
        status = read_targets(&plan->battle, o->targets, err);
    if (status == SALVO_OK)
        status = read_nation(plan, x, book, err);
    return status == SALVO_OK ? read_prices(plan, x, err) : status;
}

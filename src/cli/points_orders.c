#include "cli/points_orders.h"

#include <stdio.h>
#include <string.h>

#include "cli/books.h"
#include "data/csv.h"
#include "data/names.h"
#include "rules/parse.h"

enum { WORD_BYTES = 64 };

/* ---- lists ---------------------------------------------------------------------------------------------------------- */

/* Copies the word up to the next comma; *text moves behind it, to NULL at the end. */
static void take_word(const char **text, char word[WORD_BYTES])
{
    size_t length = strcspn(*text, ",");

    snprintf(word, WORD_BYTES, "%.*s", (int)length, *text);
    *text = (*text)[length] ? *text + length + 1 : NULL;
}

static salvo_status read_ranges(points_orders *r, const char *text, salvo_error *err)
{
    const char *rest = text;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    while (rest) {
        double *range = &r->ranges[r->plan.n_ranges];
        char word[WORD_BYTES];

        take_word(&rest, word);
        if (r->plan.n_ranges == SALVO_POINTS_RANGES_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: at most %d ranges", text, SALVO_POINTS_RANGES_MAX);
        if (!salvo_number_parse(word, range) || *range < 0)
            return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: all, or numbers of at least 0, as in 100,500,1000",
                              text);
        r->plan.n_ranges++;
    }
    r->plan.ranges = r->ranges;
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

/* ---- numbers --------------------------------------------------------------------------------------------------------- */

typedef struct limited {
    const char *name, *text;
    double min, max;
    bool whole;
    double *number; /* left as it is without text */
} limited;

static salvo_status read_limited(const limited *l, salvo_error *err)
{
    double number;

    if (!l->text)
        return SALVO_OK;
    if (!salvo_number_parse(l->text, &number) || number < l->min || number > l->max ||
        (l->whole && number != (double)(int64_t)number))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: a %snumber from %.15g to %.15g", l->name, l->text,
                          l->whole ? "whole " : "", l->min, l->max);
    *l->number = number;
    return SALVO_OK;
}

static salvo_status read_numbers(salvo_points_plan *plan, const options *o, salvo_error *err)
{
    double pairs = (double)plan->pairs, elements = plan->elements_max, kinds = plan->kinds_max, turns = 0;
    double rounds = plan->rounds;
    const limited numbers[] = {
        {"--pairs", o->pairs, 20, 1e6, true, &pairs},
        {"--elements", o->elements, 1, SALVO_ELEMENTS_MAX, true, &elements},
        {"--kinds", o->kinds, 1, SALVO_ARMY_KINDS_MAX, true, &kinds},
        {"--tolerance", o->tolerance, 0, 0.5, false, &plan->tolerance},
        {"--precision", o->precision, 0.001, 0.5, false, &plan->precision},
        {"--turns", o->turns, 1, 255, true, &turns},
        {"--close-to", o->close_to, 0, 1e9, false, &plan->battle.close_to},
        {"--break-at", o->break_at, 0, 1, false, &plan->battle.break_at},
        {"--rounds", o->rounds, 1, 20, true, &rounds},
        {"--prior", o->prior, 0.01, 10, false, &plan->prior_sd},
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == SALVO_OK; i++)
        status = read_limited(&numbers[i], err);
    if (!o->kinds)
        kinds = kinds < elements ? kinds : elements;
    if (status == SALVO_OK && kinds > elements)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army of %g element%s cannot be of %g kinds; give a smaller --kinds",
                          elements, elements == 1 ? "" : "s", kinds);
    plan->pairs = (size_t)pairs;
    plan->elements_max = (int)elements;
    plan->kinds_max = (int)kinds;
    plan->battle.turns = (int64_t)turns;
    plan->rounds = (int)rounds;
    return status;
}

/* ---- the rest --------------------------------------------------------------------------------------------------------- */

static salvo_status read_targets(salvo_battle_plan *plan, const char *text, salvo_error *err)
{
    int policy = text ? salvo_name_among(SALVO_TARGETS, SALVO_N_TARGETS, text) : SALVO_USUAL;

    if (policy < 0)
        return salvo_names_fail(err, SALVO_TARGETS, SALVO_N_TARGETS, text, "--targets has no '%s'", text);
    plan->army[0].targets = plan->army[1].targets = (salvo_targets)policy;
    return SALVO_OK;
}

static bool is_of_element(const salvo_rulebook *book, const char *word)
{
    char key[WORD_BYTES];

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    return book->ruleset->battle && salvo_parameter_find(book->ruleset->battle->element, key) > 0;
}

static void share_words(points_orders *r, const options *o, const salvo_rulebook *book)
{
    for (size_t i = 0; i < o->parameters.n; i++) {
        list *to = is_of_element(book, o->parameters.text[i]) ? &r->element : &r->field;

        to->text[to->n++] = o->parameters.text[i];
    }
    r->plan.battle.words = r->field.text;
    r->plan.battle.n_words = r->field.n;
    for (int s = 0; s < 2; s++) {
        r->plan.battle.army[s].words = r->element.text;
        r->plan.battle.army[s].n_words = r->element.n;
    }
}

static salvo_status read_prices(points_orders *r, const char *path, salvo_error *err)
{
    r->memory = salvo_arena_new();
    if (!r->memory)
        return salvo_fail_memory(err);
    r->plan.prices = &r->prices;
    return salvo_csv_read(&r->prices, path, r->memory, err);
}

salvo_status points_orders_read(points_orders *r, const options *o, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_plan *trials = &o->approach.plan;
    salvo_status status;

    r->plan = SALVO_POINTS_PLAN;
    r->plan.seed = trials->seed;
    r->plan.threads = trials->threads;
    r->plan.isa = trials->isa;
    r->plan.watch = trials->watch;
    r->plan.round_preferred = o->round;
    share_words(r, o, book);
    status = read_numbers(&r->plan, o, err);
    if (status == SALVO_OK)
        status = read_ranges(r, o->range, err);
    if (status == SALVO_OK)
        status = read_scenarios(&r->plan, o->scenario, err);
    if (status == SALVO_OK)
        status = read_targets(&r->plan.battle, o->targets, err);
    if (status == SALVO_OK && o->nation) {
        status = book_nation(book, o->nation, &r->nation, err);
        r->plan.nation = &r->nation;
    }
    if (status == SALVO_OK && o->prices)
        status = read_prices(r, o->prices, err);
    return status;
}

void points_orders_free(points_orders *r)
{
    salvo_arena_free(r->memory);
    r->memory = NULL;
}

#include "cli/orders.h"

#include <stdio.h>
#include <string.h>

#include "data/names.h"
#include "rules/parse.h"

static salvo_status read_number(const char *option, const char *text, double *number, salvo_error *err)
{
    if (!text || salvo_number_parse(text, number))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: a number, as in %s 500", option, text, option);
}

/* The place of `text` among the names; `fallback` without text. */
static salvo_status read_choice(const char *option, const char *text, const char *const *names, int n, int fallback,
                                int *choice, salvo_error *err)
{
    *choice = text ? salvo_name_among(names, (size_t)n, text) : fallback;
    if (*choice < 0)
        return salvo_names_fail(err, names, (size_t)n, text, "%s has no '%s'", option, text);
    return SALVO_OK;
}

static salvo_status read_targets(const options *o, salvo_battle_plan *plan, salvo_error *err)
{
    const char *own[] = {o->targets_a ? o->targets_a : o->targets, o->targets_b ? o->targets_b : o->targets};
    salvo_status status = SALVO_OK;

    for (int s = 0; s < 2 && status == SALVO_OK; s++) {
        int policy;

        status = read_choice("--targets", own[s], SALVO_TARGETS, SALVO_N_TARGETS, SALVO_USUAL, &policy, err);
        plan->army[s].targets = (salvo_targets)policy;
    }
    return status;
}

/* A number, or that there is no limit; 0, the ruleset's own, without the option. */
static salvo_status read_turns(const char *text, int64_t *turns, salvo_error *err)
{
    double number = 0;

    *turns = text ? -1 : 0;
    if (!text || salvo_name_matches(text, "unlimited"))
        return SALVO_OK;
    if (!salvo_number_parse(text, &number) || !(number >= 1 && number <= 255 && number == (int)number))
        return salvo_fail(err, SALVO_BAD_INPUT, "--turns %s: a whole number from 1 to 255, or unlimited", text);
    *turns = (int64_t)number;
    return SALVO_OK;
}

static salvo_status read_plan(const options *o, salvo_battle_plan *plan, salvo_error *err)
{
    int scenario;
    salvo_status status = read_number("--range", o->range, &plan->range, err);

    plan->close_to = -1;
    if (status == SALVO_OK)
        status = read_number("--close-to", o->close_to, &plan->close_to, err);
    if (status == SALVO_OK)
        status = read_turns(o->turns, &plan->turns, err);
    if (status == SALVO_OK)
        status = read_number("--break-at", o->break_at, &plan->break_at, err);
    if (status == SALVO_OK)
        status = read_choice("--scenario", o->scenario, SALVO_SCENARIOS, SALVO_N_SCENARIOS, SALVO_HOLD, &scenario, err);
    plan->scenario = status == SALVO_OK ? (salvo_scenario)scenario : SALVO_HOLD;
    return status == SALVO_OK ? read_targets(o, plan, err) : status;
}

/* Whether the field of the ruleset's battles has that key, as "a-rock". */
static bool is_of_the_field(const options *o, const char *word)
{
    const salvo_ruleset *ruleset;
    char key[ORDER_WORD_MAX];

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    return o->ruleset && salvo_ruleset_find(o->ruleset, &ruleset, NULL) == SALVO_OK && ruleset->battle &&
           salvo_parameter_find(ruleset->battle->field, key) >= 0;
}

/* "a-cover=normal" is a word of side a unless it is one of the field, as "cover=normal" is. */
static void share_words(const options *o, orders *r)
{
    for (size_t i = 0; i < o->parameters.n; i++) {
        const char *word = o->parameters.text[i];
        int s = strncmp(word, "a-", 2) == 0 ? 0 : strncmp(word, "b-", 2) == 0 ? 1 : -1;
        list *to;

        if (is_of_the_field(o, word))
            s = -1;
        to = s < 0 ? &r->words : &r->own[s];
        to->text[to->n++] = s < 0 ? word : word + 2;
    }
}

static salvo_status put_cover(orders *r, int s, const char *cover, salvo_error *err)
{
    int length;

    if (!cover)
        return SALVO_OK;
    length = snprintf(r->cover[s], ORDER_WORD_MAX, "cover=%s", cover);
    if (length >= ORDER_WORD_MAX || r->own[s].n == WORDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "--cover-%c: the value is too long", "ab"[s]);
    r->own[s].text[r->own[s].n++] = r->cover[s];
    return SALVO_OK;
}

salvo_status orders_read(orders *r, const options *o, const char *army_a, const char *army_b, salvo_error *err)
{
    const char *armies[] = {army_a, army_b}, *covers[] = {o->cover_a, o->cover_b};
    salvo_status status = read_plan(o, &r->plan, err);

    share_words(o, r);
    for (int s = 0; s < 2 && status == SALVO_OK; s++) {
        status = put_cover(r, s, covers[s], err);
        r->plan.army[s].list = armies[s];
        r->plan.army[s].words = r->own[s].text;
        r->plan.army[s].n_words = r->own[s].n;
    }
    r->plan.words = r->words.text;
    r->plan.n_words = r->words.n;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a battle. All commands that fight one share them: battle, tipping, matrix and sensitivity. */
#include "cli/battle_options.h"

#include <math.h>
#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "cli/numbers.h"
#include "cli/option_table.h"
#include "data/measure.h"
#include "data/names.h"
#include "fight/lines.h"

const char *targets_word(const char *text)
{
    return text && salvo_name_matches(text, "nearest") ? SALVO_TARGETS[SALVO_IN_ORDER] : text;
}

/* An option for one side takes precedence over the option for both. */
static void read_policies(option_reader *r, salvo_battle_plan *plan)
{
    const options *o = r->of;
    const char *targets[] = {o->targets_a ? o->targets_a : o->targets, o->targets_b ? o->targets_b : o->targets};
    const char *acts[] = {o->acts_a ? o->acts_a : o->acts, o->acts_b ? o->acts_b : o->acts};

    for (int s = 0; s < 2; s++) {
        int policy = SALVO_USUAL;

        option_choice_of(r, OPTION(targets), targets_word(targets[s]), &policy);
        plan->army[s].targets = (salvo_targets)policy;
        policy = SALVO_ACTS_USUAL;
        option_choice_of(r, OPTION(acts), acts[s], &policy);
        plan->army[s].acts = (salvo_acts)policy;
    }
}

/* Reads a number or "unlimited". Without the option, the result is 0: the ruleset's own limit. */
static void read_turns(option_reader *r, int64_t *turns)
{
    const char *text = r->of->turns;
    /* A second reader without a message: the message below also names "unlimited". */
    option_reader own = {.of = r->of, .err = NULL};
    const salvo_parameter *p = text ? &option_at(r->of, OPTION(turns))->as : NULL;
    /* Only the word removes the limit: without the option, the rulebook's own limit applies. */
    const bool unlimited = text && salvo_name_matches(text, p->word);
    int number = 0;

    option_count_of(&own, OPTION(turns), unlimited ? NULL : text, &number);
    *turns = unlimited ? -1 : number;
    if (own.status != SALVO_OK && r->status == SALVO_OK)
        r->status = salvo_fail(r->err, SALVO_BAD_INPUT,
                               "--turns %s: not a number of turns; give a whole number "
                               "from %g to %g, or %s",
                               text, p->min, p->max, p->word);
}

/* Reads a distance, or "best" for a command that searches for it. A halt at 0 is an error: lines that may come that
 * near would simply not halt. */
static void read_halt(option_reader *r, size_t place, const salvo_scale *scale, double *halt)
{
    const options *o = r->of;
    const char *const text = *(const char *const *)((const char *)o + place);
    /* A second reader without a message: the message below also names "best". */
    option_reader own = {.of = o, .err = NULL};
    const option *known;

    if (!text || r->status != SALVO_OK)
        return;
    known = option_at(o, place);
    if (salvo_name_matches(text, known->as.word)) {
        *halt = SALVO_HALT_BEST;
        r->status = o->seeks_halt ? SALVO_OK
                                  : salvo_fail(r->err, SALVO_BAD_INPUT,
                                               "%s best is for salvo battle, which finds the best distance; give the "
                                               "distance that it finds",
                                               known->name);
        return;
    }
    option_distance(&own, place, scale, halt);
    if (own.status != SALVO_OK || *halt == 0)
        r->status = salvo_fail(r->err, SALVO_BAD_INPUT,
                               "%s %s: not a distance; give a number above 0%s; distances "
                               "are in %s",
                               known->name, text, o->seeks_halt ? ", or best" : "", salvo_measure_words(scale->unit));
}

static salvo_status read_plan(const options *o, const salvo_store *store, salvo_battle_plan *plan, salvo_error *err)
{
    const salvo_scale scale = salvo_scale_of(store);
    option_reader r = {.of = o, .err = err};
    int scenario = SALVO_HOLD;

    /* Means "not given", because 0 is a distance. */
    plan->close_to = -1;
    option_distance(&r, OPTION(range), &scale, &plan->range);
    option_distance(&r, OPTION(close_to), &scale, &plan->close_to);
    read_halt(&r, OPTION(halt_a), &scale, &plan->army[0].halt);
    read_halt(&r, OPTION(halt_b), &scale, &plan->army[1].halt);
    read_turns(&r, &plan->turns);
    /* A share of the side's elements; 0 means never. */
    option_number(&r, OPTION(break_at), &plan->break_at);
    option_choice(&r, OPTION(scenario), &scenario);
    plan->scenario = (salvo_scenario)scenario;
    read_policies(&r, plan);
    return r.status;
}

/* Whether the field of the ruleset's battles has that key, for example "a-rock". */
static bool is_of_the_field(const salvo_rulebook *book, const char *key)
{
    const salvo_battle_adapter *battle = book->ruleset->battle;

    return battle && salvo_parameter_find(battle->field, key) >= 0;
}

/* The words of the field, and of both sides. */
typedef struct shares {
    list field, side[2];
} shares;

/* A word with the name of an option, such as "turns=5", sets that option, unless the field has such a word. */
static salvo_status take_as_option(options *o, const salvo_rulebook *book, const char *key, const char *word, bool *is,
                                   salvo_error *err)
{
    *is = !is_of_the_field(book, key);
    return *is ? options_take(o, key, word + strlen(key) + 1, TAKES_PLAN, is, err) : SALVO_OK;
}

/* "a-cover=normal" is a word of side a, unless the field has that word. "cover=normal" belongs to the field in the same
 * way. */
static salvo_status share_words(shares *to, options *o, const salvo_rulebook *book, salvo_arena *memory,
                                salvo_error *err)
{
    for (size_t i = 0; i < o->parameters.n; i++) {
        const char *word = o->parameters.text[i];
        const char *key = salvo_arena_slice(memory, word, strcspn(word, "="));
        /* The first two characters name the side; the rest is the element's own word. */
        const int s = strncmp(word, "a-", 2) == 0 ? 0 : strncmp(word, "b-", 2) == 0 ? 1 : -1;
        bool is_option = false;
        salvo_status status = key ? take_as_option(o, book, key, word, &is_option, err) : salvo_fail_memory(err);

        if (status != SALVO_OK)
            return status;
        if (is_option)
            continue;
        if (s < 0 || is_of_the_field(book, key))
            list_put(&to->field, word);
        else
            list_put(&to->side[s], word + 2);
    }
    return SALVO_OK;
}

static salvo_status read_army(salvo_army *army, list *words, const char *text, const char *cover, salvo_arena *memory,
                              salvo_error *err)
{
    /* --cover-a is another spelling of a-cover. */
    list_put_pair(words, "cover", cover, memory);
    army->list = text;
    army->words = words->text;
    army->n_words = words->n;
    return list_check(words, err);
}

static bool stands_still(const salvo_battle_plan *plan)
{
    return plan->scenario == SALVO_HOLD;
}

/* Refuses a halt of a line that does not move: it has no effect. */
static salvo_status check_halt(const salvo_battle_plan *plan, const salvo_battle_plan *other, int side,
                               salvo_error *err)
{
    if (plan->army[side].halt == 0 || line_moves(plan, side) || (other && line_moves(other, side)))
        return SALVO_OK;
    if (stands_still(plan))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--halt-%c is for a line that moves, and in hold both lines stand still; add --scenario %s",
                          "ab"[side], side ? "meeting" : "advance or --scenario meeting");
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--halt-b is for a line that moves, and in advance only the line of a moves; add --scenario "
                      "meeting");
}

salvo_status battle_options_check(const salvo_battle_plan *plan, const salvo_battle_plan *other, salvo_error *err)
{
    salvo_status status = check_halt(plan, other, 0, err);

    status = status == SALVO_OK ? check_halt(plan, other, 1, err) : status;
    if (status != SALVO_OK)
        return status;
    if (plan->close_to < 0 || !stands_still(plan) || (other && !stands_still(other)))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--close-to is for lines that move, and in hold both lines stand still; add --scenario "
                      "advance or --scenario meeting");
}

salvo_status battle_options_read(salvo_battle_plan *plan, context *x, const salvo_rulebook *book, const char *army_a,
                                 const char *army_b, salvo_error *err)
{
    /* Only this battle takes words as options: a second battle may have other words. Three lists take several
     * kilobytes, and the plan borrows their words, so the copy is in the arena. */
    options *o = salvo_arena_array(x->memory, 1, sizeof *o);
    shares *words = salvo_arena_array(x->memory, 1, sizeof *words);
    salvo_status status;

    *plan = (salvo_battle_plan){.range = 0};
    if (!o || !words)
        return salvo_fail_memory(err);
    *o = x->options;
    o->split = false;
    TRY(share_words(words, o, book, x->memory, err));
    plan->words = words->field.text;
    plan->n_words = words->field.n;
    TRY(read_plan(o, &book->store, plan, err));
    status = x->options.split ? SALVO_OK : battle_options_check(plan, NULL, err);
    if (status == SALVO_OK)
        status = read_army(&plan->army[0], &words->side[0], army_a, o->cover_a, x->memory, err);
    return status == SALVO_OK ? read_army(&plan->army[1], &words->side[1], army_b, o->cover_b, x->memory, err) : status;
}

salvo_status battle_options_read_changed(salvo_battle_plan *plan, context *x, const list *words,
                                         const salvo_rulebook *book, salvo_error *err)
{
    context *second = salvo_arena_array(x->memory, 1, sizeof *second); /* its options are large */
    const char **said;
    options *o;

    if (!second)
        return salvo_fail_memory(err);
    *second = *x;
    o = &second->options;
    said = (const char **)&o->army_a;
    for (size_t i = 0; i < PLAN_WORDS; i++)
        said[i] = x->options.changed_plan[i] ? x->options.changed_plan[i] : said[i];
    o->range = o->changed_range ? o->changed_range : o->range;
    o->parameters = *words;
    return battle_options_read(plan, second, book, o->army_a, o->army_b, err);
}

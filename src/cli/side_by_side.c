/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/side_by_side.h"

#include <string.h>

#include "answers/side_by_side.h"
#include "base/try.h"
#include "cli/approach.h"
#include "cli/ask.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/option_table.h"
#include "cli/report.h"
#include "rules/parse.h"

/* One of the two rulebooks, with its question and its answer. `form` says which of the three kinds they are. */
typedef struct half {
    const struct form *form;
    salvo_rulebook book;
    const char *a, *b;
    list words, left_out;
    salvo_duel duel;
    salvo_battle_plan plan;
    salvo_battle battle;
    salvo_efficiency fire;
    bool opened, answered;
} half;

/* A question that any two rulebooks can answer. */
typedef struct form {
    const char *key;  /* of both answers, in JSON */
    unsigned subject; /* of subject.h */
    bool (*has)(const salvo_ruleset *ruleset);
    const char *lacks;
    bool (*knows)(const half *h, context *x, const char *word); /* whether the rulebook has a use for the word */
    salvo_status (*answer)(half *h, context *x, bool second, salvo_error *err);
    side_answer (*side)(const half *h, salvo_arena *memory);
    void (*free)(half *h);
} form;

static bool knows_word(const salvo_schema *schema, const half *h, context *x, const char *word)
{
    salvo_value value;
    size_t at;

    return schema && salvo_word_parse(schema, &h->book.store, word, x->memory, &at, &value, NULL) == SALVO_OK;
}

static bool knows_in(const half *h, context *x, const char *procedure, const char *word)
{
    const salvo_procedure *p;

    return salvo_procedure_find(h->book.ruleset, procedure, &p, NULL) == SALVO_OK && knows_word(&p->schema, h, x, word);
}

/* After "--", the second rulebook's own --range, else the first one's. */
static const char *range_of(const options *o, bool second)
{
    return second && o->changed_range ? o->changed_range : o->range;
}

/* Duels. */

static bool has_duel(const salvo_ruleset *ruleset)
{
    return ruleset->duel != NULL;
}

static bool knows_in_duel(const half *h, context *x, const char *word)
{
    return knows_in(h, x, h->book.ruleset->duel->procedure, word);
}

static salvo_status fight_duel(half *h, context *x, bool second, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_duel_adapter *adapter = h->book.ruleset->duel;
    list said = {.n = 0};

    duel_options_put(&said, x, adapter, second ? GIVEN | CHANGED : GIVEN);
    for (size_t i = 0; i < said.n; i++)
        list_put(second && !knows_in_duel(h, x, said.text[i]) ? &h->left_out : &h->words, said.text[i]);
    TRY(list_check(&said, err));
    TRY(list_check(&h->words, err));
    return salvo_duel_fight(&h->duel, &h->book, h->a, h->b, h->words.text, h->words.n, &o->approach, err);
}

static side_answer side_duel(const half *h, salvo_arena *memory)
{
    return side_of_duel(&h->duel, memory);
}

static void free_duel(half *h)
{
    salvo_duel_free(&h->duel);
}

/* Battles. */

static bool has_battle(const salvo_ruleset *ruleset)
{
    return ruleset->battle != NULL;
}

/* "turns=5" means --turns 5 in any rulebook. */
static bool is_option(context *x, const char *word)
{
    options *tried = salvo_arena_array(x->memory, 1, sizeof *tried);
    const char *key = salvo_arena_slice(x->memory, word, strcspn(word, "="));
    bool is = false;

    if (tried && key)
        options_take(tried, key, word + strlen(key) + 1, TAKES_PLAN, &is, NULL);
    return is;
}

/* "a-cover=normal" is a word of an element, unless the field has it. */
static bool knows_in_battle(const half *h, context *x, const char *word)
{
    const salvo_battle_adapter *battle = h->book.ruleset->battle;
    const bool of_side = strncmp(word, "a-", 2) == 0 || strncmp(word, "b-", 2) == 0;

    return knows_word(battle->field, h, x, word) || (of_side && knows_word(battle->element, h, x, word + 2)) ||
           is_option(x, word);
}

static salvo_status fight_battle(half *h, context *x, bool second, salvo_error *err)
{
    const options *o = &x->options;
    salvo_status status = second ? battle_options_read_changed(&h->plan, x, &h->words, &h->book, err)
                                 : battle_options_read(&h->plan, x, &h->book, o->army_a, o->army_b, err);

    if (status == SALVO_OK)
        status = battle_options_check(&h->plan, NULL, err);
    return status == SALVO_OK ? salvo_battle_fight(&h->battle, &h->book, &h->plan, &o->approach, err) : status;
}

static side_answer side_battle(const half *h, salvo_arena *memory)
{
    return side_of_battle(&h->battle, memory);
}

static void free_battle(half *h)
{
    salvo_battle_free(&h->battle);
}

/* Fire. */

static bool has_fire(const salvo_ruleset *ruleset)
{
    return ruleset->fire != NULL;
}

static bool knows_in_fire(const half *h, context *x, const char *word)
{
    return knows_in(h, x, h->book.ruleset->fire->procedure, word);
}

/* All ranges of a table would be many answers. The second rulebook has other brackets, so none of them could be
 * paired. */
static salvo_status measure_fire(half *h, context *x, bool second, salvo_error *err)
{
    const char *range = range_of(&x->options, second);
    const salvo_efficiency_plan plan = {
        .units = h->a, .against = h->b, .range = range, .words = h->words.text, .n_words = h->words.n};
    salvo_status status;

    if (!range)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the range is missing; add it, as in salvo compare fire \"Tiger I\" \"Sherman M4A1\" -r "
                          "mad --range 500 -- -r trr --range 50");
    status = salvo_efficiency_measure(&h->fire, &h->book, &plan, err);
    if (status != SALVO_OK || (h->fire.n_units == 1 && h->fire.n_targets == 1 && h->fire.n_ranges == 1))
        return status;
    salvo_efficiency_free(&h->fire);
    return salvo_fail(err, SALVO_BAD_INPUT, "fire is compared for one unit, one target and one range");
}

static side_answer side_fire(const half *h, salvo_arena *memory)
{
    return side_of_fire(&h->fire, memory);
}

static void free_fire(half *h)
{
    salvo_efficiency_free(&h->fire);
}

static const form DUELS = {"duels", OF_DUEL, has_duel, "no duel", knows_in_duel, fight_duel, side_duel, free_duel};
static const form BATTLES = {"battles",       OF_BATTLE,    has_battle,  "no battles",
                             knows_in_battle, fight_battle, side_battle, free_battle};
static const form FIRES = {"fires",       OF_FIRE,      has_fire,  "no fire of one unit at another",
                           knows_in_fire, measure_fire, side_fire, free_fire};

static salvo_status open_half(half *h, context *x, const char *ruleset, const char *data, const list *set,
                              const list *rules, salvo_error *err)
{
    options *o = &x->options;
    const char *const first[] = {o->ruleset, o->data};
    const list first_set = o->set, first_rules = o->rules;
    salvo_status status;

    /* The options determine which rulebook opens. Those of the first variant are restored afterwards. */
    o->ruleset = ruleset;
    o->data = data;
    o->set = *set;
    o->rules = *rules;
    status = book_open_named(&h->book, x, err);
    o->ruleset = first[0];
    o->data = first[1];
    o->set = first_set;
    o->rules = first_rules;
    h->opened = status == SALVO_OK;
    if (status == SALVO_OK && !h->form->has(h->book.ruleset))
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has %s", h->book.ruleset->id, h->form->lacks);
    return status;
}

static salvo_status open_both(half halves[2], context *x, salvo_error *err)
{
    const options *o = &x->options;

    TRY(open_half(&halves[0], x, o->ruleset, o->data, &o->set, &o->rules, err));
    return open_half(&halves[1], x, o->changed_ruleset, o->changed_data, &o->changed_set, &o->changed_rules, err);
}

/* A number in another unit would be another distance. */
static salvo_status check_units(half halves[2], context *x, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_store *first = &halves[0].book.store, *second = &halves[1].book.store;

    if (!o->range || o->changed_range || strcmp(first->distance_unit, second->distance_unit) == 0)
        return SALVO_OK;
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "--range %s is in %s in %s, but %s measures in %s; add the second range, as in -- -r %s --range N", o->range,
        first->distance_unit, first->id, second->id, second->distance_unit, second->id);
}

static bool has_key(const list *words, const char *word)
{
    for (size_t i = 0; i < words->n; i++)
        if (strcspn(words->text[i], "=") == strcspn(word, "=") &&
            strncmp(words->text[i], word, strcspn(word, "=")) == 0)
            return true;
    return false;
}

/* "a=Tiger Ie" after the dashes is the unit's name in the second rulebook. Armies have --a and --b. */
static bool take_name(half *h, const char *word)
{
    const bool of_a = strncmp(word, "a=", 2) == 0, of_b = strncmp(word, "b=", 2) == 0;

    if (!h->a)
        return false;
    if (of_a)
        h->a = word + 2;
    if (of_b)
        h->b = word + 2;
    return of_a || of_b;
}

/* Asks the second rulebook in the same words, as far as it has such a parameter and such a value. */
static salvo_status read_words(half halves[2], context *x, salvo_error *err)
{
    const options *o = &x->options;
    half *first = &halves[0], *second = &halves[1];

    list_put_all(&first->words, &o->parameters);
    for (size_t i = 0; i < o->parameters.n; i++) {
        const char *word = o->parameters.text[i];

        if (has_key(&o->changes, word))
            continue;
        if (second->form->knows(second, x, word))
            list_put(&second->words, word);
        else
            list_put(&second->left_out, word);
    }
    for (size_t i = 0; i < o->changes.n; i++)
        if (!take_name(second, o->changes.text[i]))
            list_put(&second->words, o->changes.text[i]);
    TRY(list_check(&first->words, err));
    return list_check(&second->words, err);
}

static salvo_status answer_both(half halves[2], context *x, salvo_error *err)
{
    for (int i = 0; i < 2; i++) {
        const salvo_status status = halves[i].form->answer(&halves[i], x, i == 1, err);

        if (status != SALVO_OK)
            return status;
        halves[i].answered = true;
    }
    return SALVO_OK;
}

static salvo_status report_halves(half halves[2], context *x, salvo_error *err)
{
    const form *f = halves[0].form;
    const list *left_out = &halves[1].left_out;
    side_by_side answer = {
        f->key, {f->side(&halves[0], x->memory), f->side(&halves[1], x->memory)}, left_out->text, left_out->n};

    return report(x, &SIDE_BY_SIDE_ANSWER, &answer, SALVO_OK, err);
}

static salvo_status run(half halves[2], context *x, salvo_error *err)
{
    /* Each step needs the result of the one before. */
    static salvo_status (*const STEPS[])(half[2], context *, salvo_error *) = {open_both, check_units, read_words,
                                                                               answer_both, report_halves};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](halves, x, err);
    return status;
}

/* Returns the form of the subject. NULL: two rulebooks have no such question in common. */
static const form *form_of(const subject *s)
{
    return s->kind == OF_DUEL ? &DUELS : s->kind == OF_BATTLE ? &BATTLES : s->kind == OF_FIRE ? &FIRES : NULL;
}

/* A table of fire is exact. */
static salvo_status refuse_method(const options *o, salvo_error *err)
{
    for (const option *known = option_next(NULL, o->takes); known; known = option_next(known, o->takes))
        if (known->takes & TAKES_METHOD && known->of && option_is_given(o, known))
            return salvo_fail(err, SALVO_BAD_INPUT, "the fire of two rulebooks is compared exactly; leave out %s",
                              known->name);
    return SALVO_OK;
}

/* Halves are large, each with two lists of words, so they are not on the stack. */
salvo_status side_by_side_run(context *x, const subject *s, salvo_error *err)
{
    const form *kind = form_of(s);
    half *halves = salvo_arena_array(x->memory, 2, sizeof *halves);
    salvo_status status;

    if (!halves)
        return salvo_fail_memory(err);
    if (!kind)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "two rulebooks can be compared by a duel (duel A B), by fire (fire A B) or by a battle (battle A "
            "B), as in salvo compare \"Tiger I\" \"Sherman Firefly\" -r mad --range 500 -- -r "
            "trr --range 50");
    TRY(s->kind == OF_FIRE ? refuse_method(&x->options, err) : SALVO_OK);
    /* There are no common dice, so no simulation is required. */
    TRY(approach_check(&x->options, 0, err));
    for (int i = 0; i < 2; i++)
        halves[i] = (half){.form = kind, .a = kind == &BATTLES ? NULL : s->a, .b = kind == &BATTLES ? NULL : s->b};
    status = run(halves, x, err);
    for (int i = 0; i < 2; i++) {
        if (halves[i].answered)
            kind->free(&halves[i]);
        if (halves[i].opened)
            salvo_rulebook_close(&halves[i].book);
    }
    return status;
}

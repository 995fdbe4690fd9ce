#include "cli/side_by_side.h"

#include "answers/side_by_side.h"

#include <string.h>

#include "cli/books.h"
#include "cli/report.h"
#include "rules/parse.h"

/* A duel in one of the rulebooks. */
typedef struct half {
    salvo_rulebook book;
    const char *a, *b;
    list words, left_out;
    salvo_duel duel;
    bool opened, fought;
} half;

static salvo_status open_half(half *h, context *x, const char *ruleset, const char *data, const list *set,
                              salvo_error *err)
{
    options *o = &x->options;
    const char *const first[] = {o->ruleset, o->data};
    const list first_set = o->set;
    salvo_status status;

    /* Rulebooks are opened as the options say; those of the first variant come back afterwards. */
    o->ruleset = ruleset;
    o->data = data;
    o->set = *set;
    status = book_open_named(&h->book, x, err);
    o->ruleset = first[0];
    o->data = first[1];
    o->set = first_set;
    h->opened = status == SALVO_OK;
    if (h->opened && !h->book.ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", h->book.ruleset->id);
    return status;
}

static const salvo_schema *schema_of(const half *h)
{
    const salvo_procedure *p;

    return salvo_procedure_find(h->book.ruleset, h->book.ruleset->duel->procedure, &p, NULL) == SALVO_OK ? &p->schema
                                                                                                         : NULL;
}

/* A word for the second rulebook too, if it has a parameter of that name and such a value. */
static void pass_on(half *to, const char *word, context *x)
{
    const salvo_schema *schema = schema_of(to);
    salvo_value value;
    size_t at;
    const bool is_known =
        schema && salvo_word_parse(schema, &to->book.store, word, x->memory, &at, &value, NULL) == SALVO_OK;

    list_put(is_known ? &to->words : &to->left_out, word);
}

static bool has_key(const list *words, const char *word)
{
    for (size_t i = 0; i < words->n; i++)
        if (strcspn(words->text[i], "=") == strcspn(word, "=") &&
            strncmp(words->text[i], word, strcspn(word, "=")) == 0)
            return true;
    return false;
}

/* "a=Tiger Ie" behind the dashes is the unit's name in the second rulebook. */
static bool take_name(half *h, const char *word)
{
    const bool of_a = strncmp(word, "a=", 2) == 0, of_b = strncmp(word, "b=", 2) == 0;

    if (of_a)
        h->a = word + 2;
    if (of_b)
        h->b = word + 2;
    return of_a || of_b;
}

static void put_distance(half *h, const char *range, const char *first, context *x)
{
    const salvo_duel_adapter *adapter = h->book.ruleset->duel;

    list_put_pair(&h->words, adapter->range, range, x->memory);
    list_put_pair(&h->words, adapter->first, first, x->memory);
}

/* Words before the dashes are for both rulebooks as far as the second one has such parameters; what it has not is
 * told, so that nobody takes two different fights for the same. */
static salvo_status read_words(half halves[2], context *x, salvo_error *err)
{
    const options *o = &x->options;
    half *first = &halves[0], *second = &halves[1];
    salvo_status status;

    first->a = second->a = o->names.text[0];
    first->b = second->b = o->names.text[1];
    list_put_all(&first->words, &o->parameters);
    for (size_t i = 0; i < o->parameters.n; i++)
        if (!has_key(&o->changes, o->parameters.text[i]))
            pass_on(second, o->parameters.text[i], x);
    for (size_t i = 0; i < o->changes.n; i++)
        if (!take_name(second, o->changes.text[i]))
            list_put(&second->words, o->changes.text[i]);
    put_distance(first, o->range, o->first, x);
    put_distance(second, o->changed_range ? o->changed_range : o->range, o->changed_first ? o->changed_first : o->first,
                 x);
    status = list_check(&first->words, err);
    return status == SALVO_OK ? list_check(&second->words, err) : status;
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
        "--range %s is in %s in %s, but %s measures in %s: add the second range, as in -- -r %s --range N", o->range,
        first->distance_unit, first->id, second->id, second->distance_unit, second->id);
}

static salvo_status fight(half *h, context *x, salvo_error *err)
{
    salvo_status status =
        salvo_duel_fight(&h->duel, &h->book, h->a, h->b, h->words.text, h->words.n, &x->options.approach, err);

    h->fought = status == SALVO_OK;
    return status;
}

static salvo_status open_both(half halves[2], context *x, salvo_error *err)
{
    const options *o = &x->options;
    salvo_status status = open_half(&halves[0], x, o->ruleset, o->data, &o->set, err);

    return status == SALVO_OK ? open_half(&halves[1], x, o->changed_ruleset, o->changed_data, &o->changed_set, err)
                              : status;
}

static salvo_status fight_both(half halves[2], context *x, salvo_error *err)
{
    salvo_status status = fight(&halves[0], x, err);

    return status == SALVO_OK ? fight(&halves[1], x, err) : status;
}

static salvo_status tell(half halves[2], context *x, salvo_error *err)
{
    const list *left_out = &halves[1].left_out;
    side_by_side answer = {{&halves[0].duel, &halves[1].duel}, left_out->text, left_out->n};

    return report(x, &SIDE_BY_SIDE_ANSWER, &answer, SALVO_OK, err);
}

static salvo_status run(half halves[2], context *x, salvo_error *err)
{
    /* Each needs what the one before it found. */
    static salvo_status (*const STEPS[])(half[2], context *, salvo_error *) = {open_both, check_units, read_words,
                                                                               fight_both, tell};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](halves, x, err);
    return status;
}

/* Halves are large, each with two lists of words, and so are not on the stack. */
salvo_status side_by_side_run(context *x, salvo_error *err)
{
    half *halves = salvo_arena_array(x->memory, 2, sizeof *halves);
    salvo_status status;

    if (!halves)
        return salvo_fail_memory(err);
    if (x->options.names.n != 2)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "two rulebooks are compared by a duel of two units, as in salvo compare \"Tiger I\" \"Sherman "
            "Firefly\" -r mad --range 500 -- -r trr --range 50");
    status = run(halves, x, err);
    for (int i = 0; i < 2; i++) {
        if (halves[i].fought)
            salvo_duel_free(&halves[i].duel);
        if (halves[i].opened)
            salvo_rulebook_close(&halves[i].book);
    }
    return status;
}

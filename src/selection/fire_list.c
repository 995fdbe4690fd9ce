/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An army list of fire: every entry is a question to the ruleset's fire adapter, and their results are added up. */
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "fight/army.h"
#include "selection/fire.h"

/* The list while it is read. */
typedef struct reader {
    salvo_fire_list *to;
    const salvo_fire_plan *plan;
    salvo_text lines;
    salvo_error *err;
} reader;

enum { ENTRIES_MAX = 32 };

/* Lists the user's words, the entry's own, and the range. */
static salvo_status entry_words(const reader *r, const army_item *i, const char ***words, size_t *n)
{
    const salvo_fire_plan *plan = r->plan;

    *words = salvo_arena_array(r->to->memory, plan->n_words + i->n_words + 1, sizeof **words);
    *n = 0;
    if (!*words)
        return salvo_fail_memory(r->err);
    for (size_t k = 0; k < i->n_words; k++)
        (*words)[(*n)++] = i->words[k];
    for (size_t k = 0; k < plan->n_words; k++) {
        const size_t key = strcspn(plan->words[k], "=") + 1;
        bool given = false;

        for (size_t own = 0; own < i->n_words; own++)
            given = given || strncmp(plan->words[k], i->words[own], key) == 0;
        if (!given)
            (*words)[(*n)++] = plan->words[k];
    }
    return SALVO_OK;
}

/* Asks for one activation of that row at the target. */
static salvo_status ask_entry(reader *r, const fire *f, size_t firer, size_t target)
{
    salvo_fire_list *to = r->to;
    const salvo_fire_adapter *adapter = f->book->ruleset->fire;
    const char **words = salvo_arena_array(to->memory, fire_words_max(f) + 1, sizeof *words);
    size_t n = words ? fire_words(f, firer, target, to->memory, words) : 0;

    if (n == 0)
        return salvo_fail_memory(r->err);
    if (r->plan->range && !(words[n++] = salvo_arena_printf(to->memory, "%s=%s", adapter->range, r->plan->range)))
        return salvo_fail_memory(r->err);
    return salvo_question_ask(&to->fires[to->n], f->book, f->procedure, words, n, r->err);
}

/* Finds the rows of an entry's unit and of the target. */
static salvo_status find_rows(const reader *r, const fire *f, const army_item *i, size_t *firer, size_t *target)
{
    TRY(salvo_unit_set_find(&f->firers, i->name, firer, r->err));
    TRY(fire_check_firer(f, *firer, r->err));
    return salvo_unit_set_find(&f->targets, r->plan->target, target, r->err);
}

/* Adds the entry, and the words of its fire: an entry may have its own beside the common ones. */
static salvo_status put_entry(reader *r, const fire *f)
{
    salvo_fire_list *to = r->to;
    const bool *conditions = fire_conditions(f, &to->fires[to->n], to->memory);

    if (!conditions)
        return salvo_fail_memory(r->err);
    salvo_text_add(&r->lines, "%s%d x %s at %s", to->n ? "\n" : "", to->counts[to->n], to->firers[to->n], to->target);
    fire_conditions_put(&r->lines, &to->fires[to->n], conditions);
    to->n++;
    return SALVO_OK;
}

/* An entry is a unit, its number, and words of its own. It is one question, asked as often as there are units. */
static salvo_status add_entry(reader *r, const salvo_rulebook *book, const army_item *i)
{
    const char **words;
    size_t n, firer, target;
    fire f;

    if (r->to->n == ENTRIES_MAX)
        return salvo_fail(r->err, SALVO_BAD_INPUT, "the list of fire has more than %d entries", ENTRIES_MAX);
    TRY(entry_words(r, i, &words, &n));
    TRY(fire_init(&f, book, words, n, r->err));
    TRY(find_rows(r, &f, i, &firer, &target));
    TRY(ask_entry(r, &f, firer, target));
    r->to->counts[r->to->n] = i->count;
    r->to->targets += i->count;
    r->to->firers[r->to->n] = salvo_unit_set_name(&f.firers, firer);
    r->to->target = salvo_unit_set_name(&f.targets, target);
    return put_entry(r, &f);
}

static salvo_status read_list(reader *r, const salvo_rulebook *book)
{
    const char *rest = r->plan->list;
    salvo_status status = SALVO_OK;

    while (rest && status == SALVO_OK) {
        army_item i;

        status = army_item_read(&i, &rest, r->to->memory, r->err);
        status = status == SALVO_OK ? add_entry(r, book, &i) : status;
    }
    return status;
}

/* "kills" means the ruleset's word for a destroyed target, unless something in the fire has that name itself. */
static const char *total_of(const salvo_rulebook *book, const char *total)
{
    const salvo_fire_adapter *adapter = book->ruleset->fire;

    if (!total)
        return adapter->damage;
    return strcmp(total, "kills") == 0 && strcmp(adapter->damage, "kills") != 0 ? adapter->killed : total;
}

/* Returns "the total damage of 4 Panther, 2 Tiger I at Sherman M4A1, 500 m away": the range is that of all entries. */
static const char *title_of(const reader *r, const salvo_rulebook *book, const char *total)
{
    const salvo_question *first = &r->to->fires[0];
    const int range = salvo_parameter_find(first->schema, book->ruleset->fire->range);
    const bool kills = strcmp(total, book->ruleset->fire->killed) == 0;
    salvo_arena *memory = r->to->memory;
    const char *of = kills ? salvo_arena_printf(memory, "targets %s by %s", total, r->plan->list)
                           : salvo_arena_printf(memory, "the total %s of %s", total, r->plan->list);

    if (range < 0 || first->values[range].absent)
        return salvo_arena_printf(memory, "%s at %s", of ? of : "", r->to->target);
    return salvo_arena_printf(memory, "%s at %s, %s %s away", of ? of : "", r->to->target, first->values[range].text,
                              book->store.distance_unit);
}

static salvo_status add_up(reader *r, const salvo_rulebook *book)
{
    salvo_fire_list *to = r->to;
    const char *total = total_of(book, r->plan->total);
    salvo_sum sum = {.questions = to->fires, .counts = to->counts, .n = to->n, .total = total};

    sum.title = title_of(r, book, total);
    to->total = total;
    if (to->targets > 1)
        salvo_text_add(&r->lines, "\nEach activation has a target of its own: %d in total.", to->targets);
    if (book->ruleset->fire->about)
        salvo_text_add(&r->lines, "\n%s", book->ruleset->fire->about);
    sum.words = r->lines.failed ? NULL : salvo_arena_text(to->memory, salvo_text_of(&r->lines));
    if (!sum.title || !sum.words)
        return salvo_fail_memory(r->err);
    return salvo_question_sum(&to->sum, &sum, r->err);
}

/* Room for all entries is made at once, because their sum borrows the questions, and they must not move. */
static salvo_status ask(reader *r, const salvo_rulebook *book)
{
    salvo_fire_list *to = r->to;

    to->fires = salvo_arena_array(to->memory, ENTRIES_MAX, sizeof *to->fires);
    to->counts = salvo_arena_array(to->memory, ENTRIES_MAX, sizeof *to->counts);
    to->firers = salvo_arena_array(to->memory, ENTRIES_MAX, sizeof *to->firers);
    if (!to->fires || !to->counts || !to->firers)
        return salvo_fail_memory(r->err);
    TRY(read_list(r, book));
    return add_up(r, book);
}

salvo_status salvo_fire_list_ask(salvo_fire_list *list, const salvo_rulebook *book, const salvo_fire_plan *plan,
                                 salvo_error *err)
{
    reader r = {.to = list, .plan = plan, .err = err};
    salvo_status status;

    *list = (salvo_fire_list){.memory = salvo_arena_new()};
    status = list->memory ? ask(&r, book) : salvo_fail_memory(err);
    salvo_text_free(&r.lines);
    if (status != SALVO_OK)
        salvo_fire_list_free(list);
    return status;
}

/* What two lists can differ in. */
enum { OF_LIST, OF_TARGET, OF_RANGE, OF_WORDS, N_OF_PLAN };
static const salvo_parameter OF_PLAN[N_OF_PLAN] = {
    [OF_LIST] = {.key = "list", .kind = SALVO_TEXT},
    [OF_TARGET] = {.key = "target", .kind = SALVO_TEXT},
    [OF_RANGE] = {.key = "range", .kind = SALVO_DECIMAL, .distance = true},
    [OF_WORDS] = {.key = "words", .kind = SALVO_TEXT},
};

static salvo_value text_value(const char *text)
{
    return (salvo_value){.given = text && *text, .absent = !text || !*text, .text = text ? text : ""};
}

static const char *joined(const salvo_fire_plan *plan, salvo_arena *memory)
{
    const char *text = "";

    for (size_t i = 0; i < plan->n_words && text; i++)
        text = salvo_arena_printf(memory, "%s%s%s", text, i ? " " : "", plan->words[i]);
    return text;
}

salvo_status salvo_fire_list_describe(salvo_fire_list *list, const salvo_fire_plan *plan, salvo_error *err)
{
    salvo_procedure *procedure = salvo_arena_array(list->memory, 1, sizeof *procedure);
    salvo_value *values = salvo_arena_array(list->memory, N_OF_PLAN, sizeof *values);
    const char *words = joined(plan, list->memory);

    if (!procedure || !values || !words)
        return salvo_fail_memory(err);
    *procedure = *list->sum.procedure;
    procedure->schema.parameters = OF_PLAN;
    procedure->schema.n_parameters = N_OF_PLAN;
    values[OF_LIST] = text_value(plan->list);
    values[OF_TARGET] = text_value(list->target);
    values[OF_RANGE] = text_value(plan->range);
    values[OF_RANGE].decimal = plan->range ? strtod(plan->range, NULL) : 0; /* it was read before, also with a unit */
    values[OF_WORDS] = text_value(words);
    list->sum.procedure = procedure;
    list->sum.schema = &procedure->schema;
    list->sum.values = values;
    return SALVO_OK;
}

void salvo_fire_list_free(salvo_fire_list *list)
{
    salvo_question_free(&list->sum);
    for (size_t i = 0; i < list->n; i++)
        salvo_question_free(&list->fires[i]);
    salvo_arena_free(list->memory);
    *list = (salvo_fire_list){.n = 0};
}

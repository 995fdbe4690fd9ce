/* The same engine that answers the question, stopped on the way: what is enumerated and how often it is visited. */
#include <salvo/explain.h>

#include <math.h>
#include <string.h>

#include "explain/deciding.h"
#include "explain/kinds.h"
#include "explain/roll.h"
#include "explain/shares.h"
#include "rules/fault.h"
#include "simulate/answer.h"

enum { EFFORT = 3000000 }; /* dice results that are looked at, several times each */

/* A question by its words. */
typedef struct asked_words {
    const char *procedure;
    const char **words;
    size_t n;
} asked_words;

/* Asked by its words in the changed book, because a change may concern how words are read: a default, a range, a name. */
static salvo_status print_again(const void *of, const salvo_rulebook *book, uint64_t *print, salvo_error *err)
{
    const asked_words *a = of;

    return question_print(book, a->procedure, a->words, a->n, print, err);
}

static salvo_status find_cells(salvo_explanation *e, const salvo_question *asked, const salvo_approach *approach,
                               salvo_error *err)
{
    const salvo_schema *schema = asked->schema;
    asked_words a = {.procedure = schema->name,
                     .words = salvo_arena_array(e->memory, schema->n_parameters, sizeof *a.words)};
    const char **names = salvo_arena_array(e->memory, schema->n_parameters, sizeof *names);
    asked_print print = {print_again, &a, names, 0, approach ? approach->plan.threads : 0};

    if (!asked->book || asked->book->store.n_tables == 0) /* dice alone */
        return SALVO_OK;
    if (!a.words || !names)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_value *value = &asked->values[i];

        names[print.n_names++] = value->text;
        if (!value->given)
            continue;
        a.words[a.n] = salvo_arena_printf(e->memory, "%s=%s", schema->parameters[i].key, value->text);
        if (!a.words[a.n++])
            return salvo_fail_memory(err);
    }
    return deciding_cells(asked->book, &print, e->memory, &e->cells, &e->n_cells, err);
}

/* Kinds are found over all states before any is told: what tells one from another is known only then. */
static salvo_status tell_kinds(kinds *k, salvo_error *err)
{
    salvo_status status = kinds_find(k, err);

    if (status != SALVO_OK)
        return status;
    status = kinds_tell(k, err);
    return status == SALVO_OK && k->course ? shares_tell(k, err) : status;
}

/* The throws of the chain from its states; with a course also how often they are made, and what they add up to. */
static salvo_status tell_chain(salvo_explanation *e, const intern_table *states, const chain_course *course,
                               salvo_error *err)
{
    kinds k = kinds_of(e, states, course);
    const salvo_status status = tell_kinds(&k, err);

    kinds_free(&k);
    return status;
}

/* The turns told are few: they show how the chance builds up, and `later` has all that is left. */
static salvo_status follow(salvo_explanation *e, const state_graph *graph, const intern_table *states, salvo_error *err)
{
    chain_course course;
    salvo_status status = chain_follow(&course, e->question, graph, SALVO_TURNS_TOLD, err);

    if (status != SALVO_OK)
        return status;
    e->size = graph->n_states;
    status = tell_chain(e, states, &course, err);
    chain_course_free(&course);
    return status;
}

/* What is too large to be followed: the answer, however it is found. */
static salvo_status answer_only(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    salvo_approach how = approach ? *approach : (salvo_approach){.plan = {.seed = 1}};

    e->is_whole = false;
    return salvo_answer_find(&e->answer, e->question, &how, err);
}

/* A throw that has too many results is not told, but the answer stands. */
static bool is_untold(salvo_explanation *e, salvo_status status, salvo_error *err)
{
    if (status != SALVO_TOO_LARGE)
        return false;
    e->n_throws = 0;
    if (err)
        *err = (salvo_error){0};
    return true;
}

/* With its first throws. */
static salvo_status explain_large(salvo_explanation *e, const intern_table *states, const salvo_approach *approach,
                                  salvo_error *err)
{
    salvo_status status = tell_chain(e, states, NULL, err);

    if (status != SALVO_OK && !is_untold(e, status, err))
        return status;
    return answer_only(e, approach, err);
}

static salvo_status explain_roll(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status = roll_explain(e, err);

    return is_untold(e, status, err) ? answer_only(e, approach, err) : status;
}

static salvo_status explain_chain(salvo_explanation *e, const salvo_approach *approach, salvo_error *err)
{
    const graph_limits limits = graph_limits_within(EFFORT);
    intern_table states;
    state_graph graph;
    salvo_status status = state_graph_compile_states(&graph, &states, e->question, &limits, err);

    /* Beyond the limits the states that were numbered are there all the same: those that are reached first. */
    if (status == SALVO_OK) {
        status = follow(e, &graph, &states, err);
        state_graph_free(&graph);
    } else if (status == SALVO_TOO_LARGE) {
        status = explain_large(e, &states, approach, err);
    }
    intern_table_free(&states);
    return status;
}

static salvo_status print_battle(const void *plan, const salvo_rulebook *book, uint64_t *print, salvo_error *err)
{
    salvo_question q;
    salvo_status status = salvo_battle_ask(&q, book, plan, NULL, err);

    if (status != SALVO_OK)
        return status;
    status = print_of(&q, print, err);
    salvo_battle_question_free(&q);
    return status;
}

/* The plan's lists name the units, as everything that is looked for by its name. */
static salvo_status find_battle_cells(salvo_explanation *e, const salvo_battle_plan *plan,
                                      const salvo_approach *approach, salvo_error *err)
{
    const salvo_rulebook *book = e->question->book;
    const char *names[2 * SALVO_KINDS_MAX];
    size_t units[2 * SALVO_KINDS_MAX];
    const asked_print print = {print_battle, plan, names, salvo_battle_units(e->question, units),
                               approach ? approach->plan.threads : 0};
    const salvo_table *table = salvo_store_table(&book->store, book->ruleset->units);

    for (size_t i = 0; i < print.n_names; i++)
        names[i] = units[i] < table->n_rows ? table->cells[units[i] * table->n_columns].text : "";
    return deciding_cells(book, &print, e->memory, &e->cells, &e->n_cells, err);
}

/* Of a battle there is a plan in place of words. */
static salvo_status explain(salvo_explanation *e, const salvo_battle_plan *plan, const salvo_approach *approach,
                            salvo_error *err)
{
    salvo_status status = plan ? find_battle_cells(e, plan, approach, err) : find_cells(e, e->question, approach, err);

    if (status != SALVO_OK)
        return status;
    return e->question->procedure->roll ? explain_roll(e, approach, err) : explain_chain(e, approach, err);
}

/* Rules of a user's may be at fault while they are asked; then nothing that was found means anything. */
static salvo_status explain_question(salvo_explanation *e, const salvo_question *question,
                                     const salvo_battle_plan *plan, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *e = (salvo_explanation){.question = question, .is_whole = true, .memory = salvo_arena_new()};
    if (!e->memory)
        return salvo_fail_memory(err);
    status = salvo_fault_or(explain(e, plan, approach, err), question->book, err);
    if (status != SALVO_OK)
        salvo_explanation_free(e);
    return status;
}

salvo_status salvo_explain(salvo_explanation *e, const salvo_question *question, const salvo_approach *approach,
                           salvo_error *err)
{
    return explain_question(e, question, NULL, approach, err);
}

salvo_status salvo_explain_battle(salvo_explanation *e, const salvo_question *battle, const salvo_battle_plan *plan,
                                  const salvo_approach *approach, salvo_error *err)
{
    return explain_question(e, battle, plan, approach, err);
}

void salvo_explanation_free(salvo_explanation *e)
{
    salvo_answer_free(&e->answer);
    salvo_arena_free(e->memory);
    memset(e, 0, sizeof *e);
}

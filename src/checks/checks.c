/* The sample is drawn from a fixed seed and ends by work done, never by a clock: what is checked depends on the rulebook
 * alone. */
#include "checks/checks.h"

#include <string.h>
#include <sys/stat.h>

#include <salvo/fight.h>
#include <salvo/odds.h>

#include "checks/purity.h"
#include "checks/samples.h"
#include "checks/tests.h"
#include "data/file.h"
#include "rules/fault.h"

enum {
    SEED = 20,
    QUESTIONS = 40,  /* of a procedure, answered or refused */
    RESULTS = 60000, /* dice results of all procedures together, after which no question is begun */
    EFFORT = 10000,  /* of a chain that is solved */
};

/* One procedure under way. */
typedef struct inspection {
    const salvo_rulebook *book;
    checked_procedure *to;
    pcg32 rng;
    bool *seen;
    salvo_arena *memory; /* the check's */
} inspection;

static const char *in_one(const char *const *words, int n, salvo_arena *memory)
{
    const char *text = "";

    for (int i = 0; i < n && text; i++)
        text = salvo_arena_printf(memory, "%s%s%s", text, i ? " " : "", words[i]);
    return text ? text : "";
}

/* Without a limit of turns, what is undecided may go on for ever. */
static void note_endless(inspection *in, const salvo_question *q, const salvo_outcome *outcome, const char *words)
{
    const salvo_chain *chain = q->procedure->chain;
    const bool limited = chain->turn_limit && chain->turn_limit(q->situation);

    if (outcome->outcome != chain->undecided || limited || *in->to->endless)
        return;
    in->to->endless = salvo_arena_printf(in->memory, "%s%s%s (%.3g %%)", words, *words ? ": " : "", outcome->label,
                                         100 * outcome->probability.value);
    if (!in->to->endless)
        in->to->endless = "";
}

/* Which outcomes can come, where the chain is small enough to say. */
static salvo_status solve(inspection *in, const salvo_question *q, const char *words, salvo_error *err)
{
    const salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT};
    salvo_odds odds;
    salvo_status status = salvo_odds_solve(&odds, q, &options, err);

    if (status == SALVO_TOO_LARGE)
        return SALVO_OK;
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < odds.n_outcomes; i++) {
        if ((size_t)odds.outcomes[i].outcome < q->procedure->n_outcomes)
            in->seen[odds.outcomes[i].outcome] = true;
        note_endless(in, q, &odds.outcomes[i], words);
    }
    in->to->results += odds.size;
    salvo_odds_free(&odds);
    return SALVO_OK;
}

static salvo_status inspect(inspection *in, const salvo_question *first, const salvo_question *second,
                            const char *words, salvo_arena *memory, salvo_error *err)
{
    const trial t = {first, second, words, in->seen, &in->to->results, &in->rng, memory};
    salvo_status status;

    in->to->questions++;
    if (first->procedure->roll)
        return purity_of_roll(&t, err);
    status = purity_of_chain(&t, err);
    return status == SALVO_OK ? solve(in, first, words, err) : status;
}

/* A question that the rules refuse is no fault of theirs: the words were drawn by chance. */
static salvo_status try_question(inspection *in, bool plain, salvo_arena *memory, salvo_error *err)
{
    const salvo_procedure *p = in->to->procedure;
    const char *words[SAMPLE_WORDS_MAX];
    salvo_question first, second;
    int n = sample_words(words, &p->schema, &in->book->store, plain, &in->rng, memory);
    salvo_status status;

    if (n < 0 || salvo_question_ask(&first, in->book, p, words, (size_t)n, NULL) != SALVO_OK)
        return salvo_rulebook_fault(in->book, err);
    status = salvo_question_ask(&second, in->book, p, words, (size_t)n, err);
    if (status == SALVO_OK) {
        status = inspect(in, &first, &second, in_one(words, n, memory), memory, err);
        salvo_question_free(&second);
    }
    salvo_question_free(&first);
    return status;
}

static const char *list_unseen(const inspection *in)
{
    const salvo_procedure *p = in->to->procedure;
    const char *text = "";

    for (size_t i = 0; i < p->n_outcomes && text; i++)
        if (!in->seen[i])
            text = salvo_arena_printf(in->memory, "%s%s%s", text, *text ? ", " : "", p->outcomes[i]);
    return text ? text : "";
}

/* The first question is of the defaults alone. */
static salvo_status check_procedure(inspection *in, uint64_t results, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    in->seen = salvo_arena_array(in->memory, in->to->procedure->n_outcomes + 1, sizeof *in->seen);
    if (!in->seen)
        return salvo_fail_memory(err);
    for (int i = 0; i < QUESTIONS && in->to->results < results && status == SALVO_OK; i++) {
        salvo_arena *memory = salvo_arena_new();

        status = memory ? try_question(in, i == 0, memory, err) : salvo_fail_memory(err);
        salvo_arena_free(memory);
    }
    in->to->never = list_unseen(in);
    return status;
}

static salvo_status check_procedures(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    salvo_status status = SALVO_OK;

    c->n = ruleset->n_procedures;
    c->procedures = salvo_arena_array(c->memory, c->n + 1, sizeof *c->procedures);
    if (!c->procedures)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < c->n && status == SALVO_OK; i++) {
        inspection in = {.book = book, .to = &c->procedures[i], .rng = pcg32_seeded(SEED, i), .memory = c->memory};

        c->procedures[i] = (checked_procedure){.procedure = ruleset->procedures[i], .never = "", .endless = ""};
        status = check_procedure(&in, RESULTS / c->n, err);
    }
    return status;
}

/* A battle of the first unit against the last: one that the rules refuse is no fault. */
static salvo_status check_battle(const salvo_rulebook *book, salvo_error *err)
{
    const salvo_table *units = book->ruleset->units ? salvo_store_table(&book->store, book->ruleset->units) : NULL;
    salvo_battle_plan plan = {.close_to = -1};
    salvo_approach how = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT}};
    salvo_battle battle;

    if (!book->ruleset->battle || !units || units->n_rows == 0)
        return SALVO_OK;
    plan.army[0].list = units->cells[0].text;
    plan.army[1].list = units->cells[(units->n_rows - 1) * units->n_columns].text;
    if (salvo_battle_fight(&battle, book, &plan, &how, NULL) == SALVO_OK)
        salvo_battle_free(&battle);
    return salvo_rulebook_fault(book, err);
}

/* Beside ruleset.yaml; no tests are no fault. */
static salvo_status check_tests(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const char *path = salvo_arena_printf(c->memory, "%s/tests.csv", book->store.directory);
    struct stat found;

    if (!path)
        return salvo_fail_memory(err);
    if (stat(path, &found) != 0)
        return SALVO_OK;
    if (!salvo_file_stays_inside(book->store.directory, "tests.csv"))
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0,
                             "the file is not in the rulebook's folder; put it there");
    return tests_run(book, path, &c->n_tests, err);
}

static salvo_status check_rules(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status status = book->store.rules ? check_procedures(c, book, err) : SALVO_OK;

    if (status == SALVO_OK && book->store.rules)
        status = check_battle(book, err);
    return status == SALVO_OK ? check_tests(c, book, err) : status;
}

salvo_status rulebook_check_run(rulebook_check *check, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status status;

    *check = (rulebook_check){.memory = salvo_arena_new()};
    if (book->ruleset->watch)
        book->ruleset->watch(book->tables);
    status = check->memory ? check_rules(check, book, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        rulebook_check_free(check);
    return status;
}

void rulebook_check_free(rulebook_check *check)
{
    salvo_arena_free(check->memory);
    memset(check, 0, sizeof *check);
}

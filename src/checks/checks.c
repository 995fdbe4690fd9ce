/* The sample is drawn from a fixed seed and ends by work done, never by a clock: what is checked depends on the rulebook
 * alone. */
#include "checks/checks.h"

#include <string.h>

#include <salvo/fight.h>
#include <salvo/odds.h>

#include "checks/purity.h"
#include "checks/samples.h"
#include "checks/tests.h"
#include "data/file.h"
#include "rules/fault.h"

/* A rulebook of a hundred procedures is still checked in a few seconds, since RESULTS is shared among them. */
enum {
    SEED = 20,
    QUESTIONS = 40,  /* of a procedure, answered or refused */
    RESULTS = 60000, /* dice results of all procedures together, after which no question is begun */
    EFFORT = 10000,  /* of a chain that is solved */
};

/* One procedure under way. `seen` has a place for each named outcome of the procedure. */
typedef struct inspection {
    const salvo_rulebook *book;
    checked_procedure *to;
    pcg32 rng;
    bool *seen;
    salvo_arena *memory; /* the check's */
} inspection;

/* A text for a message only: out of memory it is empty, and the check goes on. */
static const char *in_one(const char *const *words, size_t n, salvo_arena *memory)
{
    const char *text = "";

    for (size_t i = 0; i < n && text; i++)
        text = salvo_arena_printf(memory, "%s%s%s", text, i ? " " : "", words[i]);
    return text ? text : "";
}

/* Without a limit of turns, what is undecided may go on for ever. Only the first such question is kept: one example
 * shows an author what to look at. */
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

/* Which outcomes can come, where the chain is small enough to say. Doubles suffice, because the chances are not
 * reported. A chain that is too large is no fault; its walks were checked before. */
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
    /* Work done on a chain is counted like dice results, so that one procedure cannot take the share of all others. */
    in->to->results += odds.size;
    salvo_odds_free(&odds);
    return SALVO_OK;
}

/* Two situations of the same words: a rule that remembers something from one question to the next gives itself away by
 * the second. */
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

/* A question that the rules refuse is no fault of theirs: the words were drawn by chance. The message of a refusal is
 * not wanted, hence NULL; but a rule that failed (and did not refuse) has left a fault in the book. */
static salvo_status try_question(inspection *in, bool plain, salvo_arena *memory, salvo_error *err)
{
    const salvo_procedure *p = in->to->procedure;
    const char *words[SAMPLE_WORDS_MAX];
    salvo_question first, second;
    size_t n;
    salvo_status status = sample_words(words, &n, &p->schema, &in->book->store, plain, &in->rng, memory);

    if (status == SALVO_OK)
        status = salvo_question_ask(&first, in->book, p, words, n, NULL);
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (status != SALVO_OK)
        return salvo_rulebook_fault(in->book, err);
    status = salvo_question_ask(&second, in->book, p, words, n, err);
    if (status == SALVO_OK) {
        status = inspect(in, &first, &second, in_one(words, n, memory), memory, err);
        salvo_question_free(&second);
    }
    salvo_question_free(&first);
    return status;
}

/* Outcomes that forty questions never showed are reported as a hint and not as a fault: chance may have missed them. */
static const char *list_unseen(const inspection *in)
{
    const salvo_procedure *p = in->to->procedure;
    const char *text = "";

    for (size_t i = 0; i < p->n_outcomes && text; i++)
        if (!in->seen[i])
            text = salvo_arena_printf(in->memory, "%s%s%s", text, *text ? ", " : "", p->outcomes[i]);
    return text ? text : "";
}

/* The first question is of the defaults alone. Most users ask with the defaults; if nothing else can be drawn, at least
 * this was tried. */
static salvo_status check_procedure(inspection *in, uint64_t results, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    in->seen = salvo_arena_array(in->memory, in->to->procedure->n_outcomes + 1, sizeof *in->seen);
    if (!in->seen)
        return salvo_fail_memory(err);
    for (int i = 0; i < QUESTIONS && in->to->results < results && status == SALVO_OK; i++) {
        /* Each question has its own memory, so that forty large ones do not add up. */
        salvo_arena *memory = salvo_arena_new();

        status = memory ? try_question(in, i == 0, memory, err) : salvo_fail_memory(err);
        salvo_arena_free(memory);
    }
    in->to->never = list_unseen(in);
    return status;
}

/* Each procedure has its own stream of the generator: adding one to a rulebook does not change what is asked of the
 * others. */
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

/* A battle of the first unit against the last: one that the rules refuse is no fault. The ends of the table differ most
 * in many lists. The effort is bounded, and what does not fit is not fought: aiming and compiling have been tried by
 * then. */
static salvo_status check_battle(const salvo_rulebook *book, salvo_error *err)
{
    const salvo_table *units = book->ruleset->units ? salvo_store_table(&book->store, book->ruleset->units) : NULL;
    salvo_battle_plan plan = {.close_to = -1};
    salvo_approach how = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT}};
    salvo_battle battle;
    salvo_status status;

    if (!book->ruleset->battle || !units || units->n_rows == 0)
        return SALVO_OK;
    /* Ids are in the first column. */
    plan.army[0].list = units->cells[0].text;
    plan.army[1].list = units->cells[(units->n_rows - 1) * units->n_columns].text;
    status = salvo_battle_fight(&battle, book, &plan, &how, NULL);
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (status == SALVO_OK)
        salvo_battle_free(&battle);
    return salvo_rulebook_fault(book, err);
}

/* Beside ruleset.yaml; no tests are no fault. A link that leads out of the folder would let a rulebook from a stranger
 * have any file read and quoted in a message. */
static salvo_status check_tests(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const char *path = salvo_arena_printf(c->memory, "%s/tests.csv", book->store.directory);

    if (!path)
        return salvo_fail_memory(err);
    if (!salvo_file_is_there(path))
        return SALVO_OK;
    if (!salvo_file_stays_inside(book->store.directory, "tests.csv"))
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0,
                             "the file is not in the rulebook's folder; put it there");
    return tests_run(book, path, &c->n_tests, err);
}

/* Prices and classes of fire are salvo's to read. */
static bool is_salvos(const salvo_ruleset *ruleset, const salvo_table *table, const char *column)
{
    const salvo_fire_adapter *fire = ruleset->fire;

    return fire && strcmp(table->name, ruleset->units) == 0 &&
           ((fire->price && strcmp(fire->price, column) == 0) ||
            (fire->strength && strcmp(fire->strength, column) == 0));
}

static bool is_read(const salvo_rulebook *book, size_t table, size_t column)
{
    for (size_t row = 0; row < book->store.tables[table].n_rows; row++)
        if (book->ruleset->has_read(book->tables, table, row, column))
            return true;
    return false;
}

/* A column that no rule looks at is a forgotten one, or a misspelt one beside the one that is meant. A hint and no fault:
 * a sample does not ask everything. */
static salvo_status list_unread(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_store *store = &book->store;

    c->unread = "";
    for (size_t t = 0; t < store->n_tables && book->ruleset->has_read; t++)
        for (size_t i = 1; i < store->tables[t].n_columns; i++) { /* behind the id */
            const salvo_table *table = &store->tables[t];

            if (table->n_rows == 0 || is_read(book, t, i) || is_salvos(book->ruleset, table, table->header[i].text))
                continue;
            c->unread = salvo_arena_printf(c->memory, "%s%s%s.%s", c->unread, *c->unread ? ", " : "", table->name,
                                           table->header[i].text);
            if (!c->unread)
                return salvo_fail_memory(err);
        }
    return SALVO_OK;
}

/* Rulebooks in C are tested by salvo's own tests; users' copies of their tables may still have a tests.csv. */
static salvo_status check_rules(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status status = book->store.rules ? check_procedures(c, book, err) : SALVO_OK;

    if (status == SALVO_OK && book->store.rules)
        status = check_battle(book, err);
    status = status == SALVO_OK ? check_tests(c, book, err) : status;
    return status == SALVO_OK ? list_unread(c, book, err) : status;
}

/* A fault of the rules that nobody reported is the answer even if everything else went well. */
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

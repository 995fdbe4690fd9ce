#include <salvo/fight.h>

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* "a=TEXT" */
static const char *word(salvo_duel *duel, const char *key, const char *text)
{
    return salvo_arena_printf(duel->memory, "%s=%s", key, text);
}

static salvo_status ask(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                        const char *const *given, size_t n_given, salvo_error *err)
{
    const salvo_duel_face *face = book->ruleset->duel;
    const char **words = salvo_arena_array(duel->memory, n_given + 2, sizeof *words);
    const salvo_procedure *procedure;
    salvo_status status;

    if (!words || !(words[0] = word(duel, face->a, a)) || !(words[1] = word(duel, face->b, b)))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n_given; i++)
        words[i + 2] = given[i];
    status = salvo_procedure_find(book->ruleset, face->procedure, &procedure, err);
    return status == SALVO_OK ? salvo_question_ask(&duel->question, book, procedure, words, n_given + 2, err) : status;
}

static salvo_status draw_card(salvo_duel *duel, const char *key, salvo_card *card, salvo_error *err)
{
    const salvo_rulebook *book = duel->question.book;
    int at = salvo_parameter_find(duel->question.procedure, key);

    return book->ruleset->card(&book->store, book->tables, (size_t)duel->question.values[at].integer, duel->memory,
                               card, err);
}

/* Where an outcome of the procedure counts. */
static salvo_figure *side_of(salvo_duel *duel, const salvo_duel_face *face, const char *label)
{
    if (strcmp(label, face->a_wins) == 0)
        return &duel->p_a;
    if (strcmp(label, face->b_wins) == 0)
        return &duel->p_b;
    return strcmp(label, face->mutual) == 0 ? &duel->p_mutual : &duel->p_undecided;
}

/* Adds up outcomes that count alike; there hardly ever is more than one. The fraction of a sum is left out, and the
 * bounds of a sum are the sums of the bounds. */
static void add_figure(salvo_figure *to, const salvo_figure *from)
{
    to->exact.exact = to->exact.value == 0 ? from->exact.exact : NULL;
    to->exact.value += from->exact.value;
    to->simulated.value += from->simulated.value;
    to->simulated.low += from->simulated.low;
    to->simulated.high = fmin(1, to->simulated.high + from->simulated.high);
    to->count += from->count;
}

static void read_answer(salvo_duel *duel, const salvo_duel_face *face)
{
    const salvo_answer *answer = &duel->answer;
    salvo_figure *figures[] = {&duel->p_a, &duel->p_b, &duel->p_mutual, &duel->p_undecided};

    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        figures[i]->exact.exact = "0";
    for (size_t i = 0; i < answer->n_outcomes; i++)
        add_figure(side_of(duel, face, answer->outcomes[i].name), &answer->outcomes[i].figure);
    for (size_t i = 0; i < answer->n_means; i++)
        if (strcmp(answer->means[i].name, face->turns) == 0) {
            duel->ends = true;
            duel->expected_turns = answer->means[i].figure;
        }
}

static salvo_status read_turns(salvo_duel *duel, const salvo_duel_face *face, salvo_error *err)
{
    const salvo_odds *odds = &duel->answer.odds;

    duel->by_turn = salvo_arena_array(duel->memory, odds->n_turns, sizeof *duel->by_turn);
    if (!duel->by_turn)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < odds->n_turns; t++) {
        salvo_duel_turn *turn = &duel->by_turn[duel->n_turns++];

        turn->turn = odds->turns[t].turn;
        for (size_t i = 0; i < odds->n_outcomes; i++) {
            const salvo_figure *side = side_of(duel, face, odds->outcomes[i].label);
            double p = odds->turns[t].probability[i];

            turn->p_a += side == &duel->p_a ? p : 0;
            turn->p_b += side == &duel->p_b ? p : 0;
            turn->p_mutual += side == &duel->p_mutual ? p : 0;
        }
    }
    return SALVO_OK;
}

static salvo_status fight(salvo_duel *duel, const salvo_approach *approach, salvo_error *err)
{
    const salvo_duel_face *face = duel->question.book->ruleset->duel;
    salvo_status status = salvo_answer_find(&duel->answer, &duel->question, approach, err);

    if (status != SALVO_OK)
        return status;
    read_answer(duel, face);
    if (duel->ends)
        status = read_turns(duel, face, err);
    if (status == SALVO_OK)
        status = draw_card(duel, face->a, &duel->a, err);
    return status == SALVO_OK ? draw_card(duel, face->b, &duel->b, err) : status;
}

salvo_status salvo_duel_fight(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                              const char *const *words, size_t n_words, const salvo_approach *approach,
                              salvo_error *err)
{
    salvo_status status;

    *duel = (salvo_duel){.memory = salvo_arena_new()};
    if (!duel->memory)
        return salvo_fail_memory(err);
    if (book->ruleset->duel)
        status = ask(duel, book, a, b, words, n_words, err);
    else
        status = salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", book->ruleset->id);
    if (status == SALVO_OK)
        status = fight(duel, approach, err);
    if (status != SALVO_OK)
        salvo_duel_free(duel);
    return status;
}

void salvo_duel_free(salvo_duel *duel)
{
    salvo_answer_free(&duel->answer);
    salvo_question_free(&duel->question);
    salvo_arena_free(duel->memory);
    memset(duel, 0, sizeof *duel);
}

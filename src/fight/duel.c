#include <salvo/fight.h>

#include <string.h>

#include "base/arena.h"

static const double TURNS_TAIL = 1e-6; /* the list of turns ends when fewer duels than this go on */

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
static salvo_number *side_of(salvo_duel *duel, const salvo_duel_face *face, const char *label)
{
    if (strcmp(label, face->a_wins) == 0)
        return &duel->p_a;
    if (strcmp(label, face->b_wins) == 0)
        return &duel->p_b;
    return strcmp(label, face->mutual) == 0 ? &duel->p_mutual : &duel->p_undecided;
}

static bool keep(salvo_duel *duel, salvo_number *to, const salvo_number *from)
{
    bool first = to->value == 0;

    to->value += from->value;
    to->exact = NULL;
    if (first && from->exact)
        to->exact = salvo_arena_text(duel->memory, from->exact);
    return !first || !from->exact || to->exact;
}

static salvo_status read_outcomes(salvo_duel *duel, const salvo_duel_face *face, const salvo_odds *odds,
                                  salvo_error *err)
{
    static const salvo_number NEVER = {.value = 0, .exact = "0"};

    duel->p_a = duel->p_b = duel->p_mutual = duel->p_undecided = NEVER;
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (!keep(duel, side_of(duel, face, odds->outcomes[i].label), &odds->outcomes[i].probability))
            return salvo_fail_memory(err);
    for (size_t i = 0; i < odds->n_means; i++)
        if (strcmp(odds->means[i].name, face->turns) == 0) {
            duel->ends = true;
            if (!keep(duel, &duel->expected_turns, &odds->means[i].mean))
                return salvo_fail_memory(err);
        }
    return SALVO_OK;
}

static salvo_status read_turns(salvo_duel *duel, const salvo_duel_face *face, const salvo_odds *odds, salvo_error *err)
{
    duel->by_turn = salvo_arena_array(duel->memory, odds->n_turns, sizeof *duel->by_turn);
    if (!duel->by_turn)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < odds->n_turns; t++) {
        salvo_duel_turn *turn = &duel->by_turn[duel->n_turns++];

        turn->turn = odds->turns[t].turn;
        for (size_t i = 0; i < odds->n_outcomes; i++) {
            const salvo_number *side = side_of(duel, face, odds->outcomes[i].label);
            double p = odds->turns[t].probability[i];

            turn->p_a += side == &duel->p_a ? p : 0;
            turn->p_b += side == &duel->p_b ? p : 0;
            turn->p_mutual += side == &duel->p_mutual ? p : 0;
        }
    }
    return SALVO_OK;
}

static salvo_status fight(salvo_duel *duel, size_t turns_max, salvo_error *err)
{
    const salvo_duel_face *face = duel->question.book->ruleset->duel;
    const salvo_odds_options options = {.arithmetic = SALVO_RATIONAL, .turns_max = turns_max, .turns_tail = TURNS_TAIL};
    salvo_odds odds;
    salvo_status status = salvo_odds_solve(&odds, &duel->question, &options, err);

    if (status != SALVO_OK)
        return status;
    duel->arithmetic = odds.arithmetic;
    duel->states = odds.size;
    status = read_outcomes(duel, face, &odds, err);
    if (status == SALVO_OK)
        status = read_turns(duel, face, &odds, err);
    salvo_odds_free(&odds);
    if (status == SALVO_OK)
        status = draw_card(duel, face->a, &duel->a, err);
    if (status == SALVO_OK)
        status = draw_card(duel, face->b, &duel->b, err);
    return status;
}

salvo_status salvo_duel_fight(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                              const char *const *words, size_t n_words, size_t turns_max, salvo_error *err)
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
        status = fight(duel, turns_max, err);
    if (status != SALVO_OK)
        salvo_duel_free(duel);
    return status;
}

void salvo_duel_free(salvo_duel *duel)
{
    salvo_question_free(&duel->question);
    salvo_arena_free(duel->memory);
    memset(duel, 0, sizeof *duel);
}

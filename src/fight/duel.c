/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel is one procedure of the ruleset. The adapter says which parameters are the two sides, and what each outcome
 * means. */
#include "fight/duel.h"

#include <salvo/arena.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "fight/battle_reading.h"
#include "rules/fault.h"

/* "a=TEXT" */
static const char *word(salvo_arena *memory, const char *key, const char *text)
{
    return salvo_arena_printf(memory, "%s=%s", key, text);
}

/* Passes the sides' words first, then the given ones, which must not override them. The sides are words, too, so that
 * their names are looked up like those that a user types. */
static salvo_status ask(salvo_question *question, const salvo_rulebook *book, const char *a, const char *b,
                        const char *const *given, size_t n_given, salvo_arena *memory, salvo_error *err)
{
    const salvo_duel_adapter *adapter = book->ruleset->duel;
    const char **words = salvo_arena_array(memory, n_given + 2, sizeof *words);
    const salvo_procedure *procedure;

    if (!words || !(words[0] = word(memory, adapter->a, a)) || !(words[1] = word(memory, adapter->b, b)))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n_given; i++)
        words[i + 2] = given[i];
    TRY(salvo_procedure_find(book->ruleset, adapter->procedure, &procedure, err));
    return salvo_question_ask(question, book, procedure, words, n_given + 2, err);
}

salvo_status salvo_duel_ask(salvo_question *question, const salvo_rulebook *book, const char *a, const char *b,
                            const char *const *words, size_t n_words, salvo_error *err)
{
    salvo_arena *memory;
    salvo_status status;

    *question = (salvo_question){.book = NULL};
    if (!book->ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", book->ruleset->id);
    memory = salvo_arena_new();
    status = memory ? ask(question, book, a, b, words, n_words, memory, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}

/* Makes the record card of the unit that a parameter of the question names. Cards are only for display; duel_answer()
 * is for callers that fight hundreds of duels. */
static salvo_status draw_unit_card(salvo_duel *duel, const char *key, salvo_card *card, salvo_error *err)
{
    const salvo_rulebook *book = duel->question.book;
    int at = salvo_parameter_find(&duel->question.procedure->schema, key);

    return salvo_unit_card(book, (size_t)duel->question.values[at].integer, duel->memory, card, err);
}

/* The figure to which an outcome of the procedure belongs. An outcome that the adapter does not name is undecided. By
 * label, because each rulebook numbers the outcomes of its duel differently. */
static salvo_figure *side_of(salvo_duel *duel, const salvo_duel_adapter *adapter, const char *label)
{
    if (strcmp(label, adapter->a_wins) == 0)
        return &duel->p_a;
    if (strcmp(label, adapter->b_wins) == 0)
        return &duel->p_b;
    return strcmp(label, adapter->mutual) == 0 ? &duel->p_mutual : &duel->p_undecided;
}

/* Adds outcomes that count alike; there is rarely more than one. A sum has no fraction. Its bounds are the sums of the
 * bounds, which is wider than necessary. */
static void add_figure(salvo_figure *to, const salvo_figure *from)
{
    to->exact.exact = to->exact.value == 0 ? from->exact.exact : NULL;
    to->exact.value += from->exact.value;
    to->simulated.value += from->simulated.value;
    to->simulated.low += from->simulated.low;
    /* The lower bound needs no limit, because it is a sum of lower bounds of shares. */
    to->simulated.high = fmin(1, to->simulated.high + from->simulated.high);
    to->count += from->count;
}

static int64_t limit_of(const salvo_duel *duel)
{
    const salvo_chain *chain = duel->question.procedure->chain;

    return chain && chain->turn_limit ? chain->turn_limit(duel->question.situation) : 0;
}

/* Figures start as exact zeros, because outcomes that the procedure does not list are impossible. */
static void read_answer(salvo_duel *duel, const salvo_duel_adapter *adapter)
{
    const salvo_answer *answer = &duel->answer;
    salvo_figure *figures[] = {&duel->p_a, &duel->p_b, &duel->p_mutual, &duel->p_undecided};

    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        figures[i]->exact.exact = "0";
    for (size_t i = 0; i < answer->n_outcomes; i++)
        add_figure(side_of(duel, adapter, answer->outcomes[i].name), &answer->outcomes[i].figure);
    /* An outcome that never occurred has the interval of a zero count, not a width of 0. */
    for (size_t i = 0; i < sizeof figures / sizeof *figures && answer->simulated; i++)
        if (figures[i]->count == 0 && figures[i]->simulated.high == 0)
            figures[i]->simulated = answer->simulation.unseen;
    duel->never_ends = answer->exact && limit_of(duel) == 0 && duel->p_a.exact.value + duel->p_b.exact.value == 0 &&
                       duel->p_mutual.exact.value == 0;
    for (size_t i = 0; i < answer->n_means; i++)
        if (strcmp(answer->means[i].name, adapter->turns) == 0) {
            duel->ends = fight_ends(answer, &duel->p_undecided, &answer->means[i].figure, limit_of(duel));
            duel->expected_turns = answer->means[i].figure;
        }
}

/* The same in a turn; NULL for undecided, which no turn decides. */
static salvo_figure *side_of_turn(salvo_duel *duel, salvo_duel_turn *turn, const char *label)
{
    const salvo_figure *side = side_of(duel, duel->question.book->ruleset->duel, label);

    return side == &duel->p_a        ? &turn->p_a
           : side == &duel->p_b      ? &turn->p_b
           : side == &duel->p_mutual ? &turn->p_mutual
                                     : NULL;
}

/* Adds the exact engine's results for the turn. Undecided appears in no turn, because the limit decides it at the
 * end. */
static void count_turn(salvo_duel *duel, salvo_duel_turn *turn, const salvo_turn *counted)
{
    const salvo_odds *odds = &duel->answer.odds;

    for (size_t i = 0; i < odds->n_outcomes; i++) {
        salvo_figure *side = side_of_turn(duel, turn, odds->outcomes[i].label);

        if (side)
            side->exact.value += counted->probability[i];
    }
}

/* `sampled` is NULL if no trial ended in this turn. Counts add up over turns. A turn without any end still has the
 * interval of a zero count. */
static void sample_turn(salvo_duel *duel, salvo_duel_turn *turn, const salvo_sampled_turn *sampled)
{
    const salvo_simulation *s = &duel->answer.simulation;

    for (size_t i = 0; i < s->n_counts; i++) {
        salvo_figure *side = side_of_turn(duel, turn, s->counts[i].label);

        if (!side)
            continue;
        side->count += sampled ? sampled->count[i] : 0;
        side->simulated = salvo_simulation_estimate(s, side->count);
    }
    turn->simulated = true;
}

/* The number of turns that a list from simulation alone has: until the share of trials left is no more than the tail.
 * At least one turn, so that a list is never empty. */
static size_t turns_listed(const salvo_simulation *s, const salvo_odds_options *options)
{
    double left = (double)s->trials;
    size_t n = 0;

    while (n < s->n_turns && n < options->turns_max && (n == 0 || left >= options->turns_tail * (double)s->trials)) {
        for (size_t i = 0; i < s->n_counts; i++)
            left -= (double)s->turns[n].count[i];
        n++;
    }
    return n;
}

/* Exact and simulated turns side by side, as far as both exist. */
static salvo_status read_duel_turns(salvo_duel *duel, const salvo_odds_options *options, salvo_error *err)
{
    const salvo_answer *answer = &duel->answer;
    const salvo_simulation *s = &answer->simulation;
    size_t n = answer->exact ? answer->odds.n_turns : turns_listed(s, options);

    duel->by_turn = salvo_arena_array(duel->memory, n, sizeof *duel->by_turn);
    if (!duel->by_turn)
        return salvo_fail_memory(err);
    for (; duel->n_turns < n; duel->n_turns++) {
        size_t t = duel->n_turns;
        salvo_duel_turn *turn = &duel->by_turn[t];

        turn->turn = (int64_t)t + 1;
        if (answer->exact)
            count_turn(duel, turn, &answer->odds.turns[t]);
        if (answer->simulated && t < s->turns_known)
            sample_turn(duel, turn, t < s->n_turns ? &s->turns[t] : NULL);
    }
    return SALVO_OK;
}

/* A duel that is certainly undecided has no list of turns. */
static salvo_status answer(salvo_duel *duel, const salvo_approach *approach, salvo_error *err)
{
    const salvo_duel_adapter *adapter = duel->question.book->ruleset->duel;
    salvo_approach how = approach ? *approach : SALVO_APPROACH;
    salvo_status status = SALVO_OK;

    /* Exact and simulated turns are listed side by side. */
    how.plan.turns = how.options.turns_max;
    TRY(salvo_answer_find(&duel->answer, &duel->question, &how, err));
    read_answer(duel, adapter);
    if (duel->ends || duel->p_undecided.exact.value < 1) /* with a limit, the mean may be undefined */
        status = read_duel_turns(duel, &how.options, err);
    return status;
}

/* A separate function, because the caller looks for a fault of the rulebook in any case. */
static salvo_status ask_and_answer(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                                   const char *const *words, size_t n_words, const salvo_approach *approach,
                                   salvo_error *err)
{
    TRY(salvo_duel_ask(&duel->question, book, a, b, words, n_words, err));
    return answer(duel, approach, err);
}

/* Frees the duel after any failure, so that callers have nothing to clean up. */
salvo_status duel_answer(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                         const char *const *words, size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *duel = (salvo_duel){.memory = salvo_arena_new()};
    if (!duel->memory)
        return salvo_fail_memory(err);
    status = salvo_fault_or(ask_and_answer(duel, book, a, b, words, n_words, approach, err), book, err);
    if (status != SALVO_OK)
        salvo_duel_free(duel);
    return status;
}

/* Makes the cards of both sides and notes which acts first, for reports that show them. */
static salvo_status draw_cards(salvo_duel *duel, salvo_error *err)
{
    const salvo_duel_adapter *adapter = duel->question.book->ruleset->duel;
    salvo_status status = draw_unit_card(duel, adapter->a, &duel->a, err);

    if (adapter->acts_first)
        duel->acts_first = adapter->acts_first(duel->question.situation);
    if (status != SALVO_OK)
        return status;
    return draw_unit_card(duel, adapter->b, &duel->b, err);
}

/* Looks for a fault of the rulebook again, because its rules also make the cards. */
salvo_status salvo_duel_fight(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                              const char *const *words, size_t n_words, const salvo_approach *approach,
                              salvo_error *err)
{
    salvo_status status;

    TRY(duel_answer(duel, book, a, b, words, n_words, approach, err));
    status = salvo_fault_or(draw_cards(duel, err), book, err);
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

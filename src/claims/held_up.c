/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/held_up.h"

#include <math.h>
#include <string.h>

#include "claims/asked_again.h"
#include "claims/no_reach.h"
#include "claims/only_outcome.h"
#include "simulate/answer.h"

/* Finds the reasons of an answer, in `memory`. NULL: memory is out, or nothing holds up this kind of answer. */
typedef held_up *find_function(const void *answer, salvo_arena *memory);

static const held_up *find_once(salvo_claims *claims, find_function *find, const void *answer)
{
    if (!claims->held_up_found) {
        const held_up *found = find(answer, claims->memory);

        claims->held_up = found && found->n ? found : NULL;
        claims->held_up_found = true;
    }
    return claims->held_up;
}

/* A limit is a reason if draws are rarer without it. */
static void add_limit(held_up *h, const char *limit, double now, double without)
{
    if (without <= now - 0.01)
        held_up_add(h, &(held_up_reason){.kind = HELD_UP_TURNS, .value = limit, .here = now, .otherwise = without});
}

/* Duels. */

static double nobody_wins(const salvo_odds *odds, const salvo_duel_adapter *adapter)
{
    return fmax(0, 1 - salvo_odds_probability(odds, adapter->a_wins) - salvo_odds_probability(odds, adapter->b_wins) -
                       salvo_odds_probability(odds, adapter->mutual));
}

/* Returns whether the parameter may hold a duel up: any except the units and the range. */
static bool may_hold_up(const salvo_question *q, size_t at)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const salvo_parameter *p = &q->schema->parameters[at];

    return q->values[at].given && !p->required && p->kind != SALVO_NAME && strcmp(p->key, adapter->a) != 0 &&
           strcmp(p->key, adapter->b) != 0 && strcmp(p->key, adapter->range) != 0;
}

static void add_word(held_up *h, const salvo_question *q, size_t at, double now, double without)
{
    const char *key = q->schema->parameters[at].key, *value = q->values[at].text;

    if (salvo_parameter_find(q->schema, "turns") ==
        (int)at) /* by that name in every rulebook, whatever its own word is */
        add_limit(h, value, now, without);
    else if (without < now - 0.01)
        held_up_add(
            h, &(held_up_reason){
                   .kind = HELD_UP_PARAMETER, .parameter = key, .value = value, .here = now, .otherwise = without});
}

/* Finds words without which somebody would win more often: a limit of turns, a line of sight that is blocked. */
static void find_words(held_up *h, const salvo_question *q, double nobody, salvo_arena *memory)
{
    salvo_odds odds;

    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (may_hold_up(q, i) && ask_again(&odds, q, (int)i, NULL, memory)) {
            add_word(h, q, i, nobody, nobody_wins(&odds, q->book->ruleset->duel));
            salvo_odds_free(&odds);
        }
}

static held_up *find_in_fight(const salvo_question *q, double nobody, salvo_arena *memory)
{
    held_up *h = nobody > 0.5 ? held_up_begin(q->book, memory) : NULL;

    if (!h)
        return NULL;
    no_reach_in_duel(h, q);
    find_words(h, q, nobody, memory);
    return h;
}

static held_up *find_in_duel(const void *answer, salvo_arena *memory)
{
    const salvo_duel *duel = answer;

    return find_in_fight(&duel->question, figure_value(&duel->answer, &duel->p_undecided), memory);
}

const held_up *held_up_duel(const salvo_duel *duel)
{
    return find_once(duel->answer.claims, find_in_duel, duel);
}

/* Battles. */

/* Tries the same battle without a limit of turns. */
static void find_limit(held_up *h, const salvo_battle *battle, double nobody)
{
    const char *limit = salvo_arena_printf(h->memory, "%d", (int)battle->turn_limit);
    salvo_battle_plan plan = *battle->plan;
    salvo_battle longer;

    plan.turns = -1;
    if (!limit || battle->turn_limit == 0 ||
        salvo_battle_fight(&longer, battle->book, &plan, &ASKED_AGAIN, NULL) != SALVO_OK)
        return;
    add_limit(h, limit, nobody, figure_value(&longer.answer, &longer.p_undecided));
    salvo_battle_free(&longer);
}

static held_up *find_in_battle(const void *answer, salvo_arena *memory)
{
    const salvo_battle *battle = answer;
    const double nobody = figure_value(&battle->answer, &battle->p_undecided);
    held_up *h = nobody > 0.5 ? held_up_begin(battle->book, memory) : NULL;

    if (!h)
        return NULL;
    no_reach_in_battle(h, battle->book, battle->plan);
    find_limit(h, battle, nobody);
    return h;
}

const held_up *held_up_battle(const salvo_battle *battle)
{
    return find_once(battle->answer.claims, find_in_battle, battle);
}

/* Lines that close in come into reach anyway. */
static held_up *find_in_tipping(const void *answer, salvo_arena *memory)
{
    const salvo_tipping *tipping = answer;
    held_up *h = held_up_begin(tipping->book, memory);

    if (!tipping->of_armies && tipping->plan->scenario == SALVO_HOLD)
        no_reach_in_battle(h, tipping->book, tipping->plan);
    return h;
}

const held_up *held_up_tipping(const salvo_tipping *tipping)
{
    return find_once(tipping->claims, find_in_tipping, tipping);
}

/* Procedures. */

typedef struct asked {
    const salvo_question *question;
    const salvo_answer *answer;
} asked;

/* Returns whether the procedure is a duel. */
static bool is_duel(const salvo_question *q)
{
    const salvo_duel_adapter *adapter = q->book ? q->book->ruleset->duel : NULL;

    return adapter && strcmp(adapter->procedure, q->procedure->schema.name) == 0;
}

/* Returns the only possible outcome; NULL: there are others. A procedure whose outcomes are numbers computes something,
 * and is often certain. */
static const char *only_outcome_of(const asked *a)
{
    const salvo_procedure *p = a->question->procedure;
    const salvo_odds *odds = &a->answer->odds;

    return odds->n_outcomes == 1 && p->n_outcomes && (size_t)odds->outcomes[0].outcome < p->n_outcomes
               ? odds->outcomes[0].label
               : NULL;
}

static held_up *find_in_odds(const void *answer, salvo_arena *memory)
{
    const asked *a = answer;
    const salvo_question *q = a->question;
    const char *only = only_outcome_of(a);
    held_up *h;

    if (!a->answer->exact)
        return NULL;
    if (is_duel(q))
        return find_in_fight(q, nobody_wins(&a->answer->odds, q->book->ruleset->duel), memory);
    h = only ? held_up_begin(q->book, memory) : NULL;
    only_outcome_find(h, q, only);
    return h;
}

const held_up *held_up_odds(const salvo_question *question, const salvo_answer *answer)
{
    const asked a = {question, answer};

    return find_once(answer->claims, find_in_odds, &a);
}

/* Many answers. */

/* If a curve is one certain outcome, the same at all points, the first point shows the reason. If another value of the
 * swept parameter would help, the curve itself shows it. */
const held_up *held_up_curve(const salvo_curve *curve)
{
    const salvo_answer *first = &curve->answers[0];

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *at = &curve->answers[i];

        if (!at->exact || at->odds.n_outcomes != 1 || at->odds.outcomes[0].outcome != first->odds.outcomes[0].outcome)
            return NULL;
    }
    return curve->n_points ? held_up_odds(&curve->questions[0], first) : NULL;
}

static bool is_decided(const salvo_match *m)
{
    return !m->known || m->p_nobody.exact.value <= 0.5 || m->p_nobody.simulated.value <= 0.5;
}

static bool is_any_decided(const salvo_matrix *x)
{
    for (size_t i = 0; i < x->n_units * x->n_units * x->n_reported_ranges; i++)
        if (is_decided(&x->matches[i]))
            return true;
    return false;
}

/* Uses the first match: elements that stand still, one against one, with the conditions of every match. */
static held_up *find_in_matrix(const void *answer, salvo_arena *memory)
{
    const salvo_matrix *x = answer;
    const size_t units[] = {0, x->n_units > 1 ? 1 : 0};
    salvo_battle_plan plan = x->plan->battle ? *x->plan->battle : (salvo_battle_plan){.close_to = -1};
    held_up *h = is_any_decided(x) ? NULL : held_up_begin(x->book, memory);

    if (!h)
        return NULL;
    plan.range = x->ranges.at[0];
    for (int s = 0; s < 2; s++) {
        plan.army[s].list = salvo_unit_set_id(&x->unit_set, x->selection.rows[units[s]]);
        if (x->n_units > 1)
            h->names[s] = salvo_matrix_name(x, units[s]);
    }
    no_reach_in_battle(h, x->book, &plan);
    return h;
}

const held_up *held_up_matrix(const salvo_matrix *x)
{
    return find_once(x->claims, find_in_matrix, x);
}

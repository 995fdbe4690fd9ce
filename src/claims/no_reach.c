/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/no_reach.h"

#include <math.h>
#include <string.h>

#include "claims/asked_again.h"
#include "fight/reach.h"
#include "rules/readable.h"
#include "simulate/answer.h"

static const char SIDES[] = "ab";

static void add_reach(held_up *h, int side, const reach *r, double range)
{
    const held_up_reason reason = {.kind = HELD_UP_REACH,
                                   .side = side,
                                   .fires = r->fires,
                                   .why = r->why,
                                   .range = range,
                                   .from = r->closest,
                                   .upto = r->upto};

    if (!r->harms)
        held_up_add(h, &reason);
}

/* Returns whether the side may win the duel at that range. */
static bool wins_at(const salvo_question *q, int side, double range, salvo_arena *memory)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *text = salvo_arena_printf(memory, "%.15g", range);
    salvo_odds odds;
    bool wins;

    if (!text || !ask_again(&odds, q, salvo_parameter_find(q->schema, adapter->range), text, memory))
        return false;
    wins = salvo_odds_probability(&odds, side ? adapter->b_wins : adapter->a_wins) > 0;
    salvo_odds_free(&odds);
    return wins;
}

/* Returns whether the side does any harm in the battle at that range. */
static bool harms_at(const salvo_rulebook *book, const salvo_battle_plan *plan, int side, double range)
{
    salvo_battle_plan there = *plan;
    salvo_battle battle;
    bool harms;

    there.range = range;
    if (salvo_battle_fight(&battle, book, &there, &ASKED_AGAIN, NULL) != SALVO_OK)
        return false;
    harms = figure_value(&battle.answer, &battle.side[1 - side].strength_lost) > 0;
    salvo_battle_free(&battle);
    return harms;
}

/* Reach holds for fresh elements that stand still. If words or states of the question (`duel`; NULL: the battle of the
 * plan) contradict that, a side's reach is not reported. */
static void find_reach(held_up *h, const salvo_rulebook *book, const salvo_battle_plan *plan,
                       const salvo_question *duel)
{
    reach of[2];

    if (!h || !book->ruleset->battle || reach_find(of, book, plan, h->memory, NULL) != SALVO_OK)
        return;
    for (int s = 0; s < 2; s++)
        if (of[s].harms || isnan(of[s].upto) ||
            (duel ? wins_at(duel, s, of[s].upto, h->memory) : harms_at(book, plan, s, of[s].upto)))
            add_reach(h, s, &of[s], plan->range);
}

void no_reach_in_battle(held_up *h, const salvo_rulebook *book, const salvo_battle_plan *plan)
{
    find_reach(h, book, plan, NULL);
}

/* Words of a side in the duel become words of its element, if the element has the parameter. */
static void take_words(salvo_army *army, const salvo_question *q, char side, salvo_arena *memory)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const salvo_schema *element = q->book->ruleset->battle->element;
    const char **words = salvo_arena_array(memory, q->schema->n_parameters, sizeof *words);

    army->words = words;
    for (size_t i = 0; words && i < q->schema->n_parameters; i++) {
        const char *key = q->schema->parameters[i].key;
        bool unit = strcmp(key, adapter->a) == 0 || strcmp(key, adapter->b) == 0;
        bool own = q->values[i].given && !unit && key[0] == side && key[1] == '-';

        if (own && salvo_parameter_find(element, key + 2) >= 0)
            words[army->n_words++] = salvo_arena_printf(memory, "%s=%s", key + 2, q->values[i].text);
    }
}

/* Takes the given words of the field. */
static void take_field(salvo_battle_plan *plan, const salvo_question *q, salvo_arena *memory)
{
    const salvo_schema *of_field = q->book->ruleset->battle->field;
    const char **words = salvo_arena_array(memory, q->schema->n_parameters, sizeof *words);

    plan->words = words;
    for (size_t i = 0; words && i < q->schema->n_parameters; i++)
        if (q->values[i].given && salvo_parameter_find(of_field, q->schema->parameters[i].key) >= 0)
            words[plan->n_words++] =
                salvo_arena_printf(memory, "%s=%s", q->schema->parameters[i].key, q->values[i].text);
}

/* Returns whether there are words that no battle takes: "a-moves" of a duel, because in battles the scenario moves the
 * lines. */
static bool has_words_of_duels(const salvo_question *q, const salvo_battle_plan *plan)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *const others[] = {adapter->a, adapter->b, adapter->range, adapter->first, "turns"};
    const size_t n_others = sizeof others / sizeof *others;
    size_t left = 0;

    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        size_t k = 0;

        while (k < n_others && strcmp(others[k], q->schema->parameters[i].key) != 0)
            k++;
        left += q->values[i].given && k == n_others;
    }
    return left > plan->n_words + plan->army[0].n_words + plan->army[1].n_words;
}

/* If both names are the same, they do not identify a side. */
static void name_sides(held_up *h, const char *const names[2])
{
    for (int s = 0; s < 2 && strcmp(names[0], names[1]) != 0; s++) {
        const char *kept = salvo_arena_text(h->memory, names[s]);

        h->names[s] = kept ? kept : h->names[s];
    }
}

void no_reach_in_duel(held_up *h, const salvo_question *q)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *const keys[] = {adapter->a, adapter->b};
    const char *names[2];
    salvo_battle_plan plan = {.close_to = -1};

    if (!h || !q->book->ruleset->battle)
        return;
    plan.range = q->values[salvo_parameter_find(q->schema, adapter->range)].decimal;
    for (int s = 0; s < 2; s++) {
        const size_t at = (size_t)salvo_parameter_find(q->schema, keys[s]);

        names[s] = readable_value(q, at);
        plan.army[s].list = q->values[at].text;
        take_words(&plan.army[s], q, SIDES[s], h->memory);
    }
    take_field(&plan, q, h->memory);
    name_sides(h, names);
    find_reach(h, q->book, &plan, has_words_of_duels(q, &plan) ? q : NULL);
}

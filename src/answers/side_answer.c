/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of one rulebook, prepared for a place beside another's. */
#include "answers/side_by_side.h"

#include <string.h>

#include "answers/odds_report.h"
#include "claims/held_up.h"
#include "selection/fire.h"

static void put(side_answer *s, const char *key, const char *name, const salvo_figure *figure, bool mean, bool absent)
{
    s->figures[s->n_figures++] = (side_figure){key, name, name, *figure, absent, mean};
}

/* Puts "Tiger I wins", unless both sides have that name. */
static void name_winners(side_answer *s, salvo_arena *memory)
{
    const char *const names[] = {s->a, s->b};

    for (size_t i = 0; i < 2 && strcmp(s->a, s->b) != 0; i++) {
        const char *words = salvo_arena_printf(memory, "%s wins", names[i]);

        s->figures[i].name = words ? words : s->figures[i].plain;
    }
}

/* The text names these parameters in words, so they need no keys. */
static bool is_told(const salvo_question *q, size_t i)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *key = q->schema->parameters[i].key;

    return strcmp(key, adapter->a) == 0 || strcmp(key, adapter->b) == 0 || strcmp(key, adapter->range) == 0;
}

static const char *keep(salvo_text *text, salvo_arena *memory)
{
    const char *kept = text->failed ? NULL : salvo_arena_text(memory, salvo_text_of(text));

    salvo_text_free(text);
    return kept;
}

/* The text has the given parameters only: two rulebooks share few parameters, and each has its own defaults. */
side_answer side_of_duel(const salvo_duel *duel, salvo_arena *memory)
{
    static const char *const NAMES[DUEL_FIGURES] = {"a wins", "b wins", "both destroyed", "nobody wins",
                                                    "average turns"};
    named_figure figures[DUEL_FIGURES];
    const salvo_question *q = &duel->question;
    const int range = salvo_parameter_find(q->schema, q->book->ruleset->duel->range);
    salvo_text given = {0};
    side_answer s = {.book = q->book,
                     .a = duel->a.name,
                     .b = duel->b.name,
                     .range = q->values[range].text,
                     .remark = salvo_question_remark(q),
                     .held_up = held_up_duel(duel),
                     .procedure = q->procedure,
                     .answer = &duel->answer,
                     .document = DUEL_ANSWER.document,
                     .whole = duel};

    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (!is_told(q, i))
            put_given(&given, q, i);
    s.asked = given.failed
                  ? NULL
                  : salvo_arena_printf(memory, "%s against %s, %s %s apart%s%s", s.a, s.b, s.range,
                                       q->book->store.distance_unit, given.length ? "; " : "", salvo_text_of(&given));
    salvo_text_free(&given);
    duel_figures(figures, duel);
    for (size_t i = 0; i < DUEL_FIGURES; i++) /* the last one is the average */
        put(&s, figures[i].key, NAMES[i], figures[i].figure, i + 1 == DUEL_FIGURES, figures[i].absent);
    name_winners(&s, memory);
    return s;
}

/* Losses are in elements, because strength is hit points in one book and markers or wounds in another. */
side_answer side_of_battle(const salvo_battle *battle, salvo_arena *memory)
{
    salvo_text asked = {0};
    side_answer s = {.book = battle->book,
                     .a = battle->side[0].list,
                     .b = battle->side[1].list,
                     .range = salvo_arena_printf(memory, "%.15g", battle->plan->range),
                     .remark = battle->remark,
                     .held_up = held_up_battle(battle),
                     .procedure = battle->procedure,
                     .answer = &battle->answer,
                     .document = BATTLE_ANSWER.document,
                     .whole = battle};

    put_battle(&asked, battle);
    s.asked = keep(&asked, memory);
    put(&s, "p_a", "a wins", &battle->p_a, false, false);
    put(&s, "p_b", "b wins", &battle->p_b, false, false);
    put(&s, "p_mutual", "both lost", &battle->p_mutual, false, false);
    put(&s, "p_undecided", "undecided", &battle->p_undecided, false, false);
    put(&s, "lost_a", "elements lost by a", &battle->side[0].lost, true, false);
    put(&s, "lost_b", "elements lost by b", &battle->side[1].lost, true, false);
    put(&s, "turns", "average turns", &battle->expected_turns, true, !battle->ends);
    return s;
}

/* An answer without trials. */
static const salvo_answer COUNTED = {.exact = true};

static salvo_figure exactly(double value)
{
    return (salvo_figure){.exact = {value, NULL}};
}

/* Every rulebook's fire has "any harm" and "destroyed". The damage is beside them, in the unit of each book. */
side_answer side_of_fire(const salvo_efficiency *table, salvo_arena *memory)
{
    const salvo_shot *shot = salvo_efficiency_shot(table, 0, 0, 0);
    const salvo_figure hit = exactly(shot->hit), kill = exactly(shot->kill), damage = exactly(shot->damage),
                       shots = exactly(shot->shots);
    salvo_text asked = {0};
    side_answer s = {.book = table->book,
                     .a = table->units[0],
                     .b = table->targets[0].label,
                     .range = salvo_arena_printf(memory, "%.15g", table->ranges[0]),
                     .remark = table->remark,
                     .answer = &COUNTED};

    salvo_text_add(&asked, "one activation of %s at %s, %s %s away", s.a, s.b, s.range ? s.range : "",
                   table->book->store.distance_unit);
    fire_conditions_put(&asked, &table->question, table->common);
    s.asked = keep(&asked, memory);
    asked = (salvo_text){0};
    fire_conditions_words(&asked, &table->question, table->common);
    s.conditions = keep(&asked, memory);
    put(&s, "hit", "any damage", &hit, false, false);
    put(&s, "kill", "destroyed", &kill, false, false);
    put(&s, "damage", "average damage", &damage, true, false);
    put(&s, "shots", "shots that can do damage", &shots, true, false);
    return s;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/roll.h"

#include <stdlib.h>

#include "base/intern_table.h"
#include "base/try.h"
#include "explain/effect.h"
#include "explain/results.h"
#include "explain/shares.h"
#include "odds/throw_results.h"

typedef struct roll {
    salvo_explanation *e;
    salvo_dice dice;
    intern_table effects;
    uint32_t *by_result;
} roll;

/* Every combination of faces is resolved once more, although the outcome table has their counts: the explanation needs
 * to know which faces have which outcome, and the table does not keep it. */
static salvo_status find_effects(roll *r, salvo_error *err)
{
    const salvo_question *q = r->e->question;
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0;

    salvo_dice_first(&r->dice, faces);
    do {
        effect x = {.outcome = 0};
        bool is_new;

        r->by_result[i] = NO_EFFECT;
        if (salvo_dice_weight(&r->dice, faces) == 0)
            continue;
        x.outcome = q->procedure->roll->resolve(q->situation, faces, x.gain);
        if (!intern_table_of(&r->effects, &x, &r->by_result[i], &is_new))
            return salvo_fail_memory(err);
    } while (i++, salvo_dice_next(&r->dice, faces));
    return SALVO_OK;
}

/* A roll is thrown once and in any state, hence "times" 1 and no "when". */
static salvo_status tell_throw(const roll *r, salvo_throw *to, salvo_error *err)
{
    const salvo_state_description nothing = {.n = 0};
    const results all = results_of(&r->dice, r->by_result);
    const char **words = salvo_arena_array(r->e->memory, r->effects.count, sizeof *words);

    if (!words)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < r->effects.count; i++)
        if (!(words[i] = effect_words(r->e, intern_table_key(&r->effects, i), &nothing, NULL)))
            return salvo_fail_memory(err);
    *to = (salvo_throw){.name = "the throw",
                        .when = "",
                        .ways = all.ways,
                        .times = {1, "1"},
                        .dice = dice_words(&r->dice, r->e->memory)};
    if (!to->dice)
        return salvo_fail_memory(err);
    return results_tell(&all, words, r->effects.count, r->e->memory, &to->results, &to->n_results, err);
}

/* Every outcome is due to the one throw. */
static bool tell_outcome(const roll *r, const salvo_outcome *from, salvo_explained_outcome *to)
{
    salvo_explanation *e = r->e;
    const results all = results_of(&r->dice, r->by_result);

    *to = (salvo_explained_outcome){.name = salvo_arena_text(e->memory, from->label),
                                    .shares = salvo_arena_array(e->memory, 1, sizeof *to->shares),
                                    .n_shares = 1};
    if (!to->shares || !to->name || !report_chance(e, &all, &r->effects, from->outcome, &to->probability))
        return false;
    to->shares[0] = (salvo_contribution){0, to->probability, to->probability};
    return true;
}

static salvo_status tell_outcomes(roll *r, const salvo_odds *odds, salvo_error *err)
{
    salvo_explanation *e = r->e;

    e->size = odds->size;
    e->arithmetic = SALVO_RATIONAL;
    e->outcomes = salvo_arena_array(e->memory, odds->n_outcomes, sizeof *e->outcomes);
    if (!e->outcomes)
        return salvo_fail_memory(err);
    for (; e->n_outcomes < odds->n_outcomes; e->n_outcomes++)
        if (!tell_outcome(r, &odds->outcomes[e->n_outcomes], &e->outcomes[e->n_outcomes]))
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* The odds decide which outcomes occur and in which order they are listed everywhere. The chances are counted here,
 * from the described results. */
static salvo_status explain(roll *r, salvo_error *err)
{
    salvo_explanation *e = r->e;
    salvo_odds odds;
    salvo_status status;

    TRY(find_effects(r, err));
    e->throws = salvo_arena_array(e->memory, 1, sizeof *e->throws);
    if (!e->throws)
        return salvo_fail_memory(err);
    e->n_throws = 1;
    TRY(tell_throw(r, &e->throws[0], err));
    TRY(salvo_odds_solve(&odds, e->question, NULL, err));
    status = tell_outcomes(r, &odds, err);
    salvo_odds_free(&odds);
    return status;
}

salvo_status roll_explain(salvo_explanation *e, salvo_error *err)
{
    roll r = {.e = e, .effects = {.key_size = sizeof(effect)}};
    salvo_status status;

    salvo_roll_dice(e->question->procedure->roll, e->question->situation, &r.dice);
    TRY(throw_check(&r.dice, e->question->schema->name, err));
    r.by_result = calloc(salvo_dice_results(&r.dice) + 1, sizeof *r.by_result);
    status = r.by_result ? explain(&r, err) : salvo_fail_memory(err);
    intern_table_free(&r.effects);
    free(r.by_result);
    return status;
}

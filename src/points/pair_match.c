/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/pair_match.h"

#include "fight/army.h"
#include "fight/battle_chain.h"
#include "fight/battle_engine.h"
#include "fight/battle_print.h"
#include "rules/fault.h"

/* Makes the army's kinds a side of a battle directly: parsing a list would take too long for thousands of armies. */
static void fill_side(battle_side *to, const unit_pool *pool, const army *a, const pool_condition *at, int side,
                      int first_kind)
{
    const size_t fielding = fielding_number(at->setting, is_defending(at->scenario, side));

    for (int i = 0; i < a->n_kinds; i++) {
        /* The elements in front are the first targets. They rotate from condition to condition, so that no price
         * depends on a list's order. */
        const int k = (i + first_kind) % a->n_kinds;
        const candidate *c = &pool->units[a->kind[k]];
        const fielded *in = &c->in[fielding];

        to->kinds[to->n_kinds] = (element_kind){.element = in->element,
                                                .unit = c->unit,
                                                .count = a->count[k],
                                                .price = c->price,
                                                .speed = in->speed,
                                                .full = in->full};
        for (int n = 0; n < a->count[k]; n++)
            to->kind_of[to->n++] = (uint8_t)to->n_kinds;
        to->n_kinds++;
    }
    army_find_places(to, 0);
    to->targets = at->targets;
    to->acts = pool->plan->battle.army[0].acts;
    to->breaks_at = battle_model_breaks_at(to->n, pool->plan->battle.break_at);
}

salvo_status pair_match_prepare(battle_model *model, const unit_pool *pool, const army_pair *pair,
                                const pool_condition *at, int attacker, compile_cache *cache, salvo_arena *memory,
                                salvo_error *err)
{
    salvo_battle_plan plan = pool->plan->battle;

    plan.range = at->range;
    plan.scenario = at->scenario;
    model->adapter = pool->adapter;
    model->field = pool->settings[at->setting].field.situation;
    model->cache = cache;
    model->turn_limit = plan.turns;
    /* Side a is the one that advances. */
    fill_side(&model->side[SIDE_A], pool, &pair->side[attacker], at, SIDE_A, at->first_kind[attacker]);
    fill_side(&model->side[SIDE_B], pool, &pair->side[!attacker], at, SIDE_B, at->first_kind[!attacker]);
    return battle_chain_prepare(model, &plan, memory, err);
}

/* Returns the value of a battle that ended with that code for side `of`: 1, 1/2 or 0. */
static double value_of_ending(const battle_model *model, int code, int of)
{
    int winner = code == model->n_outcomes ? -1 : battle_model_winner(model, code); /* n_outcomes: never ended */

    return winner == of ? 1 : winner < 0 ? 0.5 : 0;
}

/* Scores by code, as far as they were needed. Those beyond the last are computed every time. */
typedef struct score_list {
    float *of;
    size_t n;
} score_list;

enum { SCORES_LISTED_MAX = 1 << 16 };
static const float NOT_LISTED = -1;

static double score_of(score_list *scores, const battle_model *model, int code, int of)
{
    const size_t at = (size_t)code;

    if (at >= scores->n)
        return value_of_ending(model, code, of);
    if (scores->of[at] == NOT_LISTED)
        scores->of[at] = (float)value_of_ending(model, code, of); /* exact: 0, 1/2 or 1 */
    return (double)scores->of[at];
}

static bool score_list_make(score_list *scores, const battle_model *model, salvo_arena *memory)
{
    scores->n = (size_t)model->n_outcomes + 1 < SCORES_LISTED_MAX ? (size_t)model->n_outcomes + 1 : SCORES_LISTED_MAX;
    scores->of = salvo_arena_array(memory, scores->n, sizeof *scores->of);
    for (size_t i = 0; scores->of && i < scores->n; i++)
        scores->of[i] = NOT_LISTED;
    return scores->of != NULL;
}

/* Returns the score of one half of the trials. The pair's first army is side `attacker`: side a if it attacks itself. */
static double score_half(match_result *to, const battle_model *model, score_list *scores, const battle_ending *endings,
                         uint64_t count, int attacker)
{
    double sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const double score = score_of(scores, model, endings[i].code, attacker);

        sum += score;
        to->won |= score != 0.5;
    }
    return sum / (double)count;
}

/* Returns whether the other match was a battle with the same tables on the same trials, and takes its result. */
static bool has_fought(match_result *to, const match_trials *trials, const engine *e)
{
    if (!trials->prints || !battle_engine_tables(e))
        return false;
    to->print = battle_print(battle_engine_tables(e));
    if (!trials->like || trials->like->print != to->print)
        return false;
    *to = *trials->like;
    return true;
}

/* Compiles and runs the battle once for both halves. Trials that run out leave lanes empty, which two runs would pay
 * twice. */
static salvo_status fight_halves(match_result *to, const battle_model *model, int attacker, const match_trials *trials,
                                 salvo_arena *memory, salvo_error *err)
{
    const uint64_t all = trials->plan.trials, count = all / MATCH_HALVES; /* of a half */
    /* With 32 bits a size beyond the address space would wrap to less than is written. */
    battle_ending *endings = all <= SIZE_MAX ? salvo_arena_array(memory, (size_t)all, sizeof(battle_ending)) : NULL;
    score_list scores = {.n = 0};
    engine e = {.kind = NULL};
    salvo_status status;

    if (!endings || !score_list_make(&scores, model, memory))
        return salvo_fail_memory(err);
    status = engine_choose(&e, PAIRED_BATTLE_ENGINES, &model->question, &trials->plan, err);
    if (status == SALVO_OK && !has_fought(to, trials, &e)) {
        const trial_range range = {trials->plan.seed, trials->first, MATCH_HALVES * count};

        status = battle_engine_each(&e, &range, endings, err);
        for (int half = 0; half < MATCH_HALVES && status == SALVO_OK; half++)
            to->score[half] = score_half(to, model, &scores, endings + (size_t)half * count, count, attacker);
    }
    engine_free(&e);
    return status;
}

/* The match's memory ends with it. */
salvo_status pair_match_fight(match_result *to, const unit_pool *pool, const army_pair *pair, const pool_condition *at,
                              int attacker, const match_trials *trials, compile_cache *cache, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    battle_model *model = memory ? salvo_arena_array(memory, 1, sizeof *model) : NULL;
    salvo_status status = SALVO_OK;

    if (!model || !compile_cache_make_room(cache))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status =
            salvo_fault_or(pair_match_prepare(model, pool, pair, at, attacker, cache, memory, err), pool->book, err);
    if (status == SALVO_OK)
        status = fight_halves(to, model, attacker, trials, memory, err);
    salvo_arena_free(memory);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle is over when a side is destroyed, beaten or withdrawn, when its turns have run out, or when nothing can
 * change any more. Without the last condition such chains would never end. */
#include "fight/battle_over.h"

#include "fight/battle_steps.h"

/* Survivors: elements in the fight. */
static int living(const battle_model *model, const struct state *s, int side)
{
    int n = 0;

    for (int i = 0; i < model->side[side].n; i++)
        n += strength_at(model, s, side, i) > 0;
    return n;
}

/* Withdrawn, after losing its share. The share became a number of elements when the plan was read. */
static bool is_broken(const battle_model *model, const struct state *s, int side)
{
    return model->side[side].n - living(model, s, side) >= model->side[side].breaks_at;
}

/* Whether the ruleset's limits beat the side at once: too many elements worn, or too many out of the fight. */
static bool is_beaten(const battle_model *model, const struct state *s, int side)
{
    int out = model->side[side].n - living(model, s, side), worn = 0;

    for (int i = 0; i < model->side[side].n; i++)
        worn +=
            strength_at(model, s, side, i) > 0 &&
            model->adapter->is_worn(kind_at(model, side, i)->element, packed_state_at(model, s, side, i)->unit_state);
    return worn >= model->side[side].worn_limit || out >= model->side[side].out_limit;
}

/* Asks the adapter, with the states in which both act. */
static bool can_harm(const battle_model *model, const struct state *s, int side, int actor, int target)
{
    return model->adapter->can_harm(fire_at(model, s, side, actor, target), seen_at(model, s, side, actor),
                                    seen_at(model, s, enemy_of(side), target));
}

/* Sets *some and *all: whether one element could harm the other in some, or in all, pairs of survivors. Stops when
 * both answers are known. One pass has both: `some` settles most stalemates, `all` most battles that go on. */
static void look_for_harm(const battle_model *model, const struct state *s, bool *some, bool *all)
{
    *some = false;
    *all = true;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < model->side[side].n; i++)
            for (int at = 0; at < model->side[enemy_of(side)].n && (*all || !*some); at++) {
                bool harms;

                if (!is_fighting(model, s, side, i) || !is_fighting(model, s, enemy_of(side), at))
                    continue;
                harms = can_harm(model, s, side, i, at);
                *some = *some || harms;
                *all = *all && harms;
            }
}

/* For elements that may retarget: they may choose any target in a later turn. */
static bool harms_anybody(const battle_model *model, const struct state *s, int side, int i)
{
    for (int at = 0; at < model->side[enemy_of(side)].n; at++)
        if (is_fighting(model, s, enemy_of(side), at) && can_harm(model, s, side, i, at))
            return true;
    return false;
}

/* Whether the element could harm its target. One that may retarget may choose any target in a later turn. */
static bool could_harm(const battle_model *model, const struct state *s, int side, int i, int target)
{
    return may_retarget(model, side) ? harms_anybody(model, s, side, i) : can_harm(model, s, side, i, target);
}

/* Whether every element would fire at a target that it cannot harm. Such a turn changes nothing, so the same holds for
 * every later turn. The turn is played on a copy and in the side's order, because under SALVO_SPREAD a choice depends
 * on earlier fire. */
static bool is_idle(const battle_model *model, const struct state *s)
{
    struct state turn = *s;
    const state_view view = state_view_of(model, &turn);

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = turn_actor(&view.turn, side); i >= 0; i = turn_actor(&view.turn, side)) {
            const int target = turn_target(&view.turn, side, i);

            if (target >= 0 && could_harm(model, s, side, i, target))
                return false;
            for (bool goes_on = battle_activate(model, &turn, side, i); goes_on && model->adapter->aims_each_throw;) {
                goes_on = battle_aim_again(model, &turn);
                if (goes_on && could_harm(model, s, side, i, turn.target))
                    return false;
            }
        }
    return true;
}

/* Whether anything is thrown at the end of a turn for an element without damage, at the place of the lines. */
static bool throws_after(const battle_model *model, const struct state *s)
{
    salvo_dice dice;

    for (int side = SIDE_A; side <= SIDE_B && model->adapter->after_dice; side++)
        for (int i = 0; i < model->side[side].n; i++)
            if (strength_at(model, s, side, i) > 0 &&
                battle_after_dice(model, s, side, i, packed_state_at(model, s, side, i)->unit_state, &dice))
                return true;
    return false;
}

/* Whether nothing can change any more. The lines rest, and no survivor can harm another, or those that can will never
 * fire at such a target. Without it such chains would never end. */
static bool is_stalemate(const battle_model *model, const struct state *s)
{
    const state_view view = state_view_of(model, s);
    bool some, all;

    if (turn_next_place(&view.turn) != s->place || throws_after(model, s))
        return false;
    look_for_harm(model, s, &some, &all);
    return !some || (!all && is_idle(model, s));
}

/* A number in mixed radix: the survivors of every kind of side a, then of side b. The verdict is the highest digit. */
static int outcome_code(const battle_model *model, const struct state *s, int verdict)
{
    int code = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const battle_side *army = &model->side[side];
        int left[SALVO_KINDS_MAX] = {0};

        for (int i = 0; i < army->n; i++)
            left[army->kind_of[i]] += strength_at(model, s, side, i) > 0;
        for (int k = 0; k < army->n_kinds; k++)
            code = code * (army->kinds[k].count + 1) + left[k];
    }
    return code + verdict * model->n_left;
}

/* A bit for each side that a limit beats. Limits are checked after an activation, because tables hold activations as a
 * whole. */
static int verdict_of(const battle_model *model, const struct state *s)
{
    if (!model->adapter->limits || (s->phase == ACT && s->throw_at > 0))
        return NOBODY_BEATEN;
    return (is_beaten(model, s, SIDE_A) ? A_BEATEN : 0) + (is_beaten(model, s, SIDE_B) ? B_BEATEN : 0);
}

/* The tests follow the order of the rules: destroyed, then beaten by limits, then withdrawn, then out of turns. */
int battle_outcome(const void *situation, const void *state)
{
    const battle_model *model = situation;
    const struct state *s = state;
    /* If all act at once, survivors are counted only after the turn. */
    bool begins = battle_is_beginning(model, s), over = begins && model->never_begins;
    int verdict = verdict_of(model, s);

    if (!over && (begins || !is_at_once(model))) /* one after the other: over when a side is destroyed */
        over = living(model, s, SIDE_A) == 0 || living(model, s, SIDE_B) == 0 || verdict != NOBODY_BEATEN;
    if (!over && begins) /* checked when a turn begins */
        over = is_broken(model, s, SIDE_A) || is_broken(model, s, SIDE_B) ||
               (model->turn_limit && s->turn == model->turn_limit) || is_stalemate(model, s);
    return over ? outcome_code(model, s, verdict) : SALVO_CONTINUES;
}

/* The outcome of a chain that never ends: nothing changes, so the state shows the survivors. */
int battle_never_ends(const void *situation, const void *state)
{
    return outcome_code(situation, state, NOBODY_BEATEN);
}

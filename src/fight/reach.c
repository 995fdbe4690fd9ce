/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/reach.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "fight/army.h"

/* Both armies on their field, as a battle reads them. */
typedef struct meeting {
    const salvo_battle_adapter *adapter;
    battle_side side[N_SIDES];
    salvo_question field;
    void *fire;
} meeting;

/* No battle is prepared for it, because reach concerns kinds, not states or places. */
static salvo_status enlist_side(meeting *m, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                salvo_arena *memory, salvo_error *err)
{
    for (int s = 0; s < N_SIDES; s++) {
        salvo_status status = army_read(&m->side[s], book, &plan->army[s], memory, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Also opens the field. *made: the caller closes its field; or NULL. */
static salvo_status meet(meeting **made, const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_arena *memory,
                         salvo_error *err)
{
    meeting *m = salvo_arena_array(memory, 1, sizeof *m);

    if (!m || !(m->fire = salvo_arena_array(memory, 1, book->ruleset->battle->fire_size)))
        return salvo_fail_memory(err);
    m->adapter = book->ruleset->battle;
    *made = m; /* zeroed, because a field that was never opened is closed, too */
    TRY(enlist_side(m, book, plan, memory, err));
    return salvo_schema_ask(&m->field, book, m->adapter->field, plan->words, plan->n_words, err);
}

static bool is_refused(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
                       const salvo_circumstances *circumstances, salvo_error *err)
{
    return adapter->check && adapter->check(field, actor, target, circumstances, err) != SALVO_OK;
}

fire_effect reach_effect(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, void *fire)
{
    uint8_t own[SALVO_ELEMENT_BYTES] = {0}, other[SALVO_ELEMENT_BYTES] = {0};
    salvo_dice dice = {.count = 0};
    fire_effect of;

    if (is_refused(adapter, field, actor, target, circumstances, NULL))
        return (fire_effect){.fires = false};
    memset(fire, 0, adapter->fire_size);
    adapter->aim(field, actor, target, circumstances, fire);
    adapter->initial_state(actor, own);
    adapter->initial_state(target, other);
    of.harms = adapter->can_harm(fire, own, other);
    of.fires =
        adapter->may_fire ? adapter->may_fire(fire) : adapter->dice(fire, 0, own, other, &dice) && dice.count > 0;
    return of;
}

/* The effect if both stand still. */
static fire_effect effect_of(const meeting *m, int side, const void *actor, const void *target, double range)
{
    const salvo_circumstances circumstances = {.side = side, .range = range};

    return reach_effect(m->adapter, m->field.situation, actor, target, &circumstances, m->fire);
}

/* The effect of any fresh element of the side on any enemy. */
static fire_effect effect_of_side(const meeting *m, int s, double range)
{
    const battle_side *by = &m->side[s], *at = &m->side[enemy_of(s)];
    fire_effect of = {.fires = false};

    for (int i = 0; i < by->n_kinds && !of.harms; i++)
        for (int k = 0; k < at->n_kinds && !of.harms; k++) {
            const fire_effect one = effect_of(m, s, by->kinds[i].element, at->kinds[k].element, range);

            of = (fire_effect){of.fires || one.fires, one.harms};
        }
    return of;
}

void reach_why(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
               const salvo_circumstances *circumstances, salvo_text *all)
{
    salvo_text why = {0};
    salvo_error err;

    if (is_refused(adapter, field, actor, target, circumstances, &err))
        salvo_text_put(&why, err.text);
    else if (adapter->why_harmless)
        adapter->why_harmless(field, actor, target, circumstances, &why);
    if (why.length && !strstr(salvo_text_of(all), salvo_text_of(&why)))
        salvo_text_add(all, "%s%s", all->length ? "; " : "", salvo_text_of(&why));
    salvo_text_free(&why);
}

/* Why a side harms nobody at that range; NULL if there is no reason. */
static const char *why_of_side(const meeting *m, int s, double range, salvo_arena *memory)
{
    const battle_side *by = &m->side[s], *at = &m->side[enemy_of(s)];
    salvo_text all = {0};
    const char *kept;

    for (int i = 0; i < by->n_kinds; i++)
        for (int k = 0; k < at->n_kinds; k++)
            reach_why(m->adapter, m->field.situation, by->kinds[i].element, at->kinds[k].element,
                      &(salvo_circumstances){.side = s, .range = range}, &all);
    kept = all.length ? salvo_arena_text(memory, salvo_text_of(&all)) : NULL;
    salvo_text_free(&all);
    return kept;
}

/* Finds the stops of both sides: if the fire of either changes, the other's may have to. */
static salvo_status stops_of(salvo_stops *stops, const meeting *m, const salvo_rulebook *book, salvo_arena *memory,
                             salvo_error *err)
{
    const void *elements[N_SIDES * SALVO_KINDS_MAX];
    size_t n = 0;

    for (int s = 0; s < N_SIDES; s++)
        for (int k = 0; k < m->side[s].n_kinds; k++)
            elements[n++] = m->side[s].kinds[k].element;
    return salvo_stops_of_battle(stops, book, elements, n, m->field.situation, memory, err);
}

/* Reads both armies, and finds the ranges at which anything changes between them. */
static salvo_status read_meeting(meeting **made, salvo_stops *stops, const salvo_rulebook *book,
                                 const salvo_battle_plan *plan, salvo_arena *memory, salvo_error *err)
{
    TRY(meet(made, book, plan, memory, err));
    return stops_of(stops, *made, book, memory, err);
}

salvo_status reach_stops(salvo_stops *stops, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         salvo_arena *memory, salvo_error *err)
{
    meeting *m = NULL;
    salvo_status status = read_meeting(&m, stops, book, plan, memory, err);

    if (m)
        salvo_question_free(&m->field);
    return status;
}

/* Stops ascend. The first at which the side harms anybody is `closest`, and the last is `upto`. */
static void measure(reach *to, const meeting *m, int s, const salvo_stops *stops, double range, salvo_arena *memory)
{
    const fire_effect here = effect_of_side(m, s, range);

    *to = (reach){.fires = here.fires, .harms = here.harms, .upto = NAN, .closest = NAN};
    for (size_t i = 0; i < stops->count; i++) {
        const fire_effect there = effect_of_side(m, s, stops->upto[i]);

        to->fires = to->fires || there.fires;
        if (!there.harms)
            continue;
        to->closest = isnan(to->upto) ? stops->upto[i] : to->closest;
        to->upto = stops->upto[i];
    }
    if (!to->harms)
        to->why = why_of_side(m, s, range, memory);
    for (size_t i = 0; i < stops->count && !to->harms && !to->why && isnan(to->upto); i++)
        to->why = why_of_side(m, s, stops->upto[i], memory);
}

salvo_status reach_find(reach of[2], const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_arena *memory,
                        salvo_error *err)
{
    salvo_stops *stops = salvo_arena_array(memory, 1, sizeof *stops);
    meeting *m = NULL;
    salvo_status status = stops ? read_meeting(&m, stops, book, plan, memory, err) : salvo_fail_memory(err);

    for (int s = 0; s < N_SIDES && status == SALVO_OK; s++)
        measure(&of[s], m, s, stops, plan->range, memory);
    if (m)
        salvo_question_free(&m->field);
    return status;
}

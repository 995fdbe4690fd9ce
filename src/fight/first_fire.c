/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches turn by turn the places that the lines can have reached, by any pace that they may have, so that no place
 * is left out. The kernels' tables hold what can harm there in any unit state. */
#include "fight/first_fire.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "fight/battle_ready.h"
#include "fight/lines.h"
#include "fight/reach.h"

enum { LONG = 255 }; /* for turns without a limit: lines rest before */

typedef struct search {
    first_fires *f;
    const battle_model *model;
    const battle_tables *t;
    const salvo_stops *stops;
    pace_list paces[N_SIDES];
    bool here[PLACES_MAX];   /* places of the lines in the turn */
    bool before[PLACES_MAX]; /* places of the lines in turns so far */
    void *fire;              /* space for one */
    salvo_arena *memory;
} search;

/* Whether a fresh element of the kind harms any enemy at that range, if both stand still. */
static bool harms_standing(const search *s, int side, int kind, double range)
{
    const battle_model *model = s->model;
    const salvo_circumstances circumstances = {.side = side, .range = range};

    for (int at = 0; at < model->side[enemy_of(side)].n_kinds; at++)
        if (reach_effect(model->adapter, model->field, model->side[side].kinds[kind].element,
                         model->side[enemy_of(side)].kinds[at].element, &circumstances, s->fire)
                .harms)
            return true;
    return false;
}

/* Collects the rulebook's reasons for the kind's fire at any enemy at that range, moving or standing still. */
static const char *why_from(const search *s, int side, int kind, double range, bool moving)
{
    const battle_model *model = s->model;
    const int enemy = enemy_of(side);
    salvo_text all = {0};
    const char *kept;

    for (int at = 0; at < model->side[enemy].n_kinds; at++)
        reach_why(model->adapter, model->field, model->side[side].kinds[kind].element,
                  model->side[enemy].kinds[at].element,
                  &(salvo_circumstances){.side = side, .range = range, .moving = moving}, &all);
    kept = all.length ? salvo_arena_text(s->memory, salvo_text_of(&all)) : NULL;
    salvo_text_free(&all);
    return kept;
}

/* The nearest distance of the lines so far. With `moving`, only places count where the kind moved and could have
 * harmed an enemy if it had stood still. INFINITY: none. */
static double nearest_before(const search *s, int side, int kind, bool moving)
{
    double nearest = INFINITY;

    for (int place = 0; place < s->model->n_places; place++)
        if (s->before[place] && s->model->places[place].range < nearest &&
            (!moving || (battle_model_moved(s->model, place, side, kind) &&
                         harms_standing(s, side, kind, s->model->places[place].range))))
            nearest = s->model->places[place].range;
    return nearest;
}

static void explain_range(const search *s, int side, int kind, first_fire *to)
{
    to->from = to->upto = NAN;
    for (size_t i = 0; i < s->stops->count; i++)
        if (harms_standing(s, side, kind, s->stops->upto[i])) {
            to->from = isnan(to->from) ? s->stops->upto[i] : to->from;
            to->upto = s->stops->upto[i];
        }
    to->silence = isnan(to->upto) ? SILENT_HARMLESS : SILENT_FAR;
    to->why = why_from(s, side, kind, to->nearest, false);
    for (size_t i = 0; i < s->stops->count && !to->why && to->silence == SILENT_HARMLESS; i++)
        to->why = why_from(s, side, kind, s->stops->upto[i], false);
}

/* Explains why a kind did no harm at the places `before`, by the first reason that applies. */
static void explain(const search *s, int side, int kind, first_fire *to)
{
    to->nearest = nearest_before(s, side, kind, true);
    if (isfinite(to->nearest)) {
        to->silence = SILENT_MOVING;
        to->why = why_from(s, side, kind, to->nearest, true);
    } else {
        to->nearest = nearest_before(s, side, kind, false);
        explain_range(s, side, kind, to);
    }
}

/* According to the tables, from any unit state. */
static bool harms_here(const search *s, int side, int kind)
{
    for (int place = 0; place < s->model->n_places; place++)
        if (s->here[place] && s->t->harms[place][side][kind])
            return true;
    return false;
}

/* Returns false if the lines have not moved since the turn before, and so never will. */
static bool go_on(search *s)
{
    bool next[PLACES_MAX] = {false}, moved;

    for (int place = 0; place < s->model->n_places; place++)
        for (int a = 0; a < s->paces[SIDE_A].n && s->here[place]; a++)
            for (int b = 0; b < s->paces[SIDE_B].n; b++)
                next[s->model->next_place[place][s->paces[SIDE_A].pace[a]][s->paces[SIDE_B].pace[b]]] = true;
    moved = memcmp(s->here, next, sizeof next) != 0;
    memcpy(s->here, next, sizeof next);
    return moved;
}

/* Turn 1 begins with a move. So no turn has the place of the start itself, unless nobody moves. */
static void search_turns(search *s)
{
    const int64_t turns = s->model->turn_limit ? s->model->turn_limit : LONG;

    s->here[0] = true;
    for (int64_t turn = 1; turn <= turns; turn++) {
        if (!go_on(s) && turn > 1)
            break;
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < s->model->side[side].n_kinds; kind++) {
                first_fire *of = &s->f->of[side][kind];

                if (of->turn || !harms_here(s, side, kind))
                    continue;
                of->turn = turn;
                if (turn > 1)
                    explain(s, side, kind, of);
            }
        for (int place = 0; place < s->model->n_places; place++)
            s->before[place] = s->before[place] || s->here[place];
    }
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < s->model->side[side].n_kinds; kind++)
            if (!s->f->of[side][kind].turn)
                explain(s, side, kind, &s->f->of[side][kind]);
}

/* Whether a fresh element of the kind can harm any enemy at any present place of the lines. */
static bool harms_fresh(const search *s, int side, int kind)
{
    const battle_model *model = s->model;
    uint8_t own[SALVO_ELEMENT_BYTES] = {0}, other[SALVO_ELEMENT_BYTES] = {0};

    model->adapter->initial_state(model->side[side].kinds[kind].element, own);
    for (int at = 0; at < model->side[enemy_of(side)].n_kinds; at++) {
        memset(other, 0, sizeof other);
        model->adapter->initial_state(model->side[enemy_of(side)].kinds[at].element, other);
        for (int place = 0; place < model->n_places; place++)
            if (s->here[place] && model->adapter->can_harm(battle_model_fire(model, place, side, kind, at), own, other))
                return true;
    }
    return false;
}

/* Whether all can do harm in the first turn, as in most battles. This needs no tables. */
static bool all_begin(search *s)
{
    bool all = true;

    s->here[0] = true;
    go_on(s);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < s->model->side[side].n_kinds && all; kind++) {
            s->f->of[side][kind].turn = 1;
            all = harms_fresh(s, side, kind);
        }
    memset(s->here, 0, sizeof s->here);
    return all;
}

static void search_begin(search *s, const battle_ready *ready)
{
    s->model = ready->battle_model;
    s->t = battle_engine_tables(&ready->engine);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        s->paces[side] = paces_of(s->model, side);
}

/* Most battles need no tables. */
static salvo_status find_first_fires(search *s, battle_ready *ready, salvo_error *err)
{
    const salvo_plan how = {.seed = 1};

    search_begin(s, ready);
    s->f->known = all_begin(s);
    if (s->f->known)
        return SALVO_OK;
    memset(s->f, 0, sizeof *s->f);
    TRY(battle_ready_for_trials(ready, &how, err));
    search_begin(s, ready);
    s->f->known = s->t;
    if (s->f->known)
        search_turns(s);
    return SALVO_OK;
}

salvo_status first_fires_find(first_fires *f, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              salvo_arena *memory, salvo_error *err)
{
    search *s = salvo_arena_array(memory, 1, sizeof *s);
    salvo_stops *stops = salvo_arena_array(memory, 1, sizeof *stops);
    void *fire = salvo_arena_array(memory, 1, book->ruleset->battle->fire_size);
    battle_ready *ready = salvo_arena_array(memory, 1, sizeof *ready);
    salvo_status status;

    *f = (first_fires){.known = false};
    if (!s || !stops || !fire || !ready)
        return salvo_fail_memory(err);
    status = reach_stops(stops, book, plan, memory, err);
    *s = (search){.f = f, .stops = stops, .fire = fire, .memory = memory};
    if (status == SALVO_OK)
        status = battle_ready_make(ready, book, plan, NULL, err);
    if (status == SALVO_OK)
        status = find_first_fires(s, ready, err);
    battle_ready_free(ready);
    return status;
}

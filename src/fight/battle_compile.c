/* Compiles in three stages. Matchups: kinds that fire at each other, those with equal fires as one. Closure: every
 * activation of every unit state on every other is composed until no new unit state turns up. Tables (battle_lay.c). */
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "fight/at_once.h"
#include "fight/battle_lay.h"

/* Finds the matchup with that fire, or makes a new one. Fires are equal byte by byte, mostly at several places. */
static salvo_status find_matchup(compiler *c, int place, int side, int kind, int at, salvo_error *err)
{
    const void *fire = battle_model_fire(c->e, place, side, kind, at);
    size_t i = 0;

    for (; i < c->n_matchups; i++) {
        const matchup *known = &c->matchups[i];

        if (known->side == side && known->kind == kind && known->at == at &&
            memcmp(known->fire, fire, c->e->adapter->fire_size) == 0)
            break;
    }
    *compiler_matchup(c, place, side, kind, at) = (uint32_t)i;
    if (i < c->n_matchups)
        return SALVO_OK;
    if (!salvo_grow(&c->matchups, &c->capacity, i + 1, sizeof *c->matchups))
        return salvo_fail_memory(err);
    c->matchups[c->n_matchups++] = (matchup){.side = side, .kind = kind, .at = at, .fire = fire};
    if (c->cache && !activation_cache_fire(c->cache, fire, &c->matchups[i].fire_number))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Every place, either side, every kind at every kind of the enemy. */
static salvo_status find_matchups(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    c->matchup_of = calloc((size_t)PLACES_MAX * N_SIDES * SALVO_KINDS_MAX * SALVO_KINDS_MAX, sizeof *c->matchup_of);
    if (!c->matchup_of)
        return salvo_fail_memory(err);
    for (int place = 0; place < c->e->n_places; place++)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < c->e->side[side].n_kinds; kind++)
                for (int at = 0; at < c->e->side[enemy_of(side)].n_kinds && status == SALVO_OK; at++)
                    status = find_matchup(c, place, side, kind, at, err);
    return status;
}

/* The number of what one of the two has become: mostly that from which it came. */
static salvo_status number_end(compiler *c, int side, const unit_state *from, uint32_t from_number,
                               const uint8_t *bytes, uint32_t *number, salvo_error *err)
{
    if (memcmp(from->bytes, bytes, sizeof from->bytes) != 0)
        return compiler_number(c, side, from->kind, bytes, number, err);
    *number = from_number;
    return SALVO_OK;
}

static salvo_status add_end(compiler *c, int side, const unit_state from[2], const action *d, const joint_state *to,
                            salvo_error *err)
{
    end e = {.p = to->p}; /* numbers in place of bytes */
    salvo_status status = number_end(c, side, &from[0], d->actor, to->actor, &e.actor, err);

    if (status != SALVO_OK)
        return status;
    status = number_end(c, enemy_of(side), &from[1], d->target, to->target, &e.target, err);
    return status == SALVO_OK ? compiler_end(c, &e, err) : status;
}

static salvo_status compose_ends(compiler *c, const matchup *by, action *d, salvo_error *err)
{
    const unit_state from[] = {*unit_state_at(c, by->side, d->actor), *unit_state_at(c, enemy_of(by->side), d->target)};
    salvo_status status = SALVO_OK;
    bool composed = c->cache
                        ? activation_recall(c->cache, &c->activation, by->fire_number, from[0].bytes, from[1].bytes)
                        : activation_compose(&c->activation, c->e->adapter, by->fire, from[0].bytes, from[1].bytes);

    if (!composed || c->activation.tried > TRIED_MAX) /* bounds the time that composing takes */
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    for (size_t i = 0; i < c->activation.n && status == SALVO_OK; i++)
        status = add_end(c, by->side, from, d, &c->activation.joint_states[i], err);
    d->n = c->n_ends - d->first;
    d->throws = c->activation.throws;
    return status;
}

/* Adds the action to its matchup. */
static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    action d = {.actor = actor, .target = target, .first = c->n_ends};
    salvo_status status = is_at_once(c->e) ? at_once_compose(c, by, &d, err) : compose_ends(c, by, &d, err);

    if (status != SALVO_OK)
        return status;
    if (!salvo_grow(&by->actions, &by->capacity, by->n_actions + 1, sizeof *by->actions))
        return salvo_fail_memory(err);
    by->actions[by->n_actions++] = d;
    return SALVO_OK;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states that have numbers by now. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const uint32_t actors = (uint32_t)c->unit_states[by->side].count, targets = (uint32_t)c->unit_states[enemy].count;
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < actors; actor++) {
        uint32_t target = actor < by->done[by->side] ? by->done[enemy] : 0;

        for (; is_fit(c, by->side, by->kind, actor) && target < targets && status == SALVO_OK; target++)
            if (is_fit(c, enemy, by->at, target))
                status = compose(c, by, actor, target, err);
    }
    by->done[by->side] = actors;
    by->done[enemy] = targets;
    return status;
}

/* Repeats until no action leads to a unit state without a number. */
static salvo_status close(compiler *c, salvo_error *err)
{
    size_t before;
    salvo_status status = is_at_once(c->e) ? at_once_close(c, err) : SALVO_OK;

    do {
        before = c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count;
        for (size_t i = 0; i < c->n_matchups && status == SALVO_OK; i++)
            status = widen(c, &c->matchups[i], err);
    } while (status == SALVO_OK && before < c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count);
    return status;
}

/* The fresh state of kind k gets number k: find_classes and make_packed_states rely on it. */
static salvo_status enlist_initial(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < c->e->side[side].n_kinds && status == SALVO_OK; kind++) {
            uint8_t fresh[SALVO_ELEMENT_BYTES] = {0};
            uint32_t number;

            c->e->adapter->initial_state(c->e->side[side].kinds[kind].element, fresh);
            status = compiler_number(c, side, kind, fresh, &number, err);
        }
    return status;
}

/* Actions are looked up by the numbers of both unit states from now on. */
static salvo_status number_actions(compiler *c, salvo_error *err)
{
    for (size_t i = 0; i < c->n_matchups; i++) {
        matchup *by = &c->matchups[i];

        by->n_targets = (uint32_t)c->unit_states[enemy_of(by->side)].count;
        by->number_of = calloc(c->unit_states[by->side].count * by->n_targets + 1, sizeof *by->number_of);
        if (!by->number_of)
            return salvo_fail_memory(err);
        for (uint32_t k = 0; k < by->n_actions; k++)
            by->number_of[by->actions[k].actor * by->n_targets + by->actions[k].target] = k;
    }
    return SALVO_OK;
}

/* The tables own what is in t; everything else ends here. */
static void compiler_free(compiler *c)
{
    for (size_t i = 0; i < c->n_matchups; i++) {
        free(c->matchups[i].actions);
        free(c->matchups[i].number_of);
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        intern_table_free(&c->unit_states[side]);
        intern_table_free(&c->effects[side]);
        free(c->code_of[side]);
        free(c->number_of[side]);
    }
    free(c->matchups);
    free(c->matchup_of);
    free(c->ends);
    free(c->columns);
    free(c->weight);
    free(c->stack);
    free(c);
}

salvo_status battle_tables_compile(battle_tables *t, const battle_model *e, activation_cache *cache, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {find_matchups, enlist_initial, close,
                                                                              number_actions, battle_lay};
    compiler *c = calloc(1, sizeof *c); /* too large for the stack */
    salvo_status status = SALVO_OK;

    *t = (battle_tables){.e = e, .memory = NULL};
    t->memory = salvo_arena_new();
    if (!c || !t->memory) {
        free(c);
        battle_tables_free(t);
        return salvo_fail_memory(err);
    }
    c->t = t;
    c->e = e;
    c->cache = cache; /* NULL: nothing is remembered */
    t->draws_a_turn = is_at_once(e) || has_cards(t) ? DRAWS_WITH_MORE : DRAWS_A_TURN;
    t->asks_first = e->adapter->recovers;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->unit_states[side].key_size = sizeof(unit_state);
    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    t->tried = c->activation.tried;
    compiler_free(c);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}

/* What all ways of compiling share: finding matchups, numbering unit states, composing one activation, and making alias
 * rows. */
#include "fight/battle_compiler.h"

#include <stdlib.h>

#include "base/grow.h"

salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err)
{
    unit_state key = {.kind = (uint8_t)kind}; /* zeroed behind kind and bytes: keys are compared by their bytes */
    bool is_new;

    memcpy(key.bytes, bytes, sizeof key.bytes);
    if (!intern_table_of(&c->unit_states[side], &key, number, &is_new))
        return salvo_fail_memory(err);
    if (c->unit_states[side].count > UNIT_STATES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "elements of side %c can be in more than %d conditions", "ab"[side],
                          UNIT_STATES_MAX);
    return SALVO_OK;
}

salvo_status compiler_end(compiler *c, const end *more, salvo_error *err)
{
    if (!salvo_grow(&c->ends, &c->ends_capacity, c->n_ends + 1, sizeof *c->ends))
        return salvo_fail_memory(err);
    c->ends[c->n_ends++] = *more;
    return SALVO_OK;
}

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

salvo_status compiler_prepare(compiler *c, const battle_model *e, activation_cache *cache, salvo_error *err)
{
    salvo_status status;

    c->e = e;
    c->cache = cache; /* NULL: nothing is remembered */
    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->unit_states[side].key_size = sizeof(unit_state);
    status = find_matchups(c, err);
    return status == SALVO_OK ? enlist_initial(c, err) : status;
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
    end e = {.p = (double)to->p}; /* numbers in place of bytes */
    salvo_status status = number_end(c, side, &from[0], d->actor, to->actor, &e.actor, err);

    if (status != SALVO_OK)
        return status;
    status = number_end(c, enemy_of(side), &from[1], d->target, to->target, &e.target, err);
    return status == SALVO_OK ? compiler_end(c, &e, err) : status;
}

salvo_status compiler_compose(compiler *c, const matchup *by, action *d, salvo_error *err)
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

void compiler_free(compiler *c)
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

const action *compiler_action(const matchup *by, uint32_t actor, uint32_t target)
{
    return &by->actions[by->number_of[actor * by->n_targets + target]];
}

/* The low bytes, which are all that is read of narrow codes. */
static uint16_t two_codes(uint32_t upper, uint32_t lower)
{
    return (uint16_t)((upper & UINT8_MAX) << 8 | (lower & UINT8_MAX));
}

void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n)
{
    battle_tables *t = c->t;
    const size_t first = (size_t)row << t->bits, n_columns = (size_t)1 << t->bits;

    memset(c->weight, 0, n_columns * sizeof *c->weight);
    weigh(p, n, c->weight);
    alias_fill(c->columns, t->bits, n, c->weight, c->stack);
    for (size_t i = 0; i < n_columns; i++) {
        const alias_column *column = &c->columns[i];
        const uint32_t one = results[column->own], other = results[column->other];
        walk_column *to = &t->columns[first + i];

        /* The share is compared with the word's bits behind the column's, shifted up. */
        *to = (walk_column){column->share << t->bits, (uint16_t)one, (uint16_t)other};
        if (!t->own)
            continue;
        t->own[first + i] = own[column->other] << 16 | own[column->own];
        if (t->narrow)
            t->narrow[first + i] =
                (walk_column){to->threshold, two_codes(own[column->own], one), two_codes(own[column->other], other)};
    }
}

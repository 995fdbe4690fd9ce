/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/look.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "explain/results.h"
#include "odds/alike_dice.h"
#include "odds/outcome_table.h"

/* A state after one result. */
typedef struct result {
    int outcome;
    bool stays;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    salvo_state_description description;
} result;

static void describe_state(const look *l, const void *state, salvo_state_description *description)
{
    salvo_chain_describe(l->question->procedure->chain, l->question->situation, state, description);
}

/* The step works on a copy: rules change the state in place, and the next result begins from the same one. */
static void take(const look *l, const uint8_t *faces, result *r)
{
    const salvo_chain *chain = l->question->procedure->chain;
    const void *situation = l->question->situation;
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX];

    memset(r, 0, sizeof *r);
    memcpy(next, l->here, chain->state_size);
    chain->step(situation, next, faces, r->gain);
    r->outcome = chain->outcome(situation, next);
    r->stays = memcmp(next, l->here, chain->state_size) == 0;
    describe_state(l, next, &r->description);
}

/* What all results of a throw have in common is not repeated for each. */
typedef struct common {
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    const char *next;
    bool any, goes_on, next_differs;
} common;

/* Compares the letters, because a name from a user's rulebook need not be one text in memory. */
static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The common gain is what every result has: the least of them, unless one loses something. The next throw is common if
 * all results that go on lead to the same one. "then b's fire" after every line would hide the differences. */
static void find_common(common *c, const result *r)
{
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        if (!c->any || (c->gain[k] > r->gain[k] && r->gain[k] >= 0))
            c->gain[k] = r->gain[k];
    c->any = true;
    if (r->outcome != SALVO_CONTINUES)
        return;
    c->next_differs = c->next_differs || (c->goes_on && !is_same(c->next, r->description.throw_name));
    c->next = r->description.throw_name;
    c->goes_on = true;
}

/* A mark that changes beside something else adds no information. */
static void find_changes(effect *x, const salvo_state_description *before, const salvo_state_description *after)
{
    bool any = false;

    for (size_t i = 0; i < before->n; i++) {
        const int64_t change = after->at[i].value - before->at[i].value;

        x->change[i] = before->at[i].kind == SALVO_FIELD_PACKED ? change && !any : change;
        x->becomes[i] = before->at[i].kind == SALVO_FIELD_FLAG && change ? after->at[i].value : 0;
        any = any || change;
    }
}

/* Numbers begin at 1, so that an effect of zeros leads to none. Returns false if memory is out. */
static bool number_throw(look *l, const char *name, int64_t *number)
{
    for (*number = 1; *number <= (int64_t)l->n_throws; (*number)++)
        if (is_same(l->throws[*number - 1], name))
            return true;
    if (!salvo_grow(&l->throws, &l->throws_capacity, l->n_throws + 1, sizeof *l->throws))
        return false;
    l->throws[l->n_throws++] = name;
    return true;
}

const char *look_next(const look *l, const effect *x)
{
    return x->next ? l->throws[x->next - 1] : NULL;
}

/* An ending keeps only its outcome. Otherwise endings that differ in the remaining state would be different effects.
 * Then every throw that can end the chain would be a kind of its own. */
static bool find_effect(look *l, const common *c, const result *r, effect *x)
{
    *x = (effect){.outcome = r->outcome, .stays = r->stays};
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        x->gain[k] = r->gain[k] - c->gain[k];
    if (r->outcome != SALVO_CONTINUES)
        return true;
    find_changes(x, &l->description, &r->description);
    return !c->next_differs || !r->description.throw_name || number_throw(l, r->description.throw_name, &x->next);
}

/* Finds the next result to look at; for dice that are alike, each set of faces once. */
static bool next_result(const look *l, uint8_t *faces)
{
    return l->alike ? alike_dice_next(&l->dice, faces) : salvo_dice_next(&l->dice, faces);
}

static void find_all_common(const look *l, common *c)
{
    uint8_t faces[SALVO_DICE_MAX];
    result r;

    salvo_dice_first(&l->dice, faces);
    do {
        if (salvo_dice_weight(&l->dice, faces) == 0)
            continue;
        take(l, faces, &r);
        find_common(c, &r);
    } while (next_result(l, faces));
}

/* Returns the place of a result in the order of salvo_dice_next. */
static uint64_t place_of(const look *l, const uint8_t *faces)
{
    uint64_t place = 0;

    for (int i = 0; i < l->dice.count; i++)
        place = place * l->dice.sides[i] + faces[i] - 1;
    return place;
}

/* Every result is computed twice, because the common part is known only after the last. */
static salvo_status find_effects(look *l, salvo_error *err)
{
    common c = {.any = false};
    uint8_t faces[SALVO_DICE_MAX];
    result r;

    find_all_common(l, &c);
    salvo_dice_first(&l->dice, faces);
    do {
        uint32_t *at = &l->effects[place_of(l, faces)];
        effect x;
        bool is_new;

        *at = NO_EFFECT;
        if (salvo_dice_weight(&l->dice, faces) == 0)
            continue;
        take(l, faces, &r);
        if (!find_effect(l, &c, &r, &x) || !intern_table_of(&l->known, &x, at, &is_new))
            return salvo_fail_memory(err);
    } while (next_result(l, faces));
    return SALVO_OK;
}

/* Extends the results with ascending faces to all results. It handles die `i` and later dice, after the faces of
 * earlier dice in faces[], in a block of results from `block` on. A face below the last one begins a part that equals
 * an earlier block with two dice exchanged. Sorting the faces finds that block. */
static void spread(look *l, int i, uint64_t each, uint64_t block, const uint8_t *faces)
{
    uint8_t now[SALVO_DICE_MAX];

    if (i == l->dice.count)
        return;
    each /= l->dice.sides[i];
    memcpy(now, faces, (size_t)i);
    for (int face = 1; face <= l->dice.sides[i]; face++) {
        int at = i;
        uint64_t from = 0;

        memcpy(now, faces, (size_t)i);
        for (; at > 0 && now[at - 1] > face; at--)
            now[at] = now[at - 1];
        now[at] = (uint8_t)face;
        for (int d = 0; d <= i; d++)
            from = from * l->dice.sides[d] + now[d] - 1;
        if (at == i)
            spread(l, i + 1, each, block + (uint64_t)(face - 1) * each, now);
        else
            memcpy(l->effects + block + (uint64_t)(face - 1) * each, l->effects + from * each,
                   each * sizeof *l->effects);
    }
}

/* Applies to a state that defines its future. */
static bool is_alike(const look *l)
{
    const salvo_chain *chain = l->question->procedure->chain;
    _Alignas(max_align_t) unsigned char key[SALVO_STATE_MAX] = {0};

    return chain->future && chain->future(l->question->situation, l->here, key);
}

/* The room for results is kept from state to state: a chain has thousands of states, with a few sizes of dice. */
salvo_status look_at(look *l, const void *state, salvo_error *err)
{
    const salvo_chain *chain = l->question->procedure->chain;
    salvo_status status;

    memcpy(l->here, state, chain->state_size);
    describe_state(l, l->here, &l->description);
    chain->dice(l->question->situation, l->here, &l->dice);
    status = throw_check(&l->dice, l->question->schema->name, err);
    if (status != SALVO_OK)
        return status;
    l->n = salvo_dice_results(&l->dice);
    if (!salvo_grow(&l->effects, &l->capacity, l->n, sizeof *l->effects))
        return salvo_fail_memory(err);
    l->alike = is_alike(l);
    status = find_effects(l, err);
    if (status == SALVO_OK && l->alike)
        spread(l, 0, l->n, 0, (const uint8_t[SALVO_DICE_MAX]){0});
    return status;
}

const effect *look_effect(const look *l, uint64_t at)
{
    return l->effects[at] == NO_EFFECT ? NULL : intern_table_key(&l->known, l->effects[at]);
}

void look_free(look *l)
{
    intern_table_free(&l->known);
    free(l->effects);
    free(l->throws);
}

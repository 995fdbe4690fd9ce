/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/look.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"
#include "explain/results.h"

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

static void take(look *l, const throw_results *t, result *r)
{
    explorer *x = &l->at;

    memset(r, 0, sizeof *r);
    explorer_step(x, t->faces, r->gain);
    r->outcome = x->chain->outcome(x->situation, x->next);
    r->stays = memcmp(x->next, x->here, x->chain->state_size) == 0;
    describe_state(l, x->next, &r->description);
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

static void find_all_common(look *l, common *c)
{
    throw_results t = l->throw;
    result r;

    do {
        if (t.ways == 0)
            continue;
        take(l, &t, &r);
        find_common(c, &r);
    } while (throw_results_next(&t));
}

/* Returns the place of a result in the order of salvo_dice_next. */
static uint64_t place_of(const look *l, const uint8_t *faces)
{
    uint64_t place = 0;

    for (int i = 0; i < l->throw.dice.count; i++)
        place = place * l->throw.dice.sides[i] + faces[i] - 1;
    return place;
}

/* Every result is computed twice, because the common part is known only after the last. */
static salvo_status find_effects(look *l, salvo_error *err)
{
    throw_results t = l->throw;
    common c = {.any = false};
    result r;

    find_all_common(l, &c);
    do {
        uint32_t *at = &l->effects[place_of(l, t.faces)];
        effect x;
        bool is_new;

        *at = NO_EFFECT;
        if (t.ways == 0)
            continue;
        take(l, &t, &r);
        if (!find_effect(l, &c, &r, &x) || !intern_table_of(&l->known, &x, at, &is_new))
            return salvo_fail_memory(err);
    } while (throw_results_next(&t));
    return SALVO_OK;
}

/* Extends the results with ascending faces to all results. It handles die `i` and later dice, after the faces of
 * earlier dice in faces[], in a block of results from `block` on. A face below the last one begins a part that equals
 * an earlier block with two dice exchanged. Sorting the faces finds that block. */
static void spread(look *l, int i, uint64_t each, uint64_t block, const uint8_t *faces)
{
    uint8_t now[SALVO_DICE_MAX];

    if (i == l->throw.dice.count)
        return;
    each /= l->throw.dice.sides[i];
    memcpy(now, faces, (size_t)i);
    for (int face = 1; face <= l->throw.dice.sides[i]; face++) {
        int at = i;
        uint64_t from = 0;

        memcpy(now, faces, (size_t)i);
        for (; at > 0 && now[at - 1] > face; at--)
            now[at] = now[at - 1];
        now[at] = (uint8_t)face;
        for (int d = 0; d <= i; d++)
            from = from * l->throw.dice.sides[d] + now[d] - 1;
        if (at == i)
            spread(l, i + 1, each, block + (uint64_t)(face - 1) * each, now);
        else
            memcpy(l->effects + block + (uint64_t)(face - 1) * each, l->effects + from * each,
                   each * sizeof *l->effects);
    }
}

look look_of(const salvo_question *question)
{
    look l = {.question = question, .known = {.key_size = sizeof(effect)}};

    explorer_init(&l.at, question);
    l.at.by_future = l.at.chain->future != NULL; /* dice that are alike */
    return l;
}

/* The room for results is kept from state to state: a chain has thousands of states, with a few sizes of dice. */
salvo_status look_at(look *l, const void *state, salvo_error *err)
{
    salvo_status status;

    explorer_stand(&l->at, state);
    describe_state(l, l->at.here, &l->description);
    TRY(explorer_throw(&l->at, &l->throw, err));
    l->n = salvo_dice_results(&l->throw.dice);
    if (!salvo_grow(&l->effects, &l->capacity, l->n, sizeof *l->effects))
        return salvo_fail_memory(err);
    status = find_effects(l, err);
    if (status == SALVO_OK && l->throw.are_alike)
        spread(l, 0, l->n, 0, (const uint8_t[SALVO_DICE_MAX]){0});
    return status;
}

const effect *look_effect(const look *l, uint64_t at)
{
    return l->effects[at] == NO_EFFECT ? NULL : intern_table_key(&l->known, l->effects[at]);
}

void look_free(look *l)
{
    explorer_free(&l->at);
    intern_table_free(&l->known);
    free(l->effects);
    free(l->throws);
}

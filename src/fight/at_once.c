/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where all act at once, an activation cannot be composed into the target's next unit state: others may change the
 * target before. So activations are composed into effects, functions from unit state to unit state, and the effects of
 * two throws are composed like functions. The closure of unit states is found first, because an effect needs all of
 * them. */
#include "fight/at_once.h"

#include <stdlib.h>

/* Work on large squads that would take longer than a second is not begun: the reference engine is quicker then.
 * AFTER_UNIT_STATES_MAX bounds a table of its square. */
enum { AT_ONCE_TRIED_MAX = 30000000, AT_ONCE_THROWS_MAX = 4096, AFTER_UNIT_STATES_MAX = 1024 };

static salvo_status too_many_results(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
}

/* An endless activation ends at AT_ONCE_THROWS_MAX, and compose reports it. */
static bool dice_of(const compiler *c, const matchup *by, int throw, uint32_t actor, uint32_t target, salvo_dice *dice)
{
    return throw < AT_ONCE_THROWS_MAX && c->e->adapter->dice(by->fire, throw, unit_state_at(c, by->side, actor)->bytes,
                                                             unit_state_at(c, enemy_of(by->side), target)->bytes, dice);
}

/* Weights are compared by value: adapters may fill them anew for each call. */
static bool is_same_die(const salvo_dice *a, const salvo_dice *b, int i)
{
    const uint32_t *x = a->weights[i], *y = b->weights[i];

    return a->sides[i] == b->sides[i] && a->long_weights[i] == b->long_weights[i] &&
           (x == y || (x && y && memcmp(x, y, a->sides[i] * sizeof *x) == 0));
}

static bool are_same_dice(const salvo_dice *a, const salvo_dice *b)
{
    bool same = a->count == b->count;

    for (int i = 0; i < a->count && same; i++)
        same = is_same_die(a, b, i);
    return same;
}

/* Whether the same dice are thrown at both targets. Where the dice are the same throw by throw, so is the action: one
 * compiled effect serves both targets. */
static bool is_thrown_alike(compiler *c, const matchup *by, uint32_t actor, uint32_t a, uint32_t b)
{
    for (int throw = 0;; throw ++) {
        salvo_dice x, y;
        bool more = dice_of(c, by, throw, actor, a, &x);

        c->tried++;
        if (more != dice_of(c, by, throw, actor, b, &y) || (more && !are_same_dice(&x, &y)))
            return false;
        if (!more)
            return true;
    }
}

/* The first unit state of the target's kind at which the same dice are thrown. */
static uint32_t first_alike(compiler *c, const matchup *by, uint32_t actor, uint32_t target)
{
    for (uint32_t i = 0; i < target; i++)
        if (is_fit(c, enemy_of(by->side), by->at, i) && is_thrown_alike(c, by, actor, i, target))
            return i;
    return target;
}

/* What one throw makes of a unit state. The actor is passed as a copy, because he acts in the state that the turn began
 * with; a target that is out of the fight stays as it is. */
static void resolve(const compiler *c, const matchup *by, int throw, const uint8_t *faces, uint32_t actor,
                    uint32_t target, uint8_t to[SALVO_ELEMENT_BYTES])
{
    const int enemy = enemy_of(by->side);
    uint8_t as_it_was[SALVO_ELEMENT_BYTES];

    memcpy(to, unit_state_at(c, enemy, target)->bytes, SALVO_ELEMENT_BYTES);
    memcpy(as_it_was, unit_state_at(c, by->side, actor)->bytes, SALVO_ELEMENT_BYTES);
    if (strength_of(c, enemy, target) > 0)
        c->e->adapter->resolve(by->fire, throw, faces, as_it_was, to);
}

/* Numbers what a throw makes of every unit state of the target's kind: any of them may be the target's by then. */
static salvo_status number_results(compiler *c, const matchup *by, int throw, const uint8_t *faces, uint32_t actor,
                                   salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    salvo_status status = SALVO_OK;

    for (uint32_t i = 0; i < c->unit_states[enemy].count && status == SALVO_OK; i++) {
        uint8_t to[SALVO_ELEMENT_BYTES];
        uint32_t number;

        if (unit_state_at(c, enemy, i)->kind != by->at)
            continue;
        resolve(c, by, throw, faces, actor, i, to);
        c->tried++;
        status = compiler_number(c, enemy, by->at, to, &number, err);
    }
    return status == SALVO_OK && c->tried > AT_ONCE_TRIED_MAX ? too_many_results(err) : status;
}

/* All throws of the activation: unit states between two throws need numbers, too. */
static salvo_status number_throws(compiler *c, const matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    salvo_dice dice;

    for (int throw = 0; status == SALVO_OK && dice_of(c, by, throw, actor, target, &dice); throw ++) {
        uint8_t faces[SALVO_DICE_MAX];

        salvo_dice_first(&dice, faces);
        do
            if (salvo_dice_weight(&dice, faces))
                status = number_results(c, by, throw, faces, actor, err);
        while (status == SALVO_OK && salvo_dice_next(&dice, faces));
    }
    return status;
}

/* Targets at whom the same dice are thrown need one pass. */
static salvo_status number_targets(compiler *c, const matchup *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < c->unit_states[by->side].count; actor++)
        for (uint32_t target = 0; target < c->unit_states[enemy].count && status == SALVO_OK; target++)
            if (is_fit(c, by->side, by->kind, actor) && is_fit(c, enemy, by->at, target) &&
                first_alike(c, by, actor, target) == target)
                status = number_throws(c, by, actor, target, err);
    return status;
}

/* `moving` is whether the line moves; an element of speed 0 does not move with it. */
static bool after_dice(const compiler *c, int side, bool moving, uint32_t before, uint32_t now, salvo_dice *dice)
{
    const unit_state *at_first = unit_state_at(c, side, before), *at_last = unit_state_at(c, side, now);
    const element_kind *kind = &c->e->side[side].kinds[at_first->kind];

    return at_first->kind == at_last->kind && strength_of(c, side, now) > 0 &&
           c->e->adapter->after_dice(kind->element, moving && kind->speed != 0, at_first->bytes, at_last->bytes, dice);
}

/* Numbers what becomes of `now` at the end of the turn. */
static salvo_status number_after(compiler *c, int side, uint32_t now, const uint8_t *faces, uint32_t *number,
                                 salvo_error *err)
{
    const unit_state at = *unit_state_at(c, side, now);
    uint8_t to[SALVO_ELEMENT_BYTES];

    memcpy(to, at.bytes, sizeof to);
    c->e->adapter->after(c->e->side[side].kinds[at.kind].element, faces, to);
    return compiler_number(c, side, at.kind, to, number, err);
}

/* From `before` to every unit state that the turn may have led to. */
static salvo_status number_afters(compiler *c, int side, bool moving, uint32_t before, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (uint32_t now = 0; now < c->unit_states[side].count; now++) {
        uint8_t faces[SALVO_DICE_MAX];
        uint32_t number;
        salvo_dice dice;

        if (!after_dice(c, side, moving, before, now, &dice))
            continue;
        salvo_dice_first(&dice, faces);
        do
            status = number_after(c, side, now, faces, &number, err);
        while (status == SALVO_OK && salvo_dice_next(&dice, faces));
    }
    return status;
}

/* Throws and ends of turns are applied until neither finds a unit state that is new. Numbers only grow, and there are
 * at most UNIT_STATES_MAX, so it ends. */
salvo_status at_once_close(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    size_t before;

    do {
        before = c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count;
        for (size_t i = 0; i < c->n_matchups && status == SALVO_OK; i++)
            status = number_targets(c, &c->matchups[i], err);
        for (int side = SIDE_A; side <= SIDE_B && c->e->adapter->after_dice; side++)
            /* Unit states by twice: with the line standing and moving. */
            for (uint32_t i = 0; i < 2 * c->unit_states[side].count && status == SALVO_OK; i++)
                status = number_afters(c, side, i & 1, i >> 1, err);
    } while (status == SALVO_OK && before < c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count);
    return status;
}

/* The action under way: the chance of every effect so far, and of every effect after one more throw. */
typedef struct work {
    compiler *c;
    const matchup *by;
    uint32_t actor, n;    /* unit states of the target's side */
    double *now, *next;   /* chances by number of the effect */
    uint16_t *one, *both; /* what one result does, and with an effect before it */
    size_t room; /* entries of now and next: effects are numbered up to UNIT_STATES_MAX, and one more is the failure */
} work;

static bool work_init(work *w)
{
    w->room = UNIT_STATES_MAX + 1;
    w->now = calloc(w->room, sizeof *w->now);
    w->next = calloc(w->room, sizeof *w->next);
    w->one = calloc(w->n, sizeof *w->one);
    w->both = calloc(w->n, sizeof *w->both);
    return w->now && w->next && w->one && w->both;
}

static void work_free(work *w)
{
    free(w->now);
    free(w->next);
    free(w->one);
    free(w->both);
}

/* Effects are told apart by what they make of every unit state. */
static salvo_status number_effect(work *w, const uint16_t *effect, uint32_t *number, salvo_error *err)
{
    intern_table *effects = &w->c->effects[enemy_of(w->by->side)];
    bool is_new;

    if (!intern_table_of(effects, effect, number, &is_new))
        return salvo_fail_memory(err);
    w->c->tried += w->n; /* an effect is as long as there are unit states: that is the work */
    return effects->count > UNIT_STATES_MAX || w->c->tried > AT_ONCE_TRIED_MAX ? too_many_results(err) : SALVO_OK;
}

/* Adds the faces of chance p: every effect so far is followed by what these faces do. */
static salvo_status add_faces(work *w, int throw, const uint8_t *faces, double p, salvo_error *err)
{
    const int enemy = enemy_of(w->by->side);
    const intern_table *effects = &w->c->effects[enemy];
    const size_t n_before = effects->count; /* effects that this call adds have chance 0 in `now` */
    salvo_status status = SALVO_OK;
    uint32_t number;

    for (uint32_t i = 0; i < w->n && status == SALVO_OK; i++) {
        uint8_t to[SALVO_ELEMENT_BYTES];

        w->one[i] = (uint16_t)i; /* other kinds stay as they are */
        if (unit_state_at(w->c, enemy, i)->kind != w->by->at)
            continue;
        resolve(w->c, w->by, throw, faces, w->actor, i, to);
        status = compiler_number(w->c, enemy, w->by->at, to, &number, err);
        w->one[i] = (uint16_t)number;
    }
    for (size_t effect = 0; effect < n_before && status == SALVO_OK; effect++) {
        const uint16_t *before = intern_table_key(effects, effect);

        if (w->now[effect] == 0)
            continue;
        for (uint32_t i = 0; i < w->n; i++)
            w->both[i] = w->one[before[i]]; /* composition of functions: first `before`, then these faces */
        status = number_effect(w, w->both, &number, err);
        if (status != SALVO_OK)
            return status;
        w->next[number] += w->now[effect] * p;
    }
    return status;
}

/* One throw: from `now` to `next`, which then is `now`. */
static salvo_status add_throw(work *w, int throw, const salvo_dice *dice, salvo_error *err)
{
    const uint64_t ways = salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];
    salvo_status status = SALVO_OK;
    double *swapped = w->now; /* swapped, not copied */

    memset(w->next, 0, w->room * sizeof *w->next);
    salvo_dice_first(dice, faces);
    do {
        double chance = (double)salvo_dice_chance(dice, ways, faces);

        if (chance > 0)
            status = add_faces(w, throw, faces, chance, err);
    } while (status == SALVO_OK && salvo_dice_next(dice, faces));
    w->now = w->next;
    w->next = swapped;
    return status;
}

/* Begins with the identity: nothing has been thrown yet. */
static salvo_status begin(work *w, salvo_error *err)
{
    salvo_status status;
    uint32_t number;

    for (uint32_t i = 0; i < w->n; i++)
        w->both[i] = (uint16_t)i;
    status = number_effect(w, w->both, &number, err);
    if (status != SALVO_OK)
        return status;
    w->now[number] = 1;
    return SALVO_OK;
}

/* The outcomes are the effects that have a chance in the end. */
static salvo_status compose(work *w, action *d, salvo_error *err)
{
    compiler *c = w->c;
    salvo_status status = begin(w, err);
    salvo_dice dice;

    for (int throw = 0; status == SALVO_OK && dice_of(c, w->by, throw, d->actor, d->target, &dice); throw ++) {
        d->throws = true;
        status = throw +1 < AT_ONCE_THROWS_MAX ? add_throw(w, throw, &dice, err) : too_many_results(err);
    }
    for (uint32_t i = 0; i < c->effects[enemy_of(w->by->side)].count && status == SALVO_OK; i++)
        if (w->now[i] > 0)
            status = compiler_end(c, &(end){.actor = d->actor, .target = i, .p = w->now[i]}, err);
    return status;
}

salvo_status at_once_compose(compiler *c, const matchup *by, action *d, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const uint32_t like = first_alike(c, by, d->actor, d->target);
    work w = {.c = c, .by = by, .actor = d->actor, .n = (uint32_t)c->unit_states[enemy].count};
    salvo_status status;

    if (like < d->target) { /* an earlier target at whom the same dice are thrown has the same effects */
        const action *known = &by->actions[by->n_actions - 1];

        while (known->actor != d->actor ||
               known->target != like) /* not far: the actor's actions are composed in a row */
            known--;

        d->first = known->first;
        d->n = known->n;
        d->throws = known->throws;
        return SALVO_OK;
    }
    /* Unit states are closed: effects have their final length from now on. */
    c->effects[enemy].key_size = w.n * sizeof(uint16_t);
    status = work_init(&w) ? compose(&w, d, err) : salvo_fail_memory(err);
    d->n = c->n_ends - d->first;
    work_free(&w);
    return status;
}

/* The product of effects and codes as a table, so that applying an effect is one look-up. */
static bool lay_turned(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];
    const intern_table *effects = &c->effects[side];

    s->turned = salvo_arena_array(c->t->memory, effects->count * (s->n_codes + 1) + LOOK_UP_ROOM, sizeof *s->turned);
    s->n_effects = effects->count;
    for (size_t effect = 0; s->turned && effect < effects->count; effect++) {
        const uint16_t *to = intern_table_key(effects, effect);
        uint32_t *turned = s->turned + effect * (s->n_codes + 1);

        for (uint32_t code = 0; code < s->n_codes; code++)
            if (c->number_of[side][code] != NO_NUMBER)
                turned[code] = c->code_of[side][to[c->number_of[side][code]]];
        turned[s->n_codes] = CODE_GONE;
    }
    return s->turned != NULL;
}

/* The dice for an element of the side that the turn led from one code to another; false where nothing is thrown. */
static bool code_dice(const compiler *c, int side, bool moving, uint32_t before, uint32_t now, salvo_dice *dice)
{
    const uint32_t *number = c->number_of[side];

    return c->e->adapter->after_dice && number[before] != NO_NUMBER && number[now] != NO_NUMBER &&
           after_dice(c, side, moving, number[before], number[now], dice);
}

/* What becomes of it: one result for each of the dice's. */
static salvo_status fill_after(compiler *c, int side, uint32_t now, const salvo_dice *dice, uint32_t row,
                               salvo_error *err)
{
    uint32_t results[WEIGHTS_MAX];
    double p[WEIGHTS_MAX];
    const uint64_t ways = salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];
    size_t n = 0;

    salvo_dice_first(dice, faces);
    do {
        uint32_t number;
        salvo_status status = number_after(c, side, c->number_of[side][now], faces, &number, err);

        if (status != SALVO_OK)
            return status;
        results[n] = c->code_of[side][number];
        p[n++] = (double)salvo_dice_chance(dice, ways, faces);
    } while (salvo_dice_next(dice, faces));
    compiler_row(c, row, results, results, p, n);
    return SALVO_OK;
}

/* Visits all throws at the end of a turn, with the place that each has in side_tables.after. */
typedef salvo_status after_visitor(compiler *c, int side, size_t at, uint32_t now, const salvo_dice *dice,
                                   salvo_error *err);

static salvo_status visit_afters(compiler *c, after_visitor *visit, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B && c->e->adapter->after_dice; side++) {
        const uint32_t n = c->t->side[side].n_codes;
        size_t at = 0;

        for (uint32_t moving = 0; moving < 2; moving++)
            for (uint32_t before = 0; before < n; before++)
                for (uint32_t now = 0; now < n && status == SALVO_OK; now++, at++) {
                    salvo_dice dice;

                    if (code_dice(c, side, moving, before, now, &dice))
                        status = visit(c, side, at, now, &dice, err);
                }
    }
    return status;
}

static salvo_status measure_after(compiler *c, int side, size_t at, uint32_t now, const salvo_dice *dice,
                                  salvo_error *err)
{
    uint8_t faces[SALVO_DICE_MAX];
    size_t n = 0;

    (void)at;
    (void)now;
    salvo_dice_first(dice, faces);
    do
        n++;
    while (salvo_dice_next(dice, faces));
    if (n > WEIGHTS_MAX || c->t->side[side].n_codes > AFTER_UNIT_STATES_MAX)
        return too_many_results(err);
    c->most_results = n > c->most_results ? n : c->most_results;
    c->n_afters[side]++;
    return SALVO_OK;
}

salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err)
{
    salvo_status status = visit_afters(c, measure_after, err);

    *rows += c->n_afters[SIDE_A] + c->n_afters[SIDE_B];
    return status;
}

static salvo_status lay_after(compiler *c, int side, size_t at, uint32_t now, const salvo_dice *dice, salvo_error *err)
{
    c->t->side[side].after[at] = c->after_row;
    return fill_after(c, side, now, dice, c->after_row++, err);
}

salvo_status at_once_lay(compiler *c, salvo_error *err)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        side_tables *s = &c->t->side[side];
        const size_t n = c->n_afters[side] ? 2 * (size_t)s->n_codes * s->n_codes : 0;

        if (n)
            s->after = salvo_arena_array(c->t->memory, n, sizeof *s->after);
        if (!lay_turned(c, side) || (n && !s->after))
            return salvo_fail_memory(err);
    }
    return visit_afters(c, lay_after, err);
}

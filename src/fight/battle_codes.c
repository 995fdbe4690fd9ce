/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Codes follow the order of the enemy's target policy, so the least code is the target. Classes group actors: if an
 * actor's state makes no difference, its kind is its class. Stands group the places at which a side has the same
 * fire. */
#include "fight/battle_lay.h"

#include <stdlib.h>

#include "base/grow.h"
#include "fight/at_once.h"
#include "fight/targets.h"

/* Codes. */

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* For policies that look only at the target. Sets ranks[i] to the number of different greater wishes. Unit states out of
 * the fight get the last rank, which equals no wish. */
static bool rank_by_wish(const compiler *c, int side, uint32_t *ranks)
{
    const unit_state *at = c->unit_states[side].at;
    uint32_t n = (uint32_t)c->unit_states[side].count, n_sorted = 0, n_ranks = 0;
    double *sorted = calloc(n + 1, sizeof *sorted);

    if (!sorted)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (at[i].strength > 0)
            sorted[n_sorted++] = at[i].wish;
    qsort(sorted, n_sorted, sizeof *sorted, descending);
    for (uint32_t i = 0; i < n_sorted; i++)
        if (i == 0 || sorted[i] != sorted[n_ranks - 1])
            sorted[n_ranks++] = sorted[i];
    for (uint32_t i = 0; i < n; i++)
        for (ranks[i] = 0; ranks[i] < n_ranks && sorted[ranks[i]] != at[i].wish;) /* linear search: ranks are few */
            ranks[i]++;
    free(sorted);
    return true;
}

/* A unit state in the fight that is sorted. */
typedef struct sorted_state {
    uint32_t number, worth;
    known_state as;
    const battle_side *side;
} sorted_state;

static int by_worth(const void *a, const void *b)
{
    const sorted_state *x = a, *y = b;

    return x->worth != y->worth ? (x->worth < y->worth ? 1 : -1) : target_order(x->side, &x->as, &y->as);
}

/* Lists the side's unit states in the fight, and returns their number. */
static uint32_t list_states(const compiler *c, int side, sorted_state *list)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->unit_states[side].count; i++)
        if (strength_of(c, side, i) > 0)
            list[n++] = (sorted_state){i, 0, known_state_of(c, side, i), &c->model->side[side]};
    return n;
}

/* Whether they are in the order in which the actor wants them, with no two alike. */
static bool are_in_order(const sorted_state *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (by_worth(&list[i - 1], &list[i]) >= 0)
            return false;
    return true;
}

/* Reads the composed outcomes. */
uint32_t compiler_worth(const compiler *c, int place, int side, uint32_t actor, uint32_t target)
{
    const int enemy = enemy_of(side);
    const unit_state *by = unit_state_at(c, side, actor), *at = unit_state_at(c, enemy, target);
    const element_kind *kind = &c->model->side[enemy].kinds[at->kind];

    return worth_of_composed(
        c->model, c->cache, kind, at->strength,
        compiler_composed(c, &c->fire_pairs[*compiler_fire_pair(c, place, side, by->kind, at->kind)], actor, target));
}

/* Whether an actor's rows at a place equal those at an earlier place. */
static bool fires_alike(const compiler *c, int side, int place, int like);

/* Sets ranks[i] to a unit state's place in the order that all enemies share at every place. Returns false if they do
 * not agree, or if memory is out. */
static bool rank_by_agreement(const compiler *c, int side, uint32_t *ranks)
{
    const int enemy = enemy_of(side);
    const size_t n_states = c->unit_states[enemy].count;
    sorted_state *list = calloc(n_states + 1, sizeof *list);
    bool agree = list != NULL, first = true;
    const uint32_t n = agree ? list_states(c, enemy, list) : 0;

    for (int place = 0; place < c->model->n_places && agree; place++) {
        if (place > 0 && fires_alike(c, side, place, place - 1))
            continue;
        for (uint32_t by = 0; by < c->unit_states[side].count && agree; by++) {
            if (strength_of(c, side, by) <= 0 || !unit_state_at(c, side, by)->acts)
                continue;
            if (!c->by_actor && by != unit_state_at(c, side, by)->kind)
                continue; /* the fresh state represents the others of its kind */
            for (uint32_t i = 0; i < n; i++)
                list[i].worth = compiler_worth(c, place, side, by, list[i].number);
            if (first)
                qsort(list, n, sizeof *list, by_worth);
            agree = are_in_order(list, n);
            first = false;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        ranks[list[i].number] = i;
    free(list);
    return agree;
}

/* Assigns codes in the order of the ranks. Each rank gets as many codes as it has unit states, rounded up to
 * 2^tied_bits. So a code with its low bits set is the greatest of its rank. */
static void order_codes(compiler *c, int side, const uint32_t *ranks)
{
    unit_state *at = c->unit_states[side].at;
    uint32_t n = (uint32_t)c->unit_states[side].count, most = 1, bits = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t like = 0;

        for (uint32_t k = 0; k <= i; k++)
            like += ranks[k] == ranks[i] && at[k].strength > 0;
        at[i].code = like - 1; /* within its rank */
        most = at[i].strength > 0 && like > most ? like : most;
    }
    while (1U << bits < most)
        bits++;
    for (uint32_t i = 0; i < n; i++)
        at[i].code = at[i].strength > 0 ? (ranks[i] << bits) + at[i].code : CODE_GONE;
    c->t->side[enemy_of(side)].tied = (1U << bits) - 1;
}

/* Sorts into the order in which equally good targets are chosen. */
static bool sort_codes(compiler *c, int side)
{
    sorted_state *list = calloc(c->unit_states[side].count + 1, sizeof *list);
    uint32_t n;

    if (!list)
        return false;
    n = list_states(c, side, list);
    qsort(list, n, sizeof *list, by_worth); /* without worths */
    for (uint32_t i = 0; i < n; i++)
        c->unit_states[side].at[list[i].number].code = i;
    free(list);
    return true;
}

static target_search search_of(const battle_model *model, int side)
{
    static const target_search SEARCHES[] = {
        [CHOOSE_FIRST] = FIND_FIRST,       [CHOOSE_BY_TARGET] = FIND_LEAST, [CHOOSE_BY_FIRE] = FIND_RANK,
        [CHOOSE_OPPOSITE] = FIND_OPPOSITE, [CHOOSE_SPREAD] = FIND_SPREAD,
    };

    return SEARCHES[choice_of(model->side[side].targets)];
}

/* Rows use the numbers of the cache, so this lists codes by those. */
static bool list_by_cached(compiler *c, int side)
{
    const unit_state_list *list = &c->unit_states[side];

    for (int kind = 0; kind < c->model->side[side].n_kinds; kind++) {
        c->code_in[side][kind] = salvo_arena_array(c->memory, list->room[kind], sizeof *c->code_in[side][kind]);
        if (!c->code_in[side][kind])
            return false;
    }
    for (size_t i = 0; i < list->count; i++)
        c->code_in[side][list->at[i].kind][list->at[i].cached] = list->at[i].code;
    return true;
}

/* Lists the unit state of each code. */
static bool list_by_code(compiler *c, int side)
{
    unit_state_list *list = &c->unit_states[side];

    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].code != CODE_GONE && list->n_codes <= list->at[i].code)
            list->n_codes = list->at[i].code + 1;
    if (!salvo_grow(&list->number_of, &list->codes_capacity, list->n_codes, sizeof *list->number_of))
        return false;
    for (size_t code = 0; code < list->n_codes; code++)
        list->number_of[code] = NO_NUMBER;
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].code != CODE_GONE)
            list->number_of[list->at[i].code] = (uint32_t)i;
    c->t->side[side].n_codes = (uint32_t)list->n_codes;
    return true;
}

/* Codes of this side's elements, among which the enemy chooses. Policies that do not look at unit states leave the order
 * of their numbers. */
static salvo_status lay_codes(compiler *c, int side, salvo_error *err)
{
    const int enemy = enemy_of(side);
    target_search *choice = &c->t->side[enemy].choice;
    uint32_t *ranks = calloc(c->unit_states[side].count + 1, sizeof *ranks);
    bool done = ranks != NULL;

    if (done && *choice == FIND_LEAST)
        done = rank_by_wish(c, side, ranks);
    if (done && *choice == FIND_RANK && rank_by_agreement(c, enemy, ranks))
        *choice = FIND_LEAST;
    if (done && *choice == FIND_LEAST)
        order_codes(c, side, ranks);
    else if (done && choice_of(c->model->side[enemy].targets) == CHOOSE_BY_FIRE)
        done = sort_codes(c, side);
    free(ranks);
    return done && list_by_code(c, side) && list_by_cached(c, side) ? SALVO_OK : salvo_fail_memory(err);
}

/* Tables that depend on neither classes nor rows. */

/* Insertion sort, because kinds are few. The slowest comes first, because it sets the pace. */
static void order_by_speed(const battle_side *army, side_tables *s)
{
    for (int k = 0; k < army->n_kinds; k++) {
        uint32_t at = s->n_speeds;

        if (army->kinds[k].speed <= 0)
            continue;
        for (; at > 0 && army->kinds[k].speed < army->kinds[s->by_speed[at - 1]].speed; at--)
            s->by_speed[at] = s->by_speed[at - 1];
        s->by_speed[at] = (uint8_t)k;
        s->n_speeds++;
    }
}

/* Returns a table by code with the value of `is` for the unit state. The code behind the last has 0. */
static uint32_t *lay_by_code(compiler *c, int side, uint32_t (*is)(const compiler *c, int side, uint32_t number))
{
    const side_tables *s = &c->t->side[side];
    uint32_t *table = salvo_arena_array(c->t->memory, s->n_codes + LOOK_UP_ROOM, sizeof *table);

    for (uint32_t code = 0; table && code < s->n_codes; code++)
        if (number_of_code(c, side, code) != NO_NUMBER)
            table[code] = is(c, side, number_of_code(c, side, code));
    return table;
}

/* This and the next two have the signature that lay_by_code requires. */
static uint32_t strength_by_number(const compiler *c, int side, uint32_t number)
{
    return (uint32_t)strength_of(c, side, number);
}

static uint32_t is_stopped(const compiler *c, int side, uint32_t number)
{
    return unit_state_at(c, side, number)->is_stopped;
}

static uint32_t is_worn(const compiler *c, int side, uint32_t number)
{
    const unit_state *at = unit_state_at(c, side, number);

    return c->model->adapter->is_worn(c->model->side[side].kinds[at->kind].element, at->bytes);
}

/* Fills what kernels read of the side by code or by place in its list. None of it depends on targets. */
static salvo_status lay_side(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->model->side[side];
    const salvo_battle_adapter *adapter = c->model->adapter;

    s->strength = lay_by_code(c, side, strength_by_number);
    s->stopped = adapter->is_stopped ? lay_by_code(c, side, is_stopped) : NULL;
    s->worn = adapter->limits ? lay_by_code(c, side, is_worn) : NULL;
    if (!s->strength || (adapter->is_stopped && !s->stopped) || (adapter->limits && !s->worn))
        return salvo_fail_memory(err);
    for (int i = 0; i < army->n; i++) { /* the fresh unit state of kind k has number k */
        s->fresh[i] = unit_state_at(c, side, army->kind_of[i])->code;
        s->full += s->fresh[i] == CODE_GONE ? 0 : s->strength[s->fresh[i]];
        /* If the enemy has fewer elements, the count starts again. */
        s->opposite[i] = (uint8_t)(i % c->model->side[enemy_of(side)].n);
    }
    /* 0: the side never withdraws. */
    s->living_at_break = army->breaks_at <= army->n ? (uint32_t)(army->n - army->breaks_at) : 0;
    s->may_retarget = may_retarget(c->model, side);
    order_by_speed(army, s);
    return SALVO_OK;
}

/* Classes. */

/* Whether both activations have the same results with the same chances, and do not change their actors. Chances are
 * compared exactly, because both come from the same arithmetic. */
static bool are_results_alike(const compiler *c, const fire_pair *by, uint32_t actor, uint32_t like, uint32_t target)
{
    const composed *a = compiler_composed(c, by, actor, target), *b = compiler_composed(c, by, like, target);
    const uint32_t from_a = unit_state_at(c, by->side, actor)->cached,
                   from_b = unit_state_at(c, by->side, like)->cached;
    bool alike = a->n == b->n && a->throws == b->throws;

    for (size_t i = 0; i < a->n && alike; i++) {
        const composed_end *x = &a->ends[i], *y = &b->ends[i];

        alike = x->target == y->target && x->p == y->p && x->actor == from_a && y->actor == from_b;
    }
    return alike;
}

/* Whether the actor of the fire pair acts like the fresh one, which has number `kind`. */
static bool is_like_fresh(const compiler *c, const fire_pair *by, uint32_t actor)
{
    const int enemy = enemy_of(by->side);
    bool alike = true;

    for (uint32_t target = 0; target < c->unit_states[enemy].count && alike; target++)
        if (is_fit(c, enemy, by->at, target))
            alike = are_results_alike(c, by, actor, (uint32_t)by->kind, target);
    return alike && at_once_count_throws(c, by->side, actor) == at_once_count_throws(c, by->side, (uint32_t)by->kind);
}

/* Whether no activation depends on the unit state of its actor. Otherwise rows must contain the actor's new state, and
 * every unit state of every kind is a class. */
static bool are_classes_fixed(const compiler *c)
{
    if (!c->by_actor)
        return true;
    for (size_t i = 0; i < c->n_fire_pairs; i++) {
        const fire_pair *by = &c->fire_pairs[i];

        for (uint32_t actor = 0; actor < c->unit_states[by->side].count; actor++)
            if (is_fit(c, by->side, by->kind, actor) && unit_state_at(c, by->side, actor)->acts &&
                !is_like_fresh(c, by, actor))
                return false;
    }
    return true;
}

/* Orders classes, if the class decides which element acts. Within a kind, the first element acts. */
static salvo_status order_actors(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];

    s->acts_as = salvo_arena_array(c->t->memory, s->n_classes + LOOK_UP_ROOM, sizeof *s->acts_as);
    if (!s->acts_as)
        return salvo_fail_memory(err);
    for (uint32_t actor_class = 0; actor_class < s->n_classes; actor_class++) {
        const uint32_t number = compiler_representative(c, side, actor_class);

        if (number != NO_NUMBER)
            s->acts_as[actor_class] =
                (uint32_t)c->model->side[side].kinds[unit_state_at(c, side, number)->kind].in_book;
    }
    return SALVO_OK;
}

/* Counts throws by class, if each throw is aimed by itself. */
static bool count_throws(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];

    s->throws = salvo_arena_array(c->t->memory, s->n_classes + LOOK_UP_ROOM, sizeof *s->throws);
    for (uint32_t actor_class = 0; s->throws && actor_class < s->n_classes; actor_class++) {
        const uint32_t number = compiler_representative(c, side, actor_class);

        s->throws[actor_class] = number == NO_NUMBER ? 0 : at_once_count_throws(c, side, number);
        c->t->most_throws = s->throws[actor_class] > c->t->most_throws ? s->throws[actor_class] : c->t->most_throws;
    }
    return s->throws != NULL;
}

/* If an actor's state matters, a class is a code. Otherwise it is a kind, and an element keeps its class. */
static salvo_status lay_classes(compiler *c, int side, bool fixed, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->model->side[side];

    s->acts_by_state = !fixed;
    s->n_classes = fixed ? (uint32_t)army->n_kinds : s->n_codes;
    for (int i = 0; i < army->n; i++)
        s->class_of[i] = army->kind_of[i];
    s->best_acts =
        army->acts == SALVO_ACTS_BEST && !has_cards(c->t) && (s->n_classes > 1 || s->choice == FIND_OPPOSITE);
    if (c->model->adapter->aims_each_throw && !count_throws(c, side))
        return salvo_fail_memory(err);
    if (c->t->most_throws > THROWS_AIMED_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "its elements aim too many throws to be compiled");
    return s->best_acts ? order_actors(c, side, err) : SALVO_OK;
}

/* Fire classes. */

/* Equal fires of two kinds are one fire pair, so this compares numbers and no bytes. */
static bool fires_alike(const compiler *c, int side, int place, int like)
{
    for (int kind = 0; kind < c->model->side[side].n_kinds; kind++)
        for (int at = 0; at < c->model->side[enemy_of(side)].n_kinds; at++)
            if (*compiler_fire_pair(c, place, side, kind, at) != *compiler_fire_pair(c, like, side, kind, at))
                return false;
    return true;
}

/* The first place of a fire class represents it. */
static void lay_fire_classes(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];

    for (int place = 0; place < c->model->n_places; place++) {
        uint32_t fire_class = 0;

        s->moved[place] = c->model->places[place].moved[side];
        while (fire_class < s->n_fire_classes && !fires_alike(c, side, place, c->place_of[side][fire_class]))
            fire_class++;
        if (fire_class == s->n_fire_classes)
            c->place_of[side][s->n_fire_classes++] = (uint8_t)place;
        s->fire_class[place] = fire_class;
    }
}

/* The policies of both sides are settled first, because the enemy's policy orders a side's codes. */
salvo_status lay_all_codes(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->t->side[side].choice = search_of(c->model, side);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++)
        status = lay_codes(c, side, err);
    return status;
}

/* One answer for both sides decides whether classes are fixed, because the rows of both have the same columns. */
salvo_status lay_both_sides(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    c->fixed = are_classes_fixed(c);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++) {
        status = lay_side(c, side, err);
        if (status == SALVO_OK)
            status = lay_classes(c, side, c->fixed, err);
        lay_fire_classes(c, side);
    }
    return status;
}

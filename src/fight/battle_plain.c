/* The battle kernel in plain C: one battle after the other. The kernel with lanes (battle_lanes.c) does the same, and
 * the tests compare the two. Read this one first. */
enum { LANES = 1 }; /* battle_turns.h works on groups of so many */

#include "fight/battle_turns.h"

/* A battle with what stays the same in all of them. */
typedef struct field {
    course course;
    group group;
    pcg32_jump draw[N_SIDES][SALVO_ELEMENTS_MAX]; /* from the first draw of a turn to the element's own */
} field;

/* The element's word in the turn is (side, place in the list), whoever else acts. */
static void lay_draws(field *f)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < SALVO_ELEMENTS_MAX; i++)
            /* Word 0 of a turn is the order throw's. */
            f->draw[side][i] = pcg32_jump_of(f->course.increment, (uint64_t)(1 + side * SALVO_ELEMENTS_MAX + i));
}

/* Gives an element its new packed state, and keeps the sets in step. */
static void change(const battle_tables *t, group *g, int side, uint32_t index, uint32_t packed_state)
{
    g->packed_state[side][index][0] = packed_state;
    if (packed_state == PACKED_STATE_GONE) {
        g->alive[side][0] &= ~(UINT32_C(1) << index);
        g->ready[side][0] &= ~(UINT32_C(1) << index);
    }
    if (t->side[side].worn) /* the same bit, set anew */
        g->worn[side][0] =
            (g->worn[side][0] & ~(UINT32_C(1) << index)) | t->side[side].worn[packed_state & UNIT_STATE_MASK] << index;
}

/* Changes the one who acted. */
static void change_actor(const battle_tables *t, group *g, int side, uint32_t actor, uint32_t unit_state)
{
    const side_tables *own = &t->side[side];
    uint32_t before = g->packed_state[side][actor][0], now = own->packed_state[unit_state];

    g->lost[side][0] += own->strength[before & UNIT_STATE_MASK] - own->strength[unit_state];
    if (now != PACKED_STATE_GONE)
        /* Keeps the rank, where that is the fire received. */
        now |= actor << INDEX_SHIFT | (t->side[!side].spreads ? before >> RANK_SHIFT << RANK_SHIFT : 0);
    change(t, g, side, actor, now);
}

/* One activation: target, row, one word, result. */
static void act(field *f, int side, int actor)
{
    const battle_tables *t = f->course.t;
    group *g = &f->group;
    uint32_t word = pcg32_output(pcg32_jumped(generator_of(g, 0), f->draw[side][actor]));
    uint32_t rows = rows_at(t, g, 0, side, actor, g->packed_state[side][actor][0]);
    uint32_t target = target_at(t, g->packed_state[!side], 0, side, actor, rows),
             row = t->side[side].rows[rows + (target & UNIT_STATE_MASK)];
    uint32_t way = way_of(t, row, word), result = t->results[way];
    uint32_t index = target >> INDEX_SHIFT & INDEX_MASK, now = t->side[!side].packed_state[result & UNIT_STATE_MASK];

    g->ready[side][0] &= ~(UINT32_C(1) << actor);
    g->harmed[0] |= row & ROW_HARMS; /* any bit set will do */
    g->lost[!side][0] += result >> RESULT_LOSS_SHIFT;
    if (now != PACKED_STATE_GONE) {
        now |= index << INDEX_SHIFT;
        if (t->side[side].spreads)
            /* Counts one more attack in the rank. */
            now += (target >> RANK_SHIFT << RANK_SHIFT) + ((result & RESULT_ATTACK) ? 1 << RANK_SHIFT : 0);
    }
    change(t, g, !side, index, now);
    if (t->own) /* NULL: nobody's own state ever changes by acting */
        change_actor(t, g, side, (uint32_t)actor, t->own[way]);
}

/* Acts where all act at once: actor and target are chosen by the states at the beginning of the turn, and the effect
 * falls on the target's present state. */
static void act_at_once(field *f, int side, int actor)
{
    const battle_tables *t = f->course.t;
    const side_tables *enemy = &t->side[!side];
    group *g = &f->group;
    uint32_t word = pcg32_output(pcg32_jumped(generator_of(g, 0), f->draw[side][actor]));
    uint32_t rows = rows_at(t, g, 0, side, actor, g->before[side][actor][0]);
    uint32_t target = target_at(t, g->before[!side], 0, side, actor, rows);
    uint32_t row = t->side[side].rows[rows + (target & UNIT_STATE_MASK)], result = t->results[way_of(t, row, word)];
    uint32_t index = target >> INDEX_SHIFT & INDEX_MASK, *packed_state = &g->packed_state[!side][index][0], now;

    g->ready[side][0] &= ~(UINT32_C(1) << actor);
    g->harmed[0] |= row & ROW_HARMS;
    if (t->side[side].spreads && (result & RESULT_ATTACK))
        g->before[!side][index][0] += 1 << RANK_SHIFT;
    if (*packed_state == PACKED_STATE_GONE) /* gone before this fire: nothing more to lose */
        return;
    now = enemy->turned[(result & UNIT_STATE_MASK) * enemy->n + (*packed_state & UNIT_STATE_MASK)];
    g->lost[!side][0] += enemy->strength[*packed_state & UNIT_STATE_MASK] - enemy->strength[now & UNIT_STATE_MASK];
    *packed_state = now == PACKED_STATE_GONE ? now : now | index << INDEX_SHIFT;
    if (now == PACKED_STATE_GONE)
        g->alive[!side][0] &= ~(UINT32_C(1) << index);
}

/* All of side a, then all of side b: the order does not matter. */
static bool activate_at_once(field *f)
{
    group *g = &f->group;
    int side = g->ready[SIDE_A][0] ? SIDE_A : SIDE_B;

    if (!g->ready[side][0])
        return false;
    act_at_once(f, side, __builtin_ctz(g->ready[side][0]));
    return true;
}

/* The side whose turn it is and its first element that may act; when all of that side have acted, the other side. */
static bool find_actor(const group *g, int *side, int *actor)
{
    *side = (int)g->next[0];
    if (!g->ready[*side][0])
        *side = !*side;
    if (!g->ready[*side][0])
        return false;
    *actor = __builtin_ctz(g->ready[*side][0]);
    return true;
}

/* Turns cards up to the next one whose element may still act. */
static bool turn_card(group *g, int *side, int *actor)
{
    if (!g->ready[SIDE_A][0] && !g->ready[SIDE_B][0])
        return false;
    do {
        uint32_t card = g->deck[g->card[0]++][0];

        *side = (int)(card >> CARD_SIDE_SHIFT);
        *actor = (int)(card & INDEX_MASK);
    } while (!(g->ready[*side][0] >> *actor & 1));
    return true;
}

/* Activates the next element; false when nobody may act any more in this turn. */
static bool activate(field *f)
{
    const battle_tables *t = f->course.t;
    group *g = &f->group;
    int side, actor;

    if (!g->alive[SIDE_A][0] || !g->alive[SIDE_B][0] || verdict_of(&f->course, g, 0) != NOBODY_BEATEN ||
        !(has_cards(t) ? turn_card(g, &side, &actor) : find_actor(g, &side, &actor)))
        return false;
    act(f, side, actor);
    g->next[0] = (uint32_t)side_after(t, side);
    return true;
}

/* go_on brings the lane to a turn in which somebody acts, or to the end. */
static void fight_plainly(const battle_tables *t, const trial_range *s, battle_tally *tally)
{
    field f = {.course = course_of(t, s, tally)};

    lay_draws(&f);
    for (go_on(&f.course, &f.group, 0); f.group.works[0]; go_on(&f.course, &f.group, 0))
        while (is_at_once(t->e) ? activate_at_once(&f) : activate(&f))
            ;
}

const battle_kernel BATTLE_KERNEL_PORTABLE = {.name = "portable", .fight = fight_plainly};

/* The battle kernel in lanes: as many battles side by side as a register has words. The build compiles this text once
 * for each instruction set; battle_plain.c is the same thing one by one, and easier to read first.
 *
 * What the time goes into, and why it is as it is:
 *   - lanes are at different places of different battles. What they have in common is that one side's element acts: a
 *     half-step is an activation of side a in every lane where it is a's turn, the next one of side b;
 *   - an element in battle is one word whose rank the enemy's policy has set, so that choosing a target is the least of
 *     the enemy's words, and the target's unit state comes with it;
 *   - an activation is three gathers (its row, the column's threshold, the result) whatever dice it has;
 *   - writing the target's new word is a masked store for each element of the list: as many cheap stores as elements
 *     take less time than a scatter, and the least-of-words has just read the same lines;
 *   - a lane whose turn is over waits until some more are, because what happens between turns (battle_turns.h) is done
 *     lane by lane, behind one branch that should not be taken every time;
 *   - several groups of lanes run one after the other, so that the gathers of one hide behind the others'. */
#include "fight/lanes.h"

#include "fight/battle_turns.h"

enum {
    GROUPS = 4,
    PATIENCE = LANES / 4, /* so many lanes wait before their turns are ended */
    DRAWS_ROOM = 32,
};

/* A word's way from the first draw of a turn to each element's own, in halves. */
typedef struct draw_table {
    uint32_t multiplier_low[DRAWS_ROOM], multiplier_high[DRAWS_ROOM], addend_low[DRAWS_ROOM], addend_high[DRAWS_ROOM];
} draw_table;

typedef struct field {
    course course;
    draw_table draws[N_SIDES];
    group groups[GROUPS];
} field;

/* PCG is jumped in two halves of 64 bits, as the lanes have words of 32. */
static void lay_draws(field *f)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < SALVO_ELEMENTS_MAX; i++) {
            draw_table *d = &f->draws[side];
            /* Word 0 of a turn is the order throw's. */
            pcg32_jump jump = pcg32_jump_of(f->course.increment, (uint64_t)(1 + side * SALVO_ELEMENTS_MAX + i));

            d->multiplier_low[i] = (uint32_t)jump.multiplier;
            d->multiplier_high[i] = (uint32_t)(jump.multiplier >> 32);
            d->addend_low[i] = (uint32_t)jump.addend;
            d->addend_high[i] = (uint32_t)(jump.addend >> 32);
        }
}

static inline word32 draw(const draw_table *d, const group *g, word32 actor)
{
    return word_drawn((halves){word_load(g->at_low), word_load(g->at_high)},
                      (halves){word_lookup(d->multiplier_low, actor), word_lookup(d->multiplier_high, actor)},
                      (halves){word_lookup(d->addend_low, actor), word_lookup(d->addend_high, actor)});
}

/* table[index] of a table of n words; every table has room for TABLE_PADDING words, so short ones are a permutation. */
static inline word32 look_up(const uint32_t *table, uint32_t n, word32 index)
{
    return n <= TABLE_PADDING ? word_lookup(table, index) : word_gather(table, index);
}

static inline word32 lane_numbers(void)
{
    word32 numbers;

    for (uint32_t i = 0; i < LANES; i++)
        numbers[i] = i;
    return numbers;
}

/* The packed states of one element in each lane; the index differs from lane to lane. */
static inline word32 packed_states_of(const packed_states side, word32 index)
{
    return word_gather(side[0], index * LANES + lane_numbers());
}

static inline void put_packed_states(packed_states side, int n, word32 index, word32 now, word32 where)
{
    word32 at = index | ~where; /* all ones where nothing is to be put: no element's number */

    for (int i = 0; i < n; i++)
        word_store(side[i], word_select(word_equal(at, word_of((uint32_t)i)), word_load(side[i]), now));
}

/* The first of the actors' rows; the target's unit state is added to it. */
static inline word32 rows_of(const battle_tables *t, const group *g, int side, const packed_states own_packed_states,
                             word32 actor)
{
    const side_tables *own = &t->side[side];
    word32 class = own->fixed_classes
                       ? word_lookup(own->class_at_start, actor)
                       : word_gather(own->class_of, packed_states_of(own_packed_states, actor) & UNIT_STATE_MASK);

    if (t->e->n_places > 1) /* with one place the offset is 0 */
        class += word_load(g->place) * own->n_classes;
    return class * t->side[!side].n;
}

/* places_behind() of battle_turns.h, as a rank. */
static inline word32 opposite_ranks(const battle_tables *t, int side, word32 start, int place)
{
    word32 i = word_of((uint32_t)place);

    return (i - start + (word_less(i, start) & (uint32_t)t->e->side[!side].n)) << RANK_SHIFT;
}

static inline word32 find_targets(const battle_tables *t, const packed_states enemies, int side, word32 actor,
                                  word32 rows)
{
    const uint32_t *ranks = t->side[side].ranks;
    const bool opposite = t->side[side].fires_opposite;
    word32 least = word_of(PACKED_STATE_GONE), start = word_of(0);

    if (opposite)
        start = word_lookup(t->side[side].opposite, actor);

    for (int i = 0; i < t->e->side[!side].n; i++) {
        word32 packed_state = word_load(enemies[i]);

        if (ranks)
            /* In GONE all bits are set already: it stays the greatest. */
            packed_state |= word_gather(ranks, rows + (packed_state & UNIT_STATE_MASK)) << RANK_SHIFT;
        if (opposite)
            packed_state |= opposite_ranks(t, side, start, i);
        least = word_min(least, packed_state);
    }
    return least;
}

/* The places, in the list of results, of what the words give in those rows. */
static inline word32 ways_of(const battle_tables *t, word32 row, word32 word)
{
    /* Idle lanes have row 0 with 0 bits: a shift by 32 would not be defined. */
    word32 bits = row & ROW_BITS_MASK, column = (row >> ROW_FIRST_SHIFT) + (word >> (31 - bits) >> 1);

    /* word_less is all ones, that is -1, for the first result. */
    return 2 * column + 1 + word_less(word << bits, word_gather(t->threshold, column));
}

/* Removes elements that are gone from the sets of the living and of those who may act. */
static inline void strike_off(group *g, int side, word32 index, word32 now, word32 where)
{
    word32 gone = (word_of(1) << index) & word_equal(now, word_of(PACKED_STATE_GONE)) & where;

    word_store(g->alive[side], word_load(g->alive[side]) & ~gone);
    word_store(g->ready[side], word_load(g->ready[side]) & ~gone);
}

/* Keeps the set of worn elements. */
static inline void note_worn(const battle_tables *t, group *g, int side, word32 index, word32 now, word32 where)
{
    word32 worn = word_gather(t->side[side].worn, now & UNIT_STATE_MASK) << index;

    word_store(g->worn[side], word_select(where, word_load(g->worn[side]),
                                          (word_load(g->worn[side]) & ~(word_of(1) << index)) | worn));
}

/* The actor's own new unit state, where that can change. */
static inline void change_actors(const battle_tables *t, group *g, int side, word32 actor, word32 unit_states,
                                 word32 acts)
{
    const side_tables *own = &t->side[side];
    word32 before = packed_states_of(g->packed_state[side], actor),
           now = word_gather(own->packed_state, unit_states & UNIT_STATE_MASK);
    word32 gone = word_equal(now, word_of(PACKED_STATE_GONE));
    word32 lost = word_gather(own->strength, before & UNIT_STATE_MASK) -
                  word_gather(own->strength, unit_states & UNIT_STATE_MASK);

    now |= actor << INDEX_SHIFT | gone;
    if (t->side[!side].spreads)
        now |= before >> RANK_SHIFT << RANK_SHIFT; /* the rank is the fire received this turn: kept */
    word_store(g->lost[side], word_load(g->lost[side]) + (lost & acts));
    put_packed_states(g->packed_state[side], t->e->side[side].n, actor, now, acts);
    strike_off(g, side, actor, now, acts);
    if (own->worn)
        note_worn(t, g, side, actor, now, acts);
}

static inline word32 who_is_beaten(const battle_model *e, const group *g, int side)
{
    word32 worn = word_bits(word_load(g->worn[side])), alive = word_bits(word_load(g->alive[side]));
    word32 gone = word_of((uint32_t)e->side[side].n) - alive; /* the header's is_beaten, over all lanes */

    return ~word_less(worn, word_of((uint32_t)e->worn_limit)) | ~word_less(gone, word_of((uint32_t)e->out_limit));
}

/* In lanes where a limit beats a side nobody may act any more; the turn's end finds the verdict. */
static inline void stop_beaten(const battle_model *e, group *g)
{
    word32 stands = ~(who_is_beaten(e, g, SIDE_A) | who_is_beaten(e, g, SIDE_B));

    word_store(g->ready[SIDE_A], word_load(g->ready[SIDE_A]) & stands);
    word_store(g->ready[SIDE_B], word_load(g->ready[SIDE_B]) & stands);
}

/* Turns the next card where it is one of the side's; the element acts if it is still ready. */
static inline word32 turn_cards(group *g, int side, word32 *actor)
{
    const word32 none = {0};
    word32 at = word_load(g->card), card = word_gather(g->deck[0], at * LANES + lane_numbers());
    /* The deck is not looked at when nobody may act. */
    word32 goes_on = ~word_equal(word_load(g->ready[SIDE_A]) | word_load(g->ready[SIDE_B]), none);
    word32 turns = word_equal(card >> CARD_SIDE_SHIFT, word_of((uint32_t)side)) & goes_on;

    *actor = card & INDEX_MASK;
    word_store(g->card, at + (turns & 1));
    return turns & ~word_equal(word_load(g->ready[side]) >> *actor & 1, none) &
           ~word_equal(word_load(g->alive[!side]), none);
}

/* Lanes in which the side acts: where it is its turn, or where the other side has nobody left to act. */
static inline word32 who_acts(const group *g, int side)
{
    const word32 none = {0};
    word32 turn =
        word_equal(word_load(g->next), word_of((uint32_t)side)) | word_equal(word_load(g->ready[!side]), none);

    return ~word_equal(word_load(g->ready[side]), none) & ~word_equal(word_load(g->alive[!side]), none) & turn;
}

static inline __attribute__((always_inline)) void half_step(const field *f, group *g, int side)
{
    const battle_tables *t = f->course.t;
    word32 ready = word_load(g->ready[side]), actor = word_lowest(ready);
    word32 acts = has_cards(t) ? turn_cards(g, side, &actor) : who_acts(g, side);
    /* Lanes that do not act compute on; what they would write is masked. */
    word32 word = draw(&f->draws[side], g, actor), rows = rows_of(t, g, side, g->packed_state[side], actor);
    word32 target = find_targets(t, g->packed_state[!side], side, actor, rows);
    word32 row = word_gather(t->side[side].rows, rows + (target & UNIT_STATE_MASK)), way = ways_of(t, row, word);
    word32 result = word_gather(t->results, way), index = target >> INDEX_SHIFT & INDEX_MASK;
    word32 now = look_up(t->side[!side].packed_state, t->side[!side].n, result & UNIT_STATE_MASK);
    word32 gone = word_equal(now, word_of(PACKED_STATE_GONE));

    now |= index << INDEX_SHIFT;
    if (t->side[side].spreads)
        /* A result's attack bit, moved to the rank's lowest bit. */
        now += (target >> RANK_SHIFT << RANK_SHIFT) + ((result & RESULT_ATTACK) << (RANK_SHIFT - UNIT_STATE_BITS));
    now |= gone;
    word_store(g->ready[side], ready & ~((word_of(1) << actor) & acts));
    word_store(g->next, word_select(acts, word_load(g->next), word_of((uint32_t)side_after(t, side))));
    word_store(g->lost[!side], word_load(g->lost[!side]) + (result >> RESULT_LOSS_SHIFT & acts));
    if (t->can_idle) /* otherwise no battle asks for it */
        word_store(g->harmed, word_load(g->harmed) | (row & ROW_HARMS & acts));
    put_packed_states(g->packed_state[!side], t->e->side[!side].n, index, now, acts);
    strike_off(g, !side, index, now, acts);
    if (t->side[side].worn)
        note_worn(t, g, !side, index, now, acts);
    if (t->own)
        change_actors(t, g, side, actor, word_gather(t->own, way), acts);
    if (t->side[side].worn)
        stop_beaten(t->e, g);
}

/* The same where all act at once: actor and target are chosen by the states at the beginning of the turn, and the
 * effect falls on the target's present state. */
static inline __attribute__((always_inline)) void half_step_at_once(const field *f, group *g, int side)
{
    const battle_tables *t = f->course.t;
    const side_tables *enemy = &t->side[!side];
    const int n = t->e->side[!side].n;
    const word32 none = {0};
    word32 ready = word_load(g->ready[side]), acts = ~word_equal(ready, none), actor = word_lowest(ready);
    word32 word = draw(&f->draws[side], g, actor), rows = rows_of(t, g, side, g->before[side], actor);
    word32 target = find_targets(t, g->before[!side], side, actor, rows),
           index = target >> INDEX_SHIFT & INDEX_MASK & acts; /* idle lanes look up element 0 and effect 0 */
    word32 row = word_gather(t->side[side].rows, rows + (target & UNIT_STATE_MASK));
    word32 result = word_gather(t->results, ways_of(t, row, word)), effect = result & UNIT_STATE_MASK & acts;
    word32 before = packed_states_of(g->packed_state[!side], index), unit_state = before & UNIT_STATE_MASK;
    word32 now = word_gather(enemy->turned, effect * enemy->n + unit_state),
           gone = word_equal(now, word_of(PACKED_STATE_GONE));
    word32 hit = acts & ~word_equal(before, word_of(PACKED_STATE_GONE)); /* one who is gone is not hit again */
    word32 lost = word_gather(enemy->strength, unit_state) - word_gather(enemy->strength, now & UNIT_STATE_MASK);

    word_store(g->ready[side], ready & ~(ready & -ready));
    word_store(g->lost[!side], word_load(g->lost[!side]) + (lost & hit));
    word_store(g->alive[!side], word_load(g->alive[!side]) & ~((word_of(1) << index) & gone & hit));
    if (t->can_idle)
        word_store(g->harmed, word_load(g->harmed) | (row & ROW_HARMS & acts));
    put_packed_states(g->packed_state[!side], n, index, now | index << INDEX_SHIFT | gone, hit);
    if (t->side[side].spreads)
        put_packed_states(g->before[!side], n, index,
                          target + ((result & RESULT_ATTACK) << (RANK_SHIFT - UNIT_STATE_BITS)), acts);
}

/* Lanes where nobody can act before the next turn or the next battle. */
static inline uint32_t who_waits(const group *g, bool at_once)
{
    const word32 none = {0};
    word32 over = word_equal(word_load(g->ready[SIDE_A]) | word_load(g->ready[SIDE_B]), none);

    if (!at_once)
        over |= word_equal(word_load(g->alive[SIDE_A]), none) | word_equal(word_load(g->alive[SIDE_B]), none);

    return lanes_where(over & ~word_equal(word_load(g->works), none));
}

/* Ends the turns of the waiting lanes; false when the group has nothing left to do. */
static bool end_turns(field *f, group *g, uint32_t waiting)
{
    for (; waiting; waiting &= waiting - 1)
        go_on(&f->course, g, __builtin_ctz(waiting));
    return lanes_where(~word_equal(word_load(g->works), word_of(0))) != 0;
}

/* A few lanes wait for more before turns are ended, unless all that work are waiting already. */
static bool fight_on(field *f, group *g)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << LANES) - 1);
    const bool at_once = is_at_once(f->course.t->e);
    uint32_t waiting, works;

    if (at_once) {
        half_step_at_once(f, g, SIDE_A);
        half_step_at_once(f, g, SIDE_B);
    } else {
        half_step(f, g, SIDE_A);
        half_step(f, g, SIDE_B);
    }
    waiting = who_waits(g, at_once);
    if (count_bits(waiting) < PATIENCE) {
        works = lanes_where(~word_equal(word_load(g->works), word_of(0))) & all;
        if (waiting != works)
            return true;
    }
    return end_turns(f, g, waiting);
}

/* Groups take turns until the last has no battle; lanes of a group that is done idle. */
static void fight_in_lanes(const battle_tables *t, const trial_range *s, battle_tally *tally)
{
    field f = {.course = course_of(t, s, tally)};
    bool busy[GROUPS], any = true;

    lay_draws(&f);
    for (int i = 0; i < GROUPS; i++) {
        for (int lane = 0; lane < LANES; lane++)
            go_on(&f.course, &f.groups[i], lane);
        busy[i] = true;
    }
    while (any) {
        any = false;
        for (int i = 0; i < GROUPS; i++)
            any |= busy[i] = busy[i] && fight_on(&f, &f.groups[i]);
    }
}

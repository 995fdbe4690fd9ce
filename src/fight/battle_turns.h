/* What happens between the activations of a battle: its beginning, the beginning and end of its turns, its end. It
 * works on a group of LANES battles, one lane at a time (a kernel defines LANES before it includes this): a turn of
 * many activations has one of these, so branches do not matter here.
 *
 * Where a turn begins, `ready` has everybody who will act in it, and `next` the side that begins or `deck` the cards of
 * all; this, and who is next after an activation, is all that a sequence decides. Where all act at once, nobody is
 * next, those who are out of the fight act all the same, and `before` says who is chosen as a target and in which unit
 * state each one acts. */
#ifndef SALVO_FIGHT_BATTLE_TURNS_H
#define SALVO_FIGHT_BATTLE_TURNS_H

#include "fight/battle_kernel.h"
#include "fight/battle_state.h"
#include "rng/pcg32.h"

/* Battles side by side. Sets of elements are bits by their place in the list. */
typedef struct group {
    _Alignas(64) uint32_t alive[N_SIDES][LANES];
    uint32_t ready[N_SIDES][LANES];         /* living, and still to act in this turn */
    uint32_t next[LANES];                   /* the side whose turn it is */
    uint32_t lost[N_SIDES][LANES];          /* strength so far */
    uint32_t harmed[LANES];                 /* in this turn something could have changed */
    uint32_t at_low[LANES], at_high[LANES]; /* the generator at the first draw of the turn */
    uint32_t place[LANES], turn[LANES];
    uint32_t works[LANES]; /* 0: no trial is left for the lane */
    uint32_t packed_state[N_SIDES][SALVO_ELEMENTS_MAX][LANES];
    uint32_t worn[N_SIDES][LANES];       /* a set, too; kept only where limits beat a side */
    uint32_t deck[CARDS_MAX + 1][LANES]; /* the turn's cards; kept only where it has any */
    uint32_t card[LANES];                /* place of the next in the deck */
    uint64_t trial[LANES];               /* its place in the trial range */
    uint32_t before[N_SIDES][SALVO_ELEMENTS_MAX]
                   [LANES]; /* packed states when the turn began; kept only where all act at once */
} group;

/* Packed states by element and lane, of one side. */
typedef uint32_t (*packed_states)[LANES];

typedef struct course {
    const battle_tables *t;
    battle_tally *tally;
    uint64_t begun;       /* trials that were given to a lane */
    uint64_t left, start; /* trials not begun yet; the generator at the first draw of the next one */
    uint64_t increment;
    pcg32_jump next_trial, next_turn, to_deck, next_draw;
} course;

enum { BATTLE_DRAWS_MAX = 1 << 24 };

static inline course course_of(const battle_tables *t, const trial_range *s, battle_tally *tally)
{
    pcg32 rng = pcg32_trial(s->seed, s->first);

    tally->trials += s->count;
    return (course){.t = t,
                    .tally = tally,
                    .left = s->count,
                    .start = rng.state,
                    .increment = rng.increment,
                    .next_trial = pcg32_jump_of(rng.increment, PCG32_STRIDE),
                    .next_turn = pcg32_jump_of(rng.increment, t->draws_a_turn),
                    .to_deck = pcg32_jump_of(rng.increment, DRAWS_A_TURN),
                    .next_draw = pcg32_jump_of(rng.increment, 1)};
}

static inline uint32_t count_bits(uint32_t set)
{
    return (uint32_t)__builtin_popcount(set);
}

static inline uint64_t generator_of(const group *g, int lane)
{
    return (uint64_t)g->at_high[lane] << 32 | g->at_low[lane];
}

/* The place, in the list of results, of what the word gives in that row: one of its column's two. */
static inline uint32_t way_of(const battle_tables *t, uint32_t row, uint32_t word)
{
    uint32_t bits = row & ROW_BITS_MASK, column = (row >> ROW_FIRST_SHIFT) + (word >> (32 - bits));

    return 2 * column + (word << bits >= t->threshold[column]);
}

static inline void set_generator(group *g, int lane, uint64_t state)
{
    g->at_low[lane] = (uint32_t)state;
    g->at_high[lane] = (uint32_t)(state >> 32);
}

/* The end of a battle. */

/* Whether so many are worn, or gone, that a limit beats the side. */
static inline bool is_beaten(const course *c, const group *g, int lane, int side)
{
    const battle_model *e = c->t->e;

    return e->adapter->limits && ((int)count_bits(g->worn[side][lane]) >= e->worn_limit ||
                                  e->side[side].n - (int)count_bits(g->alive[side][lane]) >= e->out_limit);
}

static inline int verdict_of(const course *c, const group *g, int lane)
{
    return (is_beaten(c, g, lane, SIDE_A) ? A_BEATEN : 0) + (is_beaten(c, g, lane, SIDE_B) ? B_BEATEN : 0);
}

static inline int code_of(const course *c, const group *g, int lane)
{
    int code = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const battle_side *army = &c->t->e->side[side];

        for (int k = 0; k < army->n_kinds; k++)
            code =
                code * (army->kinds[k].count + 1) + (int)count_bits(g->alive[side][lane] & c->t->side[side].of_kind[k]);
    }
    return code + verdict_of(c, g, lane) * c->t->e->n_left;
}

/* Whether what the side began with is what it lost plus what it has left, of strength and of elements. */
static inline bool is_conserved(const course *c, const group *g, int lane)
{
    bool conserved = true;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];
        int64_t left = 0;
        uint32_t living = 0;

        for (int i = 0; i < c->t->e->side[side].n; i++) {
            uint32_t packed_state = g->packed_state[side][i][lane];

            left += packed_state == PACKED_STATE_GONE ? 0 : s->strength[packed_state & UNIT_STATE_MASK];
            living |= (uint32_t)(packed_state != PACKED_STATE_GONE) << i;
        }
        conserved = conserved && s->full == left + g->lost[side][lane] && living == g->alive[side][lane];
    }
    return conserved;
}

static inline void finish(course *c, group *g, int lane)
{
    uint32_t turn = g->turn[lane] <= TURNS_TOLD ? g->turn[lane] : TURNS_TOLD + 1;
    battle_tally *t = c->tally;

    t->leaks = t->leaks || !is_conserved(c, g, lane);
    if (t->each) {
        t->each[g->trial[lane]] = (battle_ending){code_of(c, g, lane), g->turn[lane]};
        return;
    }
    if (t->codes)
        t->codes[code_of(c, g, lane)]++;
    else
        battle_tally_code(t, code_of(c, g, lane), 1);
    salvo_moments_add(&t->turns, g->turn[lane], 1);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        t->ended[turn][side][count_bits(g->alive[side][lane])]++;
        salvo_moments_add(&t->lost[side], g->lost[side][lane], 1);
    }
}

/* The end of a turn in which all acted at once. */

/* Throws for an element that is left at the end of a turn. Its word has a place of its own, behind those of
 * activations. */
static inline void throw_after(const course *c, group *g, int lane, int side, int i, uint32_t row)
{
    const side_tables *s = &c->t->side[side];
    const uint64_t draw = DRAWS_A_TURN + (uint64_t)(side * SALVO_ELEMENTS_MAX + i);
    uint32_t word = pcg32_output(pcg32_jumped(generator_of(g, lane), pcg32_jump_of(c->increment, draw)));
    uint32_t *packed_state = &g->packed_state[side][i][lane],
             now = c->t->results[way_of(c->t, row, word)] & UNIT_STATE_MASK;

    g->lost[side][lane] += s->strength[*packed_state & UNIT_STATE_MASK] - s->strength[now];
    *packed_state = s->packed_state[now];
    if (*packed_state == PACKED_STATE_GONE)
        g->alive[side][lane] &= ~(UINT32_C(1) << i);
    else
        *packed_state |= (uint32_t)i << INDEX_SHIFT;
    g->harmed[lane] = 1;
}

static inline void end_turn(const course *c, group *g, int lane)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];
        uint32_t moved = c->t->e->places[g->place[lane]].moved[side];

        for (uint32_t left = s->after ? g->alive[side][lane] : 0; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            uint32_t before = g->before[side][i][lane] & UNIT_STATE_MASK,
                     now = g->packed_state[side][i][lane] & UNIT_STATE_MASK;
            uint32_t row = s->after[(moved * s->n + before) * s->n + now];

            if (row)
                throw_after(c, g, lane, side, i, row);
        }
    }
}

/* Who fires at whom. */

/* The first of the rows of what an element with that packed state does now; the target's unit state is added to it. */
static inline uint32_t rows_at(const battle_tables *t, const group *g, int lane, int side, int actor,
                               uint32_t packed_state)
{
    const side_tables *own = &t->side[side];
    uint32_t class = own->fixed_classes ? own->class_at_start[actor] : own->class_of[packed_state & UNIT_STATE_MASK];

    return (g->place[lane] * own->n_classes + class) * t->side[!side].n;
}

/* How many places the place is behind the one opposite the actor's, counted round the enemy's list. */
static inline uint32_t places_behind(const battle_tables *t, int side, int actor, int place)
{
    uint32_t start = t->side[side].opposite[actor], i = (uint32_t)place;

    return i < start ? i + (uint32_t)t->e->side[!side].n - start : i - start;
}

static inline uint32_t target_at(const battle_tables *t, const packed_states enemies, int lane, int side, int actor,
                                 uint32_t rows)
{
    const side_tables *own = &t->side[side];
    uint32_t least = PACKED_STATE_GONE;

    for (int i = 0; i < t->e->side[!side].n; i++) {
        uint32_t packed_state = enemies[i][lane];

        if (packed_state == PACKED_STATE_GONE)
            continue;
        if (own->ranks)
            packed_state |= own->ranks[rows + (packed_state & UNIT_STATE_MASK)] << RANK_SHIFT;
        if (own->fires_opposite)
            packed_state |= places_behind(t, side, actor, i) << RANK_SHIFT;
        least = packed_state < least ? packed_state : least;
    }
    return least;
}

/* The beginning of a turn. */

/* Whether any element of the set still moves. */
static inline bool is_moving(const side_tables *s, const group *g, int lane, int side, uint32_t set)
{
    if (!s->stopped)
        return set != 0;
    for (; set; set &= set - 1)
        if (!s->stopped[g->packed_state[side][__builtin_ctz(set)][lane] & UNIT_STATE_MASK])
            return true;
    return false;
}

/* The kind that sets the line's pace: the slowest that still moves. */
static inline uint32_t pace_of(const course *c, const group *g, int lane, int side)
{
    const side_tables *s = &c->t->side[side];

    for (uint32_t i = 0; i < s->n_speeds; i++)
        if (is_moving(s, g, lane, side, g->alive[side][lane] & s->of_kind[s->by_speed[i]]))
            return s->by_speed[i];
    return NOBODY_MOVES;
}

static inline uint32_t place_after(const course *c, const group *g, int lane)
{
    if (c->t->e->n_places == 1)
        return 0;
    return c->t->e->next_place[g->place[lane]][pace_of(c, g, lane, SIDE_A)][pace_of(c, g, lane, SIDE_B)];
}

/* Whether nobody left can harm anybody left. */
static inline bool is_harmless(const course *c, const group *g, int lane)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < c->t->e->side[side].n_kinds; k++)
            if ((g->alive[side][lane] & c->t->side[side].of_kind[k]) &&
                (g->alive[!side][lane] & c->t->harms[g->place[lane]][side][k]))
                return false;
    return true;
}

static inline bool is_broken(const course *c, const group *g, int lane, int side)
{
    return count_bits(g->alive[side][lane]) <= c->t->side[side].living_at_break;
}

/* Whether an element could harm its target or, if it is fickle, anybody it might choose instead. */
static inline bool is_harmful(const course *c, group *g, int lane, int side, int actor)
{
    const side_tables *own = &c->t->side[side];
    uint32_t rows = rows_at(c->t, g, lane, side, actor, g->packed_state[side][actor][lane]);

    if (!own->is_fickle)
        return own->rows[rows + (target_at(c->t, g->packed_state[!side], lane, side, actor, rows) & UNIT_STATE_MASK)] &
               ROW_HARMS;
    for (uint32_t left = g->alive[!side][lane]; left; left &= left - 1)
        if (own->rows[rows + (g->packed_state[!side][__builtin_ctz(left)][lane] & UNIT_STATE_MASK)] & ROW_HARMS)
            return true;
    return false;
}

/* Whether everybody left would fire at somebody he cannot harm. */
static inline bool is_idle(const course *c, group *g, int lane)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (uint32_t left = g->alive[side][lane]; left; left &= left - 1)
            if (is_harmful(c, g, lane, side, __builtin_ctz(left)))
                return false;
    return true;
}

static inline bool is_stalemate(const course *c, group *g, int lane)
{
    const battle_tables *t = c->t;

    return (t->can_rest || (t->asks_first && t->can_idle)) && place_after(c, g, lane) == g->place[lane] &&
           ((t->can_rest && is_harmless(c, g, lane)) || (t->asks_first && t->can_idle && is_idle(c, g, lane)));
}

/* Whether the battle is over before anybody acts in this turn. The lines have moved. */
static inline bool is_over(const course *c, group *g, int lane)
{
    const battle_model *e = c->t->e;

    return e->never_begins || is_broken(c, g, lane, SIDE_A) || is_broken(c, g, lane, SIDE_B) ||
           (e->turn_limit && g->turn[lane] == (uint32_t)e->turn_limit) || is_stalemate(c, g, lane);
}

static inline void note_survivors(const course *c, const group *g, int lane, uint64_t times)
{
    if (g->turn[lane] > TURNS_TOLD)
        return;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->tally->going[g->turn[lane]][side][count_bits(g->alive[side][lane])] += times;
}

static inline void forget_received(const course *c, group *g, int lane)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; c->t->side[!side].spreads && i < c->t->e->side[side].n; i++)
            if (g->packed_state[side][i][lane] != PACKED_STATE_GONE)
                g->packed_state[side][i][lane] &= (1 << RANK_SHIFT) - 1;
}

static inline void remember(const course *c, group *g, int lane)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < c->t->e->side[side].n; i++)
            g->before[side][i][lane] = g->packed_state[side][i][lane];
}

/* Shuffles a card for everybody who is left (Fisher and Yates), with words behind those of the activations. The chance
 * of each choice is within 2^-32 of even, without drawing a word again. */
static inline void shuffle(const course *c, group *g, int lane)
{
    uint64_t state = pcg32_jumped(generator_of(g, lane), c->to_deck);
    uint32_t n = 0;

    for (uint32_t side = SIDE_A; side <= SIDE_B; side++)
        for (uint32_t left = g->alive[side][lane]; left; left &= left - 1)
            g->deck[n++][lane] = side << CARD_SIDE_SHIFT | (uint32_t)__builtin_ctz(left);
    for (g->card[lane] = 0; n > 1; n--, state = pcg32_jumped(state, c->next_draw)) {
        uint32_t at = (uint32_t)((uint64_t)pcg32_output(state) * n >> 32), last = g->deck[n - 1][lane];

        g->deck[n - 1][lane] = g->deck[at][lane];
        g->deck[at][lane] = last;
    }
}

/* Begins a turn: everybody may act; the winner of the order throw begins. */
static inline void draw_order(const course *c, group *g, int lane)
{
    if (has_cards(c->t))
        shuffle(c, g, lane);
    g->next[lane] = pcg32_output(generator_of(g, lane)) >= c->t->first_a ? SIDE_B : SIDE_A;
    g->ready[SIDE_A][lane] = g->alive[SIDE_A][lane];
    g->ready[SIDE_B][lane] = g->alive[SIDE_B][lane];
    g->turn[lane]++;
    g->harmed[lane] = 0;
    forget_received(c, g, lane);
    if (is_at_once(c->t->e))
        remember(c, g, lane);
}

/* Whether the turn that was just played harmed nobody for certain, and began where the lines rest: that was a
 * stalemate, found a turn late because only the turn shows who fires at whom. The turn is taken back. */
static inline bool was_stalemate(const course *c, group *g, int lane, uint32_t before)
{
    if (!c->t->can_idle || c->t->asks_first || g->turn[lane] == 0 || g->harmed[lane] || g->place[lane] != before)
        return false;
    g->turn[lane]--;
    note_survivors(c, g, lane, UINT64_MAX); /* one less */
    return true;
}

/* Goes on to the next turn; false when the battle is over. */
static inline bool next_turn(course *c, group *g, int lane)
{
    uint32_t before = g->place[lane];

    if (is_at_once(c->t->e) && g->turn[lane] > 0)
        end_turn(c, g, lane);
    if (!g->alive[SIDE_A][lane] || !g->alive[SIDE_B][lane] || verdict_of(c, g, lane) != NOBODY_BEATEN) {
        finish(c, g, lane);
        return false;
    }
    g->place[lane] = place_after(c, g, lane);
    if (was_stalemate(c, g, lane, before) || is_over(c, g, lane)) {
        finish(c, g, lane);
        return false;
    }
    note_survivors(c, g, lane, 1);
    if (g->turn[lane] > 0)
        set_generator(g, lane, pcg32_jumped(generator_of(g, lane), c->next_turn));
    c->tally->too_long = c->tally->too_long || g->turn[lane] >= BATTLE_DRAWS_MAX / c->t->draws_a_turn;
    draw_order(c, g, lane);
    return true;
}

/* The beginning of a battle. */

static inline void set_initial_states(course *c, group *g, int lane)
{
    set_generator(g, lane, c->start);
    c->start = pcg32_jumped(c->start, c->next_trial);
    c->left--;
    g->trial[lane] = c->begun++;
    g->place[lane] = g->turn[lane] = g->harmed[lane] = 0;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        g->alive[side][lane] = g->lost[side][lane] = g->worn[side][lane] = 0;
        for (int i = 0; i < c->t->e->side[side].n; i++) {
            g->packed_state[side][i][lane] = c->t->side[side].fresh[i];
            g->alive[side][lane] |= (uint32_t)(c->t->side[side].fresh[i] != PACKED_STATE_GONE) << i;
            if (c->t->side[side].worn)
                g->worn[side][lane] |= c->t->side[side].worn[c->t->side[side].fresh[i] & UNIT_STATE_MASK] << i;
        }
    }
}

/* Brings the lane to where somebody acts: in its battle's next turn, or in another battle. When no battle is left its
 * sets are empty. */
static inline void go_on(course *c, group *g, int lane)
{
    bool goes_on = g->works[lane] && next_turn(c, g, lane);

    while (!goes_on && c->left && !c->tally->too_long) {
        set_initial_states(c, g, lane);
        g->works[lane] = 1;
        goes_on = next_turn(c, g, lane);
    }
    if (!goes_on || c->tally->too_long) {
        g->works[lane] = 0;
        for (int side = SIDE_A; side <= SIDE_B; side++)
            g->alive[side][lane] = g->ready[side][lane] = 0;
    }
}

#endif

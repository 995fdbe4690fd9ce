/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens between the activations of BATTLES battles side by side: the beginning and end of battles and of turns.
 * It is done at once for all battles that wait for it; only tallies are updated one by one.
 *
 * When a turn has begun, `ready` has every element that will act in it, and `b_next` is set where side b begins. If
 * all of a side act in the order of their list, only n_ready is set until they have acted. These sets, and the next
 * side after an activation, are all that a sequence decides. If all act at once, no side is next, and elements that
 * fall in the turn still act. `before` and `fights` then hold their unit states and which elements they are. */
#ifndef SALVO_FIGHT_BATTLE_TURNS_H
#define SALVO_FIGHT_BATTLE_TURNS_H

#include "fight/battle_ends.h"
#include "fight/battle_moves.h"

/* An element is destroyed in battles of the set. */

static inline void strike_off(battles *g, int side, int i, battle_set gone)
{
    g->alive[side][i] &= ~gone;
    g->ready[side][i] &= ~gone;
    g->least[side][i] &= ~gone;
}

/* The end of a turn in which all act at once. */

/* The results of words in those rows. */
static inline word32 result_of(const battle_tables *t, word32 rows, word32 word)
{
    word32 column = word_add(word_left(rows, t->bits), word_right(word, 32 - t->bits));
    columns found = look_up(t->columns, column);
    lane_mask other = word_reaches(word_left(word, t->bits), found.threshold);

    return word_and(word_right_where(other, found.landings, 16), word_of(STATE_GONE));
}

/* The rows of the throws for survivors; 0 where nothing is thrown. */
static inline bool rows_after(const battle_batch *batch, const battles *g, int side, int i, battle_set left,
                              word32 rows[WORDS])
{
    const side_tables *s = &batch->t->side[side];
    const states now = states_select(left, states_of(0), g->state[side][i]);
    bool any = false;

    for (int k = 0; k < WORDS; k++) {
        word32 moved = word_gather((const int32_t *)s->moved, states_words(&g->place, k));
        word32 at = word_add(word_multiply(moved, word_of(s->n_codes)), states_words(&now, k));

        rows[k] = word_where(set_lanes(&left, k), word_gather((const int32_t *)s->after, at));
        any = any || mask_bits(word_equal(rows[k], word_of(0))) != mask_bits(word_equal(at, at));
    }
    return any;
}

/* The element's word has its own place, behind those of activations. */
static inline void throw_after(const battle_batch *batch, battles *g, int side, int i, const word32 rows[WORDS])
{
    const stride way = stride_of(pcg32_jump_of(batch->increment, batch->t->draws_before - 1 + draw_of(side, i)));
    lane_mask thrown[WORDS];
    word32 results[WORDS];
    battle_set throws, gone;

    for (int k = 0; k < WORDS; k++) {
        halves at = halves_of(state_step(state_of((halves){g->turn.low[k], g->turn.high[k]}), way));

        thrown[k] = mask_but(word_equal(rows[k], rows[k]), word_equal(rows[k], word_of(0)));
        results[k] = result_of(batch->t, rows[k], halves_output(at));
    }
    throws = set_of_lanes(thrown);
    g->state[side][i] = states_select(throws, g->state[side][i], states_of_words(results));
    gone = throws & states_equal(g->state[side][i], states_of(STATE_GONE));
    strike_off(g, side, i, gone);
    g->n_alive[side] -= states_ones(gone);
    g->some_alive[side] = ~states_equal(g->n_alive[side], states_of(0));
    g->harmed |= throws;
}

/* The side's elements change to their states at the start of the next turn. */
static inline void end_turns_of(const battle_batch *batch, battles *g, int side, battle_set waiting)
{
    const side_tables *s = &batch->t->side[side];

    if (batch->at_fronts) {
        if (s->turns_change)
            g->front[side] = states_select(waiting & g->some_alive[side], g->front[side],
                                           look_up_codes(s->next, s->n_codes, g->front[side], waiting));
        return;
    }
    for (int i = 0; i < elements(batch, side); i++) {
        const battle_set left = waiting & g->alive[side][i];
        word32 rows[WORDS];
        bool thrown;

        if (!set_any(left))
            continue;
        thrown = s->after && rows_after(batch, g, side, i, left, rows);
        if (s->turns_change)
            g->state[side][i] =
                states_select(left, g->state[side][i], look_up_codes(s->next, s->n_codes, g->state[side][i], left));
        if (thrown)
            throw_after(batch, g, side, i, rows);
    }
}

static inline void end_turns(const battle_batch *batch, battles *g, battle_set waiting)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        end_turns_of(batch, g, side, waiting);
}

/* The turn. */

/* The place in the tally for survivors of a side in battles that continue after the turn. */
static inline uint32_t survivors_at(uint32_t turn, int side, uint32_t n)
{
    return (turn * N_SIDES + (uint32_t)side) * (SALVO_ELEMENTS_MAX + 1) + n;
}

/* Finds battles whose last turn certainly harmed nobody and began where the lines rest. That was a stalemate, found a
 * turn late, because only the turn shows the targets. The turn is taken back. */
static inline battle_set take_back(const battle_batch *batch, battles *g, battle_set among, states next)
{
    battle_set dead = no_battle();

    if (batch->t->can_idle && !batch->t->asks_first)
        dead = among & ~g->harmed & states_equal(next, g->place);
    for (uint64_t left = set_bits(dead); left; left &= left - 1) {
        int battle = __builtin_ctzll(left);

        g->n_turns[battle]--;
        for (int side = SIDE_A; side <= SIDE_B && batch->tally->going; side++)
            batch->tally->going[turn_told(g->n_turns[battle])][side][code_at(&g->n_alive[side], battle)]--;
    }
    return dead;
}

/* Moves the lines; returns the battles that are over before anybody acts. */
static inline battle_set move_lines(const battle_batch *batch, battles *g, battle_set among)
{
    const battle_model *model = batch->t->model;
    states next = g->place, pace[N_SIDES];
    battle_set over;

    if (batch->at_fronts && (model->n_places > 1 || batch->t->can_rest || batch->t->can_idle))
        for (int side = SIDE_A; side <= SIDE_B; side++)
            list_elements(batch, g, side);
    if (model->n_places > 1) {
        for (int side = SIDE_A; side <= SIDE_B; side++)
            pace[side] = paces(batch, g, side);
        next = states_select(among, next, places_after(batch, g->place, pace));
    }
    over = take_back(batch, g, among, next);
    g->place = next;
    for (int side = SIDE_A; side <= SIDE_B && model->n_places > 1; side++)
        g->fire_class[side] = fire_classes_of(batch->t->side[side].fire_class, g->place);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        over |= states_at_most(g->n_alive[side], states_of(batch->t->side[side].living_at_break));
    if (model->never_begins)
        over = among;
    if (model->turn_limit)
        over |= states_equal(g->turn_of_limit, states_of((uint32_t)model->turn_limit));
    if (model->n_places > 1)
        next = places_after(batch, g->place, pace);
    over &= among;
    return over | find_stalemates(batch, g, among & ~over, next);
}

/* Writes for every battle where survivors are counted, for side a, then for side b. */
static inline void find_counts(const battles *g, uint32_t at[N_SIDES][BATTLES])
{
    for (int k = 0; k < WORDS; k++) {
        const word32 told = word_least(word_load(g->n_turns + LANES * k), word_of(TURNS_TOLD + 1));
        const word32 first = word_multiply(told, word_of(survivors_at(1, SIDE_A, 0)));

        for (int side = SIDE_A; side <= SIDE_B; side++)
            word_store(at[side] + LANES * k, word_add(first, word_add(states_words(&g->n_alive[side], k),
                                                                      word_of(survivors_at(0, side, 0)))));
    }
}

static inline void count_survivors(battle_tally *t, const battles *g, battle_set begun)
{
    _Alignas(64) uint32_t at[N_SIDES][BATTLES];
    uint64_t *count = (uint64_t *)t->going;

    find_counts(g, at);
    for (uint64_t left = set_bits(begun); left; left &= left - 1)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            count[at[side][__builtin_ctzll(left)]]++;
}

/* Some battle reaches a turn that none has reached before. */
static inline void note_late_turns(const battle_batch *batch, const battles *g, battle_set begun)
{
    uint32_t most = 0;

    for (uint64_t left = set_bits(begun); left; left &= left - 1) {
        const uint32_t n = g->n_turns[__builtin_ctzll(left)];

        most = n > most ? n : most;
    }
    batch->tally->too_long = batch->tally->too_long || most > BATTLE_DRAWS_MAX / batch->t->draws_a_turn;
    battle_tally_turn(batch->tally, most);
}

/* Counts turns that have begun, and the survivors at their start. */
static inline void count_turns(const battle_batch *batch, battles *g, battle_set begun)
{
    lane_mask late[WORDS];

    if (batch->tally->going)
        count_survivors(batch->tally, g, begun);
    for (int k = 0; k < WORDS; k++) {
        word32 n = word_load(g->n_turns + LANES * k);

        late[k] = word_reaches(n, word_of(batch->tally->last_turn));
        word_store(g->n_turns + LANES * k, word_add_where(set_lanes(&begun, k), n, word_of(1)));
    }
    if (set_any(begun & set_of_lanes(late)))
        note_late_turns(batch, g, begun);
}

/* Every element may act. The winner of the order throw begins. */
static inline void begin_turns(const battle_batch *batch, battles *g, battle_set begun)
{
    lane_mask reaches[WORDS];
    battle_set b_begins = no_battle();

    generators_step(&g->turn, &g->turn, batch->next_turn, begun);
    if (has_cards(batch->t))
        generators_step(&g->deck, &g->turn, batch->to_deck, begun);
    for (int i = 0; i < WORDS; i++)
        reaches[i] = word_reaches(halves_output((halves){g->turn.low[i], g->turn.high[i]}),
                                  word_of((uint32_t)batch->t->first_a));
    if (batch->t->first_a >> 32 == 0)
        b_begins = set_of_lanes(reaches);
    g->b_next = set_select(begun, g->b_next, b_begins);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        g->n_ready[side] = states_select(begun, g->n_ready[side], g->n_alive[side]);
        if (batch->at_fronts)
            begin_turns_of_front(batch, g, side, begun);
        for (int i = 0; i < elements(batch, side) && !batch->at_fronts; i++)
            g->ready[side][i] = set_select(begun, g->ready[side][i], g->alive[side][i]);
        for (int i = 0; batch->t->side[!side].choice == FIND_SPREAD && i < elements(batch, side); i++)
            g->least[side][i] = set_select(begun, g->least[side][i], g->alive[side][i]);
        for (int i = 0; is_at_once(batch->t->model) && !batch->at_fronts && i < elements(batch, side); i++) {
            g->before[side][i] = states_select(begun, g->before[side][i], g->state[side][i]);
            g->fights[side][i] = set_select(begun, g->fights[side][i], g->alive[side][i]);
        }
    }
    g->harmed &= ~begun;
    g->turn_of_limit += states_ones(begun);
    count_turns(batch, g, begun);
}

/* The beginning of a battle. */

/* Gives a trial to every battle of the set, while there are any. Returns the battles that got one. */
static inline battle_set take_trials(battle_batch *batch, battles *g, battle_set over)
{
    uint64_t given = 0;

    for (uint64_t left = set_bits(over); left && batch->left && !batch->tally->too_long; left &= left - 1) {
        int battle = __builtin_ctzll(left);

        given |= UINT64_C(1) << battle;
        ((uint32_t *)g->turn.low)[battle] = (uint32_t)batch->start;
        ((uint32_t *)g->turn.high)[battle] = (uint32_t)(batch->start >> 32);
        batch->start = pcg32_jumped(batch->start, batch->next_trial);
        batch->left--;
        g->trial[battle] = batch->begun++;
        g->n_turns[battle] = 0;
    }
    return set_of_bits(given);
}

static inline void set_initial_states(const battle_batch *batch, battles *g, battle_set over, battle_set fresh)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &batch->t->side[side];
        uint32_t n_alive = 0, n_worn = 0;

        g->some_alive[side] &= ~over;
        g->n_ready[side] = states_select(over, g->n_ready[side], states_of(0));
        if (batch->at_fronts) {
            n_alive = (uint32_t)elements(batch, side);
            g->some_alive[side] |= fresh;
            g->front[side] = states_select(fresh, g->front[side], states_of(s->front.falls[0].fresh));
            g->next[side] = states_select(over, g->next[side], states_of(n_alive)); /* nobody acts */
        }
        for (int i = 0; i < elements(batch, side) && !batch->at_fronts; i++) {
            const bool lives = s->fresh[i] != CODE_GONE;
            const battle_set living = lives ? fresh : no_battle();

            g->state[side][i] = states_select(fresh, g->state[side][i], states_of(s->fresh[i]));
            g->alive[side][i] = set_select(over, g->alive[side][i], living);
            g->some_alive[side] |= living;
            n_alive += lives;
            n_worn += lives && s->worn && s->worn[s->fresh[i]];
        }
        g->n_alive[side] = states_select(fresh, g->n_alive[side], states_of(n_alive));
        g->n_worn[side] = states_select(fresh, g->n_worn[side], states_of(n_worn));
    }
    g->place = states_select(fresh, g->place, states_of(0));
    g->turn_of_limit = states_select(fresh, g->turn_of_limit, states_of(0));
    g->harmed |= fresh; /* they have no last turn that could be taken back */
    g->has_card &= ~over;
    g->works = (g->works & ~over) | fresh;
    note_beaten(batch, g);
}

static inline battle_set renew(battle_batch *batch, battles *g, battle_set over)
{
    battle_set fresh = take_trials(batch, g, over);

    set_initial_states(batch, g, over, fresh);
    return fresh;
}

/* Takes the battles of the set, between two turns, to the next turn in which an element acts, of this trial or of
 * another one. */
static inline void take_on(battle_batch *batch, battles *g, battle_set waiting)
{
    battle_set begun = no_battle();

    while (set_any(waiting)) {
        battle_set over =
            waiting & (~(g->some_alive[SIDE_A] & g->some_alive[SIDE_B]) | g->beaten[SIDE_A] | g->beaten[SIDE_B]);

        over |= move_lines(batch, g, waiting & ~over);
        begun |= waiting & ~over;
        if (!set_any(over))
            break;
        finish(batch, g, over);
        waiting = renew(batch, g, over);
    }
    begin_turns(batch, g, begun);
}

/* The same, after a turn. */
static inline void go_on(battle_batch *batch, battles *g, battle_set waiting)
{
    if (is_at_once(batch->t->model))
        end_turns(batch, g, waiting);
    take_on(batch, g, waiting);
}

HOT void begin_battles(battle_batch *batch, battles *g)
{
    memset(g, 0, batch->at_fronts ? offsetof(battles, state) : sizeof *g);
    take_on(batch, g, renew(batch, g, ~no_battle()));
}

#endif

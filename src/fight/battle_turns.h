/* What happens between the activations of BATTLES battles side by side: their beginning, the beginning and end of their
 * turns, their end. It is done for all battles that wait for it at once; only tallies are kept one by one.
 *
 * When a turn has begun, `ready` has everybody who will act in it (where all of a side act in the order of their list
 * only n_ready says so, until they have acted), and `b_next` where side b begins; this, and who is next after an
 * activation, is all that a sequence decides. Where all act at once nobody is next, those who are out of
 * the fight act all the same, and `before` and `seen` say in which unit state each one acts, and who is chosen. */
#ifndef SALVO_FIGHT_BATTLE_TURNS_H
#define SALVO_FIGHT_BATTLE_TURNS_H

#include <string.h>

#include "fight/battle_front_lanes.h"

/* The end of a battle. */

static inline void note_beaten(const course *c, battles *g)
{
    const battle_model *e = c->t->e;

    for (int side = SIDE_A; side <= SIDE_B && e->adapter->limits; side++) {
        const states n = states_of((uint32_t)e->side[side].n);

        g->beaten[side] = g->works & (states_at_most(states_of((uint32_t)e->worn_limit), g->n_worn[side]) |
                                      states_at_most(states_of((uint32_t)e->out_limit), n - g->n_alive[side]));
    }
}

/* The outcome codes (battle_model.h) of all battles. */
static inline void tell_codes(const course *c, const battles *g, uint32_t codes[BATTLES])
{
    const battle_model *e = c->t->e;
    word32 code[WORDS];

    for (int i = 0; i < WORDS; i++)
        code[i] = word_of(0);
    for (int side = SIDE_A; side <= SIDE_B && c->at_fronts; side++)
        for (int i = 0; i < WORDS; i++)
            code[i] = word_add(code[i], by_living(c, g, side, c->t->side[side].front.left, i));
    for (int side = SIDE_A; side <= SIDE_B && !c->at_fronts; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++) {
            states left = states_of(0);

            for (int i = 0; i < e->side[side].n; i++)
                if (e->side[side].kind_of[i] == k)
                    left += states_ones(g->alive[side][i]);
            for (int i = 0; i < WORDS; i++)
                code[i] = word_add(word_multiply(code[i], word_of((uint32_t)e->side[side].kinds[k].count + 1)),
                                   states_words(&left, i));
        }
    for (int i = 0; i < WORDS; i++) {
        code[i] = word_add_where(set_lanes(&g->beaten[SIDE_A], i), code[i], word_of(A_BEATEN * (uint32_t)e->n_left));
        code[i] = word_add_where(set_lanes(&g->beaten[SIDE_B], i), code[i], word_of(B_BEATEN * (uint32_t)e->n_left));
        word_store(codes + LANES * i, code[i]);
    }
}

/* Sums over the battles that end at the same time: small enough for 64 bits. */
typedef struct sums {
    int64_t value, squares;
} sums;

static inline void sums_add(sums *s, int64_t value)
{
    s->value += value;
    s->squares += value * value;
}

static inline void moments_add(salvo_moments *m, const sums *s, uint64_t trials)
{
    m->trials += trials;
    m->sum = wide_plus(m->sum, wide_of(s->value));
    m->squares = wide_plus(m->squares, wide_of(s->squares));
}

/* Strength left of a side in each battle. */
HOT void tell_strength(const course *c, const battles *g, int side, uint32_t left[BATTLES])
{
    const side_tables *s = &c->t->side[side];
    word32 sum[WORDS];

    for (int k = 0; k < WORDS; k++)
        sum[k] = word_of(0);
    if (c->at_fronts) {
        const states front = states_select(g->some_alive[side], states_of(s->n_codes), g->front[side]);

        for (int k = 0; k < WORDS; k++)
            sum[k] = word_add(by_living(c, g, side, s->front.behind, k),
                              word_look_up(s->strength, s->n_codes + 1, states_words(&front, k)));
    }
    for (int i = 0; i < elements(c, side) && !c->at_fronts; i++) {
        const states code = states_select(g->alive[side][i], states_of(s->n_codes), g->state[side][i]); /* there is 0 */

        for (int k = 0; k < WORDS; k++)
            sum[k] = word_add(sum[k], word_look_up(s->strength, s->n_codes + 1, states_words(&code, k)));
    }
    for (int k = 0; k < WORDS; k++)
        word_store(left + LANES * k, sum[k]);
}

static inline void tally_losses(const course *c, const battles *g, battle_set over, uint64_t n_over)
{
    _Alignas(64) uint32_t left[BATTLES];

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        sums lost = {0, 0};

        tell_strength(c, g, side, left);
        for (uint64_t bits = set_bits(over); bits; bits &= bits - 1)
            sums_add(&lost, c->t->side[side].full - (int64_t)left[__builtin_ctzll(bits)]);
        moments_add(&c->tally->lost[side], &lost, n_over);
    }
}

static inline uint32_t turn_told(uint32_t turn)
{
    return turn <= TURNS_TOLD ? turn : TURNS_TOLD + 1;
}

static inline void tally_ends(const course *c, const battles *g, battle_set over, uint64_t n_over,
                              const uint32_t codes[BATTLES])
{
    battle_tally *t = c->tally;
    sums turns = {0, 0};

    for (uint64_t bits = set_bits(over); bits; bits &= bits - 1) {
        const int battle = __builtin_ctzll(bits), code = (int)codes[battle];
        const uint32_t n = g->n_turns[battle], told = turn_told(n);

        if (t->codes)
            t->codes[code]++;
        else
            battle_tally_code(t, code, 1);
        sums_add(&turns, n);
        for (int side = SIDE_A; side <= SIDE_B; side++)
            t->ended[told][side][code_at(&g->n_alive[side], battle)]++;
    }
    moments_add(&t->turns, &turns, n_over);
}

static inline void finish(course *c, const battles *g, battle_set over)
{
    const uint64_t n_over = (uint64_t)__builtin_popcountll(set_bits(over));
    _Alignas(64) uint32_t codes[BATTLES];

    tell_codes(c, g, codes);
    if (!c->tally->each) {
        tally_ends(c, g, over, n_over, codes);
        tally_losses(c, g, over, n_over);
        return;
    }
    for (uint64_t bits = set_bits(over); bits; bits &= bits - 1) {
        const int battle = __builtin_ctzll(bits);

        c->tally->each[g->trial[battle]] = (battle_ending){(int)codes[battle], g->n_turns[battle]};
    }
}

/* An element's state changes in battles of the set. */

static inline void strike_off(battles *g, int side, int i, battle_set gone)
{
    g->alive[side][i] &= ~gone;
    g->ready[side][i] &= ~gone;
    g->least[side][i] &= ~gone;
}

/* The end of a turn in which all acted at once. */

/* What words give in those rows. */
static inline word32 result_of(const battle_tables *t, word32 rows, word32 word)
{
    word32 column = word_add(word_left(rows, t->bits), word_right(word, 32 - t->bits));
    columns found = look_up(t->columns, column);
    lane_mask other = word_reaches(word_left(word, t->bits), found.threshold);

    return word_and(word_right_where(other, found.landings, 16), word_of(STATE_GONE));
}

/* The rows of what is thrown for an element that is left; 0 where nothing is. */
static inline bool rows_after(const course *c, const battles *g, int side, int i, battle_set left, word32 rows[WORDS])
{
    const side_tables *s = &c->t->side[side];
    const states before = states_select(left, states_of(0), g->before[side][i]),
                 now = states_select(left, states_of(0), g->state[side][i]);
    const word32 n = word_of(s->n_codes);
    bool any = false;

    for (int k = 0; k < WORDS; k++) {
        word32 moved = word_gather((const int32_t *)s->moved, states_words(&g->place, k));
        word32 at = word_add(word_multiply(word_add(word_multiply(moved, n), states_words(&before, k)), n),
                             states_words(&now, k));

        rows[k] = word_where(set_lanes(&left, k), word_gather((const int32_t *)s->after, at));
        any = any || mask_bits(word_equal(rows[k], word_of(0))) != mask_bits(word_equal(n, n));
    }
    return any;
}

/* The element's word has a place of its own, behind those of activations. */
static inline void throw_after(const course *c, battles *g, int side, int i, const word32 rows[WORDS])
{
    const stride way = stride_of(pcg32_jump_of(c->increment, DRAWS_A_TURN - 1 + draw_of(side, i)));
    lane_mask thrown[WORDS];
    word32 results[WORDS];
    battle_set throws, gone;

    for (int k = 0; k < WORDS; k++) {
        halves at = halves_of(state_step(state_of((halves){g->turn.low[k], g->turn.high[k]}), way));

        thrown[k] = mask_but(word_equal(rows[k], rows[k]), word_equal(rows[k], word_of(0)));
        results[k] = result_of(c->t, rows[k], halves_output(at));
    }
    throws = set_of_lanes(thrown);
    g->state[side][i] = states_select(throws, g->state[side][i], states_of_words(results));
    gone = throws & states_equal(g->state[side][i], states_of(STATE_GONE));
    strike_off(g, side, i, gone);
    g->n_alive[side] -= states_ones(gone);
    g->some_alive[side] = ~states_equal(g->n_alive[side], states_of(0));
    g->harmed |= throws;
}

static inline void end_turns(const course *c, battles *g, battle_set waiting)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; c->t->side[side].after && i < elements(c, side); i++) {
            battle_set left = waiting & g->alive[side][i];
            word32 rows[WORDS];

            if (set_any(left) && rows_after(c, g, side, i, left, rows))
                throw_after(c, g, side, i, rows);
        }
}

/* Lines. */

/* Battles in which the element still moves. */
static inline battle_set who_moves(const side_tables *s, const battles *g, int side, int i)
{
    const battle_set alive = g->alive[side][i];

    if (!s->stopped)
        return alive;
    return alive & states_equal(look_up_codes(s->stopped, s->n_codes, g->state[side][i], alive), states_of(0));
}

/* The kind that sets the line's pace: the slowest that still moves. */
static inline states paces(const course *c, const battles *g, int side)
{
    const side_tables *s = &c->t->side[side];
    const battle_side *army = &c->t->e->side[side];
    states pace = states_of(NOBODY_MOVES);

    for (uint32_t rank = s->n_speeds; rank-- > 0;) {
        battle_set moves = no_battle();

        for (int i = 0; i < army->n; i++)
            if (army->kind_of[i] == s->by_speed[rank])
                moves |= who_moves(s, g, side, i);
        pace = states_select(moves, pace, states_of(s->by_speed[rank]));
    }
    return pace;
}

/* Where the lines stand next. */
static inline states places_after(const course *c, states place, const states pace[N_SIDES])
{
    word32 next[WORDS];

    for (int i = 0; i < WORDS; i++) {
        word32 at = word_add(word_multiply(states_words(&place, i), word_of(N_PACES)), states_words(&pace[SIDE_A], i));

        at = word_add(word_multiply(at, word_of(N_PACES)), states_words(&pace[SIDE_B], i));
        next[i] = word_gather((const int32_t *)c->t->next_place, at);
    }
    return states_of_words(next);
}

static inline states stands_of(const uint32_t *stand, states place)
{
    word32 found[WORDS];

    for (int i = 0; i < WORDS; i++)
        found[i] = word_gather((const int32_t *)stand, states_words(&place, i));
    return states_of_words(found);
}

/* Stalemates. */

/* Battles in which nobody left can harm anybody left, from that place. */
static inline battle_set who_is_harmless(const course *c, battle_set left[N_SIDES][SALVO_KINDS_MAX], int place)
{
    battle_set harmful = no_battle();

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < c->t->e->side[side].n_kinds; k++)
            for (int at = 0; at < c->t->e->side[!side].n_kinds; at++)
                if (c->t->harms[place][side][k] >> at & 1)
                    harmful |= left[side][k] & left[!side][at];
    return ~harmful;
}

/* The same of every battle of the set, each where its own lines stand. */
static inline battle_set find_harmless(const course *c, const battles *g, battle_set among)
{
    battle_set left[N_SIDES][SALVO_KINDS_MAX], harmless = no_battle();

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int k = 0; k < SALVO_KINDS_MAX; k++)
            left[side][k] = no_battle();
        for (int i = 0; i < elements(c, side); i++)
            left[side][c->t->e->side[side].kind_of[i]] |= g->alive[side][i];
    }
    while (set_any(among)) {
        const int place = code_at(&g->place, __builtin_ctzll(set_bits(among)));
        const battle_set here = among & states_equal(g->place, states_of((uint32_t)place));

        harmless |= here & who_is_harmless(c, left, place);
        among &= ~here;
    }
    return harmless;
}

/* Battles in which the actor could harm his target or, if he is fickle, anybody he might choose instead. */
static inline battle_set who_is_harmful(const course *c, const battles *g, int side, const actors *who)
{
    const side_tables *own = &c->t->side[side];
    battle_set harmful = no_battle();
    word32 rows[WORDS], first[WORDS];
    targets at;

    at.state = states_of(0);
    for (int k = 0; k < WORDS; k++)
        first[k] = rows_of(c, g, side, k, states_words(&who->class, k));
    if (!own->is_fickle)
        choose_targets(c->t, side, g->alive[!side], g->state[!side], NULL, who, first, &at);
    for (int i = 0; i < (own->is_fickle ? elements(c, !side) : 1); i++) {
        battle_set asked = who->acts;

        if (own->is_fickle) {
            asked &= g->alive[!side][i];
            at.state = states_select(asked, states_of(0), g->state[!side][i]);
        }
        for (int k = 0; k < WORDS; k++)
            rows[k] = word_add(first[k], states_words(&at.state, k));
        harmful |= who_has(c->t, side, rows, ROW_HARMS, asked);
    }
    return harmful;
}

/* Battles of the set in which everybody left would fire at somebody he cannot harm: mostly the first who is asked could
 * harm. */
static inline battle_set find_idle(const course *c, const battles *g, battle_set among)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        battle_set left[SALVO_ELEMENTS_MAX];
        actors who;

        who.acts = among;
        memcpy(left, g->alive[side], sizeof left);
        while (set_any(among & who.acts)) {
            find_first_ready(c, g, side, left, among, &who);
            among = set_but(among, who_is_harmful(c, g, side, &who));
        }
    }
    return among;
}

/* Battles in which nothing can change any more; their lines have moved, and `next` is where they go from there. */
static inline battle_set find_stalemates(const course *c, const battles *g, battle_set among, states next)
{
    const battle_tables *t = c->t;
    battle_set dead = no_battle();

    if (!t->can_rest && !(t->asks_first && t->can_idle))
        return dead;
    among &= states_equal(next, g->place);
    if (t->can_rest)
        dead = find_harmless(c, g, among);
    if (t->asks_first && t->can_idle)
        dead |= find_idle(c, g, among & ~dead);
    return dead;
}

/* The turn. */

/* Where the tally counts survivors of a side in battles that go on after the turn. */
static inline uint32_t survivors_at(uint32_t turn, int side, uint32_t n)
{
    return (turn * N_SIDES + (uint32_t)side) * (SALVO_ELEMENTS_MAX + 1) + n;
}

/* Battles whose turn that was just played harmed nobody for certain, and began where the lines rest: that was a
 * stalemate, found a turn late because only the turn shows who fires at whom. The turn is taken back. */
static inline battle_set take_back(const course *c, battles *g, battle_set among, states next)
{
    battle_set dead = no_battle();

    if (c->t->can_idle && !c->t->asks_first)
        dead = among & ~g->harmed & states_equal(next, g->place);
    for (uint64_t left = set_bits(dead); left; left &= left - 1) {
        int battle = __builtin_ctzll(left);

        g->n_turns[battle]--;
        for (int side = SIDE_A; side <= SIDE_B && c->tally->going; side++)
            c->tally->going[turn_told(g->n_turns[battle])][side][code_at(&g->n_alive[side], battle)]--;
    }
    return dead;
}

/* The lines move; returns the battles that are over before anybody acts. */
static inline battle_set move_lines(const course *c, battles *g, battle_set among)
{
    const battle_model *e = c->t->e;
    battle_set over = no_battle();
    states next = g->place, pace[N_SIDES];

    if (c->at_fronts && (e->n_places > 1 || c->t->can_rest || c->t->can_idle))
        for (int side = SIDE_A; side <= SIDE_B; side++)
            list_elements(c, g, side);
    if (e->n_places > 1) {
        for (int side = SIDE_A; side <= SIDE_B; side++)
            pace[side] = paces(c, g, side);
        next = states_select(among, next, places_after(c, g->place, pace));
    }
    over = take_back(c, g, among, next);
    g->place = next;
    for (int side = SIDE_A; side <= SIDE_B && e->n_places > 1; side++)
        g->stand[side] = stands_of(c->t->side[side].stand, g->place);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        over |= states_at_most(g->n_alive[side], states_of(c->t->side[side].living_at_break));
    if (e->never_begins)
        over = among;
    if (e->turn_limit)
        over |= states_equal(g->turn_of_limit, states_of((uint32_t)e->turn_limit));
    if (e->n_places > 1)
        next = places_after(c, g->place, pace);
    over &= among;
    return over | find_stalemates(c, g, among & ~over, next);
}

/* Writes where survivors are counted, for every battle: of side a; those of side b follow. */
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

/* Some battle comes to a turn that none has come to before. */
static inline void note_late_turns(const course *c, const battles *g, battle_set begun)
{
    uint32_t most = 0;

    for (uint64_t left = set_bits(begun); left; left &= left - 1) {
        const uint32_t n = g->n_turns[__builtin_ctzll(left)];

        most = n > most ? n : most;
    }
    c->tally->too_long = c->tally->too_long || most > BATTLE_DRAWS_MAX / c->t->draws_a_turn;
    battle_tally_turn(c->tally, most);
}

/* Turns that have begun, and who is there to see it. */
static inline void count_turns(const course *c, battles *g, battle_set begun)
{
    lane_mask late[WORDS];

    if (c->tally->going)
        count_survivors(c->tally, g, begun);
    for (int k = 0; k < WORDS; k++) {
        word32 n = word_load(g->n_turns + LANES * k);

        late[k] = word_reaches(n, word_of(c->tally->last_turn));
        word_store(g->n_turns + LANES * k, word_add_where(set_lanes(&begun, k), n, word_of(1)));
    }
    if (set_any(begun & set_of_lanes(late)))
        note_late_turns(c, g, begun);
}

/* Everybody may act; the winner of the order throw begins. */
static inline void begin_turns(const course *c, battles *g, battle_set begun)
{
    lane_mask reaches[WORDS];
    battle_set b_begins = no_battle();

    generators_step(&g->turn, &g->turn, c->next_turn, begun);
    if (has_cards(c->t))
        generators_step(&g->deck, &g->turn, c->to_deck, begun);
    for (int i = 0; i < WORDS; i++)
        reaches[i] =
            word_reaches(halves_output((halves){g->turn.low[i], g->turn.high[i]}), word_of((uint32_t)c->t->first_a));
    if (c->t->first_a >> 32 == 0)
        b_begins = set_of_lanes(reaches);
    g->b_next = set_select(begun, g->b_next, b_begins);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        g->n_ready[side] = states_select(begun, g->n_ready[side], g->n_alive[side]);
        if (c->at_fronts)
            begin_turns_of_front(c, g, side, begun);
        for (int i = 0; i < elements(c, side) && !c->at_fronts; i++)
            g->ready[side][i] = set_select(begun, g->ready[side][i], g->alive[side][i]);
        for (int i = 0; c->t->side[!side].choice == CHOOSE_SPREAD && i < elements(c, side); i++)
            g->least[side][i] = set_select(begun, g->least[side][i], g->alive[side][i]);
        for (int i = 0; is_at_once(c->t->e) && !c->at_fronts && i < elements(c, side); i++) {
            g->before[side][i] = states_select(begun, g->before[side][i], g->state[side][i]);
            g->seen[side][i] = set_select(begun, g->seen[side][i], g->alive[side][i]);
        }
    }
    g->harmed &= ~begun;
    g->turn_of_limit += states_ones(begun);
    count_turns(c, g, begun);
}

/* The beginning of a battle. */

/* Gives every battle of the set a trial, as long as there are any; returns those that got one. */
static inline battle_set take_trials(course *c, battles *g, battle_set over)
{
    uint64_t given = 0;

    for (uint64_t left = set_bits(over); left && c->left && !c->tally->too_long; left &= left - 1) {
        int battle = __builtin_ctzll(left);

        given |= UINT64_C(1) << battle;
        ((uint32_t *)g->turn.low)[battle] = (uint32_t)c->start;
        ((uint32_t *)g->turn.high)[battle] = (uint32_t)(c->start >> 32);
        c->start = pcg32_jumped(c->start, c->next_trial);
        c->left--;
        g->trial[battle] = c->begun++;
        g->n_turns[battle] = 0;
    }
    return set_of_bits(given);
}

static inline void set_initial_states(const course *c, battles *g, battle_set over, battle_set fresh)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];
        uint32_t n_alive = 0, n_worn = 0;

        g->some_alive[side] &= ~over;
        g->n_ready[side] = states_select(over, g->n_ready[side], states_of(0));
        if (c->at_fronts) {
            n_alive = (uint32_t)elements(c, side);
            g->some_alive[side] |= fresh;
            g->front[side] = states_select(fresh, g->front[side], states_of(s->front.falls[0].fresh));
            g->next[side] = states_select(over, g->next[side], states_of(n_alive)); /* nobody acts */
        }
        for (int i = 0; i < elements(c, side) && !c->at_fronts; i++) {
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
    g->harmed |= fresh; /* no turn is behind them that could be taken back */
    g->has_card &= ~over;
    g->works = (g->works & ~over) | fresh;
    note_beaten(c, g);
}

static inline battle_set renew(course *c, battles *g, battle_set over)
{
    battle_set fresh = take_trials(c, g, over);

    set_initial_states(c, g, over, fresh);
    return fresh;
}

/* Brings the battles of the set to where somebody acts: in their next turn, or in that of another trial. */
static inline void go_on(course *c, battles *g, battle_set waiting)
{
    battle_set begun = no_battle();

    if (is_at_once(c->t->e))
        end_turns(c, g, waiting);
    while (set_any(waiting)) {
        battle_set over =
            waiting & (~(g->some_alive[SIDE_A] & g->some_alive[SIDE_B]) | g->beaten[SIDE_A] | g->beaten[SIDE_B]);

        over |= move_lines(c, g, waiting & ~over);
        begun |= waiting & ~over;
        if (!set_any(over))
            break;
        finish(c, g, over);
        waiting = renew(c, g, over);
    }
    begin_turns(c, g, begun);
}

#endif

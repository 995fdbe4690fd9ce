/* The battle kernel: BATTLES battles side by side. The build compiles this text once for each instruction set and each
 * width of codes; who acts at whom is in battle_aim.h, what happens between turns in battle_turns.h.
 *
 * What the time goes into, and why it is as it is:
 *   - battles are at different places. What they have in common is that an element of one side acts. Where sides
 *     alternate, or cards are turned, a step is an activation of one side in every battle where it is that side's turn;
 *     the side that has more of them goes first, so battles that alternate soon do so together. Where a side's elements
 *     act in the order of its list, a step is the whole side: its elements one after the other, each in all battles at
 *     once. Then nobody needs to be looked for, all have the same jump to their word, and an actor's state is at hand;
 *   - an element is a register of codes, and who is alive or ready a set of battles for each element: "the first that is
 *     ready" is a sweep of two operations on sets an element, "the weakest" the least of the codes, whose order the
 *     enemy's policy has set. Sweeps of 12 elements take a third of the time;
 *   - where sides are fronts (battle_front_lanes.h) there is nobody to look for, and no sweep at all;
 *   - an activation is one look-up, whatever dice it has: a column holds a whole threshold, so that chances are exact to
 *     2^-32, two results, and what becomes of the actor with either. A gather of such columns takes as long as one of
 *     words of 32 bits; up to 64 columns are permuted in registers, which takes a third of that;
 *   - every element has a word of its own in each turn, so the generators of a register jump by as many steps as each
 *     battle's actor asks for: permutations of short tables, too;
 *   - what the tables say is read before a loop, because the compiler must think that whatever is written to the battles
 *     may change it;
 *   - battles whose turn is over wait until there are some, because what comes between turns costs as much for one as for
 *     all: a quarter to a third of the time. */
#include "fight/battle_turns.h"

/* The actors' own words of this turn; `n` is above every element. */
HOT void draw(const course *c, const battles *g, int side, const states *element, uint32_t n, word32 words[WORDS])
{
    for (int k = 0; k < WORDS; k++) {
        const state64 turn = state_of((halves){g->turn.low[k], g->turn.high[k]});

        words[k] = halves_output(halves_of(state_jump_by(turn, &c->jumps[side], n, states_words(element, k))));
    }
}

/* The word of one element, the same one in every battle. */
HOT word32 draw_of_one(const course *c, const battles *g, int side, int k, int element)
{
    const stride way = stride_of(c->jumps[side].each[element]);

    return halves_output(halves_of(state_step(state_of((halves){g->turn.low[k], g->turn.high[k]}), way)));
}

/* The columns that words choose in rows of a side. */
HOT word32 columns_in(const battle_tables *t, word32 rows, word32 words)
{
    return word_add(word_left(rows, t->bits), word_right(words, 32 - t->bits));
}

/* The landing of a column that was looked up: its low bits are the result. */
static inline word32 landing_of(columns found, word32 within)
{
    return word_right_where(word_reaches(within, found.threshold), found.landings, 16);
}

/* What words give in those columns of a side's table. A table of few columns is permuted, which takes a third of the
 * time. */
HOT void look_up_landings(const course *c, int side, const word32 at[WORDS], const word32 words[WORDS],
                          word32 landings[WORDS])
{
    const few_columns *few = &c->few[side];
    const walk_column *many = columns_of(c->t, side);
    const uint32_t bits = c->t->bits;

    if (few->n)
        for (int k = 0; k < WORDS; k++)
            landings[k] = landing_of((columns){word_look_up(few->threshold, FEW_COLUMNS, at[k]),
                                               word_look_up(few->landings, FEW_COLUMNS, at[k])},
                                     word_left(words[k], bits));
    else
        for (int k = 0; k < WORDS; k++)
            landings[k] = landing_of(look_up(many, at[k]), word_left(words[k], bits));
}

/* What becomes of the actors. */
HOT word32 own_results_of(const course *c, int side, word32 at, word32 words, word32 landings)
{
#if STATE_BITS == 8
    (void)c, (void)side, (void)at, (void)words;
    return word_right(landings, 8);
#else
    const battle_tables *t = c->t;
    const lane_mask other = word_reaches(word_left(words, t->bits), look_up(columns_of(t, side), at).threshold);
    const uint32_t *own = t->own + (t->side[side].first_row << t->bits);

    (void)landings;
    return word_right_where(other, word_gather((const int32_t *)own, at), 16);
#endif
}

static inline states count_worn(const side_tables *s, states codes, battle_set among)
{
    return look_up_codes(s->worn, s->n_codes, codes, among & ~states_equal(codes, states_of(STATE_GONE)));
}

/* Some of a side's elements come to new states: is[i] says where it is the i-th of them. Who is gone is struck off; if
 * some may be ready (`ready`), they do not act any more. */
HOT void change(const course *c, battles *g, int side, int first, int n, const battle_set *is, states before,
                states now, battle_set among, bool ready)
{
    const battle_set gone = among & states_equal(now, states_of(STATE_GONE));
    battle_set stops = no_battle();

    for (int i = 0; i < n; i++) {
        const battle_set here = is[i] & among, dies = is[i] & gone;
        states *state = &g->state[side][first + i];

        *state = states_select(here, *state, now);
        g->alive[side][first + i] = set_but(g->alive[side][first + i], dies);
        if (!ready)
            continue;
        stops |= g->ready[side][first + i] & dies;
        g->ready[side][first + i] = set_but(g->ready[side][first + i], dies);
    }
    g->n_ready[side] -= states_ones(stops);
    g->n_alive[side] -= states_ones(gone);
    g->some_alive[side] = ~states_equal(g->n_alive[side], states_of(0));
    if (c->t->side[side].worn)
        g->n_worn[side] += count_worn(&c->t->side[side], now, among) - count_worn(&c->t->side[side], before, among);
}

/* What the effects make of the targets' present states. Who is gone stays so: behind the codes there is one for that. */
HOT word32 turned(const side_tables *enemy, word32 effects, word32 present)
{
    const uint32_t n = enemy->n_codes + 1;
    const word32 at = word_add(word_multiply(effects, word_of(n)), word_least(present, word_of(n - 1)));

    return word_look_up(enemy->turned, (uint32_t)enemy->n_effects * n, at);
}

/* Where all act at once the result is an effect, which falls on the target's present state. */
static inline states turn_targets(const course *c, const battles *g, int side, const targets *at, word32 effects[WORDS],
                                  states *present)
{
    *present = states_of(0);
    for (int i = 0; i < elements(c, side); i++)
        *present = states_select(at->is[i], *present, g->state[side][i]);
    for (int k = 0; k < WORDS; k++)
        effects[k] = turned(&c->t->side[side], word_and(effects[k], word_of(STATE_GONE)), states_words(present, k));
    return states_of_words(effects);
}

/* What must be known of the activations besides their results. */
HOT void note_attacks(const course *c, battles *g, int side, const word32 rows[WORDS], const battle_set *is,
                      battle_set acts)
{
    const battle_tables *t = c->t;

    if (t->side[side].choice == CHOOSE_SPREAD && !t->always_attacks) { /* or find_least_attacked has noted it */
        const battle_set attacks = who_has(t, side, rows, ROW_ATTACKS, acts);

        for (int i = 0; i < elements(c, !side); i++)
            g->least[!side][i] = set_but(g->least[!side][i], is[i] & attacks);
    }
    if (t->can_idle && !t->asks_first)
        g->harmed |= who_has(t, side, rows, ROW_HARMS, acts);
}

/* One activation in every battle of the set. Battles that do not act compute on; what they would write is masked.
 * `first` and `n` say which elements the actors may be, is[] of them. */
HOT void engage(const course *c, battles *g, int side, const actors *who, const word32 words[WORDS], int first, int n,
                const battle_set *is, bool in_order)
{
    const battle_tables *t = c->t;
    const bool at_once = in_order && is_at_once(t->e);
    word32 rows[WORDS], column[WORDS], results[WORDS];
    battle_set among = who->acts;
    states before, now;
    targets at; /* not zeroed: that would cost as much as a sweep */

    at.state = states_of(0);
    for (int k = 0; k < WORDS; k++)
        rows[k] = rows_of(c, g, side, k, states_words(&who->class, k));
    find_targets(c, g, side, who, rows, &at);
    for (int k = 0; k < WORDS; k++) {
        rows[k] = word_add(rows[k], states_words(&at.state, k));
        column[k] = columns_in(t, rows[k], words[k]);
    }
    look_up_landings(c, side, column, words, results);
    before = at.state;
    now = at_once ? turn_targets(c, g, !side, &at, results, &before) : states_of_words(results);
    if (at_once)
        among = set_but(among, states_equal(before, states_of(STATE_GONE)));
    change(c, g, !side, 0, elements(c, !side), at.is, before, now, among, !in_order);
    if (t->own) {
        for (int k = 0; k < WORDS; k++)
            results[k] = own_results_of(c, side, column[k], words[k], results[k]);
        change(c, g, side, first, n, is, states_select(who->acts, states_of(0), who->class), states_of_words(results),
               who->acts, false);
    }
    note_attacks(c, g, side, rows, at.is, who->acts);
    if (t->side[side].worn)
        note_beaten(c, g);
}

/* The next of the side in every battle of the set: one after the other, or whose card was turned. */
HOT void act(const course *c, battles *g, int side, battle_set acts)
{
    word32 words[WORDS];
    actors who;

    if (has_cards(c->t))
        find_by_card(c, g, side, acts, &who);
    else
        find_first_ready(c, g, side, g->ready[side], acts, &who);
    g->n_ready[side] -= states_ones(acts);
    if (elements(c, side) <= 16)
        draw(c, g, side, &who.element, 16, words);
    else
        draw(c, g, side, &who.element, (uint32_t)elements(c, side), words);
    engage(c, g, side, &who, words, 0, elements(c, side), who.is, false);
    g->has_card = set_but(g->has_card, acts);
    g->b_next = set_but(g->b_next, acts);
    if (side == SIDE_A)
        g->b_next |= acts;
}

/* Fronts. */

/* The next of the side in every battle of the set. */
HOT void act_front(const course *c, battles *g, int side, battle_set acts)
{
    const side_tables *own = &c->t->side[side], *enemy = &c->t->side[!side];
    const uint32_t n = (uint32_t)elements(c, side), n_codes = enemy->n_codes;
    const states actor = states_select(acts, states_of(0), g->next[side]);
    word32 words[WORDS], rows[WORDS], column[WORDS], results[WORDS];
    states now;
    battle_set gone;

    draw(c, g, side, &actor, n <= 16 ? 16 : n, words);
    for (int k = 0; k < WORDS; k++) {
        rows[k] = word_add(word_look_up(c->first_row[side], n <= 16 ? 16 : n, states_words(&actor, k)),
                           states_words(&g->front[!side], k));
        if (own->n_stands > 1)
            rows[k] =
                word_add(rows[k], word_multiply(states_words(&g->stand[side], k), word_of(own->n_classes * n_codes)));
        column[k] = columns_in(c->t, rows[k], words[k]);
    }
    look_up_landings(c, side, column, words, results);
    now = states_of_words(results);
    gone = acts & states_equal(now, states_of(STATE_GONE));
    g->front[!side] = states_select(acts, g->front[!side], now);
    g->next[side] += states_ones(acts);
    if (set_any(gone)) {
        fronts_fall(c, g, !side, gone);
        g->next[!side] = next_living(&enemy->front, g->next[!side], fallen_of(c, g, !side));
    }
    if (!own->front.in_order)
        g->next[side] = next_living(&own->front, g->next[side], fallen_of(c, g, side));
    if (c->t->can_idle && !c->t->asks_first)
        g->harmed |= who_has(c->t, side, rows, ROW_HARMS, acts);
    g->b_next = set_but(g->b_next, acts);
    if (side == SIDE_A)
        g->b_next |= acts;
}

HOT battle_set some_left_to_act(const course *c, const battles *g, int side)
{
    return ~states_at_most(states_of((uint32_t)elements(c, side)), g->next[side]);
}

/* A step, as below. */
HOT bool fight_on_at_fronts(course *c, battles *g)
{
    battle_set acts[N_SIDES], ready[N_SIDES], waits;
    uint32_t n[N_SIDES];
    int side;

    if (!set_any(g->works))
        return false;
    for (side = SIDE_A; side <= SIDE_B; side++)
        ready[side] = g->some_alive[SIDE_A] & g->some_alive[SIDE_B] & some_left_to_act(c, g, side);
    acts[SIDE_A] = set_but(ready[SIDE_A], g->b_next & ready[SIDE_B]);
    acts[SIDE_B] = ready[SIDE_B] & (g->b_next | ~ready[SIDE_A]);
    for (side = SIDE_A; side <= SIDE_B; side++)
        n[side] = set_count(acts[side]);
    side = n[SIDE_A] >= n[SIDE_B] ? SIDE_A : SIDE_B;
    waits = g->works & ~(acts[SIDE_A] | acts[SIDE_B]);
    if (set_count(waits) >= c->patience || n[side] == 0)
        go_on(c, g, waits);
    else
        act_front(c, g, side, acts[side]);
    return true;
}

/* A side's elements in the order of its list. */

/* Battles that are not over. */
HOT battle_set who_stands(const battles *g)
{
    return g->some_alive[SIDE_A] & g->some_alive[SIDE_B] & ~(g->beaten[SIDE_A] | g->beaten[SIDE_B]);
}

/* One element, wherever it may act. */
HOT void act_as(const course *c, battles *g, int side, int i, battle_set acts)
{
    word32 words[WORDS];
    actors who;

    who.acts = acts;
    who.element = states_of((uint32_t)i);
    who.class = class_at(c->t, g, side, i, acts);
    for (int k = 0; k < WORDS; k++)
        words[k] = draw_of_one(c, g, side, k, i);
    engage(c, g, side, &who, words, i, 1, &acts, true);
}

/* A volley: where all act at once, and all of a side see the same target as long as the turn lasts, only that target's
 * state changes meanwhile, and stays in registers. */
typedef struct volley {
    state64 turn[WORDS];                  /* the generators */
    word32 target[WORDS], present[WORDS]; /* unit states: of the target as it is seen, as it is */
    targets at;
} volley;

/* One element of it. */
HOT void fire(const course *c, battles *g, int side, int i, battle_set fires, volley *v)
{
    const states class = class_at(c->t, g, side, i, fires);
    word32 rows[WORDS], column[WORDS], words[WORDS], effects[WORDS];

    if (!set_any(fires))
        return;
    for (int k = 0; k < WORDS; k++) {
        words[k] = draw_of_one(c, g, side, k, i);
        rows[k] = word_add(rows_of(c, g, side, k, states_words(&class, k)), v->target[k]);
        column[k] = columns_in(c->t, rows[k], words[k]);
    }
    look_up_landings(c, side, column, words, effects);
    for (int k = 0; k < WORDS; k++)
        v->present[k] =
            word_select(set_lanes(&fires, k), v->present[k],
                        turned(&c->t->side[!side], word_and(effects[k], word_of(STATE_GONE)), v->present[k]));
    note_attacks(c, g, side, rows, v->at.is, fires);
}

/* The same of all of them, where classes are fixed, columns few, and nothing else is to be known. */
HOT void fire_few(const course *c, const battles *g, int side, battle_set acts, volley *v, uint32_t n,
                  uint32_t n_turned)
{
    const side_tables *own = &c->t->side[side], *enemy = &c->t->side[!side];
    const few_columns *few = &c->few[side];
    const uint32_t bits = c->t->bits, n_codes = enemy->n_codes;
    word32 target[WORDS];

    for (int k = 0; k < WORDS; k++)
        target[k] = word_left(v->target[k], bits);
    for (int i = 0; i < elements(c, side); i++) {
        const battle_set fires = acts & g->seen[side][i];
        const word32 first = word_of(own->class_of[i] * n_codes << bits);
        const stride way = stride_of(c->jumps[side].each[i]);

        if (!set_any(fires))
            continue;
#pragma GCC unroll 4
        for (int k = 0; k < WORDS; k++) {
            const word32 word = halves_output(halves_of(state_step(v->turn[k], way)));
            const word32 at = word_add(word_add(first, target[k]), word_right(word, 32 - bits));
            const columns found = {word_look_up(few->threshold, n, at), word_look_up(few->landings, n, at)};
            const word32 effects = word_and(landing_of(found, word_left(word, bits)), word_of(STATE_GONE));
            const word32 from = word_least(v->present[k], word_of(n_codes)),
                         to = word_look_up(enemy->turned, n_turned,
                                           word_add(word_multiply(effects, word_of(n_codes + 1)), from));

            v->present[k] = word_select(set_lanes(&fires, k), v->present[k], to);
        }
    }
}

/* Where both tables fit two registers, the compiler knows: then no branch is left in the loop. */
HOT void fire_all(const course *c, battles *g, int side, battle_set acts, volley *v)
{
    const side_tables *own = &c->t->side[side], *enemy = &c->t->side[!side];
    const uint32_t n = c->few[side].n, n_turned = (uint32_t)enemy->n_effects * (enemy->n_codes + 1);

    if (!n || own->acts_by_state || own->n_stands > 1 || c->t->can_idle)
        for (int i = 0; i < elements(c, side); i++)
            fire(c, g, side, i, acts & g->seen[side][i], v);
    else if (n <= 32 && n_turned <= 16)
        fire_few(c, g, side, acts, v, 32, 16);
    else
        fire_few(c, g, side, acts, v, n, n_turned);
}

/* The volley of a front, register by register: who has fallen before the turn does not cost anything where that is so in
 * all of a register's battles. `n` and `n_turned` as above. */
HOT void fire_front(const course *c, const battles *g, int side, battle_set acts, uint32_t n, uint32_t n_turned,
                    word32 present[WORDS])
{
    const side_tables *own = &c->t->side[side];
    const few_effects *effects = &c->effects[side];
    const uint32_t bits = c->t->bits, n_codes = c->t->side[!side].n_codes, n_own = (uint32_t)elements(c, side);
    const states fallen = states_select(acts, states_of(n_own), states_of(n_own) - g->stood[side]);

    for (int k = 0; k < WORDS; k++) {
        const state64 turn = state_of((halves){g->turn.low[k], g->turn.high[k]});
        const word32 gone = states_words(&fallen, k),
                     at_stand = word_multiply(states_words(&g->stand[side], k), word_of(own->n_classes * n_codes));
        const word32 target = word_left(word_add(states_words(&g->faced[!side], k), at_stand), bits);
        word32 now = states_words(&g->faced[!side], k);

        for (uint32_t i = 0; i < n_own; i++) {
            const lane_mask fires = word_reaches(word_of(c->falls_as[side][i]), gone);
            word32 word, at, effect;

            if (!mask_any(fires))
                continue;
            word = halves_output(halves_of(state_step(turn, stride_of(c->jumps[side].each[i]))));
            at = word_add(word_add(word_of(c->first_row[side][i] << bits), target), word_right(word, 32 - bits));
            effect = word_and(
                landing_of((columns){word_look_up(effects->threshold, n, at), word_look_up(effects->landings, n, at)},
                           word_left(word, bits)),
                word_of(UINT16_MAX));
            now = word_select(fires, now, word_look_up(effects->turned, n_turned, word_add(effect, now)));
        }
        present[k] = now;
    }
}

/* Whoever lived when the turn began fires at whoever was the enemy's front then. */
HOT void fire_at_front(const course *c, battles *g, int side, battle_set acts)
{
    const uint32_t n = c->effects[side].n_columns, n_turned = c->effects[side].n;
    word32 present[WORDS];
    states now;
    battle_set gone;

    if (n <= 32 && n_turned <= 16)
        fire_front(c, g, side, acts, 32, 16, present);
    else
        fire_front(c, g, side, acts, n, n_turned, present);
    now = states_of_words(present);
    gone = acts & states_equal(now, states_of(c->t->side[!side].n_codes));
    g->front[!side] = states_select(set_but(acts, gone), g->front[!side], now);
    fronts_fall(c, g, !side, gone);
}

HOT void fire_volley(const course *c, battles *g, int side, battle_set acts)
{
    actors all;
    volley v;

    all.acts = acts;
    v.at.state = states_of(0);
    find_targets(c, g, side, &all, NULL, &v.at);
    for (int k = 0; k < WORDS; k++) {
        v.turn[k] = state_of((halves){g->turn.low[k], g->turn.high[k]});
        v.target[k] = v.present[k] = states_words(&v.at.state, k);
    }
    fire_all(c, g, side, acts, &v);
    change(c, g, !side, 0, elements(c, !side), v.at.is, v.at.state, states_of_words(v.present), acts, false);
    note_beaten(c, g);
}

/* All of a side, in every battle of the set. */
HOT void act_in_order(const course *c, battles *g, int side, battle_set acts)
{
    const target_choice choice = c->t->side[side].choice;

    g->n_ready[side] = states_select(acts, g->n_ready[side], states_of(0));
    if (is_at_once(c->t->e) && (choice == CHOOSE_FIRST || choice == CHOOSE_LEAST)) {
        fire_volley(c, g, side, acts);
        return;
    }
    for (int i = 0; i < elements(c, side); i++) {
        battle_set now = acts;

        now &= is_at_once(c->t->e) ? g->seen[side][i] : g->alive[side][i];
        if (!is_at_once(c->t->e))
            now &= who_stands(g);
        if (set_any(now))
            act_as(c, g, side, i, now);
    }
}

/* By cards. */

/* A number below n for each battle: the upper word of word * n, in two halves, for n up to 2^16. */
static inline word32 word_below(word32 word, word32 n)
{
    word32 low = word_right(word_multiply(word_and(word, word_of(UINT16_MAX)), n), 16);

    return word_right(word_add(word_multiply(word_right(word, 16), n), low), 16);
}

/* Chooses one of all who are ready, of either side, where nobody is chosen: that is a shuffled deck whose dead cards are
 * skipped. The chance of each is within 2^-32 of even. */
static inline void turn_cards(const course *c, battles *g, battle_set among)
{
    const states n = g->n_ready[SIDE_A] + g->n_ready[SIDE_B];
    word32 below[WORDS];
    states ahead;
    battle_set of_b;

    for (int k = 0; k < WORDS; k++)
        below[k] = word_below(halves_output((halves){g->deck.low[k], g->deck.high[k]}), states_words(&n, k));
    generators_step(&g->deck, &g->deck, c->next_draw, among);
    ahead = states_of_words(below);
    of_b = states_at_most(g->n_ready[SIDE_A], ahead);
    g->card = states_select(among, g->card, states_select(of_b, ahead, ahead - g->n_ready[SIDE_A]));
    g->b_next = set_but(g->b_next, among) | (of_b & among);
    g->has_card |= among;
}

HOT battle_set some_ready(const battles *g, int side)
{
    return ~states_equal(g->n_ready[side], states_of(0));
}

/* Battles in which the side acts: where it is its turn, or where the other side has nobody left to act. */
static inline battle_set who_acts(const course *c, const battles *g, int side)
{
    const battle_set own_turn = side == SIDE_A ? ~g->b_next : g->b_next;

    if (is_at_once(c->t->e))
        return some_ready(g, side);
    if (has_cards(c->t))
        return who_stands(g) & own_turn & g->has_card;
    return who_stands(g) & some_ready(g, side) & (own_turn | ~some_ready(g, !side));
}

/* A step of the battles: one side's activations, or the end of turns. Returns whether there are any left. */
HOT bool fight_on(course *c, battles *g, bool in_order)
{
    battle_set acts[N_SIDES], waits;
    uint32_t n[N_SIDES];
    int side;

    if (!set_any(g->works))
        return false;
    if (has_cards(c->t))
        turn_cards(c, g, who_stands(g) & (some_ready(g, SIDE_A) | some_ready(g, SIDE_B)) & ~g->has_card);
    for (side = SIDE_A; side <= SIDE_B; side++) {
        acts[side] = who_acts(c, g, side);
        n[side] = set_count(acts[side]);
    }
    side = n[SIDE_A] >= n[SIDE_B] ? SIDE_A : SIDE_B;
    waits = g->works & ~(acts[SIDE_A] | acts[SIDE_B]);
    if (set_count(waits) >= (in_order ? 1 : c->patience) || n[side] == 0)
        go_on(c, g, waits);
    else if (in_order)
        act_in_order(c, g, side, acts[side]);
    else
        act(c, g, side, acts[side]);
    return true;
}

HOT void begin(course *c, battles *g)
{
    memset(g, 0, c->at_fronts ? offsetof(battles, state) : sizeof *g);
    go_on(c, g, renew(c, g, ~no_battle()));
}

HOT void fight_one_flock(course *c, bool in_order)
{
    _Alignas(64) battles g;

    begin(c, &g);
    while (!c->tally->too_long && fight_on(c, &g, in_order))
        ;
}

enum { LONG = 64 * BATTLES };

/* A flock is BATTLES battles. What one flock's step waits for, another one's does not: two of them by turns are up to a
 * tenth faster where each has work for long, but for elements in the order of their list, which wait for less. */
HOT void fight_two_flocks(course *c)
{
    _Alignas(64) battles one, other;
    bool works = true;

    begin(c, &one);
    begin(c, &other);
    while (!c->tally->too_long && works) {
        works = fight_on(c, &one, false);
        works |= fight_on(c, &other, false);
    }
}

static void fight_at_fronts(course *c)
{
    _Alignas(64) battles flock[2];
    const int n = c->left >= 8 * BATTLES ? 2 : 1;
    bool works = true;

    for (int i = 0; i < n; i++)
        begin(c, &flock[i]);
    while (!c->tally->too_long && works) {
        works = false;
        for (int i = 0; i < n; i++)
            works |= fight_on_at_fronts(c, &flock[i]);
    }
}

/* Fronts that fire at once are fought in ranks: many flocks that all begin together and close up when battles end. So
 * they are about as far in all battles of a register, and few lanes are of elements that have fallen. */
enum { RANKS = 16, RANKS_LEFT = 2 };

typedef struct ranks {
    battles flock[RANKS];
    int n; /* flocks that have battles */
} ranks;

/* Codes of a battle that goes on. */
static const size_t CARRIED[] = {
    offsetof(battles, n_alive), offsetof(battles, n_alive) + sizeof(states),
    offsetof(battles, stand),   offsetof(battles, stand) + sizeof(states),
    offsetof(battles, front),   offsetof(battles, front) + sizeof(states),
    offsetof(battles, stood),   offsetof(battles, stood) + sizeof(states),
    offsetof(battles, faced),   offsetof(battles, faced) + sizeof(states),
    offsetof(battles, place),   offsetof(battles, turn_of_limit),
};

static inline void carry(battles *to, int lane, const battles *from, int of)
{
    for (size_t i = 0; i < sizeof CARRIED / sizeof *CARRIED; i++)
        ((state_code *)((char *)to + CARRIED[i]))[lane] = ((const state_code *)((const char *)from + CARRIED[i]))[of];
    ((uint32_t *)to->turn.low)[lane] = ((const uint32_t *)from->turn.low)[of];
    ((uint32_t *)to->turn.high)[lane] = ((const uint32_t *)from->turn.high)[of];
    to->trial[lane] = from->trial[of];
    to->n_turns[lane] = from->n_turns[of];
}

/* Moves battles from one flock into the gaps of another, as long as there are any of both. */
static inline void fill_gaps(battles *to, battles *from)
{
    uint64_t gaps = set_bits(~to->works), left = set_bits(from->works), came = 0, went = 0, harmed = 0;

    for (; gaps && left; gaps &= gaps - 1, left &= left - 1) {
        const int lane = __builtin_ctzll(gaps), of = __builtin_ctzll(left);

        carry(to, lane, from, of);
        came |= gaps & -gaps;
        went |= left & -left;
        harmed |= (set_bits(from->harmed) >> of & 1) << lane;
    }
    to->works |= set_of_bits(came);
    to->harmed = set_but(to->harmed, set_of_bits(came)) | set_of_bits(harmed);
    from->works = set_but(from->works, set_of_bits(went));
    for (int side = SIDE_A; side <= SIDE_B; side++)
        to->some_alive[side] |= set_of_bits(came);
}

static inline void close_ranks(ranks *r)
{
    for (int i = 0; i < r->n; i++)
        while (i < r->n - 1 && set_any(~r->flock[i].works)) {
            fill_gaps(&r->flock[i], &r->flock[r->n - 1]);
            r->n -= !set_any(r->flock[r->n - 1].works);
        }
    r->n -= r->n > 0 && !set_any(r->flock[r->n - 1].works);
}

/* New battles behind those that are left. */
static inline void fill_ranks(course *c, ranks *r)
{
    for (; r->n < RANKS && c->left; r->n++)
        begin(c, &r->flock[r->n]);
}

/* A turn of every flock; trials are held back, so that gaps stay. */
HOT void fight_turns(course *c, ranks *r)
{
    const uint64_t held = c->left;

    c->left = 0;
    for (int i = 0; i < r->n; i++) {
        battles *g = &r->flock[i];

        for (int side = SIDE_A; side <= SIDE_B; side++)
            fire_at_front(c, g, side, g->works);
        go_on(c, g, g->works);
    }
    c->left = held;
}

static void fight_in_ranks(course *c)
{
    _Alignas(64) ranks r;

    r.n = 0;
    do {
        if (r.n <= RANKS_LEFT)
            fill_ranks(c, &r);
        fight_turns(c, &r);
        close_ranks(&r);
    } while (!c->tally->too_long && (r.n || c->left));
}

static void fight_in_lanes(const battle_tables *t, const trial_range *s, battle_tally *tally)
{
    const salvo_battle_order order = t->e->adapter->sequence;
    course c = course_of(t, s, tally);

    if (c.at_fronts)
        (order == SALVO_AT_ONCE ? fight_in_ranks : fight_at_fronts)(&c);
    else if (order == SALVO_AT_ONCE || order == SALVO_BY_SIDES)
        fight_one_flock(&c, true);
    else if (order == SALVO_ALTERNATELY && s->count >= LONG)
        fight_two_flocks(&c);
    else
        fight_one_flock(&c, false);
}

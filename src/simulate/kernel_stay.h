/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks of many draws, a part of kernel_walk.h. Trials stay in their lane, which always knows where its next one
 * begins.
 *
 * A processor waits long for a look-up, and has little room for instructions that wait with it. So only the test which
 * trials have ended follows a look-up directly. Everything else that follows from a draw happens in the team's next
 * turn. First comes the word of the next draw and then, during its look-up, the counting. */
enum { LAST_DRAWS = 32 }; /* draws in a row, when lanes run out of trials */

/* Lanes, each of which takes every AT_ONCE-th trial of the trial range. The consequences of their last draw are
 * settled in their next turn. */
typedef struct stay {
    state64 state, fresh; /* at the last draw; at the first one of the lane's next trial */
    word32 landing;       /* of the last draw; a lane without a draw has class 0 and count 0 */
    lane_mask drew, over; /* lanes that drew, and those whose trial ended */
    word32 steps, left;   /* steps of the trial, and remaining trials with the present one; both before the draw */
    word32 gain[SALVO_EXPECTATIONS_MAX];
} stay;

/* Makes the next draw, from the start's row if the last one ended a trial. */
ALWAYS_INLINE columns draw_in_place(const course *c, const stay *l, word32 *word)
{
    const walk *w = c->w;
    word32 on, anew;

    *word = halves_output(halves_in_order(l->state));
    on = word_joined(class_of(c, l->landing), *word, w->column_bits);
    anew = word_add(c->start_at, word_right(*word, 32 - w->start_bits));
    return look_up(w->columns, word_select(l->over, on, anew));
}

/* Adds the results of the last draw. */
ALWAYS_INLINE void settle(const course *c, sums *s, stay *l, kind k)
{
    word32 more = count_of(c, l->landing, k);
    lane_mask on = mask_but(lanes_below(LANES), l->over);
    trials t = {.class = class_of(c, l->landing),
                .steps = word_add(l->steps, k.counted ? more : word_where(l->drew, more))};

    for (size_t i = 0; i < k.n_gains; i++)
        t.gain[i] = l->gain[i];
    gain(c, &t, l->drew, k);
    t.class = in_time(c, t.class, t.steps, k);
    count(c, s, &t, l->over, false, k);
    l->steps = word_where(on, t.steps);
    for (size_t i = 0; i < k.n_gains; i++)
        l->gain[i] = word_where(on, t.gain[i]);
    l->left = word_add_where(l->over, l->left, word_of(UINT32_MAX));
}

/* Lands all lanes, or those that have trials left. */
ALWAYS_INLINE void land_in_place(const course *c, stay *l, columns at, word32 word, bool all, kind k)
{
    word32 landing = land(at, word), steps = word_add(l->steps, count_of(c, landing, k));

    l->drew = all ? lanes_below(LANES) : word_reaches(l->left, word_of(1));
    l->over = mask_and(l->drew, word_reaches(in_time(c, class_of(c, landing), steps, k), c->live));
    l->landing = all ? landing : word_where(l->drew, landing);
}

ALWAYS_INLINE void take_turn(const course *c, sums *s, stay *l, stride next, bool all, kind k)
{
    columns at;
    word32 word;

    l->state = state_step(l->state, c->draw);
    if (ADDRESSES) {
        l->state = state_where(l->over, l->state, l->fresh);
        l->fresh = state_where(l->over, l->fresh, state_step(l->fresh, next));
    }
    at = draw_in_place(c, l, &word);
    settle(c, s, l, k);
    land_in_place(c, l, at, word, all, k);
}

/* The least number of trials left in any lane, and whether any lane has one. */
static inline uint32_t least_left(const stay l[TEAMS], bool *any)
{
    uint32_t left[LANES], least = UINT32_MAX;

    *any = false;
    for (int g = 0; g < TEAMS; g++) {
        word_store(left, l[g].left);
        for (int i = 0; i < LANES; i++) {
            least = left[i] < least ? left[i] : least;
            *any = *any || left[i];
        }
    }
    return least;
}

/* Starts the first trials and makes their first draw. */
ALWAYS_INLINE void settle_in(const course *c, stay *l, const trial_range *t, uint32_t first, state64 start, stride next,
                             kind k)
{
    uint32_t left[LANES];
    columns at;
    word32 word;

    for (uint32_t i = 0; i < LANES; i++)
        left[i] = first + i < t->count ? (uint32_t)((t->count - first - i + AT_ONCE - 1) / AT_ONCE) : 0;
    *l = (stay){.state = state_in_order(halves_of(start)),
                .fresh = state_in_order(halves_of(state_step(start, next))),
                .landing = word_of(0),
                .over = lanes_below(LANES),
                .steps = word_of(0),
                .left = word_load(left)};
    for (size_t i = 0; i < k.n_gains; i++)
        l->gain[i] = word_of(0);
    at = draw_in_place(c, l, &word);
    land_in_place(c, l, at, word, false, k);
}

/* Takes turns of lanes that all have trials (`all`), or may have none. Works on copies, so that as much as possible
 * stays in registers. */
ALWAYS_INLINE void stay_for(const course *c, sums *sums_of_all, stay lanes[TEAMS], stride next, uint32_t draws,
                            bool all, kind k)
{
    stay x = lanes[0], y = lanes[1], z = lanes[2];
    sums s = *sums_of_all;

    for (uint32_t i = 0; i < draws; i++) {
        take_turn(c, &s, &x, next, all, k);
        take_turn(c, &s, &y, next, all, k);
        take_turn(c, &s, &z, next, all, k);
    }
    s.longest = word_or(s.longest, word_or(x.steps, word_or(y.steps, z.steps)));
    lanes[0] = x;
    lanes[1] = y;
    lanes[2] = z;
    *sums_of_all = s;
}

ALWAYS_INLINE void walk_in_place(const walk *w, const trial_range *t, walk_tally *tally, kind k)
{
    endings told = {0};
    course c = course_of(w, t, tally, &told);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count};
    sums s = no_sums();
    state64 start[TEAMS];
    stride next = first_states(t, start, TEAMS);
    stay lanes[TEAMS];
    uint32_t least;
    bool any;

    for (uint32_t g = 0; g < TEAMS; g++)
        settle_in(&c, &lanes[g], t, g * LANES, start[g], next, k);
    for (least = least_left(lanes, &any); any && !tally->too_long; least = least_left(lanes, &any)) {
        if (least > 1) /* a draw can end only one trial of a lane */
            stay_for(&c, &s, lanes, next, least - 1 < BURST ? least - 1 : BURST, true, k);
        else
            stay_for(&c, &s, lanes, next, LAST_DRAWS, false, k);
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

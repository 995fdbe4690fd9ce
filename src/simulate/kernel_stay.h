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
typedef struct lane_group {
    state64 state, fresh; /* at the last draw; at the first one of the lane's next trial */
    word32 landing;       /* of the last draw; a lane without a draw has class 0 and count 0 */
    lane_mask drew, over; /* lanes that drew, and those whose trial ended */
    word32 steps, left;   /* steps of the trial, and remaining trials with the present one; both before the draw */
    word32 gain[SALVO_EXPECTATIONS_MAX];
} lane_group;

/* Makes the next draw, from the start's row if the last one ended a trial. */
ALWAYS_INLINE columns draw_in_place(const walk_run *run, const lane_group *group, word32 *word)
{
    const walk *w = run->w;
    word32 on, anew;

    *word = halves_output(halves_in_order(group->state));
    on = word_joined(class_of(run, group->landing), *word, w->column_bits);
    anew = word_add(run->start_at, word_right(*word, 32 - w->start_bits));
    return look_up(w->columns, word_select(group->over, on, anew));
}

/* Adds the results of the last draw. */
ALWAYS_INLINE void settle_draw(const walk_run *run, sums *s, lane_group *group, walk_traits traits)
{
    word32 more = count_of(run, group->landing, traits);
    lane_mask on = mask_but(lanes_below(LANES), group->over);
    trials t = {.class = class_of(run, group->landing),
                .steps = word_add(group->steps, traits.counted ? more : word_where(group->drew, more))};

    for (size_t i = 0; i < traits.n_gains; i++)
        t.gain[i] = group->gain[i];
    add_gains(run, &t, group->drew, traits);
    t.class = in_time(run, t.class, t.steps, traits);
    count_ended(run, s, &t, group->over, false, traits);
    group->steps = word_where(on, t.steps);
    for (size_t i = 0; i < traits.n_gains; i++)
        group->gain[i] = word_where(on, t.gain[i]);
    group->left = word_add_where(group->over, group->left, word_of(UINT32_MAX));
}

/* Lands all lanes, or those that have trials left. */
ALWAYS_INLINE void land_in_place(const walk_run *run, lane_group *group, columns at, word32 word, bool all,
                                 walk_traits traits)
{
    word32 landing = land(at, word), steps = word_add(group->steps, count_of(run, landing, traits));

    group->drew = all ? lanes_below(LANES) : word_reaches(group->left, word_of(1));
    group->over = mask_and(group->drew, word_reaches(in_time(run, class_of(run, landing), steps, traits), run->live));
    group->landing = all ? landing : word_where(group->drew, landing);
}

ALWAYS_INLINE void take_turn(const walk_run *run, sums *s, lane_group *group, stride next, bool all, walk_traits traits)
{
    columns at;
    word32 word;

    group->state = state_step(group->state, run->draw);
    if (ADDRESSES) {
        group->state = state_where(group->over, group->state, group->fresh);
        group->fresh = state_where(group->over, group->fresh, state_step(group->fresh, next));
    }
    at = draw_in_place(run, group, &word);
    settle_draw(run, s, group, traits);
    land_in_place(run, group, at, word, all, traits);
}

/* The least number of trials left in any lane, and whether any lane has one. */
static inline uint32_t least_left(const lane_group group[TEAMS], bool *any)
{
    uint32_t left[LANES], least = UINT32_MAX;

    *any = false;
    for (int g = 0; g < TEAMS; g++) {
        word_store(left, group[g].left);
        for (int i = 0; i < LANES; i++) {
            least = left[i] < least ? left[i] : least;
            *any = *any || left[i];
        }
    }
    return least;
}

/* Starts the first trials and makes their first draw. */
ALWAYS_INLINE void start_in_lanes(const walk_run *run, lane_group *group, const trial_range *t, uint32_t first,
                                  state64 start, stride next, walk_traits traits)
{
    uint32_t left[LANES];
    columns at;
    word32 word;

    for (uint32_t i = 0; i < LANES; i++)
        left[i] = first + i < t->count ? (uint32_t)((t->count - first - i + AT_ONCE - 1) / AT_ONCE) : 0;
    *group = (lane_group){.state = state_in_order(halves_of(start)),
                          .fresh = state_in_order(halves_of(state_step(start, next))),
                          .landing = word_of(0),
                          .over = lanes_below(LANES),
                          .steps = word_of(0),
                          .left = word_load(left)};
    for (size_t i = 0; i < traits.n_gains; i++)
        group->gain[i] = word_of(0);
    at = draw_in_place(run, group, &word);
    land_in_place(run, group, at, word, false, traits);
}

/* Takes turns of lanes that all have trials (`all`), or may have none. Works on copies, so that as much as possible
 * stays in registers. */
ALWAYS_INLINE void turns_in_lanes(const walk_run *run, sums *sums_of_all, lane_group lanes[TEAMS], stride next,
                                  uint32_t draws, bool all, walk_traits traits)
{
    lane_group x = lanes[0], y = lanes[1], z = lanes[2];
    sums s = *sums_of_all;

    for (uint32_t i = 0; i < draws; i++) {
        take_turn(run, &s, &x, next, all, traits);
        take_turn(run, &s, &y, next, all, traits);
        take_turn(run, &s, &z, next, all, traits);
    }
    s.longest = word_or(s.longest, word_or(x.steps, word_or(y.steps, z.steps)));
    lanes[0] = x;
    lanes[1] = y;
    lanes[2] = z;
    *sums_of_all = s;
}

ALWAYS_INLINE void walk_in_place(const walk *w, const trial_range *t, walk_tally *tally, walk_traits traits)
{
    endings told = {0};
    walk_run run = walk_run_of(w, t, tally, &told);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count};
    sums s = no_sums();
    state64 start[TEAMS];
    stride next = first_states(t, start, TEAMS);
    lane_group lanes[TEAMS];
    uint32_t least;
    bool any;

    for (uint32_t g = 0; g < TEAMS; g++)
        start_in_lanes(&run, &lanes[g], t, g * LANES, start[g], next, traits);
    for (least = least_left(lanes, &any); any && !tally->too_long; least = least_left(lanes, &any)) {
        if (least > 1) /* a draw can end only one trial of a lane */
            turns_in_lanes(&run, &s, lanes, next, least - 1 < BURST ? least - 1 : BURST, true, traits);
        else
            turns_in_lanes(&run, &s, lanes, next, LAST_DRAWS, false, traits);
        empty_sums(&run, &s, reached, traits);
    }
    for (uint32_t e = 0; e < traits.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

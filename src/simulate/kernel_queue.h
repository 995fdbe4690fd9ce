/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks of few draws, a part of kernel_walk.h: trials that go on wait in a queue for a lane. */
enum {
    QUEUE = 1024,
    FLUSH = 1 << 16, /* first draws of a lane between two emptyings of the sums */
};

/* Trials that wait for a lane: the generator's state at the last draw, and their gains so far. Entries behind the last
 * trial are read, too, but never used. */
typedef struct queue {
    uint32_t low[QUEUE + AT_ONCE], high[QUEUE + AT_ONCE], class[QUEUE + AT_ONCE], steps[QUEUE + AT_ONCE];
    uint32_t gain[SALVO_EXPECTATIONS_MAX][QUEUE + AT_ONCE];
    size_t first, end;
} queue;

/* A register of lanes, with the generators' states at their last draw. A class that ends a walk marks an idle lane. */
typedef struct team {
    trials t;
    halves state;
    state64 stream; /* without addresses: the lanes' own */
} team;

/* The queue. */

ALWAYS_INLINE void queue_up(queue *q, const team *l, lane_mask live, walk_traits traits)
{
    packer order = packer_of(live);

    if (ADDRESSES) {
        word_store(q->low + q->end, word_packed(order, l->state.low));
        word_store(q->high + q->end, word_packed(order, l->state.high));
    }
    word_store(q->class + q->end, word_packed(order, l->t.class));
    word_store(q->steps + q->end, word_packed(order, l->t.steps));
    for (size_t i = 0; i < traits.n_gains; i++)
        word_store(q->gain[i] + q->end, word_packed(order, l->t.gain[i]));
    q->end += mask_count(live);
}

/* Gives idle lanes the first of the waiting trials, from *first on. */
ALWAYS_INLINE void take_waiting(const walk_run *run, const queue *q, size_t *first, team *l, walk_traits traits)
{
    lane_mask idle = word_reaches(l->t.class, run->live);
    spreader order = spreader_of(idle);

    if (ADDRESSES) {
        l->state.low = word_spread(order, idle, l->state.low, q->low + *first);
        l->state.high = word_spread(order, idle, l->state.high, q->high + *first);
    }
    l->t.class = word_spread(order, idle, l->t.class, q->class + *first);
    l->t.steps = word_spread(order, idle, l->t.steps, q->steps + *first);
    for (size_t i = 0; i < traits.n_gains; i++)
        l->t.gain[i] = word_spread(order, idle, l->t.gain[i], q->gain[i] + *first);
    *first += mask_count(idle);
}

#define MOVE_UP(array) memmove(array, (array) + q->first, (q->end - q->first) * sizeof *(array))

/* Moves the waiting trials to the front. */
static void move_up(queue *q, size_t n_gains)
{
    MOVE_UP(q->low);
    MOVE_UP(q->high);
    MOVE_UP(q->class);
    MOVE_UP(q->steps);
    for (size_t i = 0; i < n_gains; i++)
        MOVE_UP(q->gain[i]);
    q->end -= q->first;
    q->first = 0;
}

#undef MOVE_UP

/* Starting trials. */

/* Moves the trials in the lanes in `drawing` to their landings. Counts and returns those that end. */
ALWAYS_INLINE lane_mask arrive(const walk_run *run, sums *s, trials *t, word32 landing, lane_mask drawing,
                               bool just_begun, walk_traits traits)
{
    lane_mask over;

    t->class = word_select(drawing, t->class, class_of(run, landing));
    t->steps = word_add(t->steps, word_where(drawing, count_of(run, landing, traits)));
    add_gains(run, t, drawing, traits);
    t->class = in_time(run, t->class, t->steps, traits);
    over = mask_and(drawing, word_reaches(t->class, run->live));
    count_ended(run, s, t, over, just_begun, traits);
    return over;
}

/* Starts the trials at `start`, in the lanes in `valid`. Each ends with its first draw or joins the queue. */
ALWAYS_INLINE void begin_lanes(const walk_run *run, queue *q, sums *s, state64 *start, lane_mask valid,
                               walk_traits traits)
{
    const walk *w = run->w;
    team l = {.t = {.class = word_of(0), .steps = word_of(0)}, .state = halves_of(*start), .stream = *start};
    word32 word = halves_output(l.state);
    columns at = traits.short_start ? row_look_up(run->start, word_right(word, 32 - WALK_START_BITS))
                                    : look_up(w->start, word_right(word, 32 - w->start_bits));
    lane_mask live;

    for (size_t i = 0; i < traits.n_gains; i++)
        l.t.gain[i] = word_of(0);
    live = mask_but(valid, arrive(run, s, &l.t, land(at, word), valid, true, traits));
    if (mask_any(live))
        queue_up(q, &l, live, traits);
    if (!ADDRESSES)
        *start = l.stream;
}

/* Starts new trials until there are none, or the queue or the sums are full. */
ALWAYS_INLINE void begin_trials(const walk_run *run, queue *q, sums *s, state64 *start, stride next, uint64_t *left,
                                walk_traits traits)
{
    uint64_t passes = *left / LANES < FLUSH ? *left / LANES : FLUSH, done = 0;

    for (; done < passes && q->end <= QUEUE - LANES; done++) {
        begin_lanes(run, q, s, start, lanes_below(LANES), traits);
        *start = state_step(*start, next);
    }
    *left -= done * LANES;
    if (*left && *left < LANES && q->end <= QUEUE - LANES) {
        begin_lanes(run, q, s, start, lanes_below((uint32_t)*left), traits);
        *left = 0;
    }
}

/* Continuing trials. */

/* Makes the next draw of the lanes in `live`. */
ALWAYS_INLINE void draw_on(const walk_run *run, sums *s, team *l, lane_mask live, walk_traits traits)
{
    const walk *w = run->w;
    word32 from = word_left(word_where(live, l->t.class), w->column_bits), word;

    l->stream = state_step(ADDRESSES ? state_of(l->state) : l->stream, run->draw);
    l->state = halves_of(l->stream);
    word = halves_output(l->state);
    arrive(run, s, &l->t, land(look_up(w->columns, word_add(from, word_right(word, 32 - w->column_bits))), word), live,
           false, traits);
}

/* Makes a draw in all lanes, and gives new trials to lanes whose trial has ended. */
ALWAYS_INLINE void draw_and_take(const walk_run *run, const queue *q, size_t *first, sums *s, team *l,
                                 walk_traits traits)
{
    draw_on(run, s, l, lanes_below(LANES), traits);
    take_waiting(run, q, first, l, traits);
}

/* Notes the lengths of current trials; the length of an idle lane means nothing. */
static inline void note_length(const walk_run *run, sums *s, const team lanes[TEAMS])
{
    for (int g = 0; g < TEAMS; g++) {
        lane_mask live = mask_but(lanes_below(LANES), word_reaches(lanes[g].t.class, run->live));

        s->longest = word_or(s->longest, word_where(live, lanes[g].t.steps));
    }
}

/* Draws as long as there are trials for every lane that becomes idle. Works on copies, so that everything stays in
 * registers. */
ALWAYS_INLINE void draw_while_full(const walk_run *run, queue *q, sums *sums_of_all, team lanes[TEAMS],
                                   walk_traits traits)
{
    team x = lanes[0], y = lanes[1], z = lanes[2];
    sums s = *sums_of_all;
    size_t first = q->first;

    take_waiting(run, q, &first, &x, traits);
    take_waiting(run, q, &first, &y, traits);
    take_waiting(run, q, &first, &z, traits);
    for (uint32_t i = 0; i < BURST && first + AT_ONCE <= q->end; i++) {
        draw_and_take(run, q, &first, &s, &x, traits);
        draw_and_take(run, q, &first, &s, &y, traits);
        draw_and_take(run, q, &first, &s, &z, traits);
    }
    lanes[0] = x;
    lanes[1] = y;
    lanes[2] = z;
    q->first = first;
    *sums_of_all = s;
}

/* Draws with the lanes that still have trials; returns false if none has. */
ALWAYS_INLINE bool finish_waiting(const walk_run *run, queue *q, sums *s, team lanes[TEAMS], walk_traits traits)
{
    bool busy = true;

    for (size_t i = 0; i < AT_ONCE; i++)
        q->class[q->end + i] = run->w->n_live;
    for (uint32_t i = 0; i < BURST && busy; i++) {
        busy = false;
        for (int g = 0; g < TEAMS; g++) {
            lane_mask live;

            take_waiting(run, q, &q->first, &lanes[g], traits);
            q->first = q->first < q->end ? q->first : q->end;
            live = mask_but(lanes_below(LANES), word_reaches(lanes[g].t.class, run->live));
            draw_on(run, s, &lanes[g], live, traits);
            busy = busy || mask_any(live);
        }
    }
    return busy;
}

/* A walk. */

ALWAYS_INLINE void walk_by_queue(const walk *w, const trial_range *t, walk_tally *tally, walk_traits traits)
{
    endings told = {0};
    walk_run run = walk_run_of(w, t, tally, &told);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count}, left = t->count;
    bool busy = true;
    sums s = no_sums();
    state64 start;
    stride next = first_states(t, &start, 1);
    team lanes[TEAMS];
    queue q; /* what is read beyond its end is masked, or an ended class */

    for (int g = 0; g < TEAMS; g++) {
        lanes[g] =
            (team){.t = {.class = word_of(w->n_live), .steps = word_of(0)}, .state = halves_of(start), .stream = start};
        for (size_t i = 0; i < traits.n_gains; i++)
            lanes[g].t.gain[i] = word_of(0);
    }
    q.first = q.end = 0;
    if (traits.short_start)
        run.start = row_load(w->start);
    while (busy && !tally->too_long) {
        begin_trials(&run, &q, &s, &start, ADDRESSES ? next : run.draw, &left, traits);
        if (q.end - q.first >= AT_ONCE)
            draw_while_full(&run, &q, &s, lanes, traits);
        move_up(&q, traits.n_gains);
        if (!left && q.end < AT_ONCE)
            busy = finish_waiting(&run, &q, &s, lanes, traits);
        note_length(&run, &s, lanes);
        empty_sums(&run, &s, reached, traits);
    }
    for (uint32_t e = 0; e < traits.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

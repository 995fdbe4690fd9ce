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

ALWAYS_INLINE void queue_up(queue *q, const team *l, lane_mask live, kind k)
{
    packer order = packer_of(live);

    if (ADDRESSES) {
        word_store(q->low + q->end, word_packed(order, l->state.low));
        word_store(q->high + q->end, word_packed(order, l->state.high));
    }
    word_store(q->class + q->end, word_packed(order, l->t.class));
    word_store(q->steps + q->end, word_packed(order, l->t.steps));
    for (size_t i = 0; i < k.n_gains; i++)
        word_store(q->gain[i] + q->end, word_packed(order, l->t.gain[i]));
    q->end += mask_count(live);
}

/* Gives idle lanes the first of the waiting trials, from *first on. */
ALWAYS_INLINE void take(const course *c, const queue *q, size_t *first, team *l, kind k)
{
    lane_mask idle = word_reaches(l->t.class, c->live);
    spreader order = spreader_of(idle);

    if (ADDRESSES) {
        l->state.low = word_spread(order, idle, l->state.low, q->low + *first);
        l->state.high = word_spread(order, idle, l->state.high, q->high + *first);
    }
    l->t.class = word_spread(order, idle, l->t.class, q->class + *first);
    l->t.steps = word_spread(order, idle, l->t.steps, q->steps + *first);
    for (size_t i = 0; i < k.n_gains; i++)
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
ALWAYS_INLINE lane_mask arrive(const course *c, sums *s, trials *t, word32 landing, lane_mask drawing, bool just_begun,
                               kind k)
{
    lane_mask over;

    t->class = word_select(drawing, t->class, class_of(c, landing));
    t->steps = word_add(t->steps, word_where(drawing, count_of(c, landing, k)));
    gain(c, t, drawing, k);
    t->class = in_time(c, t->class, t->steps, k);
    over = mask_and(drawing, word_reaches(t->class, c->live));
    count(c, s, t, over, just_begun, k);
    return over;
}

/* Starts the trials at `start`, in the lanes in `valid`. Each ends with its first draw or joins the queue. */
ALWAYS_INLINE void begin(const course *c, queue *q, sums *s, state64 *start, lane_mask valid, kind k)
{
    const walk *w = c->w;
    team l = {.t = {.class = word_of(0), .steps = word_of(0)}, .state = halves_of(*start), .stream = *start};
    word32 word = halves_output(l.state);
    columns at = k.short_start ? row_look_up(c->start, word_right(word, 32 - WALK_START_BITS))
                               : look_up(w->start, word_right(word, 32 - w->start_bits));
    lane_mask live;

    for (size_t i = 0; i < k.n_gains; i++)
        l.t.gain[i] = word_of(0);
    live = mask_but(valid, arrive(c, s, &l.t, land(at, word), valid, true, k));
    if (mask_any(live))
        queue_up(q, &l, live, k);
    if (!ADDRESSES)
        *start = l.stream;
}

/* Starts new trials until there are none, or the queue or the sums are full. */
ALWAYS_INLINE void begin_many(const course *c, queue *q, sums *s, state64 *start, stride next, uint64_t *left, kind k)
{
    uint64_t passes = *left / LANES < FLUSH ? *left / LANES : FLUSH, done = 0;

    for (; done < passes && q->end <= QUEUE - LANES; done++) {
        begin(c, q, s, start, lanes_below(LANES), k);
        *start = state_step(*start, next);
    }
    *left -= done * LANES;
    if (*left && *left < LANES && q->end <= QUEUE - LANES) {
        begin(c, q, s, start, lanes_below((uint32_t)*left), k);
        *left = 0;
    }
}

/* Continuing trials. */

/* Makes the next draw of the lanes in `live`. */
ALWAYS_INLINE void draw_on(const course *c, sums *s, team *l, lane_mask live, kind k)
{
    const walk *w = c->w;
    word32 from = word_left(word_where(live, l->t.class), w->column_bits), word;

    l->stream = state_step(ADDRESSES ? state_of(l->state) : l->stream, c->draw);
    l->state = halves_of(l->stream);
    word = halves_output(l->state);
    arrive(c, s, &l->t, land(look_up(w->columns, word_add(from, word_right(word, 32 - w->column_bits))), word), live,
           false, k);
}

/* Makes a draw in all lanes, and gives new trials to lanes whose trial has ended. */
ALWAYS_INLINE void draw_and_take(const course *c, const queue *q, size_t *first, sums *s, team *l, kind k)
{
    draw_on(c, s, l, lanes_below(LANES), k);
    take(c, q, first, l, k);
}

/* Notes the lengths of current trials; the length of an idle lane means nothing. */
static inline void note_length(const course *c, sums *s, const team lanes[TEAMS])
{
    for (int g = 0; g < TEAMS; g++) {
        lane_mask live = mask_but(lanes_below(LANES), word_reaches(lanes[g].t.class, c->live));

        s->longest = word_or(s->longest, word_where(live, lanes[g].t.steps));
    }
}

/* Draws as long as there are trials for every lane that becomes idle. Works on copies, so that everything stays in
 * registers. */
ALWAYS_INLINE void go_on(const course *c, queue *q, sums *sums_of_all, team lanes[TEAMS], kind k)
{
    team x = lanes[0], y = lanes[1], z = lanes[2];
    sums s = *sums_of_all;
    size_t first = q->first;

    take(c, q, &first, &x, k);
    take(c, q, &first, &y, k);
    take(c, q, &first, &z, k);
    for (uint32_t i = 0; i < BURST && first + AT_ONCE <= q->end; i++) {
        draw_and_take(c, q, &first, &s, &x, k);
        draw_and_take(c, q, &first, &s, &y, k);
        draw_and_take(c, q, &first, &s, &z, k);
    }
    lanes[0] = x;
    lanes[1] = y;
    lanes[2] = z;
    q->first = first;
    *sums_of_all = s;
}

/* Draws with the lanes that still have trials; returns false if none has. */
ALWAYS_INLINE bool finish(const course *c, queue *q, sums *s, team lanes[TEAMS], kind k)
{
    bool busy = true;

    for (size_t i = 0; i < AT_ONCE; i++)
        q->class[q->end + i] = c->w->n_live;
    for (uint32_t i = 0; i < BURST && busy; i++) {
        busy = false;
        for (int g = 0; g < TEAMS; g++) {
            lane_mask live;

            take(c, q, &q->first, &lanes[g], k);
            q->first = q->first < q->end ? q->first : q->end;
            live = mask_but(lanes_below(LANES), word_reaches(lanes[g].t.class, c->live));
            draw_on(c, s, &lanes[g], live, k);
            busy = busy || mask_any(live);
        }
    }
    return busy;
}

/* A walk. */

ALWAYS_INLINE void walk_by_queue(const walk *w, const trial_range *t, walk_tally *tally, kind k)
{
    endings told = {0};
    course c = course_of(w, t, tally, &told);
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
        for (size_t i = 0; i < k.n_gains; i++)
            lanes[g].t.gain[i] = word_of(0);
    }
    q.first = q.end = 0;
    if (k.short_start)
        c.start = row_load(w->start);
    while (busy && !tally->too_long) {
        begin_many(&c, &q, &s, &start, ADDRESSES ? next : c.draw, &left, k);
        if (q.end - q.first >= AT_ONCE)
            go_on(&c, &q, &s, lanes, k);
        move_up(&q, k.n_gains);
        if (!left && q.end < AT_ONCE)
            busy = finish(&c, &q, &s, lanes, k);
        note_length(&c, &s, lanes);
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

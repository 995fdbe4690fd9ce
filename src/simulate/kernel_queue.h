/* Walks of few draws, a part of kernel_walk.h: trials that go on wait in a queue for a lane. */
enum {
    TEAMS = 3, /* registers of lanes that draw by turns */
    AT_ONCE = TEAMS * LANES,
    QUEUE = 1024,
    FLUSH = 1 << 16, /* first draws of a lane between two emptyings of the sums */
};

/* Trials that wait for a lane: the generator's state at the last draw, and what has come of them. What stands behind the
 * last of them is read, too. */
typedef struct queue {
    uint32_t low[QUEUE + AT_ONCE], high[QUEUE + AT_ONCE], class[QUEUE + AT_ONCE], steps[QUEUE + AT_ONCE];
    uint32_t gain[SALVO_EXPECTATIONS_MAX][QUEUE + AT_ONCE];
    size_t first, end;
} queue;

/* ---- the queue --------------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE void queue_up(queue *q, const trials *t, lane_mask live, kind k)
{
    packer order = packer_of(live);

    if (ADDRESSES) {
        word_store(q->low + q->end, word_packed(order, t->state.low));
        word_store(q->high + q->end, word_packed(order, t->state.high));
    }
    word_store(q->class + q->end, word_packed(order, t->class));
    word_store(q->steps + q->end, word_packed(order, t->steps));
    for (size_t i = 0; i < k.n_gains; i++)
        word_store(q->gain[i] + q->end, word_packed(order, t->gain[i]));
    q->end += mask_count(live);
}

/* Idle lanes take the first of those that wait, which stand from *first on. */
ALWAYS_INLINE void take(const course *c, const queue *q, size_t *first, trials *t, kind k)
{
    lane_mask idle = word_reaches(t->class, c->live);
    spreader order = spreader_of(idle);

    if (ADDRESSES) {
        t->state.low = word_spread(order, idle, t->state.low, q->low + *first);
        t->state.high = word_spread(order, idle, t->state.high, q->high + *first);
    }
    t->class = word_spread(order, idle, t->class, q->class + *first);
    t->steps = word_spread(order, idle, t->steps, q->steps + *first);
    for (size_t i = 0; i < k.n_gains; i++)
        t->gain[i] = word_spread(order, idle, t->gain[i], q->gain[i] + *first);
    *first += mask_count(idle);
}

#define MOVE_UP(array) memmove(array, (array) + q->first, (q->end - q->first) * sizeof *(array))

/* Those that wait move to the front. */
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

/* ---- trials begin ---------------------------------------------------------------------------------------------------------- */

/* The trials that begin at `start`, in the lanes in `valid`, up to where they end or wait. */
ALWAYS_INLINE void begin(const course *c, queue *q, sums *s, state64 *start, bool all, lane_mask valid, kind k)
{
    const walk *w = c->w;
    trials t = {.state = halves_of(*start), .stream = *start, .class = word_of(0), .steps = word_of(0)};
    word32 word = halves_output(t.state), column = word_right(word, 32 - w->start_bits);
    lane_mask live;

    for (size_t i = 0; i < k.n_gains; i++)
        t.gain[i] = word_of(0);
    land(c, s, &t,
         k.short_start ? row_look_up(c->start, word_right(word, 32 - WALK_START_BITS)) : look_up(w->start, column),
         word, all, valid, k);
    live = mask_but(valid, count(c, s, &t, valid, true, k));
    if (mask_any(live))
        queue_up(q, &t, live, k);
    if (!ADDRESSES)
        *start = t.stream;
}

/* New trials, as many as there are, until the queue is full or the sums are. */
ALWAYS_INLINE void begin_many(const course *c, queue *q, sums *s, state64 *start, stride next, uint64_t *left, kind k)
{
    uint64_t passes = *left / LANES < FLUSH ? *left / LANES : FLUSH, done = 0;

    for (; done < passes && q->end <= QUEUE - LANES; done++) {
        begin(c, q, s, start, true, lanes_below(LANES), k);
        *start = state_step(*start, next);
    }
    *left -= done * LANES;
    if (*left && *left < LANES && q->end <= QUEUE - LANES) {
        begin(c, q, s, start, false, lanes_below((uint32_t)*left), k);
        *left = 0;
    }
}

/* ---- trials go on ------------------------------------------------------------------------------------------------------------ */

/* The next draw of lanes whose trial goes on: all of them, or those in `live`. */
ALWAYS_INLINE void draw_on(const course *c, sums *s, trials *t, bool all, lane_mask live, kind k)
{
    const walk *w = c->w;
    word32 from = word_left(all ? t->class : word_where(live, t->class), w->column_bits), word;

    t->stream = state_step(ADDRESSES ? state_of(t->state) : t->stream, c->draw);
    t->state = halves_of(t->stream);
    word = halves_output(t->state);
    land(c, s, t, look_up(w->columns, word_add(from, word_right(word, 32 - w->column_bits))), word, all, live, k);
}

/* A draw of all lanes, and new trials for those whose trial it ended. */
ALWAYS_INLINE void draw_and_take(const course *c, const queue *q, size_t *first, sums *s, trials *t, kind k)
{
    draw_on(c, s, t, true, lanes_below(LANES), k);
    s->longest = word_or(s->longest, t->steps);
    count(c, s, t, lanes_below(LANES), false, k);
    take(c, q, first, t, k);
}

/* Draws as long as there are trials for whichever lane ends its own. Copies, so that all of it stands in registers. */
ALWAYS_INLINE void go_on(const course *c, queue *q, sums *sums_of_all, trials t[TEAMS], kind k)
{
    trials x = t[0], y = t[1], z = t[2];
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
    t[0] = x;
    t[1] = y;
    t[2] = z;
    q->first = first;
    *sums_of_all = s;
}

/* Draws with whatever lanes have trials; false when none has one any more. */
ALWAYS_INLINE bool finish(const course *c, queue *q, sums *s, trials t[TEAMS], kind k)
{
    bool busy = true;

    for (size_t i = 0; i < AT_ONCE; i++)
        q->class[q->end + i] = c->w->n_live;
    for (uint32_t i = 0; i < BURST && busy; i++) {
        busy = false;
        for (int g = 0; g < TEAMS; g++) {
            lane_mask live;

            take(c, q, &q->first, &t[g], k);
            q->first = q->first < q->end ? q->first : q->end;
            live = mask_but(lanes_below(LANES), word_reaches(t[g].class, c->live));
            draw_on(c, s, &t[g], false, live, k);
            s->longest = word_or(s->longest, word_where(live, t[g].steps));
            count(c, s, &t[g], live, false, k);
            busy = busy || mask_any(live);
        }
    }
    return busy;
}

/* ---- a walk -------------------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE void walk_by_queue(const walk *w, const stretch *t, walk_tally *tally, kind k)
{
    course c = course_of(w, t, tally);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count}, left = t->count;
    bool busy = true;
    sums s = no_sums();
    state64 start;
    stride next = first_states(t, &start, 1);
    trials lanes[TEAMS];
    queue q; /* what is read beyond its end is masked, or an ended class */

    for (int g = 0; g < TEAMS; g++) {
        lanes[g] =
            (trials){.state = halves_of(start), .stream = start, .class = word_of(w->n_live), .steps = word_of(0)};
        for (size_t i = 0; i < k.n_gains; i++)
            lanes[g].gain[i] = word_of(0);
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
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

/* The walks' hot loops, a part of kernel.c. There are two, for trials that mostly end with their first draw and for those
 * that mostly go on.
 *
 * What the time goes into, and why it is as it is:
 *   - what a draw leads to is one look-up of eight bytes (walk_column), a comparison and a shift;
 *   - sums of counts are taken from all draws alike, squares when a trial has ended;
 *   - a walk of few draws makes the first draws of consecutive trials side by side. What they lead to stands in one row,
 *     which stays in registers where there are enough of them. The few trials that go on wait in a queue, without gaps,
 *     with the state of their generator; a lane whose trial has ended takes the next one from there;
 *   - in a walk of many draws trials stay in their lane. A lane takes every so many-th trial of the stretch, and always
 *     knows where its next one begins: one multiplication and addition, like a draw, done while the look-up of the
 *     present draw is under way. Nothing is packed, stored or loaded. Both words that may be next, that of the trial
 *     that goes on and the first one of the next, are there when it turns out which is wanted;
 *   - more than one register of lanes draw by turns: what one of them looks up is not there at once.
 *
 * Every trial is finished, whatever its length.
 *
 * With ADDRESSES 0 every lane draws on from one stream, whatever trial it has: which words a trial gets then depends on
 * the lanes. Only the benchmark does that (bench/one_stream.h), to say what addresses cost. */
#ifndef ADDRESSES
#define ADDRESSES 1
#endif

enum {
    TEAMS = 3, /* registers of lanes that draw by turns */
    AT_ONCE = TEAMS * LANES,
    QUEUE = 1024,
    FLUSH = 1 << 16, /* first draws of a lane between two emptyings of the sums */
    BURST = 1 << 12, /* later ones */
    LAST_DRAWS = 32, /* in a row, when lanes run out of trials */
    FEW_ENDINGS = 8, /* classes that end a walk and are counted side by side */
};

/* What the compiler shall know, so that each kind of walk has a loop of its own. */
typedef struct kind {
    uint32_t n_endings; /* of few; 0: more than FEW_ENDINGS, or told turn by turn */
    bool counted;
    size_t n_gains; /* looked up class by class; 0 of a counted walk */
    bool limited;
    bool short_start; /* the start's row has no more than WALK_START_BITS */
} kind;

/* Trials that wait for a lane: the generator's state at the last draw, and what has come of them. What stands behind the
 * last of them is read, too. */
typedef struct queue {
    uint32_t low[QUEUE + AT_ONCE], high[QUEUE + AT_ONCE], class[QUEUE + AT_ONCE], steps[QUEUE + AT_ONCE];
    uint32_t gain[SALVO_EXPECTATIONS_MAX][QUEUE + AT_ONCE];
    size_t first, end;
} queue;

/* Trials in lanes. A class that ends a walk makes a lane idle. */
typedef struct trials {
    halves state;
    state64 stream; /* without addresses: the lanes' own */
    word32 class, steps;
    word32 gain[SALVO_EXPECTATIONS_MAX];
} trials;

/* Of all lanes, emptied into the tally before they overflow. */
typedef struct sums {
    word32 reached[FEW_ENDINGS]; /* ending e or a later one */
    word32 counts, first_squares;
    state64 gain[SALVO_EXPECTATIONS_MAX], squares[SALVO_EXPECTATIONS_MAX];
    word32 longest; /* all bits of steps */
} sums;

typedef struct course {
    const walk *w;
    stride draw; /* from a trial's draw to its next */
    row start;
    word32 live, class_mask;
    uint32_t class_bits;
    walk_tally *tally;
} course;

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

/* ---- a draw -------------------------------------------------------------------------------------------------------------- */

/* Where the words lead the lanes in `drawing`, or all of them; what comes with it is added to the trials. */
ALWAYS_INLINE void land(const course *c, sums *s, trials *t, columns at, word32 word, bool all, lane_mask drawing,
                        kind k)
{
    const walk *w = c->w;
    word32 landing = word_right_where(word_reaches(word, at.threshold), at.landings, 16);
    word32 class = word_and(landing, c->class_mask), more = word_of(1);

    if (k.counted)
        more = word_right(word_and(landing, word_of(0xFFFF)), c->class_bits);
    if (!all)
        more = word_where(drawing, more);
    t->class = all ? class : word_select(drawing, t->class, class);
    t->steps = word_add(t->steps, more);
    if (k.counted)
        s->counts = word_add(s->counts, more);
    for (size_t i = 0; i < k.n_gains; i++) {
        word32 gain = word_gather(w->lane_gain + i * w->n_classes, t->class);

        t->gain[i] = word_add(t->gain[i], all ? gain : word_where(drawing, gain));
    }
    if (k.limited)
        t->class = word_select(
            mask_but(word_equal(t->steps, word_of((uint32_t)w->turn_limit)), word_reaches(t->class, c->live)), t->class,
            word_of(w->undecided));
}

/* Where trials count that end in the class with so many counts. */
static inline uint32_t place_of(const walk *w, uint32_t class, uint32_t count)
{
    uint32_t ending = class - w->n_live, turn = w->counts_turns ? count : 1;

    if (!w->turns_told)
        return ending;
    if (turn > w->turns_told)
        turn = w->turns_told + 1;
    return ending < w->turn_endings ? (turn - 1) * w->turn_endings + ending : (w->turns_told + 1) * w->turn_endings;
}

/* Classes that the lanes with `over` end in. */
ALWAYS_INLINE void count_endings(const course *c, sums *s, const trials *t, lane_mask over, kind k)
{
    uint32_t live = c->w->n_live, classes[LANES], steps[LANES];

    for (uint32_t e = 1; e < k.n_endings; e++)
        s->reached[e] =
            word_add_where(mask_and(over, word_reaches(t->class, word_of(live + e))), s->reached[e], word_of(1));
    if (k.n_endings)
        return;
    word_store(classes, t->class);
    word_store(steps, t->steps);
    for (uint32_t bits = mask_bits(over); bits; bits &= bits - 1)
        c->tally->ended[place_of(c->w, classes[__builtin_ctz(bits)], steps[__builtin_ctz(bits)])]++;
}

/* Those of the lanes in `drawing` whose trial has ended are counted, and given back. Trials that have `just_begun` have
 * small counts, which is a shorter way. */
ALWAYS_INLINE lane_mask count(const course *c, sums *s, const trials *t, lane_mask drawing, bool just_begun, kind k)
{
    lane_mask over = mask_and(drawing, word_reaches(t->class, c->live));
    word32 steps = word_where(over, t->steps);

    count_endings(c, s, t, over, k);
    if (k.counted && just_begun)
        s->first_squares = word_add(s->first_squares, word_multiply(steps, steps));
    else if (k.counted)
        s->squares[0] = state_add_square(s->squares[0], steps);
    for (size_t i = 0; i < k.n_gains; i++) {
        word32 gain = word_where(over, t->gain[i]);

        s->gain[i] = state_add_product(s->gain[i], gain, word_of(1));
        s->squares[i] = state_add_product(s->squares[i], gain, gain);
    }
    return over;
}

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

ALWAYS_INLINE sums no_sums(void)
{
    sums s = {.counts = word_of(0), .first_squares = word_of(0), .longest = word_of(0)};

    for (size_t i = 0; i < SALVO_EXPECTATIONS_MAX; i++)
        s.gain[i] = s.squares[i] = state_of((halves){word_of(0), word_of(0)});
    for (uint32_t e = 0; e < FEW_ENDINGS; e++)
        s.reached[e] = word_of(0);
    return s;
}

ALWAYS_INLINE void empty_sums(const course *c, sums *s, uint64_t reached[FEW_ENDINGS + 1], kind k)
{
    walk_tally *tally = c->tally;

    for (uint32_t e = 1; e < k.n_endings; e++)
        reached[e] += word_sum(s->reached[e]);
    for (size_t i = 0; i < (k.counted ? 1 : k.n_gains); i++) {
        tally->gain[i].sum += state_sum(s->gain[i]);
        tally->gain[i].squares += state_sum(s->squares[i]);
    }
    tally->gain[0].sum += (wide_sum)word_sum(s->counts);
    tally->gain[0].squares += (wide_sum)word_sum(s->first_squares);
    tally->too_long = mask_any(word_reaches(s->longest, word_of(c->w->steps_max)));
    *s = no_sums();
}

ALWAYS_INLINE course course_of(const walk *w, const stretch *t, walk_tally *tally)
{
    return (course){.w = w,
                    .draw = stride_of((pcg32_jump){PCG32_MULTIPLIER, pcg32_trial(t->seed, t->first).increment}),
                    .live = word_of(w->n_live),
                    .class_mask = word_of((UINT32_C(1) << w->class_bits) - 1),
                    .class_bits = w->class_bits,
                    .tally = tally};
}

ALWAYS_INLINE void walk_as(const walk *w, const stretch *t, walk_tally *tally, kind k)
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

/* ---- a walk of many draws ---------------------------------------------------------------------------------------------- */

/* Trials that stay in their lane, which takes every so many-th one of the stretch. */
typedef struct stay {
    trials t;
    state64 state, fresh;      /* of the next draw, and of the first one of the lane's next trial */
    word32 word, column, left; /* of the next draw; trials, with the present one */
} stay;

/* What the next draw needs is there before the present one has been looked up. */
ALWAYS_INLINE void draw_in_place(const course *c, sums *s, stay *l, stride next, bool all, kind k)
{
    const walk *w = c->w;
    word32 index = word_add(word_left(l->t.class, w->column_bits), l->column);
    lane_mask drawing = all ? lanes_below(LANES) : word_reaches(l->left, word_of(1)), over;
    state64 on = state_step(l->state, c->draw);
    word32 word = halves_output(halves_in_order(on));
    word32 fresh = ADDRESSES ? halves_output(halves_in_order(l->fresh)) : word;

    land(c, s, &l->t, look_up(w->columns, index), l->word, all, drawing, k);
    s->longest = word_or(s->longest, l->t.steps);
    over = count(c, s, &l->t, drawing, false, k);
    l->t.class = word_select(over, l->t.class, c->live);
    l->t.steps = word_where(mask_but(lanes_below(LANES), over), l->t.steps);
    l->left = word_add_where(over, l->left, word_of(UINT32_MAX));
    l->word = word_select(over, word, fresh);
    l->column = word_select(over, word_right(word, 32 - w->column_bits), word_right(fresh, 32 - w->start_bits));
    l->state = on;
    if (ADDRESSES) {
        l->state = state_where(over, on, l->fresh);
        l->fresh = state_where(over, l->fresh, state_step(l->fresh, next));
    }
}

/* The least trials that any lane has left, and whether any has one. */
static inline uint32_t least_left(const stay l[2], bool *any)
{
    uint32_t left[2 * LANES], least = UINT32_MAX;

    word_store(left, l[0].left);
    word_store(left + LANES, l[1].left);
    *any = false;
    for (int i = 0; i < 2 * LANES; i++) {
        least = left[i] < least ? left[i] : least;
        *any = *any || left[i];
    }
    return least;
}

ALWAYS_INLINE void settle_in(const course *c, stay *l, const stretch *t, uint32_t first, state64 start, stride next)
{
    uint32_t left[LANES];

    for (uint32_t i = 0; i < LANES; i++)
        left[i] = first + i < t->count ? (uint32_t)((t->count - first - i + 2 * LANES - 1) / (2 * LANES)) : 0;
    *l = (stay){.t = {.class = c->live, .steps = word_of(0)},
                .state = state_in_order(halves_of(start)),
                .fresh = state_in_order(halves_of(state_step(start, next))),
                .word = halves_output(halves_of(start)),
                .left = word_load(left)};
    l->column = word_right(l->word, 32 - c->w->start_bits);
}

/* As many draws as no lane can run out of trials in, or some in which it may. */
ALWAYS_INLINE void stay_for(const course *c, sums *all_sums, stay lanes[2], stride next, uint32_t draws, kind k)
{
    stay x = lanes[0], y = lanes[1];
    sums s = *all_sums;

    for (uint32_t i = 0; i < draws; i++) {
        draw_in_place(c, &s, &x, next, true, k);
        draw_in_place(c, &s, &y, next, true, k);
    }
    for (uint32_t i = 0; i < LAST_DRAWS && !draws; i++) {
        draw_in_place(c, &s, &x, next, false, k);
        draw_in_place(c, &s, &y, next, false, k);
    }
    lanes[0] = x;
    lanes[1] = y;
    *all_sums = s;
}

ALWAYS_INLINE void walk_in_place(const walk *w, const stretch *t, walk_tally *tally, kind k)
{
    course c = course_of(w, t, tally);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count};
    sums s = no_sums();
    state64 start[2];
    stride next = first_states(t, start, 2);
    stay lanes[2];
    uint32_t draws;
    bool any;

    settle_in(&c, &lanes[0], t, 0, start[0], next);
    settle_in(&c, &lanes[1], t, LANES, start[1], next);
    for (draws = least_left(lanes, &any); any && !tally->too_long; draws = least_left(lanes, &any)) {
        stay_for(&c, &s, lanes, next, draws < BURST ? draws : BURST, k);
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

/* Of a function of their own, loops have the registers to themselves. */
#define KIND_OF_WALK(name, way, ...)                                                                       \
    static __attribute__((noinline)) void name(const walk *w, const stretch *t, walk_tally *tally, kind k) \
    {                                                                                                      \
        (void)k;                                                                                           \
        way(w, t, tally, (kind){__VA_ARGS__});                                                             \
    }

KIND_OF_WALK(walk_in_one_draw, walk_as, .n_endings = 2, .counted = true, .short_start = true)
KIND_OF_WALK(walk_in_few_draws, walk_as, .n_endings = k.n_endings, .counted = true, .short_start = true)
KIND_OF_WALK(walk_to_two_endings, walk_in_place, .n_endings = 2, .counted = true)
KIND_OF_WALK(walk_to_any_ending, walk_in_place, .n_endings = k.n_endings, .counted = true)
KIND_OF_WALK(walk_limited, walk_as, k.n_endings, true, 0, true, k.short_start)
KIND_OF_WALK(walk_with_gains, walk_as, k.n_endings, false, k.n_gains, k.limited, k.short_start)

#undef KIND_OF_WALK

/* The gains of a walk of one step follow from its endings. */
static void walk_trials(const walk *w, const stretch *t, walk_tally *tally)
{
    uint32_t n_endings = w->n_classes - w->n_live;
    kind k = {.n_endings = !w->turns_told && n_endings <= FEW_ENDINGS ? n_endings : 0,
              .counted = w->counted,
              .n_gains = w->n_live == 0 ? 0 : w->n_gains,
              .limited = w->turn_limit != 0,
              .short_start = w->start_bits == WALK_START_BITS};

    if (!k.counted)
        walk_with_gains(w, t, tally, k);
    else if (k.limited)
        walk_limited(w, t, tally, k);
    else if (k.short_start && k.n_endings == 2)
        walk_in_one_draw(w, t, tally, k);
    else if (k.short_start)
        walk_in_few_draws(w, t, tally, k);
    else if (k.n_endings == 2)
        walk_to_two_endings(w, t, tally, k);
    else
        walk_to_any_ending(w, t, tally, k);
}

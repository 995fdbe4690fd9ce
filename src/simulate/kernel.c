/* The hot loops, in a vocabulary of a few operations on all lanes (lanes_*.h). The build compiles this text once for each
 * instruction set, with LANES_HEADER and KERNEL set to its own.
 *
 * What the time goes into, and why it is as it is:
 *   - the first draws of consecutive trials stand a stride apart, and a stride is a multiply and an add like any step of
 *     the generator: trials that end with their first draw (walk.h folds many draws into one) cost no more for having
 *     addresses of their own;
 *   - what such a draw leads to stands in one row, which stays in registers where there are enough of them;
 *   - trials that go on are put into a pool, side by side without gaps, with the state of their generator: whatever comes
 *     out of the pool fills all lanes, so that long trials and short ones cost what they draw. All trials in the pool
 *     take one draw, and those that go on move up; then new ones fill it;
 *   - what a draw leads to is one look-up of eight bytes (walk_column), a comparison and a shift;
 *   - nothing waits for the pass before it but the pool's fill, so that the processor works on several at a time.
 *
 * Every trial is finished, whatever its length. */
#include <stdbool.h>
#include <string.h>

#include "rng/pcg32.h"
#include "simulate/kernel.h"

#include LANES_HEADER

enum {
    POOL = 512,      /* trials */
    FLUSH = 1 << 16, /* first draws of a lane between two emptyings of the sums */
    FEW_ENDINGS = 8, /* classes that end a walk and are counted side by side */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What the compiler shall know, so that each kind of walk has a loop of its own. */
typedef struct kind {
    uint32_t n_endings; /* of few; 0: more than FEW_ENDINGS, or told turn by turn */
    bool counted;
    size_t n_gains; /* looked up class by class; 0 of a counted walk */
    bool limited;
    bool short_start; /* the start's row has no more than WALK_START_BITS */
} kind;

/* Trials that go on: the generator's state at the last draw, and what has come of them. */
typedef struct pool {
    uint32_t low[POOL + LANES], high[POOL + LANES], class[POOL + LANES], steps[POOL + LANES];
    uint32_t gain[SALVO_EXPECTATIONS_MAX][POOL + LANES];
    size_t n;
} pool;

/* The same in lanes. */
typedef struct trials {
    halves state;
    word32 class, steps;
    word32 gain[SALVO_EXPECTATIONS_MAX];
} trials;

/* Of all lanes, emptied into the tally before they overflow. */
typedef struct sums {
    word32 reached[FEW_ENDINGS]; /* ending e or a later one */
    word32 first_counts, first_squares;
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

/* ---- walks ----------------------------------------------------------------------------------------------------------- */

/* Where the words lead; what comes with it is added to the trials. */
ALWAYS_INLINE void land(trials *t, const course *c, columns at, word32 word, kind k)
{
    const walk *w = c->w;
    word32 landing = word_right_where(word_reaches(word, at.threshold), at.landings, 16);

    t->class = word_and(landing, c->class_mask);
    if (k.counted)
        t->steps = word_add(t->steps, word_right(word_and(landing, word_of(0xFFFF)), c->class_bits));
    else
        t->steps = word_add(t->steps, word_of(1));
    for (size_t i = 0; i < k.n_gains; i++)
        t->gain[i] = word_add(t->gain[i], word_gather(w->lane_gain + i * w->n_classes, t->class));
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

ALWAYS_INLINE void keep(pool *p, const trials *t, lane_mask live, kind k)
{
    packer order = packer_of(live);

    word_store(p->low + p->n, word_packed(order, t->state.low));
    word_store(p->high + p->n, word_packed(order, t->state.high));
    word_store(p->class + p->n, word_packed(order, t->class));
    word_store(p->steps + p->n, word_packed(order, t->steps));
    for (size_t i = 0; i < k.n_gains; i++)
        word_store(p->gain[i] + p->n, word_packed(order, t->gain[i]));
    p->n += mask_count(live);
}

/* Trials at their first draw have small counts, which is a shorter way. */
ALWAYS_INLINE void add_gains(sums *s, const trials *t, lane_mask over, bool first, kind k)
{
    word32 steps = word_where(over, t->steps);

    if (k.counted && first) {
        s->first_counts = word_add(s->first_counts, steps);
        s->first_squares = word_add(s->first_squares, word_multiply(steps, steps));
    } else if (k.counted) {
        s->gain[0] = state_add_product(s->gain[0], steps, word_of(1));
        s->squares[0] = state_add_product(s->squares[0], steps, steps);
    }
    for (size_t i = 0; i < k.n_gains; i++) {
        word32 gain = word_where(over, t->gain[i]);

        s->gain[i] = state_add_product(s->gain[i], gain, word_of(1));
        s->squares[i] = state_add_product(s->squares[i], gain, gain);
    }
}

/* After a draw of the lanes in `valid`: those that have ended are counted, the others kept. */
ALWAYS_INLINE void settle(const course *c, pool *p, sums *s, trials *t, lane_mask valid, bool first, kind k)
{
    const walk *w = c->w;
    lane_mask over, live;

    if (k.limited)
        t->class = word_select(
            mask_but(word_equal(t->steps, word_of((uint32_t)w->turn_limit)), word_reaches(t->class, c->live)), t->class,
            word_of(w->undecided));
    over = mask_and(valid, word_reaches(t->class, c->live));
    live = mask_but(valid, over);
    count_endings(c, s, t, over, k);
    add_gains(s, t, over, first, k);
    if (mask_any(live))
        keep(p, t, live, k);
}

ALWAYS_INLINE void first_draw(const course *c, pool *p, sums *s, halves start, lane_mask valid, kind k)
{
    const walk *w = c->w;
    word32 word = halves_output(start), column = word_right(word, 32 - w->start_bits);
    trials t = {.state = start, .steps = word_of(0)};

    for (size_t i = 0; i < k.n_gains; i++)
        t.gain[i] = word_of(0);
    land(&t, c,
         k.short_start ? row_look_up(c->start, word_right(word, 32 - WALK_START_BITS)) : look_up(w->start, column),
         word, k);
    settle(c, p, s, &t, valid, true, k);
}

ALWAYS_INLINE void next_draw(const course *c, pool *p, sums *s, size_t at, lane_mask valid, kind k)
{
    const walk *w = c->w;
    halves state = {word_load(p->low + at), word_load(p->high + at)};
    trials t = {.state = halves_of(state_step(state_of(state), c->draw)), .steps = word_load(p->steps + at)};
    word32 word = halves_output(t.state);
    word32 offset =
        word_left(word_and(word_load(p->class + at), word_where(valid, word_of(UINT32_MAX))), w->column_bits);

    for (size_t i = 0; i < k.n_gains; i++)
        t.gain[i] = word_load(p->gain[i] + at);
    land(&t, c, look_up(w->columns, word_add(offset, word_right(word, 32 - w->column_bits))), word, k);
    s->longest = word_or(s->longest, word_where(valid, t.steps));
    settle(c, p, s, &t, valid, false, k);
}

/* A draw for every trial in the pool. Those that go on move up, never past what has been read. */
ALWAYS_INLINE void draw_pool(const course *c, pool *p, sums *s, kind k)
{
    size_t n = p->n, at = 0;

    p->n = 0;
    for (; at + LANES <= n; at += LANES)
        next_draw(c, p, s, at, lanes_below(LANES), k);
    if (at < n)
        next_draw(c, p, s, at, lanes_below((uint32_t)(n - at)), k);
}

/* First draws of new trials, as many as there are, until the pool is full or the sums are. */
ALWAYS_INLINE void draw_new(const course *c, pool *p, sums *s, state64 *start, stride next, uint64_t *left, kind k)
{
    uint64_t passes = *left / LANES < FLUSH ? *left / LANES : FLUSH, done = 0;

    for (; done < passes && p->n <= POOL - LANES; done++) {
        first_draw(c, p, s, halves_of(*start), lanes_below(LANES), k);
        *start = state_step(*start, next);
    }
    *left -= done * LANES;
    if (*left && *left < LANES && p->n <= POOL - LANES) {
        first_draw(c, p, s, halves_of(*start), lanes_below((uint32_t)*left), k);
        *left = 0;
    }
}

ALWAYS_INLINE sums no_sums(void)
{
    sums s = {.first_counts = word_of(0), .first_squares = word_of(0), .longest = word_of(0)};

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
    tally->gain[0].sum += (wide_sum)word_sum(s->first_counts);
    tally->gain[0].squares += (wide_sum)word_sum(s->first_squares);
    tally->too_long = mask_any(word_reaches(s->longest, word_of(c->w->steps_max)));
    *s = no_sums();
}

/* The first draws of the first n LANES trials; returns how far apart a lane's trials are. */
ALWAYS_INLINE stride first_states(const stretch *t, state64 *start, uint32_t n)
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    uint32_t low[LANES], high[LANES];

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            low[lane] = (uint32_t)rng.state;
            high[lane] = (uint32_t)(rng.state >> 32);
            rng.state = pcg32_jumped(rng.state, one);
        }
        start[i] = state_of((halves){word_load(low), word_load(high)});
    }
    return stride_of(pcg32_jump_of(rng.increment, PCG32_STRIDE * LANES * n));
}

ALWAYS_INLINE void walk_as(const walk *w, const stretch *t, walk_tally *tally, kind k)
{
    course c = {.w = w,
                .draw = stride_of((pcg32_jump){PCG32_MULTIPLIER, pcg32_trial(t->seed, t->first).increment}),
                .live = word_of(w->n_live),
                .class_mask = word_of((UINT32_C(1) << w->class_bits) - 1),
                .class_bits = w->class_bits,
                .tally = tally};
    uint64_t reached[FEW_ENDINGS + 1] = {t->count}, left = t->count;
    sums s = no_sums();
    state64 start;
    stride next = first_states(t, &start, 1);
    pool p; /* what is read beyond its n is masked */

    p.n = 0;
    if (k.short_start)
        c.start = row_load(w->start);
    while ((left || p.n) && !tally->too_long) {
        draw_pool(&c, &p, &s, k);
        draw_new(&c, &p, &s, &start, next, &left, k);
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}

/* The gains of a walk of one step follow from its endings. */
static void walk_trials(const walk *w, const stretch *t, walk_tally *tally)
{
    uint32_t n_endings = !w->turns_told && w->n_classes - w->n_live <= FEW_ENDINGS ? w->n_classes - w->n_live : 0;
    size_t n_gains = w->n_live == 0 ? 0 : w->n_gains;
    bool short_start = w->start_bits == WALK_START_BITS;

    if (w->counted && !w->turn_limit && n_endings == 2 && short_start)
        walk_as(w, t, tally, (kind){.n_endings = 2, .counted = true, .short_start = true});
    else if (w->counted && !w->turn_limit)
        walk_as(w, t, tally, (kind){.n_endings = n_endings, .counted = true, .short_start = short_start});
    else if (w->counted)
        walk_as(w, t, tally, (kind){n_endings, true, 0, true, short_start});
    else
        walk_as(w, t, tally, (kind){n_endings, false, n_gains, w->turn_limit != 0, short_start});
}

/* ---- words and rolls ----------------------------------------------------------------------------------------------------- */

/* Registers of lanes that draw side by side, so that the generator need not wait for itself; BATCH words of each are drawn
 * before they are compared. */
enum { GROUPS = 4, BATCH = 4, ALL = GROUPS * LANES };

/* So many trials are not worth lanes. */
static uint32_t xor_few_words(const stretch *t)
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    uint32_t all = 0;

    for (uint64_t i = 0; i < t->count; i++) {
        all ^= pcg32_output(rng.state);
        rng.state = pcg32_jumped(rng.state, one);
    }
    return all;
}

static uint32_t xor_words(const stretch *t)
{
    uint64_t rest = t->count % ALL;
    uint32_t lanes[LANES], all = xor_few_words(&(stretch){t->seed, t->first + t->count - rest, rest});
    state64 at[GROUPS];
    stride next = first_states(t, at, GROUPS);
    word32 sum = word_of(0);

    for (uint64_t i = 0; i < t->count / ALL; i++)
        for (int g = 0; g < GROUPS; g++) {
            sum = word_xor(sum, halves_output(halves_of(at[g])));
            at[g] = state_step(at[g], next);
        }
    word_store(lanes, sum);
    for (uint32_t lane = 0; lane < LANES; lane++)
        all ^= lanes[lane];
    return all;
}

/* One batch: first all words, then every threshold against all of them, so that no sum waits for itself either. */
static inline void roll_batch(const roll_odds *odds, state64 at[GROUPS], stride next, word32 reached[ROLL_CELLS_MAX])
{
    word32 words[GROUPS * BATCH];

    for (int i = 0; i < BATCH; i++)
        for (int g = 0; g < GROUPS; g++) {
            words[i * GROUPS + g] = halves_output(halves_of(at[g]));
            at[g] = state_step(at[g], next);
        }
    for (uint32_t k = 1; k < odds->n; k++) {
        word32 threshold = word_of(odds->threshold[k]), sum = reached[k];

        for (int i = 0; i < GROUPS * BATCH; i++)
            sum = word_add_where(word_reaches(words[i], threshold), sum, word_of(1));
        reached[k] = sum;
    }
}

static void roll_few(const roll_odds *odds, const stretch *t, uint64_t at_least[ROLL_CELLS_MAX])
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);

    for (uint64_t i = 0; i < t->count; i++) {
        uint32_t word = pcg32_output(rng.state);

        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += word >= odds->threshold[k];
        rng.state = pcg32_jumped(rng.state, one);
    }
}

/* How many of the trials' words reach each threshold: one compare and one masked add for each result of the roll. */
static void roll_trials(const roll_odds *odds, const stretch *t, uint64_t at_least[ROLL_CELLS_MAX])
{
    enum { PASSES_MAX = 1 << 20 };
    uint64_t left = t->count / (ALL * BATCH), rest = t->count % (ALL * BATCH);
    word32 reached[ROLL_CELLS_MAX];
    state64 at[GROUPS];
    stride next = first_states(t, at, GROUPS);

    while (left) {
        uint64_t passes = left < PASSES_MAX ? left : PASSES_MAX;

        for (uint32_t k = 1; k < odds->n; k++)
            reached[k] = word_of(0);
        for (uint64_t i = 0; i < passes; i++)
            roll_batch(odds, at, next, reached);
        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += word_sum(reached[k]);
        left -= passes;
    }
    roll_few(odds, &(stretch){t->seed, t->first + t->count - rest, rest}, at_least);
    at_least[0] += t->count;
}

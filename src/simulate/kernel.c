/* The two hot loops, in a vocabulary of a few operations on all lanes (lanes_*.h). The build compiles this text once
 * for each instruction set, with LANES_HEADER and KERNEL set to its own.
 *
 * What the time goes into, and why it is as it is:
 *   - a lane's place in the random sequence is one multiply and add for the next draw, and one for the next trial, so
 *     the lanes never wait for each other's draws;
 *   - one word decides a whole step (walk.h), with two look-ups: the column's threshold and its two classes. As long as
 *     the tables have 128 entries they stay in registers;
 *   - a lane whose trial has ended starts its next one in the same pass, by masks: about as many lanes end as go on, and
 *     a branch for each would cost more than all the rest;
 *   - squares are summed without multiplying: 1 + 3 + 5 + ... + (2n - 1) = n^2, and the n-th step adds n;
 *   - several groups of lanes run side by side, so that the chain of one (draw, look up, compare, refill) is hidden
 *     behind the others'.
 *
 * Trials are dealt to lanes round robin, and a lane stops after its share: short trials and long ones are all finished,
 * whatever lane they run in. */
#include <stdbool.h>
#include <string.h>

#include "rng/pcg32.h"
#include "simulate/kernel.h"

#include LANES_HEADER

enum {
    GROUPS = 4,          /* of LANES */
    FLUSH = 256,         /* passes between two emptyings of the 32-bit sums */
    STEPS_MAX = 1 << 21, /* of one trial: FLUSH times that stays within 32 bits, and within a trial's stride */
    FEW_ENDINGS = 8,     /* classes that end a walk and are counted side by side */
};

typedef struct group {
    state64 start; /* the generator at the first draw of the lane's trial */
    state64 at;    /* at the next draw */
    word32 class;
    word32 step; /* of the trial */
    word32 left; /* trials that the lane has yet to finish, with the running one; 0: it idles */
} group;

/* 32-bit sums over all groups' lanes, emptied into the tally before they overflow. */
typedef struct sums {
    word32 steps, step_numbers;
    word32 ended[FEW_ENDINGS];
} sums;

typedef struct course {
    const walk *w;
    uint64_t increment;
    pcg32_jump next_trial; /* of the same lane */
    uint32_t n_ended;
    bool few_endings; /* counted by comparing; else one by one */
} course;

static inline void start_lanes(group groups[GROUPS], const stretch *t)
{
    enum { ALL = GROUPS * LANES };
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    uint64_t starts[LANES];
    uint32_t left[LANES];

    for (uint32_t g = 0; g < GROUPS; g++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            starts[lane] = rng.state;
            rng.state = pcg32_jumped(rng.state, one);
            left[lane] = (uint32_t)(t->count / ALL + (g * LANES + lane < t->count % ALL));
        }
        groups[g] = (group){.start = state_load(starts),
                            .at = state_load(starts),
                            .class = word_of(0),
                            .step = word_of(0),
                            .left = word_load(left)};
    }
}

static inline void count_endings(const course *c, sums *s, word32 class, lane_mask finished, uint64_t *ended)
{
    uint32_t live = c->w->n_live;

    if (c->few_endings) {
        for (uint32_t e = 0; e < c->n_ended; e++)
            s->ended[e] =
                word_add_where(mask_and(finished, word_equal(class, word_of(live + e))), s->ended[e], word_of(1));
    } else {
        uint32_t classes[LANES];

        word_store(classes, class);
        for (uint32_t bits = mask_bits(finished); bits; bits &= bits - 1)
            ended[classes[__builtin_ctz(bits)] - live]++;
    }
}

/* One step of every lane. `busy` (known when compiled): no lane idles, so nobody needs to ask, and the steps are as many
 * as the lanes. Tells whether any lane is still at work. */
static inline __attribute__((always_inline)) bool pass(group *g, const course *c, sums *s, uint64_t *ended, bool busy)
{
    const walk *w = c->w;
    word32 word = state_output(g->at);
    word32 column = word_add(word_left(g->class, w->column_bits), word_right(word, 32 - w->column_bits));
    word32 threshold = word_lookup(w->threshold, w->n_columns, column);
    word32 classes = word_lookup(w->classes, w->n_columns, column);
    lane_mask own = word_less(word_left(word, w->column_bits), threshold);
    word32 class = word_select(own, word_right(classes, 16), word_and(classes, word_of(0xFFFF)));
    word32 step = word_add(g->step, word_of(1));
    lane_mask works = mask_not(word_equal(g->left, word_of(0)));
    lane_mask over, finished;
    state64 start = state_step(g->start, c->next_trial.multiplier, c->next_trial.addend);

    if (w->turn_limit)
        class = word_select(
            mask_and(word_equal(step, word_of((uint32_t)w->turn_limit)), word_less(class, word_of(w->n_live))), class,
            word_of(w->undecided));
    over = mask_not(word_less(class, word_of(w->n_live)));
    finished = busy ? over : mask_and(over, works);
    if (busy) {
        s->step_numbers = word_add(s->step_numbers, step);
    } else {
        s->steps = word_add_where(works, s->steps, word_of(1));
        s->step_numbers = word_add_where(works, s->step_numbers, step);
    }
    count_endings(c, s, class, finished, ended);
    g->left = word_add_where(finished, g->left, word_of(UINT32_MAX));
    g->start = state_select(over, g->start, start);
    g->at = state_select(over, state_step(g->at, PCG32_MULTIPLIER, c->increment), start);
    g->class = word_select(over, class, word_of(0));
    g->step = word_select(over, step, word_of(0));
    return busy || mask_any(works);
}

/* Whether every lane has more trials left than it can finish before the next look. */
static inline bool all_busy(const group groups[GROUPS])
{
    bool busy = true;

    for (int g = 0; g < GROUPS; g++)
        busy = busy && !mask_any(word_less(groups[g].left, word_of(FLUSH + 1)));
    return busy;
}

static inline void empty_sums(const course *c, sums *s, walk_tally *tally, wide_sum *step_numbers)
{
    tally->steps += word_sum(s->steps);
    *step_numbers += word_sum(s->step_numbers);
    for (uint32_t e = 0; c->few_endings && e < c->n_ended; e++) {
        tally->ended[e] += word_sum(s->ended[e]);
        s->ended[e] = word_of(0);
    }
    s->steps = s->step_numbers = word_of(0);
}

/* Too long is what could leave the 32-bit sums, or the trial's own draws, before the next look. */
static inline bool any_too_long(const group groups[GROUPS])
{
    bool any = false;

    for (int g = 0; g < GROUPS; g++)
        any = any || mask_any(mask_and(mask_not(word_equal(groups[g].left, word_of(0))),
                                       word_less(word_of(STEPS_MAX - FLUSH), groups[g].step)));
    return any;
}

static void walk_trials(const walk *w, const stretch *t, walk_tally *tally)
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    course c = {.w = w,
                .increment = rng.increment,
                .next_trial = pcg32_jump_of(rng.increment, PCG32_STRIDE * GROUPS * LANES),
                .n_ended = w->n_classes - w->n_live,
                .few_endings = w->n_classes - w->n_live <= FEW_ENDINGS};
    group groups[GROUPS];
    sums s = {.steps = word_of(0), .step_numbers = word_of(0)};
    wide_sum step_numbers = 0;
    uint64_t steps_before = tally->steps;
    bool goes_on = true;

    for (uint32_t e = 0; e < FEW_ENDINGS; e++)
        s.ended[e] = word_of(0);
    start_lanes(groups, t);
    while (all_busy(groups) && !tally->too_long) {
        for (int i = 0; i < FLUSH; i++)
            for (int g = 0; g < GROUPS; g++)
                pass(&groups[g], &c, &s, tally->ended, true);
        tally->steps += (uint64_t)FLUSH * GROUPS * LANES;
        tally->too_long = any_too_long(groups);
        empty_sums(&c, &s, tally, &step_numbers);
    }
    while (goes_on && !tally->too_long) {
        for (int i = 0; i < FLUSH && goes_on; i++) {
            goes_on = false;
            for (int g = 0; g < GROUPS; g++)
                goes_on |= pass(&groups[g], &c, &s, tally->ended, false);
        }
        tally->too_long = any_too_long(groups);
        empty_sums(&c, &s, tally, &step_numbers);
    }
    /* each trial's steps n gave 1 + ... + n = (n^2 + n) / 2 */
    tally->steps_squared += 2 * step_numbers - (tally->steps - steps_before);
}

/* ---- rolls ------------------------------------------------------------------------------------------------------------- */

enum { BATCH = 4 }; /* words of a lane that are drawn before they are compared */

/* One batch from each group of lanes: first all words, then every threshold against all of them, so that neither the
 * generator nor a sum waits for itself. */
static inline void roll_batches(const roll_odds *odds, state64 at[GROUPS], pcg32_jump next,
                                word32 reached[ROLL_CELLS_MAX])
{
    word32 words[GROUPS * BATCH];

    for (int i = 0; i < BATCH; i++)
        for (int g = 0; g < GROUPS; g++) {
            words[i * GROUPS + g] = state_output(at[g]);
            at[g] = state_step(at[g], next.multiplier, next.addend);
        }
    for (uint32_t k = 1; k < odds->n; k++) {
        word32 threshold = word_of(odds->threshold[k]), sum = reached[k];

        for (int i = 0; i < GROUPS * BATCH; i++)
            sum = word_add_where(word_less(words[i], threshold), sum, word_of(1));
        reached[k] = sum;
    }
}

/* How many of the trials' words stay below each threshold: one compare and one masked add for each result of the roll. */
static void roll_trials(const roll_odds *odds, const stretch *t, uint64_t at_least[ROLL_CELLS_MAX])
{
    enum { ALL = GROUPS * LANES, PASSES_MAX = 1 << 20 };
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    pcg32_jump all = pcg32_jump_of(rng.increment, PCG32_STRIDE * ALL);
    uint64_t left = t->count / (ALL * BATCH);
    word32 below[ROLL_CELLS_MAX];
    state64 at[GROUPS];

    for (int g = 0; g < GROUPS; g++) {
        uint64_t starts[LANES];

        for (uint32_t lane = 0; lane < LANES; lane++) {
            starts[lane] = rng.state;
            rng.state = pcg32_jumped(rng.state, one);
        }
        at[g] = state_load(starts);
    }
    while (left) {
        uint64_t passes = left < PASSES_MAX ? left : PASSES_MAX;

        for (uint32_t k = 1; k < odds->n; k++)
            below[k] = word_of(0);
        for (uint64_t i = 0; i < passes; i++)
            roll_batches(odds, at, all, below);
        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += passes * ALL * BATCH - word_sum(below[k]);
        left -= passes;
    }
    rng = pcg32_trial(t->seed, t->first + t->count / (ALL * BATCH) * (ALL * BATCH));
    for (uint64_t i = 0; i < t->count % (ALL * BATCH); i++) {
        uint32_t word = pcg32_output(rng.state);

        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += word >= odds->threshold[k];
        rng.state = pcg32_jumped(rng.state, one);
    }
    at_least[0] += t->count;
}

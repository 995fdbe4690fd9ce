/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walks' hot loops, a part of kernel.c. There are two: for trials that mostly end with their first draw, and for
 * those that mostly go on.
 *
 * The costs explain the design:
 *   - The result of a draw takes one look-up of eight bytes (walk_column), a comparison and a shift.
 *   - Counting takes place when a trial has ended.
 *   - A walk of few draws makes the first draws of consecutive trials side by side. All use one row, which stays in
 *     registers if there are enough. The few trials that go on wait in a queue without gaps, with the state of their
 *     generator. A lane whose trial has ended takes the next one from there (kernel_queue.h).
 *   - In a walk of many draws trials stay in their lane. A lane takes trials at a fixed distance in the trial range,
 *     and always knows where its next one begins: one multiplication and addition, like a draw. Nothing is packed,
 *     stored or loaded (kernel_stay.h).
 *   - Teams of lanes draw in turn, because the result of a look-up takes time.
 *
 * Every trial is finished, whatever its length.
 *
 * With ADDRESSES 0 every lane continues one stream, whatever its trial. Then the words of a trial depend on the lanes.
 * Only the benchmark does that (bench/one_stream.h), to measure the cost of addresses. */
#ifndef ADDRESSES
#define ADDRESSES 1
#endif

#include "simulate/kernel_endings.h"

enum {
    TEAMS = 3, /* registers of lanes that draw in turn */
    AT_ONCE = TEAMS * LANES,
    BURST = 1 << 12, /* draws of a lane between two emptyings of the sums */
    FEW_ENDINGS = 8, /* classes that end a walk and are counted side by side */
};

/* Properties of a walk that are constants to the compiler, so that each kind of walk has its own loop. */
typedef struct walk_traits {
    uint32_t n_endings; /* if few; 0: more than FEW_ENDINGS, or turns are distinguished */
    bool counted;
    size_t n_gains; /* looked up class by class; 0 for a counted walk */
    bool limited;
    bool short_start; /* the start's row has at most WALK_START_BITS */
} walk_traits;

/* The trials in the lanes: their classes, and their gains so far. */
typedef struct trials {
    word32 class, steps;
    word32 gain[SALVO_EXPECTATIONS_MAX];
} trials;

/* Sums over all lanes, added to the tally before they overflow. */
typedef struct sums {
    word32 reached[FEW_ENDINGS]; /* ending e or a later one */
    word32 counts, first_squares;
    state64 gain[SALVO_EXPECTATIONS_MAX], squares[SALVO_EXPECTATIONS_MAX];
    word32 longest; /* all steps, or'ed: its highest bit is that of the longest */
} sums;

/* What does not change while a trial range is walked. */
typedef struct walk_run {
    const walk *w;
    stride draw; /* from a trial's draw to its next */
    row start;
    word32 live, class_mask, start_at; /* start_at: the number of the start's first column */
    uint32_t class_bits;
    walk_tally *tally;
    endings *endings; /* used if turns are distinguished, or if there are many */
} walk_run;

/* The consequences of a draw. */

/* The landings of the words, in the low 16 bits; the other bits have no meaning. */
ALWAYS_INLINE word32 land(columns at, word32 word)
{
    return word_right_where(word_reaches(word, at.threshold), at.landings, 16);
}

ALWAYS_INLINE word32 class_of(const walk_run *run, word32 landing)
{
    return word_and(landing, run->class_mask);
}

ALWAYS_INLINE word32 count_of(const walk_run *run, word32 landing, walk_traits traits)
{
    return traits.counted ? word_right(word_and(landing, word_of(0xFFFF)), run->class_bits) : word_of(1);
}

/* The class. If the trial would go on after the last step within the limit, the undecided class. */
ALWAYS_INLINE word32 in_time(const walk_run *run, word32 class, word32 steps, walk_traits traits)
{
    lane_mask last = word_equal(steps, word_of((uint32_t)run->w->turn_limit));

    return traits.limited
               ? word_select(mask_but(last, word_reaches(class, run->live)), class, word_of(run->w->undecided))
               : class;
}

/* Adds the class's gain, in the lanes in `drawing`. */
ALWAYS_INLINE void add_gains(const walk_run *run, trials *t, lane_mask drawing, walk_traits traits)
{
    for (size_t i = 0; i < traits.n_gains; i++) {
        word32 more = word_gather(run->w->lane_gain + i * run->w->n_classes, t->class);

        t->gain[i] = word_add(t->gain[i], word_where(drawing, more));
    }
}

/* Counts the classes in which the lanes in `over` end. */
ALWAYS_INLINE void count_endings(const walk_run *run, sums *s, const trials *t, lane_mask over, walk_traits traits)
{
    uint32_t live = run->w->n_live;

    for (uint32_t e = 1; e < traits.n_endings; e++)
        s->reached[e] =
            word_add_where(mask_and(over, word_reaches(t->class, word_of(live + e))), s->reached[e], word_of(1));
    if (!traits.n_endings)
        count_places(run->endings, run->w, run->tally->ended, t->class, t->steps, over);
}

/* Counts the ended trials in the lanes in `over`. If they have `just_begun`, counts are small and their squares fit a
 * word, which takes less time. */
ALWAYS_INLINE void count_ended(const walk_run *run, sums *s, const trials *t, lane_mask over, bool just_begun,
                               walk_traits traits)
{
    word32 steps = word_where(over, t->steps);

    count_endings(run, s, t, over, traits);
    if (traits.counted)
        s->counts = word_add(s->counts, steps);
    if (traits.counted && just_begun)
        s->first_squares = word_add(s->first_squares, word_multiply(steps, steps));
    else if (traits.counted)
        s->squares[0] = state_add_square(s->squares[0], steps);
    if (!just_begun)
        s->longest = word_or(s->longest, steps);
    for (size_t i = 0; i < traits.n_gains; i++) {
        word32 gain = word_where(over, t->gain[i]);

        s->gain[i] = state_add_product(s->gain[i], gain, word_of(1));
        s->squares[i] = state_add_product(s->squares[i], gain, gain);
    }
}

/* Sums. */

ALWAYS_INLINE sums no_sums(void)
{
    sums s = {.counts = word_of(0), .first_squares = word_of(0), .longest = word_of(0)};

    for (size_t i = 0; i < SALVO_EXPECTATIONS_MAX; i++)
        s.gain[i] = s.squares[i] = state_of((halves){word_of(0), word_of(0)});
    for (uint32_t e = 0; e < FEW_ENDINGS; e++)
        s.reached[e] = word_of(0);
    return s;
}

ALWAYS_INLINE void add_to(wide *sum, int64_t more)
{
    *sum = wide_plus(*sum, wide_of(more));
}

ALWAYS_INLINE void empty_sums(const walk_run *run, sums *s, uint64_t reached[FEW_ENDINGS + 1], walk_traits traits)
{
    walk_tally *tally = run->tally;

    for (uint32_t e = 1; e < traits.n_endings; e++)
        reached[e] += word_sum(s->reached[e]);
    if (!traits.n_endings)
        add_endings(run->endings, tally->ended);
    for (size_t i = 0; i < (traits.counted ? 1 : traits.n_gains); i++) {
        add_to(&tally->gain[i].sum, state_sum(s->gain[i]));
        add_to(&tally->gain[i].squares, state_sum(s->squares[i]));
    }
    add_to(&tally->gain[0].sum, (int64_t)word_sum(s->counts));
    add_to(&tally->gain[0].squares, (int64_t)word_sum(s->first_squares));
    tally->too_long = mask_any(word_reaches(s->longest, word_of(run->w->steps_max)));
    *s = no_sums();
}

ALWAYS_INLINE walk_run walk_run_of(const walk *w, const trial_range *t, walk_tally *tally, endings *e)
{
    return (walk_run){.w = w,
                      .draw = stride_of((pcg32_jump){PCG32_MULTIPLIER, pcg32_trial(t->seed, t->first).increment}),
                      .live = word_of(w->n_live),
                      .start_at = word_of(w->n_live << w->column_bits),
                      .class_mask = word_of((UINT32_C(1) << w->class_bits) - 1),
                      .class_bits = w->class_bits,
                      .tally = tally,
                      .endings = e};
}

#include "simulate/kernel_queue.h"
#include "simulate/kernel_stay.h"

/* Kinds of walks. */

/* A function for each kind of walk, of few draws or of many. A separate function leaves all registers to its loop. */
#define KIND_OF_WALK(name, way, ...)                                                                   \
    static __attribute__((noinline)) void name(const walk *w, const trial_range *t, walk_tally *tally, \
                                               walk_traits traits)                                     \
    {                                                                                                  \
        (void)traits;                                                                                  \
        way(w, t, tally, (walk_traits){__VA_ARGS__});                                                  \
    }

KIND_OF_WALK(few_to_two_endings, walk_by_queue, .n_endings = 2, .counted = true, .short_start = true)
KIND_OF_WALK(few_told, walk_by_queue, .n_endings = 0, .counted = true, .short_start = true)
KIND_OF_WALK(few_to_any_ending, walk_by_queue, traits.n_endings, true, 0, false, traits.short_start)
KIND_OF_WALK(few_to_limit, walk_by_queue, traits.n_endings, true, 0, true, traits.short_start)
KIND_OF_WALK(few_with_gains, walk_by_queue, traits.n_endings, false, traits.n_gains, traits.limited, traits.short_start)
KIND_OF_WALK(many_to_two_endings, walk_in_place, .n_endings = 2, .counted = true)
KIND_OF_WALK(many_to_any_ending, walk_in_place, .n_endings = traits.n_endings, .counted = true)
KIND_OF_WALK(many_to_limit, walk_in_place, .n_endings = traits.n_endings, .counted = true, .limited = true)
KIND_OF_WALK(many_with_gains, walk_in_place, traits.n_endings, false, traits.n_gains, traits.limited,
             traits.short_start)

#undef KIND_OF_WALK

/* Selects the loop for the walk. The gains of a walk of one step follow from its endings, so they are not summed. */
static void walk_trials(const walk *w, const trial_range *t, walk_tally *tally)
{
    uint32_t n_endings = w->n_classes - w->n_live;
    walk_traits traits = {.n_endings = !w->turns_told && n_endings <= FEW_ENDINGS ? n_endings : 0,
                          .counted = w->counted,
                          .n_gains = w->n_live == 0 ? 0 : w->n_gains,
                          .limited = w->turn_limit != 0,
                          .short_start = w->start_bits == WALK_START_BITS};

    if (w->goes_on && !traits.counted)
        many_with_gains(w, t, tally, traits);
    else if (w->goes_on && traits.limited)
        many_to_limit(w, t, tally, traits);
    else if (w->goes_on && traits.n_endings == 2)
        many_to_two_endings(w, t, tally, traits);
    else if (w->goes_on)
        many_to_any_ending(w, t, tally, traits);
    else if (!traits.counted)
        few_with_gains(w, t, tally, traits);
    else if (traits.limited)
        few_to_limit(w, t, tally, traits);
    else if (traits.short_start && traits.n_endings == 2)
        few_to_two_endings(w, t, tally, traits);
    else if (traits.short_start && traits.n_endings == 0)
        few_told(w, t, tally, traits);
    else
        few_to_any_ending(w, t, tally, traits);
}

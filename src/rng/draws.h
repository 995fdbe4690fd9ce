/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that one trial draws; each has its own place: (seed, stream, trial, turn).
 *
 * Every kind of throw (initiative, the shot of one side or the other) has its own sequence, its stream. Every turn begins at its own place in it. So a throw that one variant of a rule skips moves no other
 * throw. Variants with one seed share their dice, stream by stream and turn by turn. If a turn draws more words of a
 * stream than a turn has, it extends into the next turn's words. That turn then begins behind it, so no word is used
 * twice. */
#ifndef SALVO_RNG_DRAWS_H
#define SALVO_RNG_DRAWS_H

#include <stdbool.h>

#include "rng/pcg32.h"

enum {
    DRAWS_STREAMS_MAX = 16,
    DRAWS_TURN_WORDS = 17, /* of one stream: 16 dice, made odd */
    DRAWS_TRIAL_WORDS = 1 << 24,
};

/* The sequence of one stream. It moves only in trials that use it. */
typedef struct draws_line {
    uint64_t trial; /* the trial of `start` */
    pcg32 start;    /* the first word of that trial */
    pcg32 at;       /* the next word, once the stream is used in this trial */
    uint32_t used;  /* words of the trial before it */
    bool live;      /* used in this trial */
} draws_line;

typedef struct draws {
    uint64_t trial;
    uint64_t thrown; /* dice and throws of all trials so far: a measure of work that is the same on any machine */
    pcg32_jump ahead[DRAWS_TURN_WORDS + 1]; /* jumps of this many words, for an increment of 1 */
    pcg32_jump next_trial;                  /* the same for a trial's stride */
    draws_line line[DRAWS_STREAMS_MAX];
} draws;

/* Starts at the beginning of the trial. With one seed and neighbouring increments, sequences would run side by side at
 * a fixed distance, which dieharder detects. So each stream has its own seed. */
static inline draws draws_of(uint64_t seed, uint64_t trial)
{
    draws d = {.trial = trial};

    for (uint32_t k = 0; k <= DRAWS_TURN_WORDS; k++)
        d.ahead[k] = pcg32_jump_of(1, k);
    d.next_trial = pcg32_jump_of(1, PCG32_STRIDE);
    for (uint32_t p = 0; p < DRAWS_STREAMS_MAX; p++)
        d.line[p].start = pcg32_seeded(pcg32_mixed(seed, p), PCG32_SEQUENCE + p);
    return d;
}

/* Goes to the beginning of the next trial. Each stream moves at its first use there. */
static inline void draws_next_trial(draws *d)
{
    d->trial++;
    for (uint32_t p = 0; p < DRAWS_STREAMS_MAX; p++)
        d->line[p].live = false;
}

static inline void draws_jump(pcg32 *rng, pcg32_jump jump)
{
    rng->state = rng->state * jump.multiplier + rng->increment * jump.addend;
}

static inline void draws_begin(draws *d, draws_line *line)
{
    if (d->trial - line->trial == 1)
        draws_jump(&line->start, d->next_trial);
    else
        pcg32_advance(&line->start, (d->trial - line->trial) * PCG32_STRIDE);
    line->trial = d->trial;
    line->at = line->start;
    line->used = 0;
    line->live = true;
}

/* Moves the stream's next word to the beginning of the turn (0, 1, ...), unless it is there or behind it. */
static inline void draws_turn(draws *d, uint32_t stream, uint32_t turn)
{
    draws_line *line = &d->line[stream];
    uint32_t begins = turn * DRAWS_TURN_WORDS, words;

    if (!line->live)
        draws_begin(d, line);
    if (line->used >= begins)
        return;
    words = begins - line->used;
    if (words <= DRAWS_TURN_WORDS)
        draws_jump(&line->at, d->ahead[words]);
    else
        pcg32_advance(&line->at, words);
    line->used = begins;
}

/* A whole number below `bound`, without bias, like pcg32_below. draws_turn must have been called. */
static inline uint32_t draws_below(draws *d, uint32_t stream, uint32_t bound)
{
    uint32_t threshold = -bound % bound;

    for (;;) {
        uint32_t word = pcg32_next(&d->line[stream].at);

        d->line[stream].used++;
        if (word >= threshold)
            return word % bound;
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that one trial draws, each at a place of its own: (seed, purpose, trial, turn).
 *
 * What a throw is for (initiative, the shot of one side or the other) has a sequence to itself, and every turn begins
 * at a place of its own in it. A throw that one variant of a rule skips therefore moves no other throw: variants that
 * are thrown with one seed share their dice, purpose by purpose and turn by turn. A turn that draws more words for a
 * purpose than a turn has reaches into the next turn's, which then begins behind it: no word is used twice. */
#ifndef SALVO_RNG_DRAWS_H
#define SALVO_RNG_DRAWS_H

#include <stdbool.h>

#include "rng/pcg32.h"

enum {
    DRAWS_PURPOSES_MAX = 16,
    DRAWS_TURN_WORDS = 17, /* of one purpose: 16 dice, and odd */
    DRAWS_TRIAL_WORDS = 1 << 24,
};

/* A purpose's own sequence. What is not used in a trial is not moved. */
typedef struct draws_line {
    uint64_t trial; /* where `start` stands */
    pcg32 start;    /* of that trial */
    pcg32 at;       /* at the next word, once it is used in this trial */
    uint32_t used;  /* words of the trial that lie before it */
    bool live;      /* used in this trial */
} draws_line;

typedef struct draws {
    uint64_t trial;
    uint64_t thrown; /* dice and throws of all trials so far: how much work they were, on any machine */
    pcg32_jump ahead[DRAWS_TURN_WORDS + 1]; /* by so many words, for an increment of 1 */
    pcg32_jump next_trial;                  /* the same by a trial's stride */
    draws_line line[DRAWS_PURPOSES_MAX];
} draws;

/* Draws at the beginning of the trial. Sequences of one seed and neighbouring increments would run side by side, a fixed
 * step apart, which dieharder sees; so each purpose has a seed of its own. */
static inline draws draws_of(uint64_t seed, uint64_t trial)
{
    draws d = {.trial = trial};

    for (uint32_t k = 0; k <= DRAWS_TURN_WORDS; k++)
        d.ahead[k] = pcg32_jump_of(1, k);
    d.next_trial = pcg32_jump_of(1, PCG32_STRIDE);
    for (uint32_t p = 0; p < DRAWS_PURPOSES_MAX; p++)
        d.line[p].start = pcg32_seeded(pcg32_mixed(seed, p), PCG32_SEQUENCE + p);
    return d;
}

/* Goes on to the beginning of the next trial. Streams are moved when they are first used in it. */
static inline void draws_next_trial(draws *d)
{
    d->trial++;
    for (uint32_t p = 0; p < DRAWS_PURPOSES_MAX; p++)
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

/* Moves the next word of the purpose to where the turn (0, 1, ...) begins, unless it is there already or behind it. */
static inline void draws_turn(draws *d, uint32_t purpose, uint32_t turn)
{
    draws_line *line = &d->line[purpose];
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

/* A whole number below `bound`, without bias, as pcg32_below; draws_turn was called before. */
static inline uint32_t draws_below(draws *d, uint32_t purpose, uint32_t bound)
{
    uint32_t threshold = -bound % bound;

    for (;;) {
        uint32_t word = pcg32_next(&d->line[purpose].at);

        d->line[purpose].used++;
        if (word >= threshold)
            return word % bound;
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All streams of salvo's generator begin at pcg32_trial or draws_of, which are what says where a draw is. */
#include "word_streams.h"

#include <string.h>

#include "rng/draws.h"
#include "splitmix.h"

enum {
    DRAWS = 4,    /* of a trial, about what a duel takes */
    LANES = 64,   /* of the widest kernel, in all its groups */
    PURPOSES = 3, /* of a throw: initiative, two sides' shots */
    TURNS = 2,
    DICE = 2,
    SEEDS = 1000,
    THREADS = 16,           /* side by side ... */
    BLOCK_TRIALS = 1 << 18, /* ... on blocks of so many trials */
};

/* Words on their way to the sink. */
typedef struct outlet {
    word_sink *sink;
    void *context;
    uint32_t room[WORD_ROOM];
    size_t n;
} outlet;

static bool put(outlet *o, uint32_t word)
{
    o->room[o->n++] = word;
    if (o->n < WORD_ROOM)
        return true;
    o->n = 0;
    return o->sink(o->context, o->room);
}

/* `draws` words from draw `draw` on of every `step`-th trial. So many of them are `side_by_side` and dealt out word by
 * word: neighbours, or `apart` from each other. Of `seeds` it is trial 0 of every seed. */
typedef struct order {
    uint64_t draw, draws, step, side_by_side, apart;
    bool seeds;
} order;

/* The i-th of those side by side, in the n-th round. */
static pcg32 begin(const order *s, uint64_t seed, uint64_t n, uint64_t i)
{
    uint64_t trial = n / s->apart * s->apart * s->side_by_side + i * s->apart + n % s->apart;
    pcg32 rng = s->seeds ? pcg32_trial(n, 0) : pcg32_trial(seed, trial * s->step);

    pcg32_advance(&rng, s->draw);
    return rng;
}

static bool put_round(outlet *o, pcg32 *rng, uint64_t n_draws, uint64_t n)
{
    for (uint64_t draw = 0; draw < n_draws; draw++)
        for (uint64_t i = 0; i < n; i++)
            if (!put(o, pcg32_next(&rng[i])))
                return false;
    return true;
}

static void write_order(const order *s, uint64_t seed, outlet *o)
{
    uint64_t distance = s->step * (s->apart > 1 ? 1 : s->side_by_side) * PCG32_STRIDE; /* from round to round */
    pcg32 start[LANES] = {0}, rng[LANES];
    pcg32_jump jump = pcg32_jump_of(begin(s, seed, 0, 0).increment, distance);

    for (uint64_t round = 0;; round++) {
        bool far = round == 0 || s->seeds || (s->apart > 1 && round % s->apart == 0);

        for (uint64_t i = 0; i < s->side_by_side; i++) {
            if (far)
                start[i] = begin(s, seed, round, i);
            else
                start[i].state = pcg32_jumped(start[i].state, jump);
            rng[i] = start[i];
        }
        if (!put_round(o, rng, s->draws, s->side_by_side))
            return;
    }
}

static void write_thousand(const order *s, uint64_t first, outlet *o)
{
    pcg32 start[SEEDS];
    pcg32_jump jump;

    (void)s;
    for (uint64_t i = 0; i < SEEDS; i++)
        start[i] = pcg32_trial(first + i, 0);
    jump = pcg32_jump_of(start[0].increment, PCG32_STRIDE);
    for (;;)
        for (uint64_t i = 0; i < SEEDS; i++) {
            pcg32 rng = start[i];

            start[i].state = pcg32_jumped(start[i].state, jump);
            if (!put_round(o, &rng, DRAWS, 1))
                return;
        }
}

/* By the book every purpose has a sequence of its own (draws.h). */
static bool put_throw(outlet *o, draws *d, uint32_t purpose, uint32_t turn)
{
    bool wanted = true;

    draws_turn(d, purpose, turn);
    for (int die = 0; die < DICE; die++) {
        wanted = put(o, pcg32_next(&d->line[purpose].at)) && wanted;
        d->line[purpose].used++;
    }
    return wanted;
}

static void write_purposes(const order *s, uint64_t seed, outlet *o)
{
    draws d = draws_of(seed, 0);

    (void)s;
    for (;; draws_next_trial(&d))
        for (uint32_t turn = 0; turn < TURNS; turn++)
            for (uint32_t purpose = 0; purpose < PURPOSES; purpose++)
                if (!put_throw(o, &d, purpose, turn))
                    return;
}

static void write_good(const order *s, uint64_t seed, outlet *o)
{
    uint64_t state = seed;

    (void)s;
    while (put(o, (uint32_t)(splitmix_next(&state) >> 32)))
        ;
}

static void write_congruential(const order *s, uint64_t seed, outlet *o)
{
    uint64_t state = seed;

    (void)s;
    do
        state = state * PCG32_MULTIPLIER + 1;
    while (put(o, (uint32_t)(state >> 16)));
}

/* Marsaglia 2003, "Xorshift RNGs", J. Stat. Softw. 8. */
static void write_xorshift(const order *s, uint64_t seed, outlet *o)
{
    uint64_t x = seed + 88172645463325252u;

    (void)s;
    do {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    } while (put(o, (uint32_t)x));
}

/* What is added is the fraction of the golden ratio. */
static void write_rotation(const order *s, uint64_t seed, outlet *o)
{
    uint64_t x = seed;

    (void)s;
    while (put(o, (uint32_t)(x >> 32)))
        x += UINT64_C(0x9e3779b97f4a7c15);
}

/* A die a little loaded: one word in 256 has a bit set for certain. */
static void write_loaded(const order *s, uint64_t seed, outlet *o)
{
    uint64_t state = seed;
    uint32_t word;

    (void)s;
    do {
        word = (uint32_t)(splitmix_next(&state) >> 32);
        word |= word >> 24 == 0 ? 1u << 7 : 0;
    } while (put(o, word));
}

static const struct stream {
    const char *name, *help;
    order order;
    void (*write)(const order *order, uint64_t seed, outlet *o);
} STREAMS[] = {
    {"sequence",
     "one trial to its last draw, then the next: the generator itself",
     {0, PCG32_STRIDE, 1, 1, 1, false},
     write_order},
    {"first", "the first word of every trial: a roll", {0, 1, 1, 1, 1, false}, write_order},
    {"ninth", "the ninth word of every trial", {8, 1, 1, 1, 1, false}, write_order},
    {"trials", "the first four words of every trial: duels", {0, DRAWS, 1, 1, 1, false}, write_order},
    {"lanes",
     "the same as 64 lanes draw them: a word of each, then the next",
     {0, DRAWS, 1, LANES, 1, false},
     write_order},
    {"lane",
     "what one of those lanes draws: four words of every 64th trial",
     {0, DRAWS, LANES, 1, 1, false},
     write_order},
    {"stride", "the first word of every 64th trial", {0, 1, LANES, 1, 1, false}, write_order},
    {"blocks",
     "the same as 16 threads draw them, each on its own block of 262144 trials",
     {0, DRAWS, 1, THREADS, BLOCK_TRIALS, false},
     write_order},
    {"purposes", "duels by the book: two dice for each of three purposes in each of two turns", {0}, write_purposes},
    {"seeds", "the first four words of the seeds 0, 1, 2 ...", {0, DRAWS, 1, 1, 1, true}, write_order},
    {"thousand",
     "duels of the seeds 0 to 999 in turn: four words of trial 0 of each, of trial 1 of each ...",
     {0},
     write_thousand},
    {"good", "another generator, SplitMix64: what chance looks like", {0}, write_good},
    {"congruential", "the generator without its output function: bits 16 to 47 of its state", {0}, write_congruential},
    {"xorshift", "64 bits of state, linear in bits", {0}, write_xorshift},
    {"rotation", "multiples of the golden ratio: too even", {0}, write_rotation},
    {"loaded", "SplitMix64 with one bit set in one word of 256", {0}, write_loaded},
};

enum { N_STREAMS = sizeof STREAMS / sizeof *STREAMS };

const char *word_stream_name(size_t i)
{
    return i < N_STREAMS ? STREAMS[i].name : NULL;
}

const char *word_stream_help(size_t i)
{
    return i < N_STREAMS ? STREAMS[i].help : NULL;
}

size_t word_stream_find(const char *name)
{
    size_t i = 0;

    while (i < N_STREAMS && strcmp(STREAMS[i].name, name) != 0)
        i++;
    return i;
}

void word_stream_run(size_t stream, uint64_t seed, word_sink *sink, void *context)
{
    outlet o = {.sink = sink, .context = context};

    STREAMS[stream].write(&STREAMS[stream].order, seed, &o);
}

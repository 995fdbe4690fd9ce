/* Words of the generator as simulations draw them, on stdout, without end: 4 bytes each, for a battery of statistical
 * tests to read from a pipe. No test; scripts/rng-quality builds and runs it.
 *
 *     words STREAM [SEED]
 *
 * What every stream is stands in STREAMS below; without a stream their names and meanings are listed. All begin at
 * pcg32_trial or draws_of, which are what says where a draw is. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng/draws.h"

enum {
    DRAWS = 4,    /* of a trial, about what a duel takes */
    LANES = 64,   /* of the widest kernel, in all its groups */
    PURPOSES = 3, /* of a throw: initiative, two sides' shots */
    TURNS = 2,
    DICE = 2,
    SEEDS = 1000,
    THREADS = 16,           /* side by side ... */
    BLOCK_TRIALS = 1 << 18, /* ... on blocks of so many trials */
    ROOM = 1 << 14,
};

/* `draws` words from draw `draw` on of every `step`-th trial. So many of them are `side_by_side` and dealt out word by
 * word: neighbours, or `apart` from each other. Of `seeds` it is trial 0 of every seed. */
static const struct stream {
    const char *name, *help;
    uint64_t draw, draws, step, side_by_side, apart;
    bool seeds;
} STREAMS[] = {
    {"sequence", "one trial to its last draw, then the next: the generator itself", 0, PCG32_STRIDE, 1, 1, 1, false},
    {"first", "the first word of every trial: a roll", 0, 1, 1, 1, 1, false},
    {"ninth", "the ninth word of every trial", 8, 1, 1, 1, 1, false},
    {"trials", "the first four words of every trial: duels", 0, DRAWS, 1, 1, 1, false},
    {"lanes", "the same as 64 lanes draw them: a word of each, then the next", 0, DRAWS, 1, LANES, 1, false},
    {"lane", "what one of those lanes draws: four words of every 64th trial", 0, DRAWS, LANES, 1, 1, false},
    {"stride", "the first word of every 64th trial", 0, 1, LANES, 1, 1, false},
    {"blocks", "the same as 16 threads draw them, each on its own block of 262144 trials", 0, DRAWS, 1, THREADS,
     BLOCK_TRIALS, false},
    {"seeds", "the first four words of the seeds 0, 1, 2 ...", 0, DRAWS, 1, 1, 1, true},
    {"thousand", "duels of the seeds 0 to 999 in turn: four words of trial 0 of each, of trial 1 of each ...", 0, 0, 0,
     0, 0, false},
    {"purposes", "duels by the book: two dice for each of three purposes in each of two turns", 0, 0, 0, 0, 0, false},
};

enum { N_STREAMS = sizeof STREAMS / sizeof *STREAMS };

static const struct stream *find(const char *name)
{
    for (size_t i = 0; i < N_STREAMS; i++)
        if (strcmp(STREAMS[i].name, name) == 0)
            return &STREAMS[i];
    return NULL;
}

/* The i-th of those side by side, in the n-th round. */
static pcg32 begin(const struct stream *s, uint64_t seed, uint64_t n, uint64_t i)
{
    uint64_t trial = n / s->apart * s->apart * s->side_by_side + i * s->apart + n % s->apart;
    pcg32 rng = s->seeds ? pcg32_trial(n, 0) : pcg32_trial(seed, trial * s->step);

    pcg32_advance(&rng, s->draw);
    return rng;
}

/* Until nobody reads any more. */
static void put(uint32_t word)
{
    static uint32_t room[ROOM];
    static size_t n;

    room[n++] = word;
    if (n == ROOM && fwrite(room, sizeof *room, ROOM, stdout) != ROOM)
        exit(0);
    n %= ROOM;
}

static void write_words(const struct stream *s, uint64_t seed)
{
    uint64_t distance = s->step * (s->apart > 1 ? 1 : s->side_by_side) * PCG32_STRIDE; /* from round to round */
    pcg32 start[LANES] = {0}, rng[LANES];
    pcg32_jump jump = {0};

    for (uint64_t round = 0;; round++) {
        bool far = round == 0 || s->seeds || (s->apart > 1 && round % s->apart == 0);

        for (uint64_t i = 0; i < s->side_by_side; i++) {
            if (far)
                start[i] = begin(s, seed, round, i);
            else
                start[i].state = pcg32_jumped(start[i].state, jump);
            rng[i] = start[i];
        }
        if (round == 0)
            jump = pcg32_jump_of(start[0].increment, distance);
        for (uint64_t draw = 0; draw < s->draws; draw++)
            for (uint64_t i = 0; i < s->side_by_side; i++)
                put(pcg32_next(&rng[i]));
    }
}

static void write_thousand(uint64_t first)
{
    for (uint64_t trial = 0;; trial++)
        for (uint64_t seed = first; seed < first + SEEDS; seed++) {
            pcg32 rng = pcg32_trial(seed, trial);

            for (int draw = 0; draw < DRAWS; draw++)
                put(pcg32_next(&rng));
        }
}

/* By the book every purpose has a sequence of its own (draws.h). */
static void write_purposes(uint64_t seed)
{
    draws d = draws_of(seed, 0);

    for (;; draws_next_trial(&d))
        for (uint32_t turn = 0; turn < TURNS; turn++)
            for (uint32_t purpose = 0; purpose < PURPOSES; purpose++) {
                draws_turn(&d, purpose, turn);
                for (int die = 0; die < DICE; die++) {
                    put(pcg32_next(&d.line[purpose].at));
                    d.line[purpose].used++;
                }
            }
}

int main(int argc, char **argv)
{
    const struct stream *s = argc > 1 ? find(argv[1]) : NULL;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

    if (!s || argc > 3) {
        for (size_t i = 0; i < N_STREAMS; i++)
            printf("%s\t%s\n", STREAMS[i].name, STREAMS[i].help);
        return argc > 1 ? 2 : 0;
    }
    if (s->draws)
        write_words(s, seed);
    if (strcmp(s->name, "thousand") == 0)
        write_thousand(seed);
    write_purposes(seed);
}

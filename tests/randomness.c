/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of words under the tests of word_tests.h, at growing lengths. No test; scripts/rng-quality builds and runs it.
 *
 *     randomness STREAM SEEDS LENGTHS
 *
 * SEEDS is one seed or FIRST-LAST, LENGTHS one logarithm to base 2 of a number of words or FIRST-LAST (every second
 * one). On each line: stream, seed, length, test, its parameter, p, and - or + for the side: below or above the mean. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "word_tests.h"

typedef struct range {
    uint64_t first, last;
} range;

typedef struct run {
    const char *stream;
    uint64_t seed, words;
    unsigned length; /* to be told at next */
    range lengths;
    word_tests *tests;
} run;

static void print(void *context, const char *test, unsigned of, double p, bool below)
{
    const run *r = context;

    printf("%s|%" PRIu64 "|%u|%s|%u|%.4g|%c\n", r->stream, r->seed, r->length, test, of, p, below ? '-' : '+');
}

static bool take(void *context, const uint32_t words[WORD_ROOM])
{
    run *r = context;

    word_tests_add(r->tests, words);
    r->words += WORD_ROOM;
    if (r->words < UINT64_C(1) << r->length)
        return true;
    word_tests_report(r->tests, print, r);
    fflush(stdout);
    r->length += 2;
    return r->length <= r->lengths.last;
}

static bool read_range(const char *word, range *to)
{
    char *end;

    to->first = to->last = strtoull(word, &end, 10);
    if (end != word && *end == '-') {
        word = end + 1;
        to->last = strtoull(word, &end, 10);
    }
    return end != word && *end == '\0' && to->first <= to->last;
}

int main(int argc, char **argv)
{
    range seeds, lengths;
    size_t stream;

    if (argc != 4 || !read_range(argv[2], &seeds) || !read_range(argv[3], &lengths) || lengths.first < 16 ||
        lengths.last > 48 || !word_stream_name(stream = word_stream_find(argv[1]))) {
        fprintf(stderr, "usage: randomness STREAM SEEDS LENGTHS, such as lanes 0-999 20-24; lengths are 16 to 48\n");
        return 2;
    }
    for (uint64_t seed = seeds.first; seed <= seeds.last; seed++) {
        run r = {argv[1], seed, 0, (unsigned)lengths.first, lengths, word_tests_new()};

        if (!r.tests)
            return 1;
        word_stream_run(stream, seed, take, &r);
        word_tests_free(r.tests);
    }
    return 0;
}

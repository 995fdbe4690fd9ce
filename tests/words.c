/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the generator as simulations draw them, on stdout, without end: 4 bytes each, for a battery of statistical
 * tests to read from a pipe. No test; scripts/rng-quality builds and runs it.
 *
 *     words STREAM [SEED]
 *
 * Without a stream their names and meanings are listed. */
#include <stdio.h>
#include <stdlib.h>

#include "word_streams.h"

/* Until nobody reads any more. */
static bool write_room(void *context, const uint32_t words[WORD_ROOM])
{
    return fwrite(words, sizeof *words, WORD_ROOM, context) == WORD_ROOM;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || !word_stream_name(word_stream_find(argv[1]))) {
        for (size_t i = 0; word_stream_name(i); i++)
            printf("%s\t%s\n", word_stream_name(i), word_stream_help(i));
        return argc > 1 ? 2 : 0;
    }
    word_stream_run(word_stream_find(argv[1]), argc > 2 ? strtoull(argv[2], NULL, 10) : 1, write_room, stdout);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the generator in the orders in which simulations draw them, and of some generators to compare it with. */
#ifndef SALVO_TESTS_WORD_STREAMS_H
#define SALVO_TESTS_WORD_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_ROOM = 1 << 14 }; /* words that are handed over at a time */

/* The i-th stream's name and meaning; NULL behind the last. */
const char *word_stream_name(size_t i);
const char *word_stream_help(size_t i);

/* The place of that name; that of the NULL if there is none. */
size_t word_stream_find(const char *name);

/* Hands WORD_ROOM words at a time to `sink`, until it returns false. */
typedef bool word_sink(void *context, const uint32_t words[WORD_ROOM]);
void word_stream_run(size_t stream, uint64_t seed, word_sink *sink, void *context);

#endif

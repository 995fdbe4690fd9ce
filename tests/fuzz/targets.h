/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything of salvo that reads what strangers write, as functions from bytes. A fuzzer feeds them (fuzzer.c), and a test
 * feeds them what fuzzers have found (replay.c). A promise that does not hold ends the program. */
#ifndef SALVO_TESTS_FUZZ_TARGETS_H
#define SALVO_TESTS_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "files.h"

/* What an input is, which says how it is spoiled: bytes; words; a CSV file, cell by cell; a file of a rulebook by its kind,
 * which the ending of the first line says. */
typedef enum fuzz_kind { FUZZ_BYTES, FUZZ_TEXT, FUZZ_TABLE, FUZZ_FILE } fuzz_kind;

typedef struct fuzz_target {
    const char *name;                             /* and of its folders in tests/corpus and tests/fuzz/seeds */
    void (*run)(const char *text, size_t length); /* text[length] is 0 */
    fuzz_kind kind;
} fuzz_target;

/* Each ends with a name of NULL. */
extern const fuzz_target FUZZ_PLAIN[], FUZZ_READERS[], FUZZ_COMMANDS[];

/* Those lists that this program has (all.c, few.c); ends with NULL. */
extern const fuzz_target *const FUZZ_LISTS[];

/* Exits with a list of the names when there is none of that name. */
const fuzz_target *fuzz_target_find(const char *name);

/* Once, before the first target runs: works in a folder of its own below /dev/shm or TMPDIR. SALVO_DATA names the
 * rulebooks. */
void fuzz_begin(void);
void fuzz_end(void); /* removes that folder */

/* For targets. */

void must(bool holds, const char *what);
#define MUST(holds) must(holds, #holds)

/* Spoils the text, of at most MUTATED_MAX bytes with its 0, as fingers would (mutate.h). `random` is a state of splitmix. */
void fuzz_spoil(const fuzz_target *target, char *text, uint64_t *random);

/* What every reader promises: success, or a message of one line. */
bool fuzz_read(int status, const char *message);

#endif

/* Everything of salvo that reads what strangers write, as functions from bytes. A fuzzer feeds them (fuzzer.c), and a test
 * feeds them what fuzzers have found (replay.c). A promise that does not hold ends the program. */
#ifndef SALVO_TESTS_FUZZ_TARGETS_H
#define SALVO_TESTS_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fuzz_target {
    const char *name;                             /* and of its folders in tests/corpus and tests/fuzz/seeds */
    void (*run)(const char *text, size_t length); /* text[length] is 0 */
    bool is_table;                                /* a CSV file: it is spoiled cell by cell, too */
} fuzz_target;

/* Ends with a name of NULL. */
extern const fuzz_target FUZZ_READERS[], FUZZ_COMMANDS[];

/* Exits with a list of the names when there is none of that name. */
const fuzz_target *fuzz_target_find(const char *name);

/* Once, before the first target runs: works in a folder of its own below /dev/shm or TMPDIR. SALVO_DATA names the
 * rulebooks. */
void fuzz_begin(void);
void fuzz_end(void); /* removes that folder */

/* For targets. */

void must(bool holds, const char *what);
#define MUST(holds) must(holds, #holds)

/* The path of a file in memory that holds these bytes, until the next call. */
const char *fuzz_file(const char *bytes, size_t length);

/* What every reader promises: success, or a message of one line. */
bool fuzz_read(int status, const char *message);

#endif

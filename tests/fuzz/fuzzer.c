/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry points of clang's fuzzer. SALVO_FUZZ_TARGET names the target. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"
#include "targets.h"

static const fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t room, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t room);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("SALVO_FUZZ_TARGET");

    (void)argc, (void)argv;
    target = fuzz_target_find(name ? name : "");
    fuzz_begin();
    atexit(fuzz_end);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);

    MUST(text != NULL);
    memcpy(text, bytes, length);
    text[length] = '\0';
    target->run(text, length);
    free(text);
    return 0;
}

/* Half of the texts are spoiled as fingers do it, by words, cells, rows and columns; everything else byte by byte. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t room, unsigned int seed)
{
    static char text[MUTATED_MAX];
    uint64_t random = seed;

    if (target->kind == FUZZ_BYTES || seed % 2 || length >= MUTATED_MAX / 2 || memchr(bytes, 0, length))
        return LLVMFuzzerMutate(bytes, length, room);
    memcpy(text, bytes, length);
    text[length] = '\0';
    fuzz_spoil(target, text, &random);
    length = strlen(text);
    if (length > room)
        length = room;
    memcpy(bytes, text, length);
    return length;
}

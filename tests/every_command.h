/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of tests/commands/catalogue.txt, for tests that ask all of them in their own process. What goes wrong here
 * fails the test. */
#ifndef SALVO_TESTS_EVERY_COMMAND_H
#define SALVO_TESTS_EVERY_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>

typedef struct catalogued {
    const char *tags; /* "files,form" */
    const char *line; /* without `salvo` */
} catalogued;

/* Every command, in the order of the catalogue. They live as long as the arena. */
const catalogued *every_command(size_t *n, salvo_arena *memory);

bool has_tag(const catalogued *command, const char *tag);

/* The words of the line, of which there are *n. They live as long as the arena. */
char **words_of(const catalogued *command, size_t *n, salvo_arena *memory);

/* Goes into a new folder with what the commands read, but for what those make that are tagged "first"; and away from it
 * again. */
void enter_folder(void);
void leave_folder(void);

/* Takes away what commands have written there. */
void empty_out(void);

#endif

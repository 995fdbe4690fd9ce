/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebooks of examples/rulebooks. */
#ifndef SALVO_TESTS_EXAMPLE_BOOK_H
#define SALVO_TESTS_EXAMPLE_BOOK_H

#include <salvo/rules.h>

/* Where the rulebook of that name lies; of a `file` of it, if that is not "". Returns `path`. */
enum { EXAMPLE_PATH = 512 };
const char *example_path(char path[EXAMPLE_PATH], const char *name, const char *file);

/* Opens it; the test fails when it cannot. The caller closes it. */
void example_open(salvo_rulebook *book, const char *name);

#endif

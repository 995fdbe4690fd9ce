/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "example_book.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

const char *example_path(char path[EXAMPLE_PATH], const char *name, const char *file)
{
    int length = snprintf(path, EXAMPLE_PATH, "%s/../examples/rulebooks/%s%s%s", getenv("SALVO_TESTS"), name,
                          *file ? "/" : "", file);

    assert_in_range(length, 1, EXAMPLE_PATH - 1);
    return path;
}

void example_open(salvo_rulebook *book, const char *name)
{
    char path[EXAMPLE_PATH];
    salvo_error err = {0};

    if (salvo_rulebook_open(book, NULL, example_path(path, name, ""), NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d:%d: %s", err.path, err.line, err.column, err.text);
}

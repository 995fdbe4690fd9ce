/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every test in C in one program: `salvo_tests NAME` runs the test of that name. A test is a file with a main of its own,
 * which CMakeLists.txt renames to main_NAME. One program is linked once, and its helpers are compiled once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(void);
} PROGRAMS[] = {
#define SALVO_TEST(name) {#name, main_##name},
#include "programs.inc"
#undef SALVO_TEST
};

int main(int argc, char **argv)
{
    /* ctest says where they are; who runs a test by hand, or in a debugger, need not. */
    if (setenv("SALVO_DATA", SALVO_CHECKOUT "/data", 0) != 0 || setenv("SALVO_TESTS", SALVO_CHECKOUT "/tests", 0) != 0)
        return 2;
    for (size_t i = 0; argc > 1 && i < sizeof PROGRAMS / sizeof *PROGRAMS; i++)
        if (strcmp(argv[1], PROGRAMS[i].name) == 0)
            return PROGRAMS[i].run();
    if (argc > 1)
        fprintf(stderr, "there is no test \"%s\"\n", argv[1]);
    fputs("usage: salvo_tests NAME, one of\n", stderr);
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; i++)
        fprintf(stderr, "    %s\n", PROGRAMS[i].name);
    return 2;
}

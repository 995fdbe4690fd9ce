/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page starts no other programs, so rsvg-convert, which makes PNG for the command line, counts as not installed.
 * Emscripten declares this function but does not define it. */
#include <errno.h>
#include <spawn.h>

int posix_spawnp(pid_t *restrict child, const char *restrict name, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                 char *const variables[restrict])
{
    (void)child;
    (void)name;
    (void)actions;
    (void)attributes;
    (void)arguments;
    (void)variables;
    return ENOENT;
}

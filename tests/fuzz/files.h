/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that salvo reads, kept in memory: what lies below SALVO_DATA is read and parsed once, and one file is made up. The
 * library that rules find is compiled once. Programs that link this wrap data/file.h, the reader of tables and Lua's
 * (tests/CMakeLists.txt). */
#ifndef SALVO_TESTS_FUZZ_FILES_H
#define SALVO_TESTS_FUZZ_FILES_H

#include <stddef.h>

/* Makes salvo find these bytes in the file of that path, until the next call. They are borrowed. Returns the path, which is
 * valid as long. */
const char *fuzz_file(const char *path, const char *bytes, size_t length);

#endif

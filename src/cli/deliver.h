/* Where an answer goes when it is whole. */
#ifndef SALVO_CLI_DELIVER_H
#define SALVO_CLI_DELIVER_H

#include <stddef.h>

#include <salvo/error.h>

/* Writes the bytes to stdout, or to the file at `path` unless that is NULL: under a temporary name beside it, then
 * renamed, so that the file is never half-written; what is no regular file (a pipe, a device) is written directly.
 * A closed pipe is no failure. SALVO_IO otherwise. */
salvo_status deliver(const char *path, const char *bytes, size_t length, salvo_error *err);

#endif

/* Where an answer goes when it is whole, and the pictures beside it. */
#ifndef SALVO_CLI_DELIVER_H
#define SALVO_CLI_DELIVER_H

#include <stddef.h>

#include <salvo/error.h>

/* Bytes for a file; path NULL: for stdout. */
typedef struct parcel {
    const char *path;
    const char *bytes;
    size_t length;
} parcel;

/* Delivers all n parcels or none: each is written under a temporary name beside its file, and only
 * when all are complete, and stdout has taken what is for it, are they renamed, so that no file is ever half-written.
 * What is no regular file (a pipe, a device) is written directly. A closed pipe is no failure. SALVO_IO otherwise. */
salvo_status deliver(const parcel *parcels, size_t n, salvo_error *err);

#endif

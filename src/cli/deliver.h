/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a complete answer, and the pictures beside it, to its files. */
#ifndef SALVO_CLI_DELIVER_H
#define SALVO_CLI_DELIVER_H

#include <stddef.h>

#include <salvo/error.h>

/* Bytes for a file. If path is NULL, they go to stdout. */
typedef struct parcel {
    const char *path;
    const char *bytes;
    size_t length;
} parcel;

/* Delivers all n parcels or none. It first writes each file without a name, or under a temporary name beside its place.
 * When all files are complete and stdout has taken its bytes, the files get their names. No file is ever half-written.
 * It writes directly to a pipe or a device. A closed pipe is not a failure; other faults return SALVO_IO. */
salvo_status deliver(const parcel *parcels, size_t n, salvo_error *err);

/* Whether deliver could write that file: its folder accepts a new file, which the check removes at once, and no folder
 * has its name. Call it before the work. Returns SALVO_IO with the message of deliver. */
salvo_status deliver_check(const char *path, salvo_error *err);

/* Checks the same for every file in a folder. */
salvo_status deliver_check_folder(const char *folder, salvo_error *err);

#endif
